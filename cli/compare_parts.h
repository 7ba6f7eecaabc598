/* What is compared: the methods of --methods, and names for tables. */
#ifndef ARDOR_CLI_COMPARE_PARTS_H
#define ARDOR_CLI_COMPARE_PARTS_H

#include "cli.h"

/* A method with options of its own. */
typedef struct cli_compared {
    char *name;   /* as it was given: "svm:basis=linear:C=3" */
    char *method; /* "svm" */
    cli_setting *setting;
    size_t n_settings;
} cli_compared;

typedef struct cli_compared_list {
    size_t n;
    cli_compared *method;
} cli_compared_list;

/* What is compared where nothing else is asked for. */
extern const char cli_compared_default[];

/* Methods with commas in between, each with options behind colons; text NULL: the default list, without those that this program
 * was built without. A value may have colons and commas: what has no '=' after a colon belongs to the value before, and what does
 * not begin with the name of a method after a comma likewise. */
int cli_compared_parse(ardor_context *context, const char *text, cli_compared_list *out);
void cli_compared_free(cli_compared_list *list);

/* Names for so many paths, which the caller frees each and as a whole: that of the file without folder and suffixes, of those
 * that are alike with as many folders as tell them apart, else the path. */
int cli_names_of_tables(size_t n, char *const *path, char ***out);

#endif
