/* Reading and writing tables: headers, roles, missing cells, damage, transposition, compression, messages. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "listed.h"
#include "table_fixture.h"
#include "data/dataset.h"
#include "io/packed.h"
#include "io/reader.h"
#include "io/table.h"

static double cell(const ardor_dataset *data, int64_t i, int64_t j) { return ardor_dataset_column(data, j)[i]; }

static const char *label(const ardor_dataset *data, int64_t i)
{
    return ardor_dataset_class_name(data, ardor_dataset_label(data, i));
}

static void a_plain_table_is_read(void **state)
{
    (void)state;
    ardor_dataset *data = read_text("a,b,class\n1,2,no\n3.5,-4e-2,yes\n", NULL);
    assert_int_equal(data->n, 2);
    assert_int_equal(data->p, 2);
    assert_true(cell(data, 0, 0) == 1 && cell(data, 0, 1) == 2 && cell(data, 1, 0) == 3.5 && cell(data, 1, 1) == -0.04);
    assert_string_equal(label(data, 1), "yes");
    assert_int_equal(ardor_dataset_label(data, 0), 0);
    assert_string_equal(ardor_dataset_feature_name(data, 1), "b");
    assert_string_equal(ardor_dataset_row_name(data, 1), "2");
    assert_string_equal(data->source, "t.csv");
    assert_int_equal(data->line[1], 3);
    assert_null(data->weight);
    assert_null(data->group);
    ardor_dataset_free(data);
}

static void the_target_is_class_or_the_last_column_or_the_one_asked_for(void **state)
{
    (void)state;
    ardor_dataset *data = read_text("a,class,b\n1,u,2\n", NULL);
    assert_string_equal(label(data, 0), "u");
    assert_string_equal(data->inputs.target, "class");
    assert_string_equal(ardor_dataset_feature_name(data, 1), "b");
    ardor_dataset_free(data);
    data = read_text("a,b,kind\n1,2,u\n", NULL);
    assert_string_equal(label(data, 0), "u");
    assert_string_equal(data->inputs.target, "kind");
    ardor_dataset_free(data);
    data = read_text("kind,a,class\nu,1,2\n", OPTIONS(.target = "kind"));
    assert_string_equal(label(data, 0), "u");
    assert_string_equal(data->inputs.target, "kind");
    assert_string_equal(ardor_dataset_feature_name(data, 1), "class");
    ardor_dataset_free(data);
    data = read_text("a,b,c,w\n1,2,u,3\n", OPTIONS(.weights = "w"));
    assert_string_equal(label(data, 0), "u");
    assert_true(data->weight[0] == 3);
    ardor_dataset_free(data);
    refuse("a,b,kind\n1,2,u\n", OPTIONS(.target = "sort"), ARDOR_USAGE,
           "t.csv: --target: there is no column 'sort'; the columns are 'a', 'b', 'kind'");
    refuse("a,b\n1,2\n", OPTIONS(.target = "a", .id = "a"), ARDOR_USAGE, "column 'a' cannot be used for --id");
    refuse("a,b\n1,2\n", OPTIONS(.weights = "a", .id = "b"), ARDOR_DATA, "no column is left to hold the labels");
}

static void headers_are_found_out(void **state)
{
    (void)state;
    ardor_dataset *data = read_text("1,2,u\n3,4,v\n", NULL);
    assert_int_equal(data->n, 2);
    assert_string_equal(data->inputs.target, "3");
    assert_int_equal(data->inputs.header, 0);
    assert_string_equal(ardor_dataset_feature_name(data, 1), "x2");
    assert_string_equal(label(data, 0), "u");
    ardor_dataset_free(data);
    data = read_text("u,1,?\nv,3,4\n", OPTIONS(.target = "1"));
    assert_int_equal(data->n, 2);
    assert_string_equal(ardor_dataset_feature_name(data, 0), "x1");
    assert_true(isnan(cell(data, 0, 1)));
    ardor_dataset_free(data);
    data = read_text("1,2,class\n3,4,v\n", NULL);
    assert_int_equal(data->n, 1);
    assert_string_equal(ardor_dataset_feature_name(data, 0), "1");
    ardor_dataset_free(data);
    data = read_text("1,2,3\n3,4,5\n", OPTIONS(.header = 1));
    assert_int_equal(data->n, 1);
    ardor_dataset_free(data);
    data = read_text("1,2,3\n3,4,5\n", OPTIONS(.target = "2", .header = 0));
    assert_string_equal(label(data, 1), "4");
    assert_string_equal(ardor_dataset_feature_name(data, 1), "x2");
    ardor_dataset_free(data);
    data = read_text("7,1,2,g,u\n8,3,4,h,v\n", OPTIONS(.id = "1", .group = "4"));
    assert_string_equal(label(data, 1), "v");
    assert_string_equal(ardor_dataset_row_name(data, 1), "8");
    assert_int_equal(data->p, 2);
    refuse("x,1\n", OPTIONS(.header = -1, .target = "2"), ARDOR_DATA, "line 1, column 1 'x1': 'x' is not a finite number");
    refuse("1,2\n", OPTIONS(.header = -1, .target = "3"), ARDOR_USAGE, "give a column number from 1 to 2");
    ardor_dataset_free(data);
}

static void names_weights_and_groups_are_taken(void **state)
{
    (void)state;
    ardor_dataset *data = read_text("patient,a,w,site,class\np1,1,0.5,B,u\np2,2,2,A,v\np3,3,1,B,u\n",
                                    OPTIONS(.id = "patient", .weights = "w", .group = "site"));
    assert_int_equal(data->p, 1);
    assert_string_equal(ardor_dataset_row_name(data, 2), "p3");
    assert_true(data->weight[0] == 0.5 && data->weight[1] == 2);
    assert_int_equal(data->n_groups, 2);
    assert_true(data->group[0] == 0 && data->group[1] == 1 && data->group[2] == 0);
    ardor_dataset_free(data);
    /* As R and pandas write row names. */
    data = read_text("\"\",\"a\",\"class\"\n\"r1\",1,u\n", NULL);
    assert_int_equal(data->p, 1);
    assert_string_equal(ardor_dataset_row_name(data, 0), "r1");
    ardor_dataset_free(data);
    refuse("a,w,class\n1,0,u\n", OPTIONS(.weights = "w"), ARDOR_DATA, "line 2, column 2 'w': '0' is not a case weight");
    refuse("a,w,class\n1,,u\n", OPTIONS(.weights = "w"), ARDOR_DATA, "line 2, column 2 'w': '' is not a case weight");
    refuse("a,g,class\n1,?,u\n", OPTIONS(.group = "g"), ARDOR_DATA, "line 2, column 2 'g': '?' is a missing group");
    refuse("a,b,a\n1,2,3\n", NULL, ARDOR_DATA, "t.csv: line 1: columns 1 and 3 are both named 'a'");
    refuse("gene,s1,s2\na,1,2\n\nclass,u,v\na,3,4\n", OPTIONS(.transpose = 1), ARDOR_DATA,
           "t.csv: lines 2 and 5 are both named 'a': rename one, or leave both out (--drop)");
    ardor_dataset_free(read_text("gene,s1,s2\na,1,2\n\nclass,u,v\na,3,4\n", OPTIONS(.transpose = 1, .drop = "a")));
    refuse("\n\na,a\n1,2\n", OPTIONS(.target = "a"), ARDOR_DATA, "line 3: columns 1 and 2 are both named 'a'");
    data = read_text("a,,c,class\n1,2,3,u\n", NULL);
    assert_string_equal(ardor_dataset_feature_name(data, 1), "unnamed2");
    assert_string_equal(last_note, "t.csv: 1 column without a name; the first is called 'unnamed2'");
    ardor_dataset_free(data);
}

