/* Gaussian classes with one covariance, which a ridge may make regular: README.md in this folder. All rows are wanted at once. */
#include "method/lda/lda.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/remark.h"
#include "linalg/blas.h"

static const double AUTO_RIDGE = .1, FLAT_RIDGE = 1, LEAST_RIDGE = 1e-6;
static const double SINGULAR = 1e-8;         /* of a variance: what of it is left by the features before, or within the classes */
static const double LEAST_VARIANCE = 1e-280; /* of which a share of 1e-8 is a number with all its digits */
static const double FLAT = 1e-16;            /* of all variance: so little within the classes is rounding */
static const double RIDGES[] = {10, 3, 1, .3, .1, .03, .01, .001, .0001};

static const ard_setting settings[LDA_N_SETTINGS] = {
    [LDA_RIDGE] = ARD_REAL("ridge", NAN, 0, 1e6, "mean variances",
                           "what is added to every variance within the classes, as a share of their mean; auto: 0 where the "
                           "covariance is regular and there are fewer features than rows less classes, else 0.1; tuned with "
                           "--tune"),
    [LDA_COVARIANCE] = ARD_CHOICE("covariance", LDA_POOLED, "pooled|diagonal",
                                  "within the classes: pooled: that of all of them; diagonal: its variances alone, as if the "
                                  "features were independent of each other"),
};

/* The covariance is rows'rows. Where there are fewer rows than features, rows rows' takes its place, and nothing has the size
 * p x p. */
typedef struct lda_work {
    ARD_WORK;
    int64_t n, p;
    int n_right;              /* columns of `right`: 1 of two classes */
    double degrees;           /* the divisor of the covariance: the sum of the weights less one for each class that has rows */
    double *centre;           /* p: the mean of all rows */
    double *mean;             /* p x n_classes: of the classes, from there; 0 of a class without rows */
    double *right;            /* p x n_right: the differences of means that the inverse covariance is applied to */
    double *rows;             /* n x p: each less the mean of its class, times the root of its weight over `degrees` */
    double *variance, *total; /* p: within the classes; of all rows */
    double unit;              /* what a ridge of 1 adds: the mean variance within the classes; where that is 0, of all rows */
    bool flat;                /* it is 0 */
    bool dual;                /* there are fewer rows than features */
    int64_t m;                /* the order of cross */
    double *cross;            /* of pooled: m x m, lower triangle: rows'rows, or rows rows' */
    double *factor, *scale;   /* m x m: the Cholesky factor of cross with a ridge, at unit diagonal; m: what makes it so */
    double *weight, *inner;   /* p x n_right: the solution; n x n_right */
} lda_work;

static void lda_close(void *work)
{
    lda_work *w = work;
    if (!w) return;
    ard_free(w->context, w->inner);
    ard_free(w->context, w->weight);
    ard_free(w->context, w->scale);
    ard_free(w->context, w->factor);
    ard_free(w->context, w->cross);
    ard_free(w->context, w->total);
    ard_free(w->context, w->variance);
    ard_free(w->context, w->rows);
    ard_free(w->context, w->right);
    ard_free(w->context, w->mean);
    ard_free(w->context, w->centre);
    ard_free(w->context, w);
}

/* ------------------------------------------------------------------ means and covariance */

/* The column becomes its values less their mean; then less the means of the classes, each by the root of its weight. */
static void take_column(lda_work *w, const double *class_weight, int64_t j, double *largest)
{
    const ard_targets *t = &w->problem->target;
    double *x = w->rows + j * w->n, sum = 0;
    for (int64_t i = 0; i < w->n; i++) sum += ard_target_weight(t, i) * x[i];
    w->centre[j] = sum / t->weight_sum;
    for (int64_t i = 0; i < w->n; i++) {
        const double c = ard_target_weight(t, i);
        x[i] -= w->centre[j];
        *largest = fmax(*largest, fabs(x[i]));
        w->total[j] += c * x[i] * x[i] / t->weight_sum;
        w->mean[j + t->label[i] * w->p] += c * x[i];
    }
    for (int c = 0; c < t->n_classes; c++)
        w->mean[j + c * w->p] = class_weight[c] > 0 ? w->mean[j + c * w->p] / class_weight[c] : 0;
    for (int64_t i = 0; i < w->n; i++) {
        x[i] = (x[i] - w->mean[j + t->label[i] * w->p]) * sqrt(ard_target_weight(t, i) / w->degrees);
        w->variance[j] += x[i] * x[i];
    }
}

