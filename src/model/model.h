/* A fitted model: what it takes to predict (names, preparation, machine) and the report of how it was made. */
#ifndef ARD_MODEL_H
#define ARD_MODEL_H

#include "base/remark.h"
#include "data/expected.h"
#include "data/inputs.h"
#include "method/method.h"
#include "metric/decide.h"
#include "prepare/prepare.h"

/* How far a candidate of a tuning run came: done in every inner fold; failed in one; not finished before a stop; done, but not to
 * be chosen, because the figures of approximate leave-one-out do not hold for it. */
typedef enum { ARD_TUNED_DONE, ARD_TUNED_FAILED, ARD_TUNED_UNFINISHED, ARD_TUNED_UNTRUSTED } ard_tuned_status;

/* One candidate of a tuning run, as reported. */
typedef struct ard_tuned {
    double value[ARD_MAX_TUNED]; /* on all the rows of the fit */
    double error, error_se, deviance, n_features,
        n_vectors; /* means over the inner folds; NaN where it failed or is not finished */
    ard_tuned_status status;
    char *message;      /* of its first failure; else NULL */
    bool empty;         /* the model without features, which every grid has behind its own; it has no settings (NaN) */
    bool untuned;       /* the settings as they are without tuning, where the rule is `keep`; not in files */
    int64_t filter;     /* the size of the filter, where several were tried; else 0 */
    double deviance_se; /* of the mean deviance; NaN: from a file, which does not have it */
} ard_tuned;

const char *ard_tuned_status_name(ard_tuned_status status); /* "done", "failed", "unfinished", "untrusted" */
bool ard_tuned_status_find(const char *name, ard_tuned_status *out);
void ard_tuned_free(ardor_context *context, int64_t n, ard_tuned *candidate);

/* What a fit did, for the report; everything in it is deterministic but seconds. */
typedef struct ard_fit_report {
    int64_t n, p;    /* rows and columns of the training data */
    double *share;   /* of the classes among its rows, as the fit weighed them: with case weights and weights of classes, so that
                      * these are what its probabilities are for. NULL: of an older file */
    double *mean;    /* of the machine's features over its rows, prepared, by the case weights; NULL: of an older file */
    ard_basis basis; /* as asked for */
    double train_error, seconds;
    char *protocol, *class_weight, *tune, *rule; /* texts, NULL where it does not apply */
    char *multiclass; /* how more than two classes are told apart: "native", "pairs", "rest"; else NULL */
    uint64_t seed;
    int n_tuned;
    int tuned_setting[ARD_MAX_TUNED];
    int64_t n_given;
    char **given;                 /* names of the settings that were asked for */
    int64_t n_candidates, chosen; /* 0 candidates: not tuned */
    ard_tuned *candidate;
    /* Over the inner test rows, of predicting the shares of the classes: error and deviance of the empty model. NaN: not tuned,
     * or of an older file. */
    double baseline_error, baseline_deviance;
    bool learnt;         /* with a baseline: is there evidence that the chosen candidate's error is below its error? */
    ard_stop stopped;    /* NONE, or TIME, CANCELLED where that cut the tuning short */
    double relax_factor; /* 1: not relaxed */
    double relax_error_before, relax_error_after; /* inner cross-validation, NaN without relax */
    int64_t n_constant;
    ard_remarks warnings;
} ard_fit_report;

/* What the file of a method that this library does not have says of it. Each text is a JSON object on one line, whose members
 * are no lists or objects. */
typedef struct ard_foreign {
    char *settings;
    char *extras;             /* NULL: it has none */
    struct ard_foreign *part; /* fit.n_parts: of their settings, extras and traces */
    char **tuned;             /* report.n_tuned names of settings */
    char **candidate;         /* report.n_candidates objects */
    int64_t n_trace;
    char **trace;
} ard_foreign;

struct ardor_model {
    ardor_context *context;
    char *method_name;
    const ard_method *method; /* NULL: this library has none of that name; it predicts all the same */
    ard_foreign foreign;      /* with a method NULL; else empty */
    int n_classes;
    char **class_name;
    ard_decision decision;     /* of predictions, not in files */
    ard_inputs inputs;         /* what the training data were made of */
    ard_categories categories; /* and the levels of which indicators are needed */
    char data_hash[17];        /* fingerprint of the training data (data/dataset.h); "": of an older file */
    ard_fit fit;               /* its machine's features are 0, 1, .., positions in `feature`; `counted` is there as names only */
    char **feature;            /* fit.machine.n_features names */
    int64_t *column;           /* their positions in the training table, from 0; NULL: of an older file, or of combinations */
    int64_t n_columns;         /* where features are combinations of columns: by name the columns, else 0 */
    char **column_name;
    char **counted;         /* fit.n_counted names */
    ard_prepare *prepare;   /* of the features */
    int64_t n_row_features; /* with steps that work on whole rows: every input column by name, else 0 */
    char **row_feature;
    ard_fit_report report;
};

/* Make a model from a fit over prepared columns: keeps the features of its machine only. Takes over what the fit and the report
 * hold (which it empties). */
int ard_model_build(ardor_context *context, const ardor_dataset *data, const ard_prepare *prepare, const ard_method *method,
                    ard_fit *fit, ard_fit_report *report, ardor_model **out);
void ard_fit_report_free(ardor_context *context, ard_fit_report *report);
/* What a table must have that the model is to predict; it refers to the model. */
void ard_model_expects(const ardor_model *model, ard_expected *out);
/* Rows of a table, prepared for the machine. */
typedef struct ard_model_block {
    int64_t first, n, n_rows; /* rows first .. first + n of n_rows */
    double *x;                /* n x machine.n_features, column-major; free to be changed */
} ard_model_block;
typedef int ard_model_visit(ardor_context *context, const ardor_model *model, const ard_model_block *block, void *user);
/* The model's columns are found in the data, by name, and all rows prepared and visited, some thousands at a time.
 * note: tell of columns that it does not use. */
int ard_model_each_block(ardor_context *context, const ardor_model *model, const ardor_dataset *data, bool note,
                         ard_model_visit *visit, void *user);
/* The same of a table in memory, whose columns are found by name, where it has names, or by place. */
int ard_model_each_block_of_table(ardor_context *context, const ardor_model *model, const ardor_table *table,
                                  ard_model_visit *visit, void *user);
/* The names of the columns that its features are, or are made of, and how many there are. */
int64_t ard_model_columns(const ardor_model *model, char *const **names);
/* Was the j-th feature forced in? How many were not, and so were selected? */
bool ard_model_forced(const ardor_model *model, int64_t j);
int64_t ard_model_n_selected(const ardor_model *model);
/* The machine as a function; NULL where it is another. */
const ard_function *ard_model_function(const ardor_model *model);
/* Does the method count how often features are selected? */
bool ard_model_counts(const ardor_model *model);
#endif
