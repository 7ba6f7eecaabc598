/* Rows left out by a step of Newton's method (jcfo, spr): against the same step made densely in extended precision, with second
 * derivatives by differences; against refits without the rows; and where the step does not hold. */
#include "context_fixture.h"

#include "problem.h"
#include "method/jcfo/jcfo.h"
#include "method/spr/spr.h"
#include "special/probit.h"

enum { MOST = 160, P = 4, MOST_VARIABLES = 80 };

typedef struct leave_case {
    const ard_method *method;
    const char *basis, *settings;
    bool weighted;
    int per_block; /* rows left out together */
} leave_case;

typedef struct leaving {
    leave_case c;
    int n;
    double x[MOST * P], weight[MOST], out[MOST];
    int32_t label[MOST];
    int64_t block[MOST];
    array_problem problem;
    ard_settings settings;
    void *work;
    ard_fit fit;
} leaving;

static void take_settings(const ard_method *method, const char *text, ard_settings *out)
{
    char copy[128], *rest = copy;
    snprintf(copy, sizeof copy, "%s", text);
    ard_settings_default(method, out);
    for (char *pair = strtok_r(copy, " ", &rest); pair; pair = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(pair, '=');
        *value = '\0';
        assert_int_equal(ard_settings_set(context, method, out, pair, value + 1), ARDOR_OK);
    }
}

/* Two features of four decide; noise 0 makes the rows separable by them. */
static void make_rows(leaving *l, int n, double noise)
{
    ard_rng rng;
    ard_rng_init(&rng, 11, 0, 0);
    l->n = n;
    for (int i = 0; i < n * P; i++) l->x[i] = ard_rng_normal(&rng);
    for (int i = 0; i < n; i++) {
        l->label[i] = l->x[i] + .7 * l->x[n + i] + noise * ard_rng_normal(&rng) + .2 > 0;
        l->weight[i] = .5 + ard_rng_uniform(&rng);
        l->block[i] = (i * 7 % n) / l->c.per_block; /* rows of a block are not neighbours */
    }
}

