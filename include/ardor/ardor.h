/* ardor: sparse Bayesian classification that learns the classifier and the features it needs together.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * Conventions, everywhere in this header
 *   - Functions return an ardor_status: 0 is success, negative an error whose one-line message is in
 *     ardor_context_message(); without a context, ARDOR_USAGE. Reaching an iteration limit is a stop reason in the result, not
 *     an error.
 *   - Outputs come last; on error every `T **out` is NULL. A caller's array may then be filled in part.
 *   - A pointer returned through `T **out` belongs to the caller and is released with the matching
 *     _free, which takes NULL too. A `const T *` returned directly belongs to the object it came from and
 *     lives as long. Objects take their memory from the context they were made with: free them before it.
 *   - Functions that return a property take any index; out of range (or of NULL) they give NULL, NaN, 0, or
 *     -1 where they say so.
 *   - Matrices are dense, column-major doubles; dimensions are int64_t. A missing value is NaN.
 *   - Text is UTF-8. Numbers are read and written with a decimal point whatever the locale.
 *   - The library never prints, exits, changes the locale, the random state or the BLAS thread count
 *     of the process (ardor_blas_set_threads does, and only when called).
 *   - A context belongs to one thread at a time; ardor_cancel alone may be called from any thread or signal handler.
 *   - Datasets and models are read-only after they are made (but for ardor_model_decide), and specs once they are set: several
 *     threads may use the same one at once, each with a context of its own, which gets what is said. The object is freed when
 *     none of them uses it, and before the context that it was made with.
 *   - Structures that begin with `size` may grow at the end. A size of an older header is taken, members beyond it having their
 *     defaults; so is one of a newer header unless a member that this library does not have is set (not 0), or the size was not
 *     set at all: ARDOR_USAGE.
 *   - A library built with the profile core has all these functions. What it does without is refused with ARDOR_USAGE and a
 *     message that says so: tables and splits from files, compressed files.
 */
#ifndef ARDOR_ARDOR_H
#define ARDOR_ARDOR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define ARDOR_API __attribute__((visibility("default")))
#else
#define ARDOR_API
#endif

#define ARDOR_VERSION_MAJOR 0
#define ARDOR_VERSION_MINOR 1
#define ARDOR_VERSION_PATCH 0

/* "0.1.0": the version of the library that runs, which may be newer than the header. */
ARDOR_API const char *ardor_version(void);

typedef enum ardor_status {
    ARDOR_OK = 0,
    ARDOR_USAGE = -1,     /* an argument or option is wrong, or this method cannot do it */
    ARDOR_DATA = -2,      /* a file or the data in it is bad */
    ARDOR_NUMERIC = -3,   /* a computation failed (singular matrix, NaN objective) */
    ARDOR_CANCELLED = -4, /* cancelled or out of time with nothing to return */
    ARDOR_MEMORY = -5,    /* an allocation failed */
    ARDOR_IO = -6,        /* the operating system refused a read or a write */
    ARDOR_INTERNAL = -7   /* a defect of ardor */
} ardor_status;

/* ------------------------------------------------------------------ context */

typedef struct ardor_context ardor_context;

/* How far a call is: `done` of `total` units. A unit is a candidate fitted in an inner fold of a tuning, or the fit to all the
 * training rows of a fold; total is 0, and so is done, while it is not known: until the candidates of the first fold are, and of
 * a single fit that is not tuned. `total` is corrected where folds have other grids; `done` never goes back nor beyond it, and
 * reaches it at the end, with folds that fail too. Members may be added at the end. */
typedef struct ardor_progress {
    const char *stage; /* "fit", "tune", "evaluate", "estimate"; valid during the call only */
    int64_t done, total;
    double seconds;   /* wall time since the call began */
    double objective; /* of the running fit; NaN where there is none */
    double remaining; /* about how many seconds are left; NaN: not known yet */
    int64_t parts, parts_done; /* of a study: cells, and those of which all folds are done, told one by one; else 0 */
    const char *finished;      /* the cell that was done last, "DATA, METHOD"; NULL: none; valid during the call only */
} ardor_progress;

/* Set `size` to sizeof(ardor_context_config); members beyond it keep their defaults (all zero). */
typedef struct ardor_context_config {
    size_t size;
    /* realloc-like: bytes == 0 frees ptr and returns NULL; NULL on failure. Called from worker
     * threads too. NULL: the C library's. */
    void *(*resize)(void *user, void *ptr, size_t bytes);
    /* Called about ten times a second at most, and for each part that is done, on the calling thread; non-zero cancels (once,
     * until it was 0 in between). NULL: none. */
    int (*progress)(void *user, const ardor_progress *progress);
    /* One line of remark, without a newline. NULL: dropped. */
    void (*note)(void *user, const char *text);
    void *user;
    /* One line of warning, with its code (docs/json.md), a constant by which packages of other languages make classes of
     * warnings; the result has it too. NULL: to `note`. */
    void (*warning)(void *user, const char *code, const char *text);
} ardor_context_config;

