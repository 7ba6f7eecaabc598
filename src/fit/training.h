/* A training problem made from rows of a dataset: everything fitted here is fitted on these rows. */
#ifndef ARD_TRAINING_H
#define ARD_TRAINING_H

#include "fit/config.h"
#include "fit/fitter.h"

/* For each path of a grid, the columns of the problem that a screen let through; column NULL: all. */
typedef struct ard_screened {
    int64_t n_paths;
    ard_columns *only;
} ard_screened;

/* The leaky protocol: what was fitted on all rows and is used in every fold. */
typedef struct ard_leak {
    ard_prepare *prepare;
    ard_screened *screened; /* for each size of the filter, ard_recipe_n_sizes */
} ard_leak;

/* What a fit is given beside its rows; members that are NULL it makes itself. */
typedef struct ard_given {
    const ard_leak *leak;
    const ard_prepare *prepare; /* fitted on the same rows before */
    const struct ard_choice *choice;
} ard_given;

typedef struct ard_training {
    ardor_context *context;
    const ard_recipe *recipe;
    const ard_leak *leak;
    int size;                   /* of a narrow one: which of the recipe's sizes */
    const ard_prepare *prepare; /* `fitted`, or what was given; of a narrow one that of all the sizes */
    ard_prepare *fitted;        /* on these rows; NULL where it was given. Whoever takes it over sets it to NULL */
    double *values, *weight;    /* weight NULL without case weights */
    int32_t *label, *group;     /* group NULL: none, or of a narrow one */
    bool *forced;               /* of a narrow one; NULL: none is */
    ard_matrix x;               /* of values */
    ard_problem problem;
    ard_division division; /* of the problem, where the method is for two classes */
} ard_training;

/* given may be NULL. *out must stay where it is until it is freed, for its problem refers to it; recipe and what is given outlive
 * it. */
int ard_training_new(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_recipe *recipe,
                     const ard_given *given, ard_training *out);
void ard_training_free(ard_training *training);
/* Of a training whose filter has sizes to choose from, which has the columns of the largest: the training of the k-th size, by
 * the recipe of that size (ard_recipe_at). It refers to the whole, and must stay where it is. */
int ard_training_narrow(ardor_context *context, const ard_training *whole, int k, const ard_recipe *recipe, ard_training *out);
/* The method's check of these settings, and its settling of them (method/method.h). */
int ard_training_check(const ard_training *training, const ard_settings *settings);
void ard_training_settle(const ard_training *training, ard_settings *settings);
/* A fitter of the recipe's method for the problem; the features are those that the protocol allows in a path. */
int ard_training_fitter(const ard_training *training, int64_t path, ard_fitter *out);
/* Its grid; where the rule may keep the untuned settings (ard_recipe_keeps) and there are others, these are its last candidate,
 * on a path of their own. */
int ard_training_grid(const ard_training *training, ard_grid *out);

/* The fit without features: its machine predicts the shares of the classes, by the weights of the targets. It has no settings. */
int ard_training_empty(const ard_training *training, ard_fit *out);

/* Refit on the features of `from` with its relax setting multiplied by `factor`, warm-started from it; of a divided problem each
 * part on its own features, with its own setting. */
int ard_relax(const ard_training *training, const ard_settings *settings, const ard_fit *from, double factor, const ard_ask *ask,
              ard_fit *out);
#endif