/* Weights are counts: a table whose weights sum up to hardly more than its classes still has the degree of a mean row. */
static int take_rows(lda_work *w)
{
    int rc = ARDOR_OK;
    const ard_targets *t = &w->problem->target;
    double *class_weight = NULL, within = 0, total = 0, largest = 0;
    int n_means = 0;
    NEW(w->context, class_weight, t->n_classes);
    for (int64_t i = 0; i < w->n; i++) class_weight[t->label[i]] += ard_target_weight(t, i);
    for (int c = 0; c < t->n_classes; c++) n_means += class_weight[c] > 0;
    w->degrees = fmax(t->weight_sum - n_means, t->weight_sum / (double)w->n);
    ard_matrix_gather(w->problem->x, 0, w->n, w->p, NULL, w->rows, w->n);
    for (int64_t j = 0; j < w->p; j++) {
        take_column(w, class_weight, j, &largest);
        within += w->variance[j];
        total += w->total[j];
    }
    w->flat = within <= FLAT * total;
    w->unit = (w->flat ? total : within) / (double)ard_max64(w->p, 1);
    REQUIRE(w->context, isfinite(total) && (largest == 0 || w->unit > LEAST_VARIANCE), ARDOR_NUMERIC,
            "the squares of the features are beyond the range of numbers: standardise the features (--standardise train)");
    if (w->n_right == 1)
        for (int64_t j = 0; j < w->p; j++) w->right[j] = w->mean[j + w->p] - w->mean[j];
    else
        memcpy(w->right, w->mean, (size_t)(w->p * w->n_right) * sizeof *w->right);
done:
    ard_free(w->context, class_weight);
    return rc;
}

static int lda_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    void **work)
{
    int rc = ARDOR_OK;
    lda_work *w = NULL;
    const int k = problem->target.n_classes;
    *work = NULL;
    NEW(context, w, 1);
    *w = (lda_work){.n = problem->x->n, .p = problem->x->p, .n_right = k == 2 ? 1 : k};
    w->context = context;
    w->method = self;
    w->problem = problem;
    NEW(context, w->centre, w->p);
    NEW(context, w->mean, w->p * k);
    NEW(context, w->right, w->p * w->n_right);
    NEW(context, w->rows, w->n * w->p);
    NEW(context, w->variance, w->p);
    NEW(context, w->total, w->p);
    NEW(context, w->weight, w->p * w->n_right);
    NEW(context, w->inner, w->n * w->n_right);
    TRY(take_rows(w));
    if (values->value[LDA_COVARIANCE] == LDA_POOLED) {
        w->dual = w->p > w->n;
        w->m = w->dual ? w->n : w->p;
        NEW(context, w->cross, w->m * w->m);
        NEW(context, w->factor, w->m * w->m);
        NEW(context, w->scale, w->m);
        ard_syrk(w->dual ? 'N' : 'T', w->m, w->dual ? w->p : w->n, 1, w->rows, w->n, 0, w->cross, w->m);
    }
    *work = w;
    w = NULL;
done:
    lda_close(w);
    return rc;
}

/* ------------------------------------------------------------------ the inverse covariance times the differences of means */

/* cross + added I, of unit diagonal: whether it is regular then depends on no unit. */
static bool factorise(lda_work *w, double added)
{
    const int64_t m = w->m;
    for (int64_t j = 0; j < m; j++) {
        const double diagonal = w->cross[j + j * m] + added;
        if (!(diagonal > 0) || !isfinite(diagonal)) return false;
        w->scale[j] = 1 / sqrt(diagonal);
    }
    for (int64_t j = 0; j < m; j++) {
        w->factor[j + j * m] = 1;
        for (int64_t i = j + 1; i < m; i++) w->factor[i + j * m] = w->scale[i] * w->cross[i + j * m] * w->scale[j];
    }
    return ard_cholesky(m, w->factor, m) == 0;
}

