/* From probabilities to classes: the one place where that is decided. */
#ifndef ARD_DECIDE_H
#define ARD_DECIDE_H

#include "base/base.h"

/* How it is asked for, as far as it can be read without the names of the classes; all zero: the most probable class. */
typedef struct ard_decision_ask {
    const char *prior, *cost; /* "CLASS=P,..", "FP,FN" or "TRUE:PREDICTED=C,.."; NULL: none; somebody else's */
    double threshold;         /* 0: none */
    bool abstains;
    double abstain;
} ard_decision_ask;

/* Classes are decided by the least expected cost. All zero: the most probable class, at the shares of the training rows. */
typedef struct ard_decision {
    int n_classes;    /* 0 of a decision that is all zero */
    double *prior;    /* n_classes: the shares of the classes where it is decided; NULL: those of the training rows */
    double *cost;     /* n_classes x n_classes, a row for each true class: of deciding for each; NULL: errors cost the same */
    bool costs;       /* costs were asked for; else `cost` stands for a threshold */
    double threshold; /* of two classes with `cost`: the second one where its probability is above; else NaN */
    bool abstains;    /* is there a zone in which nothing is decided? */
    double abstain;   /* where the largest probability is below */
} ard_decision;

/* ARDOR_USAGE where it is not to be read, or not with these classes, which `source` has. */
int ard_decision_new(ardor_context *context, const ard_decision_ask *ask, int n_classes, char *const *class_name,
                     const char *source, ard_decision *out);
int ard_decision_copy(ardor_context *context, const ard_decision *from, ard_decision *out);
void ard_decision_free(ardor_context *context, ard_decision *decision);
/* Is there anything in it? A decision that is NULL has nothing. */
bool ard_decision_given(const ard_decision *decision);

/* n rows of prob (n x n_classes with leading dimension ld), probabilities where the classes have the shares `share`, moved to
 * where they have the shares `prior`: Bayes' rule, p' in proportion to p prior / share. A class without a share was not learnt
 * and becomes impossible. prior NULL: they stay as they are. */
int ard_prior_move(ardor_context *context, int n_classes, const double *prior, const double *share, int64_t n, double *prob,
                   int64_t ld);

/* The class of a row of prob (n x n_classes, column-major), at the prior already; a tie goes to the lower index, and of more
 * than two classes a tie is one but for rounding. -1: it is not decided. decision NULL: the most probable class. */
int32_t ard_decide(const ard_decision *decision, int64_t n, int n_classes, const double *prob, int64_t row);
/* The part of the row that is decided wrongly, of class `label`, where every row is decided: where k classes tie (but for
 * rounding) one of them is drawn, so (k - 1)/k of it. Figures that are compared go by this: with the first of equals they would
 * depend on the names of classes. */
double ard_wrong(const ard_decision *decision, int64_t n, int n_classes, const double *prob, int64_t row, int32_t label);
/* Of all n rows. */
void ard_decide_all(const ard_decision *decision, int64_t n, int n_classes, const double *prob, int32_t *predicted);
#endif