/* config NULL: all defaults; it is copied. ARDOR_USAGE: its size is not set; ARDOR_MEMORY. */
ARDOR_API ardor_status ardor_context_new(const ardor_context_config *config, ardor_context **out);
ARDOR_API void ardor_context_free(ardor_context *context);
/* One line about the last failed call, "" when none failed. Owned by the context, valid until its next call. */
ARDOR_API const char *ardor_context_message(const ardor_context *context);
/* Ask the running call to stop, and later ones too, until ardor_cancel_reset. Safe from any thread and from
 * signal handlers. The call stops at its next iteration. What it had finished it returns with ARDOR_OK, and its JSON says
 * `stopped`: ardor_evaluate the folds, ardor_fit, while it tunes, the fit that the finished candidates choose, which a
 * further ardor_cancel ends. Where nothing was finished: ARDOR_CANCELLED. */
ARDOR_API void ardor_cancel(ardor_context *context);
/* Forget an earlier ardor_cancel. */
ARDOR_API void ardor_cancel_reset(ardor_context *context);

/* The words of a command that repeats what is run from here on, program aside: its verb, options and arguments, without those
 * that decide only how it is run and where results go. They are copied, and the documents of evaluations and studies that are
 * made with this context have them (`command`); `ardor rerun` follows them. n 0, the default: null. ARDOR_MEMORY. */
ARDOR_API ardor_status ardor_context_set_command(ardor_context *context, int64_t n, const char *const *word);

/* Release a string that a function of this header returned through `char **out`. */
ARDOR_API void ardor_string_free(ardor_context *context, char *text);

/* Threads of the BLAS, for the whole process, at least 1. Programs that use ardor's own threads set 1: results
 * then do not depend on the number of processors. Returns 1, or 0 where nothing was set: of a BLAS other than OpenBLAS. */
ARDOR_API int ardor_blas_set_threads(int threads);
/* How many there are now, to be set again after a call; 0: not known. */
ARDOR_API int ardor_blas_get_threads(void);
/* 1 if the BLAS that is loaded may be called from several threads at once, 0 if not (OpenBLAS built without threads). */
ARDOR_API int ardor_blas_is_thread_safe(void);

/* JSON: how the library that runs was built, and what it reads and writes (docs/json.md). */
ARDOR_API ardor_status ardor_build_json(ardor_context *context, char **out);

/* ------------------------------------------------------------------ data */

typedef struct ardor_dataset ardor_dataset;

/* Set `size` to sizeof(ardor_read_options); zero members mean the default. */
typedef struct ardor_read_options {
    size_t size;
    const char *format; /* "csv", "tsv"; NULL: from the name, compression suffix aside, else the content, else csv */
    /* Columns are called by their names, by number ("3") where they have none. A first column without a name is row names. */
    const char *target;   /* label column; NULL: `class`, else (not of a transposed table) the last one that is not empty */
    const char *id;       /* column of row names; NULL: one without a name, else rows are numbered from 1 */
    const char *weights;  /* column of case weights > 0; NULL: all 1 */
    const char *group;    /* column of groups that folds keep together, perhaps that of row names; NULL: none */
    const char *positive; /* class taken as positive; NULL: the second in sorted order. Of more than two classes it stands against
                           * all others, which become the first of two classes */
    int transpose;        /* the file holds features in rows and samples in columns */
    int no_target;        /* there may be no label column (prediction) */
    int header;           /* 0: found out; 1: first row is names; -1: first row is data */
    /* A second file with the labels ("-": standard input): a table with a header whose first column names the samples, in any
     * order, with the label in `class` or `target`, and perhaps the columns of `id`, `weights` and `group` (without these options
     * those of that name); or a .cls file, whose labels are in the order of the samples. Samples without a label, or labels
     * without a sample, are an error: ARDOR_DATA; with no_target or a model samples need none. The table itself then has
     * features, and names of rows: `id` (if it has it), else a column without a name, else the first. */
    const char *labels;
    /* Columns to leave out, or the only features to keep: names, globs and A:B (from A to B in the order of the file), with
     * commas in between, or @FILE with a name a line; what is the exact name of a column is that. Columns with a role need not be
     * kept. NULL: all are features but those with a role, and those without any value. */
    const char *drop, *keep;
    /* Columns of text as indicators of their levels, called COLUMN=LEVEL. "error": a level that the model does not know is an
     * error at prediction; "zero": all its indicators are 0; "error:LIST", "zero:LIST": these columns (as of `drop`), numbers or
     * text, and no others. At prediction the columns are the model's, and "error" or "zero" overrules it. NULL: columns of text
     * are refused. */
    const char *onehot;
    /* What separates cells: one character, "tab", or "space" (any run of blanks and tabs); NULL: as the format has it. Decimal
     * mark: "." or ",", with which the cells of csv are separated by ";" unless `delimiter` says otherwise; NULL: ".". */
    const char *delimiter, *decimal;
    /* The table is to be predicted by this model: its label column, row names, weights and groups have the names that they had at
     * fit (in a table without names: the places) and no others are guessed, what it needs is never taken for one of them, text in
     * columns that it does not need is passed over, and levels of --onehot are its own. Used during the call only; implies
     * no_target. */
    const struct ardor_model *model;
} ardor_read_options;

