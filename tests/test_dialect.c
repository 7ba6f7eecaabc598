/* What separates cells and marks decimals: as options say it, and what is said where the text looks otherwise. */
#include "table_fixture.h"
#include "fault_fixture.h"

#include <math.h>
#include <stdlib.h>

#include "base/remark.h"
#include "io/delimited.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* ------------------------------------------------------------------ options */

static const double values[2][2] = {{1.25, -3}, {-0.00035, 20}};

static void expect_table(ardor_dataset *data)
{
    assert_int_equal(data->n, 2);
    assert_int_equal(data->p, 2);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) assert_true(ardor_dataset_column(data, j)[i] == values[i][j]);
    assert_string_equal(ardor_dataset_feature_name(data, 0), "a b");
    assert_string_equal(ardor_dataset_class_name(data, ardor_dataset_label(data, 1)), "v w");
    ardor_dataset_free(data);
}

static void cells_are_separated_as_asked_for(void **state)
{
    (void)state;
    static const char *const given[] = {"tab", "\t", ";", "|", ":", ",", "~", "space", " "};
    static const char separator[] = "\t\t;|:,~  ";
    for (size_t i = 0; i < LENGTH(given); i++)
        for (int ends = 0; ends < 3; ends++)
            for (int format = 0; format < 2; format++) {
                const char c = separator[i], *end = ends == 0 ? "\n" : ends == 1 ? "\r\n" : "\r";
                char text[200];
                snprintf(text, sizeof text, "\"a b\"%cb%cclass%s1.25%c-3%cu%s-3.5E-4%c20%c\"v w\"%s", c, c, end, c, c, end, c, c,
                         end);
                last_note[0] = '\0';
                expect_table(read_text(text, OPTIONS(.delimiter = given[i], .format = format ? "tsv" : "csv")));
                assert_string_equal(last_note, "");
            }
}

static void runs_of_blanks_are_one(void **state)
{
    (void)state;
    expect_table(
        read_text("  \"a b\"  b\t class \n\n \t \n1.25\t-3 u\n\t-3.5e-4 \t 20\t\"v w\"\t\t", OPTIONS(.delimiter = "space")));
    ardor_dataset *data =
        read_text("a \"b  \"\"c\"\"  \" class\r\n1 \"\" u\r\n2 3 \"v\n\n  w\"\r\n", OPTIONS(.delimiter = "space"));
    assert_string_equal(ardor_dataset_feature_name(data, 1), "b  \"c\"  ");
    assert_true(isnan(ardor_dataset_column(data, 1)[0]));
    assert_string_equal(ardor_dataset_class_name(data, ardor_dataset_label(data, 1)), "v\n\n  w");
    assert_int_equal(data->line[1], 3);
    ardor_dataset_free(data);
    /* Lines are those of the file, and broken quotes are still found. */
    refuse("a  b  class\n\n\"1\"  2 u\n  \n 1   x  v\n", OPTIONS(.delimiter = "space"), ARDOR_DATA, "line 5, column 2 'b': 'x'");
    refuse("a b class\n1 2 u\n1 2\n", OPTIONS(.delimiter = "space"), ARDOR_DATA, "line 3 has 2 cells, but line 1 has 3");
    refuse("a b class\n1 2\" u\n", OPTIONS(.delimiter = "space"), ARDOR_DATA, "line 2: a quote inside an unquoted cell");
    refuse("a b class\n1 \"2 \"u\n", OPTIONS(.delimiter = "space"), ARDOR_DATA, "line 2: a quote inside an unquoted cell");
    refuse("a b class\n1 \"2 u\n", OPTIONS(.delimiter = "space"), ARDOR_DATA,
           "the row at line 2 has a quote that is never closed");
}

typedef struct counted {
    int64_t rows, cells;
    size_t bytes;
} counted;

static int count_row(void *user, const ard_text_row *row)
{
    counted *c = user;
    c->rows++;
    c->cells += row->n;
    for (int64_t j = 0; j < row->n; j++) c->bytes += row->length[j];
    return ARDOR_OK;
}

