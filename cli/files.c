/* The files of a run: see files.h. Files are the same where the system says so (device and number), whatever their names are:
 * links, /dev/stdin and /proc/self/fd lead to the file. An output that is not there yet is known by its directory and name.
 * Devices and pipes are never the same: what is written to them is no file that was read. */
#include "files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "features_from.h"
#include "suffix.h"
#include "tables.h"

/* A file of the command line. */
typedef struct run_file {
    const char *name, *path; /* what the usage calls it */
    bool stream;             /* it is standard input, or output */
    const char *given;       /* the path, or KIND=PATH */
    bool read, written;
    bool exists; /* as a regular file, of this device and number; */
    dev_t device;
    ino_t number;
    char *place; /* or one that is to be made there; NULL: neither */
    char *copy;  /* that `path` is, or NULL */
} run_file;

static const char standard_output[] = "standard output";

typedef struct run_files {
    size_t n;
    run_file *file;
} run_files;

/* ---- whether an output can be written */

/* The directory part of a path, for the caller to free. */
static char *directory_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash) return strdup(".");
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

static int check_writable(const char *option, const char *path)
{
    struct stat status;
    if (cli_is_stdout(path)) return CLI_DONE;
    if (!*path) return cli_error(CLI_USAGE, "%s needs a file name", option);
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) return cli_error(CLI_DATA, "%s: is a directory, not a file", path);
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) return CLI_DONE; /* a device: written as it is */
    char *directory = directory_of(path);
    if (!directory) return cli_error(CLI_FAILED, "out of memory");
    int code = CLI_DONE;
    if (stat(directory, &status) != 0)
        code = cli_error(CLI_DATA, "%s: cannot write there: %s: %s", path, directory, strerror(errno));
    else if (!S_ISDIR(status.st_mode))
        code = cli_error(CLI_DATA, "%s: cannot write there: %s is not a directory", path, directory);
    else if (access(directory, W_OK | X_OK) != 0)
        code = cli_error(CLI_DATA, "%s: cannot write there: %s: %s", path, directory, strerror(errno));
    free(directory);
    return code;
}

/* ---- what the suffix of an output says */

static bool is_special(const char *path)
{
    struct stat status;
    return cli_is_stdout(path) || (stat(path, &status) == 0 && !S_ISREG(status.st_mode));
}

static int check_document(const cli_verb *verb, const char *path, cli_suffix suffix)
{
    char kinds[CLI_KINDS_BYTES];
    const char *first = cli_tables_of(verb->name, kinds);
    if (suffix == CLI_SUFFIX_CSV || suffix == CLI_SUFFIX_TSV)
        return cli_error(CLI_USAGE,
                         "-o %s: %s writes JSON with -o (.json); tables with --table KIND=FILE, for example --table %s=%s", path,
                         verb->name, first, path);
    return cli_error(CLI_USAGE,
                     "-o %s: %s writes JSON with -o (.json, also with .gz, .zst or .xz); --table %s=FILE.csv writes a table "
                     "(of %s)",
                     path, verb->name, first, kinds);
}

/* A page is opened by browsers, which want it as it is. */
static int check_page(const char *path, cli_suffix suffix)
{
    if (suffix == CLI_SUFFIX_HTML && !cli_is_compressed(path)) return CLI_DONE;
    if (!cli_is_compressed(path) && (suffix == CLI_SUFFIX_NONE || suffix == CLI_SUFFIX_OTHER)) return CLI_DONE;
    return cli_error(CLI_USAGE, "-o %s: report writes HTML, not compressed: name a file .html", path);
}

static int check_suffix(const cli_verb *verb, const char *path)
{
    const cli_suffix suffix = cli_suffix_of(path);
    const bool document = verb->writes == CLI_WRITES_JSON, delimited = suffix == CLI_SUFFIX_CSV || suffix == CLI_SUFFIX_TSV;
    if (is_special(path)) return CLI_DONE;
    if (verb->writes == CLI_WRITES_HTML) return check_page(path, suffix);
    if (suffix == CLI_SUFFIX_PACKED)
        return cli_error(CLI_USAGE, "-o %s: files are compressed by the suffixes .gz, .zst and .xz, and no others", path);
    if (document)
        return delimited || suffix == CLI_SUFFIX_FOREIGN || suffix == CLI_SUFFIX_HTML ? check_document(verb, path, suffix)
                                                                                      : CLI_DONE;
    if (suffix != CLI_SUFFIX_JSON && suffix != CLI_SUFFIX_FOREIGN && suffix != CLI_SUFFIX_HTML) return CLI_DONE;
    return cli_error(CLI_USAGE, "-o %s: %s writes .csv or .tsv (also with .gz, .zst or .xz)%s", path, verb->name,
                     suffix == CLI_SUFFIX_JSON ? "; --json prints JSON on standard output" : "");
}

