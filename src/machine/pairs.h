/* The machine of a problem of several classes that was divided into problems of two: one for each pair of classes, whose
 * probabilities are coupled (machine/coupling.h), or one for each class against the rest, whose probabilities are made to sum to
 * 1. Its parts are machines of two classes, of any kind. */
#ifndef ARD_PAIRS_H
#define ARD_PAIRS_H

#include "machine/machine.h"

/* How several classes are told apart. */
typedef enum {
    ARD_MULTICLASS_AUTO,   /* by the method itself if it can, else by pairs */
    ARD_MULTICLASS_NATIVE, /* by the method itself */
    ARD_MULTICLASS_PAIRS,  /* by a part for each pair of classes */
    ARD_MULTICLASS_REST    /* by a part for each class against all others */
} ard_multiclass;

const char *ard_multiclass_name(ard_multiclass how); /* "auto", "native", "pairs", "rest" */
bool ard_multiclass_find(const char *name, ard_multiclass *out);

/* What a part tells apart: its second class, whose probability it says, from its first; -1: from all the others. */
typedef struct ard_pair {
    int first, second;
} ard_pair;

/* How many parts there are, of more than two classes; and each of them: (0, 1), (0, 2), .., (1, 2), ..; or (-1, 0), (-1, 1),
 * .. */
int64_t ard_pairs_count(ard_multiclass how, int n_classes);
ard_pair ard_pairs_at(ard_multiclass how, int n_classes, int64_t part);

typedef struct ard_pairs {
    ard_multiclass how; /* PAIRS or REST */
    int64_t n_parts;
    ard_machine *part; /* their features are positions among those of the machine */
    bool linear;       /* all features have a weight in every part that reads them */
} ard_pairs;

extern const ard_machine_kind ard_machine_pairs;

/* The content; NULL where the machine is of another kind. */
const ard_pairs *ard_machine_as_pairs(const ard_machine *machine);

/* Of these parts, whose features are columns of the problem, and whose rows are the problem's: the array and what is in it is the
 * machine's from then on; after an error it is the caller's as before. */
int ard_pairs_machine(ardor_context *context, ard_multiclass how, int n_classes, ard_machine *part, ard_machine *out);
#endif
