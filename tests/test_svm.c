/* The support vector machine: against LIBSVM called with its own kernels, both forms in which it gets ours, the conditions of the
 * optimum from the machine's own numbers, Platt's line recomputed fold by fold, weights of classes, what has no answer. */
#include "api_fixture.h"
#include "fault_fixture.h"
#include "model/model.h"

#include "svm_fixture.h"

#include "method/svm/svm.h"

static const struct {
    ard_basis basis;
    int kernel;
    double scale;
} bases[] = {{{ARD_IDENTITY, 0}, LINEAR, 1},
             {{ARD_LINEAR, 0}, POLY, .4},
             {{ARD_POLY, 1}, POLY, .2},
             {{ARD_POLY, 3}, POLY, .15},
             {{ARD_RBF, 0}, RBF, .3}};

static ard_settings settings_of(double cost, double scale, double tol)
{
    ard_settings s = settings_at(&ard_method_svm, (const char *[]){"C", "scale"}, (const double[]){cost, scale}, 2);
    s.value[SVM_TOL] = tol;
    return s;
}

/* f of the machine, Platt's line undone. */
static double *latent(const rows *r, const ard_fit *fit)
{
    double *f = make_reals(r->n);
    assert_int_equal(latent_of(context, fit, r->n, r->x, f), ARDOR_OK);
    for (int64_t i = 0; i < r->n; i++) f[i] = (f[i] - fit->extra[ARD_CSVC_INTERCEPT]) / fit->extra[ARD_CSVC_SLOPE];
    return f;
}

/* LIBSVM's own kernel of a basis: without a constant where the basis is linear. */
static struct svm_model *own_kernel(libsvm_table *t, int basis, double cost, double eps, double weight_no, double weight_yes)
{
    const ard_basis b = bases[basis].basis;
    if (b.kind != ARD_LINEAR)
        return libsvm_train(t, bases[basis].kernel, b.degree, bases[basis].scale, cost, eps, weight_no, weight_yes);
    for (int64_t i = 0; i < t->n * (t->p + 1); i++) t->node[i].value *= sqrt(bases[basis].scale);
    return libsvm_train(t, LINEAR, 0, 0, cost, eps, weight_no, weight_yes);
}

static void values_are_those_of_libsvm(void **state)
{
    (void)state;
    static const double costs[] = {.05, 1, 20};
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (int c = 0; c < COUNT_OF(costs); c++) {
            rows r = make_rows_of(90, 5, false, false, 61);
            libsvm_table t = libsvm_rows(&r, r.n, NULL, r.p, NULL);
            struct svm_model *model = own_kernel(&t, b, costs[c], 1e-9, 1, 1);
            const ard_settings settings = settings_of(costs[c], bases[b].scale, 1e-9);
            ard_fit fit;
            must_fit(&ard_method_svm, rows_problem(&r, bases[b].basis), &settings, NULL, &fit);
            assert_true(fit.extra[ARD_CSVC_SLOPE] > 0);
            if (bases[b].basis.kind != ARD_IDENTITY) assert_int_equal(fit.machine.n_vectors, model->l);
            double *f = latent(&r, &fit);
            for (int64_t i = 0; i < r.n; i++) assert_near(f[i], libsvm_value(model, t.row[i]), 1e-6, "a decision value");
            free(f);
            ard_fit_free(context, &fit);
            svm_free_and_destroy_model(&model);
            free_libsvm_rows(&t);
            free_rows(&r);
        }
}

/* The kernel as this test has it. */
static double kernel(const rows *r, int basis, int64_t i, int64_t j)
{
    double dot = 0, square = 0;
    for (int64_t k = 0; k < r->p; k++) {
        const double a = r->x[i + k * r->n], c = r->x[j + k * r->n];
        dot += a * c;
        square += (a - c) * (a - c);
    }
    const ard_basis b = bases[basis].basis;
    const double theta = bases[basis].scale;
    return b.kind == ARD_RBF ? exp(-theta * square) : b.kind == ARD_POLY ? pow(1 + theta * dot, b.degree) : theta * dot;
}

/* Any subset of the rows, whether LIBSVM gets pairs or features; and all of it by definition: f from the coefficients, the box,
 * the sum, the conditions, and that the dual is as large as the primal is small. */
