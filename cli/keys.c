/* Options from the common keys: see keys.h. */
#include "keys.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"

/* Settings of the tuning are given by --set, like those of methods. */
static const char set_group[] = "tuning";

typedef struct entry {
    const json_t *object; /* of the document */
    const char *name, *group;
    char *help, *alone; /* "--tune=cv:5"; NULL: needs a value */
    char *title;        /* "Method:", where a group begins that the verb shows */
} entry;

struct cli_keys {
    const cli_verb *verb;
    json_t *document;
    size_t n;
    entry *entry;
    char *set_help;
    struct poptOption *option; /* the sections, each with its end; */
    struct poptOption *main;   /* and the table that includes them */
};

static const char *text_of(const entry *k, const char *member)
{
    const char *text = cli_text_of(k->object, member);
    return text ? text : "";
}

static bool goes_with(const entry *k, const char *verb)
{
    size_t i;
    const json_t *item, *verbs = json_object_get(k->object, "verbs");
    json_array_foreach(verbs, i, item)
    {
        if (json_is_string(item) && strcmp(json_string_value(item), verb) == 0) return true;
    }
    return false;
}

/* Those of other verbs are parsed too where all are, to say with which they go. */
static bool is_option(const cli_keys *keys, const entry *k)
{
    return strcmp(k->group, set_group) != 0 && (keys->verb->keys == CLI_ALL_KEYS || goes_with(k, keys->verb->name));
}

/* printf into a fresh text; NULL without memory. */
static char *format_text(const char *format, ...) CLI_PRINTF(1, 2);
static char *format_text(const char *format, ...)
{
    char *out = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&out, format, arguments) < 0) out = NULL;
    va_end(arguments);
    return out;
}

/* "fill missing values (none or median; default none)" */
static bool describe(entry *k)
{
    const char *own = cli_key_default(k->name), *fallback = own ? own : text_of(k, "default"), *alone = text_of(k, "alone");
    k->help = format_text("%s (%s%s%s%s%s)", text_of(k, "help"), text_of(k, "takes"), *fallback ? "; default " : "", fallback,
                          *alone ? ", alone " : "", alone);
    if (*alone) k->alone = format_text("--%s=%s", k->name, alone);
    return k->help && (k->alone || !*alone);
}

static bool describe_set(cli_keys *keys)
{
    char list[200] = "";
    for (size_t i = 0; i < keys->n; i++) {
        const size_t used = strlen(list);
        if (strcmp(keys->entry[i].group, set_group) == 0)
            snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", keys->entry[i].name);
    }
    keys->set_help = format_text("a setting of the method, or of the tuning (%s); may be repeated", list);
    return keys->set_help;
}

static struct poptOption option_of(const cli_keys *keys, size_t i)
{
    const entry *k = &keys->entry[i];
    unsigned flags = POPT_ARG_STRING;
    if (k->alone) flags |= POPT_ARGFLAG_OPTIONAL;
    if (!goes_with(k, keys->verb->name)) flags |= POPT_ARGFLAG_DOC_HIDDEN;
    return (struct poptOption){k->name, '\0', flags, NULL, OPTION_KEYS + (int)i, k->help, text_of(k, "argument")};
}

static bool same_group(const cli_keys *keys, size_t i, size_t j)
{
    return strcmp(keys->entry[i].group, keys->entry[j].group) == 0;
}

static bool begins_group(const cli_keys *keys, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (same_group(keys, i, j) && is_option(keys, &keys->entry[j])) return false;
    return is_option(keys, &keys->entry[i]);
}

/* A group's options, and in the table of sections the section; without a title where the verb shows none of them. */
static bool add_section(cli_keys *keys, size_t first, struct poptOption **at, struct poptOption **section)
{
    entry *k = &keys->entry[first];
    bool shown = false;
    struct poptOption *begin = *at;
    for (size_t i = first; i < keys->n; i++) {
        if (!same_group(keys, first, i) || !is_option(keys, &keys->entry[i])) continue;
        *(*at)++ = option_of(keys, i);
        shown = shown || goes_with(&keys->entry[i], keys->verb->name);
    }
    if (first == 0 && keys->verb->keys == CLI_ALL_KEYS)
        *(*at)++ = (struct poptOption){"set", '\0', POPT_ARG_STRING, NULL, OPTION_SET, keys->set_help, "KEY=VALUE"};
    (*at)++; /* zero: the end */
    if (shown && !(k->title = format_text("%c%s:", toupper((unsigned char)k->group[0]), k->group + 1))) return false;
    *(*section)++ = (struct poptOption)CLI_INCLUDE(begin, k->title);
    return true;
}

