/* Warnings about a fit. */
#ifndef ARD_FIT_DOUBTS_H
#define ARD_FIT_DOUBTS_H

#include "fit/tune.h"

/* Null models; rates that nothing chose; a choice at the edge of its grid; classes that are separated without limit; control
 * probes among the features. */
int ard_fit_doubts(ardor_context *context, const ardor_dataset *data, const ard_training *training, const ard_choice *choice,
                   const ard_fitted *fitted);
#endif