/* Read a table from `path` ("-": standard input): CSV or TSV, plain or compressed with gzip, zstd or xz
 * (recognised by content). Empty cells, NA, NaN, ? and . are missing. options NULL: all defaults.
 * ARDOR_DATA: the content is bad (the message names file, line, column and value); ARDOR_USAGE: an option names a
 * column or class that is not there; ARDOR_IO: the file cannot be read. */
ARDOR_API ardor_status ardor_dataset_read(ardor_context *context, const char *path, const ardor_read_options *options,
                                          ardor_dataset **out);

/* Copy arrays into a dataset. x: n x p column-major, leading dimension ldx >= n, finite or NaN (missing).
 * labels: n class names (an entry that is NULL or "": no label), or NULL for none; the classes are sorted, and
 * of two the second is the positive one. feature_names: p different names, or NULL (x1..xp). weights: n finite
 * values > 0, or NULL. ARDOR_USAGE: dimensions or pointers; ARDOR_DATA: values or names. */
ARDOR_API ardor_status ardor_dataset_from_arrays(ardor_context *context, int64_t n, int64_t p, const double *x, int64_t ldx,
                                                 const char *const *labels, const char *const *feature_names,
                                                 const double *weights, ardor_dataset **out);

/* How the numbers of a table lie in memory. */
typedef enum ardor_dtype { ARDOR_F64 = 0, ARDOR_F32 = 1, ARDOR_I64 = 2, ARDOR_I32 = 3, ARDOR_U8 = 4 } ardor_dtype;

/* A table in the caller's memory. Set `size` to sizeof(ardor_table); members that are zero have their defaults, and members may
 * be added at the end. */
typedef struct ardor_table {
    size_t size;
    int64_t n, p; /* rows, columns */
    /* The value in row i and column j is x[i row_stride + j column_stride], x being an array of `dtype`, aligned as such: strides
     * count elements, and may be negative (x is where row 0 and column 0 meet). Both 0: column-major without gaps, 1 and n. NaN
     * is missing; whole numbers beyond 2^53 are rounded. */
    const void *x;
    ardor_dtype dtype;
    int64_t row_stride, column_stride;
    /* Not 0: the dataset has no copy of x, but looks at the caller's, which outlives it and is only read. Of ARDOR_F64 with
     * row_stride 1 and column_stride >= n; else ARDOR_USAGE. */
    int borrow;
    /* n indices of classes, -1: no label; NULL: there are no labels. The classes stay in this order: of two the second is the
     * positive one. class_names: n_classes different names, NULL: "0", "1", .. */
    const int32_t *label;
    int n_classes;
    const char *const *class_names;
    const char *const *feature_names; /* p different names; NULL: x1, x2, .. */
    const char *const *row_names;     /* n names; NULL: rows are numbered from 1 */
    const double *weights;            /* n finite case weights > 0; NULL: all 1 */
    const int64_t *groups;            /* n numbers, equal in rows that folds keep together; NULL: none */
    const char *target;               /* what the column of the labels is called (ardor_model_target); NULL: not known */
} ardor_table;

/* A dataset of such a table, which is copied but for a borrowed x. ARDOR_USAGE: dimensions, strides, pointers, indices of
 * classes; ARDOR_DATA: values or names. */
ARDOR_API ardor_status ardor_dataset_from_table(ardor_context *context, const ardor_table *table, ardor_dataset **out);

/* JSON: an array with every format of tables: name, extensions, writes (false: it is only read) (docs/json.md). */
ARDOR_API ardor_status ardor_formats_json(ardor_context *context, char **out);

/* Set `size` to sizeof(ardor_simulation), and every member; those beyond it keep their defaults. */
typedef struct ardor_simulation {
    size_t size;
    double noise;        /* share of the labels that is flipped, 0 to .5; NaN, the default: .05 */
    uint64_t seed;       /* of the rows: values, order, flipped labels (1) */
    uint64_t truth_seed; /* of what is the same in tables that belong together: the weights of "sparse-linear" (1) */
    int64_t nonzeros;    /* of "sparse-linear": features with a weight, 1 to p; 0, the default: ten, or all of fewer than ten; of
                          * "gaussians": features in which the means differ; 0, the default: four, or all of fewer than four */
    int64_t classes;     /* of "gaussians": from 2; 0, the default: three */
} ardor_simulation;