/* Runs of blanks and quotes that lie across the ends of blocks, at all offsets. */
static void blocks_cut_runs_anywhere(void **state)
{
    (void)state;
    enum { SIZE = 3 << 16 };
    static const char row[] = "ab  \t \"c  d\"\"\"   e \n";
    const size_t length = sizeof row - 1;
    char *text = malloc(SIZE);
    for (size_t shift = 0; shift < length; shift++) {
        counted c = {0};
        size_t at = shift;
        ard_source *source = NULL;
        memset(text, ' ', shift);
        for (; at + length <= SIZE; at += length) memcpy(text + at, row, length);
        assert_int_equal(ard_source_open_memory(context, text, at, "t", &source), ARDOR_OK);
        assert_int_equal(ard_delimited_rows(context, source, ' ', count_row, &c), ARDOR_OK);
        const int64_t rows = (int64_t)((at - shift) / length);
        assert_true(c.rows == rows && c.cells == 3 * rows && (int64_t)c.bytes == 8 * rows);
        ard_source_close(source);
    }
    free(text);
}

static void other_delimiters_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",  "\"", "\n", "\r",   "a",  "Z",        "7",   ".",
                                        "-", "+",  "_",  "tabs", ";;", "\xC2\xA7", "\\t", "\x01"};
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        refuse("a,class\n1,u\n", OPTIONS(.delimiter = wrong[i]), ARDOR_USAGE, "t.csv: --delimiter '");
        refuse("a,class\n1,u\n", OPTIONS(.delimiter = wrong[i]), ARDOR_USAGE, "the words tab and space");
        assert_null(strchr(ardor_context_message(context), '\n'));
    }
    refuse("a,class\n1,u\n", OPTIONS(.decimal = ";"), ARDOR_USAGE, "t.csv: --decimal ';': the decimal mark is . or ,");
    refuse("a,class\n1,u\n", OPTIONS(.decimal = ",,"), ARDOR_USAGE, "t.csv: --decimal ',,'");
    refuse("a,class\n1,u\n", OPTIONS(.decimal = ""), ARDOR_USAGE, "t.csv: --decimal ''");
    refuse("a,class\n1,u\n", OPTIONS(.decimal = ",", .delimiter = ","), ARDOR_USAGE,
           "only where numbers are in quotes, and no cell has such a number");
}

/* Commas between the cells and in them, as pandas writes with decimal=",": what messages advise is followed to the end. */
static void decimal_commas_in_quotes_may_stand_between_commas(void **state)
{
    (void)state;
    static const char text[] = "\"a\",\"b\",\"class\"\n\"1,25\",\"-3\",\"u\"\n\"2,5\",\"4,5\",\"v\"\n";
    static const char advice[] = "with decimal commas, not by semicolons: read it with --delimiter , --decimal ,";
    refuse(text, NULL, ARDOR_DATA, "'1,25' has a decimal comma, where a decimal point is expected: --decimal , reads");
    refuse(text, OPTIONS(.decimal = ","), ARDOR_DATA, advice);
    refuse_named("t.tsv", text, sizeof text - 1, OPTIONS(.decimal = ","), ARDOR_DATA, "read it with --delimiter , --decimal ,");
    ardor_dataset *data = read_text(text, OPTIONS(.decimal = ",", .delimiter = ","));
    assert_true(data->n == 2 && data->p == 2);
    assert_true(ardor_dataset_column(data, 0)[0] == 1.25 && ardor_dataset_column(data, 1)[1] == 4.5);
    ardor_dataset_free(data);
}

static void a_given_delimiter_leaves_no_format_to_be_found_out(void **state)
{
    (void)state;
    static const char text[] = "a\tb\tclass\n1\t2\tu\n3\t4\tv\n";
    last_note[0] = '\0';
    ardor_dataset_free(read_named("t.txt", text, sizeof text - 1, OPTIONS(.delimiter = "tab")));
    assert_string_equal(last_note, "");
    ardor_dataset_free(read_named("t.txt", text, sizeof text - 1, NULL));
    assert_string_equal(last_note, "t.txt: looks like tsv, and is read as that (others: --format)");
}