/* ---- standard streams */

/* Who wants standard output: two of them would be mixed. */
typedef struct askers {
    int n;
    char who[2][120];
} askers;

static void ask(askers *all, bool asks, const char *option, const char *value)
{
    if (asks && all->n < 2) snprintf(all->who[all->n++], sizeof all->who[0], "%s%s%s", option, *value ? " " : "", value);
}

static int check_stdout(const cli_verb *verb, const cli_options *options)
{
    askers all = {0};
    const bool own = verb->writes == CLI_WRITES_TABLE && !options->output && !options->json;
    ask(&all, options->json, "--json", "");
    ask(&all, options->output && cli_is_stdout(options->output), "-o", options->output);
    ask(&all, own, "what -o FILE would write to a file", "");
    for (size_t i = 0; i < options->n_tables; i++)
        ask(&all, cli_is_stdout(cli_table_path(options->table[i])), "--table", options->table[i]);
    if (all.n < 2) return CLI_DONE;
    return cli_error(CLI_USAGE, "%s: %s and %s both ask for standard output", verb->name, all.who[0], all.who[1]);
}

static int check_stdin(const cli_verb *verb, const run_files *files)
{
    const char *first = NULL;
    for (size_t i = 0; i < files->n; i++) {
        const run_file *f = files->file + i;
        if (!f->read || !f->stream) continue;
        if (first)
            return cli_error(CLI_USAGE, "%s: %s and %s are both standard input: name a file for one", verb->name, first, f->name);
        first = f->name;
    }
    return CLI_DONE;
}

/* ---- which file is which */

/* The real directory and the name of a file that is not there; NULL where the directory is not there either. */
static char *place_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *directory = directory_of(path), *real = directory ? realpath(directory, NULL) : NULL, *out = NULL;
    if (real && asprintf(&out, "%s/%s", real, slash ? slash + 1 : path) < 0) out = NULL;
    free(directory);
    free(real);
    return out;
}

static void identify(run_file *file)
{
    struct stat status;
    const int found = file->stream ? fstat(file->read ? STDIN_FILENO : STDOUT_FILENO, &status) : stat(file->path, &status);
    if (found == 0) {
        file->exists = S_ISREG(status.st_mode);
        file->device = status.st_dev;
        file->number = status.st_ino;
    } else if (!file->stream) {
        file->place = place_of(file->path);
    }
}

static void add_as(run_files *files, const char *name, const char *path, const char *given, bool read, bool written)
{
    if (!path || !*path) return;
    run_file *file = &files->file[files->n++];
    *file = (run_file){.name = name, .path = path, .given = given, .read = read, .written = written};
    file->stream = read ? cli_is_stdin(path) : cli_is_stdout(path);
    identify(file);
}

static void add(run_files *files, const char *name, const char *path, bool read, bool written)
{
    add_as(files, name, path, path, read, written);
}

/* The files of a list of columns, "a,@FILE,b". */
static int add_lists(run_files *files, const char *name, const char *list)
{
    for (const char *item = list; item; item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL) {
        item += strspn(item, " \t");
        if (*item != '@' || strcspn(item + 1, ",") == 0) continue;
        char *path = strndup(item + 1, strcspn(item + 1, ","));
        if (!path) return cli_error(CLI_FAILED, "out of memory");
        add(files, name, path, true, false);
        files->file[files->n - 1].copy = path;
    }
    return CLI_DONE;
}

/* That of --features-from. */
static int add_result(run_files *files, const char *text)
{
    double tau = 0;
    char *path = cli_features_path(text, &tau);
    if (!path) return cli_error(CLI_FAILED, "out of memory");
    if (!*path) {
        free(path);
        return cli_error(CLI_USAGE, "--features-from needs a file name");
    }
    add(files, "--features-from", path, true, false);
    files->file[files->n - 1].copy = path;
    return CLI_DONE;
}

/* At most so many. */
static size_t count_lists(const char *list)
{
    size_t n = 0;
    for (; list && *list; list++) n += *list == '@';
    return n;
}

/* The columns of --onehot=zero:LIST. */
static const char *onehot_list(const cli_options *options)
{
    const char *colon = options->onehot ? strchr(options->onehot, ':') : NULL;
    return colon ? colon + 1 : NULL;
}

static const char *splits_file(const char *plan)
{
    static const char start[] = "splits:";
    return plan && strncmp(plan, start, sizeof start - 1) == 0 ? plan + sizeof start - 1 : NULL;
}

