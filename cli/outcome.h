/* How a run ended, by the document of its result. */
#ifndef ARDOR_CLI_OUTCOME_H
#define ARDOR_CLI_OUTCOME_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* "out of time" or "cancelled" of a result that is partial; NULL of one that is whole. */
const char *cli_cut_short(const json_t *document);
/* Folds that the plan has, in results of older versions those that are there. */
long long cli_planned_folds(const json_t *evaluation);
/* What a run that was stopped has: "7 of 10 folds", "all 10 folds were run; 7 of 99 permutations of the labels". Are the folds
 * whole? */
enum { CLI_FOLDS_BYTES = 240 };
bool cli_folds_text(const json_t *document, char *out, size_t bytes);
/* Candidates of the tuning that were finished. */
size_t cli_finished_candidates(const json_t *candidates);
/* Of one status. */
size_t cli_candidates_that_are(const json_t *candidates, const char *status);
/* What failed of an evaluation: folds, the first of them, and the fit to all rows of a bootstrap plan, which is no fold. */
typedef struct cli_failures {
    size_t n_folds;
    const json_t *first, *all_rows; /* NULL: there is none */
} cli_failures;
cli_failures cli_failures_of(const json_t *evaluation);
/* The cells of a comparison. */
typedef struct cli_cells {
    size_t n, n_done, n_failed, n_failed_folds; /* n_done: all their folds are, failed ones too */
    const json_t *first, *first_fold;           /* the first cell that failed, and the first with a fold that did; NULL: none */
} cli_cells;
cli_cells cli_cells_of(const json_t *comparison);
/* What such an entry, or a cell that failed, says. */
const char *cli_message_of(const json_t *failure);
/* Folds whose fit did not converge, and the first reason among them. */
size_t cli_folds_stopped_early(const json_t *folds, const char **first);

#endif
