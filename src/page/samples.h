/* The predictions of an evaluation, sample by sample. */
#ifndef ARD_PAGE_SAMPLES_H
#define ARD_PAGE_SAMPLES_H

#include "metric/predictions.h"
#include "page/document.h"

/* Rows of one name and class are a sample, predicted n times. */
typedef struct ard_sample {
    const char *id;
    int label;
    int64_t n, wrong, undecided; /* undecided: of the wrong ones */
    double prob, low, high; /* mean, least and largest probability: of the positive class, of more than two of its own class */
} ard_sample;

typedef struct ard_samples {
    int n_classes;
    const char **class_name;
    int64_t n; /* samples, in the order in which they were tested first */
    ard_sample *sample;
    ard_predictions predictions; /* of these rows; without case weights, which documents do not have */
    int64_t *of;                 /* the sample of each prediction */
    ard_folds folds;             /* of the predictions */
    int64_t *per_class;          /* samples of each */
    bool once;                   /* no sample is predicted more than once */
    double factor;               /* by what a variance over folds is more than that of rows */
    double *prob, *prior;        /* owned by the above: numbers of the predictions */
    int32_t *label, *predicted;
    int64_t *fold;
} ard_samples;

/* From a document of an evaluation, which it refers to. Rows whose class is none of the document's are ARDOR_DATA; `file` begins
 * the message. */
int ard_samples_new(ardor_context *context, const json_t *evaluation, const char *file, ard_samples *out);
void ard_samples_free(ardor_context *context, ard_samples *samples);

/* The class of that name; -1: there is none, or name is NULL. */
int ard_samples_class(const ard_samples *samples, const char *name);
/* The class with the most samples; -1: several have as many. */
int ard_samples_largest(const ard_samples *samples);
#endif
