/* Hyperparameters of JCFO: which are tuned, over which values, and what is taken untuned.
 *
 * The log-likelihood grows with n and, at a fixed signal-to-noise ratio, the rates that give the same sparsity with its
 * square root (rbf), or with n where only q = lam1 lam2 counts (bilinear kernels: the split between lam1 and lam2 is
 * absorbed by the scale invariance, so lam1 = lam2 = sqrt q). Behind a screen the classifier is already sparse and
 * the values of q are absolute. */
#include <math.h>

#include "method/jcfo/jcfo.h"

static const double strengths[] = {.5, .3, .17, .09, .04};
static const double screened_q[] = {.3, 1.5, 6, 15, 40};
static const double fine_strengths[] = {.5, .35, .25, .17, .11, .07, .04, .02};
static const double fine_q[] = {.1, .3, 1, 2.5, 6, 12, 25, 45};
static const double rbf_lam1[] = {.01, .03, .1, .3, 1, 2, 4};
static const double rbf_lam2[] = {.3, 2, 6};
enum { N_STRENGTHS = 5, N_SCREENED = 5, N_FINE = 8, N_KAPPA = 10, N_LAM1 = 7, N_LAM2 = 3 };
static const double KAPPA_LOW = .0035, KAPPA_HIGH = .2, DEFAULT_STRENGTH = .17, DEFAULT_Q = 6, DEFAULT_KAPPA = .04;
static const double FEW_SAMPLES = 150, MANY_SAMPLES = 500;

bool jcfo_bilinear(ard_basis basis) { return basis.kind == ARD_LINEAR || (basis.kind == ARD_POLY && basis.degree == 1); }

jcfo_screen jcfo_screen_of(const ard_problem *problem, const ard_settings *settings)
{
    jcfo_screen screen = (jcfo_screen)settings->value[JCFO_SCREEN];
    if (screen != JCFO_SCREEN_AUTO) return screen;
    return problem->p > 5 * problem->n ? JCFO_SCREEN_RESTRICT : JCFO_SCREEN_NONE;
}

/* The factor between a rate at 200 samples and here. */
static double sample_factor(const ard_problem *problem) { return sqrt(problem->weight_sum / 200.0); }

void jcfo_rates(const ard_problem *problem, ard_basis basis, const ard_settings *settings, double *lam1, double *lam2)
{
    double a = settings->value[JCFO_LAM1], b = settings->value[JCFO_LAM2], root = DEFAULT_KAPPA * problem->weight_sum;
    if (jcfo_bilinear(basis) && jcfo_screen_of(problem, settings) != JCFO_SCREEN_NONE) root = sqrt(DEFAULT_Q);
    if (!jcfo_bilinear(basis)) root = 0;
    *lam1 = !isnan(a) ? a : root > 0 ? root : sample_factor(problem);
    *lam2 = !isnan(b) ? b : root > 0 ? root : 2 * sample_factor(problem);
}

double jcfo_strength(const ard_settings *settings)
{
    double s = settings->value[JCFO_STRENGTH];
    return isnan(s) ? DEFAULT_STRENGTH : s;
}

/* The product of `outer` paths by `inner` candidates; the values are filled in by the caller. */
static int shape(ardor_context *context, int n_tuned, int64_t outer, int64_t inner, int64_t way_out, ard_grid *grid)
{
    int rc = ARDOR_OK;
    grid->n_tuned = n_tuned;
    grid->n = outer * inner;
    grid->n_paths = outer;
    NEW(context, grid->value, grid->n * ard_max64(n_tuned, 1));
    NEW(context, grid->path, outer + 1);
    NEW(context, grid->turn, outer);
    for (int64_t i = 0; i <= outer; i++) grid->path[i] = i * inner;
    for (int64_t i = 0; i < outer; i++) grid->turn[i] = i * inner + way_out;
done:
    return rc;
}

/* Each axis has a value where its setting is free; a setting that was given is not tuned. */
typedef struct axis {
    int setting;
    int64_t n;
    double value[N_KAPPA];
} axis;

static void add_axis(axis *a, const ard_settings *settings, int setting, int64_t n, const double *value, double factor)
{
    a->setting = setting;
    a->n = settings->given[setting] ? 1 : n;
    for (int64_t i = 0; i < a->n; i++) a->value[i] = settings->given[setting] ? settings->value[setting] : factor * value[i];
}