static void solve(leaving *l)
{
    ard_basis basis;
    assert_int_equal(ard_basis_parse(context, l->c.basis, &basis), ARDOR_OK);
    take_settings(l->c.method, l->c.settings, &l->settings);
    array_problem_set(&l->problem, l->n, P, l->x, l->label, l->c.weighted ? l->weight : NULL, basis);
    assert_int_equal(l->c.method->open(l->c.method, context, &l->problem.problem, &l->settings, &l->work), ARDOR_OK);
    const int rc = l->c.method->solve(l->work, &l->settings, NULL, &(ard_ask){0}, &l->fit);
    if (rc != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
    assert_int_equal(l->fit.stop, ARD_STOP_CONVERGED);
    assert_int_equal(l->c.method->leave_out(l->work, &l->fit, l->c.per_block > 1 ? l->block : NULL, l->out), ARDOR_OK);
}

static void close_leaving(leaving *l)
{
    l->c.method->close(l->work);
    ard_fit_free(context, &l->fit);
}

static double case_weight(const leaving *l, int i) { return l->c.weighted ? l->weight[i] : 1; }

/* ------------------------------------------------------------------ the step, densely */

/* The variables of a fit: bias (unless it is penalised and 0), weights of rows or features, live scales that are learnt. */
typedef struct dense {
    const leaving *l;
    const ard_function *function;
    const ard_machine *machine;
    bool identity, learnt, has_bias;
    int m, terms, scales;
    long double v[MOST_VARIABLES], jacobian[MOST * MOST_VARIABLES], f[MOST], g[MOST], curvature[MOST];
    long double h[MOST_VARIABLES * MOST_VARIABLES];
} dense;

static void take_variables(const leaving *l, dense *d)
{
    d->l = l;
    d->function = function_of(&l->fit);
    d->machine = &l->fit.machine;
    d->identity = d->function->basis.kind == ARD_IDENTITY;
    d->learnt = l->c.method == &ard_method_jcfo;
    d->terms = (int)d->function->n_terms;
    d->scales = d->learnt ? (int)d->machine->n_features : 0;
    d->has_bias = d->function->bias[0] != 0;
    d->m = 0;
    if (d->has_bias) d->v[d->m++] = d->function->bias[0];
    for (int j = 0; j < d->terms; j++) d->v[d->m++] = d->function->weight[j];
    for (int k = 0; k < d->scales; k++) d->v[d->m++] = d->function->scale[k];
}

static long double feature(const dense *d, int64_t row, int k) { return d->l->x[d->machine->feature[k] * d->l->n + row]; }

/* k(row, centre j), or its derivative in scale k. */
static long double kernel(const dense *d, const long double *v, int row, int j, int k)
{
    const ard_basis basis = d->function->basis;
    const bool rbf = basis.kind == ARD_RBF;
    long double s = 0, slope = 0;
    for (int t = 0; t < d->machine->n_features; t++) {
        const long double a = feature(d, row, t), b = feature(d, d->function->row[j], t);
        const long double theta = d->learnt ? v[d->has_bias + d->terms + t] : d->function->scale[t];
        const long double u = rbf ? -(a - b) * (a - b) : a * b;
        s += theta * u;
        if (t == k) slope = u;
    }
    if (rbf) return expl(s) * (k < 0 ? 1 : slope);
    if (basis.kind == ARD_LINEAR) return k < 0 ? s : slope;
    const int r = basis.degree;
    return k < 0 ? powl(1 + s, r) : r * powl(1 + s, r - 1) * slope;
}

static void differentiate(dense *d, const long double *v, long double *f, long double *jacobian)
{
    const int n = d->l->n;
    for (int i = 0; i < n; i++) {
        int c = 0;
        f[i] = d->has_bias ? v[0] : 0;
        if (d->has_bias) jacobian[c++ * n + i] = 1;
        for (int j = 0; j < d->terms; j++) {
            const long double column = d->identity ? feature(d, i, j) : kernel(d, v, i, j, -1);
            jacobian[c * n + i] = column;
            f[i] += v[c++] * column;
        }
        for (int k = 0; k < d->scales; k++, c++) {
            jacobian[c * n + i] = 0;
            for (int j = 0; j < d->terms; j++) jacobian[c * n + i] += v[d->has_bias + j] * kernel(d, v, i, j, k);
        }
    }
}

static long double residual(const dense *d, int i, long double f)
{
    const long double sign = d->l->label[i] ? 1 : -1, t = sign * f;
    return case_weight(d->l, i) * sign * expl(-t * t / 2) / sqrtl(2 * acosl(-1)) / (erfcl(-t / sqrtl(2)) / 2);
}

static void likelihood_gradient(dense *d, const long double *v, long double *out)
{
    static long double f[MOST], jacobian[MOST * MOST_VARIABLES];
    differentiate(d, v, f, jacobian);
    for (int c = 0; c < d->m; c++) {
        out[c] = 0;
        for (int i = 0; i < d->l->n; i++) out[c] += residual(d, i, f[i]) * jacobian[c * d->l->n + i];
    }
}

/* H by central differences of the gradient, W by such of the residual. */
static void make_model(const leaving *l, dense *d)
{
    const long double step = 1e-5L;
    long double up[MOST_VARIABLES], down[MOST_VARIABLES];
    take_variables(l, d);
    assert_in_range(d->m, 1, MOST_VARIABLES);
    differentiate(d, d->v, d->f, d->jacobian);
    for (int i = 0; i < l->n; i++) {
        d->g[i] = residual(d, i, d->f[i]);
        d->curvature[i] = (residual(d, i, d->f[i] - step) - residual(d, i, d->f[i] + step)) / (2 * step);
    }
    for (int c = 0; c < d->m; c++) {
        const long double at = d->v[c];
        d->v[c] = at + step;
        likelihood_gradient(d, d->v, up);
        d->v[c] = at - step;
        likelihood_gradient(d, d->v, down);
        d->v[c] = at;
        for (int r = 0; r < d->m; r++) d->h[c * d->m + r] = (down[r] - up[r]) / (2 * step);
    }
}

/* Gaussian elimination with pivots; b becomes the solution. */
static void eliminate(int n, long double *a, long double *b)
{
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int r = c + 1; r < n; r++)
            if (fabsl(a[c * n + r]) > fabsl(a[c * n + pivot])) pivot = r;
        for (int k = 0; k < n; k++) {
            const long double swap = a[k * n + c];
            a[k * n + c] = a[k * n + pivot];
            a[k * n + pivot] = swap;
        }
        const long double swap = b[c];
        b[c] = b[pivot];
        b[pivot] = swap;
        for (int r = 0; r < n; r++) {
            if (r == c) continue;
            const long double factor = a[c * n + r] / a[c * n + c];
            for (int k = c; k < n; k++) a[k * n + r] -= factor * a[k * n + c];
            b[r] -= factor * b[c];
        }
    }
    for (int c = 0; c < n; c++) b[c] /= a[c * n + c];
}

