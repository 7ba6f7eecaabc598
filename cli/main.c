/* ardor: the command-line tool. `ardor VERB ...`: this file finds the verb; each verb has its own file. */
#include "cli.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "suggest.h"

static const cli_verb *const verbs[] = {&cli_fit,    &cli_predict, &cli_evaluate, &cli_compare, &cli_rerun,
                                        &cli_report, &cli_inspect, &cli_simulate, &cli_methods, NULL};
enum { N_VERBS = sizeof verbs / sizeof *verbs - 1 };

static const cli_verb *find_verb(const char *name)
{
    for (size_t i = 0; i < N_VERBS; i++)
        if (strcmp(verbs[i]->name, name) == 0) return verbs[i];
    return NULL;
}

static int unknown_verb(const char *name)
{
    cli_suggestion suggestion = {.asked = name};
    for (size_t i = 0; i < N_VERBS; i++) cli_suggest(&suggestion, verbs[i]->name);
    if (suggestion.nearest)
        return cli_error(CLI_USAGE, "there is no verb \"%.60s\"; is %s meant? `ardor --help` lists them", name,
                         suggestion.nearest);
    return cli_error(CLI_USAGE, "there is no verb \"%.60s\"; `ardor --help` lists them", name);
}

static void print_summary(FILE *out)
{
    fputs("Usage: ardor VERB [OPTION...] ...\n\n"
          "Sparse Bayesian classification that learns the classifier and the features it needs together.\n\n"
          "Verbs:\n",
          out);
    for (size_t i = 0; i < N_VERBS; i++) fprintf(out, "  %-9s %s\n", verbs[i]->name, verbs[i]->summary);
    fputs("  help      show this help, or with a verb, the help of the verb\n\n"
          "`ardor VERB --help` lists the options of a verb; `ardor --version` prints the version, with\n"
          "--json how it was built, too.\n\n"
          "Results go to standard output, progress and notes to standard error. Exit status: 0 done, 2 usage,\n"
          "3 bad input data or file, 4 numerical failure, 5 cancelled (what was finished is saved), or out of time with\n"
          "nothing finished, 141 nobody reads standard output any more (there is no message), 1 anything else.\n",
          out);
}

static int help(int argc, char **argv)
{
    if (argc < 3) {
        print_summary(stdout);
        return CLI_DONE;
    }
    const cli_verb *verb = find_verb(argv[2]);
    return verb ? cli_help(verb) : unknown_verb(argv[2]);
}

static int run_verb(const cli_verb *verb, int argc, char **argv)
{
    cli_options options;
    bool stop = false;
    int code = cli_parse(verbs, verb, argc, argv, &options, &stop);
    if (code == CLI_DONE && !stop) code = cli_check_files(verb, &options);
    if (code == CLI_DONE && !stop) code = verb->run(&options);
    cli_options_free(&options);
    return code;
}

/* --json: how it was built, too. */
static int print_version(int argc, char **argv)
{
    char *json = NULL;
    ardor_context *context = NULL;
    if (argc == 2) {
        printf("ardor %s\n", ardor_version());
        return CLI_DONE;
    }
    if (argc > 3 || strcmp(argv[2], "--json") != 0) return cli_error(CLI_USAGE, "--version takes nothing but --json");
    if (ardor_context_new(NULL, &context) != ARDOR_OK) return cli_error(CLI_FAILED, "out of memory");
    const int code = cli_status(context, ardor_build_json(context, &json));
    if (code == CLI_DONE) fputs(json, stdout);
    ardor_string_free(context, json);
    ardor_context_free(context);
    return code;
}

/* A file opened while a standard descriptor is closed would take its number and get the program's messages. */
static void hold_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY) != fd) return;
}

static bool is_one_of(const char *word, const char *a, const char *b) { return strcmp(word, a) == 0 || strcmp(word, b) == 0; }

int main(int argc, char **argv)
{
    int code;
    hold_standard_descriptors();
    signal(SIGPIPE, SIG_IGN); /* a reader that went away is a failed write (output.c), */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not grow further */
    if (argc < 2) {
        print_summary(stderr);
        return CLI_USAGE;
    }
    const cli_verb *verb = find_verb(argv[1]);
    if (verb) {
        code = run_verb(verb, argc, argv);
    } else if (strcmp(argv[1], "help") == 0 || is_one_of(argv[1], "--help", "-h")) {
        code = help(argc, argv);
    } else if (is_one_of(argv[1], "--version", "-V")) {
        code = print_version(argc, argv);
    } else {
        code = unknown_verb(argv[1]);
    }
    return code == CLI_DONE ? cli_finish_stdout() : code;
}
