/* What tuning does where the caller leaves it open, by method, basis and shape of the data. */
#ifndef ARD_TUNE_AUTO_H
#define ARD_TUNE_AUTO_H

#include "fit/recipe.h"
#include "resample/plan.h"

/* Put scheme and rule in the place of "auto". They follow from how many rows train and how many features there are: the
 * rows that the plan's first fold trains on (NULL: all of the data), so that all folds of an evaluation do the same. There are
 * no more inner folds than groups among these rows, but two at least. Afterwards nothing of the recipe is auto. */
int ard_tune_settle(ardor_context *context, const ardor_dataset *data, const ard_plan *plan, ard_recipe *recipe);
/* Folds in the place of the approximate leave-one-out that auto stood for; false: it did not. */
bool ard_tune_fall_back(ard_recipe *recipe);
#endif