/* Q = A H^-1 A' of the rows that are gone, their number. */
static int say_of(const dense *d, const bool *gone, int *row, long double *q)
{
    static long double a[MOST_VARIABLES * MOST_VARIABLES], b[MOST_VARIABLES];
    int count = 0;
    for (int i = 0; i < d->l->n; i++)
        if (gone[i]) row[count++] = i;
    for (int s = 0; s < count; s++) {
        memcpy(a, d->h, sizeof a);
        for (int c = 0; c < d->m; c++) b[c] = d->jacobian[c * d->l->n + row[s]];
        eliminate(d->m, a, b);
        for (int r = 0; r < count; r++) {
            q[s * count + r] = 0;
            for (int c = 0; c < d->m; c++) q[s * count + r] += d->jacobian[c * d->l->n + row[r]] * b[c];
        }
    }
    return count;
}

/* Is 1 - W^1/2 Q W^1/2 at least .01 in every direction, so that no guard is needed? By a Cholesky factorisation. */
static bool is_plain(const dense *d, const bool *gone)
{
    long double s[MOST];
    int row[MOST];
    const int n = say_of(d, gone, row, s);
    for (int c = 0; c < n; c++)
        for (int r = 0; r < n; r++)
            s[c * n + r] = (r == c) * .99L - sqrtl(d->curvature[row[c]] * d->curvature[row[r]]) * s[c * n + r];
    for (int c = 0; c < n; c++) {
        if (!(s[c * n + c] > 0)) return false;
        for (int r = c + 1; r < n; r++)
            for (int k = c + 1; k <= r; k++) s[k * n + r] -= s[c * n + r] * s[c * n + k] / s[c * n + c];
    }
    return true;
}

static bool loses_centres(const dense *d) { return !d->identity && !ard_basis_bilinear(d->function->basis); }

/* The step without the rows of a block, whose centres' weights become 0: a bordered system. */
static void dense_step(const dense *d, const bool *gone, bool lose, double *out)
{
    enum { SIDE = 2 * MOST_VARIABLES };
    static long double a[SIDE * SIDE], b[SIDE];
    const int n = d->l->n, m = d->m;
    int lost[MOST_VARIABLES], n_lost = 0;
    for (int j = 0; j < d->terms && lose && loses_centres(d); j++)
        if (gone[d->function->row[j]]) lost[n_lost++] = d->has_bias + j;
    const int side = m + n_lost;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    for (int c = 0; c < m; c++)
        for (int r = 0; r < m; r++) a[c * side + r] = d->h[c * m + r];
    for (int i = 0; i < n; i++) {
        if (!gone[i]) continue;
        for (int c = 0; c < m; c++) {
            b[c] -= d->g[i] * d->jacobian[c * n + i];
            for (int r = 0; r < m; r++) a[c * side + r] -= d->curvature[i] * d->jacobian[c * n + i] * d->jacobian[r * n + i];
        }
    }
    for (int j = 0; j < n_lost; j++) {
        a[(m + j) * side + lost[j]] = a[lost[j] * side + m + j] = 1;
        b[m + j] = -d->v[lost[j]];
    }
    eliminate(side, a, b);
    for (int i = 0; i < n; i++) {
        if (!gone[i]) continue;
        long double f = d->f[i];
        for (int c = 0; c < m; c++) f += d->jacobian[c * n + i] * b[c];
        out[i] = (double)f;
    }
}

static void block_of(const leaving *l, int i, bool *gone)
{
    for (int r = 0; r < l->n; r++) gone[r] = l->c.per_block > 1 ? l->block[r] == l->block[i] : r == i;
}

