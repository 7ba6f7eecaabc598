/* Foreign formats: each is named by what it begins with, whatever the file is called and plain or compressed; tables that begin
 * nearly so are read. */
#include "table_fixture.h"

#include <stdlib.h>

#include "io/packed.h"
#include "io/splits.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

typedef struct sample {
    const char *name; /* what the message says after "is"; NULL: it is none */
    const char *bytes;
    size_t size;
} sample;

#define BYTES(NAME, TEXT)                                                                                                        \
    {                                                                                                                            \
        NAME, TEXT, sizeof TEXT - 1                                                                                              \
    }

/* As programs write them. */
static const sample foreign[] = {
    BYTES("an Excel workbook (xlsx)",
          "PK\3\4\x14\0\6\0\10\0\0\0!\0bA\x9F\x8B\x5E\1\0\0\x90\4\0\0\x13\0\0\0[Content_Types].xml..PK\3\4xl/workbook.xml"),
    BYTES("an Excel workbook (xlsx)",
          "PK\3\4\x14\0\0\0\10\0\0\0?\0aMb\x81\x95\0\0\0\xBB\0\0\0\x10\0\0\0docProps/app.xml...PK\3\4.xl/worksheets/sheet1.xml"),
    BYTES("an OpenDocument spreadsheet", "PK\3\4\x14\0\0\0\0\0..mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK\3\4"),
    BYTES("an Office document", "PK\3\4\x14\0\6\0\10\0\0\0!\0..[Content_Types].xml...word/document.xml"),
    BYTES(
        "an archive of NumPy arrays",
        "PK\3\4\x2D\0\0\0\0\0\0\0!\0\xD8\x1D\xE4\xB6\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\5\0\x14\0x.npy\1\0\x10\0..\x93NUMPY\1\0v\0"),
    BYTES("an archive of NumPy arrays",
          "PK\3\4\x2D\0\0\0\10\0\0\0!\0\xD8\x1D\xE4\xB6\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\5\0\x14\0x.npy\1\0\x10\0.."),
    BYTES("a zip archive", "PK\3\4\x14\0\0\0\0\0\x9E\xA0|]\xA2\x1F\x9F\x9A!\1\0\0!\1\0\0\5\0\0\0t.csvg1,g2,class\n"),
    BYTES("a zip archive", "PK\5\6\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
    BYTES("an Excel workbook (xls)", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0\0\0"),
    BYTES("HDF5", "\x89HDF\r\n\x1A\n\0\0\0\0\0\10\10\0"),
    BYTES("a NumPy array (npy)", "\x93NUMPY\1\0v\0{'descr': '<f8', 'fortran_order': False, 'shape': (12, 3), }"),
    BYTES("R data (rds)", "X\n\0\0\0\3\0\4\2\2\0\3\5\0\0\0\0\5UTF-8"),
    BYTES("R data (rds)", "A\n3\n262658\n197888\n5\nUTF-8\n787\n4\n"),
    BYTES("R data (rds)", "A\n2\n262658\n131840\n787\n4\n"),
    BYTES("R data (rds)", "B\n\3\0\0\0\2\2\4\0"),
    BYTES("R data (RData)", "RDX3\nX\n\0\0\0\3\0\4\2\2"),
    BYTES("R data (RData)", "RDA3\nA\n3\n262658\n197888\n"),
    BYTES("Parquet", "PAR1\x15\4\x15\x10\x15\x14L\x15"),
    BYTES("Feather or Arrow", "ARROW1\0\0\xFF\xFF\xFF\xFF"),
    BYTES("Feather or Arrow", "FEA1\0\0\0\0\0\0"),
    BYTES("an SPSS data set", "$FL2@(#) SPSS DATA FILE"),
    BYTES("a Stata data set", "<stata_dta><header><release>118</release>"),
    BYTES("a Stata data set", "r\1\1\0\4\0\f\0\0\0"),
    BYTES("a SAS data set", "\0\0\0\0\0\0\0\0\0\0\0\0\xC2\xEA\x81\x60\xB3\x14\x11\xCF"),
    BYTES("an SQLite database", "SQLite format 3\0\x10\0\1\1"),
    BYTES("a pickle of Python", "\x80\4\x95X\3\0\0\0\0\0\0\x8C\x11pandas.core.frame"),
    BYTES("a pickle of Python", "\x80\2cpandas.core.frame\nDataFrame\n"),
    BYTES("a PDF document", "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n"),
    BYTES("an RTF document", "{\\rtf1\\ansi a,b,class\\par}"),
    BYTES("compressed with bzip2", "BZh91AY&SY\xC6\x9C"),
    BYTES("compressed with lz4", "\x04\x22\x4D\x18\x64\x40\xA7"),
    BYTES("compressed with lzip", "LZIP\1\x0C"),
    BYTES("compressed with lzma", "\x5D\0\0\x80\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\x33"),
    BYTES("compressed with compress (.Z)", "\x1F\x9D\x90g"),
    BYTES("compressed with zlib", "\x78\x9Ck`\x99\x9A\2\0\1\2"),
    BYTES("a 7-Zip archive", "7z\xBC\xAF\x27\x1C\0\4"),
    BYTES("a RAR archive", "Rar!\x1A\7\1\0"),
    BYTES("UTF-16 text", "\xFF\xFEg\0001\0,\0c\0l\0a\0s\0s\0\n\0"),
    BYTES("UTF-16 text", "\xFE\xFF\0g\0001\0,\0c\0\n"),
    BYTES("UTF-16 text", "g\0001\0,\0c\0l\0a\0s\0s\0\n\0"),
    BYTES("UTF-16 text", "\0g\0001\0,\0c\0l\0a\0s\0s\0\n"),
    BYTES("UTF-32 text", "\xFF\xFE\0\0g\0\0\0001\0\0\0,\0\0\0"),
    BYTES("a document of ardor itself", "{\n  \"format\": \"ardor-model\",\n  \"version\": 5,\n"),
    BYTES("a document of ardor itself", "{\"format\":\"ardor-records\",\"version\":1}\n{\"cell\": 0}\n"),
    BYTES("JSON", "{\"g1\":{\"0\":0.34,\"1\":-1.3},\"class\":{\"0\":\"ctl\"}}"),
    BYTES("JSON", "[{\"g1\":0.3456,\"class\":\"ctl\"},{\"g1\":null,\"class\":\"a \\\" b\"}]\n"),
    BYTES("JSON", "{\"g1\":0.3456,\"class\":\"ctl\"}\n{\"g1\":-1.3032,\"class\":\"case\"}\n"),
    BYTES("JSON", "\n [[1, 2.5, -3e5],\n [4, NaN, true]]\n"),
    BYTES("JSON", "{\n  \"cut\": [1, 2, \"off"),
    BYTES("a web page (HTML)", "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\">\n<HTML><HEAD><TITLE>404, Not Found</TITLE>"),
    BYTES("a web page (HTML)", "\r\n\r\n<html>\n<head><title>302 Found</title></head>"),
    BYTES("a web page (HTML)", "<table border=\"1\" class=\"dataframe\">\n  <thead>"),
    BYTES("XML", "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<MINiML>"),
    BYTES("a GEO series matrix",
          "!Series_title\t\"Colon, normal and tumour\"\n!Series_geo_accession\t\"GSE1\"\n\n!Sample_title\t\"a\"\n"),
    BYTES("a GEO series matrix", "!Sample_title\t\"a\"\t\"b\"\r\n!Sample_source\t\"c\"\t\"d\"\r\n"),
    BYTES("a GEO series matrix", "!series_matrix_table_begin\n\"ID_REF\"\t\"GSM1\"\n\"1007_s_at\"\t5.1\n"),
    BYTES("GEO SOFT", "^DATABASE = GeoMiame\n!Database_name = Gene Expression Omnibus (GEO)\n"),
    BYTES("GEO SOFT", "^sample = GSM1\n!Sample_title = a\n"),
    BYTES("GCT 1.2", "#1.2\n2\t3\nName\tDescription\ts1\ts2\ts3\np1\tna\t1\t2\t3\n"),
    BYTES("GCT 1.2", "#1.2\t\t\t\t\r\n2\t3\t\t\t\r\nName\tDescription\ts1\ts2\ts3\r\n"),
    BYTES("GCT 1.3", "#1.3\n2\t3\t1\t1\nid\tD\ts1\ts2\ts3\n"),
    BYTES("a .cls file of labels", "38 2 1\n# ALL AML\n0 0 1 1\n"),
    BYTES("a .cls file of labels", "4\t2\t1\r\n#ALL AML\r\n0 0 1 1\r\n"),
    BYTES("a .cls file of labels", "#numeric\n#GeneProfile\n5.0 10.0 15.0\n"),
    BYTES("ARFF", "% 1. Title: Iris\n%\n@RELATION iris\n\n@ATTRIBUTE sepal NUMERIC\n@DATA\n5.1,a\n"),
    BYTES("ARFF", "@relation 'a b'\r\n@attribute x real\r\n@data\r\n"),
    BYTES("a sparse matrix (Matrix Market)", "%%MatrixMarket matrix coordinate real general\n%\n12 3 36\n1 1 3.4\n"),
    BYTES("a table behind a line 'sep='", "sep=;\na;b;class\n1;2;u\n"),
    BYTES("a table behind a line 'sep='", "\"sep=,\"\r\na,b,class\r\n1,2,u\r\n"),
    BYTES("SVMlight or LIBSVM text", "+1 1:0.5 3:2\n-1 2:1 \n+1\n-1 1:1e-3 2:4 7:.5 # comment\n"),
    BYTES("SVMlight or LIBSVM text", "# of a query\n3 qid:1 1:1 2:1\n2 qid:1 1:0 2:1 #b\n"),
    BYTES("SVMlight or LIBSVM text", "1 1:0.5\n"),
    BYTES("SVMlight or LIBSVM text", "0,2 0:1 5:2\r\n1 1:1\r\n"),
    BYTES("SVMlight or LIBSVM text", "1.5\t1:0.5\t2:3\n-2\t2:1\n"),
    BYTES("lists of indices (sparse rows)", "1 3 10 11\n-1 2 5\n1 3 7 9 12\n"),
};

static void each_is_named_with_what_to_do(void **state)
{
    (void)state;
    static const char *const files[] = {"t.csv", "t.tsv", "t", "t.txt.gz", "standard input"};
    char message[200];
    for (size_t i = 0; i < LENGTH(foreign); i++)
        for (size_t f = 0; f < LENGTH(files); f++) {
            const sample *s = &foreign[i];
            ard_splits *splits = NULL;
            snprintf(message, sizeof message, "%s: is %s", files[f], s->name);
            refuse_named(files[f], s->bytes, s->size, NULL, ARDOR_DATA, message);
            refuse_named(files[f], s->bytes, s->size, OPTIONS(.format = "csv", .delimiter = "space"), ARDOR_DATA, message);
            refuse_named(files[f], s->bytes, s->size, OPTIONS(.no_target = 1, .transpose = 1), ARDOR_DATA, message);
            assert_true(strlen(strstr(ardor_context_message(context), "not a table of delimited text: ")) > 40);
            assert_null(strchr(ardor_context_message(context), '\n'));
            assert_int_equal(ard_splits_read_memory(context, s->bytes, s->size, files[f], 5, &splits), ARDOR_DATA);
            assert_non_null(strstr(ardor_context_message(context), message));
        }
}

/* Behind a byte order mark, which programs put before texts; and compressed. */
static void marks_and_compression_hide_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(foreign); i++) {
        ard_bytes plain = {0}, packed = {0};
        assert_int_equal(ard_bytes_add(context, &plain, foreign[i].bytes, foreign[i].size), ARDOR_OK);
        assert_int_equal(ard_compress(context, i % 2 ? "gzip" : "xz", &plain, &packed), ARDOR_OK);
        refuse_bytes(packed.data, (size_t)packed.n, NULL, ARDOR_DATA, foreign[i].name);
        ard_free(context, plain.data);
        ard_free(context, packed.data);
    }
    static const char marked[] = "\xEF\xBB\xBF@relation x\n@attribute a real\n";
    refuse_bytes(marked, sizeof marked - 1, NULL, ARDOR_DATA, "is ARFF");
}

