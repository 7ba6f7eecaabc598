/* Options made from the library's common keys (ardor_keys_json): a key is an option here without being named here. */
#ifndef ARDOR_CLI_KEYS_H
#define ARDOR_CLI_KEYS_H

#include "cli.h"

typedef struct cli_keys cli_keys;

/* The options of a verb: those of the keys, a section for each group, then the verb's own. Every key is parsed, and shown if it
 * goes with the verb; of a verb that takes its own keys those alone. Of a verb that takes none only its own. */
int cli_keys_open(const cli_verb *verb, cli_keys **out);
void cli_keys_close(cli_keys *keys);
const struct poptOption *cli_keys_options(const cli_keys *keys);
/* What an option that may stand alone means then: "--tune" gives "--tune=cv:5". NULL: any other word. popt would take the next
 * word as its value, so that `ardor fit --tune data.csv` would lose its data: such words are spelled out beforehand. */
const char *cli_keys_alone(const cli_keys *keys, const char *word);
/* What the option takes, as text: "none, auto, cv:K with K >= 2"; "": there is none of this name. */
const char *cli_keys_takes(const cli_keys *keys, const char *option);
/* Is it a key that is given by --set? */
bool cli_keys_set(const cli_keys *keys, const char *name);
/* The key whose option has this code, NULL if none has; *verb is set to the verb that it goes with, if that is another. */
const char *cli_keys_of_code(const cli_keys *keys, int code, const char **verb);
/* The option of its own that a key has, NULL if it has none; '-' and '_' are the same letter, as they are to the library. */
const char *cli_keys_option(const cli_keys *keys, const char *key);

#endif
