/* Why samples and labels have other names: what makes them alike is told and not done. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "io/labels_inside.h"

/* ------------------------------------------------------------------ names that nearly match */

enum { TRIM = 1, CASE = 2, R_NAMES = 4, ENDINGS = 8, ACCESSION = 16, N_WAYS = 5, ALL_WAYS = 1 << N_WAYS };

static const char *const way[N_WAYS] = {"blanks and quotes around them are taken off", "case is ignored",
                                        "R's make.names is applied to both ('.' for '-', blanks and the like, X before a digit)",
                                        "endings like .CEL.gz are taken off",
                                        "all behind the accession (GSM and its number) is taken off"};

static int n_ways(unsigned how)
{
    int n = 0;
    for (int k = 0; k < N_WAYS; k++) n += (how >> k & 1) != 0;
    return n;
}

static void describe_ways(unsigned how, char *out, size_t bytes)
{
    size_t used = 0;
    out[0] = '\0';
    for (int k = 0; k < N_WAYS && used < bytes; k++)
        if (how >> k & 1) used += (size_t)snprintf(out + used, bytes - used, "%s%s", used ? " and " : "", way[k]);
}

static void trim(char *name)
{
    size_t from = strspn(name, " \t\"'"), to = strlen(name);
    while (to > from && strchr(" \t\"'", name[to - 1])) to--;
    memmove(name, name + from, to - from);
    name[to - from] = '\0';
}

static void cut_endings(char *name)
{
    static const char *const endings[] = {".gz", ".cel", ".txt", ".csv", ".tsv", ".bam", ".fastq", ".fq", ".idat"};
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
        const size_t bytes = strlen(name), ending = strlen(endings[k]);
        if (bytes > ending && strcasecmp(name + bytes - ending, endings[k]) == 0) name[bytes - ending] = '\0';
    }
}

static void cut_after_accession(char *name)
{
    if (strncasecmp(name, "gsm", 3) != 0) return;
    const size_t digits = strspn(name + 3, "0123456789");
    if (digits > 0) name[3 + digits] = '\0';
}

/* `name` has room for one more. */
static void make_r_name(char *name)
{
    if (isdigit((unsigned char)name[0]) || name[0] == '_' || (name[0] == '.' && isdigit((unsigned char)name[1]))) {
        memmove(name + 1, name, strlen(name) + 1);
        name[0] = 'X';
    }
    for (char *s = name; *s; s++)
        if ((unsigned char)*s < 0x80 && !isalnum((unsigned char)*s) && *s != '_') *s = '.';
}

static int canonical(ardor_context *context, const char *name, unsigned how, char **out)
{
    int rc = ARDOR_OK;
    MAKE(*out, ard_format(context, "%s ", name)); /* room for an X */
    (*out)[strlen(name)] = '\0';
    if (how & TRIM) trim(*out);
    if (how & ACCESSION) cut_after_accession(*out);
    if (how & ENDINGS) cut_endings(*out);
    if (how & R_NAMES) make_r_name(*out);
    for (char *s = *out; how & CASE && *s; s++) *s = (char)tolower((unsigned char)*s);
done:
    return rc;
}

static int all_canonical(ardor_context *context, int64_t n, char *const *name, unsigned how, char ***out)
{
    int rc = ARDOR_OK;
    NEW(context, *out, n);
    for (int64_t i = 0; i < n; i++) TRY(canonical(context, name[i], how, &(*out)[i]));
done:
    return rc;
}

/* How many samples have a counterpart then, and the first of them. */
static int count_matches(ardor_context *context, const labels_strangers *s, unsigned how, int64_t *n, int64_t *sample,
                         int64_t *labelled)
{
    int rc = ARDOR_OK;
    char **a = NULL, **b = NULL;
    ard_name_index *index = NULL;
    *n = 0;
    TRY(all_canonical(context, s->n, s->sample, how, &a));
    TRY(all_canonical(context, s->m, s->labelled, how, &b));
    TRY(ard_name_index_new(context, s->m, b, &index));
    for (int64_t i = 0; i < s->n; i++) {
        const int64_t at = ard_name_index_find(index, a[i]);
        if (at < 0 || (*n)++ > 0) continue;
        *sample = i;
        *labelled = at;
    }
done:
    ard_name_index_free(index);
    ard_names_free(context, s->m, b);
    ard_names_free(context, s->n, a);
    return rc;
}

/* The ways by which most match, as few of them as can be. */
static int nearly(ardor_context *context, const labels_strangers *s, char *out, size_t bytes)
{
    int rc = ARDOR_OK;
    int64_t best = 0, n = 0, sample = 0, labelled = 0;
    char a[ARD_QUOTE_BYTES], b[ARD_QUOTE_BYTES], ways[400];
    for (int size = 1; size <= N_WAYS && s->n > 0 && s->m > 0; size++)
        for (unsigned how = 1; how < ALL_WAYS; how++) {
            if (n_ways(how) != size || best == s->n) continue;
            TRY(count_matches(context, s, how, &n, &sample, &labelled));
            if (n <= best) continue;
            best = n;
            describe_ways(how, ways, sizeof ways);
            snprintf(out, bytes, "%lld match%s if %s ('%s' is '%s' there): make them alike in one of the files", (long long)n,
                     n == 1 ? "es" : "", ways, ard_name_quote(s->sample[sample], a), ard_name_quote(s->labelled[labelled], b));
        }
done:
    return rc;
}

