/* What the columns of a table are: headers, roles at fit and at prediction, lists of columns, empty columns, transposition. */
#include "fault_fixture.h"
#include "api_fixture.h"
#include "base/remark.h"
#include "data/dataset.h"
#include "io/packed.h"
#include "io/reader.h"
#include "io/table.h"

#define OPTIONS(...) (&(ardor_read_options){.size = sizeof(ardor_read_options), __VA_ARGS__})

static ardor_dataset *read_for(const ard_expected *expected, const char *text, const ardor_read_options *options)
{
    ardor_dataset *data = NULL;
    notes[0] = '\0';
    ard_remarks_forget(context);
    int rc = ard_table_read_memory(context, ard_readers, text, strlen(text), "t.csv", options, expected, &data);
    if (rc != ARDOR_OK) fail_msg("%d: %s\n%s", rc, ardor_context_message(context), text);
    return data;
}

/* What the reader alone makes of a table whose labels are in another file. */
static ardor_dataset *read_unlabelled(const char *text, const ardor_read_options *options)
{
    ard_source *source = NULL;
    ardor_dataset *data = NULL;
    notes[0] = '\0';
    assert_int_equal(ard_source_open_memory(context, text, strlen(text), "t.csv", &source), ARDOR_OK);
    if (ard_readers[0]->read(context, source, &(ard_reading){.options = *options}, &data) != ARDOR_OK)
        fail_msg("%s\n%s", ardor_context_message(context), text);
    ard_source_close(source);
    return data;
}

static ardor_dataset *read_text(const char *text, const ardor_read_options *options) { return read_for(NULL, text, options); }

static void refuse_for(const ard_expected *expected, const char *text, const ardor_read_options *options, int status,
                       const char *message)
{
    ardor_dataset *data = (ardor_dataset *)&status;
    ard_source *source = NULL;
    const ard_reading reading = {.options = options ? *options : (ardor_read_options){0}, .expected = expected};
    int rc = ARDOR_OK;
    if (options && options->labels) { /* which are the caller's to read */
        assert_int_equal(ard_source_open_memory(context, text, strlen(text), "t.csv", &source), ARDOR_OK);
        rc = ard_readers[0]->read(context, source, &reading, &data);
        ard_source_close(source);
    } else {
        rc = ard_table_read_memory(context, ard_readers, text, strlen(text), "t.csv", options, expected, &data);
    }
    if (rc != status || !strstr(ardor_context_message(context), message))
        fail_msg("%d '%s' instead of %d '%s'", rc, ardor_context_message(context), status, message);
    assert_null(data);
}

static void refuse(const char *text, const ardor_read_options *options, int status, const char *message)
{
    refuse_for(NULL, text, options, status, message);
}

static void assert_noted(const char *text)
{
    if (!strstr(notes, text)) fail_msg("no note '%s' in\n%s", text, notes);
}

/* "a b c": the features of the table. */
static void assert_features(const ardor_dataset *data, const char *expected)
{
    char names[1000] = "";
    for (int64_t j = 0; j < data->p; j++) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", j ? " " : "", data->feature[j]);
    }
    assert_string_equal(names, expected);
}

static void labels_of_another_file_leave_names_and_features(void **state)
{
    (void)state;
    ardor_dataset *data = read_unlabelled("sample,a,b\ns1,1,2\ns2,3,4\n", OPTIONS(.labels = "l", .target = "x", .group = "g"));
    assert_features(data, "a b");
    assert_null(data->label);
    assert_string_equal(data->id[1], "s2");
    assert_string_equal(data->inputs.id, "sample");
    assert_null(data->inputs.target);
    assert_noted("the names of the samples are taken from the first column, 'sample' (--id says otherwise)");
    ardor_dataset_free(data);
    data = read_unlabelled("a,name,b\n1,s1,2\n3,s2,4\n", OPTIONS(.labels = "l", .id = "name", .weights = "a"));
    assert_features(data, "a b");
    assert_string_equal(data->id[1], "s2");
    assert_null(data->weight);
    ardor_dataset_free(data);
    data = read_unlabelled("s1,1,2\ns2,3,4\n", OPTIONS(.labels = "l", .id = "column of the other"));
    assert_features(data, "x1 x2");
    assert_string_equal(data->id[0], "s1");
    ardor_dataset_free(data);
    data = read_unlabelled(",s1,s2\na,1,2\nb,3,4\n", OPTIONS(.labels = "l", .transpose = 1, .target = "x"));
    assert_features(data, "a b");
    assert_null(data->label);
    assert_string_equal(data->id[0], "s1");
    assert_string_equal(notes, "");
    ardor_dataset_free(data);
    data = read_text("a,b,class\n1,2,x\n3,4,y\n", OPTIONS(.labels = NULL));
    assert_features(data, "a b");
    ardor_dataset_free(data);
    refuse("a,b\n1,2\n", OPTIONS(.labels = NULL, .target = "x"), ARDOR_USAGE, "there is no column 'x'");
}

/* ------------------------------------------------------------------ headers */

static void assert_header(const char *text, const ardor_read_options *options, bool header, const char *features)
{
    ardor_dataset *data = read_text(text, options);
    if ((data->inputs.header == 1) != header) fail_msg("header %d of\n%s", data->inputs.header, text);
    assert_features(data, features);
    assert_noted(header ? "is taken as names of the columns (--no-header: it is data)"
                        : "is taken as data and features are called x1, x2, ... (--header: it is names)");
    ardor_dataset_free(data);
}

#define SIX                                                                                                                      \
    "1.2882,1.4494,0.0663,-0.7645,%s\n0.4779,0.0632,0.1993,0.1334,%s\n0.0050,-0.0647,-1.5058,0.5380,%s\n"                        \
    "1.7030,1.3553,1.2328,0.1988,%s\n-0.3,0.21,0.7,-1.2,%s\n0.9090,-0.3655,0.4,0.3,%s\n"

/* Six rows of four numbers and a label below a first row. */
static const char *below(const char *first, const char *a, const char *b)
{
    static char text[800];
    int used = snprintf(text, sizeof text, "%s", first);
    snprintf(text + used, sizeof text - (size_t)used, SIX, a, b, a, b, b, a);
    return text;
}

