/* Designs for tests of expectation propagation, and EP on them in either form. Rows are signed, x_i = t_i phi(x_i), so that every
 * target is the positive class. */
#ifndef EP_FIXTURE_H
#define EP_FIXTURE_H

#include "problem_fixture.h"
#include "numeric.h"

#include "basis/kernel.h"
#include "link/link.h"
#include "solver/sites/relevance_inside.h"

#define TIGHT 1e-11

typedef struct design {
    int64_t n, d;
    double *columns;
} design; /* signed */

static inline design random_design(uint64_t seed, int64_t n, int64_t d, double separation)
{
    design q = {n, d, make_reals(n * d)};
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    for (int64_t i = 0; i < n; i++) {
        double sign = i % 2 ? 1 : -1;
        for (int64_t j = 0; j < d; j++)
            q.columns[i + j * n] = j == 0 ? sign : sign * ard_rng_normal(&rng) + (j < 3 ? separation : 0);
    }
    return q;
}

/* n rows of the positive class. */
static inline ard_targets positive(int64_t n)
{
    static int32_t label[2048];
    assert_true(n <= COUNT_OF(label));
    for (int64_t i = 0; i < n; i++) label[i] = 1;
    return (ard_targets){.n = n, .n_classes = 2, .label = label, .weight_sum = (double)n};
}

static inline const ard_link *link_of(bool laplace) { return laplace ? &ard_link_logit : NULL; }

static inline void open_sites(ardor_context *context, int64_t n, int64_t room, bool laplace, ard_sites *out)
{
    const ard_targets target = positive(n);
    assert_int_equal(ard_sites_open(context, &target, room, link_of(laplace), NULL, out), ARDOR_OK);
}

static inline ard_relevance *open_search(ardor_context *context, const design *q, bool laplace)
{
    const ard_targets target = positive(q->n);
    ard_relevance *search = NULL;
    assert_int_equal(ard_relevance_open(context, &target, q->d, q->columns, link_of(laplace), &search), ARDOR_OK);
    return search;
}

/* Both forms of a design with the precisions alpha. */
static inline bool run_sweeps(const design *q, const double *alpha, bool dual, double tol, int64_t sweeps, ard_sites *s)
{
    const int64_t n = q->n, d = q->d;
    double *kernel = make_reals(n * n);
    for (int64_t j = 0; j < d; j++)
        for (int64_t i = 0; i < n; i++)
            for (int64_t k = 0; k < n; k++) kernel[i + k * n] += q->columns[i + j * n] * q->columns[k + j * n] / alpha[j];
    const ard_prior prior = dual ? (ard_prior){.kernel = kernel} : (ard_prior){.m = d, .columns = q->columns, .alpha = alpha};
    const int rc = s->link ? ard_laplace_run(s, &prior, tol, 200) : ard_ep_run(s, &prior, tol, sweeps);
    assert_int_equal(rc, ARDOR_OK);
    free(kernel);
    return isfinite(s->log_evidence);
}

static inline bool run(const design *q, const double *alpha, bool dual, double tol, ard_sites *s)
{
    return run_sweeps(q, alpha, dual, tol, 1000, s);
}

static inline double *same(int64_t d, double value)
{
    double *a = make_reals(d);
    for (int64_t j = 0; j < d; j++) a[j] = value;
    return a;
}

