/* The predictions of an evaluation: see samples.h. */
#include "page/samples.h"

#include <stdlib.h>

/* ---- names of classes and samples */

int ard_samples_class(const ard_samples *s, const char *name)
{
    for (int c = 0; name && c < s->n_classes; c++)
        if (strcmp(s->class_name[c], name) == 0) return c;
    return -1;
}

static int read_classes(ardor_context *context, const json_t *evaluation, const char *file, ard_samples *s)
{
    int rc = ARDOR_OK;
    const int64_t n = ard_doc_size(evaluation, "classes");
    REQUIRE(context, n >= 2 && n <= INT32_MAX, ARDOR_DATA, "%s: 'classes' must be a list of two names at least", file);
    s->n_classes = (int)n;
    NEW(context, s->class_name, n);
    for (int c = 0; c < s->n_classes; c++) s->class_name[c] = ard_doc_name_at(evaluation, "classes", c);
done:
    return rc;
}

/* A prediction with what tells its sample. */
typedef struct named {
    const char *id;
    int32_t label;
    int64_t row;
} named;

static int by_name(const void *a, const void *b)
{
    const named *s = a, *t = b;
    const int order = strcmp(s->id, t->id);
    if (order != 0) return order;
    if (s->label != t->label) return s->label < t->label ? -1 : 1;
    return s->row < t->row ? -1 : 1;
}

static bool same_sample(const named *a, const named *b) { return a->label == b->label && strcmp(a->id, b->id) == 0; }

/* Numbers samples by their first prediction. `first` is scratch, of a place for each row. */
static void number_samples(ard_samples *s, named *row, int64_t *first)
{
    const int64_t n = s->predictions.n;
    qsort(row, (size_t)n, sizeof *row, by_name);
    for (int64_t i = 0, start = 0; i < n; i++) {
        if (!same_sample(row + i, row + start)) start = i;
        first[row[i].row] = row[start].row;
    }
    for (int64_t i = 0; i < n; i++) s->of[i] = first[i] == i ? s->n++ : s->of[first[i]];
}

enum { MOST_FOLDS = 10000000 }; /* of a document that is not damaged */

/* ---- predictions */

static int read_row(ardor_context *context, const json_t *row, const char *file, int64_t i, ard_samples *s)
{
    int rc = ARDOR_OK;
    const json_t *prob = ard_doc_get(row, "prob");
    const int64_t n = s->predictions.n, fold = ard_doc_count(row, "fold");
    const int label = ard_samples_class(s, ard_doc_text(row, "class"));
    REQUIRE(context, label >= 0, ARDOR_DATA, "%s: rows[%lld].class is none of the classes", file, (long long)i);
    REQUIRE(context, fold >= 1 && fold <= s->predictions.n_folds, ARDOR_DATA, "%s: rows[%lld].fold is none of the %lld folds",
            file, (long long)i, (long long)s->predictions.n_folds);
    s->label[i] = label;
    s->predicted[i] = ard_samples_class(s, ard_doc_text(row, "predicted"));
    s->fold[i] = fold - 1;
    for (int c = 0; c < s->n_classes; c++) {
        const double p = ard_doc_number(prob, s->class_name[c]);
        REQUIRE(context, p >= 0 && p <= 1, ARDOR_DATA, "%s: rows[%lld].prob must have a number from 0 to 1 for each class", file,
                (long long)i);
        s->prob[c * n + i] = p;
    }
done:
    return rc;
}

static int read_rows(ardor_context *context, const json_t *evaluation, const char *file, ard_samples *s)
{
    int rc = ARDOR_OK;
    const int64_t n = ard_doc_size(evaluation, "rows");
    named *row = NULL;
    int64_t *first = NULL;
    REQUIRE(context, n > 0, ARDOR_DATA, "%s: 'rows' must be a list of predictions", file);
    s->predictions.n = n;
    s->predictions.n_folds = ard_max64(ard_doc_count(evaluation, "n_folds"), 1);
    REQUIRE(context, s->predictions.n_folds <= MOST_FOLDS, ARDOR_DATA, "%s: 'n_folds' is too large", file);
    NEW(context, s->prob, n * s->n_classes);
    NEW(context, s->label, n);
    NEW(context, s->predicted, n);
    NEW(context, s->fold, n);
    NEW(context, s->of, n);
    NEW(context, row, n);
    NEW(context, first, n);
    for (int64_t i = 0; i < n; i++) {
        const json_t *json = ard_doc_at(evaluation, "rows", i);
        TRY(read_row(context, json, file, i, s));
        row[i] = (named){ard_doc_name(json, "id"), s->label[i], i};
    }
    number_samples(s, row, first);
done:
    ard_free(context, first);
    ard_free(context, row);
    return rc;
}

/* ---- what comes of them */

/* The column whose probability is shown of a sample. */
static int shown_class(const ard_samples *s, int label) { return s->n_classes == 2 ? 1 : label; }

