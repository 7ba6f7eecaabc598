/* Problems of several classes divided into problems of two: each part is what the method finds on it alone, along whole paths of
 * candidates, on some of the features, relaxed; parts that lack a class; what is said of them together. */
#include "division_fixture.h"

#include "base/remark.h"
#include "fit/training.h"
#include "fit/walk.h"
#include "machine/shares.h"

/* ------------------------------------------------------------------ the parts */

static void parts_have_the_rows_of_their_classes(void **state)
{
    (void)state;
    setup s;
    open_setup(&s, "spr", (ard_basis){ARD_IDENTITY, 0}, ARD_MULTICLASS_PAIRS, true);
    assert_int_equal(s.division.n_parts, 6);
    for (int64_t k = 0; k < 6; k++) {
        const ard_part *part = s.division.part + k;
        double sum = 0, value;
        assert_int_equal(part->n, N / 2);
        assert_true(part->fits && part->problem.target.n == N / 2 && part->problem.x->n == N / 2 && part->problem.x->p == P);
        for (int64_t i = 0; i < part->n; i++) {
            const int64_t row = part->row[i];
            assert_true(i == 0 || row > part->row[i - 1]);
            assert_int_equal(part->label[i], s.label[row] == part->pair.second);
            assert_true(part->label[i] || s.label[row] == part->pair.first);
            assert_true(part->weight[i] == s.weight[row]);
            for (int64_t j = 0; j < P; j++) {
                ard_matrix_gather(part->problem.x, i, 1, 1, &j, &value, 1);
                assert_true(value == s.x[row + j * N]);
            }
            sum += part->weight[i];
        }
        assert_near(part->problem.target.weight_sum, sum, 1e-12, "the sum of the weights");
    }
    assert_near(s.division.typical.target.weight_sum, s.problem.target.weight_sum / 2, 1e-12, "the weights of a part");
    assert_int_equal(s.division.typical.x->n, N / 2);
    close_setup(&s);
    open_setup(&s, "spr", (ard_basis){ARD_IDENTITY, 0}, ARD_MULTICLASS_REST, false);
    assert_int_equal(s.division.n_parts, K);
    for (int64_t k = 0; k < K; k++)
        for (int64_t i = 0; i < N; i++) assert_int_equal(s.division.part[k].label[i], s.label[i] == k);
    assert_true(s.division.typical.target.weight_sum == N && s.division.part[0].problem.x == &s.matrix);
    close_setup(&s);
    open_setup(&s, "spr", (ard_basis){ARD_IDENTITY, 0}, ARD_MULTICLASS_NATIVE, false);
    assert_true(s.division.n_parts == 0 && s.division.typical.x == s.problem.x);
    close_setup(&s);
}

/* ------------------------------------------------------------------ paths */

static bool alike(double a, double b) { return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b)); }

/* The part's machine of a fit of the whole is what the fit of the part alone says. */
static void same_machine(const setup *s, int64_t k, const ard_fit *whole, const ard_fit *alone, const char *what, int64_t i)
{
    const ard_machine *m = ard_machine_as_pairs(&whole->machine)->part + k;
    const ard_function *f = ard_machine_as_function(m), *g = ard_machine_as_function(&alone->machine);
    const int64_t *row = s->division.part[k].row;
    if (whole->part[k].null_model != alone->null_model || m->n_features != alone->machine.n_features ||
        m->n_vectors != alone->machine.n_vectors)
        fail_msg("%s: candidate %d, part %d: %d features and %d vectors, alone %d and %d", what, (int)i, (int)k,
                 (int)m->n_features, (int)m->n_vectors, (int)alone->machine.n_features, (int)alone->machine.n_vectors);
    for (int64_t t = 0; t < m->n_features; t++) {
        assert_int_equal(whole->machine.feature[m->feature[t]], alone->machine.feature[t]);
        if (!alike(m->importance[t], alone->machine.importance[t]))
            fail_msg("%s: candidate %d, part %d: %.12g, alone %.12g", what, (int)i, (int)k, m->importance[t],
                     alone->machine.importance[t]);
    }
    if (alone->null_model) return; /* whose bias, where it is penalised, follows the candidate: alone it is that of the first */
    assert_true(alike(f->bias[0], g->bias[0]));
    for (int64_t t = 0; t < f->n_terms; t++) assert_true(alike(f->weight[t], g->weight[t]));
    for (int64_t t = 0; t < m->n_vectors; t++) assert_int_equal(f->row[t], row ? row[g->row[t]] : g->row[t]);
    assert_true(alike(whole->part[k].objective, alone->objective));
}

