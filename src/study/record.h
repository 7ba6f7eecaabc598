/* What is known of a fold that was run. An evaluation is made of these and of nothing else that was computed, so that they can be
 * kept in a file, made by several processes, and put together in any order. */
#ifndef ARD_RECORD_H
#define ARD_RECORD_H

#include "base/remark.h"
#include "json/json.h"
#include "json/json_read.h"
#include "method/method.h"

typedef enum {
    ARD_RECORD_NONE, /* the fold was not run to its end */
    ARD_RECORD_DONE,
    ARD_RECORD_FAILED /* a computation failed; the other folds do without it */
} ard_record_status;

typedef struct ard_record {
    int64_t cell, fold; /* from 0 */
    ard_record_status status;
    bool stored;                   /* it came from a file, or went there */
    char *message;                 /* of a failed one; else NULL. A failed one has nothing of what follows but its time */
    int64_t n_train, n_test, *row; /* n_test rows of the data, from 0 */
    int n_classes;
    double *share;                 /* n_classes: of the classes among the training rows, as the fit weighed them */
    double *prob, *unrelaxed;      /* n_test x n_classes, column-major, at those shares; unrelaxed NULL without relaxed refits */
    int64_t n_selected, *selected; /* columns of the data, or components, from 0 */
    double *importance;            /* n_selected */
    double *weight;                /* n_selected, for each in turn what ard_record_weights says: NaN where there is none */
    /* n_selected: by how much the log loss and the error of the test rows rise where the feature is exchanged among them; NULL:
     * not measured */
    double *loss_rise, *error_rise;
    int64_t n_vectors, n_screened; /* n_screened -1: no screen */
    ard_stop stop;
    bool null_model;
    double objective;
    ard_certificate certificate;
    int n_settings;
    double used[ARD_MAX_SETTINGS]; /* n_settings: what made the fold's model */
    double relax_factor;
    int64_t filter;      /* the size of the filter that tuning took; 0: it took none, or there was one only */
    ard_remarks remarks; /* made on the way */
    double seconds;
} ard_record;

/* Weights of a feature: of two classes one, towards the second; of more one towards each class. */
static inline int ard_record_weights(int n_classes) { return n_classes == 2 ? 1 : n_classes; }

void ard_record_free(ardor_context *context, ard_record *record);
/* n of them, and the array; takes NULL. */
void ard_records_free(ardor_context *context, int64_t n, ard_record *record);
/* What stopped a run, where some of these lack; else NONE. */
ard_stop ard_records_stopped(int64_t n, const ard_record *record, ard_stop stopped);

/* What a record must fit, as far as a file is not to be trusted. */
typedef struct ard_record_frame {
    int64_t n_cells, n_folds; /* the resubstitution of a bootstrap is a fold here */
    int64_t n, p;             /* of the data */
    int n_classes, n_settings;
} ard_record_frame;

/* As the members of an object that is open; and from one, of which every member is checked. */
void ard_record_write(const ard_record *record, ard_json *json);
int ard_record_read(ard_node *object, const ard_record_frame *frame, ard_record *out);
#endif
