/* Preparation of a feature matrix: a chain of steps (step.h), FITTED ON TRAINING ROWS and stored in the model. */
#ifndef ARD_PREPARE_H
#define ARD_PREPARE_H

#include "prepare/options.h"

typedef struct ard_node ard_node; /* json/json_read.h */

typedef struct ard_prepare {
    ardor_context *context;
    ard_prepare_options options;
    int64_t p_in;       /* columns of the dataset it was fitted on; of a model: names of columns that steps with `rows` need */
    int64_t p;          /* columns kept, of which features are made: ard_prepare_features */
    int64_t *column;    /* p dataset columns, increasing; NULL in a model, which finds its columns by name */
    bool *forced;       /* p: columns that were forced in, which no step chose; NULL: there are none */
    int64_t n_constant; /* columns dropped because constant on the training rows */
    int n_steps;
    ard_step step[ARD_MAX_STEPS]; /* those that are done */
} ard_prepare;

/* Fit on the given rows (weighted by the case weights; with standardise=all the numbers come from all rows of the data, but a
 * step that chooses or combines columns sees the given rows alone, and their labels). Missing values that no step fills in are
 * an error naming column and row. Notes constant columns once: how many and the first few; warns of forced columns among them.
 * *x, the caller's, are the rows prepared (rows->n x features, as ard_prepare_apply gives them); it has room for data->p
 * columns. */
int ard_prepare_fit(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_prepare_options *options,
                    ard_prepare **out, double **x);
/* x (rows->n x features, column-major, ld = rows->n): the prepared rows. `column` maps prepare's kept columns to
 * columns of `data` (p entries), NULL: prepare->column, for data of the same table. `all_column` (p_in entries, or NULL):
 * the same for every input column, needed by steps with `rows` only. */
int ard_prepare_apply(ardor_context *context, const ard_prepare *prepare, const ardor_dataset *data, const ard_rows *rows,
                      const int64_t *column, const int64_t *all_column, double *x);
/* Does it need every input column of a row? */
bool ard_prepare_needs_rows(const ard_prepare *prepare);
/* Does it fill in missing values? */
bool ard_prepare_fills(const ard_prepare *prepare);
/* Is the mean of each feature 0 over the rows that it was fitted on, by their case weights? */
bool ard_prepare_centres(const ard_prepare *prepare);
/* The projection by which features are combinations of columns; NULL: each is the column of its number. */
const ard_projection *ard_prepare_projection(const ard_prepare *prepare);
/* How many features the method sees. */
int64_t ard_prepare_features(const ard_prepare *prepare);
/* What a feature is known by in the data: its column's position, or among combinations its own. */
int64_t ard_prepare_position(const ard_prepare *prepare, int64_t feature);
/* The name of the feature of that position; the caller's. */
int ard_prepare_name(ardor_context *context, const ard_prepare_options *options, const ardor_dataset *data, int64_t position,
                     char **out);
/* Rank and score of feature j by the last step that chose among columns; false: it has none. */
bool ard_prepare_rank(const ard_prepare *prepare, int64_t j, int64_t *rank, double *score);
/* The steps that the options ask for, with room for the numbers of p columns and without `column`. */
int ard_prepare_open(ardor_context *context, const ard_prepare_options *options, int64_t p, ard_prepare **out);
/* Of a preparation with several sizes: the positions of the columns that one of them keeps, which are the caller's; */
int ard_prepare_kept(ardor_context *context, const ard_prepare *prepare, int64_t size, ard_columns *out);
/* and the preparation of that size alone. */
int ard_prepare_narrow(ardor_context *context, const ard_prepare *prepare, int64_t size, ard_prepare **out);
/* The numbers of column `from` of one chain to column `to` of another one of the same steps. */
void ard_prepare_copy_numbers(const ard_prepare *source, int64_t from, ard_prepare *target, int64_t to);
/* That of a model: of n of the features, without `column`; combinations need all columns, unless there are none. */
int ard_prepare_restrict(ardor_context *context, const ard_prepare *prepare, int64_t n, const int64_t *kept, ard_prepare **out);
void ard_prepare_free(ard_prepare *prepare);

/* As a list of steps in a model file; see docs/model-format.md. */
void ard_prepare_write(const ard_prepare *prepare, ard_json *json, const char *key);
/* The list of n columns' steps, which are of `kinds` (NULL: ard_step_kinds). said: steps that choose say their numbers, which
 * are 0 where the file is too old to. Nothing in it is trusted. */
int ard_prepare_read(const ard_step_kind *const *kinds, const ard_node *list, bool said, int64_t n, ard_prepare **out);
/* What is wrong with the j-th column's numbers as a file has them: an error of the node. */
int ard_prepare_check(const ard_prepare *prepare, const ard_node *node, int s, int64_t j);
#endif
