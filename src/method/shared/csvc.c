/* What LIBSVM is given, and what it gives. */
#include "method/shared/csvc.h"

#include <float.h>
#include <libsvm/svm.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "basis/kernel.h"

enum { PAIRS_ROWS = 2000, BLOCK = 64 };
/* Of memory that LIBSVM takes without asking. */
enum { CACHE_BYTES = 100 << 20, ROW_BYTES = 256, CALL_BYTES = 4096, HEAD_BYTES = 40 };

struct ard_csvc {
    ardor_context *context;
    const ard_problem *problem;
    ard_basis basis; /* linear for the identity */
    bool pairs;
    double theta;                   /* NaN: not set */
    double largest;                 /* with theta: the kernel of a row with itself */
    double weight[2];               /* of the classes */
    ard_kernel *kernel;             /* pairs only */
    struct svm_node *node, **start; /* of all the rows, and where each begins */
    struct svm_node **chosen;       /* of those that are trained on */
    double *sign;                   /* theirs */
};

/* What LIBSVM would print is listened to: at its end it says how many iterations it took. */
static _Thread_local double heard;
static void listen(const char *text)
{
    static const char before[] = "#iter = ";
    const char *at = strstr(text, before);
    if (at) heard = strtod(at + strlen(before), NULL);
}
static void silence(void) { svm_set_print_string_function(listen); }

/* ------------------------------------------------------------------ rows */

/* The weight of each class. */
static int take_weights(ardor_context *context, const ard_method *method, const ard_targets *t, double weight[2])
{
    int rc = ARDOR_OK;
    bool seen[2] = {false, false};
    weight[0] = weight[1] = 1;
    for (int64_t i = 0; t->weight && i < t->n; i++) {
        const int c = t->label[i];
        REQUIRE(context, !seen[c] || t->weight[i] == weight[c], ARDOR_USAGE,
                "method '%s' cannot take case weights that differ within a class: LIBSVM has one C for each class; svm-l1 can",
                method->name);
        weight[c] = t->weight[i];
        seen[c] = true;
    }
done:
    return rc;
}

/* Pairs take n^2 nodes, features n p; up to so many rows pairs are no great matter, and quicker. */
static bool takes_pairs(ard_csvc_form form, int64_t n, int64_t p)
{
    return form == ARD_CSVC_AUTO ? n <= ard_max64(PAIRS_ROWS, p) : form == ARD_CSVC_PAIRS;
}

void ard_csvc_close(ard_csvc *c)
{
    if (!c) return;
    ard_free(c->context, c->sign);
    ard_free(c->context, c->chosen);
    ard_free(c->context, c->start);
    ard_free(c->context, c->node);
    ard_kernel_close(c->context, c->kernel);
    ard_free(c->context, c);
}

int ard_csvc_open(ardor_context *context, const ard_method *method, const ard_problem *problem, ard_csvc_form form,
                  ard_csvc **out)
{
    int rc = ARDOR_OK;
    const int64_t n = problem->x->n, p = problem->x->p;
    int64_t nodes = 0;
    ard_csvc *c = NULL;
    *out = NULL;
    NEW(context, c, 1);
    c->context = context;
    c->problem = problem;
    c->basis = problem->basis.kind == ARD_IDENTITY ? (ard_basis){ARD_LINEAR, 0} : problem->basis;
    c->pairs = takes_pairs(form, n, p);
    c->theta = NAN;
    TRY(take_weights(context, method, &problem->target, c->weight));
    REQUIRE(context, ard_mul_ok(n, (c->pairs ? n : p) + 1, &nodes), ARDOR_MEMORY, "%lld rows are too many for LIBSVM",
            (long long)n);
    NEW(context, c->node, nodes);
    NEW(context, c->start, n);
    NEW(context, c->chosen, n);
    NEW(context, c->sign, n);
    if (c->pairs) TRY(ard_kernel_open_values(context, c->basis, problem->x, NULL, &c->kernel));
    *out = c;
    c = NULL;
done:
    ard_csvc_close(c);
    return rc;
}