/* What is known by bytes further on. */
static void what_stands_further_on_is_found(void **state)
{
    (void)state;
    char bytes[1024] = "t.csv";
    memcpy(bytes + 257, "ustar", 5);
    refuse_bytes(bytes, sizeof bytes, NULL, ARDOR_DATA, "is a tar archive");
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, "MATLAB 7.3 MAT-file, Platform: GLNXA64", 38);
    memcpy(bytes + 512, "\x89HDF\r\n\x1A\n", 8);
    refuse_bytes(bytes, sizeof bytes, NULL, ARDOR_DATA, "is HDF5");
    memset(bytes, ' ', sizeof bytes);
    memcpy(bytes, "MATLAB 5.0 MAT-file Platform: posix", 35);
    memcpy(bytes + 124, "\0\1IM", 4);
    refuse_bytes(bytes, sizeof bytes, NULL, ARDOR_DATA, "is a MAT file");
}

/* A line of sparse data longer than what is looked at. */
static void one_long_line_is_enough(void **state)
{
    (void)state;
    enum { PAIRS = 20000 };
    char *text = malloc(20 * PAIRS);
    for (int shift = 1; shift <= 12; shift++) { /* so that the end falls on any byte of a pair */
        size_t n = (size_t)sprintf(text, "+1%*s", shift, "");
        for (int j = 1; j <= PAIRS; j++) n += (size_t)sprintf(text + n, " %d:0.25", j);
        n += (size_t)sprintf(text + n, "\n-1 1:2\n");
        refuse_bytes(text, n, NULL, ARDOR_DATA, "is SVMlight or LIBSVM text");
    }
    free(text);
}

