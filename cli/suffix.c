/* Suffixes: see suffix.h. */
#include "suffix.h"

#include <string.h>
#include <strings.h>

enum { LONGEST = 16 };

static const char *const compressed[] = {"gz", "zst", "xz"}; /* as ardor_write_file does */
static const char *const packed[] = {"bz2", "zip", "7z", "lz4", "lzma", "z", "br", "rar", "tar", "tgz", "txz", "tbz2"};
static const char *const foreign[] = {
    "xlsx", "xls",  "xlsm", "ods",      "numbers", "rds", "rda",  "rdata", "feather", "parquet", "arrow",   "pdf",
    "doc",  "docx", "odt",  "rtf",      "md",      "tex", "txt",  "npy",   "npz",     "h5",      "hdf5",    "mat",
    "sav",  "dta",  "xpt",  "pkl",      "yaml",    "yml", "toml", "xml",   "db",      "sqlite",  "png",     "svg",
    "jpg",  "arff", "svm",  "svmlight", "libsvm",  "gct", "cls",  "soft",  "mtx",     "h5ad",    "loom",    "psv",
    "jpeg", "gif",  "eps",  "onnx",     "pmml",    "pt",  "c",    "jsonl", "ndjson",  "ini",     "sas7bdat"};

static const char *const pages[] = {"html", "htm", "xhtml"};

static bool is_in(const char *suffix, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcasecmp(suffix, list[i]) == 0) return true;
    return false;
}
#define IS_IN(suffix, list) is_in((suffix), (list), sizeof(list) / sizeof *(list))

/* The last suffix of a name of so many bytes, into the buffer ("": none, or a long one), and where its point is. */
static size_t last_suffix(const char *name, size_t bytes, char out[LONGEST])
{
    size_t start = bytes;
    *out = '\0';
    while (start > 0 && name[start - 1] != '.') start--;
    if (start == 0 || bytes - start >= LONGEST) return bytes;
    memcpy(out, name + start, bytes - start);
    out[bytes - start] = '\0';
    return start - 1;
}

cli_suffix cli_suffix_of(const char *path)
{
    char suffix[LONGEST];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const size_t end = last_suffix(name, strlen(name), suffix);
    if (end > 0 && IS_IN(suffix, compressed)) last_suffix(name, end, suffix);
    if (!*suffix) return CLI_SUFFIX_NONE;
    if (strcasecmp(suffix, "json") == 0) return CLI_SUFFIX_JSON;
    if (strcasecmp(suffix, "csv") == 0) return CLI_SUFFIX_CSV;
    if (strcasecmp(suffix, "tsv") == 0 || strcasecmp(suffix, "tab") == 0) return CLI_SUFFIX_TSV;
    if (IS_IN(suffix, pages)) return CLI_SUFFIX_HTML;
    return IS_IN(suffix, packed) ? CLI_SUFFIX_PACKED : IS_IN(suffix, foreign) ? CLI_SUFFIX_FOREIGN : CLI_SUFFIX_OTHER;
}

bool cli_is_compressed(const char *path)
{
    char suffix[LONGEST];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    last_suffix(name, strlen(name), suffix);
    return IS_IN(suffix, compressed);
}

char cli_delimiter_of(const char *path) { return path && cli_suffix_of(path) == CLI_SUFFIX_TSV ? '\t' : ','; }