/* The same with something in front of each row. */
static const char *beside(const char *first, const char *const *front)
{
    static char text[1000];
    const char *row = below("", "u", "v");
    size_t used = (size_t)snprintf(text, sizeof text, "%s", first);
    for (int i = 0; *row; i++) {
        size_t bytes = strcspn(row, "\n") + 1;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s,%.*s", front[i], (int)bytes, row);
        row += bytes;
    }
    return text;
}

static void numbers_may_be_names(void **state)
{
    (void)state;
    static const char *const names[] = {"s1", "s2", "s3", "s4", "s5", "s6"}, *const index[] = {"0", "1", "2", "3", "4", "5"};
    assert_header(below("0,1,2,3,4\n", "0", "1"), NULL, true, "0 1 2 3");
    assert_header(below("\"0\",\"1\",\"2\",\"3\",\"4\"\r\n", "0", "1"), NULL, true, "0 1 2 3");
    assert_header(below("900,902,904,906,type\n", "u", "v"), NULL, true, "900 902 904 906");
    assert_header(below("4000.5,3900.5,3800.5,3700.5,type\n", "0", "1"), NULL, true, "4000.5 3900.5 3800.5 3700.5");
    assert_header(below("900,902,904,906,907\n", "u", "v"), OPTIONS(.target = "5"), true, "900 902 904 906");
    assert_header(below("83,17,59,41,type\n", "u", "v"), NULL, true, "83 17 59 41");
    assert_header(beside(",900,902,904,906,type\n", names), NULL, true, "900 902 904 906");
    assert_header(beside(",83,17,59,41,type\n", names), NULL, true, "83 17 59 41");
    assert_header(",7,3,9\nr1,2,8,5\nr2,9,2,1\nr3,7,5,9\n", OPTIONS(.no_target = 1), true, "7 3 9");
    assert_header(",7,3,9\n3,2,8,5\n4,9,2,1\n5,7,5,9\n", OPTIONS(.no_target = 1), true, "7 3 9");
    assert_header(beside(",0,1,2,3,4\n", index), NULL, true, "0 1 2 3");
    assert_header("900,902,904,906,908\n.2,.1,.4,.3,.5\n.3,.1,.2,.3,.1\n", OPTIONS(.no_target = 1), true, "900 902 904 906 908");
    /* Without a name to be sure of, names of rows in front make no difference. */
    assert_header(beside("900,902,904,906,907,type\n", index), OPTIONS(.id = "1"), true, "902 904 906 907");
}