/* Tables whose first cells are the words of other formats, or nearly so. */
static void near_misses_are_tables(void **state)
{
    (void)state;
    static const char *const words[] = {"PK",
                                        "PKM2",
                                        "X",
                                        "A",
                                        "B",
                                        "RDX3",
                                        "RDA2",
                                        "PAR1",
                                        "PAR1x",
                                        "FEA1",
                                        "ARROW1",
                                        "BZh9",
                                        "BZh91AY",
                                        "LZIP",
                                        "Rar!",
                                        "7z",
                                        "ustar",
                                        "%PDF",
                                        "{x}",
                                        "{\\rt}",
                                        "[1]",
                                        "[Ca]",
                                        "[",
                                        "{",
                                        "{}",
                                        "[x, y]",
                                        "<1",
                                        "<html",
                                        "<",
                                        "<x>",
                                        "!Series_title",
                                        "!x",
                                        "^SAMPLE",
                                        "^DATABASE =",
                                        "^2",
                                        "#1.2",
                                        "#1.3",
                                        "#",
                                        "# x",
                                        "@relation",
                                        "@id",
                                        "@relation x",
                                        "%",
                                        "% x",
                                        "%%MatrixMarket",
                                        "sep=",
                                        "sep=;x",
                                        "MATLAB 5.0 MAT-file",
                                        "SQLite format 3",
                                        "HDF",
                                        "NUMPY",
                                        "$FL2",
                                        "true",
                                        "null",
                                        "x: y",
                                        "1:2",
                                        "1 2:3",
                                        "ardor",
                                        "-",
                                        "+1",
                                        "qid:1"};
    char text[200];
    for (size_t i = 0; i < LENGTH(words); i++)
        for (int quoted = 0; quoted < 2; quoted++)
            for (int tabs = 0; tabs < 2; tabs++) {
                const char *q = quoted ? "\"" : "", c = tabs ? '\t' : ',';
                if (!quoted && !tabs && strchr(words[i], ',')) continue;
                snprintf(text, sizeof text, "%s%s%s%cb%cclass\n1%c2%cu\n3%c4%cv\n", q, words[i], q, c, c, c, c, c, c);
                ardor_dataset *data = read_text(text, OPTIONS(.format = tabs ? "tsv" : "csv", .header = 1));
                assert_true(data->n == 2 && data->p == 2);
                assert_string_equal(ardor_dataset_feature_name(data, 0), words[i]);
                ardor_dataset_free(data);
            }
    static const char *const whole[] = {
        "A\n3\n262658\n197889\n", "X\n1\n2\n",  "A\n2\n3\n",        "1\n2\n3\n",    "[1]\n2\n3\n",
        "[1,2\n3,4\n5,6\n",       "1:2\n2:3\n", "#numeric\n1\n2\n", "#1.2\n2\n3\n", "x\n\xC2\x80\n"};
    for (size_t i = 0; i < LENGTH(whole); i++) ardor_dataset_free(read_text(whole[i], OPTIONS(.header = 1)));
    /* Blank-separated numbers are no sparse rows, and colons no pairs of them. */
    ardor_dataset_free(read_text("1 2 3 u\n2 3 4 v\n", OPTIONS(.delimiter = "space")));
    ardor_dataset_free(read_text("1 2 3 4\n2 3 4 5\n1 5 6 7\n", OPTIONS(.delimiter = "space", .header = -1)));
    ardor_dataset_free(read_text("a b c class\n1 10 3 5\n1 2 4 6\n", OPTIONS(.delimiter = "space")));
    ardor_dataset_free(
        read_text("x time class\n1 10:30 u\n2 11:30 v\n", OPTIONS(.delimiter = "space", .target = "time", .id = "class")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_named_with_what_to_do),   cmocka_unit_test(marks_and_compression_hide_nothing),
        cmocka_unit_test(what_stands_further_on_is_found), cmocka_unit_test(one_long_line_is_enough),
        cmocka_unit_test(near_misses_are_tables),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