static const leave_case cases[] = {
    {&ard_method_jcfo, "rbf", "lam1=1 lam2=1", false, 1},
    {&ard_method_jcfo, "rbf", "lam1=1 lam2=1", true, 1},
    {&ard_method_jcfo, "rbf", "lam1=.5 lam2=2 penalise_bias=0", true, 3},
    {&ard_method_jcfo, "poly:2", "lam1=2 lam2=1", false, 1},
    {&ard_method_jcfo, "poly:3", "lam1=5 lam2=5", true, 2},
    {&ard_method_jcfo, "linear", "lam1=2 lam2=2", false, 1},
    {&ard_method_jcfo, "poly:1", "lam1=2 lam2=2", true, 4},
    {&ard_method_spr, "identity", "lam1=4", false, 1},
    {&ard_method_spr, "identity", "lam1=1", true, 5},
    {&ard_method_spr, "identity", "lam1=24", false, 10}, /* all values are small: the range is from -1 to 1 */
    {&ard_method_spr, "identity", "lam1=1 penalise_bias=1", true, 1},
    {&ard_method_spr, "rbf", "lam1=1 scale=.1", false, 1},
    {&ard_method_spr, "rbf", "lam1=1 scale=.3", true, 6},
    {&ard_method_spr, "poly:2", "lam1=3 scale=.1", true, 1},
    {&ard_method_spr, "linear", "lam1=.5 scale=.2", true, 2},
};

static void name_case(const leave_case *c, char out[120])
{
    snprintf(out, 120, "%s %s %s%s, %d out", c->method->name, c->basis, c->settings, c->weighted ? ", weights" : "",
             c->per_block);
}

/* The values lie within the range of the fit's, and are clipped to it. */
static double clipped(const dense *d, double value)
{
    double low = -1, high = 1;
    for (int i = 0; i < d->l->n; i++) {
        low = fmin(low, (double)d->f[i]);
        high = fmax(high, (double)d->f[i]);
    }
    return fmin(fmax(value, low), high);
}

static void values_are_those_of_a_dense_step(void **state)
{
    static leaving l;
    static dense d;
    double want[MOST];
    bool gone[MOST];
    char name[120];
    (void)state;
    for (int k = 0; k < COUNT_OF(cases); k++) {
        name_case(cases + k, name);
        l = (leaving){.c = cases[k]};
        make_rows(&l, 60, .6);
        solve(&l);
        make_model(&l, &d);
        int moved = 0, lost = 0, plain = 0;
        for (int i = 0; i < l.n; i++) {
            block_of(&l, i, gone);
            if (!is_plain(&d, gone)) continue;
            plain++;
            dense_step(&d, gone, true, want);
            want[i] = clipped(&d, want[i]);
            moved += fabs(want[i] - (double)d.f[i]) > 1e-3;
            if (!(fabs(l.out[i] - want[i]) < 1e-5)) fail_msg("%s: row %d has %.12g, not %.12g", name, i, l.out[i], want[i]);
        }
        for (int j = 0; j < d.terms && loses_centres(&d); j++) lost++;
        assert_true(plain > l.n - 6 && moved > l.n / 2);
        assert_true(lost > 0 || !loses_centres(&d));
        close_leaving(&l);
    }
}

/* ------------------------------------------------------------------ refits */

/* The fit as one of the rows that are left, whose weights of rows that are gone are 0: where the refit begins. */
static void reduce_fit(const leaving *l, const ard_problem *problem, const bool *gone, ard_fit *out)
{
    const ard_function *f = function_of(&l->fit);
    int64_t row[MOST], terms = 0, at[MOST], left = 0;
    double weight[MOST];
    for (int i = 0; i < l->n; i++) at[i] = gone[i] ? -1 : left++;
    for (int j = 0; j < f->n_terms; j++) {
        if (f->row && at[f->row[j]] < 0) continue;
        row[terms] = f->row ? at[f->row[j]] : 0;
        weight[terms++] = f->weight[j];
    }
    const ard_function_parts parts = {.basis = f->basis,
                                      .link = f->link,
                                      .bias = f->bias[0],
                                      .n_features = l->fit.machine.n_features,
                                      .feature = l->fit.machine.feature,
                                      .weight = weight,
                                      .n_terms = terms,
                                      .scale = f->scale,
                                      .row = row,
                                      .x = problem->x};
    *out = ard_fit_empty();
    assert_int_equal(ard_function_of(context, &parts, &out->machine), ARDOR_OK);
}