/* Nearly unpenalised fits pay only where there are few samples, and cost the most where there are many. */
double jcfo_weakest(const ard_problem *problem, const ard_settings *settings)
{
    double weakest = settings->value[JCFO_WEAKEST];
    if (!isnan(weakest)) return weakest;
    return problem->weight_sum <= FEW_SAMPLES ? .01 : problem->weight_sum <= MANY_SAMPLES ? .1 : .3;
}

/* Bilinear kernels: candidates along sqrt q, lam1 = lam2 = sqrt q; where one of them is given the other carries q. */
static int bilinear_grid(ardor_context *context, const ard_problem *problem, const ard_settings *settings, bool fine,
                         ard_grid *grid)
{
    int rc = ARDOR_OK;
    const bool *given = settings->given;
    const bool screened = jcfo_screen_of(problem, settings) != JCFO_SCREEN_NONE;
    const double *q_values = fine ? fine_q : screened_q;
    const int64_t n_q = fine ? N_FINE : N_SCREENED, n_strengths = fine ? N_FINE : N_STRENGTHS;
    const int64_t n_roots = given[JCFO_LAM1] && given[JCFO_LAM2] ? 1 : screened ? n_q : N_KAPPA;
    axis outer = {0};
    add_axis(&outer, settings, JCFO_STRENGTH, screened ? n_strengths : 1,
             !screened ? &DEFAULT_STRENGTH
             : fine    ? fine_strengths
                       : strengths,
             1.0);
    TRY(shape(context, 3, outer.n, n_roots, n_roots, grid));
    grid->setting[0] = JCFO_STRENGTH;
    grid->setting[1] = JCFO_LAM1;
    grid->setting[2] = JCFO_LAM2;
    for (int64_t i = 0; i < grid->n; i++) {
        double *row = grid->value + 3 * i;
        int64_t at = i % n_roots;
        double kappa = KAPPA_LOW * pow(KAPPA_HIGH / KAPPA_LOW, (double)at / (N_KAPPA - 1));
        double q = screened ? q_values[at] : pow(kappa * problem->weight_sum, 2);
        row[0] = outer.value[i / n_roots];
        row[1] = given[JCFO_LAM1] ? settings->value[JCFO_LAM1] : given[JCFO_LAM2] ? q / settings->value[JCFO_LAM2] : sqrt(q);
        row[2] = given[JCFO_LAM2] ? settings->value[JCFO_LAM2] : q / row[1];
    }
done:
    return rc;
}

/* Curved kernels: for each lam2 the rates lam1 from weak to strong and back. On the way out noise features and vectors drop out one by
 * one; weak rates reached from a sparse model keep its features (a zero scale stays zero while its gradient is below lam2), and with
 * less shrinkage they are better models of the same few features than the strong ones. */
static int curved_grid(ardor_context *context, const ard_problem *problem, const ard_settings *settings, ard_grid *grid)
{
    int rc = ARDOR_OK;
    axis outer = {0}, inner = {0};
    add_axis(&outer, settings, JCFO_LAM2, N_LAM2, rbf_lam2, sample_factor(problem));
    int64_t first = 0;
    while (first + 1 < N_LAM1 && rbf_lam1[first] < jcfo_weakest(problem, settings)) first++;
    add_axis(&inner, settings, JCFO_LAM1, N_LAM1 - first, rbf_lam1 + first, sample_factor(problem));
    /* there and back: 0, 1, .., m, m - 1, .., 0 */
    const int64_t both_ways = 2 * inner.n - 1;
    TRY(shape(context, 2, outer.n, both_ways, inner.n, grid));
    grid->setting[0] = JCFO_LAM2;
    grid->setting[1] = JCFO_LAM1;
    for (int64_t i = 0; i < grid->n; i++) {
        int64_t at = i % both_ways;
        grid->value[2 * i] = outer.value[i / both_ways];
        grid->value[2 * i + 1] = inner.value[at < inner.n ? at : both_ways - 1 - at];
    }
done:
    return rc;
}

int jcfo_grid(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *settings, bool fine,
              ard_grid *out)
{
    int rc = ARDOR_OK;
    ard_grid grid = {.weak_to_strong = true};
    *out = (ard_grid){0};
    if (jcfo_bilinear(basis))
        TRY(bilinear_grid(context, problem, settings, fine, &grid));
    else
        TRY(curved_grid(context, problem, settings, &grid));
    *out = grid;
    grid = (ard_grid){0};
done:
    ard_grid_free(context, &grid);
    return rc;
}
