/* Joint classifier and feature optimisation: see README.md in this folder. */
#ifndef ARD_JCFO_H
#define ARD_JCFO_H

#include "method/method.h"

extern const ard_method ard_jcfo;

/* Indices into the table of settings. */
enum {
    JCFO_LAM1, JCFO_LAM2, JCFO_STRENGTH, JCFO_SCREEN, JCFO_PENALISE_BIAS, JCFO_START, JCFO_WEAKEST, JCFO_TOL, JCFO_MAX_ITER, JCFO_N_SETTINGS
};

typedef enum { JCFO_SCREEN_AUTO, JCFO_SCREEN_NONE, JCFO_SCREEN_RESTRICT, JCFO_SCREEN_OPEN } jcfo_screen;

/* grid.c: the default path of candidates, and the rates where they are not given. */
int jcfo_grid(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *settings, bool fine,
              ard_grid *out);
jcfo_screen jcfo_screen_of(const ard_problem *problem, const ard_settings *settings);
bool jcfo_bilinear(ard_basis basis);
void jcfo_rates(const ard_problem *problem, ard_basis basis, const ard_settings *settings, double *lam1, double *lam2);
double jcfo_strength(const ard_settings *settings);
double jcfo_weakest(const ard_problem *problem, const ard_settings *settings);
#endif
