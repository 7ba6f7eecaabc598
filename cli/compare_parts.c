/* See compare_parts.h. */
#include "compare_parts.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "suffix.h"
#include "suggest.h"

const char cli_compared_default[] = "majority,logistic:alpha=0.5,svm:basis=identity,bpm,spr,jcfo,projection,rvm";

static int out_of_memory(void) { return cli_error(CLI_FAILED, "out of memory"); }

/* ---- methods */

static int load_methods(ardor_context *context, json_t **out)
{
    char *json = NULL;
    int code = cli_status(context, ardor_methods_json(context, NULL, &json));
    if (code == CLI_DONE && !(*out = json_loads(json, 0, NULL))) code = out_of_memory();
    ardor_string_free(context, json);
    return code;
}

/* Is the beginning of the text, up to a colon, a comma or the end, the name of a method? */
static bool begins_with_method(const json_t *methods, const char *text)
{
    size_t i;
    const json_t *method;
    const size_t bytes = strcspn(text, ":,");
    json_array_foreach(methods, i, method)
    {
        const char *name = cli_text_of(method, "name");
        if (name && strlen(name) == bytes && strncmp(name, text, bytes) == 0) return true;
    }
    return false;
}

/* The end of the item that begins here: the next comma that is none of a value. */
static const char *end_of_item(const json_t *methods, const char *text)
{
    const char *end = text + strcspn(text, ",");
    while (*end && memchr(text, '=', (size_t)(end - text)) && !begins_with_method(methods, end + 1))
        end += 1 + strcspn(end + 1, ",");
    return end;
}

/* The end of an option: the next colon with a '=' behind it before another one. */
static const char *end_of_option(const char *text)
{
    const char *end = text + strcspn(text, ":");
    while (*end) {
        const char *next = end + 1;
        if (memchr(next, '=', strcspn(next, ":"))) break;
        end = next + strcspn(next, ":");
    }
    return end;
}

static int add_option(cli_compared *to, const char *text, size_t bytes)
{
    const char *equals = memchr(text, '=', bytes);
    if (!equals || equals == text)
        return cli_error(CLI_USAGE, "--methods %.200s: \"%.*s\" is no option: KEY=VALUE is needed, as in spr:lam1=0.5:tune=cv:5",
                         to->name, (int)bytes, text);
    cli_setting *grown = realloc(to->setting, (to->n_settings + 1) * sizeof *grown);
    if (!grown) return out_of_memory();
    to->setting = grown;
    cli_setting *s = grown + to->n_settings;
    s->key = strndup(text, (size_t)(equals - text));
    s->value = strndup(equals + 1, bytes - (size_t)(equals + 1 - text));
    to->n_settings++;
    return s->key && s->value ? CLI_DONE : out_of_memory();
}

static int read_item(const char *text, size_t bytes, cli_compared *out)
{
    int code = CLI_DONE;
    const char *at = NULL;
    out->name = strndup(text, bytes);
    out->method = strndup(text, strcspn(text, ":,") < bytes ? strcspn(text, ":,") : bytes);
    if (!out->name || !out->method) return out_of_memory();
    if (!*out->method) return cli_error(CLI_USAGE, "--methods %.200s: the name of a method is missing", text);
    for (at = out->name + strlen(out->method); *at && code == CLI_DONE;) {
        const char *end = end_of_option(++at);
        code = add_option(out, at, (size_t)(end - at));
        at = end;
    }
    return code;
}

static int refuse_twice(const cli_compared_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(list->method[i].name, list->method[j].name) == 0)
                return cli_error(CLI_USAGE, "--methods has %.200s twice: a method may come again with other options",
                                 list->method[i].name);
    return CLI_DONE;
}