static void decimal_commas_are_read(void **state)
{
    (void)state;
    static const char text[] = "\"a b\";b;class\n1,25;-3;u\n-3,5e-4;\"20,0\";v w\n";
    last_note[0] = '\0';
    expect_table(read_text(text, OPTIONS(.decimal = ",")));
    assert_string_equal(last_note, "t.csv: with --decimal , cells are separated by semicolons (others: --delimiter)");
    last_note[0] = '\0';
    expect_table(read_text(text, OPTIONS(.decimal = ",", .delimiter = ";")));
    expect_table(read_text("\"a b\"\tb\tclass\n1,25\t-3\tu\n-3,5e-4\t20\tv w\n", OPTIONS(.decimal = ",", .format = "tsv")));
    expect_table(read_text("\"a b\",b,class\n1.25,-3,u\n-3.5e-4,20,v w\n", OPTIONS(.decimal = ".")));
    assert_string_equal(last_note, "");
    /* All that are numbers: weights, and what tells a header. */
    ardor_dataset *data = read_text("x;w;class\n1,5;0,5;u\n2;2;v\n", OPTIONS(.decimal = ",", .weights = "w"));
    assert_true(data->weight[0] == 0.5);
    ardor_dataset_free(data);
    data = read_text("1,5;2,5;u\n2;2;v\n", OPTIONS(.decimal = ","));
    assert_int_equal(data->n, 2);
    ardor_dataset_free(data);
    data = read_text("class;s1;s2\nx;1,5;2\nclass;u;v\n", OPTIONS(.decimal = ",", .transpose = 1));
    assert_true(ardor_dataset_column(data, 0)[0] == 1.5);
    ardor_dataset_free(data);
    /* A single column of them. */
    data = read_text("x\n1,5\n2,5\n", OPTIONS(.decimal = ",", .no_target = 1));
    assert_true(data->p == 1 && ardor_dataset_column(data, 0)[1] == 2.5);
    ardor_dataset_free(data);
    data = read_text("1,5\n2,5\n", OPTIONS(.decimal = ",", .no_target = 1));
    assert_true(data->n == 2 && ardor_dataset_column(data, 0)[1] == 2.5);
    ardor_dataset_free(data);
}

static void cells_that_are_no_numbers_say_why(void **state)
{
    (void)state;
    static const struct {
        const char *cell, *decimal, *message;
    } cells[] = {
        {"1,25", NULL, "'1,25' has a decimal comma, where a decimal point is expected: --decimal , reads"},
        {"-3,5e-4", NULL, "'-3,5e-4' has a decimal comma"},
        {",5", NULL, "',5' has a decimal comma"},
        {"1,234", NULL, "'1,234' has a comma: --decimal , reads it as a decimal mark; a separator of thousands"},
        {"1.5", ",", "'1.5' has a decimal point where --decimal , says that commas are the decimal marks"},
        {"-1.5e3", ",", "'-1.5e3' has a decimal point where"},
        {"1,234,567", NULL, "'1,234,567' has separators of thousands: remove them"},
        {"1,234.5", NULL, "'1,234.5' has separators of thousands"},
        {"-12 345", NULL, "'-12 345' has separators of thousands"},
        {"1'234", NULL, "'1'234' has separators of thousands"},
        {"1\xC2\xA0"
         "234",
         NULL, "has separators of thousands"},
        {"1.234,5", NULL, "'1.234,5' has separators of thousands"},
        {"1.234.567,5", ",", "'1.234.567,5' has separators of thousands"},
        {"1.234,5", ",", "'1.234,5' has separators of thousands"},
        {"12%", NULL, "'12%' has a percent sign: remove it"},
        {"12,5 %", ",", "'12,5 %' has a percent sign: remove it"},
        {"$5", NULL, "'$5' has a currency sign: remove it"},
        {"5 \xE2\x82\xAC", NULL, "has a currency sign: remove it"},
        {"\xE2\x88\x92"
         "1",
         NULL, "has a dash or a typographic minus sign for '-': replace it"},
        {"1,2,3", NULL, "'1,2,3' is not a finite number"},
        {"1 2", NULL, "'1 2' is not a finite number"},
        {"1234,567,8", NULL, "'1234,567,8' is not a finite number"},
        {"high %", NULL, "'high %' is not a finite number"},
        {"1;2", ",", "'1;2' is not a finite number"},
    };
    for (size_t i = 0; i < LENGTH(cells); i++) {
        char text[100], message[200];
        snprintf(text, sizeof text, "x\ty\tclass\n1\t1\tu\n1\t%s\tv\n", cells[i].cell);
        refuse(text, OPTIONS(.format = "tsv", .decimal = cells[i].decimal), ARDOR_DATA, cells[i].message);
        snprintf(message, sizeof message, "t.csv: line 3, column 2 'y': '");
        refuse(text, OPTIONS(.format = "tsv", .decimal = cells[i].decimal), ARDOR_DATA, message);
    }
    refuse("x;w;class\n1;1,5;u\n", OPTIONS(.delimiter = ";", .weights = "w"), ARDOR_DATA, "'1,5' has a decimal comma");
    refuse("x;w;class\n1;-1;u\n", OPTIONS(.delimiter = ";", .weights = "w"), ARDOR_DATA, "'-1' is not a case weight");
}

