/* The preparation in a model file: a list of steps, each with its argument and its numbers of the features. */
#include <math.h>
#include <string.h>

#include "json/json.h"
#include "json/json_read.h"
#include "prepare/prepare.h"
#include "prepare/projection.h"

/* The training rows as lists of the columns, in which what is missing is null. */
static void write_kept(ard_json *json, const ard_kept_rows *kept)
{
    ard_json_open(json, "rows", '[');
    for (int64_t j = 0; j < kept->p; j++) ard_json_reals(json, NULL, kept->n, kept->x + j * kept->n, 1);
    ard_json_close(json);
    if (kept->weight)
        ard_json_reals(json, "weights", kept->n, kept->weight, 1);
    else
        ard_json_null(json, "weights");
}

void ard_prepare_write(const ard_prepare *prepare, ard_json *json, const char *key)
{
    char buffer[ARD_ARGUMENT_BYTES];
    ard_json_open(json, key, '[');
    for (const ard_step *step = prepare->step; step < prepare->step + prepare->n_steps; step++) {
        const ard_step_kind *kind = step->kind;
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "step", kind->name);
        if (kind->key) ard_json_text(json, "argument", ard_step_text(kind, &step->argument, buffer));
        for (int k = 0; k < step->n_numbers; k++)
            ard_json_reals(json, ard_step_number_name(step, k), prepare->p, step->number + k, step->n_numbers);
        if (kind->keeps_rows) write_kept(json, &step->kept);
        if (kind->project) ard_projection_write(&step->projection, json);
        ard_json_close(json);
    }
    ard_json_close(json);
}

/* ------------------------------------------------------------------ reading */

/* The place in the table of the step that an object is of, which comes after `last`. */
static int read_kind(const ard_step_kind *const *kinds, ard_node *object, int *last)
{
    int rc = ARDOR_OK, i = 0;
    const char *name = NULL;
    TRY(ard_node_object(object));
    TRY(ard_member_text(object, "step", &name));
    while (kinds[i] && strcmp(kinds[i]->name, name) != 0) i++;
    if (!kinds[i]) TRY(ard_node_fail(object, "is the step '%.40s', which ardor %s does not have", name, ardor_version()));
    if (i == *last) TRY(ard_node_fail(object, "is the step '%s', which is there twice", name));
    if (i < *last) TRY(ard_node_fail(object, "is the step '%s', which must come before '%s'", name, kinds[*last]->name));
    *last = i;
done:
    return rc;
}

static int read_argument(ard_node *object, int i, ard_prepare_options *options)
{
    int rc = ARDOR_OK;
    const ard_step_kind *kind = ard_prepare_kinds(options)[i];
    const char *text = NULL;
    if (!kind->key) return ARDOR_OK;
    TRY(ard_member_text(object, "argument", &text));
    if (!ard_prepare_set(options, kind->key, text)) TRY(ard_node_fail(object, "has an unknown %s '%.40s'", kind->key, text));
    if (options->argument[i].n_sizes) TRY(ard_node_fail(object, "has the argument '%.40s': a model has one size", text));
    if (!ard_prepare_argument(options, i)) rc = ard_node_fail(object, "has the argument '%s', with which it is not done", text);
done:
    return rc;
}

/* Are the steps listed those that the arguments ask for? */
static int check_steps(const ard_node *list, int n, const int *listed, const ard_prepare_options *options)
{
    const ard_step_kind *const *kinds = ard_prepare_kinds(options);
    for (int i = 0, t = 0; kinds[i]; i++) {
        const bool there = t < n && listed[t] == i, wanted = ard_prepare_argument(options, i) != NULL;
        t += there;
        if (there && !wanted) return ard_node_fail(list, "has the step '%s', which its arguments do not ask for", kinds[i]->name);
        if (wanted && !there) return ard_node_fail(list, "lacks the step '%s'", kinds[i]->name);
    }
    return ARDOR_OK;
}

int ard_prepare_check(const ard_prepare *prepare, const ard_node *node, int s, int64_t j)
{
    const ard_step *step = &prepare->step[s];
    char buffer[ARD_ARGUMENT_BYTES];
    const char *fault = step->kind->fault ? step->kind->fault(step->number + j * step->n_numbers, buffer) : NULL;
    return fault ? ard_node_fail(node, "has %s", fault) : ARDOR_OK;
}

static int read_kept_column(const ard_node *list, int64_t n, double *x)
{
    int rc = ARDOR_OK;
    for (int64_t i = 0; i < n; i++) {
        const ard_node cell = ard_node_element(list, i);
        TRY(ard_node_real_or_null(&cell, &x[i]));
    }
done:
    return rc;
}