static int read_items(const json_t *methods, const char *text, bool all, cli_compared_list *out)
{
    int code = CLI_DONE;
    for (const char *end; code == CLI_DONE; text = end + 1) {
        end = end_of_item(methods, text);
        if (all || begins_with_method(methods, text)) {
            cli_compared *grown = realloc(out->method, (out->n + 1) * sizeof *grown);
            if (!grown) return out_of_memory();
            out->method = grown;
            out->method[out->n] = (cli_compared){0};
            code = read_item(text, (size_t)(end - text), out->method + out->n++);
        } else {
            cli_note("%.*s is left out: this ardor was built without it", (int)strcspn(text, ":,"), text);
        }
        if (!*end) break;
    }
    return code;
}

int cli_compared_parse(ardor_context *context, const char *text, cli_compared_list *out)
{
    int code = CLI_DONE;
    json_t *methods = NULL;
    *out = (cli_compared_list){0};
    TRY(load_methods(context, &methods));
    TRY(read_items(methods, text ? text : cli_compared_default, text != NULL, out));
    TRY(refuse_twice(out));
done:
    json_decref(methods);
    return code;
}

void cli_compared_free(cli_compared_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        for (size_t s = 0; s < list->method[i].n_settings; s++) {
            free(list->method[i].setting[s].key);
            free(list->method[i].setting[s].value);
        }
        free(list->method[i].setting);
        free(list->method[i].method);
        free(list->method[i].name);
    }
    free(list->method);
    *list = (cli_compared_list){0};
}

/* ---- names of tables */

/* Without its last suffix; a name that begins with its only point keeps it. */
static void drop_suffix(char *name)
{
    char *point = strrchr(name, '.');
    if (point && point > name && !strchr(point, '/') && point[-1] != '/') *point = '\0';
}

/* The last part of a path, with so many folders, without suffixes. */
static char *short_name(const char *path, int folders)
{
    const char *start = path + strlen(path);
    if (cli_is_stdin(path)) return strdup("stdin");
    for (int parts = 0; start > path; start--)
        if (start[-1] == '/' && parts++ == folders) break;
    char *name = strdup(start);
    if (!name) return NULL;
    if (cli_is_compressed(name)) drop_suffix(name);
    const cli_suffix suffix = cli_suffix_of(name);
    if (suffix != CLI_SUFFIX_NONE && suffix != CLI_SUFFIX_OTHER) drop_suffix(name);
    return name;
}

/* Is the name of this one that of another one, too? */
static bool is_alike(size_t n, char *const *name, size_t i)
{
    for (size_t j = 0; j < n; j++)
        if (j != i && strcmp(name[i], name[j]) == 0) return true;
    return false;
}

/* Those that are alike get longer names, all at once; fewer folders than 0: the whole path. */
static int tell_apart(size_t n, char *const *path, int folders, char **name, bool *any)
{
    int code = CLI_DONE;
    bool *alike = calloc(n + 1, sizeof *alike);
    if (!alike) return out_of_memory();
    *any = false;
    for (size_t i = 0; i < n; i++) alike[i] = is_alike(n, name, i);
    for (size_t i = 0; i < n && code == CLI_DONE; i++) {
        if (!alike[i]) continue;
        char *longer = folders < 0 ? strdup(path[i]) : short_name(path[i], folders);
        if (!longer) code = out_of_memory();
        if (longer) free(name[i]);
        if (longer) name[i] = longer;
        *any = true;
    }
    free(alike);
    return code;
}

int cli_names_of_tables(size_t n, char *const *path, char ***out)
{
    enum { MOST_FOLDERS = 8 };
    int code = CLI_DONE;
    bool any = true;
    char **name = calloc(n + 1, sizeof *name);
    *out = name;
    if (!name) return out_of_memory();
    for (size_t i = 0; i < n; i++)
        if (!(name[i] = short_name(path[i], 0))) return out_of_memory();
    for (int folders = 1; any && folders <= MOST_FOLDERS; folders++) TRY(tell_apart(n, path, folders, name, &any));
    TRY(tell_apart(n, path, -1, name, &any));
    for (size_t i = 0; i < n; i++)
        if (is_alike(n, name, i)) TRY(cli_error(CLI_USAGE, "compare: %.200s is given twice", path[i]));
done:
    return code;
}
