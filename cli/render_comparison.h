/* What the files that show comparisons share. */
#ifndef ARDOR_CLI_RENDER_COMPARISON_H
#define ARDOR_CLI_RENDER_COMPARISON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Texts in aligned columns: rows of strings, first the titles; the first column to the left, the others to the right. */
void render_grid(FILE *out, const json_t *rows);
/* A cell at the end of the last row, as printf would print it; a new row. */
void render_grid_add(json_t *rows, const char *format, ...) __attribute__((format(printf, 2, 3)));
void render_grid_row(json_t *rows);
/* "[low, high]" of what has these members, times a factor; "-" where there is none. */
void render_grid_interval(json_t *rows, const json_t *holder, double factor, int digits);
/* "0.012", "< .001", "-" */
enum { RENDER_P_BYTES = 24 };
const char *render_p(double p, char out[RENDER_P_BYTES]);

/* Is it this text, or both absent? */
bool render_is(const json_t *object, const char *key, const char *text);

/* What the methods that select features lose, of a table (an entry of `data`), against those that use them all. */
void render_sparsity(FILE *out, const json_t *document, const json_t *data);

/* What the methods that select features select of a table, how much of it always, and in which direction. */
void render_cores(FILE *out, const json_t *document, const json_t *data);

/* One sentence: what the tests of the error say of a table (an entry of `data`), or (NULL) of all tables, and no more. */
void render_verdict(FILE *out, const json_t *document, const json_t *data);
/* The least p that Holm's correction of `n_compared` sign tests can have where the two differ on `n_tables` tables each: all of
 * these say the same, which has p = 2^(1 - n) before. */
double render_least_holm(long long n_tables, long long n_compared);

#endif
