/* One sentence of a comparison: which methods the tests tell from the best and from the baseline. A test that finds no difference
 * shows none: the words are "cannot be told from", never "equal"; the best was picked on the same folds, and is called so. */
#include <math.h>
#include <string.h>

#include "document.h"
#include "render.h"
#include "render_comparison.h"
#include "text.h"

static const double LEVEL = .05;
/* From so many folds on the corrected t is not called approximate for their number. */
enum { FEW_FOLDS = 10 };

/* The methods of a group, in the order of the document. */
typedef struct groups {
    json_t *same, *worse, *better, *untested; /* arrays of names */
    const char *other, *reason;               /* what they are compared with; why the first of the untested has no p */
    long long n_compared;
    long long n_tables; /* of sign tests: on how many tables the two differ, the most of any pair */
} groups;

static void open_groups(groups *g)
{
    *g = (groups){.same = json_array(), .worse = json_array(), .better = json_array(), .untested = json_array()};
}

static void close_groups(groups *g)
{
    json_decref(g->same);
    json_decref(g->worse);
    json_decref(g->better);
    json_decref(g->untested);
}

/* Of a sign test the side with more tables, of a difference its sign. */
static bool is_worse(const json_t *pair)
{
    if (json_object_get(pair, "worse")) return cli_count_of(pair, "worse") > cli_count_of(pair, "better");
    return cli_number_of(pair, "difference") > 0;
}

static void sort(const json_t *document, const char *data, const char *against, groups *g)
{
    size_t i;
    const json_t *pair;
    json_array_foreach(json_object_get(document, data ? "pairs" : "sets"), i, pair)
    {
        const double p = cli_number_of(pair, "p_holm");
        if ((data && !render_is(pair, "data", data)) || !render_is(pair, "figure", "error") ||
            !render_is(pair, "against", against))
            continue;
        json_t *to = !isfinite(p) ? g->untested : p >= LEVEL ? g->same : is_worse(pair) ? g->worse : g->better;
        json_array_append(to, json_object_get(pair, "name"));
        g->other = cli_text_of(pair, "other");
        g->n_compared = cli_count_of(pair, "n_compared");
        const long long n_tables = cli_count_of(pair, "better") + cli_count_of(pair, "worse");
        if (!data && n_tables > g->n_tables) g->n_tables = n_tables;
        if (!isfinite(p) && !g->reason) g->reason = cli_text_of(pair, "reason");
    }
}

/* "a, b and c" */
static void print_names(FILE *out, const json_t *names)
{
    size_t i;
    const json_t *name;
    const size_t n = json_array_size(names);
    json_array_foreach(names, i, name)
    {
        fputs(i == 0 ? "" : i + 1 < n ? ", " : " and ", out);
        cli_print_name(out, json_is_string(name) ? json_string_value(name) : "?", NAME_WIDTH);
    }
}

/* "a and b are", with what stands before */
static void print_subject(FILE *out, const char *before, const json_t *names)
{
    fputs(before, out);
    print_names(out, names);
    fputs(json_array_size(names) == 1 ? " is" : " are", out);
}

/* Returns what stands before the next clause. */
static const char *print_to_best(FILE *out, const groups *g, const char *before, const char *where)
{
    const bool same = json_array_size(g->same) > 0, worse = json_array_size(g->worse) > 0;
    if (!g->other) return before;
    if (same) {
        fputs(before, out);
        print_names(out, g->same);
        fputs(" cannot be told from ", out);
        cli_print_name(out, g->other, NAME_WIDTH);
        fprintf(out, ", the best %s", where);
        before = "; ";
    }
    if (worse) {
        print_subject(out, before, g->worse);
        fputs(" worse", out);
        if (!same) {
            fputs(" than ", out);
            cli_print_name(out, g->other, NAME_WIDTH);
            fprintf(out, ", the best %s", where);
        }
        before = "; ";
    }
    if (json_array_size(g->better) > 0) {
        print_subject(out, before, g->better);
        fputs(" better than the best where both have a result", out);
        before = "; ";
    }
    if (same || worse) fprintf(out, " (Holm p %s .05, %lld compared)", worse ? "<" : ">=", g->n_compared);
    if (json_array_size(g->untested) > 0) {
        fputs(before, out);
        print_names(out, g->untested);
        fputs(" could not be tested against ", out);
        cli_print_name(out, g->other, NAME_WIDTH);
        if (g->reason) fprintf(out, " (%s)", g->reason);
        before = "; ";
    }
    return before;
}

static const char *print_to_baseline(FILE *out, const groups *g, const char *before)
{
    const bool better = json_array_size(g->better) > 0, worse = json_array_size(g->worse) > 0;
    if (better) print_subject(out, before, g->better);
    if (better) fputs(" better than the baseline", out);
    if (worse) print_subject(out, better ? ", " : before, g->worse);
    if (worse) fputs(" worse than the baseline", out);
    if (!better && !worse && g->n_compared > 0) fprintf(out, "%snone is shown to differ from the baseline", before);
    if (g->n_compared > 0) fprintf(out, " (Holm p %s .05, %lld compared)", better || worse ? "<" : ">=", g->n_compared);
    if (g->n_compared == 0) fprintf(out, "%sno method could be tested against the baseline", before);
    if (g->n_compared == 0 && g->reason) fprintf(out, " (%s)", g->reason);
    return "; ";
}

/* Where the corrected t must not be taken at its word. */
static void print_caution(FILE *out, const json_t *data, bool tested)
{
    const long long folds = cli_count_of(data, "n_folds"), repetitions = cli_count_of(data, "n_repetitions");
    if (!tested) return;
    if (repetitions == 1)
        fprintf(out, "; the corrected t of one partition, of %lld folds, is approximate", folds);
    else if (folds < FEW_FOLDS)
        fprintf(out, "; the corrected t of %lld folds is approximate", folds);
}

double render_least_holm(long long n_tables, long long n_compared)
{
    return fmin(1, (double)n_compared * pow(2, 1 - (double)n_tables));
}

/* Whatever the tables show, no p of the family could have come to the level. */
static bool is_too_small(const groups *g) { return g->n_compared > 0 && render_least_holm(g->n_tables, g->n_compared) > LEVEL; }

/* In the place of their clauses. Returns what stands before the next one. */
static const char *print_too_few(FILE *out, const groups *g, const char *before, const char *with)
{
    fprintf(out,
            "%stoo few tables to show anything of differences to the %s: with %lld, and %lld compared, no p of Holm's can be "
            "below %.2g",
            before, with, g->n_tables, g->n_compared, render_least_holm(g->n_tables, g->n_compared));
    return "; ";
}

void render_verdict(FILE *out, const json_t *document, const json_t *data)
{
    groups best, base;
    const char *name = cli_text_of(data, "name"), *before = "By the error, ";
    open_groups(&best);
    open_groups(&base);
    sort(document, name, "best", &best);
    sort(document, name, "baseline", &base);
    if (json_array_size(base.same) + json_array_size(base.worse) + json_array_size(base.better) + json_array_size(base.untested) >
        0) {
        if (!data && is_too_small(&best))
            before = print_too_few(out, &best, before, "best");
        else
            before = print_to_best(out, &best, before, data ? "on these folds" : "on average");
        if (!data && is_too_small(&base))
            print_too_few(out, &base, before, "baseline");
        else
            print_to_baseline(out, &base, before);
        if (data) print_caution(out, data, best.n_compared + base.n_compared > 0);
        fputs(".\n", out);
    }
    close_groups(&best);
    close_groups(&base);
}
