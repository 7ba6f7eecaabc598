/* The JSON description of the library that runs. */
#include <string.h>

#include "base/profile.h"
#include "io/compress.h"
#include "io/reader.h"
#include "linalg/blas.h"
#include "model/model_file.h"
#include "report/report.h"
#include "study/store.h"

static void write_blas(ard_json *json)
{
    const int threads = ardor_blas_get_threads();
    ard_json_open_line(json, "blas", '{');
    if (ard_blas_name())
        ard_json_text(json, "name", ard_blas_name());
    else
        ard_json_null(json, "name");
    if (threads > 0)
        ard_json_int(json, "threads", threads);
    else
        ard_json_null(json, "threads");
    ard_json_bool(json, "thread_safe", ardor_blas_is_thread_safe() != 0);
    ard_json_close(json);
}

/* Core has no files of tables, and none that are compressed. */
static void write_formats(ard_json *json, bool full)
{
    ard_json_open_line(json, "model", '{');
    ard_json_int(json, "writes", ARD_MODEL_VERSION);
    ard_json_int(json, "reads_from", ARD_MODEL_OLDEST);
    ard_json_close(json);
    ard_json_int(json, "records", ARD_RECORDS_VERSION);
    ard_json_open_line(json, "tables", '[');
    for (int i = 0; full && ard_readers[i]; i++) ard_json_text(json, NULL, ard_readers[i]->name);
    ard_json_close(json);
    ard_json_open_line(json, "compressions", '[');
    for (int i = 0; full && ard_compression_at(i); i++) ard_json_text(json, NULL, ard_compression_at(i));
    ard_json_close(json);
}

int ard_report_build(ardor_context *context, char **out)
{
    ard_json json;
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '{');
    ard_json_text(&json, "version", ardor_version());
    ard_json_text(&json, "profile", ard_profile());
    write_blas(&json);
    ard_json_bool(&json, "libsvm", ard_method_find("svm") != NULL);
    if (*ard_charts_library)
        ard_json_text(&json, "charts", ard_charts_library);
    else
        ard_json_null(&json, "charts");
    write_formats(&json, strcmp(ard_profile(), "full") == 0);
    ard_json_close(&json);
    return ard_json_finish(&json, out);
}
