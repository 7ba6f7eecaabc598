/* The JSON document of an estimate of the time that a run takes. */
#include "report/report.h"

enum { FORMAT_VERSION = 1 };

/* null where it is not known. */
static void write_count(ard_json *json, const char *key, int64_t count)
{
    if (count > 0)
        ard_json_int(json, key, count);
    else
        ard_json_null(json, key);
}

int ard_report_estimate(ardor_context *context, const ardor_dataset *data, const ard_estimate *e, char **out)
{
    char text[32];
    ard_json json;
    const ard_recipe *recipe = &e->config->recipe;
    const bool one = !e->evaluation && recipe->tune == ARD_TUNE_NONE;
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '{');
    ard_json_text(&json, "format", "ardor-estimate");
    ard_json_int(&json, "version", FORMAT_VERSION);
    ard_json_text(&json, "ardor", ardor_version());
    ard_json_text(&json, "verb", e->evaluation ? "evaluate" : "fit");
    ard_json_text(&json, "method", recipe->method->name);
    ard_json_text(&json, "tune", ard_tune_name(recipe, text));
    ard_json_text(&json, "plan", e->evaluation ? e->config->plan : NULL);
    ard_json_int(&json, "n", data->n);
    ard_json_int(&json, "p", data->p);
    ard_json_int(&json, "threads", e->threads);
    write_count(&json, "folds", e->evaluation ? e->n_folds : 0);
    write_count(&json, "inner_folds", e->work.n_inner);
    write_count(&json, "candidates", e->work.n_candidates);
    write_count(&json, "fits", one ? 1 : e->work.total);
    ard_json_real(&json, "seconds", e->work.whole);
    ard_json_open(&json, "trial", '{');
    ard_json_real(&json, "seconds", e->work.spent);
    ard_json_int(&json, "fits", one ? e->work.complete : e->work.done);
    ard_json_bool(&json, "complete", e->work.complete);
    ard_json_close(&json);
    ard_json_close(&json);
    return ard_json_finish(&json, out);
}