/* f of the rows that are gone, by the fit to the others. */
static void refit_without(const leaving *l, const bool *gone, double *out)
{
    static double x[MOST * P], tested[MOST * P], weight[MOST], f[MOST];
    static int32_t label[MOST];
    array_problem problem;
    ard_settings settings = l->settings;
    ard_fit warm, fit = {0};
    int n = 0, count = 0;
    for (int i = 0; i < l->n; i++) n += !gone[i];
    for (int i = 0, a = 0, b = 0; i < l->n; i++) {
        for (int j = 0; j < P; j++) *(gone[i] ? tested + j * (l->n - n) + b : x + j * n + a) = l->x[j * l->n + i];
        label[a] = l->label[i];
        weight[a] = l->weight[i];
        gone[i] ? b++ : a++;
    }
    array_problem_set(&problem, n, P, x, label, l->c.weighted ? weight : NULL, l->problem.problem.basis);
    reduce_fit(l, &problem.problem, gone, &warm);
    assert_int_equal(fit_problem(context, l->c.method, &problem.problem, &settings, &warm, false, &fit), ARDOR_OK);
    assert_true(fmax(fit.certificate.weights, fit.certificate.scales) < 1e-4);
    assert_int_equal(latent_of(context, &fit, l->n - n, tested, f), ARDOR_OK);
    for (int i = 0; i < l->n; i++)
        if (gone[i]) out[i] = f[count++];
    ard_fit_free(context, &fit);
    ard_fit_free(context, &warm);
}

static bool loses_some(const leaving *l, const bool *gone)
{
    const ard_function *f = function_of(&l->fit);
    for (int j = 0; j < f->n_terms && f->row && !ard_basis_bilinear(f->basis); j++)
        if (gone[f->row[j]]) return true;
    return false;
}

typedef struct refit_case {
    leave_case c;
    double most;  /* of the change that leaving out rows makes where no centre goes: what the step misses of it (rms) */
    int most_off; /* rows whose side differs */
} refit_case;

/* Where no centre goes the step is nearly the refit. Where one does, a row beside it may take its place, which the step does not
 * see: rows change sides like those of the refit all the same. */
static void values_are_nearly_those_of_refits(void **state)
{
    static const refit_case cases_of_refits[] = {
        {{&ard_method_jcfo, "rbf", "lam1=4 lam2=4 tol=1e-7", false, 1}, .1, 0},
        {{&ard_method_jcfo, "rbf", "lam1=4 lam2=4 tol=1e-7", true, 2}, .15, 1},
        {{&ard_method_jcfo, "rbf", "lam1=1 lam2=1", false, 1}, .6, 2},
        {{&ard_method_jcfo, "linear", "lam1=6 lam2=6", false, 1}, .1, 0},
        {{&ard_method_jcfo, "linear", "lam1=6 lam2=6", true, 3}, .1, 0},
        {{&ard_method_spr, "identity", "lam1=15", false, 1}, .02, 0},
        {{&ard_method_spr, "identity", "lam1=15", true, 3}, .02, 0},
        {{&ard_method_spr, "rbf", "lam1=5 scale=.1", false, 1}, .02, 0},
        {{&ard_method_spr, "rbf", "lam1=1 scale=.1", true, 1}, .4, 2},
    };
    static leaving l;
    static double want[MOST];
    bool gone[MOST];
    char name[120];
    (void)state;
    for (int k = 0; k < COUNT_OF(cases_of_refits); k++) {
        const refit_case *c = cases_of_refits + k;
        name_case(&c->c, name);
        l = (leaving){.c = c->c};
        make_rows(&l, MOST, .6);
        solve(&l);
        double fitted[MOST], change = 0, error = 0;
        int off = 0;
        assert_int_equal(latent_of(context, &l.fit, l.n, l.x, fitted), ARDOR_OK);
        for (int i = 0; i < l.n; i++) {
            block_of(&l, i, gone);
            refit_without(&l, gone, want);
            off += (want[i] > 0) != (l.out[i] > 0);
            if (loses_some(&l, gone)) continue;
            change += pow(want[i] - fitted[i], 2);
            error += pow(l.out[i] - want[i], 2);
        }
        if (!(sqrt(error) <= c->most * sqrt(change)) || off > c->most_off)
            fail_msg("%s: %.4g of the change, %d rows on the other side", name, sqrt(error / change), off);
        close_leaving(&l);
    }
}

/* A row that stays a centre when it is left out is told by its own bump where it lies: with weak rates far more wrong than one
 * that is no centre any more. */
