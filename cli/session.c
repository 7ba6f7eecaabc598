/* A run of the program: the context, what signals do to it, and the data and the spec that the options describe. */
#include "cli.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The running computation, for the signal handler: NULL where there is nothing to stop gracefully. */
static _Atomic(ardor_context *) computation;
/* Results are being written; and whether a signal came since they are. */
static atomic_int writing, interrupted;

/* When SIGINT and SIGTERM came that were no echo, in milliseconds; 0: not yet. */
static atomic_llong came[2];
static const long long ECHO = 500;

/* The same signal again at once is one: `timeout` sends it to the program and to its group. */
static bool is_echo(int signal_number)
{
    struct timespec now;
    atomic_llong *last = &came[signal_number == SIGTERM];
    clock_gettime(CLOCK_MONOTONIC, &now);
    const long long time = now.tv_sec * 1000LL + now.tv_nsec / 1000000 + 1;
    long long before = *last;
    return (before && time - before < ECHO) || !atomic_compare_exchange_strong(last, &before, time);
}

/* The first signal asks the computation to stop in good order, or waits for the results; a second one, or
 * one while there are none, ends the program. Only async-signal-safe calls here. */
static void stop(int signal_number)
{
    static const char text[] = "ardor: interrupted\n";
    if (is_echo(signal_number)) return;
    ardor_context *running = atomic_exchange(&computation, NULL);
    if (running) {
        ardor_cancel(running);
        cli_tell_from_signal("ardor: stopping after the running step, with what there is; a second signal stops at once\n");
        return;
    }
    if (writing && !interrupted) {
        interrupted = 1;
        return;
    }
    ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
    (void)ignored;
    _exit(CLI_CANCELLED);
}

static void install_handlers(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = stop;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int cli_open(ardor_context **out)
{
    ardor_context_config config = {0};
    config.size = sizeof config;
    config.progress = cli_show_progress;
    config.note = cli_show_note;
    config.warning = cli_show_warning;
    ardor_blas_set_threads(1);
    if (ardor_context_new(&config, out) != ARDOR_OK) return cli_error(CLI_FAILED, "out of memory");
    install_handlers();
    return CLI_DONE;
}

int cli_close(ardor_context *context, int code)
{
    computation = NULL;
    writing = 0;
    cli_clear_progress();
    ardor_context_free(context);
    if (interrupted && code == CLI_DONE)
        return cli_error(CLI_CANCELLED, "interrupted when all was computed: the result is whole");
    return code;
}

void cli_begin_computation(ardor_context *context) { computation = context; }

void cli_end_computation(void)
{
    writing = 1;
    computation = NULL;
    cli_clear_progress();
}

int cli_status(ardor_context *context, ardor_status status)
{
    int code = CLI_FAILED;
    switch (status) {
    case ARDOR_OK:
        return CLI_DONE;
    case ARDOR_USAGE:
        code = CLI_USAGE;
        break;
    case ARDOR_DATA:
    case ARDOR_IO:
        code = CLI_DATA;
        break;
    case ARDOR_NUMERIC:
        code = CLI_NUMERIC;
        break;
    case ARDOR_CANCELLED:
        code = CLI_CANCELLED;
        break;
    case ARDOR_MEMORY:
    case ARDOR_INTERNAL:
        break;
    }
    return cli_error(code, "%s", ardor_context_message(context));
}

int cli_read(ardor_context *context, const cli_options *options, const char *path, const ardor_model *model, ardor_dataset **out)
{
    ardor_read_options reading = {0};
    reading.size = sizeof reading;
    reading.format = options->format;
    reading.target = options->target;
    reading.id = options->id;
    reading.weights = options->weights;
    reading.group = options->group;
    reading.positive = options->positive;
    reading.transpose = options->transpose;
    reading.header = options->header;
    reading.labels = options->labels;
    reading.drop = options->drop;
    reading.keep = options->keep;
    reading.onehot = options->onehot;
    reading.delimiter = options->delimiter;
    reading.decimal = options->decimal;
    reading.model = model;
    return cli_status(context, ardor_dataset_read(context, path, &reading, out));
}

const char *cli_setting_value(const cli_options *options, const char *key)
{
    for (size_t i = 0; i < options->n_settings; i++)
        if (strcmp(options->setting[i].key, key) == 0) return options->setting[i].value;
    return NULL;
}

const char *cli_key_default(const char *key) { return strcmp(key, "threads") == 0 ? "auto" : NULL; }

int cli_spec(ardor_context *context, const cli_options *options, ardor_spec **out)
{
    int code = CLI_DONE;
    ardor_spec *spec = NULL;
    *out = NULL;
    TRY(cli_status(context, ardor_spec_new(context, &spec)));
    const char *method = cli_setting_value(options, "method"); /* first: what a setting may have meant depends on it */
    if (method) TRY(cli_status(context, ardor_spec_set(context, spec, "method", method)));
    for (size_t i = 0; i < options->n_settings; i++)
        TRY(cli_status(context, ardor_spec_set(context, spec, options->setting[i].key, options->setting[i].value)));
    if (!cli_setting_value(options, "threads"))
        TRY(cli_status(context, ardor_spec_set(context, spec, "threads", cli_key_default("threads"))));
    *out = spec;
    spec = NULL;
done:
    ardor_spec_free(spec);
    return code;
}
