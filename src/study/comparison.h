/* Studies of the public interface: evaluations of several methods on the same folds of one or more tables. */
#ifndef ARD_COMPARISON_H
#define ARD_COMPARISON_H

#include "study/evaluation.h"
#include "study/fold_figures.h"
#include "study/method_pairs.h"

/* A cell as it was asked for, and what came of it. */
typedef struct ard_compared {
    int64_t data;             /* which table, by number in the order of addition */
    char *name;               /* what the cell is called */
    char *title;              /* "DATA, NAME" */
    const ardor_spec *spec;   /* the caller's, until it was run */
    const ard_method *method; /* NULL: not known, because the spec is none */
    int status;               /* ARDOR_OK: there is an evaluation */
    char *message;            /* else why there is none; NULL: it was not run */
    ardor_evaluation *evaluation;
    double *figure, *baseline; /* n_folds x ARD_FOLD_FIGURES (ard_fold_figures), its own and the baseline's */
} ard_compared;

typedef struct ard_compared_data {
    char *name;
    const ardor_dataset *data; /* the caller's, until it was run */
    int64_t n, p;
    int n_classes;
    char **class_name;            /* n_classes */
    ard_known_correlations known; /* of the columns */
} ard_compared_data;

struct ardor_study {
    ardor_context *context;
    int64_t n_data, n;
    ard_compared_data *data;
    ard_compared *cell; /* n, in the order of addition */
    bool ran;
    char *plan; /* of all cells */
    uint64_t seed;
    ard_stop stopped; /* NONE, or TIME, CANCELLED where not all folds were run */
    ard_method_pairs pairs;
    double seconds;
};

/* Run it; config: threads and checkpoint. */
int ard_study_compare(ardor_context *context, ardor_study *study, const ard_config *config);
#endif
