/* The preparation in a model file: a list of steps, each with its argument and its numbers of the features. */
#include <string.h>

#include "json/json.h"
#include "json/json_read.h"
#include "prepare/prepare.h"

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
            ard_json_reals(json, kind->number[k], prepare->p, step->number + k, step->n_numbers);
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

static int read_numbers(ard_node *object, int s, ard_prepare *prepare)
{
    int rc = ARDOR_OK;
    ard_step *step = &prepare->step[s];
    ard_node list;
    for (int k = 0; k < step->n_numbers; k++) {
        TRY(ard_member_array_of(object, step->kind->number[k], prepare->p, "features", &list));
        TRY(ard_node_reals(&list, prepare->p, step->number + k, step->n_numbers));
    }
    for (int64_t j = 0; j < prepare->p; j++) TRY(ard_prepare_check(prepare, object, s, j));
    TRY(ard_node_done(object));
done:
    return rc;
}

/* The arguments first, which say what there must be. */
int ard_prepare_read(const ard_step_kind *const *kinds, const ard_node *list, int64_t n, ard_prepare **out)
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
    for (int s = 0; s < prepare->n_steps; s++) TRY(read_numbers(&object[s], s, prepare));
    *out = prepare;
    prepare = NULL;
done:
    ard_prepare_free(prepare);
    return rc;
}