static void missing_cells_are_nan(void **state)
{
    (void)state;
    ardor_dataset *data = read_text("a,b,c,d,e,f,g,class\n,NA,na,NaN,nan,?,.,u\n1,1,1,1,1,1,1,v\n", NULL);
    for (int j = 0; j < 7; j++) assert_true(isnan(cell(data, 0, j)) && cell(data, 1, j) == 1);
    ardor_dataset_free(data);
    refuse("a,class\n1,u\n2,\n", NULL, ARDOR_DATA, "t.csv: line 3, column 2 'class': '' is a missing label");
    data = read_text("a,class\n1,u\n2,NA\n", OPTIONS(.no_target = 1));
    assert_int_equal(ardor_dataset_label(data, 1), -1);
    ardor_dataset_free(data);
}

static void tables_to_predict_need_no_labels(void **state)
{
    (void)state;
    ardor_dataset *data = read_text("a,b\n1,2\n", OPTIONS(.no_target = 1));
    assert_int_equal(data->p, 2);
    assert_null(data->label);
    assert_null(data->inputs.target);
    assert_int_equal(ardor_dataset_label(data, 0), -1);
    ardor_dataset_free(data);
    data = read_text("a,class,b\n1,u,2\n", OPTIONS(.no_target = 1));
    assert_int_equal(data->p, 2);
    assert_string_equal(label(data, 0), "u");
    ardor_dataset_free(data);
    data = read_text("1,2\n3,4\n", OPTIONS(.no_target = 1));
    assert_true(data->n == 2 && data->p == 2);
    ardor_dataset_free(data);
    refuse("a,b\n1,2\n", OPTIONS(.no_target = 1, .target = "t"), ARDOR_USAGE, "there is no column 't'");
}

