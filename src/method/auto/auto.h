/* Sparse or dense, whichever the inner folds of a tuning say: README.md in this folder. */
#ifndef ARD_AUTO_H
#define ARD_AUTO_H

#include "method/method.h"

extern const ard_method ard_method_auto;

enum { AUTO_MODEL, AUTO_STRENGTH, AUTO_N_SETTINGS };
/* The setting `model`. */
enum { AUTO_SPR, AUTO_RIDGE, AUTO_N_MODELS };
#endif
