/* The squared hinge as a loss that proximal Newton takes: no likelihood, and no link of a machine. */
#ifndef ARD_HINGE_H
#define ARD_HINGE_H

#include "link/link.h"

/* value: -sum_i c_i max(0, 1 - y_i f_i)^2. */
extern const ard_link ard_squared_hinge;
#endif
