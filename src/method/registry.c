/* The list of methods: a row of METHODS declares one and lists it. */
#include <string.h>

#include "method/method.h"

/* Those that need LIBSVM, without which the library can be built. */
#ifdef ARDOR_HAVE_LIBSVM
#define LIBSVM_METHODS(ROW)                                                                                                      \
    ROW(svm)                                                                                                                     \
    ROW(svm_rfe)                                                                                                                 \
    ROW(svm_l0)
#else
#define LIBSVM_METHODS(ROW)
#define LIBSVM_NAMES "svm", "svm-rfe", "svm-l0"
#endif

#define METHODS(ROW)                                                                                                             \
    ROW(jcfo)                                                                                                                    \
    ROW(spr)                                                                                                                     \
    ROW(smlr)                                                                                                                    \
    ROW(logistic)                                                                                                                \
    ROW(svm_l1)                                                                                                                  \
    ROW(pklr_rfe)                                                                                                                \
    LIBSVM_METHODS(ROW)                                                                                                          \
    ROW(svm_rm)                                                                                                                  \
    ROW(pfcvm_lp)                                                                                                                \
    ROW(pfcvm_em)                                                                                                                \
    ROW(pcvm)                                                                                                                    \
    ROW(epcvm)                                                                                                                   \
    ROW(rvm)                                                                                                                     \
    ROW(rsfm)                                                                                                                    \
    ROW(gp)                                                                                                                      \
    ROW(bpm)                                                                                                                     \
    ROW(ard_ep)                                                                                                                  \
    ROW(ard_laplace)                                                                                                             \
    ROW(projection)                                                                                                              \
    ROW(lda)                                                                                                                     \
    ROW(knn)                                                                                                                     \
    ROW(majority)                                                                                                                \
    ROW(adaboost)                                                                                                                \
    ROW(forward)                                                                                                                 \
    ROW(auto)

#define DECLARE(name) extern const ard_method ard_method_##name;
#define ENTRY(name) &ard_method_##name,

METHODS(DECLARE)
static const ard_method *const methods[] = {METHODS(ENTRY)};
enum { METHOD_COUNT = sizeof methods / sizeof *methods };

int ard_method_count(void) { return METHOD_COUNT; }

const ard_method *ard_method_at(int index) { return index >= 0 && index < METHOD_COUNT ? methods[index] : NULL; }

const ard_method *ard_method_find(const char *name)
{
    for (int i = 0; i < METHOD_COUNT; i++)
        if (strcmp(methods[i]->name, name) == 0) return methods[i];
    return NULL;
}

const char *ard_method_lacks(const char *name)
{
#ifdef LIBSVM_NAMES
    static const char *const left_out[] = {LIBSVM_NAMES};
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        if (strcmp(left_out[i], name) == 0) return "LIBSVM";
#endif
    (void)name;
    return NULL;
}
