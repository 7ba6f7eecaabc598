/* Greedy forward selection with Fisher's discriminant: README.md in this folder. */
#ifndef ARD_FORWARD_H
#define ARD_FORWARD_H

#include "method/method.h"

enum { FORWARD_K, FORWARD_N_SETTINGS };
enum { FORWARD_CRITERION }; /* extras */

extern const ard_method ard_method_forward;
#endif
