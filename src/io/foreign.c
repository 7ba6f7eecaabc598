/* The table of foreign formats. Of two that fit the first is named. */
#include "io/foreign.h"

#include <string.h>

#include "io/foreign_text.h"

/* `NAME` is told by bytes at a place. */
#define MAGIC(NAME, AT, BYTES)                                                                                                   \
    static bool NAME(const ard_head *head) { return ard_head_has_at(head, AT, BYTES, sizeof BYTES - 1); }

#define HAS(head, BYTES) ard_head_has(head, BYTES, sizeof BYTES - 1)

/* ---- archives of zip and what is in them */

static bool is_zip(const ard_head *head)
{
    return ard_head_has_at(head, 0, "PK\3\4", 4) || ard_head_has_at(head, 0, "PK\5\6", 4);
}

static bool is_workbook(const ard_head *head) { return is_zip(head) && HAS(head, "xl/"); }
static bool is_document(const ard_head *head) { return is_zip(head) && HAS(head, "[Content_Types].xml"); }
static bool is_ods(const ard_head *head) { return is_zip(head) && HAS(head, "opendocument.spreadsheet"); }
static bool is_npz(const ard_head *head) { return is_zip(head) && HAS(head, "\x93NUMPY"); }

/* Compressed members hide their magic: the name of the first one is left. */
static bool is_packed_npz(const ard_head *head)
{
    if (!ard_head_has_at(head, 0, "PK\3\4", 4) || head->bytes < 30) return false;
    const size_t name = (unsigned char)head->text[26] + 256u * (unsigned char)head->text[27];
    return name > 4 && ard_head_has_at(head, 30 + name - 4, ".npy", 4);
}

static bool is_numpy_archive(const ard_head *head) { return is_npz(head) || is_packed_npz(head); }

/* ---- other bytes */

