/* What every step and every filter does, with all arguments that it says it takes, in pairs: one suite for the tables of the
 * library and for one with toys. A step or filter that is added is tried by it as it is. */
#include "fault_fixture.h"

#include "api_fixture.h"
#include "base/remark.h"
#include "json/json.h"
#include "json/json_read.h"
#include "toy_steps.h"

enum { N = 24, P = 7, CONSTANT = 3, MOST_WORDS = 200 };

static char tried[120]; /* the arguments that are being tried */

/* ------------------------------------------------------------------ tables */

/* Rows and columns of one array of positive values, whose labels are 0 or 1. */
typedef struct rows_of {
    int64_t n, p;
    int64_t row[3 * N], column[P];
    bool weighted, swapped;
} rows_of;

static double value[N * P];
static int64_t label[N], times[N];

static void make_values(void)
{
    ard_rng rng;
    ard_rng_init(&rng, 8, 0, 0);
    for (int64_t i = 0; i < N; i++) {
        label[i] = i % 3 == 0;
        times[i] = 1 + i % 3;
    }
    for (int64_t j = 0; j < P; j++)
        for (int64_t i = 0; i < N; i++)
            value[i + j * N] = j == CONSTANT ? 2 : exp(0.5 * ard_rng_normal(&rng) + 0.2 * (double)(j * label[i]));
}

static rows_of everything(void)
{
    rows_of r = {.n = N, .p = P};
    for (int64_t i = 0; i < N; i++) r.row[i] = i;
    for (int64_t j = 0; j < P; j++) r.column[j] = j;
    return r;
}

/* With two cells missing, if the steps fill them in. */
static ardor_dataset *data_of(const rows_of *r, bool gaps)
{
    static const char *const class_of[] = {"no", "yes"};
    double x[3 * N * P], weight[3 * N];
    const char *names[3 * N];
    ardor_dataset *data = NULL;
    for (int64_t i = 0; i < r->n; i++) {
        names[i] = class_of[label[r->row[i]] != r->swapped];
        weight[i] = (double)times[r->row[i]];
        for (int64_t j = 0; j < r->p; j++) {
            const int64_t cell = r->row[i] + r->column[j] * N;
            x[i + j * r->n] = gaps && (cell == 2 + N || cell == 9 + 4 * N) ? (double)NAN : value[cell];
        }
    }
    must(ardor_dataset_from_arrays(context, r->n, r->p, x, r->n, names, NULL, r->weighted ? weight : NULL, &data));
    return data;
}

/* ------------------------------------------------------------------ preparations */

typedef struct prepared {
    ardor_dataset *data;
    ard_rows rows;
    ard_prepare *prepare;
    double *x;
} prepared;

static bool fills(const ard_prepare_options *options)
{
    ard_prepare *prepare = NULL;
    must(ard_prepare_open(context, options, 0, &prepare));
    const bool out = ard_prepare_fills(prepare);
    ard_prepare_free(prepare);
    return out;
}

static prepared prepare_of(const rows_of *r, const ard_prepare_options *options)
{
    prepared p = {.data = data_of(r, fills(options))};
    must(ard_rows_all(context, r->n, &p.rows));
    must(ard_prepare_fit(context, p.data, &p.rows, options, &p.prepare, &p.x));
    for (int64_t i = 0; i < r->n * ard_prepare_features(p.prepare); i++) assert_true(isfinite(p.x[i]));
    for (int64_t k = 0; k < p.prepare->p; k++) assert_true(k == 0 || p.prepare->column[k] > p.prepare->column[k - 1]);
    return p;
}

static void prepared_free(prepared *p)
{
    ard_free(context, p->x);
    ard_prepare_free(p->prepare);
    ard_free(context, p->rows.row);
    ardor_dataset_free(p->data);
}

/* Where the list has the value first. */
static int64_t place_of(int64_t n, const int64_t *list, int64_t wanted)
{
    for (int64_t i = 0; i < n; i++)
        if (list[i] == wanted) return i;
    return -1;
}