/* Made-up data with a known truth. kind: "two-gaussians" (means +-(1,1,0,..)/sqrt 2, unit covariance),
 * "xor" (sign(x1 x2), uniform [-1.5,1.5]), "circle" (|(x1,x2)| against the median radius, same box),
 * "sparse-linear" (sign(w'x), x ~ N(0,I), the first `nonzeros` weights from N(-.5,1), the others 0); all but the first with a
 * share `noise` of the labels flipped; classes "-1", "1". "gaussians": `classes` classes "1", "2", .. about as large as each
 * other, unit covariance, means from N(0,1.5^2) in the first `nonzeros` features, else 0. n, p >= 2. options NULL: all
 * defaults. */
ARDOR_API ardor_status ardor_simulate(ardor_context *context, const char *kind, int64_t n, int64_t p,
                                      const ardor_simulation *options, ardor_dataset **out);
/* JSON: the truth behind simulated data (docs/json.md). ARDOR_USAGE: the data are not simulated. */
ARDOR_API ardor_status ardor_simulation_json(ardor_context *context, const ardor_dataset *data, char **out);
/* The error of the best possible rule on exactly these simulated rows; NaN for other data. */
ARDOR_API double ardor_dataset_bayes_error(const ardor_dataset *data);

/* Write as CSV (or TSV by the name; compressed by a suffix .gz, .zst, .xz), label column `class` last; written
 * aside and renamed. "-": standard output. */
ARDOR_API ardor_status ardor_dataset_write(ardor_context *context, const ardor_dataset *data, const char *path);
ARDOR_API void ardor_dataset_free(ardor_dataset *data);
/* Keep n features by their names, in the order of the data, and remember where they are from: `origin`, as in "selected by at
 * least 0.5 of 10 folds of result.json". For refits on features that an evaluation has selected often: a fit warns
 * (chosen_features), as that result's figures are not the refit's, and its model keeps that; an evaluation is refused but by
 * protocol=leaky, because the rows that it would test took part in the choice. ARDOR_DATA names features that the data lack,
 * which then stay as they are. Not while another call has the data. */
ARDOR_API ardor_status ardor_dataset_choose_features(ardor_context *context, ardor_dataset *data, int64_t n,
                                                     const char *const *name, const char *origin);

/* Rows, feature columns, classes; names. Without a column of names rows are called "1", "2", ..; these names are made when they
 * are asked for, which several threads may do at once, and kept: NULL where there is no memory for them. */
ARDOR_API int64_t ardor_dataset_rows(const ardor_dataset *data);
ARDOR_API int64_t ardor_dataset_features(const ardor_dataset *data);
ARDOR_API int ardor_dataset_classes(const ardor_dataset *data);
ARDOR_API const char *ardor_dataset_class_name(const ardor_dataset *data, int index);
ARDOR_API const char *ardor_dataset_feature_name(const ardor_dataset *data, int64_t column);
ARDOR_API const char *ardor_dataset_row_name(const ardor_dataset *data, int64_t row);
/* Class index of a row, -1 where it has none. */
ARDOR_API int ardor_dataset_label(const ardor_dataset *data, int64_t row);
/* Case weight of a row, 1 without weights, NaN without the row; and its group, numbered from 0 as they appear, -1: none. */
ARDOR_API double ardor_dataset_weight(const ardor_dataset *data, int64_t row);
ARDOR_API int64_t ardor_dataset_group(const ardor_dataset *data, int64_t row);
/* The n values of a feature, as read, NaN where missing. */
ARDOR_API const double *ardor_dataset_column(const ardor_dataset *data, int64_t column);

/* ------------------------------------------------------------------ what to do */

typedef struct ardor_spec ardor_spec;

