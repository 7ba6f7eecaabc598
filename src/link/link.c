/* The links by name. */
#include "link/link.h"

#include <string.h>

static const ard_link *const links[] = {&ard_link_probit, &ard_link_logit};

const ard_link *ard_link_find(const char *name)
{
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        if (strcmp(links[i]->name, name) == 0) return links[i];
    return NULL;
}