static void both_forms_have_the_optimum(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(bases); b++) {
        rows r = make_rows_of(70, 4, false, false, 67);
        r.x[3] = r.x[3 + r.n] = 0;
        r.weight = make_reals(r.n);
        for (int64_t i = 0; i < r.n; i++) r.weight[i] = r.label[i] ? .7 : 2;
        const ard_problem *problem = rows_problem(&r, bases[b].basis);
        double f[2][70], train_f[2][70];
        for (int form = 0; form < 2; form++) {
            ard_csvc *csvc = NULL;
            ard_csvc_fit fit;
            ard_stop stop = ARD_STOP_NONE;
            int64_t in[70], n_in = 0;
            for (int64_t i = 0; i < r.n; i++)
                if (i % 3) in[n_in++] = i;
            const ard_csvc_ask ask = {.cost = 2, .tol = 1e-9};
            assert_int_equal(ard_csvc_open(context, &ard_method_svm, problem, form ? ARD_CSVC_FEATURES : ARD_CSVC_PAIRS, &csvc),
                             0);
            assert_int_equal(ard_csvc_fit_open(context, r.n, &fit), 0);
            assert_int_equal(ard_csvc_set(csvc, 9), 0); /* another scale before it */
            assert_int_equal(ard_csvc_set(csvc, bases[b].scale), 0);
            const ard_csvc_rows some = {{n_in, in}, {r.n, NULL}}, all = {{r.n, NULL}, {r.n, NULL}};
            assert_int_equal(ard_csvc_train(csvc, &ask, &some, &fit, train_f[form], &stop), 0);
            for (int64_t i = 0; i < r.n; i += 3) assert_true(fit.coefficient[i] == 0);
            assert_int_equal(ard_csvc_train(csvc, &ask, &all, &fit, f[form], &stop), 0);
            double sum = 0, dual = 0, slack = 0, worst = 0;
            for (int64_t i = 0; i < r.n; i++) {
                double value = fit.bias;
                const double y = sign_of(&r, i), alpha = y * fit.coefficient[i], most = 2 * r.weight[i];
                for (int64_t j = 0; j < r.n; j++) value += fit.coefficient[j] * kernel(&r, b, i, j);
                assert_near(f[form][i], value, 1e-9, "f");
                assert_true(alpha >= 0 && alpha <= most);
                sum += fit.coefficient[i];
                dual += alpha - fit.coefficient[i] * (value - fit.bias) / 2;
                slack += fit.coefficient[i] * (value - fit.bias) / 2 + most * fmax(0, 1 - y * value);
                if (alpha < most) worst = fmax(worst, 1 - y * value);
                if (alpha > 0) worst = fmax(worst, y * value - 1);
            }
            assert_near(sum, 0, 1e-9, "the sum of the coefficients");
            assert_near(dual, slack, 1e-5 * slack, "the dual");
            assert_near(ard_csvc_objective(csvc, &fit, f[form]), -slack, 1e-9 * slack, "the objective");
            assert_near(ard_csvc_violation(csvc, &fit, f[form]), worst, 1e-9, "the violation");
            assert_true(worst < 1e-5 && stop == ARD_STOP_NONE);
            ard_csvc_fit_close(context, &fit);
            ard_csvc_close(csvc);
        }
        assert_arrays_near(r.n, f[0], f[1], 3e-6, "f of the two forms");
        assert_arrays_near(r.n, train_f[0], train_f[1], 3e-6, "f of some rows");
        free_rows(&r);
    }
}