/* A spec is a list of KEY=VALUE texts: the common keys and the settings of the method (ardor_methods_json
 * lists those with bounds and defaults). Keys may have - or _. Common keys (ardor_keys_json), defaults first:
 *   method        jcfo | spr | smlr | logistic | svm-l1 | pklr-rfe | svm | svm-rfe | svm-l0 | svm-rm | pfcvm-lp |
 *                 pfcvm-em | pcvm | epcvm | rvm | rsfm | gp | bpm | ard-ep | ard-laplace | projection | lda | knn |
 *                 majority | adaboost | forward | auto
 *   basis         the method's | identity | linear | poly:R | rbf
 *   standardise   train | all | samples | none
 *   impute        none | median | mean | knn:K (the mean of the K nearest training rows that have a value)
 *   log           off | on | FLOOR
 *   filter        none | NAME:K (the K features of largest score on the training rows);
 *                 with tune also NAME:K1,K2,..: sizes to choose from), NAME one of ttest, fdr,
 *                 signal-to-noise, wilcoxon, anova, mrmr, laplacian, variance
 *   pca           none | K: the features are the first K principal components of the training rows
 *   multiclass    auto | native | pairs | rest (how more than two classes are told apart; auto: by the method, or by pairs)
 *   tune          none | cv:K | holdout:F | alo (jcfo, spr, logistic; two classes) | first:K (evaluate); auto: by method and data
 *   rule          auto: by method and data | one-se | deviance | error | keep | sparse
 *   relax         none | auto (with tune)
 *   plan          loo, logo, kfold:K, repeat:RxK, holdout:F, boot:B, splits:FILE (evaluate needs one; ardor_spec_set_splits)
 *   importance    none | permutation:R (evaluate): R from 1 to 10000 exchanges of each selected feature among the test rows of a
 *                 fold, and by how much log loss and error rise
 *   permute       none | B from 1 to 10000 (evaluate): the evaluation again on labels that are exchanged among the rows, B times,
 *                 and p of its log loss among these
 *   stability     none | B[:TAU] (evaluate): stability selection by B pairs of halves of the rows, from the share TAU (.75) on
 *   learning-curve  none | F,F,.. (evaluate): the plan again with these fractions of each training part
 *   instability   none | B from 1 to 10000 (evaluate): the fit to all rows again on B bootstrap resamples of them, and how far
 *                 its probabilities move (Riley and Collins, Biometrical Journal 65, 2023)
 *   keep-values   off | on (evaluate): the values of the features that folds select most often, 30 at most, in the result
 *   checkpoint    a file for finished folds (evaluate): the same run goes on from those that it has
 *   force         none | a list of columns, as `keep` has it: in every model, and not penalised (spr, smlr, logistic, svm-l1,
 *                 pklr-rfe)
 *   class-weight  none | balanced | CLASS=WEIGHT,... (factors on the case weights of training rows)
 *   protocol      honest | leaky (evaluate)
 *   prior         none | CLASS=P,... (evaluate, ardor_model_decide): the shares of the classes where predictions are used
 *   threshold     none | a probability above 0 and below 1, of two classes (likewise)
 *   cost          none | FP,FN | TRUE:PREDICTED=COST,... (likewise)
 *   abstain       none | a probability from 0 to 1 (likewise)
 *   seed          1, up to 2^63 - 1
 *   threads       1, up to 1024, auto: the online processors
 *   time-limit    none | seconds
 *   trace         off | on
 * A key is checked when it is set (ARDOR_USAGE), its value when the spec is used; a later value replaces an
 * earlier one. The texts are copied, and a spec may be used any number of times. */
ARDOR_API ardor_status ardor_spec_new(ardor_context *context, ardor_spec **out);
ARDOR_API ardor_status ardor_spec_set(ardor_context *context, ardor_spec *spec, const char *key, const char *value);
/* The rows of an evaluation's splits, from 0, which are copied: n_train[k] and n_test[k] in split k, in any order, none of them
 * twice in a split. The key plan becomes `splits`; another plan that is set later takes their place. ARDOR_USAGE: a split without
 * rows to train or to test, a row that is there twice; of the evaluation, rows that the data do not have. */
ARDOR_API ardor_status ardor_spec_set_splits(ardor_context *context, ardor_spec *spec, int64_t n_splits,
                                             const int64_t *const *train, const int64_t *n_train, const int64_t *const *test,
                                             const int64_t *n_test);
ARDOR_API void ardor_spec_free(ardor_spec *spec);

/* JSON: an array with every method (name NULL), or the one named: title, reference, bases, capabilities,
 * max_iter, settings [{name, type, default, low, high, choices, unit, help}]. */
ARDOR_API ardor_status ardor_methods_json(ardor_context *context, const char *name, char **out);
/* JSON: an array of the common keys [{name, takes, default, help, verbs, group, argument, alone}] (docs/json.md). */
ARDOR_API ardor_status ardor_keys_json(ardor_context *context, char **out);

/* ------------------------------------------------------------------ fit, predict */

typedef struct ardor_model ardor_model;

/* Fit on all rows, tuning included if the spec says so. The model refers neither to the data nor to the spec. Every
 * row needs a label; two classes or more. A limit that is reached is a stop reason of the model, not an error. A candidate of the
 * tuning that fails is left out, with a warning. Of a time limit tuning leaves the fit to all rows what that will need (a
 * quarter until it can tell); of its candidates those compete that are finished in all inner folds then, and if none is, the
 * fit is not tuned. ARDOR_USAGE: the spec; ARDOR_DATA: the data; ARDOR_NUMERIC; ARDOR_CANCELLED: no model yet. */
ARDOR_API ardor_status ardor_fit(ardor_context *context, const ardor_dataset *data, const ardor_spec *spec, ardor_model **out);
ARDOR_API void ardor_model_free(ardor_model *model);
/* Model file: one JSON document (docs/model-format.md), written as ardor_write_file writes: compressed by a suffix .gz, .zst,
 * .xz. */
ARDOR_API ardor_status ardor_model_save(ardor_context *context, const ardor_model *model, const char *path);
/* Every size, index and number is checked; a damaged file is ARDOR_DATA with what is wrong in it. "-": standard input.
 * Compressed files are recognised by content. */