static struct svm_node *pair_at(const ard_csvc *c, int64_t i, int64_t j) { return c->node + i * (c->problem->x->n + 1) + 1 + j; }

/* LIBSVM's form of a kernel that it is given: a row has its number, from 1, and then its values with all rows. What comes out of
 * the product of two blocks may differ in the last bit from that of the same two the other way round: one of them counts. */
static int fill_pairs(ard_csvc *c)
{
    int rc = ARDOR_OK;
    const int64_t n = c->problem->x->n;
    double *value = NULL;
    int64_t centre[BLOCK];
    NEW(c->context, value, n * ard_min64(n, BLOCK));
    for (int64_t i = 0; i < n; i++) {
        c->start[i] = pair_at(c, i, -1);
        *c->start[i] = (struct svm_node){0, (double)(i + 1)};
    }
    for (int64_t first = 0; first < n; first += BLOCK) {
        const int64_t m = ard_min64(BLOCK, n - first);
        for (int64_t t = 0; t < m; t++) centre[t] = first + t;
        ard_kernel_columns(c->kernel, m, centre, 0, value);
        for (int64_t t = 0; t < m; t++)
            for (int64_t i = first + t; i < n; i++) {
                *pair_at(c, i, first + t) = (struct svm_node){(int)(first + t + 1), value[i + t * n]};
                *pair_at(c, first + t, i) = (struct svm_node){(int)(i + 1), value[i + t * n]};
            }
    }
done:
    ard_free(c->context, value);
    return rc;
}

/* Its form of rows: the features that are not 0, each with the square root of its scale, and an end. `some`: those that have a
 * scale, instead of theta for all. */
static int fill_features(ard_csvc *c, double theta, const ard_list *some)
{
    int rc = ARDOR_OK;
    const int64_t n = c->problem->x->n, p = c->problem->x->p, m = some ? some->n : p;
    double *value = NULL, *root = NULL;
    NEW(c->context, value, m * ard_min64(n, BLOCK));
    NEW(c->context, root, m);
    for (int64_t k = 0; k < m; k++) root[k] = sqrt(some ? some->value[k] : theta);
    for (int64_t first = 0; first < n; first += BLOCK) {
        const int64_t rows = ard_min64(BLOCK, n - first);
        ard_matrix_gather(c->problem->x, first, rows, m, some ? some->index : NULL, value, rows);
        for (int64_t t = 0; t < rows; t++) {
            struct svm_node *next = c->start[first + t] = c->node + (first + t) * (p + 1);
            for (int64_t k = 0; k < m; k++) {
                const int column = (int)(some ? some->index[k] : k);
                if (value[t + k * rows] != 0) *next++ = (struct svm_node){column + 1, root[k] * value[t + k * rows]};
            }
            *next = (struct svm_node){-1, 0};
        }
    }
done:
    ard_free(c->context, root);
    ard_free(c->context, value);
    return rc;
}

/* The largest values of a kernel are those of rows with themselves; of rbf the squares that it has must be finite. */
static double self(const ard_csvc *c, int64_t i)
{
    double sum = 0;
    if (c->pairs) return pair_at(c, i, i)->value;
    for (const struct svm_node *at = c->start[i]; at->index >= 0; at++) sum += at->value * at->value;
    return c->basis.kind == ARD_POLY ? pow(1 + sum, c->basis.degree) : sum;
}

static int check_values(ard_csvc *c)
{
    int rc = ARDOR_OK;
    const char *or_scale = c->problem->basis.kind == ARD_IDENTITY ? "" : " or take a smaller scale";
    c->largest = 0;
    for (int64_t i = 0; i < c->problem->x->n; i++) {
        const double size = fabs(self(c, i));
        REQUIRE(c->context, size < FLT_MAX, ARDOR_NUMERIC,
                "the kernel is beyond the single precision of LIBSVM; standardise the features (--standardise train)%s",
                or_scale);
        c->largest = fmax(c->largest, size);
    }
    if (c->basis.kind == ARD_RBF) c->largest = 1;
done:
    return rc;
}

