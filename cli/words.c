/* Words of a command line: see words.h.
 *
 * popt takes no value from the word behind an option that may stand alone, so that `ardor fit --tune data.csv` keeps its data;
 * then `--tune cv:5` leaves a word that nobody wants. It is found by where it stands and by what the option takes. */
#include "words.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "document.h"
#include "suggest.h"

/* ---- options that may stand alone */

/* That of the tables of reading is no key. */
static const char onehot[] = "--onehot", onehot_takes[] = "error, zero", onehot_alone[] = "--onehot=error";

static const char *meaning_of(const cli_keys *keys, const char *word)
{
    return strcmp(word, onehot) == 0 ? onehot_alone : cli_keys_alone(keys, word);
}

int cli_words_open(const cli_keys *keys, const char *name, int argc, char *const *argv, cli_words *out)
{
    bool options_over = false;
    out->n = argc - 1;
    out->word = calloc((size_t)argc + 1, sizeof *out->word);
    out->option = calloc((size_t)argc + 1, sizeof *out->option);
    if (!out->word || !out->option) return cli_error(CLI_FAILED, "out of memory");
    out->word[0] = name;
    for (int i = 2; i < argc; i++) {
        out->word[i - 1] = argv[i];
        if (strcmp(argv[i], "--") == 0) options_over = true;
        const char *meaning = options_over ? NULL : meaning_of(keys, argv[i]);
        if (!meaning) continue;
        out->word[i - 1] = meaning;
        if (i + 1 < argc && *argv[i + 1] != '-') out->option[i] = argv[i] + 2;
    }
    return CLI_DONE;
}

void cli_words_close(cli_words *words)
{
    free(words->word);
    free(words->option);
}

/* ---- arguments */

static const char *option_before(const cli_words *words, const char *argument)
{
    for (int i = 1; i < words->n; i++)
        if (words->option[i] && strcmp(words->word[i], argument) == 0) return words->option[i];
    return NULL;
}

/* Is the word, up to a colon, among those of "none, auto, cv:K with K >= 2", or a number? */
static bool is_value(const char *takes, const char *word)
{
    double number;
    const size_t head = strcspn(word, ":");
    if (cli_parse_real(word, &number)) return true;
    for (const char *token = takes; *token;) {
        token += strspn(token, " ,()");
        const size_t bytes = strcspn(token, " ,()"), token_head = strcspn(token, ":");
        if (head > 0 && head == (token_head < bytes ? token_head : bytes) && strncmp(token, word, head) == 0) return true;
        token += bytes;
    }
    return false;
}

static const char *takes_of(const cli_keys *keys, const char *option)
{
    return strcmp(option, onehot + 2) == 0 ? onehot_takes : cli_keys_takes(keys, option);
}

/* The argument that is a value, rather than a file: one that looks like it, or (any) at least is no file. */
static const char *stray_value(const cli_words *words, const cli_keys *keys, const char *const *argument, size_t n, bool any,
                               const char **option)
{
    for (size_t i = 0; i < n; i++) {
        *option = option_before(words, argument[i]);
        if (!*option || access(argument[i], F_OK) == 0) continue;
        if (any || is_value(takes_of(keys, *option), argument[i])) return argument[i];
    }
    return NULL;
}

int cli_words_check(const cli_words *words, const cli_verb *verb, const cli_keys *keys, const char *const *argument, size_t n)
{
    const char *option = NULL, *value = stray_value(words, keys, argument, n, n > verb->max_arguments, &option);
    if (value)
        return cli_error(CLI_USAGE, "%s: \"%.60s\" is no file; if it is the value of --%s, write --%s=%.60s", verb->name, value,
                         option, option, value);
    if (n < verb->min_arguments)
        return cli_error(CLI_USAGE, "%s needs %s; see `ardor %s --help`", verb->name, verb->arguments, verb->name);
    if (n <= verb->max_arguments) return CLI_DONE;
    return cli_error(CLI_USAGE, "%s: \"%.200s\" is one argument too many; see `ardor %s --help`", verb->name,
                     argument[verb->max_arguments], verb->name);
}

/* ---- options */

/* Every option that the help of the verb shows. */
static void suggest_options(const struct poptOption *table, cli_suggestion *suggestion)
{
    for (const struct poptOption *o = table; o->longName || o->arg; o++) {
        if ((o->argInfo & POPT_ARG_MASK) == POPT_ARG_INCLUDE_TABLE)
            suggest_options(o->arg, suggestion);
        else if (o->longName && !(o->argInfo & POPT_ARGFLAG_DOC_HIDDEN))
            cli_suggest(suggestion, o->longName);
    }
}