ARDOR_API ardor_status ardor_model_load(ardor_context *context, const char *path, ardor_model **out);
/* The same of the text of such a file (ardor_read_text); messages begin with `name`. */
ARDOR_API ardor_status ardor_model_from_text(ardor_context *context, const char *text, const char *name, ardor_model **out);
/* And back: the text that ardor_model_save writes, uncompressed. */
ARDOR_API ardor_status ardor_model_text(ardor_context *context, const ardor_model *model, char **out);
/* The JSON report of the fit (docs/json.md). */
ARDOR_API ardor_status ardor_model_json(ardor_context *context, const ardor_model *model, char **out);

/* How the fit ended, as in the model's document (docs/json.md): its iterations, 0 of a method that does none; "converged",
 * "max_iter", ..; and what cut its tuning short, "time" or "cancelled", NULL: nothing. */
ARDOR_API int64_t ardor_model_iterations(const ardor_model *model);
ARDOR_API const char *ardor_model_stop_reason(const ardor_model *model);
ARDOR_API const char *ardor_model_stopped(const ardor_model *model);
/* The column that held the classes of the training table; NULL where it is not known. */
ARDOR_API const char *ardor_model_target(const ardor_model *model);
/* Classes (of two, the second is the positive one) and active features, in the column order of the training data. */
ARDOR_API int ardor_model_classes(const ardor_model *model);
ARDOR_API const char *ardor_model_class_name(const ardor_model *model, int index);
ARDOR_API int64_t ardor_model_features(const ardor_model *model);
/* How many features the training table had; -1: not known. */
ARDOR_API int64_t ardor_model_training_features(const ardor_model *model);
/* Where in the training table an active feature was, from 0. -1: it is a combination of columns (key pca), the model's file is of
 * an older version, or there is no such feature. */
ARDOR_API int64_t ardor_model_feature_column(const ardor_model *model, int64_t index);
ARDOR_API const char *ardor_model_feature_name(const ardor_model *model, int64_t index);
/* Importance of an active feature, as the model's machine says it: of a function the weight with the basis identity (of several
 * outputs the root of the sum of squares), else the scale. NaN: the machine has none, or there is no such feature. */
ARDOR_API double ardor_model_feature_value(const ardor_model *model, int64_t index);
/* Weight of an active feature in the function behind the probabilities of two classes, where that is linear in the features (the
 * bases identity, linear and poly:1): what it gains with one unit of the prepared feature, which is a standard deviation of the
 * training rows unless standardise is none. NaN: there is none, or no such feature. */
ARDOR_API double ardor_model_feature_weight(const ardor_model *model, int64_t index);
/* The same for one class, of two or more: what the function that speaks for the class gains against that of another class, on the
 * average of all the others. */
ARDOR_API double ardor_model_feature_class_weight(const ardor_model *model, int64_t index, int class_index);
/* The class (its index) for which larger values of the feature speak most: that with the largest weight above 0, of two classes
 * the second if the weight is above 0, the first if it is below; -1: none, or the feature has no weight. */
ARDOR_API int ardor_model_feature_direction(const ardor_model *model, int64_t index);

/* Class probabilities of every row of `data`, matched to the model BY FEATURE NAME: a missing feature is
 * an error that names it, extra ones are ignored with one note; labels are not needed. prob: n x classes,
 * column-major, the caller's; columns in the order of ardor_model_class_name. After an error some rows may
 * have been written. */
ARDOR_API ardor_status ardor_predict(ardor_context *context, const ardor_model *model, const ardor_dataset *data, double *prob);
/* Columns of the values behind the probabilities: 1 of two classes, as many as classes of more. 0: the model has none; it was put
 * together of pairs of classes, or is nearest neighbours, or the shares of the classes. */
ARDOR_API int64_t ardor_model_outputs(const ardor_model *model);

/* What ardor_predict_table is to find out: arrays of the caller's, column-major, NULL where it is not wanted. Set `size` to
 * sizeof(ardor_prediction). */
typedef struct ardor_prediction {
    size_t size;
    double *prob; /* n x classes, as of ardor_predict */
    /* n x ardor_model_outputs. The function f(x) behind the probabilities: the larger, the more it speaks for the positive
     * class of two, 0 being undecided, or for the class of the column. With a posterior, its mean; of adaboost the sum of the
     * votes on the scale of the log-odds. What ardor_model_decide asked for does not change it. */
    double *mean;
    double *variance; /* n x ardor_model_outputs: the variance of f by the posterior; NaN: the model has none */
} ardor_prediction;

/* The same of a table in memory, in blocks of rows: of x only the columns that the model needs are looked at, and no more than a
 * block of them is copied; labels, names of rows, weights and groups are not looked at. With feature_names columns are found by
 * name, a missing one being an error; without, by their places, and p must be ardor_model_training_features (else ARDOR_USAGE).
 * The latter also where these places are not known, of files of older versions and where a column of the key pca was constant.
 * Nothing is said of columns that the model does not need, nor of names that are there twice, of which one is taken. ARDOR_DATA:
 * a value that is missing without imputation, or is not finite; ARDOR_NUMERIC: f is not, of a value far outside the range of the
 * training rows. After an error some rows may have been written. */
