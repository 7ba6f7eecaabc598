/* What tuning does where the caller leaves it open, by method, basis and shape of the data. */
#ifndef ARD_TUNE_AUTO_H
#define ARD_TUNE_AUTO_H

#include "fit/recipe.h"

/* Put scheme and rule in the place of "auto". Both follow from the numbers of rows and columns of all the data and never from
 * labels, so that every fold of an evaluation does the same. Afterwards nothing of the recipe is auto. */
void ard_tune_settle(ard_recipe *recipe, const ardor_dataset *data);
#endif
