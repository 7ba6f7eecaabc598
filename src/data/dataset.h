/* The data of one table, as read: columns of doubles with NaN for missing, names, class labels. Nothing here
 * is fitted; prepare/ turns rows of it into the matrix a method sees. */
#ifndef ARD_DATASET_H
#define ARD_DATASET_H

#include "base/hash.h"
#include "data/categories.h"
#include "data/inputs.h"
#include "data/row_names.h"
#include "data/truth.h"
#include "matrix/matrix.h"

/* Texts that mean a missing value are this short. */
typedef struct ard_missing_text {
    char text[8];
} ard_missing_text;

struct ardor_dataset {
    ardor_context *context; /* allocator of everything below */
    int64_t n, p;
    double *x;               /* n x p, column-major, a column every `ld` values; NaN = missing */
    int64_t ld;              /* n, or more where x is borrowed */
    bool borrowed;           /* x is the caller's, who only lets it be read */
    char **feature;          /* p names, unique */
    char **id;               /* n row names, NULL: "1".."n" are meant (see ard_row_name), */
    ard_row_names *numbered; /* and kept here where somebody asks for one to keep */
    int32_t *label;          /* n class indices, -1 = none; NULL: the table had no label column */
    int n_classes;
    char **class_name;         /* n_classes names. Order: numbers by value, else bytewise; the positive class of
                                 * two is index 1 (moved there on request) */
    ard_inputs inputs;         /* what it was made of */
    ard_categories categories; /* and which columns are now indicators */
    double *weight;            /* n case weights > 0, NULL = all 1 */
    int32_t *group;            /* n group indices, NULL = none */
    int64_t n_groups;
    char *source;              /* file name for messages, or "data" */
    bool transposed;           /* the lines of the file were features, and its columns rows */
    int64_t *line;             /* n line numbers in the file, transposed column numbers; NULL if not from a file */
    int64_t before;            /* rows of the table before the first one here: of a block of a table that is predicted */
    int64_t *place;            /* p column numbers in the file, transposed line numbers; NULL if not from a file */
    ard_missing_text *missing; /* p: the column's first missing cell as it stands in the file; NULL if not from a file */
    char **unread;             /* p: why a column could not be read as numbers (its cells are NaN), NULL entries where it
                                 * could; NULL: every column could. Only tables read for prediction put up with that */
    ard_truth *truth;          /* of simulated data; else NULL */
    char *chosen;              /* how its features were chosen from others (ardor_dataset_choose_features); NULL: they were not */
};

/* An empty dataset with x, feature allocated (names NULL) and everything else unset. */
int ard_dataset_new(ardor_context *context, int64_t n, int64_t p, const char *source, ardor_dataset **out);
/* The same around values of the caller's, which outlive it. */
int ard_dataset_new_around(ardor_context *context, int64_t n, int64_t p, const double *x, int64_t ld, ardor_dataset **out);
/* The n values of a column. */
static inline const double *ard_dataset_values(const ardor_dataset *data, int64_t column) { return data->x + column * data->ld; }
/* Fill label, class_name, n_classes from n texts (NULL or "" = no label). Sorts the classes; moves `positive` (NULL:
 * keep) to the end; an unknown `positive` is an error that lists the classes. Of more than two, all others become the first of
 * two, under a name that is no label, and are kept in `inputs`. */
int ard_dataset_set_labels(ardor_dataset *data, const char *const *text, const char *positive);
/* Fill group and n_groups from n texts, or n numbers: groups are numbered in the order in which they appear. */
int ard_dataset_set_groups(ardor_dataset *data, char *const *text);
int ard_dataset_set_group_numbers(ardor_dataset *data, const int64_t *number);
/* Check what readers and array callers must guarantee: unique names, finite or NaN cells, positive weights, sizes
 * the BLAS can take. Errors name file, line, column and value. */
int ard_dataset_check(const ardor_dataset *data);
/* Can a classifier learn from these rows (NULL: all)? There must be rows, each with a class, and two classes among them. */
int ard_dataset_check_labels(ardor_context *context, const ardor_dataset *data, const ard_rows *rows);
/* The same table with other labels (n class indices), for as long as both are there: it owns nothing and is not released. */
ardor_dataset ard_dataset_with_labels(const ardor_dataset *data, const int32_t *label);
/* Row name into a caller's buffer or from the table. */
const char *ard_row_name(const ardor_dataset *data, int64_t row, char buffer[24]);
/* "line 12" of the file that the row came from ("column 12" of a transposed table), else "row 11": for messages. */
const char *ard_row_place(const ardor_dataset *data, int64_t row, char buffer[40]);
/* "line 3, column 2 'age'", of a transposed table "line 2 'age', column 3", else "row 2, column 'age'": for messages. */
enum { ARD_CELL_BYTES = 260 };
const char *ard_cell_place(const ardor_dataset *data, int64_t row, int64_t column, char buffer[ARD_CELL_BYTES]);
/* The column's missing values: how many there are, and into the buffer the first one for a message: "line 3, column 2 'age': 'NA'
 * is a missing value". */
enum { ARD_MISSING_BYTES = ARD_CELL_BYTES + 40 };
int64_t ard_dataset_missing(const ardor_dataset *data, int64_t column, char buffer[ARD_MISSING_BYTES]);
/* The positive class of two; NULL of more. */
static inline const char *ard_positive_name(int n_classes, char *const *class_name)
{
    return n_classes == 2 ? class_name[1] : NULL;
}
/* Case weight of a row. */
static inline double ard_row_weight(const ardor_dataset *data, int64_t row) { return data->weight ? data->weight[row] : 1.0; }

/* A fingerprint of what is learnt from, in the order of the file: names of columns and rows, labels by their classes' names,
 * weights, groups and values. Where the table came from and which class is the positive one do not count. */
uint64_t ard_dataset_hash(const ardor_dataset *data);
/* The same as 16 hexadecimal digits. */
const char *ard_dataset_hash_text(const ardor_dataset *data, char out[ARD_HASH_BYTES]);

/* An index of names, which it borrows; and the position of one, -1 where it is not among them. */
typedef struct ard_name_index ard_name_index;
int ard_name_index_new(ardor_context *context, int64_t n, char *const *names, ard_name_index **out);
int64_t ard_name_index_find(const ard_name_index *index, const char *name);
void ard_name_index_free(ard_name_index *index);
/* Positions of the first name that occurs twice; both -1 if all differ. */
int ard_names_repeated(ardor_context *context, int64_t n, char *const *names, int64_t *first, int64_t *second);

#endif
