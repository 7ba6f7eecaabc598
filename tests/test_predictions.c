/* Documents of predictions: figures from probabilities made by hand, against counts made by hand and against the evaluation of
 * the same rows; classes by their names; the table of the training. */
#include "api_fixture.h"

#include <unistd.h>

#include "model/model.h"

enum { TRAINED = 24, PLACES = 3 };

static ardor_dataset *training;
static ardor_model *model; /* classes no, yes */

static int set_up(void **state)
{
    ard_rng rng;
    if (open_context(state) != 0) return -1;
    ard_rng_init(&rng, 51, 0, 0);
    double *x = make_normals(&rng, 2 * TRAINED), *side = make_reals(TRAINED);
    for (int64_t i = 0; i < TRAINED; i++) side[i] = x[i] + .7 * ard_rng_normal(&rng);
    training = make_table(TRAINED, 2, x, side, NULL);
    model = fit(training, "method=spr lam1=1 seed=5");
    free(side);
    free(x);
    return 0;
}

static int tear_down(void **state)
{
    ardor_model_free(model);
    ardor_dataset_free(training);
    return close_context(state);
}

/* A table of n rows with these labels; what is in its columns plays no part. */
static ardor_dataset *labelled(int64_t n, const char *const *label, const double *weight)
{
    ardor_dataset *data = NULL;
    double *x = make_reals(2 * n);
    must(ardor_dataset_from_arrays(context, n, 2, x, n, label, NULL, weight, &data));
    free(x);
    return data;
}

static json_t *predictions_of(const ardor_dataset *data, const double *prob, int rows)
{
    char *text = NULL;
    notes[0] = '\0';
    must(ardor_predictions_json(context, model, data, prob, rows, &text));
    return parse_json(text);
}

/* With probabilities of its own. */
static json_t *predicted(const ardor_dataset *data)
{
    double *prob = make_reals(2 * ardor_dataset_rows(data));
    must(ardor_predict(context, model, data, prob));
    json_t *root = predictions_of(data, prob, 1);
    free(prob);
    return root;
}


/* ---- by hand */

enum { N = 9 };
static const char *const by_hand[N] = {"yes", "no", "alien", "yes", NULL, "no", "yes", "no", "ant"};
/* P(yes). Rows 0, 1 and 5 are right, 3, 6 and 7 wrong; .5 goes to the first class. */
static const double yes[N] = {.9, .2, .9, .4, .1, .3, .5, .8, .5};
static const double by_weight[N] = {1, 2, 100, .5, 100, 4, 3, 1.5, 100};

static json_t *of_hand(const double *weight, int rows)
{
    double prob[2 * N];
    ardor_dataset *data = labelled(N, by_hand, weight);
    for (int i = 0; i < N; i++) prob[i] = 1 - yes[i], prob[N + i] = yes[i];
    assert_int_equal(ardor_dataset_classes(data), 4); /* alien, ant, no, yes: not numbered as the model's */
    json_t *root = predictions_of(data, prob, rows);
    ardor_dataset_free(data);
    return root;
}

/* Over the rows that count: sums of weight times (what) and the pairs of the AUC. */
static void figures_of_hand(void **state)
{
    (void)state;
    for (int weighted = 0; weighted < 2; weighted++) {
        static const int64_t row[6] = {0, 1, 3, 5, 6, 7};
        double all = 0, wrong = 0, loss = 0, brier = 0, pairs = 0, concordant = 0, count[2][2] = {{0}};
        for (int k = 0; k < 6; k++) {
            const int64_t i = row[k];
            const double w = weighted ? by_weight[i] : 1;
            const int truth = strcmp(by_hand[i], "yes") == 0, said = yes[i] > .5;
            count[truth][said] += w;
            all += w;
            wrong += truth != said ? w : 0;
            loss -= w * log(truth ? yes[i] : 1 - yes[i]);
            brier += w * (yes[i] - truth) * (yes[i] - truth);
            for (int l = 0; l < 6; l++) {
                const int64_t j = row[l];
                if (!truth || strcmp(by_hand[j], "no") != 0) continue;
                const double both = w * (weighted ? by_weight[j] : 1);
                pairs += both;
                concordant += yes[i] > yes[j] ? both : yes[i] == yes[j] ? both / 2 : 0;
            }
        }
        json_t *root = of_hand(weighted ? by_weight : NULL, 1);
        assert_near(number_at(root, "summary.error.value"), wrong / all, 1e-13, "error");
        assert_near(number_at(root, "summary.log_loss.value"), loss / all, 1e-13, "log loss");
        assert_near(number_at(root, "summary.brier.value"), brier / all, 1e-13, "Brier");
        assert_near(number_at(root, "summary.auc.value"), concordant / pairs, 1e-13, "AUC");
        assert_near(number_at(root, "confusion.counts.0.0"), count[0][0], 1e-13, "no as no");
        assert_near(number_at(root, "confusion.counts.0.1"), count[0][1], 1e-13, "no as yes");
        assert_near(number_at(root, "confusion.counts.1.0"), count[1][0], 1e-13, "yes as no");
        assert_near(number_at(root, "confusion.counts.1.1"), count[1][1], 1e-13, "yes as yes");
        assert_near(number_at(root, "confusion.ppv.value"), count[1][1] / (count[0][1] + count[1][1]), 1e-13, "PPV");
        assert_true(number_at(root, "summary.error.low") < wrong / all && number_at(root, "summary.error.high") > wrong / all);
        assert_true(json_is_true(at(root, "confusion.weighted")) == (weighted != 0));
        if (!weighted) assert_near(count[1][0] + 10 * count[0][1], 12, 0, "the count by hand");
        json_decref(root);
    }
}