/* Features that are combinations of columns: the same ones, but for the side to which they point, which the first row says. */
static void check_same_combinations(const rows_of *ra, const prepared *a, const rows_of *rb, const prepared *b, const char *what)
{
    const int64_t n = ard_prepare_features(a->prepare);
    assert_int_equal(ard_prepare_features(b->prepare), n);
    for (int64_t k = 0; k < n; k++) {
        double side = 0;
        for (int64_t i = 0; i < ra->n; i++) {
            const double x = a->x[i + k * ra->n], y = b->x[place_of(rb->n, rb->row, ra->row[i]) + k * rb->n];
            if (side == 0 && fabs(x) > 1e-6) side = x * y > 0 ? 1 : -1;
            assert_near(side * y, x, 1e-9, what);
        }
    }
}

/* The same columns with the same values, wherever they are in the other table. */
static void check_same(const rows_of *ra, const prepared *a, const rows_of *rb, const ard_prepare_options *options,
                       double tolerance, const char *what)
{
    prepared b = prepare_of(rb, options);
    if (a->prepare->p != b.prepare->p) fail_msg("%s, %s: %d columns, not %d", tried, what, (int)b.prepare->p, (int)a->prepare->p);
    const bool combined = ard_prepare_projection(a->prepare) != NULL;
    if (combined) check_same_combinations(ra, a, rb, &b, what);
    for (int64_t k = 0; k < a->prepare->p; k++) {
        const int64_t there = place_of(rb->p, rb->column, ra->column[a->prepare->column[k]]);
        const int64_t l = place_of(b.prepare->p, b.prepare->column, there);
        if (l < 0) fail_msg("%s, %s: column %d is not kept", tried, what, (int)a->prepare->column[k]);
        for (int64_t i = 0; i < ra->n && !combined; i++) {
            const int64_t row = place_of(rb->n, rb->row, ra->row[i]);
            assert_near(b.x[row + l * rb->n], a->x[i + k * ra->n], tolerance, what);
        }
    }
    prepared_free(&b);
}

static void check_symmetries(const rows_of *all, const prepared *a, const ard_prepare_options *options)
{
    rows_of other = *all;
    for (int64_t i = 0; i < N; i++) other.row[i] = (7 * i + 5) % N;
    check_same(all, a, &other, options, 1e-12, "rows in another order");
    other = *all;
    other.swapped = true;
    check_same(all, a, &other, options, 0, "classes exchanged");
    other = *all;
    for (int64_t j = 0; j < P; j++) other.column[j] = (3 * j + 2) % P;
    check_same(all, a, &other, options, 1e-12, "columns in another order");
    rows_of weighted = *all, repeated = *all;
    weighted.weighted = true;
    repeated.n = 0;
    for (int64_t i = 0; i < N; i++)
        for (int64_t t = 0; t < times[i]; t++) repeated.row[repeated.n++] = i;
    prepared w = prepare_of(&weighted, options);
    check_same(&weighted, &w, &repeated, options, 1e-12, "a weight of 2 is a row twice");
    prepared_free(&w);
}

/* Applied to the rows of the fit, and in a model from a file, it gives the same bits. */
static void check_kept(const prepared *a, const ard_prepare_options *options)
{
    const ard_prepare *p = a->prepare;
    ard_prepare *few = NULL, *read = NULL;
    char *text = NULL, *again = NULL;
    json_t *document = NULL;
    ard_json json;
    int64_t kept[P], column[P], n = 0, all[P];
    double x[N * P];
    must(ard_prepare_apply(context, p, a->data, &a->rows, NULL, NULL, x));
    const int64_t features = ard_prepare_features(p);
    assert_memory_equal(x, a->x, (size_t)(N * features) * sizeof *x);
    for (int64_t j = 0; j < P; j++) all[j] = j;
    for (int64_t k = features % 2; k < features; k += 2) { /* every second one */
        column[n] = p->column[k];
        kept[n++] = k;
    }
    if (ard_prepare_projection(p)) memcpy(column, p->column, (size_t)p->p * sizeof *column);
    assert_true(n > 0 || features < 2);
    must(ard_prepare_restrict(context, p, n, kept, &few));
    for (int pass = 0; pass < 2; pass++) {
        char **to = pass ? &again : &text;
        ard_json_begin(&json, context);
        ard_prepare_write(pass ? read : few, &json, NULL);
        must(ard_json_finish(&json, to));
        if (pass) break;
        must(ard_json_parse(context, text, strlen(text), "p.json", &document));
        const ard_node node = ard_node_root(context, "p.json", document);
        must(ard_prepare_read(options->kinds, &node, true, few->p, &read));
    }
    assert_string_equal(text, again);
    read->p_in = P;
    must(ard_prepare_apply(context, read, a->data, &a->rows, column, all, x));
    for (int64_t k = 0; k < n; k++) assert_memory_equal(x + k * N, a->x + kept[k] * N, N * sizeof *x);
    json_decref(document);
    ardor_string_free(context, again);
    ardor_string_free(context, text);
    ard_prepare_free(read);
    ard_prepare_free(few);
}