/* One column and labels, of which the first row alone may have another one. */
static const char *narrow(const char *first, int n, const char *u, const char *v)
{
    static char text[2000];
    int used = snprintf(text, sizeof text, "%s\n", first);
    for (int i = 0; i < n; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%.2f,%s\n", .37 * i - .01 * i * i, i % 2 ? u : v);
    return text;
}

static void labels_tell_names(void **state)
{
    (void)state;
    assert_header(narrow("0.5,type", 40, "u", "v"), NULL, true, "0.5");
    assert_header(narrow("0.5,type", 6, "u", "v"), NULL, false, "x1");
    assert_header(narrow("0.5,u", 40, "u", "v"), NULL, false, "x1");
    assert_header(narrow("0.5,2", 40, "0", "1"), NULL, true, "0.5");
    assert_header(narrow("0,1", 40, "0", "1"), NULL, true, "0");
    assert_header(narrow("0.1,1", 40, "0", "1"), NULL, false, "x1");
    assert_header(narrow("3,1", 40, "0", "1"), NULL, false, "x1");
}

static void data_stay_data(void **state)
{
    (void)state;
    static const char *const names[] = {"s1", "s2", "s3", "s4", "s5", "s6"};
    const char *rows = below("", "u", "v");
    assert_header(rows, NULL, false, "x1 x2 x3 x4");
    /* Rising by chance, with a label that others have. */
    assert_header(below("-0.8,-.3,.35,.9,u\n", "u", "v"), NULL, false, "x1 x2 x3 x4");
    /* All rise. */
    assert_header("1,2,3,4,5,6,u\n2,3,4,5,6,7,v\n1,3,4,6,7,9,u\n2,4,5,7,9,11,v\n", NULL, false, "x1 x2 x3 x4 x5 x6");
    /* Far from the others, with a label that none of them has: too little to lose a row by. */
    assert_header(below("83.5,17.5,59.5,41.5,w\n", "u", "v"), NULL, false, "x1 x2 x3 x4");
    /* Not all rise, but the columns do. */
    assert_header(
        "1.1,11.4,27.5,1563.7,5082.3,25841.2,0\n0.2,15.2,2.8,1274.5,17344,97685.3,1\n2.2,13.5,245.6,1401.7,538.3,51525,0\n", NULL,
        false, "x1 x2 x3 x4 x5 x6");
    /* One number that comes twice is no name. */
    assert_header(below("1,2,3,3,type\n", "u", "v"), NULL, false, "x1 x2 x3 x4");
    /* Two that rise say nothing. */
    assert_header("1,2,3\n4,1,5\n2,9,3\n5,7,5\n", NULL, false, "x1 x2");
    /* The first cell is missing. */
    assert_header(",1.4494,0.0663,u\n0.4779,0.0632,0.1993,v\n0.0050,-0.0647,-1.5058,u\n", NULL, false, "x1 x2 x3");
    /* One row. */
    assert_header("1,2,3,4,5,6\n", OPTIONS(.no_target = 1), false, "x1 x2 x3 x4 x5 x6");
    assert_header(beside("", names), OPTIONS(.id = "1"), false, "x1 x2 x3 x4");
    /* What is asked for is no guess. */
    ardor_dataset_free(read_text(rows, OPTIONS(.header = -1, .target = "5")));
    assert_string_equal(notes, "");
    ardor_dataset_free(read_text(below("0,1,2,3,4\n", "0", "1"), OPTIONS(.header = 1, .target = "4")));
    assert_string_equal(notes, "");
    ardor_dataset_free(read_text("a,b,class\n1,2,u\n", NULL));
    assert_string_equal(notes, "");
    refuse(beside("", names), NULL, ARDOR_DATA,
           "or one of levels (--onehot), unless the first row is names of columns (--header)");
    refuse("a,b,class\n1,x,u\n", NULL, ARDOR_DATA, "names of rows (--id), or one of levels (--onehot)");
    assert_null(strstr(ardor_context_message(context), "--header"));
}

/* As R's write.table writes a table with names of rows. */
static void a_header_may_lack_the_corner(void **state)
{
    (void)state;
    const char *note = "the first row has one cell less than the others, so the first column is row names";
    ardor_dataset *data = read_text("\"a\",\"b\",\"class\"\n\"r1\",1,2,\"u\"\n\"r2\",3,4,\"v\"\n", NULL);
    assert_features(data, "a b");
    assert_string_equal(data->id[1], "r2");
    assert_noted(note);
    ardor_dataset_free(data);
    data = read_text("a\tb\tclass\r\n1\t1\t2\tu\r\n2\t3\t4\tv\r\n", OPTIONS(.format = "tsv"));
    assert_features(data, "a b");
    assert_noted(note);
    assert_int_equal(data->line[1], 3);
    assert_int_equal(data->inputs.columns_read, 4);
    ardor_dataset_free(data);
    data = read_text("900,902,type\nr1,1,2,u\nr2,3,4,v\n", NULL);
    assert_features(data, "900 902");
    ardor_dataset_free(data);
    data = read_text("s1,s2\nclass,u,v\na,1,2\n", OPTIONS(.transpose = 1));
    assert_features(data, "a");
    assert_string_equal(data->id[1], "s2");
    assert_noted(note);
    ardor_dataset_free(data);
    refuse("a,b,class\nr1,1,2,u\n3,4,v\n", NULL, ARDOR_DATA, "t.csv: line 2 has 4 cells, but line 1 has 3");
    refuse("s1,s2\na,1,2\nb,1\n", OPTIONS(.transpose = 1), ARDOR_DATA, "line 2 has 3 cells, but line 1 has 2");
    refuse("a,class\nr1,1,2,u\n", NULL, ARDOR_DATA, "t.csv: line 2 has 4 cells, but line 1 has 2");
    char text[2000] = "a,b,class\n";
    for (int i = 0; i < 100; i++) sprintf(text + strlen(text), "r%d,1,2,u\n", i);
    strcat(text, "1,2,u\n");
    refuse(text, NULL, ARDOR_DATA, "t.csv: line 102 has 3 cells, but line 2 has 4");
}

static void the_row_of_another_length_is_named(void **state)
{
    (void)state;
    /* Below a header that lacks the corner it is not the second. */
    refuse("a,b,class\nr1,1,2,u\nr2,3,4,v\nr3,5,6\nr4,7,8,u\n", NULL, ARDOR_DATA, "t.csv: line 4 has 3 cells, but line 2 has 4");
    refuse("a,b,class\nr1,1,2\nr2,3,4,v\nr3,5,6,u\n", NULL, ARDOR_DATA, "t.csv: line 2 has 3 cells, but line 3 has 4");
    refuse("s1,s2\na,1,2\nb,1\nc,1,2\n", OPTIONS(.transpose = 1), ARDOR_DATA, "t.csv: line 3 has 2 cells, but line 2 has 3");
    /* Nothing has been guessed before. */
    notes[0] = '\0';
    refuse("# made by x\n# today\na,b,type\n1,2,u\n3,4,v\n", NULL, ARDOR_DATA,
           "t.csv: line 3 has 3 cells, but line 1 has 1: if what stands above the table is a title or comments, take it out");
    refuse("1,2,u\n3,4,v,w,z\n", NULL, ARDOR_DATA, "t.csv: line 2 has 5 cells, but line 1 has 3");
    assert_string_equal(notes, "");
}

static void rows_of_empty_cells_are_refused(void **state)
{
    (void)state;
    static const char message[] = "t.csv: line 3: all its cells are empty: take it out, if it is no row of data";
    refuse("a,b,class\n1,2,u\n,,\n3,4,v\n", NULL, ARDOR_DATA, message);
    refuse("a;b;class\n1;2;u\n\"\"; ;\n", OPTIONS(.delimiter = ";"), ARDOR_DATA, message);
    ardor_dataset *data = read_text("a,b,class\n1,2,u\n,,v\n", NULL);
    assert_int_equal(data->n, 2);
    ardor_dataset_free(data);
    refuse("a,b\n1,2\n,\n", OPTIONS(.no_target = 1), ARDOR_DATA, message); /* no sample that is predicted */
    data = read_text("a\n1\n\"\"\n", OPTIONS(.no_target = 1));             /* a single cell may be missing */
    assert_int_equal(data->n, 2);
    ardor_dataset_free(data);
}

static void numbers_below_no_name_may_be_a_feature(void **state)
{
    (void)state;
    static const char note[] = "t.csv: the first column has no name and is taken as row names; its numbers (";
    static const char *const doubtful[] = {",a,class\n0.5,1,u\n1.5,2,v\n", ",a,class\n7,1,u\n7,2,v\n",
                                           ",a,class\n-1,1,u\n2,2,v\n"};
    static const char *const usual[] = {",a,class\n0,1,u\n1,2,v\n", ",a,class\n12,1,u\n7,2,v\n", ",a,class\ns,1,u\ns,2,v\n",
                                        ",a,class\n1.5,1,u\nx,2,v\n", "a,class\n1.5,u\n2.5,v\n"};
    for (size_t i = 0; i < sizeof doubtful / sizeof *doubtful; i++) {
        ardor_dataset_free(read_text(doubtful[i], NULL));
        assert_noted(note);
    }
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        ardor_dataset_free(read_text(usual[i], NULL));
        assert_null(strstr(notes, note));
    }
    ardor_dataset_free(read_text(",s1,s2\na,1,2\nclass,u,v\n", OPTIONS(.transpose = 1)));
    assert_string_equal(notes, "");
}

/* ------------------------------------------------------------------ roles */

