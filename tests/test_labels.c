/* Labels in a file of their own: which columns it has, how samples are found, what does not fit, .cls files. */
#include "fault_fixture.h"
#include "api_fixture.h"
#include "base/remark.h"
#include "data/dataset.h"
#include "io/labels.h"
#include "io/reader.h"
#include "io/table.h"

#define READ(...) (&(ardor_read_options){.size = sizeof(ardor_read_options), __VA_ARGS__})
#define OPTIONS(...) READ(.labels = "l.csv", __VA_ARGS__)
#define PLAIN READ(.labels = "l.csv")

/* Three samples, as a table with a name in each row: s1, s2, s3; and turned. */
static const char TABLE[] = "sample,g1,g2\ns1,1,2\ns2,3,4\ns3,5,6\n";
static const char TURNED[] = "gene,s1,s2,s3\ng1,1,3,5\ng2,2,4,6\n";

/* A table and its labels, named t.csv and options->labels, from memory. */
static int join(ardor_context *c, const char *table, const char *text, const ardor_read_options *options,
                const ard_expected *expected, ardor_dataset **out)
{
    ard_source *source = NULL;
    ard_labels *labels = NULL;
    ard_reading reading = {.options = *options, .expected = expected};
    reading.options.no_target = reading.options.no_target || expected;
    int rc = ard_source_open_memory(c, text, strlen(text), options->labels, &source);
    *out = NULL;
    if (rc == ARDOR_OK) rc = ard_labels_read(c, ard_readers, source, &reading, &labels);
    ard_source_close(source);
    source = NULL;
    if (rc == ARDOR_OK) rc = ard_source_open_memory(c, table, strlen(table), "t.csv", &source);
    ard_reading rest = labels ? ard_labels_reading(labels, &reading) : reading;
    rest.options.delimiter = NULL; /* of the tables of these tests it is known */
    if (rc == ARDOR_OK) rc = ard_readers[0]->read(c, source, &rest, out);
    if (rc == ARDOR_OK) rc = ard_labels_attach(labels, &reading, *out);
    if (rc == ARDOR_OK) rc = ard_dataset_check(*out);
    if (rc != ARDOR_OK) {
        ardor_dataset_free(*out);
        *out = NULL;
    }
    ard_source_close(source);
    ard_labels_free(labels);
    return rc;
}

static ardor_dataset *joined(const char *table, const char *text, const ardor_read_options *options, const ard_expected *expected)
{
    ardor_dataset *data = NULL;
    notes[0] = '\0';
    ard_remarks_forget(context);
    if (join(context, table, text, options, expected, &data) != ARDOR_OK)
        fail_msg("%s\n%s%s", ardor_context_message(context), table, text);
    return data;
}

static void refuse_for(const char *table, const char *text, const ardor_read_options *options, const ard_expected *expected,
                       int status, const char *message)
{
    ardor_dataset *data = NULL;
    int rc = join(context, table, text, options, expected, &data);
    const char *said = ardor_context_message(context);
    if (rc != status || !strstr(said, message) || strchr(said, '\n'))
        fail_msg("%d '%s' instead of %d '%s'\n%s%s", rc, said, status, message, table, text);
}

static void refuse(const char *table, const char *text, const ardor_read_options *options, int status, const char *message)
{
    refuse_for(table, text, options, NULL, status, message);
}

/* "a b -": the classes of the rows, "-" where there is none. */
static void expect_labels(ardor_dataset *data, const char *expected)
{
    char got[200] = "";
    for (int64_t i = 0; i < data->n; i++) {
        size_t used = strlen(got);
        snprintf(got + used, sizeof got - used, "%s%s", i ? " " : "",
                 data->label[i] < 0 ? "-" : data->class_name[data->label[i]]);
    }
    assert_string_equal(got, expected);
}

