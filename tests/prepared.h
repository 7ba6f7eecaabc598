/* Preparations: asked for by a text, fitted without the rows that they were fitted on, and their numbers. */
#ifndef ARD_TEST_PREPARED_H
#define ARD_TEST_PREPARED_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "prepare/prepare.h"

/* Keys and values of the steps in `kinds` (NULL: the library's): "impute=median log=0.1". */
static inline ard_prepare_options options_among(const ard_step_kind *const *kinds, const char *text)
{
    ard_prepare_options options = {.kinds = kinds};
    for (char key[40], value[40]; *text; text += strcspn(text, " "), text += strspn(text, " ")) {
        if (sscanf(text, "%39[^= ]=%39s", key, value) != 2 || !ard_prepare_set(&options, key, value))
            fail_msg("no option of the preparation: '%s'", text);
    }
    return options;
}

static inline ard_prepare_options prepare_options(const char *text) { return options_among(NULL, text); }

static inline int prepare_fit(ardor_context *in, const ardor_dataset *data, const ard_rows *rows,
                              const ard_prepare_options *options, ard_prepare **out)
{
    double *x = NULL;
    const int rc = ard_prepare_fit(in, data, rows, options, out, &x);
    ard_free(in, x);
    return rc;
}

/* Where the number of that name is of column j. */
static inline double *number_of(const ard_prepare *prepare, const char *name, int64_t j)
{
    for (int s = 0; s < prepare->n_steps; s++)
        for (int k = 0; k < prepare->step[s].n_numbers; k++)
            if (strcmp(prepare->step[s].kind->number[k], name) == 0)
                return &prepare->step[s].number[j * prepare->step[s].n_numbers + k];
    fail_msg("the preparation has no number '%s'", name);
    return NULL;
}
#endif
