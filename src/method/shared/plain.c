#include "method/shared/plain.h"

int ard_plain_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *settings,
                   void **work)
{
    int rc = ARDOR_OK;
    ard_work *w = NULL;
    (void)settings;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    *work = w;
done:
    return rc;
}

void ard_plain_close(void *work)
{
    ard_work *w = work;
    if (w) ard_free(w->context, w);
}