static void the_centre_goes_with_its_row(void **state)
{
    static const leave_case weak[] = {{&ard_method_jcfo, "rbf", "lam1=.3 lam2=1", false, 1},
                                      {&ard_method_spr, "rbf", "lam1=1 scale=.1", false, 1}};
    static leaving l;
    static dense d;
    static double want[MOST], stays[MOST];
    bool gone[MOST];
    (void)state;
    for (int k = 0; k < COUNT_OF(weak); k++) {
        double with = 0, without = 0;
        l = (leaving){.c = weak[k]};
        make_rows(&l, MOST, .6);
        solve(&l);
        make_model(&l, &d);
        for (int i = 0; i < l.n; i++) {
            block_of(&l, i, gone);
            if (!loses_some(&l, gone)) continue;
            refit_without(&l, gone, want);
            dense_step(&d, gone, false, stays);
            with += pow(l.out[i] - want[i], 2);
            without += pow(stays[i] - want[i], 2);
        }
        if (!(with < .5 * without)) fail_msg("%s: %g, without the loss %g", weak[k].basis, with, without);
        close_leaving(&l);
    }
}

/* ------------------------------------------------------------------ where the step does not hold */

/* Rows that are separated, nearly without penalty: rows have all the say about themselves. Every value is finite, and within the
 * range of the fit. */
static void separated_rows_stay_in_range(void **state)
{
    static const leave_case free_cases[] = {{&ard_method_jcfo, "rbf", "lam1=.01 lam2=.3", false, 1},
                                            {&ard_method_jcfo, "poly:3", "lam1=.01 lam2=.3", true, 3},
                                            {&ard_method_spr, "identity", "lam1=1e-4", false, 1},
                                            {&ard_method_spr, "rbf", "lam1=1e-3 scale=1", true, 7},
                                            {&ard_method_spr, "rbf", "lam1=1e-3 scale=1", false, 1}};
    static leaving l;
    (void)state;
    for (int k = 0; k < COUNT_OF(free_cases); k++) {
        double fitted[MOST], low = -1, high = 1;
        int moved = 0;
        l = (leaving){.c = free_cases[k]};
        make_rows(&l, 60, 0);
        solve(&l);
        assert_int_equal(latent_of(context, &l.fit, l.n, l.x, fitted), ARDOR_OK);
        for (int i = 0; i < l.n; i++) {
            low = fmin(low, fitted[i]);
            high = fmax(high, fitted[i]);
        }
        for (int i = 0; i < l.n; i++) {
            assert_true(l.out[i] >= low - 1e-9 * fabs(low) && l.out[i] <= high + 1e-9 * high);
            moved += fabs(l.out[i] - fitted[i]) > .1;
        }
        assert_true(moved > 0);
        close_leaving(&l);
    }
}

/* A block with 99 % or more of the say about itself counts as one with 99 %. Of a single feature x without a bias, with h the
 * second derivative in its weight and s = sum W x^2 / h over the block, f - x (sum g x) / h (1 + s / .01). */
static void the_say_of_a_row_has_a_limit(void **state)
{
    enum { N = 4 };
    static const double x[N] = {1, 1e-3, -1e-3, -400}, weight[N] = {1, 1.1, 1, 1}; /* the last one widens the range */
    static const int32_t label[N] = {1, 0, 1, 0};
    const ard_method *method = &ard_method_spr;
    array_problem problem;
    ard_settings settings;
    ard_fit fit = {0};
    void *work = NULL;
    double out[N], f[N];
    (void)state;
    take_settings(method, "lam1=.4 penalise_bias=1", &settings);
    array_problem_set(&problem, N, 1, x, label, weight, (ard_basis){ARD_IDENTITY, 0});
    assert_int_equal(method->open(method, context, &problem.problem, &settings, &work), ARDOR_OK);
    assert_int_equal(method->solve(work, &settings, NULL, &(ard_ask){0}, &fit), ARDOR_OK);
    assert_int_equal(method->leave_out(work, &fit, NULL, out), ARDOR_OK);
    assert_int_equal(latent_of(context, &fit, N, x, f), ARDOR_OK);
    assert_true(function_of(&fit)->bias[0] == 0 && fit.machine.n_features == 1);
    double h = 0, w[N];
    for (int i = 0; i < N; i++) {
        const double y = label[i] ? 1 : -1, mills = ard_mills(y * f[i]);
        w[i] = weight[i] * mills * (mills + y * f[i]);
        h += w[i] * x[i] * x[i];
    }
    for (int i = 1; i < 3; i++) assert_near(out[i], f[i], 1e-4, "a row that decides nothing");
    for (int rows = 1; rows <= 2; rows++) { /* that decide alone */
        static const int64_t block[N] = {0, 0, 1, 2};
        double pull = 0, say = 0;
        for (int i = 0; i < rows; i++) {
            pull += weight[i] * (label[i] ? 1 : -1) * ard_mills((label[i] ? 1 : -1) * f[i]) * x[i] / h;
            say += w[i] * x[i] * x[i] / h;
        }
        assert_true(1 - say < .01 / 2);
        if (rows == 2) assert_int_equal(method->leave_out(work, &fit, block, out), ARDOR_OK);
        assert_true(f[0] - pull * (1 + say / .01) > f[3]);
        for (int i = 0; i < rows; i++) assert_near(out[i], f[i] - x[i] * pull * (1 + say / .01), 1e-4, "a row that decides");
    }
    method->close(work);
    ard_fit_free(context, &fit);
}