/* Along all paths of the grid. In the divided problem a candidate is fitted where the part alone is skipped, behind the first
 * null model of a path from weak to strong: it is the null model too. */
static void check_paths(const char *method, ard_basis basis, ard_multiclass how, bool weighted, bool mixed, const char *what)
{
    setup s;
    ard_grid grid = {0};
    ard_fitter whole = {0}, alone[6] = {{0}};
    open_setup(&s, method, basis, how, weighted);
    assert_int_equal(s.method->grid(s.method, context, &s.division.typical, &s.settings, false, &grid), ARDOR_OK);
    assert_int_equal(ard_fitter_open_parts(context, s.method, &s.division, &s.settings, NULL, &whole), ARDOR_OK);
    ard_walk w = {0}, of[6] = {{0}};
    int64_t n_mixed = 0;
    for (int64_t k = 0; k < s.division.n_parts; k++) {
        assert_int_equal(ard_fitter_open(context, s.method, &s.division.part[k].problem, &s.settings, NULL, alone + k), ARDOR_OK);
        of[k] = ard_walk_begin(&s.settings, alone + k, &grid, 0);
    }
    w = ard_walk_begin(&s.settings, &whole, &grid, 0);
    for (int64_t i = 0; i < grid.n; i++) {
        if (i > 0 && ard_path_of(&grid, i) != ard_path_of(&grid, i - 1)) {
            ard_walk_on(&w);
            for (int64_t k = 0; k < s.division.n_parts; k++) ard_walk_on(of + k);
        }
        assert_int_equal(ard_walk_next(&w, &(ard_ask){0}), ARDOR_OK);
        bool null = false, model = false;
        for (int64_t k = 0; k < s.division.n_parts; k++) {
            assert_int_equal(ard_walk_next(of + k, &(ard_ask){0}), ARDOR_OK);
            null |= ard_walk_fit(of + k)->null_model;
            model |= !ard_walk_fit(of + k)->null_model;
            same_machine(&s, k, ard_walk_fit(&w), ard_walk_fit(of + k), what, i);
        }
        n_mixed += null && model;
    }
    print_message("%s: %d of %d candidates are null in some parts\n", what, (int)n_mixed, (int)grid.n);
    assert_int_equal(n_mixed > 0, mixed); /* null parts among others */
    ard_walk_end(&w);
    for (int64_t k = 0; k < s.division.n_parts; k++) {
        ard_walk_end(of + k);
        ard_fitter_close(alone + k);
    }
    ard_fitter_close(&whole);
    ard_grid_free(context, &grid);
    close_setup(&s);
}

static void paths_go_part_by_part(void **state)
{
    (void)state;
    check_paths("spr", (ard_basis){ARD_IDENTITY, 0}, ARD_MULTICLASS_PAIRS, true, false, "spr identity");
    check_paths("spr", (ard_basis){ARD_RBF, 0}, ARD_MULTICLASS_PAIRS, false, false, "spr rbf");
    check_paths("spr", (ard_basis){ARD_IDENTITY, 0}, ARD_MULTICLASS_REST, true, false, "spr identity, rest");
    check_paths("jcfo", (ard_basis){ARD_LINEAR, 0}, ARD_MULTICLASS_PAIRS, false, true, "jcfo linear");
    check_paths("jcfo", (ard_basis){ARD_RBF, 0}, ARD_MULTICLASS_PAIRS, true, true, "jcfo rbf");
    check_paths("jcfo", (ard_basis){ARD_RBF, 0}, ARD_MULTICLASS_REST, false, true, "jcfo rbf, rest");
}