static bool make_options(cli_keys *keys)
{
    size_t n_own = 0;
    while (keys->verb->options[n_own].longName || keys->verb->options[n_own].arg) n_own++;
    keys->option = calloc(2 * keys->n + 2, sizeof *keys->option); /* at most a section for each key, and --set */
    keys->main = calloc(keys->n + n_own + 1, sizeof *keys->main);
    if (!keys->option || !keys->main || !describe_set(keys)) return false;
    struct poptOption *at = keys->option, *section = keys->main;
    for (size_t i = 0; i < keys->n; i++)
        if (begins_group(keys, i) && !add_section(keys, i, &at, &section)) return false;
    memcpy(section, keys->verb->options, n_own * sizeof *section);
    return true;
}

static bool make_keys(cli_keys *keys)
{
    size_t n = json_array_size(keys->document);
    keys->entry = calloc(n + 1, sizeof *keys->entry);
    if (!keys->entry) return false;
    for (; keys->n < n; keys->n++) {
        entry *k = &keys->entry[keys->n];
        k->object = json_array_get(keys->document, keys->n);
        k->name = text_of(k, "name");
        k->group = text_of(k, "group");
        if (!describe(k)) {
            keys->n++;
            return false;
        }
    }
    return true;
}

static int load(cli_keys *keys)
{
    int code = CLI_DONE;
    ardor_context *context = NULL;
    char *json = NULL;
    if (ardor_context_new(NULL, &context) != ARDOR_OK) return cli_error(CLI_FAILED, "out of memory");
    TRY(cli_status(context, ardor_keys_json(context, &json)));
    keys->document = json_loads(json, 0, NULL);
    if (!keys->document || !make_keys(keys) || !make_options(keys)) code = cli_error(CLI_FAILED, "out of memory");
done:
    ardor_string_free(context, json);
    ardor_context_free(context);
    return code;
}

int cli_keys_open(const cli_verb *verb, cli_keys **out)
{
    cli_keys *keys = calloc(1, sizeof *keys);
    *out = NULL;
    if (!keys) return cli_error(CLI_FAILED, "out of memory");
    keys->verb = verb;
    int code = verb->keys == CLI_NO_KEYS ? CLI_DONE : load(keys);
    if (code == CLI_DONE)
        *out = keys;
    else
        cli_keys_close(keys);
    return code;
}

void cli_keys_close(cli_keys *keys)
{
    if (!keys) return;
    for (size_t i = 0; i < keys->n; i++) {
        free(keys->entry[i].help);
        free(keys->entry[i].alone);
        free(keys->entry[i].title);
    }
    free(keys->entry);
    free(keys->set_help);
    free(keys->option);
    free(keys->main);
    json_decref(keys->document);
    free(keys);
}

const struct poptOption *cli_keys_options(const cli_keys *keys) { return keys->main ? keys->main : keys->verb->options; }

const char *cli_keys_alone(const cli_keys *keys, const char *word)
{
    for (size_t i = 0; i < keys->n && strncmp(word, "--", 2) == 0; i++)
        if (keys->entry[i].alone && is_option(keys, &keys->entry[i]) && strcmp(word + 2, keys->entry[i].name) == 0)
            return keys->entry[i].alone;
    return NULL;
}

const char *cli_keys_takes(const cli_keys *keys, const char *option)
{
    for (size_t i = 0; i < keys->n; i++)
        if (strcmp(keys->entry[i].name, option) == 0) return text_of(&keys->entry[i], "takes");
    return "";
}

bool cli_keys_set(const cli_keys *keys, const char *name)
{
    for (size_t i = 0; i < keys->n; i++)
        if (strcmp(keys->entry[i].group, set_group) == 0 && strcmp(keys->entry[i].name, name) == 0) return true;
    return false;
}

const char *cli_keys_of_code(const cli_keys *keys, int code, const char **verb)
{
    *verb = NULL;
    if (code < OPTION_KEYS || (size_t)(code - OPTION_KEYS) >= keys->n) return NULL;
    const entry *k = &keys->entry[code - OPTION_KEYS];
    if (!goes_with(k, keys->verb->name)) *verb = json_string_value(json_array_get(json_object_get(k->object, "verbs"), 0));
    return k->name;
}

static bool same_key(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if ((*a == '_' ? '-' : *a) != (*b == '_' ? '-' : *b)) return false;
    return *a == *b;
}

const char *cli_keys_option(const cli_keys *keys, const char *key)
{
    for (size_t i = 0; i < keys->n; i++)
        if (is_option(keys, &keys->entry[i]) && same_key(keys->entry[i].name, key)) return keys->entry[i].name;
    return NULL;
}