static void bad_cells_are_named(void **state)
{
    (void)state;
    refuse("age,class\n1,u\n1,u\nabc,u\n", NULL, ARDOR_DATA, "t.csv: line 4, column 1 'age': 'abc' is not a finite number");
    const char *infinite[] = {"inf", "-Infinity", "1e999", "-1e400"};
    for (int i = 0; i < 4; i++) {
        char text[80], message[80];
        snprintf(text, sizeof text, "age,b,class\n1,1,u\n2,%s,u\n", infinite[i]);
        snprintf(message, sizeof message, "t.csv: line 3, column 2 'b': '%s' is not a finite number", infinite[i]);
        refuse(text, NULL, ARDOR_DATA, message);
    }
    refuse("age,class\n\"a\x01\nb\",u\n", NULL, ARDOR_DATA, "'a\\x01\\x0Ab' is not");
    refuse("age,class\n0123456789012345678901234567890123456789x,u\n", NULL, ARDOR_DATA,
           "'0123456789012345678901234567890123456789...' is not");
    refuse("age,class\n1 2,u\n", NULL, ARDOR_DATA, "'1 2' is not");
    refuse("a\xE9,class\n1,u\n", NULL, ARDOR_DATA, "the feature name 'a\\xE9' is not UTF-8");
    refuse("a,class\n1,\xFF\n", NULL, ARDOR_DATA, "the class name '\\xFF' is not UTF-8");
    refuse("a,c\xFF\n1,u\n2,v\n", NULL, ARDOR_DATA, "the target column's name 'c\\xFF' is not UTF-8: convert the file");
    refuse("i\xFF,a,class\nr,1,u\n", &(ardor_read_options){.size = sizeof(ardor_read_options), .id = "i\xFF"}, ARDOR_DATA,
           "the id column's name 'i\\xFF' is not UTF-8");
    refuse("w\xFF,a,class\n1,1,u\n", &(ardor_read_options){.size = sizeof(ardor_read_options), .weights = "w\xFF"}, ARDOR_DATA,
           "the weights column's name 'w\\xFF' is not UTF-8");
    refuse("g\xFF,a,class\n1,1,u\n", &(ardor_read_options){.size = sizeof(ardor_read_options), .group = "g\xFF"}, ARDOR_DATA,
           "the group column's name 'g\\xFF' is not UTF-8");
}

static void lines_are_physical_lines(void **state)
{
    (void)state;
    refuse("\"a\nb\",class\n1,u\n\n\nx,u\n", NULL, ARDOR_DATA, "line 6, column 1 'a\\x0Ab': 'x'");
    refuse("a,class\r\n1,u\r\n\r\nx,u\r\n", NULL, ARDOR_DATA, "line 4, column 1 'a': 'x'");
    refuse("a,class\r1,u\r\rx,u\r", NULL, ARDOR_DATA, "line 4, column 1 'a': 'x'");
    refuse("a,class\r\n1,\"u\r\nv\"\r\n1,\"w\n\n\"\r\nx,u", NULL, ARDOR_DATA, "line 7, column 1 'a': 'x'");
    refuse("a,class\n1,u\n\"x\n\n\",u", NULL, ARDOR_DATA, "line 3, column 1 'a': 'x");
    refuse("a,b,class\n1,2,u\n\n1,2\n", NULL, ARDOR_DATA, "t.csv: line 4 has 2 cells, but line 1 has 3");
    refuse("a,b,class\n1,2,u\n1,2,3,u\n", NULL, ARDOR_DATA, "t.csv: line 3 has 4 cells, but line 1 has 3");
    refuse("1,2,3\n1,2,3,u\n", OPTIONS(.header = -1), ARDOR_DATA, "t.csv: line 2 has 4 cells, but line 1 has 3");
    refuse("a,b,class\n1\n", NULL, ARDOR_DATA, "t.csv: line 2 has 1 cell, but");
}