/* ------------------------------------------------------------------ some of the features */

static void restrictions_hold_in_every_part(void **state)
{
    (void)state;
    setup s;
    int64_t columns[] = {1, 3, 4};
    const ard_columns only = {3, columns};
    ard_fitter whole = {0}, alone = {0};
    ard_fit fit = {0}, again = {0}, part = {0};
    open_setup(&s, "jcfo", (ard_basis){ARD_RBF, 0}, ARD_MULTICLASS_PAIRS, false);
    assert_int_equal(ard_fitter_open_parts(context, s.method, &s.division, &s.settings, &only, &whole), ARDOR_OK);
    assert_int_equal(ard_fitter_solve(&whole, &s.settings, NULL, &(ard_ask){0}, &fit), ARDOR_OK);
    for (int64_t j = 0; j < fit.machine.n_features; j++)
        assert_true(fit.machine.feature[j] == 1 || fit.machine.feature[j] == 3 || fit.machine.feature[j] == 4);
    for (int64_t k = 0; k < 6; k++) {
        assert_int_equal(ard_fitter_open(context, s.method, &s.division.part[k].problem, &s.settings, &only, &alone), ARDOR_OK);
        assert_int_equal(ard_fitter_solve(&alone, &s.settings, NULL, &(ard_ask){0}, &part), ARDOR_OK);
        same_machine(&s, k, &fit, &part, "some features", 0);
        ard_fit_free(context, &part);
        ard_fitter_close(&alone);
    }
    /* from where it ended it does not move */
    assert_int_equal(ard_fitter_solve(&whole, &s.settings, &fit, &(ard_ask){0}, &again), ARDOR_OK);
    assert_true(again.iterations < fit.iterations && fabs(again.objective - fit.objective) < 1e-6 * fabs(fit.objective));
    ard_fit_free(context, &again);
    ard_fit_free(context, &fit);
    ard_fitter_close(&whole);
    close_setup(&s);
}

/* What a null part begins at again: its last model that was none, in columns of the problem, also over several candidates. */
static void null_parts_remember_their_columns(void **state)
{
    (void)state;
    setup s;
    int64_t columns[] = {1, 3, 4};
    const ard_columns only = {3, columns};
    ard_fitter fitter = {0};
    ard_fit fit[3] = {{.n_parts = 0}};
    open_setup(&s, "spr", (ard_basis){ARD_IDENTITY, 0}, ARD_MULTICLASS_PAIRS, false);
    assert_int_equal(ard_fitter_open_parts(context, s.method, &s.division, &s.settings, &only, &fitter), ARDOR_OK);
    for (int i = 0; i < 3; i++) {
        s.settings.value[s.method->weaken] = i == 0 ? 1 : 1e3 * i;
        assert_int_equal(ard_fitter_solve(&fitter, &s.settings, i ? fit + i - 1 : NULL, &(ard_ask){0}, fit + i), ARDOR_OK);
    }
    for (int64_t k = 0; k < s.division.n_parts; k++) {
        const ard_machine *m = ard_machine_as_pairs(&fit[0].machine)->part + k;
        assert_true(m->n_features > 0 && !fit[0].part[k].null_model);
        for (int i = 1; i < 3; i++) {
            const ard_machine *kept = &fit[i].part[k].machine;
            assert_true(fit[i].part[k].null_model && kept->n_features == m->n_features);
            for (int64_t t = 0; t < m->n_features; t++) assert_int_equal(kept->feature[t], fit[0].machine.feature[m->feature[t]]);
        }
    }
    for (int i = 0; i < 3; i++) ard_fit_free(context, fit + i);
    ard_fitter_close(&fitter);
    close_setup(&s);
}

/* ------------------------------------------------------------------ relaxed refits */

/* The training set of a setup, by hand. */
static ard_training training_of(setup *s, const ard_recipe *recipe)
{
    return (ard_training){.context = context, .recipe = recipe, .problem = s->problem, .division = s->division};
}

