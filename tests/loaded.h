/* Documents of models and of the same models from a file. */
#ifndef LOADED_H
#define LOADED_H

#include <jansson.h>

/* Takes out what files do not have of the candidates of a tuning. from_file: it is not known there. */
static inline void forget_what_files_lack(json_t *document, bool from_file)
{
    size_t i;
    json_t *candidate;
    json_array_foreach(json_object_get(json_object_get(document, "tune"), "candidates"), i, candidate)
    {
        assert_true(!from_file || json_is_null(json_object_get(candidate, "deviance_se")));
        assert_int_equal(json_object_del(candidate, "deviance_se"), 0);
    }
}
#endif