/* The constant, then the features or kernel columns, signed. */
static inline design golden_design(ardor_context *context, const problem_data *d, const char *basis, double sigma)
{
    const int64_t n = d->train.x.n, p = d->train.x.p;
    const bool identity = strcmp(basis, "identity") == 0;
    design q = {n, 1 + (identity ? p : n), NULL};
    q.columns = make_reals(n * q.d);
    for (int64_t i = 0; i < n; i++) q.columns[i] = 1;
    if (identity) {
        memcpy(q.columns + n, d->x, (size_t)(n * p) * sizeof *q.columns);
    } else {
        ard_kernel *kernel = NULL;
        int64_t *all = make_array(ard_max64(n, p), sizeof *all);
        double *theta = same(p, 0.5 / (sigma * sigma));
        for (int64_t i = 0; i < ard_max64(n, p); i++) all[i] = i;
        assert_int_equal(ard_kernel_open(context, (ard_basis){ARD_RBF, 0}, &d->train.x, NULL, &kernel), ARDOR_OK);
        ard_kernel_set(kernel, (ard_list){p, all, theta});
        ard_kernel_columns(kernel, n, all, 0, q.columns + n);
        ard_kernel_close(context, kernel);
        free(theta);
        free(all);
    }
    for (int64_t j = 0; j < q.d; j++)
        for (int64_t i = 0; i < n; i++) q.columns[i + j * n] *= d->sign[i];
    return q;
}
/* ------------------------------------------------------------------ the search */

static inline ard_relevance_options greedy(void)
{
    return (ard_relevance_options){.order = ARD_ORDER_GREEDY,
                                   .start = ARD_START_BEST,
                                   .alpha0 = 1,
                                   .prune_at = INFINITY,
                                   .start_fraction = .1,
                                   .gain_tol = 1e-6,
                                   .starts = 1,
                                   .seed = 1,
                                   .tol = 1e-4};
}

/* The whole search, which has to end; one of one start never loses evidence. */
static inline ard_iteration search_on(ard_relevance *search, int64_t d, const ard_relevance_options *options)
{
    ard_iteration now = {0};
    bool *usable = make_array(d, sizeof *usable);
    double before = -INFINITY;
    for (int64_t j = 0; j < d; j++) usable[j] = true;
    ard_relevance_begin(search, options, usable);
    for (int i = 0; i < 20000 && now.stop == ARD_STOP_NONE; i++) {
        assert_int_equal(ard_relevance_step(search, &now), ARDOR_OK);
        if (options->starts == 1) assert_true(now.objective >= before);
        before = now.objective;
    }
    assert_int_equal(now.stop, ARD_STOP_CONVERGED);
    assert_int_equal(ard_relevance_restore(search, 1e-8), ARDOR_OK);
    free(usable);
    return now;
}

/* ------------------------------------------------------------------ a search in noise */

typedef struct held {
    size_t now, most;
} held;

/* An allocator that knows how many bytes are held; each block begins with its size. */
static inline void *held_resize(void *user, void *pointer, size_t bytes)
{
    enum { HEADER = 64 };
    held *h = user;
    char *block = pointer ? (char *)pointer - HEADER : NULL;
    const size_t before = block ? *(size_t *)block : 0;
    char *out = NULL;
    if (bytes == 0)
        free(block);
    else if ((out = realloc(block, HEADER + bytes)))
        *(size_t *)out = bytes;
    h->now += bytes - before;
    h->most = h->now > h->most ? h->now : h->most;
    return out ? out + HEADER : NULL;
}

/* 20 rows of noise in d columns: some few separate the classes. Beside the columns the search holds some 110 bytes for each. */
static inline void noise_is_searched(int64_t d, ard_relevance_start start, ard_relevance_order order, double fraction)
{
    enum { N = 20 };
    held memory = {0};
    ardor_context_config config = {.size = sizeof config, .resize = held_resize, .user = &memory};
    ardor_context *context = NULL;
    ard_relevance *search = NULL;
    ard_relevance_options options = greedy();
    design q = random_design(5, N, d, 0);
    options.start = start;
    options.order = order;
    options.start_fraction = fraction;
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
    search = open_search(context, &q, false);
    search_on(search, d, &options);
    assert_true(ard_relevance_sites(search)->log_evidence > -2.5);
    assert_true(memory.most < 110 * (size_t)d + (1 << 20));
    ard_relevance_close(context, search);
    ardor_context_free(context);
    free(q.columns);
}
#endif
