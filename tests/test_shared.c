/* Datasets, specs and models that several threads use at once, each with a context of its own: the results of one thread, and
 * messages in the caller's context alone. Run it with the thread sanitizer, too (preset tsan). */
#include "api_fixture.h"

#include <pthread.h>

#include "base/remark.h"

enum { N = 60, P = 6, THREADS = 4, ROUNDS = 3 };

typedef struct shared {
    const ardor_dataset *data, *holes;
    const ardor_spec *spec, *plan;
    const ardor_model *model, *kernel;
    const ardor_table *table;
    const char *fitted, *evaluated; /* what one thread found */
    const double *prob, *contribution, *kernel_contribution;
    pthread_barrier_t start;
} shared;

typedef struct worker {
    shared *all;
    pthread_t thread;
    char fault[400]; /* "": none; cmocka's checks belong to the main thread */
} worker;

#define HOLDS(condition)                                                                                                         \
    do {                                                                                                                         \
        if (!(condition)) {                                                                                                      \
            snprintf(w->fault, sizeof w->fault, "%s: %.100s", #condition, ardor_context_message(own));                           \
            return;                                                                                                              \
        }                                                                                                                        \
    } while (0)

static void fits(worker *w, ardor_context *own)
{
    ardor_model *model = NULL;
    char *text = NULL;
    HOLDS(ardor_fit(own, w->all->data, w->all->spec, &model) == ARDOR_OK);
    HOLDS(ardor_model_json(own, model, &text) == ARDOR_OK);
    json_t *root = json_loads(text, 0, NULL);
    char *plain = without_seconds(root);
    HOLDS(strcmp(plain, w->all->fitted) == 0);
    free(plain);
    ardor_string_free(own, text);
    ardor_model_free(model);
}

static void evaluates(worker *w, ardor_context *own)
{
    ardor_evaluation *evaluation = NULL;
    char *text = NULL;
    HOLDS(ardor_evaluate(own, w->all->data, w->all->plan, &evaluation) == ARDOR_OK);
    HOLDS(ardor_evaluation_json(own, evaluation, &text) == ARDOR_OK);
    char *plain = without_seconds(json_loads(text, 0, NULL));
    HOLDS(strcmp(plain, w->all->evaluated) == 0);
    free(plain);
    ardor_string_free(own, text);
    ardor_evaluation_free(evaluation);
}

static void predicts(worker *w, ardor_context *own)
{
    double prob[2 * N], table[2 * N], mean[N];
    int32_t decided[N];
    char *text = NULL;
    const ardor_prediction out = {.size = sizeof out, .prob = table, .mean = mean};
    HOLDS(ardor_predict(own, w->all->model, w->all->data, prob) == ARDOR_OK);
    HOLDS(ardor_predict_table(own, w->all->model, w->all->table, &out) == ARDOR_OK);
    HOLDS(memcmp(prob, w->all->prob, sizeof prob) == 0 && memcmp(table, prob, sizeof prob) == 0);
    HOLDS(ardor_decide(own, w->all->model, N, prob, decided) == ARDOR_OK);
    HOLDS(ardor_predictions_json(own, w->all->model, w->all->data, prob, 1, &text) == ARDOR_OK);
    ardor_string_free(own, text);
    HOLDS(ardor_model_text(own, w->all->model, &text) == ARDOR_OK);
    ardor_string_free(own, text);
    HOLDS(ardor_model_json(own, w->all->model, &text) == ARDOR_OK);
    ardor_string_free(own, text);
    HOLDS(ardor_dataset_row_name(w->all->data, N - 1) && ardor_model_feature_name(w->all->model, 0));
}

/* Of the model, and of one whose rows are prepared as a whole and whose functions are kernels. */
static void explains(worker *w, ardor_context *own, const ardor_model *model, const double *expected)
{
    double contribution[N * P] = {0}, value[N] = {0}, reference = 0, prob[2 * N] = {0};
    char *text = NULL;
    HOLDS(ardor_predict(own, model, w->all->data, prob) == ARDOR_OK);
    HOLDS(ardor_explain(own, model, w->all->data, contribution, &reference) == ARDOR_OK);
    HOLDS(ardor_explain_values(own, model, w->all->data, value) == ARDOR_OK);
    HOLDS(memcmp(contribution, expected, sizeof contribution) == 0);
    HOLDS(ardor_explanations_json(own, model, w->all->data, prob, contribution, &reference, value, 1, &text) == ARDOR_OK);
    ardor_string_free(own, text);
}

/* What goes wrong is said to who asked. */
static void fails(worker *w, ardor_context *own)
{
    ardor_model *model = NULL;
    double prob[2 * N];
    HOLDS(ardor_fit(own, w->all->holes, w->all->spec, &model) == ARDOR_DATA);
    HOLDS(strstr(ardor_context_message(own), "row 3, column 'x2'"));
    HOLDS(ardor_predict(own, w->all->model, w->all->holes, prob) == ARDOR_DATA);
    HOLDS(strstr(ardor_context_message(own), "row 3, column 'x2'"));
}

static void *work(void *user)
{
    worker *w = user;
    ardor_context *own = NULL;
    pthread_barrier_wait(&w->all->start);
    if (ardor_context_new(NULL, &own) != ARDOR_OK) snprintf(w->fault, sizeof w->fault, "no context");
    for (int r = 0; r < ROUNDS && !w->fault[0]; r++) {
        fits(w, own);
        if (!w->fault[0]) predicts(w, own);
        if (!w->fault[0]) fails(w, own);
        if (!w->fault[0]) explains(w, own, w->all->model, w->all->contribution);
        if (!w->fault[0]) explains(w, own, w->all->kernel, w->all->kernel_contribution);
        if (!w->fault[0] && r == 0) evaluates(w, own);
    }
    ardor_context_free(own);
    return NULL;
}

static double *explained(const ardor_model *model, const ardor_dataset *data)
{
    double *out = make_reals(N * P), reference = 0;
    must(ardor_explain(context, model, data, out, &reference));
    return out;
}

static void made(shared *s, const ardor_table *table)
{
    ardor_dataset *data = NULL;
    ardor_model *model = NULL;
    ardor_evaluation *evaluation = NULL;
    char *text = NULL;
    must(ardor_dataset_from_table(context, table, &data));
    s->data = data;
    s->table = table;
    s->spec = make_spec("method=spr lam1=.5");
    s->plan = make_spec("method=spr tune=cv:3 rule=one-se plan=kfold:3 threads=2");
    must(ardor_fit(context, data, s->spec, &model));
    s->model = model;
    s->fitted = without_seconds(model_json(model));
    must(ardor_evaluate(context, data, s->plan, &evaluation));
    must(ardor_evaluation_json(context, evaluation, &text));
    s->evaluated = without_seconds(parse_json(text));
    ardor_evaluation_free(evaluation);
    double *prob = make_reals(2 * N);
    must(ardor_predict(context, model, data, prob));
    s->prob = prob;
    s->kernel = fit(data, "method=logistic basis=rbf strength=.05 standardise=samples impute=knn:3");
    s->contribution = explained(model, data);
    s->kernel_contribution = explained(s->kernel, data);
}

static void threads_share(bool borrow)
{
    worker workers[THREADS] = {0};
    double x[N * P], holed[N * P];
    int32_t label[N];
    ard_rng rng;
    shared s = {0};
    ard_rng_init(&rng, 5, 0, 0);
    for (int i = 0; i < N; i++) label[i] = i % 2;
    for (int j = 0; j < P; j++)
        for (int i = 0; i < N; i++) holed[i + j * N] = x[i + j * N] = ard_rng_normal(&rng) + (j < 3 ? 1.2 * label[i] : 0);
    holed[2 + N] = (double)NAN;
    ardor_table table = {.size = sizeof table, .n = N, .p = P, .x = x, .row_stride = 1, .column_stride = N, .label = label};
    table.n_classes = 2;
    table.borrow = borrow;
    made(&s, &table);
    ardor_table other = table;
    ardor_dataset *holes = NULL;
    other.x = holed;
    must(ardor_dataset_from_table(context, &other, &holes));
    s.holes = holes;
    ard_fail(context, ARDOR_OK, "nothing");
    ard_remarks_forget(context);
    pthread_barrier_init(&s.start, NULL, THREADS);
    for (int t = 0; t < THREADS; t++) {
        workers[t].all = &s;
        assert_int_equal(pthread_create(&workers[t].thread, NULL, work, workers + t), 0);
    }
    for (int t = 0; t < THREADS; t++) pthread_join(workers[t].thread, NULL);
    pthread_barrier_destroy(&s.start);
    for (int t = 0; t < THREADS; t++)
        if (workers[t].fault[0]) fail_msg("thread %d: %s", t, workers[t].fault);
    assert_string_equal(ardor_context_message(context), "nothing"); /* nobody wrote to who made them */
    assert_int_equal(ard_remarks_of(context)->n, 0);
    ardor_dataset_free(holes);
    ardor_dataset_free((ardor_dataset *)s.data);
    ardor_model_free((ardor_model *)s.model);
    ardor_model_free((ardor_model *)s.kernel);
    free((double *)s.contribution);
    free((double *)s.kernel_contribution);
    ardor_spec_free((ardor_spec *)s.spec);
    ardor_spec_free((ardor_spec *)s.plan);
    free((char *)s.fitted);
    free((char *)s.evaluated);
    free((double *)s.prob);
}

static void copied(void **state)
{
    (void)state;
    threads_share(false);
}

static void borrowed(void **state)
{
    (void)state;
    threads_share(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(copied), cmocka_unit_test(borrowed)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
