/* Builders of grids. */
#include "method/grid.h"

#include <math.h>

void ard_grid_free(ardor_context *context, ard_grid *grid)
{
    ard_free(context, grid->turn);
    ard_free(context, grid->path);
    ard_free(context, grid->value);
    *grid = (ard_grid){0};
}

int64_t ard_axis_size(const ard_axis *axis, const ard_settings *settings) { return settings->given[axis->setting] ? 1 : axis->n; }

double ard_axis_value(const ard_axis *axis, const ard_settings *settings, int64_t i)
{
    return settings->given[axis->setting] ? settings->value[axis->setting] : axis->factor * axis->value[i];
}

double ard_geometric(double first, double last, int64_t n, int64_t i)
{
    return first * pow(last / first, (double)i / (double)(n - 1));
}

int ard_grid_open(ardor_context *context, int n_tuned, const int *setting, int64_t n_paths, int64_t length, int64_t way_out,
                  ard_grid *out)
{
    int rc = ARDOR_OK;
    ard_grid grid = {.n_tuned = n_tuned, .n = n_paths * length, .n_paths = n_paths};
    *out = (ard_grid){0};
    for (int s = 0; s < n_tuned; s++) grid.setting[s] = setting[s];
    NEW(context, grid.value, grid.n * n_tuned);
    NEW(context, grid.path, n_paths + 1);
    NEW(context, grid.turn, n_paths);
    for (int64_t i = 0; i < n_paths; i++) {
        grid.path[i + 1] = (i + 1) * length;
        grid.turn[i] = i * length + way_out;
    }
    *out = grid;
    grid = (ard_grid){0};
done:
    ard_grid_free(context, &grid);
    return rc;
}

int ard_grid_append(ardor_context *context, const ard_settings *settings, ard_grid *grid)
{
    int rc = ARDOR_OK;
    EXTEND(context, grid->value, (grid->n + 1) * grid->n_tuned);
    EXTEND(context, grid->path, grid->n_paths + 2);
    EXTEND(context, grid->turn, grid->n_paths + 1);
    for (int s = 0; s < grid->n_tuned; s++) grid->value[grid->n * grid->n_tuned + s] = settings->value[grid->setting[s]];
    grid->n++;
    grid->n_paths++;
    grid->path[grid->n_paths] = grid->turn[grid->n_paths - 1] = grid->n;
    grid->untuned = true;
done:
    return rc;
}

int ard_path_grid(ardor_context *context, const ard_settings *settings, int n_axes, const ard_axis *axes, int along, bool back,
                  ard_grid *out)
{
    int rc = ARDOR_OK;
    int setting[ARD_MAX_TUNED];
    int64_t n_paths = 1, way_out = 1;
    for (int a = 0; a < n_axes; a++) {
        setting[a] = axes[a].setting;
        *(a == along ? &way_out : &n_paths) *= ard_axis_size(axes + a, settings);
    }
    const int64_t length = back && way_out > 1 ? 2 * way_out - 2 : way_out;
    TRY(ard_grid_open(context, n_axes, setting, n_paths, length, way_out, out));
    for (int64_t i = 0; i < out->n; i++) {
        const int64_t at = i % length;
        int64_t rest = i / length;
        for (int a = n_axes - 1; a >= 0; a--) {
            const int64_t size = ard_axis_size(axes + a, settings);
            const int64_t index = a != along ? rest % size : at < way_out ? at : length - at;
            out->value[i * n_axes + a] = ard_axis_value(axes + a, settings, index);
            if (a != along) rest /= size;
        }
    }
done:
    return rc;
}

int ard_product_grid(ardor_context *context, const ard_settings *settings, int n_axes, const ard_axis *axes, ard_grid *out)
{
    return ard_path_grid(context, settings, n_axes, axes, -1, false, out);
}