int ard_csvc_set(ard_csvc *c, double theta)
{
    int rc = ARDOR_OK;
    if (c->theta == theta) return ARDOR_OK;
    c->theta = NAN;
    if (c->pairs) ard_kernel_set_all(c->kernel, theta);
    TRY(c->pairs ? fill_pairs(c) : fill_features(c, theta, NULL));
    TRY(check_values(c));
    c->theta = theta;
done:
    return rc;
}

int ard_csvc_set_each(ard_csvc *c, ard_list theta)
{
    int rc = ARDOR_OK;
    c->theta = NAN;
    if (c->pairs) ard_kernel_set(c->kernel, theta);
    TRY(c->pairs ? fill_pairs(c) : fill_features(c, 0, &theta));
    TRY(check_values(c));
done:
    return rc;
}

/* ------------------------------------------------------------------ training */

int ard_csvc_fit_open(ardor_context *context, int64_t n, ard_csvc_fit *out)
{
    int rc = ARDOR_OK;
    *out = (ard_csvc_fit){.bias = 0};
    NEW(context, out->coefficient, n);
done:
    return rc;
}

void ard_csvc_fit_close(ardor_context *context, ard_csvc_fit *fit)
{
    ard_free(context, fit->coefficient);
    *fit = (ard_csvc_fit){0};
}

/* The cache of the kernel's columns, in bytes: all of them where they are few. */
static double cache_of(int64_t n) { return fmin(CACHE_BYTES, (double)n * (4.0 * (double)n + HEAD_BYTES)); }

/* LIBSVM does not look whether it gets memory. What it will take is asked for here first, and given back. */
static int probe(ardor_context *context, int64_t n)
{
    int rc = ARDOR_OK;
    char *room = NULL;
    NEW(context, room, (int64_t)cache_of(n) + 2 * n * (int64_t)sizeof(float) + n * ROW_BYTES + CALL_BYTES);
done:
    ard_free(context, room);
    return rc;
}

static struct svm_parameter parameter_of(const ard_csvc *c, const ard_csvc_ask *ask, int64_t n, int label[2], double weight[2])
{
    static const int kernel[ARD_N_BASES] = {[ARD_LINEAR] = LINEAR, [ARD_POLY] = POLY, [ARD_RBF] = RBF};
    for (int k = 0; k < 2; k++) {
        label[k] = k ? 1 : -1;
        weight[k] = c->weight[k];
    }
    return (struct svm_parameter){.svm_type = C_SVC,
                                  .kernel_type = c->pairs ? PRECOMPUTED : kernel[c->basis.kind],
                                  .degree = c->basis.degree,
                                  .gamma = 1, /* the scale is in the features */
                                  .coef0 = 1,
                                  .cache_size = cache_of(n) / (1 << 20),
                                  .eps = ask->tol,
                                  .C = ask->cost,
                                  .nr_weight = 2,
                                  .weight_label = label,
                                  .weight = weight,
                                  .shrinking = 1};
}

static int64_t nth(const ard_rows *rows, int64_t i) { return rows->row ? rows->row[i] : i; }

/* Support vectors are numbered from 1 among the rows that were trained on. */
static void read_model(const ard_csvc *c, const struct svm_model *model, const ard_csvc_rows *rows, ard_csvc_fit *fit, double *f)
{
    const double sign = model->label[0] == 1 ? 1 : -1;
    for (int64_t i = 0; i < c->problem->x->n; i++) fit->coefficient[i] = 0;
    for (int s = 0; s < model->l; s++)
        fit->coefficient[nth(&rows->train, model->sv_indices[s] - 1)] = sign * model->sv_coef[0][s];
    fit->bias = -sign * model->rho[0];
    for (int64_t i = 0; f && i < rows->wanted.n; i++) {
        svm_predict_values(model, c->start[nth(&rows->wanted, i)], f + i);
        f[i] *= sign;
    }
}

/* At its limit LIBSVM writes to standard error, which cannot be prevented. So it must not come there. Its iterations grow about
 * as C: smaller ones are tried first, and where one takes so many that the next might take all, C is not tried. */
