/* The list of methods. */
#include <string.h>

#include "method/ard_ep/ard_ep.h"
#include "method/bpm/bpm.h"
#include "method/jcfo/jcfo.h"
#include "method/pcvm/pcvm.h"
#include "method/pfcvm_lp/pfcvm_lp.h"
#include "method/projection/projection.h"
#include "method/rvm/rvm.h"
#include "method/spr/spr.h"

static const ard_method *const methods[] = {&ard_method_jcfo,     &ard_method_spr,         &ard_method_pfcvm_lp,
                                            &ard_method_pfcvm_em, &ard_method_pcvm,        &ard_method_epcvm,
                                            &ard_method_rvm,      &ard_method_rsfm,        &ard_method_bpm,
                                            &ard_method_ard_ep,   &ard_method_ard_laplace, &ard_method_projection};
enum { METHOD_COUNT = sizeof methods / sizeof *methods };

int ard_method_count(void) { return METHOD_COUNT; }

const ard_method *ard_method_at(int index) { return index >= 0 && index < METHOD_COUNT ? methods[index] : NULL; }

const ard_method *ard_method_find(const char *name)
{
    for (int i = 0; i < METHOD_COUNT; i++)
        if (strcmp(methods[i]->name, name) == 0) return methods[i];
    return NULL;
}
