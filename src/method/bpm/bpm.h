/* Bayes point machine: README.md in this folder. */
#ifndef ARD_BPM_H
#define ARD_BPM_H

#include "method/method.h"

extern const ard_method ard_method_bpm;

enum { BPM_S2, BPM_SCALE, BPM_SIGMA, BPM_INNER_TOL, BPM_MAX_VALUES, BPM_N_SETTINGS };
#endif
