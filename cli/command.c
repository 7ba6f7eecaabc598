/* The command that repeats a run: see command.h. Options are written as --NAME=VALUE, whichever way they were given. */
#include "command.h"

#include <stdlib.h>
#include <string.h>

#include "keys.h"

const char *const cli_keys_of_running[] = {"threads", "checkpoint", "time-limit", "trace", NULL};

typedef struct words {
    int64_t n, room;
    char **word;
} words;

static int add_word(words *list, char *word)
{
    if (!word) return cli_error(CLI_FAILED, "out of memory");
    if (list->n == list->room) {
        const int64_t room = 2 * list->room + 16;
        char **grown = realloc(list->word, (size_t)room * sizeof *grown);
        if (!grown) {
            free(word);
            return cli_error(CLI_FAILED, "out of memory");
        }
        list->word = grown;
        list->room = room;
    }
    list->word[list->n++] = word;
    return CLI_DONE;
}

/* "--drop=a,b"; of an option that was not given nothing. */
static int add_option(words *list, const char *option, const char *value)
{
    char *word = NULL;
    if (!value) return CLI_DONE;
    if (asprintf(&word, "--%s=%s", option, value) < 0) word = NULL;
    return add_word(list, word);
}

static int add_reading(words *list, const cli_options *o)
{
    int code = CLI_DONE;
    const struct {
        const char *option, *value;
    } text[] = {{"target", o->target},       {"id", o->id},
                {"weights", o->weights},     {"group", o->group},
                {"positive", o->positive},   {"labels", o->labels},
                {"drop", o->drop},           {"keep", o->keep},
                {"onehot", o->onehot},       {"format", o->format},
                {"delimiter", o->delimiter}, {"decimal", o->decimal},
                {"methods", o->methods},     {"features-from", o->features_from}};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) TRY(add_option(list, text[i].option, text[i].value));
    if (o->transpose) TRY(add_word(list, strdup("--transpose")));
    if (o->header) TRY(add_word(list, strdup(o->header > 0 ? "--header" : "--no-header")));
done:
    return code;
}

static bool decides(const char *key)
{
    for (size_t i = 0; cli_keys_of_running[i]; i++)
        if (strcmp(key, cli_keys_of_running[i]) == 0) return false;
    return true;
}

/* Common keys by their options, others by --set. */
static int add_settings(words *list, const cli_keys *keys, const cli_options *o)
{
    int code = CLI_DONE;
    for (size_t i = 0; i < o->n_settings; i++) {
        const cli_setting *s = o->setting + i;
        char *pair = NULL;
        if (!decides(s->key)) continue;
        if (cli_keys_option(keys, s->key)) {
            TRY(add_option(list, s->key, s->value));
            continue;
        }
        if (asprintf(&pair, "%s=%s", s->key, s->value) < 0) pair = NULL;
        code = pair ? add_option(list, "set", pair) : cli_error(CLI_FAILED, "out of memory");
        free(pair);
        if (code != CLI_DONE) goto done;
    }
done:
    return code;
}

/* Where one of them looks like an option all must be behind "--". */
static bool look_like_options(const cli_options *o)
{
    for (size_t i = 0; i < o->n_arguments; i++)
        if (o->argument[i][0] == '-' && o->argument[i][1]) return true;
    return false;
}

static int add_arguments(words *list, const cli_options *o)
{
    int code = CLI_DONE;
    for (size_t i = 0; i < o->n_arguments; i++) TRY(add_word(list, strdup(o->argument[i])));
done:
    return code;
}

int cli_command_record(ardor_context *context, const cli_verb *verb, const cli_options *options)
{
    int code = CLI_DONE;
    words list = {0};
    const bool last = look_like_options(options);
    cli_keys *keys = NULL;
    TRY(cli_keys_open(verb, &keys));
    TRY(add_word(&list, strdup(verb->name)));
    if (!last) TRY(add_arguments(&list, options));
    TRY(add_reading(&list, options));
    TRY(add_settings(&list, keys, options));
    if (last) TRY(add_word(&list, strdup("--")));
    if (last) TRY(add_arguments(&list, options));
    TRY(cli_status(context, ardor_context_set_command(context, list.n, (const char *const *)list.word)));
done:
    for (int64_t i = 0; i < list.n; i++) free(list.word[i]);
    free(list.word);
    cli_keys_close(keys);
    return code;
}