/* A scale for each of some features, in both forms, and back to one of all: that of columns that were multiplied before. */
static void some_features_have_scales(void **state)
{
    (void)state;
    enum { N = 60, P = 9, SOME = 4 };
    static const int64_t feature[SOME] = {0, 3, 4, 8};
    static const double theta[SOME] = {.25, 4, 1e-3, 2};
    rows r = make_rows_of(N, P, false, false, 79);
    libsvm_table t = libsvm_rows(&r, N, NULL, SOME, feature), plain = libsvm_rows(&r, N, NULL, P, NULL);
    for (int64_t i = 0; i < N; i++)
        for (int k = 0; k < SOME; k++) t.row[i][k].value *= sqrt(theta[k]);
    for (int form = 0; form < 2; form++) {
        const ard_csvc_rows all = {{N, NULL}, {N, NULL}};
        const ard_csvc_ask ask = {.cost = 2, .tol = 1e-9};
        const ard_problem *problem = rows_problem(&r, bases[0].basis);
        ard_csvc *csvc = NULL;
        ard_csvc_fit fit;
        ard_stop stop = ARD_STOP_NONE;
        double f[N];
        assert_int_equal(ard_csvc_open(context, &ard_method_svm, problem, form ? ARD_CSVC_FEATURES : ARD_CSVC_PAIRS, &csvc), 0);
        assert_int_equal(ard_csvc_fit_open(context, N, &fit), 0);
        for (int turn = 0; turn < 4; turn++) { /* one scale of all, some, one of all again, some again */
            const libsvm_table *wanted = turn % 2 ? &t : &plain;
            double slack = 0;
            if (turn % 2)
                assert_int_equal(ard_csvc_set_each(csvc, (ard_list){SOME, feature, theta}), 0);
            else
                assert_int_equal(ard_csvc_set(csvc, 1), 0);
            assert_int_equal(ard_csvc_train(csvc, &ask, &all, &fit, f, &stop), 0);
            struct svm_model *model = libsvm_train(wanted, LINEAR, 0, 0, 2, 1e-9, 1, 1);
            for (int64_t i = 0; i < N; i++) {
                const double value = libsvm_value(model, wanted->row[i]);
                assert_near(f[i], value, 3e-6, "f");
                slack += 2 * fmax(0, 1 - sign_of(&r, i) * value);
            }
            assert_near(ard_csvc_slack(csvc, &fit, f), slack, 1e-4, "the slack");
            svm_free_and_destroy_model(&model);
        }
        ard_csvc_fit_close(context, &fit);
        ard_csvc_close(csvc);
    }
    free_libsvm_rows(&plain);
    free_libsvm_rows(&t);
    free_rows(&r);
}

/* Each fold without its rows by LIBSVM itself. */
static void the_line_is_of_values_out_of_fold(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(bases); b++) {
        rows r = make_rows_of(60, 5, false, false, 71);
        const ard_problem *problem = rows_problem(&r, bases[b].basis);
        const ard_settings settings = settings_of(1.5, bases[b].scale, 1e-9);
        double *f = make_reals(r.n), slope = 0, intercept = 0;
        ard_platt_folds folds = {0};
        ard_fit fit;
        assert_int_equal(ard_platt_deal(context, problem, problem->seed, ARD_PLATT_FOLDS, &folds), ARDOR_OK);
        assert_int_equal(folds.n, 5);
        for (int fold = 0; fold < folds.n; fold++) {
            int64_t in[60], n_in = 0;
            for (int64_t i = 0; i < r.n; i++)
                if (folds.fold[i] != fold) in[n_in++] = i;
            libsvm_table t = libsvm_rows(&r, n_in, in, r.p, NULL), all = libsvm_rows(&r, r.n, NULL, r.p, NULL);
            struct svm_model *model = own_kernel(&t, b, 1.5, 1e-9, 1, 1);
            for (int64_t i = 0; i < r.n * (r.p + 1) && bases[b].basis.kind == ARD_LINEAR; i++)
                all.node[i].value *= sqrt(bases[b].scale);
            for (int64_t i = 0; i < r.n; i++)
                if (folds.fold[i] == fold) f[i] = libsvm_value(model, all.row[i]);
            svm_free_and_destroy_model(&model);
            free_libsvm_rows(&all);
            free_libsvm_rows(&t);
        }
        platt_by_hand(&r, f, &slope, &intercept);
        must_fit(&ard_method_svm, problem, &settings, NULL, &fit);
        assert_near(fit.extra[ARD_CSVC_SLOPE], slope, 1e-5 * slope, "the slope");
        assert_near(fit.extra[ARD_CSVC_INTERCEPT], intercept, 1e-5, "the intercept");
        assert_int_equal(fit.iterations, 6);
        assert_string_equal(function_of(&fit)->link->name, "logit");
        ard_fit_free(context, &fit);
        ard_platt_free(context, &folds);
        free(f);
        free_rows(&r);
    }
}