/* Part k alone, on its features, at half of its own rate. */
static void relax_alone(setup *s, int64_t k, const ard_fit *whole, ard_fit *out)
{
    ard_fitter fitter = {0};
    ard_part_start start = {0};
    ard_settings weaker = s->settings;
    assert_int_equal(ard_part_start_open(&s->division, k, whole, &start), ARDOR_OK);
    const ard_columns only = {start.fit.machine.n_features, start.fit.machine.feature};
    weaker.value[s->method->weaken] = .5 * whole->part[k].used[s->method->weaken];
    assert_int_equal(ard_fitter_open(context, s->method, &s->division.part[k].problem, &s->settings, &only, &fitter), ARDOR_OK);
    assert_int_equal(ard_fitter_solve(&fitter, &weaker, &start.fit, &(ard_ask){0}, out), ARDOR_OK);
    ard_fitter_close(&fitter);
    ard_part_start_close(&s->division, &start);
}

/* A part that is null stays as it is. */
static void relaxed_refits_are_of_each_part(void **state)
{
    (void)state;
    setup s;
    ard_fitter fitter = {0};
    ard_fit fit = {0}, relaxed = {0}, part = {0};
    int n_null = 0, n_other = 0;
    open_setup(&s, "spr", (ard_basis){ARD_IDENTITY, 0}, ARD_MULTICLASS_PAIRS, false);
    s.settings.value[s.method->weaken] = 12;
    const ard_recipe recipe = {.method = s.method, .settings = s.settings};
    const ard_training training = training_of(&s, &recipe);
    assert_int_equal(ard_fitter_open_parts(context, s.method, &s.division, &s.settings, NULL, &fitter), ARDOR_OK);
    assert_int_equal(ard_fitter_solve(&fitter, &s.settings, NULL, &(ard_ask){0}, &fit), ARDOR_OK);
    assert_int_equal(ard_relax(&training, &s.settings, &fit, .5, &(ard_ask){0}, &relaxed), ARDOR_OK);
    for (int64_t k = 0; k < s.division.n_parts; k++) {
        const ard_fit *before = fit.part + k, *after = relaxed.part + k;
        const ard_machine *m = ard_machine_as_pairs(&fit.machine)->part + k,
                          *r = ard_machine_as_pairs(&relaxed.machine)->part + k;
        if (before->null_model) {
            assert_true(after->null_model && after->stop == before->stop && after->iterations == before->iterations);
            assert_true(after->objective == before->objective && after->certificate.weights == before->certificate.weights);
            assert_true(memcmp(after->used, before->used, sizeof after->used) == 0);
            assert_true(ard_machine_as_function(r)->bias[0] == ard_machine_as_function(m)->bias[0]);
            n_null++;
            continue;
        }
        relax_alone(&s, k, &fit, &part);
        same_machine(&s, k, &relaxed, &part, "relaxed", 0);
        ard_fit_free(context, &part);
        n_other++;
    }
    assert_true(n_null > 0 && n_other > 1);
    ard_fit_free(context, &relaxed);
    ard_fit_free(context, &fit);
    ard_fitter_close(&fitter);
    close_setup(&s);
}

/* Says something, and fails. */
static int odd_solve(void *work, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    (void)work, (void)candidate, (void)warm, (void)ask, (void)out;
    ard_warn(context, ARD_WARN_SMALL_CLASS, "rows are few");
    return ard_fail(context, ARDOR_NUMERIC, "it has no maximum");
}