static void check_little(const ard_prepare_options *options)
{
    rows_of r = everything();
    for (int what = 0; what < 3; what++) {
        r.n = what == 1 ? 1 : N;
        r.p = what == 0 ? 0 : what == 1 ? P : 1;
        prepared p = prepare_of(&r, options);
        if (what < 2) assert_int_equal(p.prepare->p, 0);
        prepared_free(&p);
    }
}

static void check_shortage(const prepared *a, const ard_prepare_options *options)
{
    fault f = {0};
    ardor_context *poor = fault_context(&f);
    const long long base = atomic_load(&f.live);
    int notes_lost = 0; /* a note that finds no room is left out */
    for (long long at = 1;; at++) {
        ard_prepare *prepare = NULL;
        double *x = NULL;
        fault_reset(&f, at, false);
        int rc = ard_prepare_fit(poor, a->data, &a->rows, options, &prepare, &x);
        if (rc == ARDOR_OK) rc = ard_prepare_apply(poor, prepare, a->data, &a->rows, NULL, NULL, x);
        const bool fired = atomic_load(&f.fired);
        if (fired && rc == ARDOR_OK)
            notes_lost++;
        else
            assert_int_equal(rc, fired ? ARDOR_MEMORY : ARDOR_OK);
        ard_free(poor, x);
        ard_prepare_free(prepare);
        ard_remarks_forget(poor);
        assert_int_equal(atomic_load(&f.live), base);
        if (!fired) break;
    }
    assert_true(notes_lost <= 4);
    ardor_context_free(poor);
    assert_int_equal(atomic_load(&f.live), 0);
}

/* The constant column is dropped (whole rows may make it another, unless they only fill it in), and no other one but by steps
 * that are asked to. */
static void check_kept_columns(const ard_prepare *p)
{
    bool others = false, rows = false;
    for (int s = 0; s < p->n_steps; s++) rows = rows || (p->step[s].kind->rows && !p->step[s].kind->keeps_rows);
    for (int s = 0; s < p->n_steps; s++)
        others = others || p->step[s].kind->choose || (p->step[s].kind->dropped && p->step[s].kind->key);
    if (!rows) assert_int_equal(place_of(p->p, p->column, CONSTANT), -1);
    if (!others) assert_int_equal(p->p, rows ? P : P - 1);
}

/* Some rows of a table are as good as a table of them, unless numbers are from all rows. */
static void check_some_rows(const rows_of *all, const ard_prepare_options *options)
{
    rows_of whole = *all, some;
    whole.weighted = true;
    some = whole;
    prepared part = {.data = data_of(&whole, fills(options))};
    some.n = part.rows.n = N / 2;
    part.rows.row = ard_alloc(context, some.n, sizeof *part.rows.row);
    for (int64_t i = 0; i < some.n; i++) part.rows.row[i] = some.row[i] = 2 * i + (i % 3 == 0);
    must(ard_prepare_fit(context, part.data, &part.rows, options, &part.prepare, &part.x));
    for (int s = 0; s < part.prepare->n_steps; s++) {
        const ard_step *step = &part.prepare->step[s];
        if (step->kind->all_rows && step->kind->all_rows(&step->argument)) some.n = 0;
    }
    if (some.n > 0) check_same(&some, &part, &some, options, 0, "some rows");
    prepared_free(&part);
}

