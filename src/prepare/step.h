/* Steps of the preparation, done in the order of their table (steps.c) and FITTED ON TRAINING ROWS.
 *
 * What a new step must implement: the table ard_step_kind as ard_step_NAME, in a file of its own under steps/, and a row in
 * steps.c, which declares it too. Spec, messages, JSON documents and model file read the table. What a step does is told by the
 * functions that it has:
 *
 *   apply alone     changes each value by itself (log)
 *   rows, apply     `rows` finds numbers of each row from all input columns; nothing of them is kept (samples). With `keeps_rows`
 *                   the model keeps the training rows, which `rows` may look at then (neighbours)
 *   fit, apply      `fit` finds numbers of each column on the training rows; the model keeps them (impute, standardise). Without
 *                   apply it only looks, and may drop the column (constant)
 *   choose          says which of the columns so prepared are kept (filter), and what it says of these; the model keeps that
 *   project         says which linear combinations of the columns kept the method sees instead (pca), which the model keeps
 *
 * Columns are worked off one at a time, each through all the steps, so that it stays in the cache. Hence the order of the table:
 * steps with `rows` come before all that have `fit`, because at prediction the columns that the model does not use have no
 * numbers; those with `choose` come after all these, and one with `project` is the last.
 *
 * One key may stand for two steps: the second has no key and refers to the first, whose argument it reads. So `samples` is the
 * value of `standardise` at which rows are scaled too, and `neighbours` that of `impute` at which rows are compared first. */
#ifndef ARD_STEP_H
#define ARD_STEP_H

#include "base/number.h"
#include "data/dataset.h"
#include "matrix/targets.h"
#include "prepare/moments.h"

/* An argument as a text is a word of at most 60 bytes and ARD_MAX_SIZES numbers. */
enum { ARD_MAX_STEPS = 16, ARD_STEP_NUMBERS = 8, ARD_MAX_SIZES = 16, ARD_ARGUMENT_BYTES = 60 + 20 * ARD_MAX_SIZES };

/* What a key was given. All zero: its default. */
typedef struct ard_argument {
    int64_t choice, count;
    double value;
    /* Of a step that chooses columns: several counts, rising, of which tuning takes one; `count` is the largest. 0: there is
     * `count` alone. */
    int n_sizes;
    int64_t size[ARD_MAX_SIZES];
} ard_argument;

/* The rows at hand. */
typedef struct ard_step_rows ard_step_rows;

/* One column of them, as the steps before left it. */
typedef struct ard_step_column {
    const ard_step_rows *rows;
    int64_t index; /* in the data */
    int64_t input; /* among the input columns */
    double *x;     /* as many values as rows; NaN: missing */
    double *work;  /* fit: twice as many, for its own use */
    bool drop;     /* fit: set it, and the column is dropped */
    bool measured; /* `moments` are those of x: ask ard_step_moments */
    ard_moments moments;
} ard_step_column;

/* What `choose` is given, and what it says. */
typedef struct ard_step_choice {
    const ard_matrix *x;  /* no value of it is missing */
    const double *unit;   /* p: what 1 in a column was before steps divided it */
    const ard_targets *t; /* label NULL unless the step sees labels */
    int64_t n_kept;
    int64_t *kept;  /* up to p columns, each once */
    double *number; /* the numbers of each of them, in the order of `kept` */
} ard_step_choice;

/* Features that are linear combinations of columns: f_k = sum_j (x_j - mean_j) loading_jk. */
typedef struct ard_projection {
    int64_t p, k;
    double *mean;    /* p */
    double *loading; /* p x k */
} ard_projection;

/* Where values are missing when the step is there. Unless a step before has filled them in, a step that needs them all has the
 * preparation fail at the first column that lacks some; methods need them all, too. */
typedef enum { ARD_MISSING_REFUSED, ARD_MISSING_PASSED, ARD_MISSING_FILLED } ard_missing;

typedef struct ard_step_kind ard_step_kind;
struct ard_step_kind {
    const char *name; /* in model files */

    /* ---- the key of the spec */
    const char *key;         /* one word; NULL: it has none, */
    const ard_step_kind *of; /* and reads the argument of this step (NULL: none) */
    int place;               /* of the key in documents, from 1: by rising place, then in the order of the table */
    const char *off;         /* the text with which the step is not done: none, off */
    const char *value;       /* what stands for one in help: "HOW" */
    const char *takes;       /* the texts that it takes, as in "impute takes none or median" */
    const char *fallback;    /* the text of its default; NULL: off */
    const char *alone;       /* the text that an option without a value means; NULL: it needs one */
    const char *help;
    const char *choices; /* "a|b|c": argument.choice is the place of the text. NULL: parse and print are there instead */
    bool (*parse)(const ard_step_kind *self, const char *text, ard_argument *out);
    /* The text that `parse` takes back, into the buffer where needed. */
    const char *(*print)(const ard_step_kind *self, const ard_argument *argument, char buffer[ARD_ARGUMENT_BYTES]);
    /* Without a key: is it done? NULL: always. */
    bool (*done)(const ard_argument *argument);
    /* Are the numbers of all columns and steps from all rows of the data instead of the training rows? NULL: no. */
    bool (*all_rows)(const ard_argument *argument);
    const void *variant; /* constant data of a step: filters */

