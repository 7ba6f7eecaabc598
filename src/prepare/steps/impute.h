/* What impute may be, for the step that is another one of its values. */
#ifndef ARD_IMPUTE_H
#define ARD_IMPUTE_H

#include "base/text.h"
#include "prepare/step.h"

enum { ARD_IMPUTE_NONE, ARD_IMPUTE_MEDIAN, ARD_IMPUTE_MEAN, ARD_IMPUTE_KNN };

extern const ard_step_kind ard_step_impute;
#endif