/* Whatever the steps before do: what standardise leaves is standardised. */
static void check_moments(const prepared *a, const ard_prepare_options *options)
{
    char text[ARD_ARGUMENT_BYTES];
    if (strcmp(ard_prepare_text(options, "standardise", text), "train") != 0 || ard_prepare_projects(options)) return;
    for (int64_t k = 0; k < a->prepare->p; k++) {
        const ard_moments m = ard_moments_of(N, a->x + k * N, NULL);
        assert_near(m.mean, 0, 1e-12, "the mean of a standardised column");
        assert_near(m.sd, 1, 1e-12, "the deviation of a standardised column");
    }
}

static void check_options(const ard_prepare_options *options)
{
    const rows_of all = everything();
    prepared a = prepare_of(&all, options);
    check_kept_columns(a.prepare);
    check_some_rows(&all, options);
    check_moments(&a, options);
    check_symmetries(&all, &a, options);
    check_kept(&a, options);
    check_little(options);
    check_shortage(&a, options);
    prepared_free(&a);
}

/* ------------------------------------------------------------------ steps */

typedef struct word {
    const char *key;
    char text[40];
} word;

/* The words of what the key says it takes that it does take, with numbers for K. */
static int words_of(const ard_step_kind *kind, const ard_prepare_options *plain, int n, word *words)
{
    char takes[400], *rest = takes;
    snprintf(takes, sizeof takes, "%s 2", kind->takes);
    const int first = n;
    for (char *text = strtok_r(takes, " ,", &rest); text; text = strtok_r(NULL, " ,", &rest))
        for (int k = 0; k < 2; k++) {
            char *count = strchr(text, 'K');
            word w = {.key = kind->key};
            ard_prepare_options options = *plain;
            snprintf(w.text, sizeof w.text, "%.*s%s", count ? (int)(count - text) : 39, text, !count ? "" : k ? "100" : "2");
            if ((k > 0 && !count) || !ard_prepare_set(&options, w.key, w.text)) continue;
            assert_true(n < MOST_WORDS);
            words[n++] = w;
        }
    if (n - first < 2) fail_msg("%s takes only %d of what it says it takes", kind->key, n - first);
    return n;
}

/* A text is printed as one that is read to the same, and `off` has the step not done. */
static void check_texts(const ard_step_kind *const *kinds, const word *w)
{
    ard_prepare_options options = {.kinds = kinds}, again = {.kinds = kinds}, none = {.kinds = kinds};
    char text[ARD_ARGUMENT_BYTES], twice[ARD_ARGUMENT_BYTES];
    assert_true(ard_prepare_set(&options, w->key, w->text));
    snprintf(twice, sizeof twice, "%s", ard_prepare_text(&options, w->key, text));
    assert_true(ard_prepare_set(&again, w->key, twice));
    assert_memory_equal(options.argument, again.argument, sizeof options.argument);
    assert_string_equal(ard_prepare_text(&again, w->key, text), twice);
    assert_false(ard_prepare_set(&options, w->key, "no such text"));
    assert_memory_equal(options.argument, again.argument, sizeof options.argument);
    ard_prepare_off(&none);
    for (int i = 0; kinds[i]; i++)
        if (kinds[i]->key) assert_null(ard_prepare_argument(&none, i));
}

/* The default is all zero. */
static void check_default(const ard_step_kind *const *kinds, const ard_step_kind *kind)
{
    const ard_prepare_options none = {.kinds = kinds};
    ard_prepare_options given = none;
    memset(given.argument, 1, sizeof given.argument);
    assert_true(ard_prepare_set(&given, kind->key, kind->fallback ? kind->fallback : kind->off));
    for (int i = 0; kinds[i]; i++)
        if (kinds[i] == kind) assert_memory_equal(given.argument + i, none.argument + i, sizeof *none.argument);
}