/* Is "--tune", or "-o", in the help of the verb? */
static bool has_option(const struct poptOption *table, const char *option)
{
    for (const struct poptOption *o = table; o->longName || o->arg; o++) {
        if ((o->argInfo & POPT_ARG_MASK) == POPT_ARG_INCLUDE_TABLE) {
            if (has_option(o->arg, option)) return true;
        } else if (!(o->argInfo & POPT_ARGFLAG_DOC_HIDDEN)) {
            const size_t bytes = o->longName ? strlen(o->longName) : 0;
            if (o->shortName && option[1] == o->shortName && !option[2]) return true;
            if (bytes && strncmp(option, "--", 2) == 0 && strncmp(option + 2, o->longName, bytes) == 0 &&
                (!option[2 + bytes] || option[2 + bytes] == '='))
                return true;
        }
    }
    return false;
}

/* "fit, evaluate": the other verbs that have such an option. */
static void verbs_with(const cli_words *words, const char *option, char *out, size_t bytes)
{
    *out = '\0';
    for (const cli_verb *const *verb = words->verbs; *verb; verb++) {
        cli_keys *keys = NULL;
        const size_t used = strlen(out);
        if (cli_keys_open(*verb, &keys) != CLI_DONE) continue;
        if (has_option(cli_keys_options(keys), option))
            snprintf(out + used, bytes - used, "%s%s", used ? ", " : "", (*verb)->name);
        cli_keys_close(keys);
    }
}

/* What --method says, or "". */
static const char *method_of(const cli_words *words)
{
    static const char option[] = "--method";
    const size_t bytes = sizeof option - 1;
    for (int i = words->n - 1; i > 0; i--) {
        if (strncmp(words->word[i], option, bytes) != 0) continue;
        if (words->word[i][bytes] == '=') return words->word[i] + bytes + 1;
        if (!words->word[i][bytes] && i + 1 < words->n) return words->word[i + 1];
    }
    return "";
}

/* Does the method, or without a name the first, have such a setting? */
static bool method_has(const json_t *methods, const char *method, const char *setting)
{
    size_t i, j;
    const json_t *m, *s;
    json_array_foreach(methods, i, m)
    {
        const char *name = cli_text_of(m, "name");
        if (*method && (!name || strcmp(name, method) != 0)) continue;
        json_array_foreach(json_object_get(m, "settings"), j, s)
        {
            const char *own = cli_text_of(s, "name");
            if (own && strcmp(own, setting) == 0) return true;
        }
        return false;
    }
    return false;
}

static bool is_setting(const cli_words *words, const char *name)
{
    ardor_context *context = NULL;
    char *json = NULL;
    json_t *methods = NULL;
    if (ardor_context_new(NULL, &context) != ARDOR_OK) return false;
    if (ardor_methods_json(context, NULL, &json) == ARDOR_OK) methods = json_loads(json, 0, NULL);
    const bool has = method_has(methods, method_of(words), name);
    json_decref(methods);
    ardor_string_free(context, json);
    ardor_context_free(context);
    return has;
}

int cli_words_unknown(const cli_words *words, const cli_verb *verb, const cli_keys *keys, const char *option, const char *reason)
{
    char name[64], others[80];
    cli_suggestion suggestion = {.asked = name};
    const char *begin = option + strspn(option, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(begin, "="), begin);
    if (strncmp(option, "--", 2) == 0) suggest_options(cli_keys_options(keys), &suggestion);
    if (verb->keys == CLI_ALL_KEYS && (cli_keys_set(keys, name) || is_setting(words, name)))
        return cli_error(CLI_USAGE, "%.100s: %s; settings are given by --set %s=VALUE; see `ardor %s --help`", option, reason,
                         name, verb->name);
    verbs_with(words, option, others, sizeof others);
    if (*others) return cli_error(CLI_USAGE, "%.100s goes with %s; see `ardor %s --help`", option, others, verb->name);
    if (suggestion.nearest)
        return cli_error(CLI_USAGE, "%.100s: %s; is --%s meant? See `ardor %s --help`", option, reason, suggestion.nearest,
                         verb->name);
    return cli_error(CLI_USAGE, "%.100s: %s; see `ardor %s --help`", option, reason, verb->name);
}
