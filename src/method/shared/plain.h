/* The workspace of a method that computes everything in its solve: `open` and `close` of its table, with an ard_work. */
#ifndef ARD_PLAIN_H
#define ARD_PLAIN_H

#include "method/method.h"

int ard_plain_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *settings,
                   void **work);
void ard_plain_close(void *work);
#endif
