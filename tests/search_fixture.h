/* Steps of the search over weights and scales. */
#ifndef ARD_TEST_SEARCH_FIXTURE_H
#define ARD_TEST_SEARCH_FIXTURE_H

#include "solver/type2/type2.h"

/* One, and the room that it asks for. */
static inline ard_iteration step_search(ard_type2 *l)
{
    ard_iteration now = {0};
    assert_int_equal(ard_type2_step(l, &now), ARDOR_OK);
    if (now.grow) assert_int_equal(now.grow(l), ARDOR_OK);
    return now;
}
#endif