static int check_table(const ard_step_kind *const *kinds)
{
    static word words[MOST_WORDS];
    const ard_prepare_options plain = {.kinds = kinds};
    int n = 0, count = 0;
    for (int i = 0; kinds[i]; i++)
        if (kinds[i]->key) {
            check_default(kinds, kinds[i]);
            n = words_of(kinds[i], &plain, n, words);
        }
    for (int i = 0; i < n; i++) {
        check_texts(kinds, words + i);
        for (int j = 0; j < i; j++) {
            ard_prepare_options options = plain;
            if (strcmp(words[i].key, words[j].key) == 0) continue;
            assert_true(ard_prepare_set(&options, words[i].key, words[i].text));
            assert_true(ard_prepare_set(&options, words[j].key, words[j].text));
            snprintf(tried, sizeof tried, "%s=%s %s=%s", words[i].key, words[i].text, words[j].key, words[j].text);
            check_options(&options);
            count++;
        }
    }
    return count;
}

static void steps_conform(void **state)
{
    (void)state;
    const int library = check_table(ard_step_kinds), toys = check_table(toy_kinds);
    tried[0] = '\0';
    print_message("%d pairs of arguments, %d with the toys\n", library, toys);
    assert_true(library > 50 && toys > library);
}

/* ------------------------------------------------------------------ filters */

enum { FN = 20, FP = 9, FLAT = 5, TWINNED = 2, TWIN = 8 };

static double filter_value[FN * FP];

/* The scores of all columns in their order; checks what holds of every ranking. */
static void ranked(const ard_filter_kind *f, const ard_matrix *x, const ard_targets *t, double *score)
{
    int64_t column[FP], some[FP];
    double sorted[FP], few[FP];
    bool seen[FP] = {false};
    ard_targets given = *t;
    if (!f->sees_labels) given.label = NULL;
    must(f->rank(context, x, &given, x->p, column, sorted));
    for (int64_t k = 0; k < x->p; k++) {
        assert_true(column[k] >= 0 && column[k] < x->p && !seen[column[k]]);
        if (f->greedy)
            assert_true(isfinite(sorted[k]));
        else
            assert_true(sorted[k] >= 0 &&
                        (k == 0 || sorted[k] < sorted[k - 1] || (sorted[k] == sorted[k - 1] && column[k] > column[k - 1])));
        seen[column[k]] = true;
        score[column[k]] = sorted[k];
    }
    for (int64_t k = 0; k < x->p; k++) {
        must(f->rank(context, x, &given, k, some, few));
        assert_memory_equal(some, column, (size_t)k * sizeof *some);
        assert_memory_equal(few, sorted, (size_t)k * sizeof *few);
    }
}

/* Another table, of which the column j is the column at[j] of the first one. */
static void check_scores(const ard_filter_kind *f, const double *expected, int64_t n, const double *x, const ard_targets *t,
                         const int64_t *at, const char *what)
{
    double score[FP];
    const ard_matrix matrix = ard_matrix_dense(n, FP, x, n);
    ranked(f, &matrix, t, score);
    for (int64_t j = 0; j < FP; j++) {
        const int64_t there = at ? at[j] : j;
        double e = expected[there];
        /* of twins a greedy filter takes the first one as if it were alone */
        if (f->greedy && (there == TWINNED || there == TWIN) && fabs(score[j] - e) > 1e-11) e = expected[TWINNED + TWIN - there];
        if (isfinite(e) || isfinite(score[j])) assert_near(score[j], e, 1e-11 * fmax(fabs(e), 1e-2), what);
    }
}