/* ------------------------------------------------------------------ what is not as the options say */

/* A table of `rows` rows, with numbers and a label; `text` quoted or not. */
static char *table_text(const char *separator, char mark, bool header, bool quoted, bool names)
{
    char *text = malloc(4000);
    const char *q = quoted ? "\"" : "";
    size_t n = 0;
    text[0] = '\0';
    if (header && names) n += (size_t)sprintf(text + n, "%sid%s%s", q, q, separator);
    if (header) n += (size_t)sprintf(text + n, "%sg1%s%s%sg2%s%s%sclass%s\n", q, q, separator, q, q, separator, q, q);
    for (int i = 0; i < 6; i++) {
        if (names) n += (size_t)sprintf(text + n, "%ss%d%s%s", q, i, q, separator);
        n += (size_t)sprintf(text + n, "%d%c%d%s%d%c5%s%s%c%s\n", i, mark, 10 + i, separator, -i, mark, separator, q, "uv"[i % 2],
                             q);
    }
    return text;
}

static const struct {
    const char *separator, *name, *option, *format;
} kinds[] = {{" ", "blanks", "--delimiter space", NULL},      {"   ", "blanks", "--delimiter space", NULL},
             {"|", "bars", "--delimiter '|'", NULL},          {";", "semicolons", "--delimiter ';'", NULL},
             {":", "colons", "--delimiter :", NULL},          {"\t", "tabs", "--delimiter tab", "--format tsv"},
             {",", "commas", "--delimiter ,", "--format csv"}};

/* The message's option reads the table: --delimiter ';' as the shell takes it. */
static void check_advice(const char *text, bool comma)
{
    static char given[8];
    const char *message = ardor_context_message(context), *option = strstr(message, "--delimiter ");
    ardor_read_options options = {.size = sizeof options, .decimal = comma ? "," : NULL};
    assert_true(comma == (strstr(message, " --decimal ,") != NULL));
    options.format = strstr(message, "--format tsv") ? "tsv" : strstr(message, "--format csv") ? "csv" : NULL;
    if (option) {
        option += strlen("--delimiter ");
        option += *option == '\'';
        snprintf(given, sizeof given, "%.*s",
                 (int)(strncmp(option, "space", 5) == 0 ? 5
                       : strncmp(option, "tab", 3) == 0 ? 3
                                                        : 1),
                 option);
        options.delimiter = given;
    }
    assert_true(options.format || options.delimiter);
    ardor_dataset *data = read_named("t.bin", text, strlen(text), &options);
    assert_true(data->n >= 5 && data->n_classes == 2);
    ardor_dataset_free(data);
}

/* Every separator in files of every name, with and without header and quotes. */
static void other_separators_are_named(void **state)
{
    (void)state;
    static const char *const files[] = {"t.csv", "t.tsv", "t.txt", "t.dat.gz", "t", "standard input"};
    for (size_t k = 0; k < LENGTH(kinds); k++)
        for (size_t f = 0; f < LENGTH(files); f++)
            for (int how = 0; how < 16; how++) {
                const bool comma = how & 8, by_name = f < 2;
                const char c = kinds[k].separator[0];
                if ((c == ',' && (f != 1 || comma)) || (c == '\t' && (f == 1 || (!by_name && !comma)))) continue;
                char *text = table_text(kinds[k].separator, comma ? ',' : '.', how & 1, how & 2, how & 4), message[100];
                snprintf(message, sizeof message, "%s: looks separated by %s%s, not by %s: read it with %s%s", files[f],
                         kinds[k].name, comma ? ", with decimal commas" : "", f == 1 ? "tabs" : "commas",
                         kinds[k].format ? kinds[k].format : kinds[k].option, comma ? " --decimal ," : "");
                refuse_named(files[f], text, strlen(text), NULL, ARDOR_DATA, message);
                if (!(how & 4)) check_advice(text, comma);
                free(text);
            }
}

