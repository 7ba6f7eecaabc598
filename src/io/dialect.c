/* Delimiter and decimal mark: options first, then doubts, from the beginning of the text alone. A delimiter that makes a table of
 * it is never doubted, but for one case: decimal commas that look like cells. */
#include "io/dialect.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "io/cell.h"
#include "io/shape.h"

/* What people call a separator, and the option that reads it. */
typedef struct separator {
    char delimiter;
    const char *name, *delimiter_option, *format_option; /* format_option: where the table has no --delimiter; NULL: the other */
} separator;

static const separator separators[] = {{'\t', "tabs", "--delimiter tab", "--format tsv"},
                                       {';', "semicolons", "--delimiter ';'", NULL},
                                       {'|', "bars", "--delimiter '|'", NULL},
                                       {',', "commas", "--delimiter ,", "--format csv"},
                                       {':', "colons", "--delimiter :", NULL},
                                       {' ', "blanks", "--delimiter space", NULL}};
enum { N_SEPARATORS = sizeof separators / sizeof *separators };

static const separator *separator_of(char delimiter)
{
    for (int i = 0; i < N_SEPARATORS; i++)
        if (separators[i].delimiter == delimiter) return &separators[i];
    return NULL;
}

/* ---- options */

static const char choices[] = "one character that is no part of numbers or quotes, such as ; | : or ,, or the "
                              "words tab and space (any run of blanks)";

static int check_decimal(ardor_context *context, const char *file, const char *text)
{
    char quoted[ARD_QUOTE_BYTES];
    if (!text || strcmp(text, ".") == 0 || strcmp(text, ",") == 0) return ARDOR_OK;
    ard_name_quote(text, quoted);
    return ard_fail(context, ARDOR_USAGE, "%s: --decimal '%s': the decimal mark is . or ,", file, quoted);
}

/* What can stand in numbers or begins a quote separates nothing. */
static bool can_separate(char c) { return c == '\t' || c == ' ' || (c > ' ' && c < 127 && !strchr("\".-+_", c)); }
static bool is_word_letter(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

int ard_dialect_delimiter(ardor_context *context, const char *file, const char *text, char *out)
{
    char quoted[ARD_QUOTE_BYTES];
    *out = strcmp(text, "tab") == 0 ? '\t' : strcmp(text, "space") == 0 ? ' ' : text[0];
    const bool word = *out != text[0] || strlen(text) == 1;
    if (word && can_separate(*out) && !is_word_letter(*out)) return ARDOR_OK;
    ard_name_quote(text, quoted);
    return ard_fail(context, ARDOR_USAGE, "%s: --delimiter '%s': cells are separated by %s", file, quoted, choices);
}

static int find_delimiter(ardor_context *context, const char *file, char usual, const ardor_read_options *options, char *out)
{
    int rc = ARDOR_OK;
    *out = usual;
    TRY(check_decimal(context, file, options->decimal));
    const bool comma = ard_decimal_mark(options) == ',';
    if (options->delimiter) {
        TRY(ard_dialect_delimiter(context, file, options->delimiter, out));
    } else if (comma && usual == ',') {
        *out = ';';
        ard_note(context, "%s: with --decimal , cells are separated by semicolons (others: --delimiter)", file);
    }
done:
    return rc;
}

/* ---- doubts */

/* Cells that hold numbers with decimal commas are no sign of commas between cells where --decimal says the same. */
static bool is_no_better(const ard_shape *shape, const ard_shape *other, const ardor_read_options *options)
{
    return other->delimiter == ',' && ard_decimal_mark(options) == ',' && shape->comma > 0;
}

static int refuse_shape(ardor_context *context, const char *file, char chosen, const ard_shape *shape,
                        const ardor_read_options *options)
{
    char other[16];
    const separator *now = separator_of(chosen), *better = separator_of(shape->delimiter);
    const bool commas = ard_shape_has_commas(shape); /* with --decimal , csv has semicolons */
    const bool by_format = better->format_option && !options->delimiter && !(commas && better->delimiter == ',');
    snprintf(other, sizeof other, "'%c'", chosen);
    if (better->delimiter == ',' && ard_decimal_mark(options) == ',' && !commas)
        return ard_fail(
            context, ARDOR_DATA,
            "%s: looks separated by commas, not by %s: commas are no decimal marks then, so read it without --decimal ,", file,
            now ? now->name : other);
    return ard_fail(context, ARDOR_DATA, "%s: looks separated by %s%s, not by %s: read it with %s%s", file, better->name,
                    commas ? ", with decimal commas" : "", now ? now->name : other,
                    by_format ? better->format_option : better->delimiter_option, commas ? " --decimal ," : "");
}

static int refuse_torn(ardor_context *context, const char *file)
{
    return ard_fail(context, ARDOR_DATA,
                    "%s: commas separate its cells and look like decimal marks too, so that numbers fall apart: write it with "
                    "other separators, such as semicolons, and read it with --delimiter ';' --decimal ,",
                    file);
}

/* Numbers with decimal commas, separated by something else, and no names above them: "1,5;2,5". */
static bool is_cut_at_marks(const ard_head *head, const ard_shape *shape, ard_shape *better)
{
    if (shape->delimiter != ',' || !ard_shape_best(head, ',', better)) return false;
    return better->cells == better->header && ard_shape_has_commas(better) &&
           better->comma + better->whole > shape->whole + shape->point;
}

static int doubt(ardor_context *context, ard_source *source, char delimiter, const ardor_read_options *options)
{
    int rc = ARDOR_OK;
    ard_head head;
    ard_shape better;
    const char *file = ard_source_name(source);
    TRY(ard_source_head(source, &head));
    if (memchr(head.text, '\0', head.bytes)) return ARDOR_OK; /* no text, which is found out later */
    const ard_shape shape = ard_shape_of(&head, delimiter);
    const bool fits = ard_shape_fits(&shape), single = !shape.broken && shape.header == 1;
    const bool other = (!fits && shape.header + shape.broken > 0 && ard_shape_best(&head, delimiter, &better)) ||
                       (single && ard_shape_longest(&head, delimiter, &better)) ||
                       (fits && !options->delimiter && is_cut_at_marks(&head, &shape, &better));
    if (other && !is_no_better(&shape, &better, options)) TRY(refuse_shape(context, file, delimiter, &better, options));
    REQUIRE(
        context, delimiter != ',' || ard_decimal_mark(options) == '.' || shape.comma > 0, ARDOR_USAGE,
        "%s: --delimiter , and --decimal ,: commas separate cells and mark decimals too only where numbers are in quotes, and "
        "no cell has such a number",
        file);
    REQUIRE(context, !options->onehot || ard_decimal_mark(options) == ',' || !fits || !ard_shape_has_commas(&shape), ARDOR_DATA,
            "%s: has numbers with decimal commas, which would be levels of --onehot: read it with --decimal ,", file);
    REQUIRE(context, !single || !ard_shape_is_wrapped(&head), ARDOR_DATA,
            "%s: each line is a single cell in quotes, with separators in it: the lines were quoted as wholes; write it without "
            "these quotes",
            file);
    if (delimiter == ',' && ard_shape_is_torn(&head, &shape)) TRY(refuse_torn(context, file));
done:
    return rc;
}

int ard_dialect_find(ardor_context *context, ard_source *source, char usual, const ardor_read_options *options, char *delimiter)
{
    int rc = ARDOR_OK;
    TRY(find_delimiter(context, ard_source_name(source), usual, options, delimiter));
    TRY(doubt(context, source, *delimiter, options));
done:
    return rc;
}