static int gather(ardor_context *context, const json_t *evaluation, ard_samples *s)
{
    int rc = ARDOR_OK;
    const ard_predictions *p = &s->predictions;
    NEW(context, s->sample, s->n);
    NEW(context, s->per_class, s->n_classes);
    s->once = true;
    for (int64_t i = 0; i < p->n; i++) {
        ard_sample *sample = s->sample + s->of[i];
        const double prob = s->prob[shown_class(s, s->label[i]) * p->n + i];
        if (sample->n == 0) {
            *sample = (ard_sample){.id = ard_doc_name(ard_doc_at(evaluation, "rows", i), "id"), .low = prob, .high = prob};
            sample->label = s->label[i];
            s->per_class[sample->label]++;
        }
        sample->n++;
        sample->wrong += s->predicted[i] != s->label[i];
        sample->undecided += s->predicted[i] < 0;
        sample->prob += prob;
        sample->low = fmin(sample->low, prob);
        sample->high = fmax(sample->high, prob);
        s->once = s->once && sample->n == 1;
    }
    for (int64_t k = 0; k < s->n; k++) s->sample[k].prob /= (double)s->sample[k].n;
done:
    return rc;
}

static double mean_of_folds(const json_t *evaluation, const char *key)
{
    double sum = 0;
    const int64_t n = ard_doc_size(evaluation, "folds");
    for (int64_t f = 0; f < n; f++) sum += ard_doc_number(ard_doc_at(evaluation, "folds", f), key);
    return sum / (double)n;
}

/* At a prior what a row of each class counts: the prior over the share of the class in these rows. */
static int read_prior(ardor_context *context, const json_t *evaluation, ard_samples *s)
{
    int rc = ARDOR_OK;
    const json_t *prior = ard_doc_get(ard_doc_get(evaluation, "decision"), "prior");
    if (!json_is_object(prior)) return ARDOR_OK;
    NEW(context, s->prior, s->n_classes);
    for (int64_t i = 0; i < s->predictions.n; i++) s->prior[s->label[i]] += 1.0 / (double)s->predictions.n;
    for (int c = 0; c < s->n_classes; c++) {
        const double share = ard_doc_number(prior, s->class_name[c]);
        s->prior[c] = share > 0 && s->prior[c] > 0 ? share / s->prior[c] : 0;
    }
done:
    return rc;
}

int ard_samples_new(ardor_context *context, const json_t *evaluation, const char *file, ard_samples *out)
{
    int rc = ARDOR_OK;
    ard_samples s = {0};
    *out = (ard_samples){0};
    TRY(read_classes(context, evaluation, file, &s));
    TRY(read_rows(context, evaluation, file, &s));
    TRY(read_prior(context, evaluation, &s));
    s.predictions.n_classes = s.n_classes;
    s.predictions.prob = s.prob;
    s.predictions.label = s.label;
    s.predictions.predicted = s.predicted;
    s.predictions.fold = s.fold;
    s.predictions.factor = s.prior;
    s.predictions.n_repetitions = 1;
    s.predictions.n_distinct = s.n;
    s.predictions.seed = (uint64_t)ard_doc_count(evaluation, "seed");
    s.predictions.train_size = mean_of_folds(evaluation, "n_train_distinct");
    if (isnan(s.predictions.train_size)) s.predictions.train_size = mean_of_folds(evaluation, "n_train"); /* an older document */
    s.predictions.test_size = mean_of_folds(evaluation, "n_test");
    TRY(gather(context, evaluation, &s));
    TRY(ard_folds_new(context, &s.predictions, &s.folds));
    /* the folds that test each sample once, of one repetition or of as many draws as that takes */
    s.factor = s.predictions.n_folds > 1 ? ard_folds_factor(&s.predictions, (double)s.n / s.predictions.test_size) : 1;
    if (!(s.factor >= 1)) s.factor = 1; /* a document without the sizes of its folds */
    *out = s;
    s = (ard_samples){0};
done:
    ard_samples_free(context, &s);
    return rc;
}

void ard_samples_free(ardor_context *context, ard_samples *s)
{
    ard_folds_free(context, &s->folds);
    ard_free(context, s->per_class);
    ard_free(context, s->sample);
    ard_free(context, s->of);
    ard_free(context, s->fold);
    ard_free(context, s->predicted);
    ard_free(context, s->label);
    ard_free(context, s->prior);
    ard_free(context, s->prob);
    ard_free(context, s->class_name);
    *s = (ard_samples){0};
}

int ard_samples_largest(const ard_samples *s)
{
    int largest = 0;
    bool alone = true;
    for (int c = 1; c < s->n_classes; c++) {
        if (s->per_class[c] == s->per_class[largest]) alone = false;
        if (s->per_class[c] <= s->per_class[largest]) continue;
        largest = c;
        alone = true;
    }
    return alone ? largest : -1;
}
