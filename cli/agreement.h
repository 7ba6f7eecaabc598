/* Two results of the same command, held against each other. */
#ifndef ARDOR_CLI_AGREEMENT_H
#define ARDOR_CLI_AGREEMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { CLI_PLACE_BYTES = 200 };

typedef struct cli_agreement {
    size_t n_numbers, n_other; /* numbers that both have; members that differ otherwise: texts, counts, what one lacks */
    double largest;            /* |a - b| / max(1, |a|, |b|) over the numbers, */
    char largest_at[CLI_PLACE_BYTES], other_at[CLI_PLACE_BYTES]; /* where that is, "rows[3].prob.tumor"; and the first other */
} cli_agreement;

/* Reals that differ by no more are the same up to rounding, as on another processor. */
extern const double cli_rounding;

/* Tables of a comparison that have moved have other names: they are given those of before, place by place. */
void cli_agreement_name_tables(const json_t *before, json_t *now);
/* All members of `before`, but times, the version and the command, with those of `now`; a member that only `now` has is of a
 * later version. Of a result that was stopped the folds that it has, with their rows, alone. */
void cli_agreement_of(const json_t *before, const json_t *now, cli_agreement *out);
static inline bool cli_agrees(const cli_agreement *a) { return a->n_other == 0 && a->largest <= cli_rounding; }

#endif