static int read_kept_weights(ard_node *object, ard_kept_rows *kept)
{
    int rc = ARDOR_OK;
    ard_node list;
    TRY(ard_node_member(object, "weights", &list));
    if (ard_node_is_null(&list)) return ARDOR_OK;
    TRY(ard_node_array_of(&list, kept->n, "rows"));
    NEW(object->context, kept->weight, kept->n);
    TRY(ard_node_reals(&list, kept->n, kept->weight, 1));
    for (int64_t i = 0; i < kept->n; i++)
        if (!(kept->weight[i] > 0)) TRY(ard_node_fail(&list, "[%lld] must be above 0", (long long)i));
done:
    return rc;
}

/* As many rows as the first column has. */
static int read_kept(ard_node *object, ard_kept_rows *kept)
{
    int rc = ARDOR_OK;
    ard_node columns, column;
    int64_t p = 0;
    TRY(ard_member_array(object, "rows", &columns, &p));
    if (p > 0) {
        column = ard_node_element(&columns, 0);
        TRY(ard_node_array(&column, &kept->n));
    }
    for (int64_t j = 0; j < p; j++) { /* memory is taken for what is there */
        column = ard_node_element(&columns, j);
        TRY(ard_node_array_of(&column, kept->n, "rows"));
    }
    kept->p = p;
    NEW(object->context, kept->x, kept->n * p);
    for (int64_t j = 0; j < p; j++) {
        column = ard_node_element(&columns, j);
        TRY(read_kept_column(&column, kept->n, kept->x + j * kept->n));
    }
    TRY(read_kept_weights(object, kept));
done:
    return rc;
}

/* What a choice says, in which infinity is null. */
static int read_said(ard_node *object, const char *name, int64_t n, double *to, int64_t stride)
{
    int rc = ARDOR_OK;
    ard_node list;
    TRY(ard_member_array_of(object, name, n, "features", &list));
    for (int64_t j = 0; j < n; j++) {
        const ard_node cell = ard_node_element(&list, j);
        TRY(ard_node_real_or_null(&cell, &to[j * stride]));
        if (isnan(to[j * stride])) to[j * stride] = INFINITY;
    }
done:
    return rc;
}

static int read_numbers(ard_node *object, bool said, int s, ard_prepare *prepare)
{
    int rc = ARDOR_OK;
    ard_step *step = &prepare->step[s];
    ard_node list;
    for (int k = 0; k < step->n_numbers && step->kind->choose && said; k++)
        TRY(read_said(object, ard_step_number_name(step, k), prepare->p, step->number + k, step->n_numbers));
    for (int k = 0; k < step->n_numbers && !step->kind->choose; k++) {
        TRY(ard_member_array_of(object, ard_step_number_name(step, k), prepare->p, "features", &list));
        TRY(ard_node_reals(&list, prepare->p, step->number + k, step->n_numbers));
    }
    if (step->kind->keeps_rows) TRY(read_kept(object, &step->kept));
    if (step->kind->project) TRY(ard_projection_read(object, prepare->p, &step->projection));
    for (int64_t j = 0; j < prepare->p; j++) TRY(ard_prepare_check(prepare, object, s, j));
    TRY(ard_node_done(object));
done:
    return rc;
}

/* The arguments first, which say what there must be. */
int ard_prepare_read(const ard_step_kind *const *kinds, const ard_node *list, bool said, int64_t n, ard_prepare **out)
{
    int rc = ARDOR_OK, last = -1, listed[ARD_MAX_STEPS];
    ard_prepare_options options = {.kinds = kinds};
    ard_prepare *prepare = NULL;
    ard_node object[ARD_MAX_STEPS];
    int64_t size = 0;
    *out = NULL;
    TRY(ard_node_array(list, &size));
    ard_prepare_off(&options);
    for (int64_t t = 0; t < size; t++) { /* the order of the table bounds their number */
        ard_node node = ard_node_element(list, t);
        TRY(read_kind(ard_prepare_kinds(&options), &node, &last));
        TRY(read_argument(&node, last, &options));
        object[t] = node;
        listed[t] = last;
    }
    TRY(check_steps(list, (int)size, listed, &options));
    TRY(ard_prepare_open(list->context, &options, n, &prepare));
    for (int s = 0; s < prepare->n_steps; s++) TRY(read_numbers(&object[s], said, s, prepare));
    *out = prepare;
    prepare = NULL;
done:
    ard_prepare_free(prepare);
    return rc;
}
