/* PFCVM_LP and its presets EPCVM (fixed scales) and RSFM (plain Gaussian priors): README.md in this folder. */
#ifndef ARD_PFCVM_LP_H
#define ARD_PFCVM_LP_H

#include "method/method.h"

extern const ard_method ard_method_pfcvm_lp, ard_method_epcvm, ard_method_rsfm;
#endif
