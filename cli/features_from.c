/* --features-from: the features that a result of `ardor evaluate` has selected often. */
#include "features_from.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "document.h"

/* In at least half of the fits: the median probability model (Barbieri and Berger, Annals of Statistics 32, 2004). */
static const double DEFAULT_TAU = .5;
static const double ROUNDING = 1e-9;

/* Where in a result frequencies are. */
typedef struct source {
    const json_t *features; /* name, frequency */
    double tau;
    const char *of; /* "folds" */
    long long n;
} source;

char *cli_features_path(const char *text, double *tau)
{
    char *end = NULL, *path = strdup(text), *colon = path ? strrchr(path, ':') : NULL;
    *tau = NAN;
    if (!colon || access(path, F_OK) == 0) return path;
    const double number = strtod(colon + 1, &end);
    if (end == colon + 1 || *end) return path;
    *tau = number;
    *colon = '\0';
    return path;
}

/* That of halves of the rows where they were fitted, else that of the folds. */
static int find_source(const json_t *document, const char *path, double tau, source *out)
{
    const char *format = cli_text_of(document, "format"), *pca = cli_text_of(document, "pca");
    const json_t *stability = json_object_get(document, "stability"), *list = json_object_get(document, "list");
    if (!format || strcmp(format, "ardor-evaluation") != 0)
        return cli_error(CLI_USAGE, "--features-from %s: no result of `ardor evaluate`: it is %s", path,
                         format ? format : "another file");
    if (pca && strcmp(pca, "none") != 0)
        return cli_error(CLI_USAGE, "--features-from %s: its features are components (--pca), which are others in each fold",
                         path);
    if (json_is_false(json_object_get(list, "selects"))) {
        const char *reason = cli_text_of(json_object_get(list, "groups"), "reason");
        return cli_error(CLI_USAGE, "--features-from %s: %s, so that none was selected", path,
                         reason ? reason : "every fold uses all features");
    }
    if (cli_count_of(stability, "halves_done") > 0)
        *out = (source){json_object_get(stability, "features"), cli_number_of(stability, "tau"), "halves of the rows",
                        cli_count_of(stability, "halves_done")};
    else
        *out = (source){json_object_get(document, "selection"), DEFAULT_TAU, "folds", cli_count_of(document, "folds_done")};
    if (!isnan(tau)) out->tau = tau;
    if (json_array_size(out->features) == 0)
        return cli_error(CLI_USAGE, "--features-from %s: has no frequencies: no feature was selected in any of its %s", path,
                         out->of);
    return CLI_DONE;
}

/* Those that are often enough, then those that were forced. */
static int choose(ardor_context *context, const json_t *document, const source *from, const char *path, ardor_dataset *data)
{
    int code = CLI_DONE;
    char origin[600];
    size_t i, n = 0;
    const json_t *item, *forced = json_object_get(document, "forced");
    double most = 0;
    const char **name = calloc(json_array_size(from->features) + json_array_size(forced) + 1, sizeof *name);
    if (!name) return cli_error(CLI_FAILED, "out of memory");
    json_array_foreach(from->features, i, item)
    {
        const double frequency = cli_number_of(item, "frequency");
        most = fmax(most, frequency);
        if (frequency >= from->tau - ROUNDING && cli_text_of(item, "name")) name[n++] = cli_text_of(item, "name");
    }
    if (n == 0)
        TRY(cli_error(CLI_USAGE,
                      "--features-from %s: no feature was selected by %.3g of its %lld %s; the most frequent one by %.3g: take a "
                      "smaller share, as in RESULT:%.3g",
                      path, from->tau, from->n, from->of, most, most));
    json_array_foreach(forced, i, item) if (json_is_string(item)) name[n++] = json_string_value(item);
    snprintf(origin, sizeof origin, "selected by at least %.3g of %lld %s of %.400s", from->tau, from->n, from->of, path);
    TRY(cli_status(context, ardor_dataset_choose_features(context, data, (int64_t)n, name, origin)));
done:
    free(name);
    return code;
}

int cli_features_from(ardor_context *context, const cli_options *options, ardor_dataset *data)
{
    int code = CLI_DONE;
    double tau = NAN;
    char *path = NULL, *text = NULL;
    json_t *document = NULL;
    source from;
    if (!options->features_from) return CLI_DONE;
    path = cli_features_path(options->features_from, &tau);
    if (!path) return cli_error(CLI_FAILED, "out of memory");
    if (!isnan(tau) && !(tau > 0 && tau <= 1))
        TRY(cli_error(CLI_USAGE, "--features-from %s: the share behind the colon must be above 0 and at most 1",
                      options->features_from));
    TRY(cli_status(context, ardor_read_text(context, path, &text)));
    document = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    TRY(find_source(document, path, tau, &from));
    TRY(choose(context, document, &from, path, data));
done:
    json_decref(document);
    ardor_string_free(context, text);
    free(path);
    return code;
}
