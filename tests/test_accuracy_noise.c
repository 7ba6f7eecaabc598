/* The search over a million columns of noise ends, in little memory. */
#include "ep_fixture.h"

static void a_million_columns_of_noise(void **state)
{
    (void)state;
    (void)load;
    (void)unload;
    noise_is_searched(1000000, ARD_START_BEST, ARD_ORDER_GREEDY, 0);
    noise_is_searched(1000000, ARD_START_FRACTION, ARD_ORDER_RANDOM, .001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_million_columns_of_noise)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