static void groups_may_be_names_of_rows(void **state)
{
    (void)state;
    ardor_dataset *data = read_text("p,a,class\np1,1,u\np1,2,v\np2,3,u\n", OPTIONS(.id = "p", .group = "p"));
    assert_features(data, "a");
    assert_string_equal(data->id[2], "p2");
    assert_int_equal(data->n_groups, 2);
    assert_string_equal(data->inputs.id, "p");
    assert_string_equal(data->inputs.group, "p");
    ardor_dataset_free(data);
    const char *unnamed = ",a,class\np1,1,u\np1,2,v\np2,3,u\n";
    const ardor_read_options *options[] = {OPTIONS(.group = "1"), OPTIONS(.group = ""), OPTIONS(.id = "1", .group = "1")};
    for (int i = 0; i < 3; i++) {
        data = read_text(unnamed, options[i]);
        assert_features(data, "a");
        assert_string_equal(data->id[2], "p2");
        assert_true(data->n_groups == 2 && data->group[2] == 1);
        ardor_dataset_free(data);
    }
    data = read_text("p1,1.5,u\np1,2.5,v\np2,3.5,u\n", OPTIONS(.header = -1, .id = "1", .group = "1"));
    assert_true(data->p == 1 && data->n_groups == 2);
    ardor_dataset_free(data);
    data = read_text("1,a,class\n5,1,u\n6,2,v\n", OPTIONS(.group = "1"));
    assert_string_equal(data->inputs.group, "1");
    assert_null(data->inputs.id);
    ardor_dataset_free(data);
    data = read_text(",a,n,class\np1,1,x,u\np2,2,y,v\n", OPTIONS(.id = "n"));
    assert_features(data, "a");
    assert_string_equal(data->id[1], "y");
    assert_noted("the first column, which has no name, is left out");
    ardor_dataset_free(data);
    refuse("p,a,class\n1,1,u\n", OPTIONS(.id = "p", .weights = "p"), ARDOR_USAGE,
           "column 'p' cannot be used for --weights and something else too");
    refuse("p,a,class\n1,1,u\n", OPTIONS(.target = "p", .group = "p"), ARDOR_USAGE, "cannot be used for --group");
    refuse("p,a,class\n1,1,u\n", OPTIONS(.group = "1"), ARDOR_USAGE, "there is no column '1'; the columns are 'p', 'a', 'class'");
    refuse(",a,class\np,1,u\n,2,v\n", OPTIONS(.group = "1"), ARDOR_DATA, "is a missing group");
}

/* A model that was fitted to a table with these roles, and needs these features. */
#define EXPECTED(FEATURES, ...)                                                                                                  \
    (&(ard_expected){.inputs = &(ard_inputs){__VA_ARGS__},                                                                       \
                     .n_features = sizeof((char *[])FEATURES) / sizeof(char *),                                                  \
                     .feature = (char *[])FEATURES})
#define LIST(...)                                                                                                                \
    {                                                                                                                            \
        __VA_ARGS__                                                                                                              \
    }

static void a_model_knows_the_roles(void **state)
{
    (void)state;
    const ard_expected *m = EXPECTED(LIST("a", "class"), .target = "kind", .id = "p", .weights = "w", .group = "s", .header = 1);
    ardor_dataset *data = read_for(m, "class,a,kind,w,p,s\n1,2,u,3,x,y\n", OPTIONS(.no_target = 1));
    assert_features(data, "class a");
    assert_string_equal(data->inputs.target, "kind");
    assert_true(data->weight[0] == 3 && data->n_groups == 1);
    assert_string_equal(data->id[0], "x");
    ardor_dataset_free(data);
    /* Nothing else is taken for them. */
    data = read_for(m, "class,a,other\n1,2,u\n", OPTIONS(.no_target = 1));
    assert_features(data, "class a other");
    assert_true(!data->label && !data->weight && !data->group && !data->inputs.id);
    ardor_dataset_free(data);
    data = read_for(EXPECTED(LIST("a"), .target = "kind", .header = 1), "class,a\nu,2\n", OPTIONS(.no_target = 1));
    assert_null(data->label);
    ardor_dataset_free(data);
    data = read_for(EXPECTED(LIST("a"), .header = 1), "class,a\nu,2\n", OPTIONS(.no_target = 1));
    assert_null(data->label);
    ardor_dataset_free(data);
    /* But where nothing is known of the table. */
    data = read_for(EXPECTED(LIST("a"), .header = -1), "class,a\nu,2\n", OPTIONS(.no_target = 1));
    assert_string_equal(data->inputs.target, "class");
    ardor_dataset_free(data);
    /* A feature that has the name of the target, in the table of another model. */
    data = read_for(EXPECTED(LIST("kind"), .target = "kind", .header = 1), "kind,a\n1,2\n", OPTIONS(.no_target = 1));
    assert_features(data, "kind a");
    ardor_dataset_free(data);
    /* Row names without a name, unless they are needed. */
    data = read_for(EXPECTED(LIST("a"), .id = "1", .header = 1), ",a\nr,2\n", OPTIONS(.no_target = 1));
    assert_string_equal(data->id[0], "r");
    ardor_dataset_free(data);
    data = read_for(EXPECTED(LIST("unnamed1"), .header = 1), ",a\n1,2\n", OPTIONS(.no_target = 1));
    assert_features(data, "unnamed1 a");
    ardor_dataset_free(data);
    data = read_for(EXPECTED(LIST("a"), .id = "p", .group = "p", .header = 1), "p,a\nr,2\nr,3\n", OPTIONS(.no_target = 1));
    assert_true(data->n_groups == 1 && data->p == 1 && strcmp(data->id[1], "r") == 0);
    ardor_dataset_free(data);
    data = read_for(EXPECTED(LIST("a"), .group = "s", .header = 1), "s,a\n,2\nr,3\n", OPTIONS(.no_target = 1));
    assert_int_equal(data->n_groups, 2);
    ardor_dataset_free(data);
    /* Options win, but for features. */
    data = read_for(m, "class,a,kind,q\n1,2,u,v\n", OPTIONS(.no_target = 1, .target = "q", .id = "kind"));
    assert_string_equal(data->inputs.target, "q");
    assert_string_equal(data->id[0], "u");
    ardor_dataset_free(data);
    const char *table = "class,a,kind\n1,2,u\n";
    refuse_for(m, table, OPTIONS(.no_target = 1, .id = "a"), ARDOR_USAGE,
               "t.csv: --id takes the column 'a', which the model needs as a feature");
    refuse_for(m, table, OPTIONS(.no_target = 1, .target = "class"), ARDOR_USAGE, "--target takes the column 'class', which");
    refuse_for(m, table, OPTIONS(.no_target = 1, .weights = "a"), ARDOR_USAGE, "--weights takes the column 'a', which");
    refuse_for(m, table, OPTIONS(.no_target = 1, .labels = "l", .id = "a"), ARDOR_USAGE, "--id takes the column 'a', which");
    refuse_for(m, table, OPTIONS(.no_target = 1, .labels = "l"), ARDOR_DATA, "name the column of samples with --id");
    refuse_for(m, "g,s1\nclass,1\na,2\n", OPTIONS(.no_target = 1, .transpose = 1, .id = "a"), ARDOR_USAGE,
               "--id takes the column");
    refuse_for(m, "class,a,kind,w\n1,2,u,\n", OPTIONS(.no_target = 1), ARDOR_DATA, "leave the column out with --drop");
    data = read_for(m, "g,s1\nclass,1\na,2\n", OPTIONS(.no_target = 1, .transpose = 1, .id = "g"));
    assert_features(data, "class a");
    assert_string_equal(data->id[0], "s1");
    ardor_dataset_free(data);
}