/* Solved or relaxed; what is said afterwards is of all again. */
static void what_is_said_is_of_a_part(void **state)
{
    (void)state;
    setup s;
    char *names[K] = {"a", "b", "c", "d"};
    ard_fitter fitter = {0};
    ard_fit fit = {0}, failed = {0};
    open_setup(&s, "spr", (ard_basis){ARD_IDENTITY, 0}, ARD_MULTICLASS_PAIRS, false);
    s.division.class_name = names;
    ard_method odd = *s.method;
    odd.solve = odd_solve;
    const ard_recipe recipe = {.method = &odd, .settings = s.settings};
    const ard_training training = training_of(&s, &recipe);
    assert_int_equal(ard_fitter_open_parts(context, s.method, &s.division, &s.settings, NULL, &fitter), ARDOR_OK);
    assert_int_equal(ard_fitter_solve(&fitter, &s.settings, NULL, &(ard_ask){0}, &fit), ARDOR_OK);
    fitter.method = &odd;
    for (int relaxes = 0; relaxes < 2; relaxes++) {
        ard_remarks_forget(context);
        const int status = relaxes ? ard_relax(&training, &s.settings, &fit, .5, &(ard_ask){0}, &failed)
                                   : ard_fitter_solve(&fitter, &s.settings, NULL, &(ard_ask){0}, &failed);
        assert_int_equal(status, ARDOR_NUMERIC);
        assert_non_null(strstr(ardor_context_message(context), "'a' or 'b'"));
        assert_non_null(strstr(ardor_context_message(context), "it has no maximum"));
        ard_warn(context, ARD_WARN_SMALL_CLASS, "so are columns");
        ard_remarks said = ard_remarks_take(context);
        assert_int_equal(said.n, 2);
        assert_string_equal(said.item[0].text, "'a' or 'b': rows are few");
        assert_string_equal(said.item[1].text, "so are columns");
        ard_remarks_free(context, &said);
    }
    ard_fit_free(context, &fit);
    ard_fitter_close(&fitter);
    close_setup(&s);
}

/* ------------------------------------------------------------------ what is said of the parts together */

/* Parts by hand: (stop, null, objective, certificate, screened, lam1). */
static ard_fit part_of(const setup *s, int64_t k, ard_stop stop, bool null, double objective, double kkt, int64_t screened,
                       double setting)
{
    ard_fit fit;
    assert_int_equal(ard_part_shares(&s->division, k, &fit), ARDOR_OK);
    fit.stop = stop;
    fit.null_model = null;
    fit.objective = objective;
    fit.certificate = (ard_certificate){ARD_CERTIFICATE_KKT, kkt, NAN};
    fit.iterations = 10 + k;
    fit.n_screened = screened;
    fit.screen_kkt = kkt / 2;
    for (int i = 0; i < ARD_MAX_SETTINGS; i++) fit.used[i] = 7;
    fit.used[0] = setting;
    return fit;
}

static void the_whole_says_the_worst(void **state)
{
    (void)state;
    setup s;
    ard_fit whole = {0}, *part = ard_alloc(context, 6, sizeof *part);
    open_setup(&s, "spr", (ard_basis){ARD_IDENTITY, 0}, ARD_MULTICLASS_PAIRS, false);
    part[0] = part_of(&s, 0, ARD_STOP_CONVERGED, false, -1, 1e-7, 4, .5);
    part[1] = part_of(&s, 1, ARD_STOP_MAX_ITER, false, -2, 1e-3, 9, .5);
    part[2] = part_of(&s, 2, ARD_STOP_NULL_MODEL, true, -4, NAN, -1, .5);
    part[3] = part_of(&s, 3, ARD_STOP_STALLED, false, -8, 1e-5, 3, .25);
    part[4] = part_of(&s, 4, ARD_STOP_CONVERGED, false, -16, 1e-6, 2, .5);
    part[5] = part_of(&s, 5, ARD_STOP_CONVERGED, false, -32, 1e-6, 2, .5);
    part[3].at_bound = true;
    assert_int_equal(ard_division_join(&s.division, part, NULL, &whole), ARDOR_OK);
    assert_true(whole.objective == -63 && whole.iterations == 75 && whole.stop == ARD_STOP_MAX_ITER && !whole.null_model);
    assert_true(whole.certificate.kind == ARD_CERTIFICATE_KKT && whole.certificate.weights == 1e-3 &&
                isnan(whole.certificate.scales));
    assert_true(whole.n_screened == 9 && whole.screen_kkt == 5e-4 && whole.at_bound);
    assert_true(isnan(whole.used[0]) && whole.used[1] == 7);
    assert_true(whole.n_parts == 6 && whole.part[3].used[0] == .25 && !whole.part[3].machine.kind);
    ard_fit_free(context, &whole);
    /* no part has rows of both sides */
    part = ard_alloc(context, 6, sizeof *part);
    for (int64_t k = 0; k < 6; k++) {
        s.division.part[k].fits = false;
        assert_int_equal(ard_part_shares(&s.division, k, part + k), ARDOR_OK);
    }
    assert_int_equal(ard_division_join(&s.division, part, NULL, &whole), ARDOR_OK);
    assert_true(whole.stop == ARD_STOP_NULL_MODEL && whole.null_model && whole.objective == 0 && isnan(whole.used[0]));
    ard_fit_free(context, &whole);
    close_setup(&s);
}