/* m x n_right, in place. */
static void solve_factor(const lda_work *w, double *b)
{
    for (int c = 0; c < w->n_right; c++)
        for (int64_t j = 0; j < w->m; j++) b[j + c * w->m] *= w->scale[j];
    ard_cholesky_solve(w->m, w->n_right, w->factor, w->m, b, w->m);
    for (int c = 0; c < w->n_right; c++)
        for (int64_t j = 0; j < w->m; j++) b[j + c * w->m] *= w->scale[j];
}

/* Is the covariance regular as it is? Every feature varies within the classes, and not only as those before it do. Of pooled its
 * factor is then there. */
static bool is_regular(lda_work *w)
{
    for (int64_t j = 0; j < w->p; j++)
        if (!(w->variance[j] > SINGULAR * w->total[j])) return false;
    if (!w->cross) return true;
    if (w->dual || !factorise(w, 0)) return false;
    for (int64_t j = 0; j < w->m; j++)
        if (!(w->factor[j + j * w->m] * w->factor[j + j * w->m] > SINGULAR)) return false;
    return true;
}

/* Woodbury's identity: (rows'rows + r I)^-1 b = (b - rows'(rows rows' + r I)^-1 rows b)/r. */
static void solve_dual(lda_work *w, double added)
{
    const int64_t n = w->n, p = w->p;
    ard_gemm('N', 'N', n, w->n_right, p, 1, w->rows, n, w->right, p, 0, w->inner, n);
    solve_factor(w, w->inner);
    memcpy(w->weight, w->right, (size_t)(p * w->n_right) * sizeof *w->weight);
    ard_gemm('T', 'N', p, w->n_right, n, -1 / added, w->rows, n, w->inner, n, 1 / added, w->weight, p);
}

static int solve_pooled(lda_work *w, double added)
{
    int rc = ARDOR_OK;
    REQUIRE(w->context, factorise(w, added), ARDOR_NUMERIC,
            "the covariance within the classes has no factor with this ridge: take a larger one, or leave it to auto");
    if (w->dual) {
        solve_dual(w, added);
    } else {
        memcpy(w->weight, w->right, (size_t)(w->p * w->n_right) * sizeof *w->weight);
        solve_factor(w, w->weight);
    }
done:
    return rc;
}

static int solve_weights(lda_work *w, double added)
{
    int rc = ARDOR_OK;
    if (!(w->unit != 0)) return ARDOR_OK; /* no features, or rows that are all alike: the weights are 0 */
    if (w->cross)
        TRY(solve_pooled(w, added));
    else
        for (int64_t k = 0; k < w->p * w->n_right; k++) w->weight[k] = w->right[k] / (w->variance[k % w->p] + added);
    for (int64_t k = 0; k < w->p * w->n_right; k++)
        REQUIRE(w->context, isfinite(w->weight[k]), ARDOR_NUMERIC,
                "feature %lld of %lld has no finite weight: standardise the features (--standardise train)",
                (long long)(k % w->p) + 1, (long long)w->p);
done:
    return rc;
}

/* ------------------------------------------------------------------ the method */

/* The ridge that is taken. One of 0 has no solution where the covariance is singular. */
static double find_ridge(lda_work *w, double asked)
{
    const bool fewer = !w->cross || (double)w->p < w->degrees;
    if (asked > 0 || w->p == 0) return isnan(asked) ? 0 : asked;
    if (asked == 0) {
        if (is_regular(w)) return 0;
        ard_warn(
            w->context, ARD_WARN_SINGULAR,
            "the covariance within the classes is singular, so that ridge=0 has no solution: ridge=%g was taken; leave ridge "
            "to auto, tune it, or remove features that others determine",
            LEAST_RIDGE);
        return LEAST_RIDGE;
    }
    return w->flat ? FLAT_RIDGE : fewer && is_regular(w) ? 0 : AUTO_RIDGE;
}