/* Of one row of a class there is no fold. */
static void a_class_of_one_row_has_values_of_the_fit(void **state)
{
    (void)state;
    rows r = make_rows_of(30, 4, false, false, 43);
    for (int64_t i = 0; i < r.n; i++) r.label[i] = i == 7;
    const ard_settings settings = settings_of(1, .3, 1e-9);
    double slope = 0, intercept = 0;
    ard_fit fit;
    must_fit(&ard_method_svm, rows_problem(&r, bases[4].basis), &settings, NULL, &fit);
    assert_int_equal(fit.iterations, 1);
    double *f = latent(&r, &fit);
    platt_by_hand(&r, f, &slope, &intercept);
    assert_near(fit.extra[ARD_CSVC_SLOPE], slope, 1e-6 * slope, "the slope");
    free(f);
    ard_fit_free(context, &fit);
    free_rows(&r);
}

/* ------------------------------------------------------------------ weights */

static ardor_dataset *dataset_of_rows(const rows *r)
{
    const char *label[100];
    ardor_dataset *data = NULL;
    for (int64_t i = 0; i < r->n; i++) label[i] = r->label[i] ? "yes" : "no";
    must(ardor_dataset_from_arrays(context, r->n, r->p, r->x, r->n, label, NULL, r->weight, &data));
    return data;
}