static void rows_are_counted(void **state)
{
    (void)state;
    json_t *root = of_hand(NULL, 1), *brief = of_hand(NULL, 0);
    assert_string_equal(text_at(root, "format"), "ardor-predictions");
    assert_string_equal(text_at(root, "positive"), "yes");
    assert_near(number_at(root, "n"), N, 0, "rows");
    assert_near(number_at(root, "n_labelled"), 8, 0, "labelled");
    assert_near(number_at(root, "n_compared"), 6, 0, "compared");
    assert_near(number_at(root, "n_wrong"), 3, 0, "wrong");
    assert_int_equal(json_array_size(at(root, "unknown_labels")), 2);
    assert_string_equal(text_at(root, "unknown_labels.0.label"), "alien");
    assert_near(number_at(root, "unknown_labels.1.n"), 1, 0, "ants");
    assert_string_equal(text_at(root, "warnings.0.code"), "unknown_labels");
    assert_string_equal(notes, "2 of 8 labelled rows have a class that the model does not know ('alien', 'ant'; the model's are "
                               "'no', 'yes'): they are not counted\n");
    assert_int_equal(json_array_size(at(root, "rows")), N);
    assert_string_equal(text_at(root, "rows.2.class"), "alien");
    assert_string_equal(text_at(root, "rows.2.predicted"), "yes");
    assert_string_equal(text_at(root, "rows.8.predicted"), "no"); /* a tie */
    assert_true(is_null(root, "rows.4.class"));
    assert_near(number_at(root, "rows.3.prob.yes"), .4, 0, "P(yes)");
    assert_true(is_null(brief, "rows"));
    json_object_del(root, "rows");
    json_object_del(brief, "rows");
    assert_true(json_equal(root, brief));
    json_decref(brief);
    json_decref(root);
}

/* ---- what there is nothing to say of */

static void without_a_row_to_compare(void **state)
{
    (void)state;
    static const char *const strange[PLACES] = {"YES", "No", "NO"}, *const none[PLACES] = {NULL, NULL, ""};
    static const double prob[2 * PLACES] = {.5, .4, .3, .5, .6, .7};
    const char *const *const all[] = {strange, none, NULL};
    for (int k = 0; k < 3; k++) {
        ardor_dataset *data = labelled(PLACES, all[k], NULL);
        json_t *root = predictions_of(data, prob, 1);
        assert_true(is_null(root, "summary") && is_null(root, "confusion"));
        assert_near(number_at(root, "n_labelled"), k == 0 ? PLACES : 0, 0, "labelled");
        assert_int_equal(json_array_size(at(root, "unknown_labels")), k == 0 ? 3 : 0);
        assert_int_equal(json_array_size(at(root, "warnings")), k == 0);
        assert_true(strstr(notes, "3 of 3 labelled rows have a class") ? k == 0 : k > 0);
        assert_true(json_is_false(at(root, "training_table")));
        json_decref(root);
        ardor_dataset_free(data);
    }
}

static void rows_of_one_class(void **state)
{
    (void)state;
    static const char *const label[PLACES] = {"yes", "yes", "other"};
    static const double prob[2 * PLACES] = {.5, .4, .3, .5, .6, .7};
    ardor_dataset *data = labelled(PLACES, label, NULL);
    json_t *root = predictions_of(data, prob, 1);
    assert_near(number_at(root, "summary.error.value"), .5, 0, "error");
    assert_true(is_null(root, "summary.auc.value") && is_null(root, "summary.average_precision.value"));
    assert_string_equal(text_at(root, "summary.auc.reason"), "all rows are of one class");
    assert_string_equal(text_at(root, "confusion.specificity.reason"), "no row of the negative class was tested");
    assert_string_equal(
        notes, "1 of 3 labelled rows has a class that the model does not know ('other'; the model's are 'no', 'yes'): it "
               "is not counted\n");
    json_decref(root);
    ardor_dataset_free(data);
}

