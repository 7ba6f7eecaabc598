/* What is known of a table before it is read, because a model is to predict it. */
#ifndef ARD_EXPECTED_H
#define ARD_EXPECTED_H

#include "data/inputs.h"

typedef struct ard_expected {
    const ard_inputs *inputs;         /* of the table that the model was fitted to: which columns had a role */
    int64_t n_features;               /* columns that the model needs */
    char *const *feature;             /* their names */
    const ard_categories *categories; /* that it was fitted to as indicators, with levels where it needs them; NULL: none */
} ard_expected;
#endif