static const double LIMIT = 1e7, EASY = 1e6, GROWTH = 20;

static int require_an_end(ard_csvc *c, const struct svm_problem *problem, struct svm_parameter parameter)
{
    int rc = ARDOR_OK;
    const double cost = parameter.C, scale = cost * fmax(c->weight[0], c->weight[1]) * c->largest;
    const double decades = ceil(log10(problem->l * scale / EASY));
    if (!(decades > 0)) return ARDOR_OK;
    for (double exponent = -decades; exponent < -.25;) {
        parameter.C = cost * pow(10, exponent);
        heard = 0;
        struct svm_model *model = svm_train(problem, &parameter);
        svm_free_and_destroy_model(&model);
        ard_progress_alive(c->context, NAN);
        TRY(ard_check_running(c->context));
        REQUIRE(
            c->context, heard * sqrt(GROWTH) <= LIMIT, ARDOR_NUMERIC,
            "LIBSVM would not come to an end: C times the kernel is as large as %.2g; standardise the features (--standardise "
            "train) or take a smaller C (--set C=)",
            scale);
        exponent += heard * GROWTH <= LIMIT ? 1 : .5;
    }
done:
    return rc;
}

int ard_csvc_train(ard_csvc *c, const ard_csvc_ask *ask, const ard_csvc_rows *rows, ard_csvc_fit *fit, double *f, ard_stop *stop)
{
    int rc = ARDOR_OK;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const int64_t n = rows->train.n;
    int label[2];
    double weight[2];
    int64_t n_positive = 0;
    for (int64_t i = 0; i < n; i++) {
        const int64_t row = nth(&rows->train, i);
        c->chosen[i] = c->start[row];
        c->sign[i] = ard_target_sign(&c->problem->target, row);
        n_positive += c->sign[i] > 0;
    }
    REQUIRE(c->context, n_positive > 0 && n_positive < n, ARDOR_DATA, "a support vector machine needs rows of both classes");
    const struct svm_problem problem = {(int)n, c->sign, c->chosen};
    const struct svm_parameter parameter = parameter_of(c, ask, n, label, weight);
    TRY(probe(c->context, n));
    pthread_once(&once, silence);
    TRY(require_an_end(c, &problem, parameter));
    struct svm_model *model = svm_train(&problem, &parameter);
    fit->ask = *ask;
    read_model(c, model, rows, fit, f);
    svm_free_and_destroy_model(&model);
    ard_progress_alive(c->context, NAN);
    if (ard_is_to_end(c->context)) *stop = ard_stop_asked(c->context);
done:
    return rc;
}

/* ------------------------------------------------------------------ how good it is */

static double margin(const ard_csvc *c, const double *f, int64_t i) { return ard_target_sign(&c->problem->target, i) * f[i]; }

static double cost_of(const ard_csvc *c, const ard_csvc_fit *fit, int64_t i)
{
    return fit->ask.cost * c->weight[c->problem->target.label[i]];
}

double ard_csvc_slack(const ard_csvc *c, const ard_csvc_fit *fit, const double *f)
{
    double slack = 0;
    for (int64_t i = 0; i < c->problem->x->n; i++) slack += cost_of(c, fit, i) * fmax(0, 1 - margin(c, f, i));
    return slack;
}

double ard_csvc_objective(const ard_csvc *c, const ard_csvc_fit *fit, const double *f)
{
    double squares = 0;
    for (int64_t i = 0; i < c->problem->x->n; i++) squares += fit->coefficient[i] * (f[i] - fit->bias);
    return -ard_csvc_slack(c, fit, f) - squares / 2;
}

double ard_csvc_violation(const ard_csvc *c, const ard_csvc_fit *fit, const double *f)
{
    double most = 0;
    for (int64_t i = 0; i < c->problem->x->n; i++) {
        const double alpha = fabs(fit->coefficient[i]), lack = 1 - margin(c, f, i);
        if (alpha < cost_of(c, fit, i)) most = fmax(most, lack);
        if (alpha > 0) most = fmax(most, -lack);
    }
    return most;
}