/* The decision values of LIBSVM with its weights of classes. */
static void check_class_weights(const rows *r, const char *spec, double weight_no, double weight_yes)
{
    ardor_dataset *data = dataset_of_rows(r);
    ardor_model *model = fit(data, spec);
    libsvm_table t = libsvm_rows(r, r->n, NULL, r->p, NULL);
    struct svm_model *other = libsvm_train(&t, RBF, 0, .3, 1, 1e-9, weight_no, weight_yes);
    double *f = latent(r, &model->fit);
    for (int64_t i = 0; i < r->n; i++) assert_near(f[i], libsvm_value(other, t.row[i]), 1e-6, spec);
    free(f);
    svm_free_and_destroy_model(&other);
    free_libsvm_rows(&t);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

#define PLAIN "method=svm basis=rbf scale=.3 tol=1e-9 standardise=none"

static void weights_of_classes_are_costs(void **state)
{
    (void)state;
    rows r = make_rows_of(60, 4, false, false, 73);
    double n[2] = {0};
    for (int64_t i = 0; i < r.n; i++) n[r.label[i]]++;
    check_class_weights(&r, PLAIN, 1, 1);
    check_class_weights(&r, PLAIN " class-weight=yes=3,no=.5", .5, 3);
    check_class_weights(&r, PLAIN " class-weight=balanced", 30 / n[0], 30 / n[1]);
    r.weight = make_reals(r.n);
    for (int64_t i = 0; i < r.n; i++) r.weight[i] = r.label[i] ? 2 : .25;
    check_class_weights(&r, PLAIN, .25, 2);
    check_class_weights(&r, PLAIN " class-weight=no=2", .5, 2);
    r.weight[11] *= 2;
    ardor_dataset *data = dataset_of_rows(&r);
    ardor_model *model = NULL;
    assert_int_equal(try_fit(data, PLAIN, &model), ARDOR_USAGE);
    assert_message("method 'svm' cannot take case weights that differ within a class; weights of classes (class-weight) it can");
    assert_message("; methods that take any: jcfo, spr, ");
    void *work = NULL;
    const ard_settings settings = settings_of(1, .3, 1e-9);
    assert_int_equal(ard_method_svm.open(&ard_method_svm, context, rows_problem(&r, bases[4].basis), &settings, &work),
                     ARDOR_USAGE);
    assert_message("method 'svm' cannot take case weights that differ within a class");
    assert_null(work);
    ardor_dataset_free(data);
    free_rows(&r);
}

/* Three classes: pairs have one weight for each side, the rest has not. */
static void sides_of_several_classes_have_no_weight(void **state)
{
    (void)state;
    rows r = make_rows_of(60, 4, false, false, 79);
    const char *label[60];
    ardor_dataset *data = NULL;
    ardor_model *model = NULL;
    for (int64_t i = 0; i < r.n; i++) label[i] = r.label[i] ? "a" : i % 2 ? "b" : "c";
    must(ardor_dataset_from_arrays(context, r.n, r.p, r.x, r.n, label, NULL, NULL, &data));
    ardor_model_free(fit(data, "method=svm class-weight=balanced"));
    ardor_model_free(fit(data, "method=svm multiclass=rest"));
    assert_int_equal(try_fit(data, "method=svm class-weight=balanced multiclass=rest", &model), ARDOR_USAGE);
    assert_message("take multiclass=pairs");
    ardor_dataset_free(data);
    free_rows(&r);
}

/* ------------------------------------------------------------------ what has no answer */

static void what_is_beyond_single_precision_is_refused(void **state)
{
    (void)state;
    rows r = make_rows_of(20, 3, false, false, 83);
    for (int64_t i = 0; i < r.n * r.p; i++) r.x[i] *= 1e6;
    for (int form = 0; form < 2; form++) {
        ard_csvc *csvc = NULL;
        const ard_problem *problem = rows_problem(&r, (ard_basis){ARD_POLY, 4});
        assert_int_equal(ard_csvc_open(context, &ard_method_svm, problem, form ? ARD_CSVC_FEATURES : ARD_CSVC_PAIRS, &csvc), 0);
        assert_int_equal(ard_csvc_set(csvc, 1e3), ARDOR_NUMERIC);
        assert_message("standardise the features (--standardise train) or take a smaller scale");
        assert_int_equal(ard_csvc_set(csvc, 1e-12), ARDOR_OK);
        ard_csvc_close(csvc);
    }
    ard_csvc *linear = NULL; /* whose scale is 1 */
    for (int64_t i = 0; i < r.n * r.p; i++) r.x[i] *= 1e20;
    assert_int_equal(
        ard_csvc_open(context, &ard_method_svm, rows_problem(&r, (ard_basis){ARD_IDENTITY, 0}), ARD_CSVC_AUTO, &linear), 0);
    assert_int_equal(ard_csvc_set(linear, 1), ARDOR_NUMERIC);
    assert_null(strstr(ardor_context_message(context), "scale"));
    ard_csvc_close(linear);
    free_rows(&r);
}

/* LIBSVM would not look: what it takes is asked for before. */
static void memory_is_asked_for(void **state)
{
    (void)state;
    fault memory = {.at = 0};
    ardor_context *in = NULL;
    ard_csvc *csvc = NULL;
    ard_csvc_fit fit;
    ard_stop stop = ARD_STOP_NONE;
    rows r = make_rows_of(40, 3, false, false, 89);
    const ard_csvc_rows all = {{r.n, NULL}, {r.n, NULL}};
    const ard_csvc_ask ask = {.cost = 1, .tol = 1e-4};
    must(ardor_context_new(&(ardor_context_config){.size = sizeof(ardor_context_config), .resize = fault_resize, .user = &memory},
                           &in));
    assert_int_equal(ard_csvc_open(in, &ard_method_svm, rows_problem(&r, bases[4].basis), ARD_CSVC_AUTO, &csvc), 0);
    assert_int_equal(ard_csvc_fit_open(in, r.n, &fit), 0);
    assert_int_equal(ard_csvc_set(csvc, .3), 0);
    fault_reset(&memory, 1, true);
    assert_int_equal(ard_csvc_train(csvc, &ask, &all, &fit, NULL, &stop), ARDOR_MEMORY);
    fault_reset(&memory, 0, false);
    assert_int_equal(ard_csvc_train(csvc, &ask, &all, &fit, NULL, &stop), ARDOR_OK);
    ardor_cancel(in);
    assert_int_equal(ard_csvc_train(csvc, &ask, &all, &fit, NULL, &stop), ARDOR_OK);
    assert_int_equal(stop, ARD_STOP_CANCELLED);
    const ard_csvc_ask large = {.cost = 1e6, .tol = 1e-4}; /* before which there are others */
    assert_int_equal(ard_csvc_train(csvc, &large, &all, &fit, NULL, &stop), ARDOR_CANCELLED);
    ard_csvc_fit_close(in, &fit);
    ard_csvc_close(csvc);
    ardor_context_free(in);
    assert_true(memory.live == 0);
    free_rows(&r);
}

static void one_class_and_no_features(void **state)
{
    (void)state;
    rows r = make_rows_of(20, 3, false, false, 97);
    double share[2] = {0};
    ard_fit fit;
    const ard_settings settings = settings_of(1, .3, 1e-4);
    for (int64_t i = 0; i < r.n; i++) share[r.label[i]]++;
    for (int b = 0; b < COUNT_OF(bases); b++) {
        for (int constant = 0; constant < 2; constant++) {
            rows none = r;
            none.x = make_reals(r.n * r.p);
            none.p = constant ? r.p : 0;
            for (int64_t i = 0; i < r.n * r.p; i++) none.x[i] = 7;
            must_fit(&ard_method_svm, rows_problem(&none, bases[b].basis), &settings, NULL, &fit);
            assert_true(fit.null_model && fit.machine.n_features == 0 && fit.machine.n_vectors == 0);
            assert_near(function_of(&fit)->bias[0], log(share[1] / share[0]), 1e-9, "the bias");
            ard_fit_free(context, &fit);
            free(none.x);
        }
    }
    for (int64_t i = 0; i < r.n; i++) r.label[i] = 1;
    assert_int_equal(fit_problem(context, &ard_method_svm, rows_problem(&r, bases[4].basis), &settings, NULL, false, &fit),
                     ARDOR_DATA);
    assert_message("needs rows of both classes");
    free_rows(&r);
}

/* ------------------------------------------------------------------ candidates */

static ard_grid grid_of(const rows *r, ard_basis basis, const ard_settings *settings, bool fine)
{
    ard_grid grid;
    rows copy = *r;
    assert_int_equal(ard_method_svm.grid(&ard_method_svm, context, rows_problem(&copy, basis), settings, fine, &grid), ARDOR_OK);
    return grid;
}

static void candidates_are_in_units_of_the_kernel(void **state)
{
    (void)state;
    rows r = make_rows_of(20, 8, false, false, 97);
    ard_settings settings;
    ard_settings_default(&ard_method_svm, &settings);
    for (int fine = 0; fine < 2; fine++) {
        ard_grid rbf = grid_of(&r, (ard_basis){ARD_RBF, 0}, &settings, fine);
        ard_grid identity = grid_of(&r, (ard_basis){ARD_IDENTITY, 0}, &settings, fine);
        ard_grid linear = grid_of(&r, (ard_basis){ARD_LINEAR, 0}, &settings, fine);
        ard_grid poly = grid_of(&r, (ard_basis){ARD_POLY, 2}, &settings, fine);
        assert_int_equal(rbf.n, (fine ? 11 : 6) * 5);
        assert_int_equal(poly.n, (fine ? 9 : 5) * 5);
        assert_int_equal(identity.n, fine ? 9 : 5);
        assert_int_equal(linear.n, identity.n);
        assert_int_equal(linear.n_tuned, 1);
        assert_near(rbf.value[0], .01, 1e-12, "C");
        assert_near(rbf.value[2 * rbf.n - 2], 1000, 1e-6, "C");
        assert_near(rbf.value[1], .25 / 8, 1e-12, "a scale");
        assert_near(identity.value[identity.n - 1], 100. / 8, 1e-9, "C");
        assert_near(linear.value[linear.n - 1], 100, 1e-9, "C");
        assert_near(poly.value[2 * poly.n - 2], 100 / 25., 1e-9, "C"); /* scale 4/p: (1 + 4)^2 */
        assert_near(poly.value[0], .01 / (1.25 * 1.25), 1e-9, "C");
        ard_grid_free(context, &poly);
        ard_grid_free(context, &linear);
        ard_grid_free(context, &identity);
        ard_grid_free(context, &rbf);
    }
    settings.value[SVM_C] = 3;
    settings.given[SVM_C] = true;
    ard_grid given = grid_of(&r, (ard_basis){ARD_POLY, 2}, &settings, false);
    assert_int_equal(given.n, 5);
    assert_true(given.value[0] == 3 && given.value[8] == 3);
    ard_grid_free(context, &given);
    free_rows(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_are_those_of_libsvm),
                                       cmocka_unit_test(both_forms_have_the_optimum),
                                       cmocka_unit_test(some_features_have_scales),
                                       cmocka_unit_test(the_line_is_of_values_out_of_fold),
                                       cmocka_unit_test(a_class_of_one_row_has_values_of_the_fit),
                                       cmocka_unit_test(weights_of_classes_are_costs),
                                       cmocka_unit_test(sides_of_several_classes_have_no_weight),
                                       cmocka_unit_test(what_is_beyond_single_precision_is_refused),
                                       cmocka_unit_test(memory_is_asked_for),
                                       cmocka_unit_test(one_class_and_no_features),
                                       cmocka_unit_test(candidates_are_in_units_of_the_kernel)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
