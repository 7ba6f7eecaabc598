/* ardor methods: the methods, or the settings of one, from the library's own tables. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "text.h"

static const struct poptOption options_table[] = {
    {"json", '\0', POPT_ARG_NONE, NULL, OPTION_JSON, "print one JSON document on standard output", NULL},
    {"quiet", 'q', POPT_ARG_NONE, NULL, OPTION_QUIET, "no notes on standard error", NULL},
    {"help", 'h', POPT_ARG_NONE, NULL, OPTION_HELP, "show this help", NULL},
    POPT_TABLEEND};

static const char notes[] =
    "Without NAME every method is listed; with it, its settings for --set KEY=VALUE and its reference.\n\n"
    "What a method can do: weights (case weights), many_classes (more than two as one model; without it they are told\n"
    "apart by pairs, or each from the rest), relax (--set relax=auto), alo (--tune=alo), force (--force).\n\n"
    "Examples:\n"
    "  ardor methods\n"
    "  ardor methods jcfo\n";

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = cli_text_of(object, key);
    return text ? text : "";
}

/* One more of "a, b, c"; what does not fit is left out. */
static void append(char *list, size_t bytes, const char *text)
{
    const size_t used = strlen(list), need = strlen(text) + (used ? 2 : 0);
    if (used + need < bytes) snprintf(list + used, bytes - used, "%s%s", used ? ", " : "", text);
}

static void list_text(const json_t *list, char *out, size_t bytes)
{
    size_t i;
    const json_t *item;
    *out = '\0';
    json_array_foreach(list, i, item) append(out, bytes, json_is_string(item) ? json_string_value(item) : "?");
}

/* The members of an object that are true. */
static void true_members(const json_t *object, char *out, size_t bytes)
{
    *out = '\0';
    for (void *at = json_object_iter((json_t *)object); at; at = json_object_iter_next((json_t *)object, at))
        if (json_is_true(json_object_iter_value(at))) append(out, bytes, json_object_iter_key(at));
}

/* A title that is too long for the line is without what stands in brackets at its end: the page of the method has it. */
static void print_list(FILE *out, const json_t *methods)
{
    enum { NAME = 12, BASES = 32 };
    size_t i;
    const json_t *method;
    char bases[128];
    cli_print_padded(out, "method", NAME);
    cli_print_padded(out, "bases", BASES);
    fputs("title\n", out);
    json_array_foreach(methods, i, method)
    {
        const char *title = text_of(method, "title"), *bracket = strstr(title, " (");
        if (NAME + BASES + cli_text_width(title) <= CLI_LINE) bracket = NULL;
        list_text(json_object_get(method, "bases"), bases, sizeof bases);
        cli_print_padded(out, text_of(method, "name"), NAME);
        cli_print_padded(out, bases, BASES);
        fprintf(out, "%.*s\n", bracket ? (int)(bracket - title) : (int)strlen(title), title);
    }
}

/* "0 to 1", ">= 0", "direct, em", or nothing. */
static void bounds_text(const json_t *setting, char *out, size_t bytes)
{
    char low[64], high[64];
    const json_t *choices = json_object_get(setting, "choices");
    cli_value_text(json_object_get(setting, "low"), "", low, sizeof low);
    cli_value_text(json_object_get(setting, "high"), "", high, sizeof high);
    if (json_is_array(choices))
        list_text(choices, out, bytes);
    else if (*low && *high)
        snprintf(out, bytes, "%s to %s", low, high);
    else if (*low || *high)
        snprintf(out, bytes, "%s %s", *low ? ">=" : "<=", *low ? low : high);
    else
        snprintf(out, bytes, "%s", "");
}

static void print_setting(FILE *out, const json_t *setting)
{
    char fallback[64], bounds[160];
    const char *unit = text_of(setting, "unit");
    cli_value_text(json_object_get(setting, "default"), "auto", fallback, sizeof fallback);
    bounds_text(setting, bounds, sizeof bounds);
    fprintf(out, "  ");
    cli_print_padded(out, text_of(setting, "name"), 16);
    fprintf(out, "%s%s%s%s, default %s%s%s\n", text_of(setting, "type"), *unit ? " (" : "", unit, *unit ? ")" : "", fallback,
            *bounds ? "; " : "", bounds);
    fprintf(out, "  %16s%s\n", "", text_of(setting, "help"));
}

static void print_method(FILE *out, const json_t *method)
{
    size_t i;
    const json_t *setting;
    char list[160];
    fprintf(out, "%s: %s\n\n", text_of(method, "name"), text_of(method, "title"));
    list_text(json_object_get(method, "bases"), list, sizeof list);
    fprintf(out, "Bases      %s\n", list);
    const char *basis = text_of(method, "default_basis");
    if (*basis) fprintf(out, "Default    %s\n", basis);
    true_members(json_object_get(method, "capabilities"), list, sizeof list);
    if (*list) fprintf(out, "Can do     %s\n", list);
    fprintf(out, "Reference  %s\n\nSettings (--set KEY=VALUE):\n", text_of(method, "reference"));
    json_array_foreach(json_object_get(method, "settings"), i, setting) print_setting(out, setting);
}

static int print_for_people(const char *json)
{
    json_error_t error;
    char *text = NULL;
    size_t bytes = 0;
    json_t *document = json_loads(json, 0, &error);
    if (!document) return cli_error(CLI_FAILED, "methods: the library's document is damaged: %s", error.text);
    FILE *memory = open_memstream(&text, &bytes);
    if (memory && json_is_array(document))
        print_list(memory, document);
    else if (memory)
        print_method(memory, document);
    if (memory) fclose(memory);
    if (text) cli_print_wrapped(stdout, text);
    json_decref(document);
    const int code = text ? CLI_DONE : cli_error(CLI_FAILED, "out of memory");
    free(text);
    return code;
}

static int run(const cli_options *options)
{
    int code = CLI_DONE;
    ardor_context *context = NULL;
    char *json = NULL;
    TRY(cli_open(&context));
    TRY(cli_status(context, ardor_methods_json(context, options->n_arguments ? options->argument[0] : NULL, &json)));
    TRY(options->json ? cli_deliver(context, NULL, json) : print_for_people(json));
done:
    ardor_string_free(context, json);
    return cli_close(context, code);
}

const cli_verb cli_methods = {
    "methods", "the methods and their settings", "[NAME]", 0, 1, 0, CLI_WRITES_NOTHING, CLI_NO_KEYS, options_table, notes, run};
