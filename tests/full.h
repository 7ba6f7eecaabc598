/* Tests of what the profile core leaves out (files of tables, compressed files): there they are skipped. */
#ifndef ARD_TEST_FULL_H
#define ARD_TEST_FULL_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

static inline void need_full(void)
{
#ifdef ARDOR_CORE
    skip();
#endif
}
#endif