static int collect(const cli_verb *verb, const cli_options *options, run_files *files)
{
    static const char data[] = "DATA", file[] = "FILE", model[] = "MODEL", result[] = "RESULT";
    const bool is_file = strcmp(verb->arguments, file) == 0, is_result = verb->writes == CLI_WRITES_HTML;
    enum { OTHERS = 9 }; /* those below, and standard output */
    const char *const list[] = {options->drop, options->keep, onehot_list(options)};
    static const char *const of_list[] = {"--drop", "--keep", "--onehot"};
    int code = CLI_DONE;
    size_t n = options->n_arguments + options->n_tables + OTHERS;
    for (size_t i = 0; i < 3; i++) n += count_lists(list[i]);
    files->file = calloc(n, sizeof *files->file);
    if (!files->file) return cli_error(CLI_FAILED, "out of memory");
    for (size_t i = 0; i < verb->reads && i < options->n_arguments; i++)
        add(files,
            is_file                      ? file
            : is_result                  ? result
            : verb->reads == 2 && i == 0 ? model
                                         : data,
            options->argument[i], true, false);
    add(files, "--labels", options->labels, true, false);
    if (options->features_from) TRY(add_result(files, options->features_from));
    const char *plan = cli_setting_value(options, "plan"), *splits = splits_file(plan);
    if (splits) add_as(files, "--plan", splits, plan, true, false);
    for (size_t i = 0; i < 3; i++) TRY(add_lists(files, of_list[i], list[i]));
    add(files, "--checkpoint", cli_setting_value(options, "checkpoint"), true, true);
    add(files, "-o", options->output, false, true);
    for (size_t i = 0; i < options->n_tables; i++)
        add_as(files, "--table", cli_table_path(options->table[i]), options->table[i], false, true);
    if (!options->output || !cli_is_stdout(options->output)) add(files, standard_output, "-", false, true);
done:
    return code;
}

static bool is_same(const run_file *a, const run_file *b)
{
    if (a->exists && b->exists) return a->device == b->device && a->number == b->number;
    return a->place && b->place && strcmp(a->place, b->place) == 0;
}

/* "-o data.csv", "DATA (standard input)", "standard output" */
static void name_of(const run_file *file, char *out, size_t bytes)
{
    const bool named = strcmp(file->name, standard_output) == 0;
    if (file->stream)
        snprintf(out, bytes, "%s%s", file->name, named ? "" : file->read ? " (standard input)" : " (standard output)");
    else
        snprintf(out, bytes, "%s %s", file->name, file->given);
}

/* Of a pair the later is the one to name, but for a checkpoint, which is not to replace what is read. */
static int check_apart(const run_files *files)
{
    char written[300], other[300];
    for (size_t i = 0; i < files->n; i++) {
        for (size_t j = 0; j < i; j++) {
            const run_file *f = files->file + i, *g = files->file + j;
            if (!f->written || !is_same(f, g) || (f->stream && g->stream && g->written)) continue;
            name_of(f, written, sizeof written);
            name_of(g, other, sizeof other);
            return cli_error(CLI_USAGE, "%s is the file of %s, which it would replace: name another", written, other);
        }
    }
    return CLI_DONE;
}

/* "$FILE" of a script where there is none. */
static int check_names(const cli_verb *verb, const cli_options *options)
{
    for (size_t i = 0; i < verb->reads && i < options->n_arguments; i++)
        if (!*options->argument[i])
            return cli_error(CLI_USAGE, "%s: the name of a file is empty: %s is needed, \"-\" for standard input", verb->name,
                             verb->arguments);
    return CLI_DONE;
}

int cli_check_files(const cli_verb *verb, const cli_options *options)
{
    int code = CLI_DONE;
    run_files files = {0};
    const char *folds = cli_setting_value(options, "checkpoint");
    TRY(check_names(verb, options));
    TRY(cli_tables_check(verb, options));
    TRY(check_stdout(verb, options));
    if (folds && strcmp(folds, "-") == 0)
        TRY(cli_error(CLI_USAGE, "--checkpoint -: finished folds are kept in a file: name one"));
    if (folds && cli_is_compressed(folds))
        TRY(cli_error(CLI_USAGE,
                      "--checkpoint %s: finished folds are kept as they are, not compressed: name a file without this "
                      "suffix",
                      folds));
    TRY(check_writable("-o", options->output));
    for (size_t i = 0; i < options->n_tables; i++) TRY(check_writable("--table", cli_table_path(options->table[i])));
    TRY(collect(verb, options, &files));
    TRY(check_stdin(verb, &files));
    TRY(check_apart(&files));
    if (options->output) TRY(check_suffix(verb, options->output));
done:
    for (size_t i = 0; i < files.n; i++) {
        free(files.file[i].place);
        free(files.file[i].copy);
    }
    free(files.file);
    return code;
}