static void check_filter_symmetries(const ard_filter_kind *f, const ard_targets *t, const double *expected)
{
    double x[3 * FN * FP], weight[FN];
    int32_t other[3 * FN];
    int64_t at[FP], n = 0;
    for (int64_t i = 0; i < FN; i++) {
        other[i] = t->label[(7 * i + 3) % FN];
        for (int64_t j = 0; j < FP; j++) x[i + j * FN] = filter_value[(7 * i + 3) % FN + j * FN];
    }
    const ard_targets permuted = {FN, t->n_classes, other, NULL, FN};
    check_scores(f, expected, FN, x, &permuted, NULL, "rows in another order");
    for (int64_t i = 0; i < FN; i++) other[i] = t->n_classes - 1 - t->label[i];
    check_scores(f, expected, FN, filter_value, &permuted, NULL, "classes in another order");
    for (int64_t j = 0; j < FP; j++) {
        at[j] = (4 * j + 1) % FP;
        memcpy(x + j * FN, filter_value + at[j] * FN, FN * sizeof *x);
    }
    check_scores(f, expected, FN, x, t, at, "columns in another order");
    for (int64_t i = 0; i < FN; i++) {
        weight[i] = (double)(1 + i % 3);
        n += 1 + i % 3;
    }
    for (int64_t i = 0, to = 0; i < FN; i++)
        for (int64_t k = 0; k <= i % 3; k++, to++) {
            other[to] = t->label[i];
            for (int64_t j = 0; j < FP; j++) x[to + j * n] = filter_value[i + j * FN];
        }
    double weighted[FP];
    const ard_matrix matrix = ard_matrix_dense(FN, FP, filter_value, FN);
    ranked(f, &matrix, &(ard_targets){FN, t->n_classes, t->label, weight, (double)n}, weighted);
    check_scores(f, weighted, n, x, &(ard_targets){n, t->n_classes, other, NULL, (double)n}, NULL,
                 "a weight of 2 is a row twice");
}

static void check_filter(const ard_filter_kind *f, int n_classes)
{
    int32_t classes[FN], same[FN] = {0};
    double score[FP];
    for (int64_t i = 0; i < FN; i++) classes[i] = (int32_t)(i % n_classes);
    const ard_targets t = {FN, n_classes, classes, NULL, FN}, one_class = {FN, n_classes, same, NULL, FN},
                      one = {1, 2, same, NULL, 1};
    const ard_matrix x = ard_matrix_dense(FN, FP, filter_value, FN), no_columns = ard_matrix_dense(FN, 0, filter_value, FN),
                     one_row = ard_matrix_dense(1, FP, filter_value, 1);
    ranked(f, &x, &one_class, score);
    ranked(f, &no_columns, &t, score);
    ranked(f, &one_row, &one, score);
    ranked(f, &x, &t, score);
    if (!f->greedy) assert_true(score[TWINNED] == score[TWIN]);
    assert_true(score[FLAT] == 0);
    check_filter_symmetries(f, &t, score);
    fault fault_of = {0};
    ardor_context *poor = fault_context(&fault_of);
    const long long base = atomic_load(&fault_of.live);
    int64_t column[FP];
    ard_targets given = t;
    if (!f->sees_labels) given.label = NULL;
    for (long long at = 1, fired = 1; fired; at++) {
        fault_reset(&fault_of, at, false);
        const int rc = f->rank(poor, &x, &given, 3, column, score);
        fired = atomic_load(&fault_of.fired);
        assert_int_equal(rc, fired ? ARDOR_MEMORY : ARDOR_OK);
        assert_int_equal(atomic_load(&fault_of.live), base);
    }
    ardor_context_free(poor);
}

static void filters_conform(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 2, 0, 0);
    for (int64_t j = 0; j < FP; j++)
        for (int64_t i = 0; i < FN; i++)
            filter_value[i + j * FN] = j == TWIN   ? filter_value[i + TWINNED * FN]
                                       : j == FLAT ? 3
                                                   : (double)(i % 2) + ard_rng_normal(&rng);
    for (int f = 0; ard_filter_kinds[f]; f++) { /* all are in the text, and under their names */
        char named[60];
        snprintf(named, sizeof named, " %s:K ", ard_filter_kinds[f]->name);
        assert_non_null(strstr(ard_filter_takes, named));
    }
    for (int f = 0; toy_filters[f]; f++) {
        assert_true(toy_filters[f]->name && !strchr(toy_filters[f]->name, ':'));
        for (int g = 0; g < f; g++) assert_string_not_equal(toy_filters[f]->name, toy_filters[g]->name);
        check_filter(toy_filters[f], 2);
        check_filter(toy_filters[f], 3);
    }
}

static int open_all(void **state)
{
    make_toy_kinds();
    make_values();
    return open_context(state);
}

static int say_what_failed(void **state)
{
    (void)state;
    if (tried[0]) print_message("with the arguments %s\n", tried);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(steps_conform, say_what_failed),
                                       cmocka_unit_test(filters_conform)};
    return cmocka_run_group_tests(tests, open_all, close_context);
}
