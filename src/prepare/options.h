/* What is asked of the preparation: an argument for each step of the table. */
#ifndef ARD_PREPARE_OPTIONS_H
#define ARD_PREPARE_OPTIONS_H

#include "prepare/step.h"

typedef struct ard_json ard_json; /* json/json.h */

/* All zero: the library's steps, and the default of each. */
typedef struct ard_prepare_options {
    const ard_step_kind *const *kinds; /* NULL after the last; NULL: ard_step_kinds */
    const bool *forced; /* of a fit: for each column of the dataset whether it is kept whatever steps choose; NULL: none is */
    ard_argument argument[ARD_MAX_STEPS];
} ard_prepare_options;

/* The index-th of the library's steps that have a key, in the order of documents; NULL beyond the last. */
const ard_step_kind *ard_step_with_key(int index);

/* ---- arguments */

/* An argument as a text that is parsed back to it, into the buffer where needed. */
const char *ard_step_text(const ard_step_kind *kind, const ard_argument *argument, char buffer[ARD_ARGUMENT_BYTES]);

const ard_step_kind *const *ard_prepare_kinds(const ard_prepare_options *options);
/* Give a key its argument; false: there is no such key, or it does not take the text. */
bool ard_prepare_set(ard_prepare_options *options, const char *key, const char *text);
/* The argument as a text, into the buffer where needed; NULL: there is no such key. */
const char *ard_prepare_text(const ard_prepare_options *options, const char *key, char buffer[ARD_ARGUMENT_BYTES]);
/* Nothing is to be done that has a key. */
void ard_prepare_off(ard_prepare_options *options);
/* No step that has a key chooses or combines columns. */
void ard_prepare_off_choices(ard_prepare_options *options);
/* The argument of the index-th kind, its own or the one it refers to; NULL: the step is not done. */
const ard_argument *ard_prepare_argument(const ard_prepare_options *options, int index);
/* The step by which features are combinations of columns; NULL: each is a column. */
const ard_step_kind *ard_prepare_projects(const ard_prepare_options *options);
/* The argument that has several sizes, of which tuning takes one; NULL: there is none. */
const ard_argument *ard_prepare_sizes(const ard_prepare_options *options);
/* One of the sizes takes the place of all of them; where there are none, nothing is done. */
void ard_argument_set_size(ard_argument *argument, int64_t size);
void ard_prepare_set_size(ard_prepare_options *options, int64_t size);
/* Members of a document: each key with its argument. */
void ard_json_prepare(ard_json *json, const ard_prepare_options *options);
#endif