/* absent: there is one class more, without rows, whose parts ask no method and do not count. */
static void check_counts(bool absent)
{
    setup s;
    const int64_t n_parts = absent ? 10 : 6;
    ard_fit whole = {0}, *part = ard_alloc(context, n_parts, sizeof *part);
    static const double share[] = {1, .5, .25};
    open_setup(&s, "projection", (ard_basis){ARD_IDENTITY, 0}, ARD_MULTICLASS_PAIRS, false);
    if (absent) {
        ard_division_close(&s.division);
        s.problem.target.n_classes = K + 1;
        assert_int_equal(ard_division_open(context, &s.problem, ARD_MULTICLASS_PAIRS, &s.division), ARDOR_OK);
    }
    for (int64_t i = 0, k = 0; i < n_parts; i++) {
        if (!s.division.part[i].fits) {
            assert_int_equal(ard_part_shares(&s.division, i, part + i), ARDOR_OK);
            continue;
        }
        part[i] = part_of(&s, i, ARD_STOP_CONVERGED, true, 0, 0, -1, 1);
        part[i].n_counted = k < 3 ? 3 : 1;
        part[i].counted = ard_alloc(context, 3, sizeof(int64_t));
        part[i].frequency = ard_alloc(context, 3, sizeof(double));
        for (int64_t t = 0; t < part[i].n_counted; t++) {
            part[i].counted[t] = (k + t) % P;
            part[i].frequency[t] = share[t];
        }
        k++;
    }
    /* of each column, added up by hand: k < 3 has k, k + 1, k + 2 with 1, .5, .25; then 3, 4 and 0 with 1 */
    static const double wanted[P] = {2, 1.5, 1.75, 1.75, 1.25};
    assert_int_equal(ard_division_join(&s.division, part, NULL, &whole), ARDOR_OK);
    assert_int_equal(whole.n_counted, P);
    for (int64_t t = 0; t < P; t++) {
        assert_near(whole.frequency[t], wanted[whole.counted[t]] / 6, 1e-15, "a frequency");
        assert_true(t == 0 || whole.frequency[t] < whole.frequency[t - 1] ||
                    (whole.frequency[t] == whole.frequency[t - 1] && whole.counted[t] > whole.counted[t - 1]));
        assert_int_equal(whole.part[t].n_counted, 0);
    }
    ard_fit_free(context, &whole);
    close_setup(&s);
}

static void counts_are_means_over_parts(void **state)
{
    (void)state;
    check_counts(false);
    check_counts(true);
}

