/* Every allocation fails once, and once for good, in fits and evaluations of more than two classes, in parts and as one model,
 * and of forced columns; and in predictions of their models. */
#include "alloc_fixture.h"

#include "base/base.h"

enum { ROWS = 18, COLUMNS = 5, CLASSES = 3 };

/* Of three classes, weighted and not; with a column of levels; of two classes. The last column of numbers is constant. */
static ardor_dataset *three, *even, *towns, *two;

static double *prob_of(const ardor_model *model, const ardor_dataset *data, ardor_context *context, ardor_status *status)
{
    double *prob = calloc((size_t)(ardor_dataset_rows(data) * CLASSES), sizeof *prob);
    assert_non_null(prob);
    *status = ardor_predict(context, model, data, prob);
    if (*status == ARDOR_OK) return prob;
    free(prob);
    return NULL;
}

/* Of a model that `clean` has fitted: a row is a line of its text. */
static ardor_status predict(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    ardor_model *model = NULL;
    ardor_status status = ARDOR_OK;
    assert_int_equal(ardor_fit(clean, *o->data, spec, &model), ARDOR_OK);
    *out = prob_of(model, *o->data, context, &status);
    ardor_model_free(model);
    return status;
}

static char *prob_text(ardor_context *context, void *out)
{
    const double *prob = out;
    char text[ROWS * CLASSES * 32];
    (void)context;
    for (int i = 0, used = 0; i < ROWS * CLASSES; i++) used += snprintf(text + used, 32, "%a ", prob[i]);
    return ard_strdup(clean, text);
}

static void release_prob(ardor_context *context, void *out)
{
    (void)context;
    free(out);
}