/* ------------------------------------------------------------------ which fit */

/* The best of several starts is what rows are left out of, not the last one; asking twice gives the same. */
static void the_fit_that_was_returned_is_meant(void **state)
{
    static leaving l, one;
    static dense d;
    double want[MOST], again[MOST];
    bool gone[MOST];
    (void)state;
    for (int starts = 2; starts <= 6; starts++) {
        char settings[40];
        snprintf(settings, sizeof settings, "lam1=.1 lam2=2 starts=%d", starts);
        if (starts > 2) close_leaving(&l);
        l = (leaving){.c = {&ard_method_jcfo, "rbf", settings, false, 1}};
        make_rows(&l, 60, .6);
        solve(&l);
        make_model(&l, &d);
        for (int i = 0; i < l.n; i++) {
            block_of(&l, i, gone);
            if (!is_plain(&d, gone)) continue;
            dense_step(&d, gone, true, want);
            assert_near(l.out[i], clipped(&d, want[i]), 1e-4, "the best start");
        }
    }
    assert_true(l.fit.optima.n > 1);
    assert_int_equal(l.c.method->leave_out(l.work, &l.fit, NULL, again), ARDOR_OK);
    assert_memory_equal(again, l.out, (size_t)l.n * sizeof *again);
    /* blocks of one row are rows */
    one = l;
    for (int i = 0; i < l.n; i++) one.block[i] = l.n - 1 - i;
    assert_int_equal(l.c.method->leave_out(l.work, &l.fit, one.block, again), ARDOR_OK);
    assert_arrays_near(l.n, again, l.out, 1e-12, "blocks of one row");
    close_leaving(&l);
}

static void refuse(const char *basis, const char *text, int64_t n, const char *part)
{
    static double x[20 * P * 10];
    static int32_t label[20];
    array_problem problem;
    ard_settings settings;
    ard_basis of;
    void *work = NULL;
    ard_rng rng;
    ard_rng_init(&rng, 3, 0, 0);
    for (int i = 0; i < COUNT_OF(x); i++) x[i] = ard_rng_normal(&rng);
    for (int i = 0; i < n; i++) label[i] = x[i] > 0;
    take_settings(&ard_method_jcfo, text, &settings);
    assert_int_equal(ard_basis_parse(context, basis, &of), ARDOR_OK);
    array_problem_set(&problem, n, P * 10, x, label, NULL, of);
    assert_int_equal(ard_method_jcfo.open(&ard_method_jcfo, context, &problem.problem, &settings, &work), ARDOR_OK);
    const int rc = ard_method_jcfo.leave_out(work, NULL, NULL, NULL);
    assert_int_equal(rc, part ? ARDOR_USAGE : ARDOR_OK);
    if (part && !strstr(ardor_context_message(context), part)) fail_msg("'%s'", ardor_context_message(context));
    ard_method_jcfo.close(work);
}

static void screens_and_em_are_refused(void **state)
{
    (void)state;
    refuse("rbf", "solver=em screen=none", 20, "solver=direct");
    refuse("rbf", "screen=open", 20, "screen=open");
    refuse("linear", "screen=restrict", 20, "screen=restrict");
    refuse("linear", "", 7, "p > 5 n"); /* auto is restrict */
    refuse("linear", "", 20, NULL);
    refuse("linear", "screen=none", 7, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_a_dense_step), cmocka_unit_test(values_are_nearly_those_of_refits),
        cmocka_unit_test(the_centre_goes_with_its_row),     cmocka_unit_test(separated_rows_stay_in_range),
        cmocka_unit_test(the_say_of_a_row_has_a_limit),     cmocka_unit_test(the_fit_that_was_returned_is_meant),
        cmocka_unit_test(screens_and_em_are_refused)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