/* Of nine parts that all count a column always: nine ninths add up to more than 1. */
static void counts_are_shares(void **state)
{
    (void)state;
    enum { MANY = 9 };
    setup s;
    ard_fit whole = {0}, *part = ard_alloc(context, MANY, sizeof *part);
    open_setup(&s, "projection", (ard_basis){ARD_IDENTITY, 0}, ARD_MULTICLASS_REST, false);
    ard_division_close(&s.division);
    for (int i = 0; i < N; i++) s.label[i] = i % MANY;
    s.problem.target.n_classes = MANY;
    assert_int_equal(ard_division_open(context, &s.problem, ARD_MULTICLASS_REST, &s.division), ARDOR_OK);
    for (int64_t k = 0; k < MANY; k++) {
        part[k] = part_of(&s, k, ARD_STOP_CONVERGED, true, 0, 0, -1, 1);
        part[k].n_counted = 1;
        part[k].counted = ard_alloc(context, 1, sizeof(int64_t));
        part[k].frequency = ard_alloc(context, 1, sizeof(double));
        part[k].counted[0] = 2;
        part[k].frequency[0] = 1;
    }
    assert_int_equal(ard_division_join(&s.division, part, NULL, &whole), ARDOR_OK);
    assert_true(whole.n_counted == 1 && whole.counted[0] == 2 && whole.frequency[0] == 1);
    ard_fit_free(context, &whole);
    close_setup(&s);
}

/* ------------------------------------------------------------------ classes that have no rows */

static void a_class_without_rows_has_half_a_row(void **state)
{
    (void)state;
    setup s;
    ard_fitter fitter = {0};
    ard_fit fit = {0};
    open_setup(&s, "spr", (ard_basis){ARD_IDENTITY, 0}, ARD_MULTICLASS_PAIRS, false);
    ard_division_close(&s.division);
    s.problem.target.n_classes = 6; /* of which 4 and 5 have none */
    assert_int_equal(ard_division_open(context, &s.problem, ARD_MULTICLASS_PAIRS, &s.division), ARDOR_OK);
    for (int64_t k = 0; k < s.division.n_parts; k++) {
        const ard_part *part = s.division.part + k;
        const int n_missing = (part->pair.first >= 4) + (part->pair.second >= 4);
        const double edge = .5 / (N / 4 + 1);
        assert_int_equal(part->fits, n_missing == 0);
        if (n_missing == 1) assert_near(part->share[1], edge, 1e-15, "the share of no rows");
        if (n_missing == 1) assert_near(part->share[0], 1 - edge, 1e-15, "the share of all rows");
        if (n_missing == 2) assert_true(part->share[0] == .5 && part->share[1] == .5);
    }
    assert_int_equal(ard_fitter_open_parts(context, s.method, &s.division, &s.settings, NULL, &fitter), ARDOR_OK);
    assert_int_equal(ard_fitter_solve(&fitter, &s.settings, NULL, &(ard_ask){true, false}, &fit), ARDOR_OK);
    assert_true(!fit.null_model && fit.n_parts == 15);
    double objective = 0;
    for (int64_t k = 0; k < 15; k++) objective += s.division.part[k].fits ? fit.part[k].objective : 0;
    assert_true(fit.objective == objective &&
                !isnan(fit.used[ard_setting_index(s.method, "tol")])); /* of the parts that were fitted */
    double *all = make_reals(N * 6);
    assert_int_equal(ard_machine_predict(context, &fit.machine, &s.matrix, all), ARDOR_OK);
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int c = 0; c < 6; c++) sum += all[i + c * N];
        assert_near(sum, 1, 1e-12, "the sum");
        assert_near(all[i + 4 * N], all[i + 5 * N], 1e-12, "two classes that nobody has seen");
        assert_true(all[i + 4 * N] > 0 && all[i + 4 * N] < .05);
    }
    free(all);
    ard_fit_free(context, &fit);
    ard_fitter_close(&fitter);
    close_setup(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_have_the_rows_of_their_classes),
        cmocka_unit_test(paths_go_part_by_part),
        cmocka_unit_test(null_parts_remember_their_columns),
        cmocka_unit_test(relaxed_refits_are_of_each_part),
        cmocka_unit_test(what_is_said_is_of_a_part),
        cmocka_unit_test(restrictions_hold_in_every_part),
        cmocka_unit_test(the_whole_says_the_worst),
        cmocka_unit_test(counts_are_means_over_parts),
        cmocka_unit_test(counts_are_shares),
        cmocka_unit_test(a_class_without_rows_has_half_a_row),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
