/* What a dataset was made of: which columns of a table are what, and how much of it was read. */
#ifndef ARD_INPUTS_H
#define ARD_INPUTS_H

#include "data/categories.h"

typedef struct ard_inputs {
    char *target, *weights, *group, *id; /* names of columns, "3" of one without a name; NULL: there is none */
    int header;                          /* the table has names of columns: 1, 0; -1: there was no table, or it is not known */
    ard_onehot onehot;                   /* were columns of levels asked for, and what becomes of a new level */
    int n_rest;  /* labels that are one class, the first, because another one is the positive class against all the rest: */
    char **rest; /* at least two; 0: every label is its own class */
    int64_t rows_read, rows_dropped; /* dropped: read, and not part of the dataset; read is -1 where it is not known */
    int64_t columns_read, columns_dropped;
} ard_inputs;

/* Which labels are the rest, null where every one is its own class; and back. */
void ard_json_rest(ard_json *json, const char *key, const ard_inputs *inputs);
int ard_rest_read(ard_node *object, const char *key, ard_inputs *out);

int ard_inputs_copy(ardor_context *context, const ard_inputs *from, ard_inputs *out);
void ard_inputs_free(ardor_context *context, ard_inputs *inputs);
/* As members of an object that is open: target, weights, group, id, header, onehot, rows, columns. `rows` names the last but one,
 * for which some documents have another use. */
void ard_json_inputs(ard_json *json, const char *rows, const ard_inputs *inputs);
/* And back, with `rows`; without `has_onehot` that is not there, and none. */
int ard_inputs_read(ard_node *object, bool has_onehot, ard_inputs *out);
#endif