ARDOR_API ardor_status ardor_predict_table(ardor_context *context, const ardor_model *model, const ardor_table *table,
                                           const ardor_prediction *prediction);

/* What each feature contributes to what the model says of a row: f(x) - f(x with that feature at its mean over the training
 * rows, by the case weights). f is the function behind the probabilities, before its link: one where there are two classes,
 * which speaks for the second; of a method that fits more classes as one model one for each. Of models without one (several
 * classes from pairs or one against the rest, neighbours) it is the log odds of a class against all others, ln p/(1 - p), of
 * two classes of the second; the key prior does not move it. How many f there are: 1 or the classes; 0 of a model without
 * features, which says the same of all rows; "f" or "log_odds", NULL there; 1 if f is a sum of functions of single features
 * (bases identity, linear and poly:1, stumps), so that contributions and reference add up to f, else 0: then each is the
 * change of f where that feature alone is changed. */
ARDOR_API int ardor_explain_outputs(const ardor_model *model);
ARDOR_API const char *ardor_explain_scale(const ardor_model *model);
ARDOR_API int ardor_explain_adds_up(const ardor_model *model);
/* contribution: rows x features x outputs of f, column-major (row i, feature j, f_c at i + rows (j + features c)), features as
 * of ardor_model_feature_name; reference: one for each output, f where all features have their means. Both are the caller's.
 * The data are matched as by ardor_predict. ARDOR_USAGE: there is no feature, or the model's file is of before version 10 and
 * the means are not 0 (with standardise they are). Functions that are not linear are computed again for each feature. */
ARDOR_API ardor_status ardor_explain(ardor_context *context, const ardor_model *model, const ardor_dataset *data,
                                     double *contribution, double *reference);
/* value (rows x outputs): f of every row. */
ARDOR_API ardor_status ardor_explain_values(ardor_context *context, const ardor_model *model, const ardor_dataset *data,
                                            double *value);
/* Both of a table in memory, found in it as by ardor_predict_table; what is NULL is not wanted. */
ARDOR_API ardor_status ardor_explain_table(ardor_context *context, const ardor_model *model, const ardor_table *table,
                                           double *contribution, double *reference, double *value);
/* How the model's predictions are decided from here on: the keys prior, threshold, cost and abstain of the spec, of which all
 * others are passed over (spec NULL: as before the first such call). With a prior ardor_predict moves its probabilities there
 * from the shares of the classes that the model was trained at: p' in proportion to p prior / share. No file keeps it.
 * ARDOR_USAGE: what the spec asks for is not to be had with this model; all stays as it was. */
ARDOR_API ardor_status ardor_model_decide(ardor_context *context, ardor_model *model, const ardor_spec *spec);
/* The class (its index) of each of n rows of probabilities (n x classes, as ardor_predict filled them), into the caller's array;
 * -1: not decided, as the key abstain has it. Without such keys it is the most probable class, the first of equals. */
ARDOR_API ardor_status ardor_decide(ardor_context *context, const ardor_model *model, int64_t n, const double *prob,
                                    int32_t *decided);
/* JSON of such predictions (docs/json.md); prob: as ardor_predict filled it. Where rows have labels they are compared: figures
 * with intervals and the confusion table, by the case weights of `data` if it has them. Labels are matched to the model's classes
 * by name; those that it does not know are named, with a warning, and their rows not counted. A warning, too: `data` is the
 * table that the model was fitted to. rows 0: the document's `rows` is null, which of a large table is most of it. */
ARDOR_API ardor_status ardor_predictions_json(ardor_context *context, const ardor_model *model, const ardor_dataset *data,
                                              const double *prob, int rows, char **out);

/* The same document with rows, and what features contribute: `contributions` of the document, from what ardor_explain and
 * ardor_explain_values filled in. rows 0: only means over the rows. */
ARDOR_API ardor_status ardor_explanations_json(ardor_context *context, const ardor_model *model, const ardor_dataset *data,
                                               const double *prob, const double *contribution, const double *reference,
                                               const double *value, int rows, char **out);

/* ------------------------------------------------------------------ evaluate */

typedef struct ardor_evaluation ardor_evaluation;

/* Run the spec's plan. Everything that looks at data is fitted on the training rows of each fold, unless the
 * spec's protocol says otherwise. The result refers neither to the data nor to the spec. After a time limit or an
 * ardor_cancel its figures are of the folds that were finished; folds in which a computation failed are named in its JSON and
 * left out. With the key `checkpoint` finished folds are kept in that file (docs/records.md), and a further call with the same
 * data and spec goes on from them. Errors as of ardor_fit; ARDOR_NUMERIC: every fold failed; ARDOR_CANCELLED: none was
 * finished; ARDOR_DATA: the file is of another run; ARDOR_IO: it cannot be written. */