static void quotes_and_marks_are_understood(void **state)
{
    (void)state;
    ardor_dataset *data = read_text("\xEF\xBB\xBF\"a,\"\"1\"\"\", b ,class\r\n\"1\", 2 ,\"u, v\"", NULL);
    assert_string_equal(ardor_dataset_feature_name(data, 0), "a,\"1\"");
    assert_string_equal(ardor_dataset_feature_name(data, 1), "b");
    assert_string_equal(label(data, 0), "u, v");
    assert_true(cell(data, 0, 1) == 2);
    ardor_dataset_free(data);
}

static void the_format_is_taken_from_name_or_option(void **state)
{
    (void)state;
    const char *text = "a\tb\tclass\n1\t\tu v\n1\t2\tu v\n";
    ardor_dataset *data = read_text(text, OPTIONS(.format = "tsv"));
    assert_true(cell(data, 0, 0) == 1 && isnan(cell(data, 0, 1)));
    assert_string_equal(label(data, 0), "u v");
    ardor_dataset_free(data);
    const char *names[] = {"t.tsv", "t.TSV.gz", "dir.csv/t.tab", "t.tsv.xz"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(ard_table_read_memory(context, ard_readers, text, strlen(text), names[i], NULL, NULL, &data), ARDOR_OK);
        assert_int_equal(data->p, 2);
        ardor_dataset_free(data);
    }
    refuse(text, NULL, ARDOR_DATA, "t.csv: looks separated by tabs, not by commas: read it with --format tsv");
    char words[LISTED];
    refuse(text, OPTIONS(.format = "xls"), ARDOR_USAGE, listed_unknown_format(ard_readers, words));
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    refuse("", NULL, ARDOR_DATA, "t.csv: the file is empty");
    refuse("\n \n\t\n", NULL, ARDOR_DATA, "t.csv: the file is empty");
    refuse("\xEF\xBB\xBF", NULL, ARDOR_DATA, "t.csv: the file is empty");
    refuse("a,b,class\n", NULL, ARDOR_DATA, "t.csv: there is a header but no data rows");
    refuse("a,b,class\n", OPTIONS(.no_target = 1), ARDOR_DATA, "t.csv: there is a header but no data rows");
    refuse_bytes("a,class\n1,\0u\n", 13, NULL, ARDOR_DATA, "t.csv: line 2 holds a NUL byte");
    refuse("a,class\n1,u\n\"2,u\n3,u\n", NULL, ARDOR_DATA, "the row at line 3 has a quote that is never closed");
    refuse("a,class\n1,u\n2\"3,u\n", NULL, ARDOR_DATA, "line 3: a quote inside an unquoted cell");
    refuse("a,class\n1,u\n\"2\"3,u\n", NULL, ARDOR_DATA, "line 3: a quote inside an unquoted cell");
    size_t size = 3000000;
    char *text = malloc(size);
    memset(text, '1', size);
    memcpy(text, "a,class\n\"", 9);
    refuse_bytes(text, size, NULL, ARDOR_DATA, "the row at line 2 has a cell of more than a million bytes");
    free(text);
    ardor_dataset *data = NULL;
    assert_int_equal(ardor_dataset_read(context, "/nonexistent/t.csv", NULL, &data), ARDOR_IO);
    assert_string_equal(ardor_context_message(context), "/nonexistent/t.csv: cannot be opened: No such file or directory");
    assert_int_equal(ardor_dataset_read(context, "/", NULL, &data), ARDOR_IO);
    assert_int_equal(ardor_dataset_read(context, NULL, NULL, &data), ARDOR_USAGE);
}

static void labels_alone_are_a_table_without_features(void **state)
{
    (void)state;
    ardor_dataset *data = read_text("class\nu\nv\n", NULL);
    assert_int_equal(data->p, 0);
    assert_int_equal(data->n, 2);
    assert_int_equal(data->n_classes, 2);
    ardor_dataset_free(data);
    data = read_text("kind\nu\nv\n", NULL);
    assert_true(data->p == 0 && data->n == 2 && data->n_classes == 2);
    ardor_dataset_free(data);
    data = read_text("u\nv\n", OPTIONS(.header = -1));
    assert_true(data->p == 0 && data->n == 2);
    ardor_dataset_free(data);
}