static void names_that_a_model_needs_are_names(void **state)
{
    (void)state;
    const ard_expected *m = EXPECTED(LIST("17", "5"), .target = "type", .header = 1),
                       *n = EXPECTED(LIST("902"), .target = "type", .header = 1);
    ardor_dataset *data = read_for(m, "5,8,17\n1,2,3\n", OPTIONS(.no_target = 1));
    assert_features(data, "5 8 17");
    assert_noted("the first row ('5', '8', '17') is taken as names of the columns");
    ardor_dataset_free(data);
    data = read_for(n, "900,902,904,906,908\n1,2,3,4,5\n3,4,5,6,7\n", OPTIONS(.no_target = 1, .header = -1));
    assert_features(data, "x1 x2 x3 x4 x5");
    ardor_dataset_free(data);
    /* A model of a table without names takes columns in their order: all, or all but the labels. */
    const ard_expected *x = EXPECTED(LIST("x1", "x4"), .header = 0, .target = "2", .columns_read = 6, .id = "6");
    data = read_for(x, "900,902,904,906,908\n.2,.1,.4,.3,.5\n.3,.1,.2,.3,.1\n", OPTIONS(.no_target = 1));
    assert_features(data, "x1 x2 x3 x4");
    assert_int_equal(data->n, 2);
    assert_string_equal(data->id[0], ".5");
    assert_noted("so they are taken in their order");
    ardor_dataset_free(data);
    data = read_for(x, ".2,u,.1,.4,.3,.5\n.3,v,.1,.2,.3,.1\n", OPTIONS(.no_target = 1));
    assert_features(data, "x1 x2 x3 x4");
    assert_int_equal(data->n, 2);
    assert_string_equal(data->inputs.target, "2");
    assert_string_equal(data->id[0], ".5");
    ardor_dataset_free(data);
    data = read_for(x, "x1,x4\n1,2\n", OPTIONS(.no_target = 1));
    assert_features(data, "x1 x4");
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ lists of columns */

static void assert_left(const char *text, const ardor_read_options *options, const char *features)
{
    ardor_dataset *data = read_text(text, options);
    assert_features(data, features);
    int64_t roles = (data->label != NULL) + (data->weight != NULL) + (data->inputs.id != NULL);
    assert_int_equal(data->inputs.columns_read - data->inputs.columns_dropped, data->p + roles);
    ardor_dataset_free(data);
}

static void columns_are_dropped_and_kept(void **state)
{
    (void)state;
    const char *text = "a,b,a2,text,d,class\n1,2,3,x,5,u\n2,3,4,y,6,v\n";
    assert_left(text, OPTIONS(.drop = "text"), "a b a2 d");
    assert_left(text, OPTIONS(.drop = "a,text,d"), "b a2");
    assert_left(text, OPTIONS(.drop = "a*,text"), "b d");
    assert_left(text, OPTIONS(.drop = "b:text"), "a d");
    assert_left(text, OPTIONS(.drop = "text:b"), "a d");
    assert_left(text, OPTIONS(.drop = " text , d"), "a b a2");
    assert_left(text, OPTIONS(.drop = "t?xt,[bd]"), "a a2");
    assert_left(text, OPTIONS(.keep = "a,d"), "a d");
    assert_left(text, OPTIONS(.keep = "d,a*"), "a a2 d");
    assert_left(text, OPTIONS(.keep = "a:text", .drop = "text"), "a b a2");
    assert_left(text, OPTIONS(.keep = "a:b", .weights = "d"), "a b");
    assert_left("g,s1,s2\na,1,2\nb,x,y\nclass,u,v\n", OPTIONS(.drop = "b", .transpose = 1), "a");
    assert_left("1.5,x,2.5,u\n3.5,y,1.5,v\n", OPTIONS(.drop = "2", .header = -1), "x1 x3");
    assert_left("1.5,x,2.5,u\n3.5,y,1.5,v\n", OPTIONS(.drop = "x2", .header = -1), "x1 x3");
    /* Names that look like something else. */
    text = "\"a,b\",a,b,c:d,c,d,e*,ef,\"a,b,c\",class\n1,2,3,4,5,6,7,8,9,u\n1,2,3,4,5,6,7,8,9,v\n";
    assert_left(text, OPTIONS(.drop = "a,b,c:d,e*"), "a b c d ef a,b,c");
    assert_left(text, OPTIONS(.keep = "b,a"), "a b");
    assert_left(text, OPTIONS(.keep = "d,a,b,c,ef"), "d ef a,b,c");
    assert_left(text, OPTIONS(.keep = "c:d:e*"), "c:d c d e*");
    assert_left(text, OPTIONS(.keep = "a,b:b"), "a b"); /* a, and from b to b */
    text = "\"p,q\",r,\"s,t\",u,class\n1,2,3,4,u\n2,3,4,5,v\n";
    assert_left(text, OPTIONS(.keep = "p,q:r"), "p,q r");
    assert_left(text, OPTIONS(.drop = "s,t:p,q"), "u");
    assert_left(text, OPTIONS(.drop = "u,r:s,t"), "p,q");
    /* Columns without a name, by number. */
    assert_left(",a,,b,class\nr,1,2,3,u\ns,1,2,3,v\n", OPTIONS(.drop = "3"), "a b");
    assert_left(",a,,b,class\nr,1,2,3,u\ns,1,2,3,v\n", OPTIONS(.keep = "3:b"), "unnamed3 b");
    assert_left(",a,,b,class\nr,1,2,3,u\ns,1,2,3,v\n", OPTIONS(.drop = "1"), "a unnamed3 b");
    /* The label by default is another. */
    assert_left("a,b,kind,text\n1,2,u,x\n2,1,v,y\n", OPTIONS(.drop = "text"), "a b");
    assert_noted("the labels are taken from the column 'kind' (--target says otherwise)");
    assert_left("a,kind,class\n1,u,x\n2,v,y\n", OPTIONS(.drop = "class"), "a");
    /* Of two columns of a name both are meant. */
    assert_left("a,b,a,class\n1,2,3,u\n1,2,3,v\n", OPTIONS(.drop = "a"), "b");
}

static void lists_that_match_nothing_are_refused(void **state)
{
    (void)state;
    const char *text = "a,b,w,class\n1,2,3,u\n2,3,4,v\n";
    const ard_expected *m = EXPECTED(LIST("b"), .target = "class", .weights = "w", .header = 1);
    refuse(text, OPTIONS(.drop = "a,c"), ARDOR_USAGE, "t.csv: --drop: there is no column 'c'");
    refuse(text, OPTIONS(.keep = "x*"), ARDOR_USAGE, "t.csv: --keep: no column is like 'x*'");
    refuse(text, OPTIONS(.drop = "a:z"), ARDOR_USAGE, "--drop: there is no column 'a:z'");
    refuse(text, OPTIONS(.drop = "a,,b"), ARDOR_USAGE, "--drop: a name is empty");
    refuse(text, OPTIONS(.drop = "@"), ARDOR_USAGE, "t.csv: --drop: '@' goes before the name of a file");
    refuse(",a,,class\nr,1,2,u\n", OPTIONS(.drop = "2"), ARDOR_USAGE, "t.csv: --drop: there is no column '2'");
    refuse(text, OPTIONS(.drop = ""), ARDOR_USAGE, "--drop: a name is empty");
    refuse(text, OPTIONS(.drop = "1"), ARDOR_USAGE, "--drop: there is no column '1'");
    refuse(text, OPTIONS(.drop = "w", .weights = "w"), ARDOR_USAGE, "--drop leaves out the column 'w', which --weights asks for");
    refuse(text, OPTIONS(.drop = "*"), ARDOR_DATA, "no column is left to hold the labels");
    refuse_for(m, text, OPTIONS(.no_target = 1, .drop = "b"), ARDOR_USAGE,
               "--drop leaves out the column 'b', which the model needs as a feature");
    refuse_for(m, text, OPTIONS(.no_target = 1, .keep = "a"), ARDOR_USAGE,
               "--keep leaves out the column 'b', which the model needs");
    ardor_dataset *data = read_for(m, text, OPTIONS(.no_target = 1, .drop = "w,a"));
    assert_true(!data->weight && data->p == 1);
    ardor_dataset_free(data);
}

static void lists_may_stand_in_a_file(void **state)
{
    (void)state;
    char path[] = "ardor-test-XXXXXX", at[64];
    const char *text = "a,b,\"c,d\",@e,f*,fg,class\n1,2,3,4,5,6,u\n2,3,4,5,6,7,v\n";
    FILE *file = fdopen(mkstemp(path), "w");
    fputs("\xEF\xBB\xBF"
          "a\r\n\r\n\"c,d\"\nf*",
          file);
    fclose(file);
    snprintf(at, sizeof at, "@%s", path);
    assert_left(text, OPTIONS(.keep = at), "a c,d f*");
    snprintf(at, sizeof at, "@e,@%s", path);
    assert_left(text, OPTIONS(.drop = at), "b fg");
    file = fopen(path, "w");
    fputs("a\n\nfg\nf?\n", file);
    fclose(file);
    snprintf(at, sizeof at, "@%s", path);
    refuse(text, OPTIONS(.drop = at), ARDOR_USAGE, ": line 4: there is no column 'f?'");
    ard_bytes plain = {(char *)"b\nfg\n", 5, 0}, packed = {0};
    assert_int_equal(ard_compress(context, "gzip", &plain, &packed), ARDOR_OK);
    file = fopen(path, "w");
    fwrite(packed.data, 1, (size_t)packed.n, file);
    fclose(file);
    ard_free(context, packed.data);
    assert_left(text, OPTIONS(.keep = at), "b fg");
    unlink(path);
    refuse(text, OPTIONS(.drop = at), ARDOR_IO, "cannot be opened");
}

static void long_lists_of_wide_tables_are_read(void **state)
{
    (void)state;
    enum { P = 50000, N = 10000 };
    ard_bytes text = {0}, list = {0};
    char item[32];
    for (int i = -1; i < 2; i++) {
        for (int j = 0; j < P; j++) {
            int n = i < 0 ? snprintf(item, sizeof item, "g%d,", j) : snprintf(item, sizeof item, "%d,", i + j);
            assert_int_equal(ard_bytes_add(context, &text, item, (size_t)n), ARDOR_OK);
        }
        assert_int_equal(ard_bytes_add(context, &text, i < 0 ? "class\n" : "u\n", i < 0 ? 6 : 2), ARDOR_OK);
    }
    for (int j = 0; j < N; j++) {
        int n = snprintf(item, sizeof item, "%sg%d", j ? "," : "", 5 * j);
        assert_int_equal(ard_bytes_add(context, &list, item, (size_t)n), ARDOR_OK);
    }
    assert_int_equal(ard_bytes_add(context, &list, "", 1), ARDOR_OK);
    assert_int_equal(ard_bytes_add(context, &text, "", 1), ARDOR_OK);
    ardor_dataset *data = read_text(text.data, OPTIONS(.keep = list.data));
    assert_int_equal(data->p, N);
    assert_string_equal(data->feature[N - 1], "g49995");
    assert_true(data->x[2 * (N - 1)] == 49995);
    assert_int_equal(data->inputs.columns_dropped, P - N);
    ardor_dataset_free(data);
    ard_free(context, text.data);
    ard_free(context, list.data);
}

/* ------------------------------------------------------------------ empty columns */

static void empty_columns_are_left_out(void **state)
{
    (void)state;
    ardor_dataset *data = read_text("a,class,\r\n1,u,\r\n2,v,\r\n", NULL);
    assert_features(data, "a");
    assert_int_equal(data->inputs.columns_read, 3);
    assert_int_equal(data->inputs.columns_dropped, 1);
    assert_string_equal(notes, "t.csv: 1 column without any value is left out: 'unnamed3'\n");
    ardor_dataset_free(data);
    data = read_text("n,a,o,p,class,q,\n,1,NA,?,u,,\n,2,NA,.,v,,\n", NULL);
    assert_features(data, "a");
    assert_true(data->x[1] == 2);
    assert_string_equal(notes, "t.csv: 5 columns without any value are left out: 'n', 'o', 'p', ...\n");
    ardor_dataset_free(data);
    /* The labels are in the last column that holds something. */
    data = read_text("a,kind,\n1,u,\n2,v,\n", NULL);
    assert_string_equal(data->inputs.target, "kind");
    ardor_dataset_free(data);
    data = read_text("1.5,2.5,u,\n2.5,1.5,v,\n", NULL);
    assert_string_equal(data->inputs.target, "3");
    assert_features(data, "x1 x2");
    ardor_dataset_free(data);
    /* The delimiter may be there in the header alone, or in the rows alone. */
    data = read_text("a,b,class,\n1,2,u\n2,3,v\n", NULL);
    assert_features(data, "a b");
    assert_noted("the first row ends in an empty cell, which the others do not have and which is left out");
    ardor_dataset_free(data);
    data = read_text("a,b,class\n1,2,u,\n2,3,v,\n", NULL);
    assert_features(data, "a b");
    assert_null(data->inputs.id);
    ardor_dataset_free(data);
    refuse("a,b,class,\n1,2,u\n2,3,v,\n", NULL, ARDOR_DATA, "line 2 has 3 cells, but line 1 has 4");
    data = read_text("g,s1,s2,\na,1,2,\nb,NA,NA,\nclass,u,v,\n", OPTIONS(.transpose = 1));
    assert_features(data, "a");
    assert_int_equal(data->n, 2);
    ardor_dataset_free(data);
    data = read_text("g,s1,s2\na,1,2,\nclass,u,v,\n", OPTIONS(.transpose = 1));
    assert_int_equal(data->n, 2);
    assert_null(strstr(notes, "row names"));
    ardor_dataset_free(data);
    /* What the model needs stays, and so does text that nobody needs. */
    data = read_for(EXPECTED(LIST("b"), .header = 1), "a,b,c,d\n1,,,x\n2,,,y\n", OPTIONS(.no_target = 1));
    assert_features(data, "a b d");
    assert_non_null(data->unread[2]);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ turned tables, and guessed labels */

static void tables_that_lie_on_their_side_are_noticed(void **state)
{
    (void)state;
    const ard_expected *m = EXPECTED(LIST("g1", "g3"), .target = "class", .header = 1);
    const char *turned = "gene,s1,s2,s3\ng1,1,2,3\ng2,4,5,6\ng3,7,8,9\n", *plain = "id,g1,g2,g3\ns1,1,2,3\ns2,4,5,6\n";
    const char *hint = "are features in rows and samples in columns? Then --transpose";
    refuse_for(m, turned, OPTIONS(.no_target = 1), ARDOR_DATA,
               "2 of the 2 names that the model needs stand in the first column: are features in rows? Then --transpose");
    refuse_for(m, plain, OPTIONS(.no_target = 1, .transpose = 1), ARDOR_DATA,
               "2 of the 2 names that the model needs stand in the first row: leave out --transpose");
    ardor_dataset_free(read_for(m, turned, OPTIONS(.no_target = 1, .transpose = 1)));
    ardor_dataset_free(read_for(m, plain, OPTIONS(.no_target = 1)));
    refuse(turned, NULL, ARDOR_DATA, hint);
    refuse("gene,s1,s2\nclass,u,v\ng1,1,2\ng2,3,4\n", NULL, ARDOR_DATA, hint);
    refuse("s1,s2\nclass,u,v\ng1,1,2\ng2,3,4\n", NULL, ARDOR_DATA, hint);
    refuse(",s1,s2\ng1,1.5,2.5\ng2,3.5,4.5\ng3,2.5,7.5\n", NULL, ARDOR_DATA, hint);
    refuse("name,a,kind\nr1,1,u\nr2,2,v\n", NULL, ARDOR_DATA, "names of rows (--id)");
    assert_null(strstr(ardor_context_message(context), "--transpose"));
    refuse("u,1,2\nv,2,4\nu,3,6\nv,4,8\nu,5,7\n", OPTIONS(.header = -1), ARDOR_DATA,
           "'u' is not a finite number"); /* labels first */
    assert_null(strstr(ardor_context_message(context), "--transpose"));
    refuse(turned, OPTIONS(.transpose = 1), ARDOR_DATA,
           "t.csv: there is no row 'class': name the row of labels with --target, or their file with --labels");
    refuse("a,b,class\n1,2,u\n2,3,v\n", OPTIONS(.transpose = 1), ARDOR_DATA,
           "the first line holds the name 'class', so samples seem to be in rows: leave out --transpose");
}

static void the_names_of_samples_are_no_line_of_data(void **state)
{
    (void)state;
    const char *message = "holds numbers where the names of the samples should be";
    refuse("g1,1.5,2.5\ng2,3,4\nclass,u,v\n", OPTIONS(.transpose = 1), ARDOR_DATA, message);
    refuse("g1,7,7\ng2,3,4\nclass,u,v\n", OPTIONS(.transpose = 1), ARDOR_DATA, message);
    refuse("g1,1.5,2.5\ng2,3,4\nname,r,s\nclass,u,v\n", OPTIONS(.transpose = 1, .id = "name"), ARDOR_DATA, message);
    refuse_for(EXPECTED(LIST("g1"), .header = 1), "g1,1,2\ng2,3,4\n", OPTIONS(.no_target = 1, .transpose = 1), ARDOR_DATA,
               "the first line begins with 'g1', which the model needs as a feature");
    ardor_dataset *data = read_text("gene,1001,1007,1003\ng2,3,4,5\nclass,u,v,u\n", OPTIONS(.transpose = 1));
    assert_string_equal(data->id[1], "1007");
    assert_noted("the first line ('gene', '1001', ...) is taken as the names of the samples");
    ardor_dataset_free(data);
    data = read_text("gene,1.5,2.5\ng2,3,4\nclass,u,v\n", OPTIONS(.transpose = 1, .header = 1));
    assert_string_equal(data->id[1], "2.5");
    assert_string_equal(notes, "");
    ardor_dataset_free(data);
    data = read_text("gene,1.5,s\ng2,3,4\nclass,u,v\n", OPTIONS(.transpose = 1));
    assert_string_equal(notes, "");
    ardor_dataset_free(data);
}

static void labels_by_guess_are_said_and_doubted(void **state)
{
    (void)state;
    ardor_dataset *data = read_text("a,b,kind\n1,2,u\n3,2,v\n", NULL);
    assert_string_equal(notes, "t.csv: the labels are taken from the column 'kind' (--target says otherwise)\n");
    ardor_dataset_free(data);
    data = read_text("1.5,2,u\n3.5,2,v\n", OPTIONS(.header = -1));
    assert_string_equal(notes, "t.csv: the labels are taken from column 3 (--target says otherwise)\n");
    ardor_dataset_free(data);
    ardor_dataset_free(read_text("Dear all\nu\nv\n", NULL));
    assert_noted(
        "the labels are taken from the column 'Dear all' (--target says otherwise); there is no other (--delimiter says");
    refuse("a,b\n1,1.5\n2,2.5\n3,3.5\n4,4.5\n", NULL, ARDOR_DATA,
           "t.csv: the labels would be the last column, 'b', which has 4 different values in 4 rows: name the column of labels "
           "with --target, or their file with --labels");
    char text[600] = "a,n\n";
    for (int i = 0; i < 30; i++) snprintf(text + strlen(text), sizeof text - strlen(text), "%d,p%d\n", i, i);
    refuse(text, NULL, ARDOR_DATA, "'n', which has 30 different values in 30 rows");
    data = read_text(text, OPTIONS(.target = "n"));
    assert_int_equal(data->n_classes, 30);
    assert_string_equal(notes, "");
    ardor_dataset_free(data);
    data = read_text("a,b\n1,1.5\n2,1.5\n3,0.5\n4,0.5\n", NULL);
    assert_int_equal(data->n_classes, 2);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ memory */

static void survive(const ard_expected *expected, const char *text, const ardor_read_options *options, int wanted)
{
    fault f = {0};
    ardor_context *poor = fault_context(&f);
    const long long live = atomic_load(&f.live);
    for (int lasting = 0; lasting < 2; lasting++) {
        bool fired = true;
        for (long long k = 1; fired; k++) {
            ardor_dataset *data = NULL;
            fault_reset(&f, k, lasting);
            int rc = ard_table_read_memory(poor, ard_readers, text, strlen(text), "t.csv", options, expected, &data);
            fired = atomic_load(&f.fired);
            if (rc != ARDOR_OK) assert_null(data);
            if (rc != wanted && !(fired && rc == ARDOR_MEMORY)) /* a note that is lost fails nothing */
                fail_msg("request %lld: %d: %s", k, rc, ardor_context_message(poor));
            ard_remarks_forget(poor);
            ardor_dataset_free(data);
            assert_int_equal(atomic_load(&f.live), live);
            assert_true(k < 2000);
        }
    }
    fault_reset(&f, 0, false);
    ardor_context_free(poor);
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    char path[] = "ardor-test-XXXXXX", at[64];
    FILE *file = fdopen(mkstemp(path), "w");
    fputs("a\nb\n", file);
    fclose(file);
    snprintf(at, sizeof at, "@%s", path);
    survive(NULL, below("0,1,2,3,4\n", "0", "1"), NULL, ARDOR_OK);
    survive(NULL, "a,b,e,class\nr1,1,2,NA,u\nr2,3,4,NA,v\n", OPTIONS(.group = "1"), ARDOR_OK);
    survive(NULL, "a,b,class\n1,2,u,\n3,4,v,\n", OPTIONS(.drop = "a*"), ARDOR_OK);
    survive(NULL, "a,b,c,\"d,e\",kind\n1,2,3,4,u\n3,4,5,6,v\n", OPTIONS(.keep = at), ARDOR_OK);
    survive(NULL, "a,b,c,\"d,e\",kind\n1,2,3,4,u\n3,4,5,6,v\n", OPTIONS(.keep = "d,e,a:b"), ARDOR_OK);
    survive(NULL, "g,s1,s2\na,1,2,\nclass,u,v,\n", OPTIONS(.transpose = 1), ARDOR_OK);
    survive(NULL, "a,b\n1,1.5\n2,2.5\n3,3.5\n", NULL, ARDOR_DATA);
    survive(EXPECTED(LIST("b"), .group = "s", .id = "s", .header = 1), "a,b,t,s\n1,,x,\n2,,y,q\n", OPTIONS(.no_target = 1),
            ARDOR_OK);
    survive(EXPECTED(LIST("x1"), .header = 0, .target = "6", .columns_read = 6),
            "900,902,904,906,908\n.2,.1,.4,.3,.5\n.3,.1,.2,.3,.1\n", OPTIONS(.no_target = 1), ARDOR_OK);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_of_another_file_leave_names_and_features),
        cmocka_unit_test(numbers_may_be_names),
        cmocka_unit_test(labels_tell_names),
        cmocka_unit_test(data_stay_data),
        cmocka_unit_test(a_header_may_lack_the_corner),
        cmocka_unit_test(the_row_of_another_length_is_named),
        cmocka_unit_test(rows_of_empty_cells_are_refused),
        cmocka_unit_test(numbers_below_no_name_may_be_a_feature),
        cmocka_unit_test(groups_may_be_names_of_rows),
        cmocka_unit_test(a_model_knows_the_roles),
        cmocka_unit_test(names_that_a_model_needs_are_names),
        cmocka_unit_test(columns_are_dropped_and_kept),
        cmocka_unit_test(lists_that_match_nothing_are_refused),
        cmocka_unit_test(lists_may_stand_in_a_file),
        cmocka_unit_test(long_lists_of_wide_tables_are_read),
        cmocka_unit_test(empty_columns_are_left_out),
        cmocka_unit_test(tables_that_lie_on_their_side_are_noticed),
        cmocka_unit_test(the_names_of_samples_are_no_line_of_data),
        cmocka_unit_test(labels_by_guess_are_said_and_doubted),
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