/* ------------------------------------------------------------------ a first line that is no header */

/* Does a text of the first line, but for the first one, come again below it? */
static bool is_sample(const ard_labels *l, int64_t *column, int64_t *row)
{
    for (*column = 1; *column < l->n_columns; (*column)++)
        for (*row = 0; labels_column(l, *column)[0] && *row < l->n; (*row)++)
            if (strcmp(labels_cell(l, *row, *column), labels_column(l, *column)) == 0) return true;
    return false;
}

void labels_column_hint(const ard_labels *l, const char *wanted, char *out, size_t bytes)
{
    char quoted[ARD_QUOTE_BYTES];
    int64_t column = 0, row = 0;
    out[0] = '\0';
    for (int64_t i = 0; i < l->n && !out[0]; i++)
        if (strcmp(labels_cell(l, i, 0), wanted) == 0)
            snprintf(out, bytes, "; '%s' stands in its first column (line %lld): turn the table, so that samples are in rows",
                     ard_name_quote(wanted, quoted), (long long)labels_line(l, i));
    if (out[0] || !is_sample(l, &column, &row)) return;
    const char *text = labels_column(l, column);
    snprintf(out, bytes,
             "; '%s' of it is there again in line %lld: if it is a sample, put a line with names of the columns above it",
             ard_name_quote(text, quoted), (long long)labels_line(l, row));
}

/* ------------------------------------------------------------------ names that stand elsewhere */

static int64_t count_known(const ard_name_index *names, int64_t n, char *const *name)
{
    int64_t known = 0;
    for (int64_t i = 0; i < n; i++) known += ard_name_index_find(names, name[i]) >= 0;
    return known;
}

/* Are the features called as the samples should be? */
static int other_way_round(const ard_labels *l, const ardor_dataset *data, bool transposed, char *out, size_t bytes)
{
    int rc = ARDOR_OK;
    ard_name_index *labelled = NULL;
    TRY(ard_name_index_new(l->context, l->n, l->name, &labelled));
    const int64_t n = count_known(labelled, data->p, data->feature);
    if (n > 0 && transposed)
        snprintf(out, bytes, "%lld of the names are in the first column of %s, whose samples are in rows: leave --transpose out",
                 (long long)n, data->source);
    else if (n > 0)
        snprintf(out, bytes, "%lld of the names are in the first line of %s, whose samples are in columns: add --transpose",
                 (long long)n, data->source);
done:
    ard_name_index_free(labelled);
    return rc;
}

static int in_other_column(const ard_labels *l, const ardor_dataset *data, char *out, size_t bytes)
{
    int rc = ARDOR_OK;
    int64_t most = 0;
    char quoted[ARD_QUOTE_BYTES];
    char **cell = NULL;
    ard_name_index *samples = NULL;
    NEW(l->context, cell, l->n);
    TRY(ard_name_index_new(l->context, data->n, data->id, &samples));
    for (int64_t j = 1; j < l->n_columns; j++) {
        for (int64_t i = 0; i < l->n; i++) cell[i] = labels_cell(l, i, j);
        const int64_t n = count_known(samples, l->n, cell);
        if (n <= most) continue;
        most = n;
        const char *name = labels_column(l, j);
        snprintf(out, bytes, "its column %lld, '%s', has %lld of the names: make it the first one", (long long)j + 1,
                 ard_name_quote(name, quoted), (long long)n);
    }
done:
    ard_name_index_free(samples);
    ard_free(l->context, cell);
    return rc;
}

/* A sample that the first line of the labels names, which was taken as the header. */
static void in_header(const ard_labels *l, const labels_strangers *strangers, char *out, size_t bytes)
{
    char quoted[ARD_QUOTE_BYTES];
    const char *name = labels_column(l, 0);
    for (int64_t i = 0; i < strangers->n && !out[0]; i++)
        if (strcmp(strangers->sample[i], name) == 0)
            snprintf(out, bytes,
                     "the first line of %s, which is the header, names '%s': put a line with names of the columns above it",
                     l->file, ard_name_quote(name, quoted));
}

int labels_hint(const ard_labels *l, const ardor_dataset *data, bool transposed, const labels_strangers *strangers, char *out,
                size_t bytes)
{
    int rc = ARDOR_OK;
    const bool none = strangers->m == l->n;
    out[0] = '\0';
    in_header(l, strangers, out, bytes);
    if (none && !out[0]) TRY(other_way_round(l, data, transposed, out, bytes));
    if (none && !out[0]) TRY(in_other_column(l, data, out, bytes));
    if (!out[0]) TRY(nearly(l->context, strangers, out, bytes));
    if (!out[0]) snprintf(out, bytes, "both must have the same samples: add or take out what one of them lacks");
done:
    return rc;
}