static void wide_tables_are_read(void **state)
{
    (void)state;
    enum { P = 100000 };
    ard_bytes text = {0};
    char item[32];
    for (int i = -1; i < 2; i++) {
        for (int j = 0; j < P; j++) {
            int n = i < 0 ? snprintf(item, sizeof item, "g%d,", j) : snprintf(item, sizeof item, "%d.5,", i * P + j);
            assert_int_equal(ard_bytes_add(context, &text, item, (size_t)n), ARDOR_OK);
        }
        assert_int_equal(ard_bytes_add(context, &text, i < 0 ? "class\n" : "u\n", i < 0 ? 6 : 2), ARDOR_OK);
    }
    ardor_dataset *data = read_bytes(text.data, (size_t)text.n, NULL);
    assert_int_equal(data->p, P);
    assert_true(cell(data, 1, P - 1) == 2 * P - 1 + 0.5);
    assert_string_equal(ardor_dataset_feature_name(data, P - 1), "g99999");
    ardor_dataset_free(data);
    ard_free(context, text.data);
}

static void transposed_tables_are_turned(void **state)
{
    (void)state;
    const char *text = "gene,s1,s2,s3\ng1,1,2,3\nclass,u,v,u\ng2,4,,6\n";
    ardor_dataset *data = read_text(text, OPTIONS(.transpose = 1));
    assert_int_equal(data->n, 3);
    assert_int_equal(data->p, 2);
    assert_true(cell(data, 2, 0) == 3 && cell(data, 2, 1) == 6 && isnan(cell(data, 1, 1)));
    assert_string_equal(label(data, 1), "v");
    assert_string_equal(data->inputs.target, "class");
    assert_string_equal(ardor_dataset_row_name(data, 1), "s2");
    assert_string_equal(ardor_dataset_feature_name(data, 1), "g2");
    assert_true(data->transposed && data->line[0] == 2 && data->line[2] == 4); /* columns */
    ardor_dataset_free(data);
    data = read_text(",s1,s2\ng1,1,2\nw,1,2\nstate,u,v\n", OPTIONS(.transpose = 1, .weights = "w", .target = "state"));
    assert_true(data->p == 1 && data->weight[1] == 2);
    assert_string_equal(label(data, 0), "u");
    ardor_dataset_free(data);
    data = read_text(",s1,s2\ng1,1,2\nname,A,B\nclass,u,v\n", OPTIONS(.transpose = 1, .id = "name"));
    assert_true(data->p == 1);
    assert_string_equal(ardor_dataset_row_name(data, 1), "B");
    ardor_dataset_free(data);
    refuse("gene,s1,s2\ng1,1,2\ng2,3,x\nclass,u,v\n", OPTIONS(.transpose = 1), ARDOR_DATA,
           "t.csv: line 3 'g2', column 3: 'x' is not a finite number");
    refuse("gene,s1,s2\ng1,1,2\ng2,3\n", OPTIONS(.transpose = 1), ARDOR_DATA, "line 3 has 2 cells, but line 1 has 3");
    refuse("gene,s1,s2\ng1,1,2\n", OPTIONS(.transpose = 1, .header = -1), ARDOR_USAGE, "transposed table needs names");
    refuse("gene\ng1\n", OPTIONS(.transpose = 1), ARDOR_DATA, "no data rows");
    refuse("gene,s1\n", OPTIONS(.transpose = 1), ARDOR_DATA, "there is no row 'class': name the row of labels with --target");
    refuse("", OPTIONS(.transpose = 1), ARDOR_DATA, "the file is empty");
}

static void the_positive_class_is_moved(void **state)
{
    (void)state;
    ardor_dataset *data = read_text("a,class\n1,u\n2,v\n", OPTIONS(.positive = "u"));
    assert_int_equal(ardor_dataset_label(data, 0), 1);
    assert_string_equal(ardor_dataset_class_name(data, 1), "u");
    ardor_dataset_free(data);
    refuse("a,class\n1,u\n2,v\n", OPTIONS(.positive = "w"), ARDOR_USAGE, "there is no class 'w'");
}