/* Rows of different lengths, and cells of text alone. */
static void other_separators_are_seen_in_uneven_tables(void **state)
{
    (void)state;
    refuse("id x y class\na 1 2 large cell\nb 3 4 small\n", NULL, ARDOR_DATA, "looks separated by blanks");
    refuse("a;b;class\n1;2\n1;2;u\n", NULL, ARDOR_DATA,
           "looks separated by semicolons, not by commas: read it with --delimiter ';'");
    refuse("a|b|class\n1|2|3|u\n1|2|u\n", NULL, ARDOR_DATA, "looks separated by bars");
    refuse_named("t.txt", "a\tb\tclass\n1\t2\n1\t2\tu\n", 20, NULL, ARDOR_DATA, "looks separated by tabs");
    refuse("a b c class\nx y z u\nx z z v\ny y z u\ny z z v\n", NULL, ARDOR_DATA, "looks separated by blanks");
}

static void a_delimiter_that_was_given_is_held_against_the_text_too(void **state)
{
    (void)state;
    char *text = table_text(",", '.', true, false, false);
    refuse(text, OPTIONS(.delimiter = ";"), ARDOR_DATA,
           "looks separated by commas, not by semicolons: read it with --delimiter ,");
    refuse(text, OPTIONS(.delimiter = "~"), ARDOR_DATA, "looks separated by commas, not by '~': read it with --delimiter ,");
    refuse(text, OPTIONS(.decimal = ","), ARDOR_DATA,
           "looks separated by commas, not by semicolons: commas are no decimal marks then, so read it without --decimal ,");
    free(text);
    text = table_text("\t", ',', true, false, false);
    refuse(text, OPTIONS(.decimal = ","), ARDOR_DATA,
           "looks separated by tabs, with decimal commas, not by semicolons: read it with "
           "--format tsv --decimal ,");
    free(text);
}

static void tabs_are_seen_where_the_name_says_nothing(void **state)
{
    (void)state;
    static const char *const files[] = {"t.txt", "t.dat.gz", "t", "standard input"};
    for (size_t f = 0; f < LENGTH(files); f++)
        for (int how = 0; how < 4; how++) {
            char *text = table_text("\t", '.', how & 1, how & 2, false), message[100];
            last_note[0] = '\0';
            ard_remarks_forget(context);
            const ardor_read_options *options = OPTIONS(.target = how & 1 ? "class" : "3", .header = how & 1 ? 1 : -1);
            ardor_dataset *data = read_named(files[f], text, strlen(text), options);
            assert_true(data->n == 6 && data->p == 2);
            ardor_dataset_free(data);
            snprintf(message, sizeof message, "%s: looks like tsv, and is read as that (others: --format)", files[f]);
            assert_string_equal(last_note, message);
            free(text);
        }
    /* With commas somewhere outside quotes it is not that clear. */
    static const char commas[] = "id\tx\tclass\na, b\t1\tu\nc\t2\tv\n", quoted[] = "id\tx\tclass\n\"a, b\"\t1\tu\nc\t2\tv\n";
    refuse_named("t.txt", commas, sizeof commas - 1, OPTIONS(.id = "id"), ARDOR_DATA, "read it with --format tsv");
    ardor_dataset_free(read_named("t.txt", quoted, sizeof quoted - 1, OPTIONS(.id = "id")));
    ardor_dataset_free(read_named("t.tsv", commas, sizeof commas - 1, OPTIONS(.id = "id")));
}

