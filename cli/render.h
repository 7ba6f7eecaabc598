/* What the files that show documents share. A member that is absent or null is left out. */
#ifndef ARDOR_CLI_RENDER_H
#define ARDOR_CLI_RENDER_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "cli.h"

/* The columns that a name has at most where it stands in a line. */
enum { NAME_WIDTH = 60 };

/* The documents. */
int render_fit(FILE *out, const json_t *document, cli_view view);
int render_evaluation(FILE *out, const json_t *document, cli_view view);
int render_comparison(FILE *out, const json_t *document, cli_view view);

/* The words at the beginning of a line. */
void render_label(FILE *out, const char *text);
/* "Label  key = value, key = value", wrapped. */
void render_values(FILE *out, const char *title, const json_t *object);
void render_method(FILE *out, const json_t *document);
void render_data(FILE *out, const json_t *document);
/* How classes are decided, where that is not for the most probable one. */
void render_decision(FILE *out, const json_t *document);
/* The column of case weights, if there is one. */
void render_case_weights(FILE *out, const json_t *document);
void render_preparation(FILE *out, const json_t *document);
/* "title: weights 1e-07, scales 2e-07", of what is known of them. */
void render_pair(FILE *out, const char *title, const json_t *pair);
/* The tuning as asked for: "cv:5"; NULL if there was none. */
const char *render_tuning_of(const json_t *document, const char **rule);

/* ---- more than two classes: render_classes.c */

/* "; by pairs of classes", behind the method. */
void render_multiclass(FILE *out, const json_t *document);
/* What each part of a fit in parts has. */
void render_parts(FILE *out, const json_t *document, bool all);
/* The settings of such a fit, in which those that differ between the parts say so, as a new object. */
json_t *render_settings_of_parts(const json_t *document);

/* ---- render_resampled.c */

/* Permuted labels, learning curve, instability, stability selection: what of them the document has. */
int render_resampled(FILE *out, const json_t *document, bool all);

/* ---- what a list of features is worth: render_list.c */

/* Of an evaluation whose folds select: how far they agree, what chance would do, how many of the features differ. */
void render_agreement(FILE *out, const json_t *document);
/* Of the features of the core those that another one of the table is nearly the same as. */
void render_nearest(FILE *out, const json_t *document, bool all);

/* ---- figures: render_figures.c */

/* The figures of a summary over so many folds, a line each, with the baseline's (NULL: there is none). */
void render_metrics(FILE *out, const json_t *summary, const json_t *baseline, long long folds);
/* A line for each that is no better than knowing how frequent the classes are; what to think of it where classes have weights.
 * decided: otherwise than for the most probable class. */
void render_no_better(FILE *out, const json_t *summary, const json_t *baseline, bool class_weights, bool decided);
void render_confusion(FILE *out, const json_t *confusion);
/* What rows count that are not decided, and which rows the figures are of at a prior. */
void render_rows_of_figures(FILE *out, const json_t *document);

/* ---- tables of features: render_parts.c */

/* A score is that of a filter, which is infinite where a feature has a rank and no number. */
typedef enum { RENDER_NUMBER, RENDER_SHARE, RENDER_SCORE, RENDER_TEXT } render_form;

/* A member of each feature. */
typedef struct render_column {
    const char *title, *key;
    render_form form;
    const char *of; /* the member of the feature that has the member; NULL: the feature itself */
} render_column;
enum { RENDER_MOST_COLUMNS = 12 };

/* The features of a list as an aligned table, those of the largest absolute member `key` first (NULL: as they are), and
 * only the first of them unless all are asked for; a column that none has a value for is left out. */
int render_features(FILE *out, const json_t *list, bool all, const char *key, size_t n_columns, const render_column *column);
/* Two such tables with a line above each: of those with a frequency of .8 at least, the core, and of the others, the tail. `of`
 * is what a frequency is a share of: "the folds". */
int render_core_and_tail(FILE *out, const json_t *list, bool all, const char *of, const char *key, size_t n_columns,
                         const render_column *column);
/* Columns for the weights towards each of a few classes, of a member of features that has them; how many there are. */
enum { RENDER_MOST_CLASSES = 6 };
size_t render_class_columns(const json_t *document, const json_t *features, const char *member, render_column *out);
/* A line that says which table has them where they are of more classes than that. */
void render_class_weights_elsewhere(FILE *out, const json_t *document, const json_t *features, const char *member,
                                    const char *table);
/* Are features combinations of columns? */
bool render_combines(const json_t *document);
/* A line that says so where a basis gives features no direction. */
void render_no_direction(FILE *out, const json_t *document, const json_t *features);
/* "weight per sd" after the document's weight_unit, into the buffer; NULL: there are no weights. */
const char *render_weight_title(const json_t *document, const char *weight, char buffer[64]);

#endif