/* Of many names the first are told, in one line, whatever is in them. */
static void many_strange_names(void **state)
{
    (void)state;
    enum { MANY = 40 };
    char name[MANY][8];
    const char *label[MANY];
    double prob[2 * MANY] = {0};
    for (int i = 0; i < MANY; i++) {
        snprintf(name[i], sizeof *name, i ? "c%02d" : "a\nb", i);
        label[i] = name[i];
    }
    ardor_dataset *data = labelled(MANY, label, NULL);
    json_t *root = predictions_of(data, prob, 0);
    assert_int_equal(json_array_size(at(root, "unknown_labels")), MANY);
    assert_non_null(strstr(notes, "('a\\x0Ab', 'c01', 'c02', 'c03', 'c04', ...; the model's are 'no', 'yes')"));
    json_decref(root);
    ardor_dataset_free(data);
}

/* ---- the same as an evaluation */

static ardor_dataset *read_text(const char *text, const char *positive, const char *weights)
{
    char path[] = "/tmp/ardor-predictions-XXXXXX.csv";
    ardor_dataset *data = NULL;
    need_full();
    const int descriptor = mkstemps(path, 4);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    ardor_read_options options = {.size = sizeof options, .positive = positive, .weights = weights, .no_target = 1};
    must(ardor_dataset_read(context, path, &options, &data));
    unlink(path);
    return data;
}

/* Rows of noise with weights as a table, to a buffer. */
static const char *noise_table(char *text, size_t bytes)
{
    ard_rng rng;
    size_t used = (size_t)snprintf(text, bytes, "x1,x2,w,class\n");
    ard_rng_init(&rng, 52, 0, 0);
    for (int i = 0; i < 30; i++) {
        const double x = ard_rng_normal(&rng), side = x + ard_rng_normal(&rng);
        used += (size_t)snprintf(text + used, bytes - used, "%.17g,%.17g,%.3f,%s\n", x, ard_rng_normal(&rng),
                                 .5 + ard_rng_uniform(&rng), side > 0 ? "yes" : "no");
    }
    assert_true(used < bytes);
    return text;
}

/* Names count, not the order in which the table has them. */
static void classes_in_another_order(void **state)
{
    (void)state;
    char text[4096];
    json_t *said[2];
    noise_table(text, sizeof text);
    for (int k = 0; k < 2; k++) {
        ardor_dataset *data = read_text(text, k ? "no" : "yes", NULL);
        assert_string_equal(ardor_dataset_class_name(data, 1), k ? "no" : "yes");
        said[k] = predicted(data);
        assert_string_equal(text_at(said[k], "positive"), "yes");
        assert_string_equal(text_at(said[k], "target"), "class");
        assert_true(number_at(said[k], "summary.auc.value") > .6);
        ardor_dataset_free(data);
    }
    assert_true(json_equal(said[0], said[1]));
    json_decref(said[1]);
    json_decref(said[0]);
}

/* The one fold of an evaluation: trained on the rows of the model, tested on those of a table. */
static void the_figures_of_an_evaluation(void **state)
{
    (void)state;
    need_full();
    char text[4096], path[] = "/tmp/ardor-predictions-XXXXXX.csv", plan[96];
    const int64_t n = TRAINED + 30;
    const int descriptor = mkstemps(path, 4);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    assert_non_null(file);
    fputs("split,row,set\n", file);
    for (int64_t i = 0; i < n; i++) fprintf(file, "1,%d,%s\n", (int)i + 1, i < TRAINED ? "train" : "test");
    assert_int_equal(fclose(file), 0);
    snprintf(plan, sizeof plan, "method=spr lam1=1 seed=5 plan=splits:%s", path);
    noise_table(text, sizeof text);
    for (int weighted = 0; weighted < 2; weighted++) {
        ardor_dataset *table = read_text(text, NULL, "w");
        double *x = make_reals(2 * n), *side = make_reals(n), *weight = make_reals(n);
        for (int64_t i = 0; i < n; i++) {
            const ardor_dataset *from = i < TRAINED ? training : table;
            const int64_t row = i < TRAINED ? i : i - TRAINED;
            for (int64_t j = 0; j < 2; j++) x[i + j * n] = ardor_dataset_column(from, j)[row];
            side[i] = ardor_dataset_label(from, row) == 1 ? 1 : -1;
            weight[i] = i < TRAINED ? 1 : table->weight[row];
        }
        if (!weighted) {
            ardor_dataset_free(table);
            table = read_text(text, NULL, NULL);
        }
        ardor_dataset *all = make_table(n, 2, x, side, weighted ? weight : NULL);
        json_t *evaluation = evaluate(all, plan), *root = predicted(table), *summary = at(root, "summary");
        json_t *expected = json_pack("{}"), *figure;
        const char *key;
        json_object_foreach(summary, key, figure) json_object_set(expected, key, at(at(evaluation, "summary"), key));
        assert_int_equal(json_object_size(summary), 10);
        assert_true(json_equal(summary, expected));
        assert_true(json_equal(at(root, "confusion"), at(evaluation, "confusion")));
        assert_string_equal(text_at(root, "confusion.mcc.interval"), "bootstrap");
        assert_true(is_null(root, "weights") == !weighted);
        json_decref(expected);
        json_decref(root);
        json_decref(evaluation);
        ardor_dataset_free(all);
        ardor_dataset_free(table);
        free(weight);
        free(side);
        free(x);
    }
    unlink(path);
}