#define PREDICT .run = predict, .text = prob_text, .release = release_prob, .data = &three
static const operation operations[] = {
    {"fit by pairs", FIT(three), .degrades = true, .settings = SETTINGS("method", "spr", "multiclass", "pairs")},
    {"fit against the rest", FIT(three), .degrades = true, .settings = SETTINGS("method", "spr", "multiclass", "rest")},
    {"fit of kernels by pairs", FIT(three), .degrades = true, .settings = SETTINGS("method", "jcfo", "max_iter", "10")},
    {"fit by pairs, tuned and relaxed", FIT(three), .degrades = true, .stride = 37,
     .settings = SETTINGS("method", "spr", "tune", "cv:2", "relax", "auto")},
    {"fit of kernels by pairs, tuned", FIT(three), .degrades = true, .stride = 211,
     .settings = SETTINGS("method", "jcfo", "tune", "cv:2", "max_iter", "10")},
    {"fit of resamples by pairs", FIT(even), .degrades = true, .stride = 3,
     .settings = SETTINGS("method", "projection", "halves", "4", "k", "2", "path", "2")},
    {"fit of softmax", FIT(three), .degrades = true, .settings = SETTINGS("method", "smlr", "strength", ".1")},
    {"fit of softmax, a ridge", FIT(three), .degrades = true, .settings = SETTINGS("method", "smlr", "alpha", "0", "lam", "1")},
    {"fit of softmax, a workspace that grows", FIT(three), .degrades = true,
     .settings = SETTINGS("method", "smlr", "basis", "rbf", "alpha", ".1", "strength", ".01", "max_iter", "9")},
    {"fit of softmax, the rule of Bayes", FIT(three), .degrades = true, .settings = SETTINGS("method", "smlr", "bayes", "yes")},
    {"fit of softmax, the rule of Bayes, a reference", FIT(three), .degrades = true,
     .settings = SETTINGS("method", "smlr", "bayes", "yes", "reference", "last")},
    {"fit of softmax, groups", FIT(three), .degrades = true,
     .settings = SETTINGS("method", "smlr", "group", "yes", "strength", ".1")},
    {"fit of softmax, groups of kernels", FIT(three), .degrades = true,
     .settings = SETTINGS("method", "smlr", "group", "yes", "basis", "rbf", "alpha", ".5", "strength", ".02", "max_iter", "9")},
    {"fit of softmax, groups, tuned and relaxed", FIT(three), .degrades = true, .stride = 17,
     .settings = SETTINGS("method", "smlr", "group", "yes", "tune", "cv:2", "relax", "auto")},
    {"evaluation of softmax, groups", EVALUATE(three), .degrades = true,
     .settings = SETTINGS("method", "smlr", "group", "yes", "strength", ".1", "plan", "kfold:2")},
    {"evaluation by pairs, decided", EVALUATE(three), .degrades = true,
     .settings = SETTINGS("method", "spr", "plan", "kfold:2", "prior", "a=.5,b=.2", "cost", "a:b=3", "abstain", ".5")},
    {"forced: spr", FIT(two), .degrades = true, .settings = SETTINGS("method", "spr", "force", "x2,x5")},
    {"forced: logistic", FIT(two), .degrades = true, .settings = SETTINGS("method", "logistic", "alpha", ".5", "force", "x2")},
    {"forced: svm-l1", FIT(two), .degrades = true, .settings = SETTINGS("method", "svm-l1", "force", "x2")},
    {"forced: by pairs", FIT(three), .degrades = true, .settings = SETTINGS("method", "spr", "force", "x2,x5")},
    {"forced: svm-l1 against the rest", FIT(three), .degrades = true,
     .settings = SETTINGS("method", "svm-l1", "multiclass", "rest", "force", "x1")},
    {"forced: softmax", FIT(three), .degrades = true, .settings = SETTINGS("method", "smlr", "strength", ".5", "force", "x2,x5")},
    {"forced: softmax, groups", FIT(three), .degrades = true,
     .settings = SETTINGS("method", "smlr", "group", "yes", "strength", ".2", "force", "x2")},
    {"forced: softmax, the rule of Bayes", FIT(three), .degrades = true,
     .settings = SETTINGS("method", "smlr", "bayes", "yes", "force", "x2")},
    {"forced: levels", FIT(towns), .degrades = true, .settings = SETTINGS("method", "spr", "force", "town")},
    {"forced: by pairs, tuned, relaxed, screened", FIT(three), .degrades = true, .stride = 37,
     .settings = SETTINGS("method", "spr", "tune", "cv:2", "relax", "auto", "filter", "ttest:2", "force", "x1")},
    {"forced: evaluation, tuned", EVALUATE(two), .degrades = true, .stride = 11,
     .settings = SETTINGS("method", "spr", "plan", "kfold:2", "tune", "cv:2", "strength", ".3", "relax", "auto", "force", "x2")},
    {"forced: evaluation, leaky", EVALUATE(two), .degrades = true,
     .settings = SETTINGS("method", "logistic", "protocol", "leaky", "plan", "kfold:2", "filter", "ttest:2", "force", "x2")},
    {"prediction by pairs", PREDICT, .degrades = true, .settings = SETTINGS("method", "spr", "multiclass", "pairs")},
    {"prediction against the rest", PREDICT, .degrades = true, .settings = SETTINGS("method", "jcfo", "multiclass", "rest")},
    {"prediction of softmax", PREDICT, .degrades = true, .settings = SETTINGS("method", "smlr", "group", "yes", "basis", "rbf")},
};

static void every_allocation_may_fail(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) fail_every_allocation(&operations[i], NULL);
}

/* ---- tables */

static ardor_dataset *with_levels(void)
{
    static const char path[] = "alloc-classes.csv", *const town[] = {"Bonn", "Oslo", "Rome"};
    ardor_dataset *data = NULL;
    ardor_read_options options = {.size = sizeof options, .onehot = "error"};
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("u,town,v,class\n", file);
    for (int i = 0; i < ROWS; i++)
        fprintf(file, "%g,%s,%g,%s\n", fault_cell(i, 0), town[i * i % 3], fault_cell(i, 1), i * 7 % 5 < 2 ? "no" : "yes");
    assert_int_equal(fclose(file), 0);
    if (ardor_dataset_read(clean, path, &options, &data) != ARDOR_OK) fail_msg("%s", ardor_context_message(clean));
    remove(path);
    return data;
}

static int setup(void **state)
{
    (void)state;
    assert_int_equal(ardor_context_new(NULL, &clean), ARDOR_OK);
    three = fault_three(clean, ROWS, COLUMNS, true);
    even = fault_three(clean, ROWS, COLUMNS, false);
    towns = with_levels();
    two = fault_data(clean, ROWS, COLUMNS);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    ardor_dataset_free(two);
    ardor_dataset_free(towns);
    ardor_dataset_free(even);
    ardor_dataset_free(three);
    ardor_context_free(clean);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
