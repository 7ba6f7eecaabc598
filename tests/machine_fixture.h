/* Random functions of every basis with posteriors of every form, for the tests of machines. */
#ifndef MACHINE_FIXTURE_H
#define MACHINE_FIXTURE_H

#include "numeric.h"

#include "json/json.h"
#include "json/json_read.h"
#include "machine/function.h"
#include "machine/neighbours.h"

enum { COLUMNS = 7, FEATURES = 4, TERMS = 5, BASES = 5, FORMS = 5, MIXTURE = 3 };
static const ard_basis bases[BASES] = {{ARD_IDENTITY, 0}, {ARD_LINEAR, 0}, {ARD_POLY, 1}, {ARD_POLY, 3}, {ARD_RBF, 0}};
static const ard_link *const links[] = {&ard_link_probit, &ard_link_logit};
static const int64_t features[FEATURES] = {0, 2, 3, 6};

/* Two classes; of the kernel functions one scale is 0, and one is below 0 where `negative`. The third centre is a landmark. */
static inline ard_machine make_function(ardor_context *context, ard_rng *rng, ard_basis basis, const ard_link *link,
                                        bool negative)
{
    ard_machine machine = {0};
    const bool identity = basis.kind == ARD_IDENTITY;
    const int64_t n_terms = identity ? FEATURES : TERMS;
    assert_int_equal(ard_function_new(context, basis, link, 2, FEATURES, n_terms, &machine), ARDOR_OK);
    ard_function *f = ard_machine_as_function(&machine);
    assert_non_null(f);
    memcpy(machine.feature, features, sizeof features);
    f->bias[0] = ard_rng_normal(rng);
    for (int64_t j = 0; j < n_terms; j++) f->weight[j] = ard_rng_normal(rng);
    for (int64_t k = 0; k < FEATURES && !identity; k++) f->scale[k] = k == 1 ? 0 : (.1 + ard_rng_uniform(rng)) / FEATURES;
    if (!identity && negative) f->scale[2] *= -1;
    for (int64_t j = 0; j < TERMS * FEATURES && !identity; j++) f->centre[j] = ard_rng_normal(rng);
    for (int64_t j = 0; j < TERMS && !identity; j++) f->row[j] = j == 2 ? -1 : 3 * j;
    ard_function_set_importance(&machine);
    return machine;
}

/* A posterior of one of the forms: weights, prior minus, process; over all terms up to `last` or all but one. */
static inline void fill_posterior(ardor_context *context, ard_rng *rng, int form, int64_t last, bool all, ard_posterior *q)
{
    const int64_t m = all ? 1 + last : last, rank = form == 0 ? m : 6;
    assert_int_equal(ard_posterior_open(context, m, rank, form == 1, q), ARDOR_OK);
    for (int64_t t = 0; t < m; t++) {
        q->term[t] = all || t == 0 ? t : t + 1;
        q->mean[t] = ard_rng_normal(rng);
        if (form == 1) q->prior[t] = 1 + ard_rng_uniform(rng);
    }
    for (int64_t i = 0; i < rank * m; i++) q->factor[i] = (form == 0 ? 1.0 : .2) * ard_rng_normal(rng) / sqrt((double)m);
    if (form == 2) q->process = .5 + ard_rng_uniform(rng);
}

/* One posterior of the form, or a mixture of all forms. The identity basis has no process. The mixture, and the form after it,
 * which is the first one again, have terms of scales where the basis has scales. */
static inline void add_posteriors(ardor_context *context, ard_rng *rng, int form, ard_machine *machine)
{
    const ard_function *f = ard_machine_as_function(machine);
    const bool identity = f->basis.kind == ARD_IDENTITY;
    const int n = form == MIXTURE ? 4 : 1;
    const int64_t last = f->n_terms + (form >= MIXTURE && !identity ? FEATURES : 0);
    ard_posterior *q = ard_alloc(context, n, sizeof *q);
    assert_non_null(q);
    for (int k = 0; k < n; k++) {
        const int which = n > 1 ? k % MIXTURE : form > MIXTURE ? 0 : form;
        fill_posterior(context, rng, identity && which == 2 ? 1 : which, last, n == 1 || k == 3, q + k);
        q[k].share = n == 1 ? 1 : .1 * (k + 1);
    }
    ard_function_take_posteriors(machine, n, &q);
    assert_null(q);
}

/* Of three classes, with copies of rows and fractions of weights. */
static inline ard_machine make_neighbours(ardor_context *context, ard_rng *rng, int64_t k)
{
    enum { N = 21 };
    ard_machine machine = {0};
    int32_t label[N];
    double x[N * COLUMNS], weight[N];
    for (int i = 0; i < N; i++) {
        label[i] = i % 7 % 3;
        weight[i] = i % 5 ? 1 : i % 2 ? 2 : 1. / 3;
        for (int j = 0; j < COLUMNS; j++) x[i + j * N] = i % 4 == 3 ? x[i - 1 + j * N] : ard_rng_normal(rng);
    }
    const ard_matrix all = ard_matrix_dense(N, COLUMNS, x, N);
    ard_matrix view = {0};
    assert_int_equal(ard_matrix_view(context, &all, N, NULL, FEATURES, features, &view), ARDOR_OK);
    const ard_targets target = {N, 3, label, weight, 0};
    assert_int_equal(ard_neighbours_machine(context, &view, &target, k, &machine), ARDOR_OK);
    memcpy(machine.feature, features, sizeof features);
    ard_matrix_free(context, &view);
    return machine;
}

static inline ardor_context *new_context(void)
{
    ardor_context *context = NULL;
    assert_int_equal(ardor_context_new(NULL, &context), ARDOR_OK);
    return context;
}

static inline void assert_ok(ardor_context *context, int rc)
{
    if (rc != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
}

static inline void assert_message(ardor_context *context, const char *part)
{
    if (!strstr(ardor_context_message(context), part)) fail_msg("'%s' is not in '%s'", part, ardor_context_message(context));
}

static inline double *predicted(ardor_context *context, const ard_machine *machine, const ard_matrix *x)
{
    double *prob = make_reals(x->n * machine->n_classes);
    for (int64_t i = 0; i < x->n * machine->n_classes; i++) prob[i] = NAN;
    assert_ok(context, ard_machine_predict(context, machine, x, prob));
    return prob;
}

/* ---- a document with the machine as its one member */

static inline int write_text(ardor_context *context, const ard_machine *m, char **text)
{
    ard_json json;
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '{');
    ard_machine_write(m, &json, "machine");
    ard_json_close(&json);
    return ard_json_finish(&json, text);
}

/* Of a document that has been parsed: its own memory does not fail. */
static inline int read_json(ardor_context *context, const json_t *document, const ard_machine_frame *frame, ard_machine *out)
{
    ard_node root = ard_node_root(context, "m.json", document), node;
    const int rc = ard_member_object(&root, "machine", &node);
    return rc != ARDOR_OK ? rc : ard_machine_read(frame, &node, out);
}

static inline int read_text(ardor_context *context, const char *text, const ard_machine_frame *frame, ard_machine *out)
{
    json_t *document = NULL;
    *out = (ard_machine){0};
    int rc = ard_json_parse(context, text, strlen(text), "m.json", &document);
    if (rc == ARDOR_OK) rc = read_json(context, document, frame, out);
    json_decref(document);
    return rc;
}

#endif
