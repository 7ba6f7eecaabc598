/* The values of the key `standardise` in the order of its choices; rows are scaled by it as well. */
#ifndef ARD_STEP_STANDARDISE_H
#define ARD_STEP_STANDARDISE_H

#include "prepare/step.h"

enum { ARD_STANDARDISE_TRAIN, ARD_STANDARDISE_ALL, ARD_STANDARDISE_SAMPLES, ARD_STANDARDISE_NONE };

extern const ard_step_kind ard_step_standardise;
#endif
