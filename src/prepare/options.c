/* See options.h. */
#include "prepare/options.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "json/json.h"

/* Place in the table of the index-th kind that has a key, in the order of documents; -1 beyond the last. Kinds that were taken
 * already come before (place, index) of the last one. */
static int keyed(const ard_step_kind *const *kinds, int index)
{
    int at = -1;
    for (int taken = 0; taken <= index; taken++) {
        int next = -1;
        for (int i = 0; kinds[i]; i++) {
            const bool later = at < 0 || kinds[i]->place > kinds[at]->place || (kinds[i]->place == kinds[at]->place && i > at);
            if (kinds[i]->key && later && (next < 0 || kinds[i]->place < kinds[next]->place)) next = i;
        }
        if (next < 0) return -1;
        at = next;
    }
    return at;
}

const ard_step_kind *ard_step_with_key(int index)
{
    const int i = index < 0 ? -1 : keyed(ard_step_kinds, index);
    return i < 0 ? NULL : ard_step_kinds[i];
}

/* ---- arguments */

static bool parse(const ard_step_kind *kind, const char *text, ard_argument *out)
{
    if (!kind->choices) return kind->parse(kind, text, out);
    *out = (ard_argument){.choice = ard_choice_find(kind->choices, text)};
    return out->choice >= 0;
}

const char *ard_step_text(const ard_step_kind *kind, const ard_argument *argument, char buffer[ARD_ARGUMENT_BYTES])
{
    size_t bytes = 0;
    if (!kind->choices) return kind->print(kind, argument, buffer);
    const char *text = ard_choice_at(kind->choices, (int)argument->choice, &bytes);
    snprintf(buffer, ARD_ARGUMENT_BYTES, "%.*s", (int)bytes, text);
    return buffer;
}

const ard_step_kind *const *ard_prepare_kinds(const ard_prepare_options *options)
{
    return options->kinds ? options->kinds : ard_step_kinds;
}

static int with_key(const ard_step_kind *const *kinds, const char *key)
{
    for (int i = 0; kinds[i]; i++)
        if (kinds[i]->key && ard_name_equal(kinds[i]->key, key)) return i;
    return -1;
}

bool ard_prepare_set(ard_prepare_options *options, const char *key, const char *text)
{
    const ard_step_kind *const *kinds = ard_prepare_kinds(options);
    const int i = with_key(kinds, key);
    ard_argument argument = {0};
    if (i < 0 || !parse(kinds[i], text, &argument)) return false;
    options->argument[i] = argument;
    return true;
}

const char *ard_prepare_text(const ard_prepare_options *options, const char *key, char buffer[ARD_ARGUMENT_BYTES])
{
    const ard_step_kind *const *kinds = ard_prepare_kinds(options);
    const int i = with_key(kinds, key);
    return i < 0 ? NULL : ard_step_text(kinds[i], &options->argument[i], buffer);
}

void ard_prepare_off(ard_prepare_options *options)
{
    const ard_step_kind *const *kinds = ard_prepare_kinds(options);
    for (int i = 0; kinds[i]; i++)
        if (kinds[i]->key) parse(kinds[i], kinds[i]->off, &options->argument[i]);
}

void ard_prepare_off_choices(ard_prepare_options *options)
{
    const ard_step_kind *const *kinds = ard_prepare_kinds(options);
    for (int i = 0; kinds[i]; i++)
        if (kinds[i]->key && (kinds[i]->choose || kinds[i]->project)) parse(kinds[i], kinds[i]->off, &options->argument[i]);
}

const ard_argument *ard_prepare_argument(const ard_prepare_options *options, int index)
{
    const ard_step_kind *const *kinds = ard_prepare_kinds(options), *kind = kinds[index];
    const ard_argument *argument = &options->argument[index];
    char buffer[ARD_ARGUMENT_BYTES];
    for (int i = 0; kind->of && kinds[i]; i++)
        if (kinds[i] == kind->of) argument = &options->argument[i];
    const bool done = kind->key    ? strcmp(ard_step_text(kind, argument, buffer), kind->off) != 0
                      : kind->done ? kind->done(argument)
                                   : true;
    return done ? argument : NULL;
}

const ard_step_kind *ard_prepare_projects(const ard_prepare_options *options)
{
    const ard_step_kind *const *kinds = ard_prepare_kinds(options);
    for (int i = 0; kinds[i]; i++)
        if (kinds[i]->project && ard_prepare_argument(options, i)) return kinds[i];
    return NULL;
}

/* ---- sizes */

const ard_argument *ard_prepare_sizes(const ard_prepare_options *options)
{
    for (int i = 0; i < ARD_MAX_STEPS; i++)
        if (options->argument[i].n_sizes) return &options->argument[i];
    return NULL;
}

void ard_argument_set_size(ard_argument *argument, int64_t size)
{
    if (!argument->n_sizes) return;
    *argument = (ard_argument){.choice = argument->choice, .count = size, .value = argument->value};
}

void ard_prepare_set_size(ard_prepare_options *options, int64_t size)
{
    for (int i = 0; i < ARD_MAX_STEPS; i++) ard_argument_set_size(&options->argument[i], size);
}

void ard_json_prepare(ard_json *json, const ard_prepare_options *options)
{
    const ard_step_kind *const *kinds = ard_prepare_kinds(options);
    char buffer[ARD_ARGUMENT_BYTES];
    for (int k = 0, i = 0; (i = keyed(kinds, k)) >= 0; k++)
        ard_json_text(json, kinds[i]->key, ard_step_text(kinds[i], &options->argument[i], buffer));
}
