/* What predicts. Every fit ends in a machine, and a model file holds one beside names and preparation. A machine knows no method:
 * the file of a method that this library does not have predicts all the same.
 *
 * What a new machine must implement: a structure for its content with functions that make one for the methods; the table
 * ard_machine_kind; and, to be read from model files, a row in kinds.c. Rows are worked off in blocks, so that the memory of a
 * prediction does not grow with their number, and the same bits come out of a machine written and read back. */
#ifndef ARD_MACHINE_H
#define ARD_MACHINE_H

#include "matrix/matrix.h"

typedef struct ard_json ard_json; /* json/json.h */
typedef struct ard_node ard_node; /* json/json_read.h */
typedef struct ard_machine ard_machine;
typedef struct ard_machine_kind ard_machine_kind;

struct ard_machine {
    const ard_machine_kind *kind; /* NULL: there is none yet */
    int n_classes;
    int64_t n_features;
    int64_t *feature; /* columns of x that it reads, increasing. A machine within a machine counts among those of the outer one */
    double *importance; /* n_features: what each feature weighs, with a sign where that means something; prediction needs none */
    int64_t n_vectors;  /* training rows, or other points of that space, that it keeps */
    void *content;
};

/* What is around a machine in a file. */
typedef struct ard_machine_frame {
    const ard_machine_kind *const *kinds; /* those that may occur, NULL after the last */
    int n_classes;
    int64_t n_features; /* that a machine may read */
    int64_t n_rows;     /* of the training data */
} ard_machine_frame;

struct ard_machine_kind {
    const char *name; /* as in model files */
    /* prob (x->n x n_classes, column-major): the probabilities of the classes. */
    int (*predict)(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *prob);
    /* Values behind the probabilities, for those that have some (else both NULL): how many to a row; score is x->n x as many. */
    int (*n_scores)(const ard_machine *machine);
    int (*scores)(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *score);
    /* The variances of the values, as many as those, by a posterior of which the values are the means. NaN: this machine has
     * none. NULL: no machine of the kind has. */
    int (*variances)(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *variance);
    /* What the linear function of two classes that the machine is gains with one unit of its j-th feature; NaN where it is
     * none. NULL: it never is one. */
    double (*weight)(const ard_machine *machine, int64_t j);
    /* The same of more than two classes: what the function that speaks for class c gains, on the average of the other classes
     * against each of them. NULL: there is none. */
    double (*class_weight)(const ard_machine *machine, int64_t j, int c);
    /* The members of the machine's object that are the content. */
    void (*write)(const ard_machine *machine, ard_json *json);
    /* Content, importance and n_vectors from there; everything else of the machine is set. Nothing in the file is trusted:
     * numbers are checked and memory is taken for what is there. On errors the content is left to `free`. */
    int (*read)(const ard_machine_frame *frame, ard_node *object, ard_machine *machine);
    void (*free)(ardor_context *context, void *content);
};

/* The kinds of model files, NULL after the last. */
extern const ard_machine_kind *const ard_machine_kinds[];
/* NULL if there is none of that name. */
const ard_machine_kind *ard_machine_find(const ard_machine_kind *const *kinds, const char *name);

/* A machine whose content is to be made: the columns are copied (NULL: to be filled in), the importances 0. */
int ard_machine_open(ardor_context *context, const ard_machine_kind *kind, int n_classes, int64_t n_features,
                     const int64_t *feature, ard_machine *out);
/* What it holds, not itself; one without a kind holds nothing. */
void ard_machine_free(ardor_context *context, ard_machine *machine);

/* As the functions of the table. */
int ard_machine_predict(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *prob);
int ard_machine_n_scores(const ard_machine *machine); /* 0: it has none */
int ard_machine_scores(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *score);
int ard_machine_variances(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *variance); /* or NaN */
double ard_machine_weight(const ard_machine *machine, int64_t j); /* NaN: it has no direction, whatever `importance` says */
/* Towards one of the classes; of two classes that weight for the second, and minus it for the first. */
double ard_machine_class_weight(const ard_machine *machine, int64_t j, int c);
/* The class for which larger values of the j-th feature speak: that of the largest weight, which is above 0; -1: none. */
int ard_machine_direction(const ard_machine *machine, int64_t j);

/* The same of weights (or counts) towards the classes that are given one after the other; begins as {.class_index = -1}. */
typedef struct ard_direction {
    int class_index; /* of those so far; -1: none, or several */
    int next;
    double most;
} ard_direction;
void ard_direction_add(ard_direction *direction, double weight);

/* For kinds: ARDOR_NUMERIC where one of these values before a link, or their variances, is not finite. They are those of rows
 * first.. of n_rows. */
int ard_machine_require_finite(ardor_context *context, int64_t first, int64_t n, const double *f, int64_t n_rows);

/* The machine as an object: "kind", "features" (positions from 0) and the content; see docs/model-format.md. */
void ard_machine_write(const ard_machine *machine, ard_json *json, const char *key);
int ard_machine_read(const ard_machine_frame *frame, ard_node *object, ard_machine *out);
#endif
