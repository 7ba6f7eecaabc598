/* Nearest neighbours: see README.md in this folder. */
#ifndef ARD_KNN_H
#define ARD_KNN_H

#include "method/method.h"

extern const ard_method ard_method_knn;

enum { KNN_NEIGHBOURS, KNN_N_SETTINGS };
#endif