/* A feature whose weights are all 0 is left out. Of features x less the centre the constant of class c is half of mean'weight. */
static int make_machine(lda_work *w, ard_machine *out)
{
    int rc = ARDOR_OK;
    const int k = w->problem->target.n_classes;
    const ard_link *link = k == 2 ? &ard_link_logit : &ard_link_softmax;
    ard_function_parts parts = {.basis = w->problem->basis, .link = link, .n_classes = k, .x = w->problem->x};
    int64_t *feature = NULL, n = 0;
    double *bias = NULL, *weight = NULL;
    NEW(w->context, feature, w->p);
    NEW(w->context, bias, w->n_right);
    NEW(w->context, weight, w->p * w->n_right);
    TRY(ard_link_null_bias(w->context, link, &w->problem->target, bias));
    for (int64_t j = 0; j < w->p; j++) {
        bool any = false;
        for (int c = 0; c < w->n_right; c++) {
            const double one = w->weight[j + c * w->p];
            const double middle = k == 2 ? w->mean[j] + w->mean[j + w->p] : w->mean[j + c * w->p];
            any = any || one != 0;
            bias[c] -= one * (w->centre[j] + middle / 2);
        }
        if (any) feature[n++] = j;
    }
    for (int c = 0; c < w->n_right; c++)
        for (int64_t j = 0; j < n; j++) weight[j + c * n] = w->weight[feature[j] + c * w->p];
    parts.biases = bias;
    parts.n_features = n;
    parts.feature = feature;
    parts.weight = weight;
    TRY(ard_function_of(w->context, &parts, out));
done:
    ard_free(w->context, weight);
    ard_free(w->context, bias);
    ard_free(w->context, feature);
    return rc;
}

static int lda_solve(void *work, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    lda_work *w = work;
    const double ridge = find_ridge(w, candidate->value[LDA_RIDGE]);
    (void)warm, (void)ask;
    *out = ard_fit_empty();
    TRY(solve_weights(w, ridge * w->unit));
    TRY(make_machine(w, &out->machine));
    out->null_model = out->machine.n_features == 0;
    out->stop = out->null_model ? ARD_STOP_NULL_MODEL : ARD_STOP_CONVERGED;
    out->used[LDA_RIDGE] = ridge;
    out->used[LDA_COVARIANCE] = candidate->value[LDA_COVARIANCE];
    out->extra[LDA_ADDED_VARIANCE] = ridge * w->unit;
done:
    return rc;
}

/* Of a covariance that was not taken as it is. */
static bool lda_fact(const ard_fit *fit, ard_fact *out)
{
    const double added = fit->extra[LDA_ADDED_VARIANCE];
    if (!isfinite(added) || added == 0) return false;
    *out = (ard_fact){.title = "Ridge"};
    snprintf(out->text, sizeof out->text, "%.4g: %.4g is added to every variance within the classes", fit->used[LDA_RIDGE],
             added);
    return true;
}

static int lda_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                    bool fine, ard_grid *out)
{
    const ard_axis axis = {LDA_RIDGE, sizeof RIDGES / sizeof *RIDGES, RIDGES, 1};
    (void)self, (void)problem, (void)fine;
    return ard_product_grid(context, values, 1, &axis, out);
}

static const char *const extras[] = {[LDA_ADDED_VARIANCE] = "added_variance", [LDA_N_EXTRAS] = NULL};

const ard_method ard_method_lda = {
    .name = "lda",
    .title = "Linear discriminant analysis (shrunken where there are few rows)",
    .reference = "Fisher, Annals of Eugenics 7, 1936; Rao, JRSS B 10, 1948; Dudoit, Fridlyand, Speed, JASA 97, 2002",
    .can = ARD_CAN_IDENTITY | ARD_CAN_WEIGHTS | ARD_CAN_MANY_CLASSES,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = LDA_N_SETTINGS,
    .extra = extras,
    .fact = lda_fact,
    .weaken = -1,
    .max_iter = -1,
    .grid = lda_grid,
    .open = lda_open,
    .solve = lda_solve,
    .close = lda_close,
};