/* ---- the training table */

/* A copy of the training table, but for one thing. */
static ardor_dataset *altered(int what)
{
    double x[2 * TRAINED], weight[TRAINED];
    const char *label[TRAINED];
    ardor_dataset *data = NULL;
    static const char *const names[] = {"x1", "x3"};
    for (int64_t i = 0; i < TRAINED; i++) {
        for (int64_t j = 0; j < 2; j++) x[i + j * TRAINED] = ardor_dataset_column(training, j)[i];
        label[i] = ardor_dataset_class_name(training, ardor_dataset_label(training, i));
        weight[i] = 1;
    }
    if (what == 1) x[5] = nextafter(x[5], 9);
    if (what == 2) label[3] = label[3][0] == 'y' ? "no" : "yes";
    if (what == 3) weight[7] = 2;
    if (what == 4) label[3] = NULL;
    must(ardor_dataset_from_arrays(context, what == 5 ? TRAINED - 1 : TRAINED, 2, x, TRAINED, label, what == 6 ? names : NULL,
                                   weight, &data));
    return data;
}

static void the_training_table_is_recognised(void **state)
{
    (void)state;
    for (int what = 0; what < 7; what++) {
        double prob[2 * TRAINED] = {0};
        ardor_dataset *data = altered(what);
        json_t *root = predictions_of(data, prob, 1);
        assert_true(json_is_true(at(root, "training_table")) == (what == 0));
        assert_int_equal(json_array_size(at(root, "warnings")), what == 0);
        assert_string_equal(notes, what ? ""
                                        : "this is the table the model was fitted to: these figures are of the training rows "
                                          "and say nothing of new ones\n");
        if (what == 0) assert_string_equal(text_at(root, "warnings.0.code"), "training_table");
        json_decref(root);
        ardor_dataset_free(data);
    }
    char hash[sizeof model->data_hash];
    memcpy(hash, model->data_hash, sizeof hash);
    model->data_hash[0] = '\0'; /* as a file of an older version has it */
    json_t *root = predicted(training);
    memcpy(model->data_hash, hash, sizeof hash);
    assert_true(is_null(root, "training_table") && !is_null(root, "summary"));
    assert_int_equal(json_array_size(at(root, "warnings")), 0);
    json_decref(root);
}

static void asks_for_what_it_needs(void **state)
{
    (void)state;
    static const double prob[2 * TRAINED] = {0};
    char *text = notes;
    assert_int_equal(ardor_predictions_json(context, NULL, training, prob, 1, &text), ARDOR_USAGE);
    assert_null(text);
    assert_int_equal(ardor_predictions_json(context, model, NULL, prob, 1, &text), ARDOR_USAGE);
    assert_int_equal(ardor_predictions_json(context, model, training, NULL, 1, &text), ARDOR_USAGE);
    assert_int_equal(ardor_predictions_json(context, model, training, prob, 1, NULL), ARDOR_USAGE);
    assert_int_equal(ardor_predictions_json(NULL, model, training, prob, 1, &text), ARDOR_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_of_hand),
        cmocka_unit_test(rows_are_counted),
        cmocka_unit_test(without_a_row_to_compare),
        cmocka_unit_test(rows_of_one_class),
        cmocka_unit_test(many_strange_names),
        cmocka_unit_test(classes_in_another_order),
        cmocka_unit_test(the_figures_of_an_evaluation),
        cmocka_unit_test(the_training_table_is_recognised),
        cmocka_unit_test(asks_for_what_it_needs),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
