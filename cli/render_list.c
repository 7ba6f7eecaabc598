/* What a list of features is worth. */
#include "render.h"

#include <math.h>
#include <string.h>

#include "document.h"
#include "text.h"

/* Features of the core whose nearest ones are shown. */
enum { SHOWN_NEAREST = 10 };

static bool is_leaky(const json_t *document)
{
    const char *protocol = cli_text_of(document, "protocol");
    return protocol && strcmp(protocol, "leaky") == 0;
}

static void print_stability(FILE *out, const json_t *document, const json_t *list)
{
    const json_t *stability = json_object_get(list, "stability"), *correlated = json_object_get(list, "stability_correlated");
    const double low = cli_number_of(stability, "low"), together = cli_number_of(correlated, "value");
    const char *reason = cli_text_of(correlated, "reason");
    fprintf(out, "Stability of the selection %.2f", cli_number_of(stability, "value"));
    if (isfinite(low)) fprintf(out, " [%.2f, %.2f]", low, cli_number_of(stability, "high"));
    fprintf(out, " over %lld folds: 1 if all select the same features, about 0 if each draws its own at random.\n",
            cli_count_of(list, "folds"));
    if (isfinite(together))
        fprintf(out, "It is %.2f if features with |r| of at least %.2g may stand for one another.\n", together,
                cli_number_of(correlated, "least"));
    else if (reason)
        fprintf(out, "What it is if correlated features may stand for one another is not known: %s.\n", reason);
    fputs(is_leaky(document) ? "The selection saw all rows, so that folds agree more than they should.\n"
                             : "Folds share training rows: the features of other samples may agree less.\n",
          out);
}

static void print_chance(FILE *out, const json_t *list)
{
    const double permuted = cli_number_of(list, "permuted_frequency");
    fprintf(out, "At random a feature would be in %.3g %% of the folds", 100 * cli_number_of(list, "expected_by_chance"));
    if (isfinite(permuted)) fprintf(out, "; of the folds with permuted labels it is in %.3g %%, on the average", 100 * permuted);
    fputs(".\n", out);
}

static void print_groups(FILE *out, const json_t *list)
{
    const json_t *groups = json_object_get(list, "groups");
    const long long n_core = cli_count_of(list, "n_core"), n = n_core + cli_count_of(list, "n_tail");
    if (cli_text_of(groups, "reason")) return;
    fprintf(out, "Those selected in any fold, %lld, are %lld group%s of correlated features (mean |r| of at least %.2g)", n,
            cli_count_of(groups, "all"), cli_count_of(groups, "all") == 1 ? "" : "s", cli_number_of(groups, "least"));
    if (n_core > 0) fprintf(out, ", the %lld of the core %lld", n_core, cli_count_of(groups, "core"));
    fputs(".\n", out);
}

void render_agreement(FILE *out, const json_t *document)
{
    const json_t *list = json_object_get(document, "list");
    if (!isfinite(cli_number_of(json_object_get(list, "stability"), "value"))) return;
    print_stability(out, document, list);
    print_chance(out, list);
    print_groups(out, list);
    fputs("\n", out);
}

static void print_near(FILE *out, const json_t *feature)
{
    const double frequency = cli_number_of(feature, "nearest_frequency");
    fputs("  ", out);
    cli_print_name(out, cli_text_of(feature, "name"), NAME_WIDTH);
    fputs(": ", out);
    cli_print_name(out, cli_text_of(feature, "nearest"), NAME_WIDTH);
    fprintf(out, ", r = %.2f, ", cli_number_of(feature, "nearest_correlation"));
    if (isfinite(frequency))
        fprintf(out, "in %.3g %% of the folds\n", 100 * frequency);
    else
        fputs("forced into all folds\n", out);
}

/* The core is at the front of the selection. */
void render_nearest(FILE *out, const json_t *document, bool all)
{
    const json_t *list = json_object_get(document, "list"), *selection = json_object_get(document, "selection");
    const size_t n = json_array_size(json_object_get(list, "core"));
    size_t shown = 0, left = 0;
    for (size_t i = 0; i < n; i++) {
        const json_t *feature = json_array_get(selection, i);
        if (!cli_text_of(feature, "nearest")) continue;
        if (shown == 0)
            fprintf(out, "\nOf the core another feature is nearly the same (|r| of at least %.2g, over the rows that train):\n",
                    cli_number_of(json_object_get(list, "nearest"), "least"));
        if (all || shown < SHOWN_NEAREST) {
            print_near(out, feature);
            shown++;
        } else {
            left++;
        }
    }
    if (left > 0) fprintf(out, "  ... and %zu more (--all shows them)\n", left);
}