MAGIC(is_ole, 0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
MAGIC(is_npy, 0, "\x93NUMPY")
MAGIC(is_pdf, 0, "%PDF-")
MAGIC(is_rtf, 0, "{\\rtf")
MAGIC(is_sqlite, 0, "SQLite format 3\0")
MAGIC(is_tar, 257, "ustar")
MAGIC(is_lz4, 0, "\x04\x22\x4D\x18")
MAGIC(is_7z, 0, "7z\xBC\xAF\x27\x1C")
MAGIC(is_rar, 0, "Rar!\x1A\x07")
MAGIC(is_lzip, 0, "LZIP\1")
MAGIC(is_feather, 0, "FEA1\0\0\0\0")
MAGIC(is_arrow, 0, "ARROW1\0\0")
MAGIC(is_spss, 0, "$FL2@(#)")
MAGIC(is_utf32, 0, "\xFF\xFE\0\0")
MAGIC(is_sas, 0, "\0\0\0\0\0\0\0\0\0\0\0\0\xC2\xEA\x81\x60")

static bool is_hdf5(const ard_head *head)
{
    static const char magic[] = "\x89HDF\r\n\x1A\n";
    return ard_head_has_at(head, 0, magic, 8) || ard_head_has_at(head, 512, magic, 8);
}

/* A text, padded to 124 bytes, then the version, and the order of bytes. */
static bool is_mat(const ard_head *head)
{
    return ard_head_has_at(head, 0, "MATLAB 5.0 MAT-file", 19) &&
           (ard_head_has_at(head, 126, "IM", 2) || ard_head_has_at(head, 126, "MI", 2));
}

/* Of versions 113 to 115: version, order of bytes, and a kind that is 1. */
static bool is_old_stata(const ard_head *head)
{
    return head->bytes > 4 && head->text[0] >= 113 && head->text[0] <= 115 && (head->text[1] == 1 || head->text[1] == 2) &&
           head->text[2] == 1 && head->text[3] == 0;
}

static bool is_stata(const ard_head *head) { return ard_head_has_at(head, 0, "<stata_dta>", 11) || is_old_stata(head); }

/* Thrift follows, whose first byte is no character of a text. */
static bool is_parquet(const ard_head *head) { return ard_head_has_at(head, 0, "PAR1\x15", 5); }

static bool is_rds(const ard_head *head)
{
    return ard_head_has_at(head, 0, "X\n\0\0\0", 5) || ard_head_has_at(head, 0, "B\n\2\0", 4) ||
           ard_head_has_at(head, 0, "B\n\3\0", 4) || ard_is_rds_text(head);
}

static bool is_rdata(const ard_head *head)
{
    static const char *const magic[] = {"RDX2\nX\n", "RDX3\nX\n", "RDA2\nA\n", "RDA3\nA\n", "RDB2\nB\n", "RDB3\nB\n"};
    bool is = false;
    for (size_t i = 0; i < sizeof magic / sizeof *magic; i++) is = is || ard_head_has_at(head, 0, magic[i], 7);
    return is;
}

/* Protocols 2 to 5; a text in UTF-8 does not begin so. */
static bool is_pickle(const ard_head *head)
{
    return head->bytes > 2 && (unsigned char)head->text[0] == 0x80 && head->text[1] >= 2 && head->text[1] <= 5;
}

static bool is_bzip2(const ard_head *head)
{
    return ard_head_has_at(head, 0, "BZh", 3) &&
           (ard_head_has_at(head, 4, "1AY&SY", 6) || ard_head_has_at(head, 4, "\x17\x72\x45\x38\x50\x90", 6));
}

static bool is_compress(const ard_head *head) { return ard_head_has_at(head, 0, "\x1F\x9D", 2); }
static bool is_lzma(const ard_head *head) { return ard_head_has_at(head, 0, "\x5D\0\0", 3) && head->bytes > 13; }

/* Two bytes with a sum and a method that can be, and not the text that they might begin. */
static bool is_zlib(const ard_head *head)
{
    const bool begins = ard_head_has_at(head, 0, "\x78\x9C", 2) || ard_head_has_at(head, 0, "\x78\xDA", 2) ||
                        ard_head_has_at(head, 0, "\x78\x01", 2);
    int controls = 0;
    for (size_t i = 2; i < head->bytes && i < 256; i++) controls += head->text[i] >= 0 && head->text[i] < '\t';
    return begins && controls > 0;
}

static bool is_utf16(const ard_head *head)
{
    int zeros[2] = {0, 0};
    const size_t n = head->bytes < 64 ? head->bytes / 2 : 32;
    if (ard_head_has_at(head, 0, "\xFF\xFE", 2) || ard_head_has_at(head, 0, "\xFE\xFF", 2)) return true;
    for (size_t i = 0; i < 2 * n; i++) zeros[i % 2] += head->text[i] == '\0';
    return n >= 4 && ((zeros[0] == (int)n && zeros[1] == 0) || (zeros[1] == (int)n && zeros[0] == 0));
}

/* ---- the table */

#define SHEET "save its sheet as CSV, and read that"
#define DECOMPRESS "decompress it: plain files and gzip, zstd and xz are read"
#define UTF8(FROM) "save it as UTF-8 (iconv -f " FROM " -t UTF-8)"

static const ard_foreign table[] = {
    {"an Excel workbook (xlsx)", is_workbook, SHEET},
    {"an OpenDocument spreadsheet", is_ods, SHEET},
    {"an Office document", is_document, "put its table into a spreadsheet, and save that as CSV"},
    {"an archive of NumPy arrays (npz)", is_numpy_archive,
     "write a table with numpy.savetxt(FILE, x, delimiter=','), the labels in the last column"},
    {"a zip archive", is_zip, "unzip it, and read the table that is in it"},
    {"an Excel workbook (xls) or another old Office document", is_ole, SHEET},
    {"HDF5 (h5, h5ad, a MAT file of MATLAB 7.3)", is_hdf5,
     "write its table as CSV: with anndata adata.to_df().to_csv(FILE), in MATLAB writetable"},
    {"a MAT file", is_mat, "write its table as CSV, in MATLAB with writetable, in Octave with csvwrite"},
    {"a NumPy array (npy)", is_npy, "write a table with numpy.savetxt(FILE, x, delimiter=','), the labels in the last column"},
    {"R data (rds)", is_rds, "write its table as CSV, in R with write.csv(readRDS(FILE), OUT)"},
    {"R data (RData)", is_rdata, "write the table in it as CSV, in R with load(FILE) and write.csv(NAME, OUT)"},
    {"Parquet", is_parquet, "write it as CSV, in Python with pandas.read_parquet(FILE).to_csv(OUT, index=False)"},
    {"Feather or Arrow", is_feather, "write it as CSV, in Python with pandas.read_feather(FILE).to_csv(OUT, index=False)"},
    {"Feather or Arrow", is_arrow, "write it as CSV, in Python with pandas.read_feather(FILE).to_csv(OUT, index=False)"},
    {"an SPSS data set", is_spss, "save it as CSV there, or in R with haven::read_sav and write.csv"},
    {"a Stata data set", is_stata, "write it as CSV, in Stata with export delimited, in Python with pandas.read_stata"},
    {"a SAS data set", is_sas, "write it as CSV, in SAS with proc export, in Python with pandas.read_sas"},
    {"an SQLite database", is_sqlite, "write its table as CSV: sqlite3 -header -csv FILE 'select * from TABLE'"},
    {"a pickle of Python", is_pickle, "write the table in it as CSV, in Python with pandas.read_pickle(FILE).to_csv(OUT)"},
    {"a PDF document", is_pdf, "tables are read from CSV or TSV"},
    {"an RTF document", is_rtf, "save it as plain text, in CSV or TSV"},
    {"a tar archive", is_tar, "unpack it, and read the table that is in it"},
    {"compressed with bzip2", is_bzip2, DECOMPRESS},
    {"compressed with lz4", is_lz4, DECOMPRESS},
    {"compressed with lzip", is_lzip, DECOMPRESS},
    {"compressed with lzma", is_lzma, DECOMPRESS},
    {"compressed with compress (.Z)", is_compress, DECOMPRESS},
    {"compressed with zlib, perhaps a joblib dump", is_zlib, DECOMPRESS},
    {"a 7-Zip archive", is_7z, "unpack it, and read the table that is in it"},
    {"a RAR archive", is_rar, "unpack it, and read the table that is in it"},
    {"UTF-32 text", is_utf32, UTF8("UTF-32")},
    {"UTF-16 text", is_utf16, UTF8("UTF-16")},
    {"a document of ardor itself", ard_is_ardor_json, "inspect shows what is in it; to predict, the model goes before the table"},
    {"JSON", ard_is_json, "tables are read from CSV or TSV: write one, in Python for example with pandas.read_json and to_csv"},
    {"a web page (HTML)", ard_is_html,
     "often an error instead of a download: open it in a browser, and download the table itself"},
    {"XML", ard_is_xml, "tables are read from CSV or TSV: save a spreadsheet as CSV, and of a GEO series take the series matrix"},
    {"a GEO series matrix", ard_is_series_matrix,
     "its table is what is left without the lines that begin with '!' (sed '/^!/d'): read that with --format tsv --transpose, "
     "and "
     "the labels from a file of their own with --labels"},
    {"GEO SOFT", ard_is_soft, "take the series matrix of the same series"},
    {"GCT 1.2", ard_is_gct,
     "its table is what is left without the first two lines and the column Description (tail -n +3 FILE | cut -f 1,3-): read "
     "that "
     "with --format tsv --transpose, and the labels with --labels"},
    {"GCT 1.3", ard_is_gct3,
     "its table is what is left without the first two lines and the columns and rows of metadata: read that with --format tsv "
     "--transpose, and the labels with --labels"},
    {"a .cls file of labels", ard_is_cls, "it goes with --labels, beside the table"},
    {"ARFF", ard_is_arff,
     "take the lines behind @data, with a line of the attributes' names, separated by commas, before them: that is CSV, if the "
     "data are not sparse"},
    {"a sparse matrix (Matrix Market)", ard_is_matrix_market,
     "write it as a dense table, in R with write.csv(as.matrix(Matrix::readMM(FILE)), OUT)"},
    {"a table behind a line 'sep=', which is for Excel", ard_is_sep_line,
     "remove that line; --delimiter says what separates cells, if it is no comma"},
    {"SVMlight or LIBSVM text", ard_is_svmlight,
     "write it as a dense table: in Python x, y = sklearn.datasets.load_svmlight_file(FILE), then numpy.savetxt(OUT, "
     "numpy.column_stack((x.toarray(), y)), delimiter=',')"},
    {"lists of indices (sparse rows)", ard_is_index_lists, "write it as a dense table, with a column for each index"},
};

int ard_foreign_check(ardor_context *context, ard_source *source)
{
    int rc = ARDOR_OK;
    ard_head head;
    TRY(ard_source_head(source, &head));
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        REQUIRE(context, !table[i].is(&head), ARDOR_DATA, "%s: is %s, not a table of delimited text: %s", ard_source_name(source),
                table[i].name, table[i].advice);
done:
    return rc;
}