/* A first line longer than what is looked at. */
static void wide_tables_are_told_by_their_first_line(void **state)
{
    (void)state;
    enum { P = 20000 };
    char *text = malloc(40 * P);
    for (size_t k = 0; k < LENGTH(kinds); k++) {
        size_t n = 0;
        for (int row = 0; row < 2; row++)
            for (int j = 0; j <= P; j++)
                n += (size_t)sprintf(text + n, row ? "%d%s" : "gene%d%s", j, j == P ? "\n" : kinds[k].separator);
        if (kinds[k].separator[0] == ',') {
            refuse_named("t.tsv", text, n, NULL, ARDOR_DATA, "read it with --format csv");
            continue;
        }
        refuse_named("t.csv", text, n, NULL, ARDOR_DATA, kinds[k].format ? kinds[k].format : kinds[k].option);
        if (kinds[k].separator[0] == '\t') ardor_dataset_free(read_named("t.txt", text, n, NULL));
    }
    free(text);
}

static void numbers_that_fall_apart_are_seen(void **state)
{
    (void)state;
    static const char *const torn[] = {"a,b,class\n1,5,2,5,u\n3,25,-1,5,v\n", "a,b,class\n1,5,2,u\n3,25,-1,5,v\n2,5,7,u\n",
                                       "a,class\n1,5,u\n-1,25,v\n", "a,class\n1,5,u\n1,25,v\n", "a,class\n0,5e-3,u\n0,25,v\n"};
    for (size_t i = 0; i < LENGTH(torn); i++)
        refuse(torn[i], NULL, ARDOR_DATA,
               "numbers fall apart: write it with other separators, such as semicolons, and read it with "
               "--delimiter ';' --decimal ,");
    static const char *const whole[] = {"a,b,class\n1,5,u\n2,3,u\n1,2,3,v\n3,4,u\n", "a,b,class\n1,5.5,2,5,u\n1,2,3,4,v\n",
                                        "a,b,class\nx,1,y,2,u\n"};
    for (size_t i = 0; i < LENGTH(whole); i++) refuse(whole[i], NULL, ARDOR_DATA, "but line 1 has 3");
    refuse("x,y,class\n\"1,5\",2,u\n", OPTIONS(.onehot = "error"), ARDOR_DATA,
           "would be levels of --onehot: read it with --decimal ,");
}

static void lines_in_quotes_are_seen(void **state)
{
    (void)state;
    static const char *const wrapped[] = {"\"a,b,class\"\n\"1,2,u\"\n\"3,4,v\"\n", "\"a;b;class\"\r\n\"1,5;2;u\"\r\n",
                                          "\"a\tb\tclass\"\n\"1\t2\t\"\"u\"\"\"\n"};
    for (size_t i = 0; i < LENGTH(wrapped); i++) refuse(wrapped[i], NULL, ARDOR_DATA, "the lines were quoted as wholes");
    static const char *const whole[] = {"\"a, b, c\"\nu\nv\n", "\"last, first\"\n\"a, b\"\n\"c, d\"\n",
                                        "\"a,b,c\"\n\"u\"\n\"v\"\n"};
    for (size_t i = 0; i < LENGTH(whole); i++) ardor_dataset_free(read_text(whole[i], NULL));
}

/* ------------------------------------------------------------------ what is as the options say */