static void compressed_files_are_recognised_by_content(void **state)
{
    (void)state;
    const char *filters[] = {"gzip", "zstd", "xz"};
    ard_bytes half[2] = {{(char *)"a,b,class\n1,2,u\n", 16, 0}, {(char *)"3,4,v\n5,6,w\n", 12, 0}};
    for (int f = 0; f < 3; f++) {
        ard_bytes packed = {0};
        assert_int_equal(ard_compress(context, filters[f], &half[0], &packed), ARDOR_OK);
        int64_t member = packed.n;
        /* Equal input gives equal bytes: gzip's header has room for a time, which must stay 0. */
        if (f == 0) assert_memory_equal(packed.data + 4, "\0\0\0", 4);
        assert_int_equal(ard_compress(context, filters[f], &half[1], &packed), ARDOR_OK);
        ardor_dataset *data = read_bytes(packed.data, (size_t)packed.n, NULL);
        assert_int_equal(data->n, 3);
        assert_true(cell(data, 2, 1) == 6);
        ardor_dataset_free(data);
        for (int64_t cut = 4; cut < packed.n; cut++) {
            if (cut == member) continue;
            int rc = ard_table_read_memory(context, ard_readers, packed.data, (size_t)cut, "t.csv", NULL, NULL, &data);
            if (rc == ARDOR_OK) fail_msg("%s cut to %d of %d bytes was read", filters[f], (int)cut, (int)packed.n);
        }
        ard_free(context, packed.data);
    }
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    const double x[] = {0.1 + 0.2, NAN, -1e-300, 1e22, 5, 1};
    const char *names[] = {"plain", "a,\"b\"\tc"}, *labels[] = {" u", "v\nw", NULL};
    const char *files[] = {"t.csv", "t.tsv", "t.csv.gz", "t.tsv.zst", "t.csv.xz"};
    const int first_byte[] = {'p', 'p', 0x1f, 0x28, 0xfd};
    ardor_dataset *data = NULL, *back = NULL;
    char directory[] = "ardor-test-XXXXXX", path[64];
    assert_non_null(mkdtemp(directory));
    assert_int_equal(ardor_dataset_from_arrays(context, 3, 2, x, 3, labels, names, NULL, &data), ARDOR_OK);
    for (int f = 0; f < 5; f++) {
        snprintf(path, sizeof path, "%s/%s", directory, files[f]);
        assert_int_equal(ardor_dataset_write(context, data, path), ARDOR_OK);
        assert_int_equal(ardor_dataset_read(context, path, OPTIONS(.no_target = 1), &back), ARDOR_OK);
        assert_int_equal(back->n, 3);
        assert_int_equal(back->p, 2);
        for (int i = 0; i < 6; i++) assert_true(back->x[i] == x[i] || (isnan(x[i]) && isnan(back->x[i])));
        for (int j = 0; j < 2; j++) assert_string_equal(ardor_dataset_feature_name(back, j), names[j]);
        for (int i = 0; i < 2; i++) assert_string_equal(label(back, i), labels[i]);
        assert_int_equal(ardor_dataset_label(back, 2), -1);
        assert_null(data->inputs.target);
        assert_string_equal(back->inputs.target, "class");
        assert_true(ard_dataset_hash(back) == ard_dataset_hash(data));
        ardor_dataset_free(back);
        FILE *file = fopen(path, "rb");
        assert_int_equal(fgetc(file), first_byte[f]);
        fclose(file);
        unlink(path);
    }
    ardor_dataset_free(data);
    snprintf(path, sizeof path, "%s/t.csv", directory);
    const double one[] = {1, NAN};
    assert_int_equal(ardor_dataset_from_arrays(context, 2, 1, one, 2, NULL, NULL, NULL, &data), ARDOR_OK);
    assert_int_equal(ardor_dataset_write(context, data, path), ARDOR_OK);
    assert_int_equal(ardor_dataset_read(context, path, OPTIONS(.no_target = 1), &back), ARDOR_OK);
    assert_true(back->n == 2 && isnan(cell(back, 1, 0)));
    ardor_dataset_free(back);
    ardor_dataset_free(data);
    unlink(path);
    const char *class_feature[] = {"class"};
    assert_int_equal(ardor_dataset_from_arrays(context, 2, 1, one, 2, labels, class_feature, NULL, &data), ARDOR_OK);
    assert_int_equal(ardor_dataset_write(context, data, path), ARDOR_USAGE);
    ardor_dataset_free(data);
    rmdir(directory);
}