ARDOR_API ardor_status ardor_evaluate(ardor_context *context, const ardor_dataset *data, const ardor_spec *spec,
                                      ardor_evaluation **out);
ARDOR_API void ardor_evaluation_free(ardor_evaluation *evaluation);
/* The JSON result (docs/json.md). */
ARDOR_API ardor_status ardor_evaluation_json(ardor_context *context, const ardor_evaluation *evaluation, char **out);

/* JSON: about how long ardor_evaluate (evaluation != 0) or ardor_fit would take with these data and this spec, and how many fits
 * that is (docs/json.md). Found out by doing a part of it, for some 10 s, up to a minute where no fit is finished by then; what
 * was done is dropped, the checkpoint is neither read nor written, and the time limit does not count. Errors are those that the
 * work comes to in that time; ARDOR_CANCELLED: by ardor_cancel. */
ARDOR_API ardor_status ardor_estimate(ardor_context *context, const ardor_dataset *data, const ardor_spec *spec, int evaluation,
                                      char **out);

/* ------------------------------------------------------------------ studies */

/* Evaluations that belong together: methods beside each other on the same folds of one or more tables. */
typedef struct ardor_study ardor_study;
ARDOR_API ardor_status ardor_study_new(ardor_context *context, ardor_study **out);
ARDOR_API void ardor_study_free(ardor_study *study);
/* A further cell: the evaluation that `spec` asks for, called `name` (copied; NULL: its method), on a table called `data_name`
 * (copied; NULL: "data"). Data and spec are referred to and outlive ardor_study_run. The keys threads, time-limit and
 * checkpoint of its spec are passed over. ARDOR_USAGE: the table has a cell of that name already, or the name is of another
 * table; or plan or seed differ from those of the table's other cells, which are to have the same folds. */
ARDOR_API ardor_status ardor_study_add(ardor_context *context, ardor_study *study, const ardor_dataset *data,
                                       const char *data_name, const ardor_spec *spec, const char *name);
/* Run the folds of all cells, in one loop over threads. run (NULL: defaults) has the keys threads, time-limit and checkpoint,
 * a file of the finished folds of all cells; others are passed over. A cell that cannot be run, and a fold that fails, are
 * reported in the result, and the rest goes on; each cell's evaluation is that of ardor_evaluate but for its time. Once.
 * ARDOR_OK with one finished cell at least; else the status and message of the first that failed; ARDOR_CANCELLED: stopped
 * before a fold was finished. */
ARDOR_API ardor_status ardor_study_run(ardor_context *context, ardor_study *study, const ardor_spec *run);
/* The JSON result (docs/json.md). */
ARDOR_API ardor_status ardor_study_json(ardor_context *context, const ardor_study *study, char **out);

/* ------------------------------------------------------------------ reports */

/* Make it with {.size = sizeof(ardor_report_options)}. */
typedef struct ardor_report_options {
    size_t size;     /* sizeof(ardor_report_options) */
    int convergence; /* 1: with a section on how the optimiser ended; 0 */
} ardor_report_options;

/* An HTML page of n results, whole in itself: it opens without a network, and has scripts only to draw its charts. It is a
 * function of the documents alone (docs/report.md): the same documents give the same bytes, and no time, host or path is in
 * it.
 *
 * document: JSON texts of ardor_evaluation_json, ardor_study_json, ardor_model_json, or of a model file (ardor_model_text), in
 * any order. The first evaluation is what the page is of; further ones are put beside it and need the same data, plan and
 * seed. A comparison needs a table of these data, a model the same classes and number of features; there is one model at most.
 * Without an evaluation the page is of the comparisons, or of the model. name: what messages call each (NULL: "document 1",
 * ..); names are not in the page. options NULL: defaults.
 *
 * ARDOR_DATA: a text is none of these, is of another version, is damaged, or does not belong to the others. ARDOR_USAGE: n <
 * 1, or a NULL. The text is for ardor_string_free. */
ARDOR_API ardor_status ardor_report_html(ardor_context *context, int64_t n, const char *const *document, const char *const *name,
                                         const ardor_report_options *options, char **out);

/* ------------------------------------------------------------------ files */

/* Write `bytes` bytes of text aside, sync and rename over `path`; the old file stays whole until then. Compressed by a suffix
 * .gz, .zst or .xz of the path, in any case; the result depends on the text alone. "-": standard output. ARDOR_IO: the system
 * refused. */
ARDOR_API ardor_status ardor_write_file(ardor_context *context, const char *path, const char *text, size_t bytes);
/* The whole text of a file ("-": standard input), decompressed: gzip, zstd and xz are recognised by content. ARDOR_DATA: it is
 * damaged, or no text (a byte is NUL); ARDOR_IO: it cannot be read. Release with ardor_string_free. */
ARDOR_API ardor_status ardor_read_text(ardor_context *context, const char *path, char **out);

#ifdef __cplusplus
}
#endif
#endif