static void expect(const char *table, const char *text, const ardor_read_options *options, const char *expected)
{
    ardor_dataset *data = joined(table, text, options, NULL);
    expect_labels(data, expected);
    assert_true(data->x[data->n] == 2 && data->x[2] == 5);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ files as they are */

static void samples_are_matched_by_name(void **state)
{
    (void)state;
    expect(TABLE, "name,class\ns3,b\ns1,a\ns2,b\n", PLAIN, "a b b");
    expect(TURNED, "name,class\ns3,b\ns1,a\ns2,b\n", OPTIONS(.transpose = 1), "a b b");
    expect(TABLE, "\xEF\xBB\xBFname,class\r\n\"s3\",b\r\n\r\n\"s1\",\"a\"\r\ns2,b\r\n,\r\n", PLAIN, "a b b");
    expect(TABLE, ",class\ns3,b\ns1,a\ns2,b\n", PLAIN, "a b b"); /* pandas */
    expect(TABLE, "\"\"\t\"class\"\n\"s3\"\t\"b\"\n\"s1\"\t\"a\"\n\"s2\"\t\"b\"\n", READ(.labels = "l.tsv"), "a b b");
    expect(TABLE, "\"batch\",\"class\"\n\"s3\",1,\"b\"\n\"s1\",2,\"a\"\n\"s2\",2,\"b\"\n", PLAIN, "a b b"); /* R */
    expect(TABLE, "class\ns3,b\ns1,a\ns2,b\n", PLAIN, "a b b");
    expect(TABLE, "name,class\ns3,b,\ns1,a,\ns2,b,\n", PLAIN, "a b b"); /* trailing delimiters */
    expect(TABLE, "name,class,\ns3,b,\ns1,a,\ns2,b,\n", PLAIN, "a b b");
}

static void cells_are_separated_as_the_name_the_option_or_the_first_line_say(void **state)
{
    (void)state;
    expect(TABLE, "name\tclass\ns3\tb\ns1\ta\ns2\tb,c\n", READ(.labels = "l.txt"), "a b,c b");
    assert_non_null(strstr(notes, "l.txt: tabs separate the cells, as its first line has them"));
    expect(TABLE, "name;class\ns3;b\ns1;a\ns2;b\n", PLAIN, "a b b");
    assert_non_null(strstr(notes, "l.csv: semicolons separate the cells"));
    expect(TABLE, "name|class\ns3|b\ns1|a\ns2|b\n", PLAIN, "a b b");
    assert_non_null(strstr(notes, "l.csv: bars separate the cells, as its first line has them"));
    expect(TABLE, "\"name\" \"class\"\n\"s3\" \"b\"\n\"s1\"  \"a\"\n\"s2\" \"b\"\n", PLAIN, "a b b");
    assert_non_null(strstr(notes, "l.csv: blanks separate the cells, as its first line has them"));
    expect(TABLE, "name;class\ns3;b\ns1;a\ns2;b\n", OPTIONS(.delimiter = ";"), "a b b");
    assert_null(strstr(notes, "l.csv"));
    expect(TABLE, "\"na,me\"\tclass\ns3\tb\ns1\ta\ns2\tb\n", PLAIN, "a b b");
    expect(TABLE, "name,class\ns3,b\ns1,a\ns2,b\n", READ(.labels = "l", .delimiter = "tab"), "a b b");
    expect(TABLE, "name,class\ns3,b\ns1,a\ns2,b\n", OPTIONS(.delimiter = "tab"), "a b b");
    expect(TABLE, "name  class\ns3 b\ns1\ta\ns2 b\n", READ(.labels = "l.txt", .delimiter = "space"), "a b b");
    ardor_dataset *data =
        joined("s;g\ns1;1,5\ns2;2,5\n", "s;class;w\ns1;a;0,5\ns2;b;2\n", OPTIONS(.decimal = ",", .weights = "w"), NULL);
    assert_true(data->weight[0] == .5 && data->x[0] == 1.5);
    ardor_dataset_free(data);
    refuse(TABLE, "PK\003\004", READ(.labels = "l.xlsx"), ARDOR_DATA, "l.xlsx: ");
    refuse(TABLE, "{\"format\": \"ardor-model\"}\n", READ(.labels = "l.json"), ARDOR_DATA, "l.json: ");
}

static void columns_have_roles(void **state)
{
    (void)state;
    const char *text = "sample,tissue,who,id,age,w,group,sex\n"
                       "s2,b,p1,B,40,2,x,f\ns3,b,p2,C,50,3,y,f\ns1,a,p1,A,60,1.5,x,m\n";
    ardor_dataset *data = joined(TABLE, text, OPTIONS(.target = "tissue", .group = "who", .weights = "w"), NULL);
    expect_labels(data, "a b b");
    assert_string_equal(data->inputs.target, "tissue");
    assert_string_equal(data->inputs.group, "who");
    assert_string_equal(data->inputs.weights, "w");
    assert_string_equal(data->inputs.id, "id");
    assert_string_equal(data->id[0], "A");
    assert_string_equal(data->id[2], "C");
    assert_true(data->weight[0] == 1.5 && data->weight[1] == 2 && data->weight[2] == 3);
    assert_true(data->n_groups == 2 && data->group[0] == 0 && data->group[1] == 0 && data->group[2] == 1);
    assert_non_null(strstr(notes,
                           "l.csv: 'tissue' has the labels, 'id' has the names of rows, 'w' has the case weights, 'who' has "
                           "the groups; 3 other columns are ignored: 'age', 'group', 'sex'\n"));
    assert_int_equal(data->inputs.rows_read, 3);
    assert_int_equal(data->inputs.rows_dropped, 0);
    ardor_dataset_free(data);
    data = joined(TABLE, "id,class,group\ns1,a,x\ns2,b,x\ns3,b,y\n", OPTIONS(.positive = "a"), NULL);
    expect_labels(data, "a b b");
    assert_string_equal(data->class_name[1], "a");
    assert_string_equal(data->inputs.group, "group");
    assert_string_equal(data->id[0], "s1");
    assert_non_null(strstr(notes, "l.csv: 'class' has the labels, 'id' has the names of rows, 'group' has the groups\n"));
    ardor_dataset_free(data);
    data = joined(TURNED, "name,class,who\ns3,b,q\ns1,a,p\ns2,b,p\n", OPTIONS(.id = "who", .group = "who", .transpose = 1), NULL);
    assert_string_equal(data->id[1], "p");
    assert_string_equal(data->id[2], "q");
    assert_int_equal(data->n_groups, 2);
    assert_string_equal(data->inputs.id, "who");
    assert_string_equal(notes, "");
    ardor_dataset_free(data);
}

/* --id may name a column of either file, or the same in both. */
static void rows_are_called_as_id_says(void **state)
{
    (void)state;
    ardor_dataset *data = joined("g1,g2,s\n1,2,s1\n3,4,s2\n5,6,s3\n", "n,class\ns1,a\ns2,b\ns3,b\n", OPTIONS(.id = "s"), NULL);
    expect_labels(data, "a b b");
    assert_string_equal(data->inputs.id, "s");
    ardor_dataset_free(data);
    data = joined("g1,g2,s\n1,2,s1\n3,4,s2\n5,6,s3\n", "s,class\ns1,a\ns2,b\ns3,b\n", OPTIONS(.id = "s"), NULL);
    expect_labels(data, "a b b");
    ardor_dataset_free(data);
    data = joined(TABLE, "n,class,s\ns1,a,x\ns2,b,y\ns3,b,y\n", OPTIONS(.id = "s"), NULL);
    assert_string_equal(data->id[2], "y");
    ardor_dataset_free(data);
    data = joined("n,s,g\ns1,7,1\ns2,8,2\n", "n,class,s\ns1,a,x\ns2,b,y\n", OPTIONS(.id = "s"), NULL);
    assert_string_equal(data->id[1], "y");
    assert_int_equal(data->p, 2);
    ardor_dataset_free(data);
    refuse(TABLE, "n,class\ns1,a\ns2,b\ns3,b\n", OPTIONS(.id = "nobody"), ARDOR_USAGE,
           "--id: there is no column 'nobody' in l.csv, nor in t.csv");
}

/* ------------------------------------------------------------------ what does not fit */

static void columns_that_are_not_there_are_named(void **state)
{
    (void)state;
    refuse(TABLE, "", PLAIN, ARDOR_DATA, "l.csv: the file is empty");
    refuse(TABLE, "name,class\n", PLAIN, ARDOR_DATA, "l.csv: there is a header but no samples");
    refuse(TABLE, "s1,a\ns2,b\ns3,b\n", PLAIN, ARDOR_USAGE,
           "l.csv: which column has the labels? Its first line is the header, and has no 'class' but 's1', 'a': name one with "
           "--target");
    refuse(TABLE, "s,Class\ns1,a\n", OPTIONS(.target = "x"), ARDOR_USAGE,
           "l.csv: --target: there is no column 'x'; the columns are 's', 'Class'");
    refuse(TABLE, "s,class\ns1,a\n", OPTIONS(.group = "x"), ARDOR_USAGE, "l.csv: --group: there is no column 'x'");
    refuse(TABLE, "s,class\ns1,a\n", OPTIONS(.weights = "g1"), ARDOR_USAGE, "l.csv: --weights: there is no column 'g1'");
    refuse(TABLE, "s,class\ns1,a\n", OPTIONS(.weights = "class", .target = "class"), ARDOR_USAGE,
           "l.csv: column 'class' cannot be used for --weights and something else too");
    refuse(TABLE, "s,class\ns1,a\n", OPTIONS(.target = "s"), ARDOR_USAGE, "l.csv: column 's' cannot be used for --target");
    refuse(TABLE, "s,class,class\ns1,a,b\n", PLAIN, ARDOR_DATA,
           "l.csv: line 1: columns 2 and 3 are both named 'class': rename one");
    refuse(TABLE, "s,class\ns1,a\ns2\n", PLAIN, ARDOR_DATA, "l.csv: line 3 has 1 cell, but line 1 has 2");
    refuse(TABLE, "s,class\ns1,a,b,c\n", PLAIN, ARDOR_DATA, "l.csv: line 2 has 4 cells, but line 1 has 2");
    refuse(TABLE, "s,class,w\ns1,a,1\ns2,b,0\ns3,b,1\n", OPTIONS(.weights = "w"), ARDOR_DATA,
           "l.csv: line 3, column 3 'w': '0' is not a case weight");
    refuse(TABLE, "s,class,p\ns1,a,1\ns3,b,NA\ns2,b,0\n", OPTIONS(.group = "p"), ARDOR_DATA,
           "l.csv: line 3, column 3 'p': a missing group");
    refuse(TABLE, "s,class\ns1,a\ns2,b\ns3,b\n", OPTIONS(.positive = "c"), ARDOR_USAGE, "there is no class 'c'");
}

static void samples_and_labels_must_be_the_same(void **state)
{
    (void)state;
    refuse(TABLE, "n,class\n\ns1,a\ns3,b\ns1,b\n", PLAIN, ARDOR_DATA, "l.csv: line 5: sample 's1' is there already (line 3)");
    refuse(TABLE, "n,class\ns1,a\n,b\n", PLAIN, ARDOR_DATA, "l.csv: line 3: the sample has no name");
    refuse("s,g\na,1\nb,2\na,3\n", "n,class\na,1\nb,2\n", PLAIN, ARDOR_DATA,
           "t.csv: line 4: sample 'a' is there already (line 2)");
    refuse(TABLE, "n,class\ns1,a\ns3,b\n", PLAIN, ARDOR_DATA,
           "l.csv does not fit the samples of t.csv: 1 sample without a row ('s2'); both must have the same samples");
    refuse(TABLE, "n,class\ns1,NA\ns2,\ns3,b\n", PLAIN, ARDOR_DATA,
           ": 2 samples without a label ('s1' in line 2, 's2' in line 3); ");
    refuse(TABLE, "n,class\ns1,a\ns2,b\ns3,b\nx4,a\nx5,a\nx6,a\nx7,b\n", PLAIN, ARDOR_DATA,
           ": 4 rows without a sample ('x4' in line 5, 'x5' in line 6, 'x6' in line 7, ...); ");
    refuse(
        TABLE, "n,class\ns1,a\ns2,?\nx,b\n", PLAIN, ARDOR_DATA,
        ": 1 sample without a row ('s3'), 1 sample without a label ('s2' in line 3), 1 row without a sample ('x' in line 4); ");
}

static void names_that_nearly_match_are_told(void **state)
{
    (void)state;
    const char *const row[][3] = {
        {"S1", "s1", "1 matches if case is ignored ('s1' is 'S1' there)"},
        {"1-a b", "X1.a.b", "1 matches if R's make.names is applied to both"},
        {"a", "a.CEL.gz", "1 matches if endings like .CEL.gz are taken off ('a.CEL.gz' is 'a' there)"},
        {"a", "\"'a \"", "1 matches if blanks and quotes around them are taken off"},
        {"GSM12", "GSM12_liver_2.CEL", "1 matches if all behind the accession (GSM and its number) is taken off"},
        {"TCGA-1", "tcga.1", "1 matches if case is ignored and R's make.names is applied to both"},
        {"a", "b", "both must have the same samples: add or take out what one of them lacks"}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        char table[200], text[200];
        snprintf(table, sizeof table, "s,g\n%s,1\nother,2\n", row[k][1]);
        snprintf(text, sizeof text, "s,class\n%s,a\nother,b\n", row[k][0]);
        refuse(table, text, PLAIN, ARDOR_DATA, row[k][2]);
    }
}

static void names_that_stand_elsewhere_are_found(void **state)
{
    (void)state;
    const char *text = "n,class,title\na,x,s1\nb,y,s2\nc,y,s3\n", *labels = "n,class\ns1,a\ns2,b\ns3,b\n";
    refuse(TABLE, text, PLAIN, ARDOR_DATA, "its column 3, 'title', has 3 of the names: make it the first one");
    refuse(TURNED, labels, PLAIN, ARDOR_DATA,
           "3 of the names are in the first line of t.csv, whose samples are in columns: add --transpose");
    refuse(TABLE, labels, OPTIONS(.transpose = 1), ARDOR_DATA,
           "in the first column of t.csv, whose samples are in rows: leave --transpose out");
}

static void labels_in_the_table_too_are_no_features(void **state)
{
    (void)state;
    const char *labels = "n,class,tissue\ns1,a,x\ns2,b,y\n";
    refuse("s,g,class\ns1,1,a\ns2,2,b\n", labels, PLAIN, ARDOR_DATA,
           "t.csv: 'class' would be a feature, and has the name of the labels, which --labels l.csv gives: leave it out (--drop "
           "class)");
    refuse("s,g,tissue\ns1,1,2\ns2,2,1\n", labels, OPTIONS(.target = "tissue"), ARDOR_DATA, "t.csv: 'tissue' would be a feature");
    refuse("s,g,class\ns1,1,2\ns2,2,1\n", labels, OPTIONS(.target = "tissue"), ARDOR_DATA, "t.csv: 'class' would be a feature");
    refuse("g,s1,s2\ng1,1,2\nclass,a,b\n", labels, OPTIONS(.transpose = 1), ARDOR_DATA, "t.csv: 'class' would be a feature");
    ardor_dataset *data = joined("s,g,class\ns1,1,2\ns2,2,1\n", labels, PLAIN,
                                 &(ard_expected){.inputs = &(ard_inputs){.target = (char *)"tissue"}});
    expect_labels(data, "x y"); /* what the model learnt; of its features nothing is asked here */
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ prediction */

static void rows_to_predict_need_no_label(void **state)
{
    (void)state;
    char tissue[] = "tissue", who[] = "who", w[] = "w";
    const ard_expected expected = {.inputs = &(ard_inputs){.target = tissue, .group = who, .weights = w}};
    const char *text = "n,class,tissue,who,w\ns3,no,b,p,2\ns1,no,NA,p,NA\n";
    ardor_dataset *data = joined(TABLE, text, PLAIN, &expected);
    expect_labels(data, "- - b");
    assert_string_equal(data->inputs.target, "tissue");
    assert_true(data->weight[0] == 1 && data->weight[1] == 1 && data->weight[2] == 2);
    assert_null(data->group);
    assert_non_null(strstr(notes, "l.csv: 2 of 3 samples have no label in it: predicted, and not compared\n"));
    ardor_dataset_free(data);
    text = "n,class,tissue,who,w\ns3,no,b,p,2\ns1,no,NA,p,1\n";
    data = joined(TABLE, text, OPTIONS(.target = "class"), &expected);
    expect_labels(data, "no - no");
    ardor_dataset_free(data);
    data = joined(TABLE, "n,class\ns3,b\ns1,a\ns2,a\n", PLAIN, &expected);
    expect_labels(data, "a a b");
    assert_null(strstr(notes, "predicted, and not compared"));
    ardor_dataset_free(data);
    refuse_for(TABLE, "n,tissue\ns3,b\nx,a\n", PLAIN, &expected, ARDOR_DATA,
               "l.csv does not fit the samples of t.csv: 1 row without a sample ('x' in line 3); both");
    refuse_for(TABLE, "n,other\ns3,b\n", PLAIN, &expected, ARDOR_USAGE, "name one with --target");
}

static void a_first_line_that_is_no_header_is_told(void **state)
{
    (void)state;
    refuse(TABLE, "s3,b\ns1,a\ns2,b\n", PLAIN, ARDOR_USAGE,
           "has no 'class' but 's3', 'b': name one with --target; 'b' of it is there again in line 3: if it is a sample, put a "
           "line");
    /* The same where that advice was followed with the wrong half of it. */
    refuse(TABLE, "s3,b\ns1,a\ns2,b\n", OPTIONS(.target = "b"), ARDOR_DATA,
           "1 sample without a row ('s3'); the first line of l.csv, which is the header, names 's3': put a line with names");
    refuse(TABLE, "name,s3,s1,s2\nage,1,2,3\nclass,b,a,b\n", PLAIN, ARDOR_USAGE,
           "name one with --target; 'class' stands in its first column (line 3): turn the table, so that samples are in rows");
    refuse(TABLE, "s3,s1,s2\nage,1,2,3\nkind,b,a,b\n", OPTIONS(.target = "kind"), ARDOR_USAGE,
           "the columns are '', 's3', 's1', 's2'; 'kind' stands in its first column (line 3): turn the table");
    refuse(TABLE, "name,kind\ns3,b\ns1,a\ns2,b\n", PLAIN, ARDOR_USAGE, "'name', 'kind': name one with --target");
    assert_null(strchr(ardor_context_message(context), ';'));
}

/* ------------------------------------------------------------------ .cls */

static void labels_of_a_cls_file_are_in_order(void **state)
{
    (void)state;
    expect(TABLE, "3 2 1\n# tumour normal\n0 1 1\n", READ(.labels = "l.cls"), "tumour normal normal");
    assert_non_null(
        strstr(notes, "l.cls: labels are taken in the order of the samples, from 'tumour' for 's1' to 'normal' for 's3'\n"));
    assert_null(strstr(notes, "GenePattern"));
    expect(TURNED, "3\t2\t1\r\n#\ttumour\tnormal\r\nnormal\ttumour\tnormal\r\n", OPTIONS(.transpose = 1), "normal tumour normal");
    expect(TABLE,
           "\xEF\xBB\xBF"
           "3 2 1\n#tumour normal\n\na b b",
           READ(.labels = "l"), "tumour normal normal");
    expect(TABLE, "3 2 1\r# 1 0\r0 0 1\r", READ(.labels = "l.txt"), "0 0 1");
    expect(TABLE, " 3  2 1 \n# x y\n0 1 0\n", READ(.labels = "l.cls"), "x y x");
}

static void files_that_nearly_are_cls_are_no_tables(void **state)
{
    (void)state;
    expect(TABLE, "3 2\n# x y\n0 1 0\n", READ(.labels = "l.cls"), "x y x");
    expect(TABLE, "3\t2\t0\n#x\ty\n0 1 0\n", READ(.labels = "l.cls"), "x y x");
    refuse(TABLE, "3 2 1\nx y\n0 1 1\n", READ(.labels = "l.cls"), ARDOR_DATA, "l.cls: the second line begins with '#' and names");
    expect(TABLE, "1\t2\ns3\tb\ns1\ta\ns2\tb\n", READ(.labels = "l.tsv", .target = "2"), "a b b");
}

static void numbers_of_a_cls_file_count_classes_from_their_first_use(void **state)
{
    (void)state;
    expect(TABLE, "3 2 1\n# x y\n1 0 1\n", READ(.labels = "l.cls"), "x y x");
    assert_non_null(strstr(
        notes, "l.cls: '1', the first label used, is the first class, 'x', as GSEA has it; by their values, as in GenePattern"));
    expect(TABLE, "3 2 1\n# x y\n2 1 1\n", READ(.labels = "l.cls"), "x y y");
    assert_non_null(strstr(notes, "GenePattern"));
    expect(TABLE, "3 2 1\n# x y\n1 2 1\n", READ(.labels = "l.cls"), "x y x");
    assert_null(strstr(notes, "GenePattern"));
}

static void damaged_cls_files_are_refused(void **state)
{
    (void)state;
    const ardor_read_options *options = READ(.labels = "l.cls");
    refuse(TABLE, "#numeric\n#age\n1 2 3\n", options, ARDOR_DATA, "l.cls: '#numeric': a continuous .cls file");
    refuse(TABLE, "3 0 1\n# x y\n0 1 1\n", options, ARDOR_DATA, "l.cls: line 1 begins with two numbers above 0");
    refuse(TABLE, "3 2 1\n# x\n0 1 1\n", options, ARDOR_DATA, "l.cls: line 1 says that there are 2 classes, and there are 1");
    refuse(TABLE, "3 2 1\n# x y\n0 1\n", options, ARDOR_DATA, "l.cls: line 1 says that there are 3 samples, and there are 2");
    refuse(TABLE, "3 2 1\n# x y\n0 1 2\n", options, ARDOR_DATA,
           "l.cls: line 1 says that there are 2 classes, and the labels are 3");
    refuse(TABLE, "3 2 1\n# x y\n0 0 0\n", options, ARDOR_DATA, "2 classes, and the labels are 1");
    refuse(TABLE, "3 2 1\n# x x\n0 0 1\n", options, ARDOR_DATA, "l.cls: two classes are named 'x'");
    refuse(TABLE, "4 2 1\n# x y\n0 0 1 1\n", options, ARDOR_DATA,
           "l.cls: it has 4 labels, in the order of the samples, and t.csv has 3 samples");
    refuse(TURNED, "3 2 1\n# x y\n0 0 1\n", options, ARDOR_DATA, "t.csv has 2 samples and as many features: add --transpose?");
    refuse(TABLE, "3 2 1\n# x y\n0 0 1\n", READ(.labels = "l.cls", .group = "p"), ARDOR_USAGE,
           "l.cls: --group p: a .cls file has labels and no columns");
    refuse(TABLE, "3 2 1\n# x y\n0 0 1\n", READ(.labels = "l.cls", .id = "p"), ARDOR_USAGE, "--id: there is no column 'p'");
}

/* ------------------------------------------------------------------ everything may fail */

static void survive(const char *text, const ardor_read_options *options, int wanted)
{
    fault f = {0};
    ardor_context *poor = fault_context(&f);
    const long long live = atomic_load(&f.live);
    bool fired = true;
    for (long long k = 1; fired; k++) {
        ardor_dataset *data = NULL;
        fault_reset(&f, k, true);
        int rc = join(poor, TABLE, text, options, NULL, &data);
        fired = atomic_load(&f.fired);
        if (rc != wanted && !(fired && rc == ARDOR_MEMORY)) /* a note that is lost fails nothing */
            fail_msg("request %lld: %d: %s", k, rc, ardor_context_message(poor));
        ard_remarks_forget(poor);
        ardor_dataset_free(data);
        assert_int_equal(atomic_load(&f.live), live);
    }
    fault_reset(&f, 0, false);
    ardor_context_free(poor);
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    survive("s,class,id,group,w\ns1,a,x,g,1\ns2,b,y,g,2\ns3,b,z,h,1\n", OPTIONS(.weights = "w"), ARDOR_OK);
    survive("s,class\nS1,a\ns2,b\nx,b\n", PLAIN, ARDOR_DATA);
    survive("3 2 1\n# x y\n1 0 1\n", PLAIN, ARDOR_OK);
}

static void two_files_are_one_table(void **state)
{
    (void)state;
    char table[] = "/tmp/ardor-table-XXXXXX", labels[] = "/tmp/ardor-labels-XXXXXX";
    const char *text = "n,class\ns1,a\ns3,b\ns2,b\n";
    ardor_dataset *data = NULL;
    ardor_read_options options = {.size = sizeof options, .labels = labels};
    const int file[2] = {mkstemp(table), mkstemp(labels)};
    assert_true(write(file[0], TABLE, strlen(TABLE)) > 0 && write(file[1], text, strlen(text)) > 0);
    close(file[0]);
    close(file[1]);
    assert_int_equal(ardor_dataset_read(context, table, &options, &data), ARDOR_OK);
    expect_labels(data, "a b b");
    ardor_dataset_free(data);
    unlink(labels);
    assert_int_equal(ardor_dataset_read(context, table, &options, &data), ARDOR_IO);
    options.labels = "-";
    assert_int_equal(ardor_dataset_read(context, "-", &options, &data), ARDOR_USAGE);
    unlink(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_matched_by_name),
        cmocka_unit_test(cells_are_separated_as_the_name_the_option_or_the_first_line_say),
        cmocka_unit_test(columns_have_roles),
        cmocka_unit_test(rows_are_called_as_id_says),
        cmocka_unit_test(columns_that_are_not_there_are_named),
        cmocka_unit_test(samples_and_labels_must_be_the_same),
        cmocka_unit_test(names_that_nearly_match_are_told),
        cmocka_unit_test(names_that_stand_elsewhere_are_found),
        cmocka_unit_test(labels_in_the_table_too_are_no_features),
        cmocka_unit_test(rows_to_predict_need_no_label),
        cmocka_unit_test(a_first_line_that_is_no_header_is_told),
        cmocka_unit_test(labels_of_a_cls_file_are_in_order),
        cmocka_unit_test(files_that_nearly_are_cls_are_no_tables),
        cmocka_unit_test(numbers_of_a_cls_file_count_classes_from_their_first_use),
        cmocka_unit_test(damaged_cls_files_are_refused),
        cmocka_unit_test(every_failing_allocation_is_survived),
        cmocka_unit_test(two_files_are_one_table),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
