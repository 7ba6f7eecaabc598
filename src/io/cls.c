#include "io/cls.h"

#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "data/dataset.h"
#include "io/whole.h"

static const char BLANKS[] = " \t", NUMERIC[] = "#numeric";

typedef struct cls {
    ardor_context *context;
    const char *file;
    char *at;       /* the rest of the text */
    int64_t n, k;   /* samples, classes */
    char **name;    /* k */
    char **label;   /* n, as they stand in the file */
    int64_t *class; /* n */
} cls;

/* ------------------------------------------------------------------ reading */

/* The next line that is not blank, "" at the end. */
static char *next_line(cls *c)
{
    char *line = c->at + strspn(c->at, " \t\r\n");
    c->at = line + strcspn(line, "\r\n");
    if (*c->at) *c->at++ = '\0';
    return line;
}

/* The next word of a line, NULL at its end. */
static char *next_word(char **line, const char *blanks)
{
    char *word = *line + strspn(*line, blanks);
    if (!*word) return NULL;
    *line = word + strcspn(word, blanks);
    if (**line) *(*line)++ = '\0';
    return word;
}

static int take_counts(cls *c)
{
    int rc = ARDOR_OK;
    char *line = next_line(c);
    REQUIRE(c->context, strncmp(line, NUMERIC, sizeof NUMERIC - 1) != 0, ARDOR_DATA,
            "%s: '%s': a continuous .cls file: its phenotype is a number and not a class: ardor learns classes", c->file,
            NUMERIC);
    int64_t *const count[2] = {&c->n, &c->k};
    for (int k = 0; k < 2; k++) {
        const char *word = next_word(&line, BLANKS);
        REQUIRE(c->context, word && ard_parse_int(word, strlen(word), count[k]) && *count[k] > 0, ARDOR_DATA,
                "%s: line 1 begins with two numbers above 0, of samples and of classes", c->file);
    }
done:
    return rc;
}

/* Names up to `most`, of which there must be as many. */
static int take_words(cls *c, char *text, const char *blanks, int64_t most, const char *what, char ***out)
{
    int rc = ARDOR_OK;
    int64_t n = 0, room = 0;
    for (char *word = next_word(&text, blanks); word; word = next_word(&text, blanks)) {
        if (n == room) {
            room = room ? 2 * room : 16;
            EXTEND(c->context, *out, room);
        }
        (*out)[n++] = word;
    }
    REQUIRE(c->context, n == most, ARDOR_DATA, "%s: line 1 says that there are %lld %s, and there are %lld", c->file,
            (long long)most, what, (long long)n);
done:
    return rc;
}

/* ------------------------------------------------------------------ which class a label is of */

/* False: not all labels are names. */
static bool by_name(cls *c, const ard_name_index *names)
{
    for (int64_t i = 0; i < c->n; i++) {
        c->class[i] = ard_name_index_find(names, c->label[i]);
        if (c->class[i] < 0) return false;
    }
    return true;
}

/* Do all labels, as numbers from 0 or from 1, say another class than the order of their first use? */
static bool is_other_by_value(const cls *c)
{
    int64_t value = 0, low = INT64_MAX, high = INT64_MIN;
    bool other = false;
    for (int64_t i = 0; i < c->n; i++) {
        if (!ard_parse_int(c->label[i], strlen(c->label[i]), &value)) return false;
        low = ard_min64(low, value);
        high = ard_max64(high, value);
    }
    if (low < 0 || low > 1 || high - low >= c->k) return false;
    for (int64_t i = 0; i < c->n; i++) {
        (void)ard_parse_int(c->label[i], strlen(c->label[i]), &value);
        other = other || value - low != c->class[i];
    }
    return other;
}

static int by_first_use(cls *c)
{
    int rc = ARDOR_OK;
    int64_t different = 0;
    char label[ARD_QUOTE_BYTES], name[ARD_QUOTE_BYTES];
    ard_name_index *labels = NULL;
    TRY(ard_name_index_new(c->context, c->n, c->label, &labels));
    for (int64_t i = 0; i < c->n; i++) {
        const int64_t first = ard_name_index_find(labels, c->label[i]);
        c->class[i] = first == i ? different++ : c->class[first];
    }
    REQUIRE(c->context, different == c->k, ARDOR_DATA, "%s: line 1 says that there are %lld classes, and the labels are %lld",
            c->file, (long long)c->k, (long long)different);
    ard_name_quote(c->label[0], label);
    ard_name_quote(c->name[0], name);
    if (is_other_by_value(c))
        ard_note(c->context,
                 "%s: '%s', the first label used, is the first class, '%s', as GSEA has it; by their values, as in GenePattern, "
                 "the numbers would be other classes: write the names instead to be sure",
                 c->file, label, name);
done:
    ard_name_index_free(labels);
    return rc;
}

static int name_classes(cls *c)
{
    int rc = ARDOR_OK;
    int64_t first = 0, second = 0;
    char name[ARD_QUOTE_BYTES];
    ard_name_index *names = NULL;
    TRY(ard_names_repeated(c->context, c->k, c->name, &first, &second));
    REQUIRE(c->context, second < 0, ARDOR_DATA, "%s: two classes are named '%s'", c->file, ard_name_quote(c->name[first], name));
    TRY(ard_name_index_new(c->context, c->k, c->name, &names));
    NEW(c->context, c->class, c->n);
    if (!by_name(c, names)) TRY(by_first_use(c));
    for (int64_t i = 0; i < c->n; i++) c->label[i] = c->name[c->class[i]];
done:
    ard_name_index_free(names);
    return rc;
}

int ard_cls_read(ardor_context *context, ard_source *source, ard_bytes *text, char ***label, int64_t *n)
{
    int rc = ARDOR_OK;
    cls c = {.context = context, .file = ard_source_name(source)};
    TRY(ard_read_rest(context, source, text));
    c.at = text->data + ard_mark_bytes(text->data, (size_t)text->n);
    TRY(take_counts(&c));
    char *line = next_line(&c);
    REQUIRE(context, *line == '#', ARDOR_DATA, "%s: the second line begins with '#' and names the classes", c.file);
    TRY(take_words(&c, line + 1, BLANKS, c.k, "classes", &c.name));
    TRY(take_words(&c, c.at, " \t\r\n", c.n, "samples", &c.label));
    TRY(name_classes(&c));
    *n = c.n;
done:
    *label = c.label;
    ard_free(context, c.class);
    ard_free(context, c.name);
    return rc;
}
