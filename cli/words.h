/* The words of a command line before options are taken from them, and what was meant by those that cannot be taken. */
#ifndef ARDOR_CLI_WORDS_H
#define ARDOR_CLI_WORDS_H

#include "cli.h"
#include "keys.h"

typedef struct cli_words {
    const cli_verb *const *verbs; /* all of them, up to NULL */
    int n;
    const char **word;   /* as popt wants them: the program first, options that stand alone spelled out up to "--" */
    const char **option; /* of a word behind an option that may stand alone: that option, "tune"; else NULL */
} cli_words;

/* `verbs` of *out is set by the caller. */
int cli_words_open(const cli_keys *keys, const char *name, int argc, char *const *argv, cli_words *out);
void cli_words_close(cli_words *words);
/* Refuse arguments of which there are too many, or too few, or of which one is no file but the value of an option that wants it
 * behind "=". */
int cli_words_check(const cli_words *words, const cli_verb *verb, const cli_keys *keys, const char *const *argument, size_t n);
/* Refuse an option that there is not: `option` as it was written, `reason` from popt. */
int cli_words_unknown(const cli_words *words, const cli_verb *verb, const cli_keys *keys, const char *option, const char *reason);

#endif
