/* Specs: the texts of KEY=VALUE, kept until a fit parses them. A key is checked when it is set, so that a typing
 * error is found where it was made; a value only when the method is known. */
#include <string.h>

#include "base/guess.h"
#include "base/message.h"
#include "base/text.h"
#include "fit/config.h"

ardor_status ardor_spec_new(ardor_context *context, ardor_spec **out)
{
    int rc = ARDOR_OK;
    ardor_spec *spec = NULL;
    if (!out) return ard_fail(context, ARDOR_USAGE, "a spec needs a place to go to");
    *out = NULL;
    if (!context) return ARDOR_USAGE;
    NEW(context, spec, 1);
    spec->context = context;
    *out = spec;
done:
    return rc;
}

void ardor_spec_free(ardor_spec *spec)
{
    if (!spec) return;
    for (int64_t i = 0; i < spec->n; i++) {
        ard_free(spec->context, spec->key[i]);
        ard_free(spec->context, spec->value[i]);
    }
    ard_splits_free(spec->splits);
    ard_free(spec->context, spec->key);
    ard_free(spec->context, spec->value);
    ard_free(spec->context, spec);
}

/* Every key there is, with repetitions: the common keys, then the settings of each method. NULL after the last. */
static const char *any_key(int index)
{
    ard_key common;
    if (ard_config_key(index, &common)) return common.name;
    for (int i = 0; ard_config_key(i, &common); i++) index--;
    for (int m = 0; m < ard_method_count(); m++) {
        const ard_method *method = ard_method_at(m);
        if (index < method->n_settings) return method->settings[index].name;
        index -= method->n_settings;
    }
    return NULL;
}

/* Only what would be taken: the common keys and the settings of the method that the spec has so far. */
static int unknown_key(ardor_context *context, const ardor_spec *spec, const char *key)
{
    char own[512] = "";
    ard_guess guess = {.asked = key};
    ard_key common;
    const ard_method *method = ard_config_method_of(spec);
    const char *name = ard_config_method_name(spec);
    if (!method && ard_method_lacks(name)) return ard_config_method(context, name, &method);
    for (int i = 0; ard_config_key(i, &common); i++) ard_guess_try(&guess, common.name);
    for (int i = 0; method && i < method->n_settings; i++) {
        ard_text_append(own, sizeof own, method->settings[i].name);
        ard_guess_try(&guess, method->settings[i].name);
    }
    if (guess.list[0]) return ard_fail(context, ARDOR_USAGE, "there is no setting '%.60s'; is %s meant?", key, guess.list);
    if (method) return ard_fail(context, ARDOR_USAGE, "there is no setting '%.60s'; '%s' has: %s", key, method->name, own);
    return ard_fail(context, ARDOR_USAGE, "there is no setting '%.60s'", key);
}

static bool is_known(const char *key)
{
    const char *name;
    for (int i = 0; (name = any_key(i)); i++)
        if (ard_name_equal(key, name)) return true;
    return false;
}

static int make_room(ardor_spec *spec)
{
    int rc = ARDOR_OK;
    const int64_t room = spec->room + 16;
    if (spec->n < spec->room) return ARDOR_OK;
    EXTEND(spec->context, spec->key, room);
    EXTEND(spec->context, spec->value, room);
    spec->room = room;
done:
    return rc;
}

/* key NULL: the spec has it. */
static int copy_texts(ardor_spec *spec, const char *key, const char *value, char **new_key, char **new_value)
{
    int rc = ARDOR_OK;
    if (key) TRY(make_room(spec));
    if (key) COPY(spec->context, *new_key, key);
    COPY(spec->context, *new_value, value);
done:
    return rc;
}

ardor_status ardor_spec_set(ardor_context *context, ardor_spec *spec, const char *key, const char *value)
{
    int rc = ARDOR_OK;
    int64_t at = 0;
    char *new_key = NULL, *new_value = NULL;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, spec && key, ARDOR_USAGE, "setting a key needs a spec and a key");
    REQUIRE(context, value, ARDOR_USAGE, "the setting '%.60s' has no value", key);
    if (!is_known(key)) return unknown_key(context, spec, key);
    while (at < spec->n && !ard_name_equal(spec->key[at], key)) at++;
    TRY(ard_message_pass(spec->context, context, copy_texts(spec, at == spec->n ? key : NULL, value, &new_key, &new_value)));
    if (at == spec->n) {
        spec->key[spec->n++] = new_key;
        new_key = NULL;
    } else {
        ard_free(spec->context, spec->value[at]);
    }
    spec->value[at] = new_value;
done:
    if (spec) ard_free(spec->context, new_key);
    return rc;
}

ardor_status ardor_spec_set_splits(ardor_context *context, ardor_spec *spec, int64_t n_splits, const int64_t *const *train,
                                   const int64_t *n_train, const int64_t *const *test, const int64_t *n_test)
{
    int rc = ARDOR_OK;
    ard_splits *splits = NULL;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, spec, ARDOR_USAGE, "splits need a spec");
    TRY(ard_message_pass(spec->context, context, ard_splits_of(spec->context, n_splits, train, n_train, test, n_test, &splits)));
    TRY(ardor_spec_set(context, spec, "plan", "splits"));
    ard_splits_free(spec->splits);
    spec->splits = splits;
    splits = NULL;
done:
    ard_splits_free(splits);
    return (ardor_status)rc;
}