/* ------------------------------------------------------------------ the end */

const char *const ard_csvc_extras[] = {[ARD_CSVC_SLOPE] = "platt_slope", [ARD_CSVC_INTERCEPT] = "platt_intercept", NULL};

/* Of the features that have a weight. */
static int linear_machine(const ard_csvc *c, const ard_csvc_fit *fit, double slope, double intercept, const int64_t *column,
                          ard_machine *out)
{
    int rc = ARDOR_OK;
    const int64_t p = c->problem->x->p;
    int64_t m = 0, *feature = NULL;
    double *weight = NULL;
    NEW(c->context, weight, p);
    NEW(c->context, feature, p);
    ard_matrix_transposed(c->problem->x, fit->coefficient, weight);
    for (int64_t k = 0; k < p; k++) {
        const double w = slope * weight[k];
        if (w == 0) continue;
        weight[m] = w;
        feature[m++] = column ? column[k] : k;
    }
    TRY(ard_function_of(c->context,
                        &(ard_function_parts){.basis = c->problem->basis,
                                              .link = &ard_link_logit,
                                              .bias = slope * fit->bias + intercept,
                                              .n_features = m,
                                              .feature = feature,
                                              .weight = weight},
                        out));
done:
    ard_free(c->context, feature);
    ard_free(c->context, weight);
    return rc;
}

/* The centres are the support vectors. */
static int kernel_machine(const ard_csvc *c, const ard_csvc_fit *fit, double slope, double intercept, ard_machine *out)
{
    int rc = ARDOR_OK;
    const int64_t n = c->problem->x->n;
    int64_t m = 0, *row = NULL;
    double *weight = NULL;
    NEW(c->context, weight, n);
    NEW(c->context, row, n);
    for (int64_t i = 0; i < n; i++) {
        if (slope * fit->coefficient[i] == 0) continue;
        weight[m] = slope * fit->coefficient[i];
        row[m++] = i;
    }
    TRY(ard_function_of(c->context,
                        &(ard_function_parts){.basis = c->problem->basis,
                                              .link = &ard_link_logit,
                                              .bias = slope * fit->bias + intercept,
                                              .n_features = m > 0 ? c->problem->x->p : 0,
                                              .weight = weight,
                                              .n_terms = m,
                                              .one_scale = c->theta,
                                              .row = row,
                                              .x = c->problem->x},
                        out));
done:
    ard_free(c->context, row);
    ard_free(c->context, weight);
    return rc;
}

int ard_csvc_machine(const ard_csvc *c, const ard_csvc_fit *fit, double slope, double intercept, const int64_t *column,
                     ard_machine *out)
{
    return c->problem->basis.kind == ARD_IDENTITY ? linear_machine(c, fit, slope, intercept, column, out)
                                                  : kernel_machine(c, fit, slope, intercept, out);
}

int ard_csvc_finish(ard_csvc *c, const ard_csvc_fit *fit, const double *f, const ard_csvc_end *end, ard_fit *out)
{
    int rc = ARDOR_OK;
    const ard_targets *target = &c->problem->target;
    double *value = NULL, slope = 0, intercept = 0;
    NEW(c->context, value, target->n);
    out->objective = ard_csvc_objective(c, fit, f);
    out->certificate = (ard_certificate){ARD_CERTIFICATE_KKT, ard_csvc_violation(c, fit, f), NAN};
    if (out->stop == ARD_STOP_NONE) out->stop = out->certificate.weights <= fit->ask.tol ? ARD_STOP_CONVERGED : ARD_STOP_STALLED;
    TRY(ard_platt_values(c->context, end->problem, end->folds, &end->user, f, &out->stop, value));
    TRY(ard_platt_line(c->context, target, value, &slope, &intercept));
    TRY(ard_csvc_machine(c, fit, slope, intercept, end->column, &out->machine));
    out->null_model = out->machine.n_features == 0;
    out->extra[ARD_CSVC_SLOPE] = slope;
    out->extra[ARD_CSVC_INTERCEPT] = intercept;
done:
    ard_free(c->context, value);
    return rc;
}
