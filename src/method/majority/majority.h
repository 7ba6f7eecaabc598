/* The shares of the classes: see README.md in this folder. */
#ifndef ARD_MAJORITY_H
#define ARD_MAJORITY_H

#include "method/method.h"

extern const ard_method ard_method_majority;
#endif