/* An allocator that fails from the k-th request on. */
static long requests_left;
static void *failing_resize(void *user, void *pointer, size_t bytes)
{
    (void)user;
    if (bytes == 0) {
        free(pointer);
        return NULL;
    }
    return requests_left-- > 0 ? realloc(pointer, bytes) : NULL;
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    const char *text = "patient,a,,w,site,class\np1,1,1,0.5,B,u\np2,2,?,2,A,v\np3,3,1,1,B,u\n";
    const ardor_read_options *options[] = {OPTIONS(.id = "patient", .weights = "w", .group = "site", .positive = "u"),
                                           OPTIONS(.transpose = 1)};
    for (int transposed = 0; transposed < 2; transposed++) {
        const char *input = transposed ? "g,s1,s2\na,1,2\nb,3,?\nclass,u,v\n" : text;
        int rc = ARDOR_MEMORY;
        for (long k = 0; rc != ARDOR_OK; k++) {
            ardor_context_config config = {.size = sizeof config, .resize = failing_resize};
            ardor_context *poor = NULL;
            ardor_dataset *data = NULL;
            requests_left = 1;
            assert_int_equal(ardor_context_new(&config, &poor), ARDOR_OK);
            requests_left = k;
            rc = ard_table_read_memory(poor, ard_readers, input, strlen(input), "t.csv", options[transposed], NULL, &data);
            if (rc != ARDOR_OK) assert_null(data);
            if (rc != ARDOR_OK && rc != ARDOR_MEMORY) fail_msg("request %ld: %d: %s", k, rc, ardor_context_message(poor));
            requests_left = 0;
            ardor_dataset_free(data);
            ardor_context_free(poor);
            assert_true(k < 1000);
        }
    }
}

static void the_shared_sets_are_read(void **state)
{
    (void)state;
    const struct {
        const char *name;
        int64_t n, p;
        int classes, first, missing;
    } sets[] = {{"colon-alon", 62, 2000, 2, 22, 0},
                {"leukemia-golub", 72, 7129, 2, 47, 0},
                {"wbc-biopsy", 699, 9, 2, 458, 16},
                {"iris", 150, 4, 3, 50, 0},
                {"raetsch-banana", 5300, 2, 2, 2924, 0}};
    char path[600];
    for (size_t s = 0; s < sizeof sets / sizeof *sets; s++) {
        ardor_dataset *data = NULL;
        snprintf(path, sizeof path, "%s/../shared/data/%s/%s.csv.gz", ARDOR_SOURCE_DIR, sets[s].name, sets[s].name);
        if (access(path, R_OK) != 0) {
            print_message("%s is absent\n", path);
            skip();
        }
        double start = ard_now();
        assert_int_equal(ardor_dataset_read(context, path, NULL, &data), ARDOR_OK);
        print_message("%s: %.1f ms\n", sets[s].name, 1e3 * (ard_now() - start));
        int first = 0, missing = 0;
        for (int64_t i = 0; i < data->n; i++) first += data->label[i] == 0;
        for (int64_t i = 0; i < data->n * data->p; i++) missing += isnan(data->x[i]);
        assert_true(data->n == sets[s].n && data->p == sets[s].p && data->n_classes == sets[s].classes);
        assert_int_equal(first, sets[s].first);
        assert_int_equal(missing, sets[s].missing);
        ardor_dataset_free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_table_is_read),
        cmocka_unit_test(the_target_is_class_or_the_last_column_or_the_one_asked_for),
        cmocka_unit_test(headers_are_found_out),
        cmocka_unit_test(names_weights_and_groups_are_taken),
        cmocka_unit_test(missing_cells_are_nan),
        cmocka_unit_test(tables_to_predict_need_no_labels),
        cmocka_unit_test(bad_cells_are_named),
        cmocka_unit_test(lines_are_physical_lines),
        cmocka_unit_test(quotes_and_marks_are_understood),
        cmocka_unit_test(the_format_is_taken_from_name_or_option),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(labels_alone_are_a_table_without_features),
        cmocka_unit_test(wide_tables_are_read),
        cmocka_unit_test(transposed_tables_are_turned),
        cmocka_unit_test(the_positive_class_is_moved),
        cmocka_unit_test(compressed_files_are_recognised_by_content),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(every_failing_allocation_is_survived),
        cmocka_unit_test(the_shared_sets_are_read),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