    /* ---- what is done */
    ard_missing missing;
    /* With fit or choose: names of a column's numbers, NULL after them (not "step", "argument", "rows", "weights").
     * With choose the first two, if there are some, are rank, from 1, and score. */
    const char *number[ARD_STEP_NUMBERS];
    const char *(*number_name)(const ard_argument *argument,
                               int k); /* of number k, where it depends on the argument; NULL: number[k] */
    int row_numbers;                   /* with rows: how many there are of a row, */
    bool of_cells;                     /* times the input columns, which lie one after the other */
    bool keeps_rows;                   /* with rows: the model keeps the training rows, see ard_kept_rows */
    const char *dropped;               /* what the columns are that it drops, for the note; NULL: it drops none */
    /* Is `choose` given the labels? NULL: it is not. */
    bool (*sees_labels)(const ard_step_kind *self, const ard_argument *argument);
    /* number (n x row_numbers, or n x p_in x row_numbers, zeroed): ard_step_rows_column gives the columns. */
    int (*rows)(const ard_argument *argument, const ard_step_rows *rows, double *number);
    int (*fit)(const ard_argument *argument, ard_step_column *column, double *number);
    /* In place. number: the column's with fit, of all rows (as above) with rows. */
    int (*apply)(const ard_argument *argument, const double *number, ard_step_column *column);
    bool centres; /* with fit or project: is the mean of what it leaves 0 over the rows it was fitted on, by their weights? */
    /* The number by which `apply` divides a column; NULL: it does not scale. */
    double (*unit)(const double *number);
    /* If the argument has sizes, in such an order that each size would keep as many of the first (all, where there are no more).
     * Numbers of forced columns, of which it knows nothing, are 0. In files infinity is null, and files of older versions, which
     * do not have the numbers, read as 0. */
    int (*choose)(const ard_step_kind *self, ardor_context *context, const ard_argument *argument, ard_step_choice *choice);
    /* Of columns without missing values; t->label is NULL. *out is zeroed, and freed by the caller whatever is returned. */
    int (*project)(const ard_argument *argument, ardor_context *context, const ard_matrix *x, const ard_targets *t,
                   ard_projection *out);
    const char *feature; /* with project: feature k is called so, followed by k + 1 */
    /* With choose the most columns, with project the most features that may be left, to check a model by. */
    int64_t (*most)(const ard_argument *argument);
    /* With fit or choose: what is wrong with a column's numbers in a file ("the sd 0; .."), into the buffer; NULL: nothing. */
    const char *(*fault)(const double *number, char buffer[ARD_ARGUMENT_BYTES]);
};

/* The steps of the library in their order, NULL after the last. */
extern const ard_step_kind *const ard_step_kinds[];

/* Training rows, as the steps before left them. */
typedef struct ard_kept_rows {
    int64_t n, p;   /* p input columns */
    double *x;      /* n x p, column-major; NaN: missing. NULL: nothing is kept yet */
    double *weight; /* n, NULL: all 1 */
} ard_kept_rows;

/* A step of a preparation. */
typedef struct ard_step {
    const ard_step_kind *kind;
    ard_argument argument;
    int n_numbers;
    double *number; /* n_numbers for each column */
    ard_kept_rows kept;
    ard_projection projection;
    int64_t n_dropped, dropped[5];
} ard_step;

struct ard_step_rows {
    ardor_context *context;
    const ardor_dataset *data;
    int64_t n;
    const int64_t *row; /* of the data */
    double *weight;     /* n, NULL: all 1 */
    int64_t p_in;       /* input columns, those that `rows` sees */
    const int64_t *all; /* their positions in the data; NULL: 0.. */
    int64_t *input;     /* with `all`: of the data's columns, which input column each is, -1: none */
    int n_steps;        /* that are done to a column so far */
    const ard_step *step;
    int complete;                  /* before this step no value may be missing; -1: they are filled in */
    double *number[ARD_MAX_STEPS]; /* of the rows, for steps that have some */
};

/* For `rows`: the training rows that its step keeps. */
static inline const ard_kept_rows *ard_step_kept(const ard_step_rows *rows) { return &rows->step[rows->n_steps].kept; }
/* Input column j (0 <= j < p_in) as the steps before leave it, for `rows`. */
int ard_step_rows_column(const ard_step_rows *rows, int64_t j, double *x);
/* The name of number k of a column. */
const char *ard_step_number_name(const ard_step *step, int k);
/* The moments of a column, weighted, for `fit`: computed once for all steps that do not change it in between. */
const ard_moments *ard_step_moments(ard_step_column *column);
#endif