static void real_tables_are_not_doubted(void **state)
{
    (void)state;
    static const struct {
        const char *file, *text;
        int64_t n, p;
    } tables[] = {
        {"t.csv", "class\nlarge cell\nsmall cell\n", 2, 0},
        {"t.csv", "\"a, b\"\nu\nv\n", 2, 0},
        {"t.csv", "tumor grade\ngrade 1\ngrade 2\n", 2, 0},
        {"t.csv", "class\na|b\nc|d\n", 2, 0},
        {"t.csv", "class\na;b\nc;d\n", 2, 0},
        {"t.tsv", "class\na, b\nc, d\n", 2, 0},
        {"t.csv", "time\n10:30\n11:45\n", 2, 0},
        {"t.tsv", "x\tterms\n1\ta,b\n2\tc,d\n", 2, 1},
        {"t.tsv", "x,y\tz,w\n1\ta,b\n2\tc,d\n", 2, 1},
        {"t.csv", "x,terms\n1,a;b\n2,c;d\n", 2, 1},
        {"t.csv", "mean radius,mean area,class\n1,2,u\n3,4,v\n", 2, 2},
        {"t.csv", "a, b, class\n1, 2, u\n3, 4, v\n", 2, 2},
        {"t.csv", "x,time,class\n1,2,10:30\n3,4,11:45\n", 2, 2},
        {"t.csv", "x|y,class\n1,a|b\n3,c|d\n", 2, 1},
        {"t.csv", "x\ty,class\n1,u\tv\n2,w\tz\n", 2, 1},
        {"t.txt", "a,b,class\n1,2,u v\n3,4,w z\n", 2, 2},
        {"t.txt", "class\nu\nv\n", 2, 0},
    };
    for (size_t i = 0; i < LENGTH(tables); i++) {
        ardor_dataset *data = read_named(tables[i].file, tables[i].text, strlen(tables[i].text), NULL);
        if (data->n != tables[i].n || data->p != tables[i].p)
            fail_msg("'%s': %d x %d", tables[i].text, (int)data->n, (int)data->p);
        ardor_dataset_free(data);
    }
    /* Blanks behind commas make no blanks of them, even where rows differ. */
    refuse("a, b, class\n1, 2, u\n3, 4,5, v\n", NULL, ARDOR_DATA, "line 3 has 4 cells, but line 1 has 3");
}

/* Blanks are folded into memory of their own; a note is kept; a refusal costs nothing that lasts. */
static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    const struct {
        const char *text;
        const ardor_read_options *options;
        int status;
    } reads[] = {{"a  b class\n1 \"2\"  u\n3 4 v\n", OPTIONS(.delimiter = "space"), ARDOR_OK},
                 {"a;b;class\n1,5;2;u\n3;4;v\n", OPTIONS(.decimal = ","), ARDOR_OK},
                 {"a;b;class\n1,5;2;u\n3;4;v\n", NULL, ARDOR_DATA},
                 {"1 2:3\n", NULL, ARDOR_DATA}};
    fault f = {0};
    ardor_context *poor = fault_context(&f);
    for (size_t i = 0; i < LENGTH(reads); i++) {
        int rc = ARDOR_MEMORY, failed = 0;
        for (long long k = 1; k == 1 || atomic_load(&f.fired); k++) {
            ardor_dataset *data = NULL;
            const long long live = atomic_load(&f.live);
            ard_remarks_forget(poor);
            fault_reset(&f, k, k % 2);
            rc = ard_table_read_memory(poor, ard_readers, reads[i].text, strlen(reads[i].text), "t", reads[i].options, NULL,
                                       &data);
            failed += rc == ARDOR_MEMORY;
            if (rc != ARDOR_MEMORY && rc != reads[i].status) fail_msg("%d: %s", rc, ardor_context_message(poor));
            ardor_dataset_free(data);
            ard_remarks_forget(poor);
            assert_int_equal(atomic_load(&f.live), live);
        }
        assert_true(rc == reads[i].status && failed > 0);
        fault_reset(&f, 0, false);
    }
    ardor_context_free(poor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_separated_as_asked_for),
        cmocka_unit_test(runs_of_blanks_are_one),
        cmocka_unit_test(blocks_cut_runs_anywhere),
        cmocka_unit_test(other_delimiters_are_refused),
        cmocka_unit_test(decimal_commas_are_read),
        cmocka_unit_test(decimal_commas_in_quotes_may_stand_between_commas),
        cmocka_unit_test(a_given_delimiter_leaves_no_format_to_be_found_out),
        cmocka_unit_test(cells_that_are_no_numbers_say_why),
        cmocka_unit_test(other_separators_are_named),
        cmocka_unit_test(other_separators_are_seen_in_uneven_tables),
        cmocka_unit_test(a_delimiter_that_was_given_is_held_against_the_text_too),
        cmocka_unit_test(tabs_are_seen_where_the_name_says_nothing),
        cmocka_unit_test(wide_tables_are_told_by_their_first_line),
        cmocka_unit_test(numbers_that_fall_apart_are_seen),
        cmocka_unit_test(lines_in_quotes_are_seen),
        cmocka_unit_test(real_tables_are_not_doubted),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
