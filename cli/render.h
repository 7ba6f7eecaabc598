/* What the files that show documents share. A member that is absent or null is left out. */
#ifndef ARDOR_CLI_RENDER_H
#define ARDOR_CLI_RENDER_H

#include <jansson.h>
#include <stdio.h>

/* The documents. */
int render_fit(FILE *out, const json_t *document);
int render_evaluation(FILE *out, const json_t *document);

/* The words at the beginning of a line. */
void render_label(FILE *out, const char *text);
/* "Label  key = value, key = value", wrapped. */
void render_values(FILE *out, const char *title, const json_t *object);
void render_method(FILE *out, const json_t *document);
void render_data(FILE *out, const json_t *document);
void render_preparation(FILE *out, const json_t *document);
/* "title: weights 1e-07, scales 2e-07", of what is known of them. */
void render_pair(FILE *out, const char *title, const json_t *pair);
/* The tuning as asked for: "cv:5"; NULL if there was none. */
const char *render_tuning_of(const json_t *document, const char **rule);
/* The largest features as an aligned table. `second` is the title of a further column, or NULL. */
int render_features(FILE *out, const json_t *list, const char *key, const char *value, const char *title, const char *second,
                    const char *second_title);

#endif
