/* Which document is which, and whether they belong together: see page.h. */
#include "model/model_file.h"
#include "json/json_read.h"
#include "page/page.h"
#include "report/report.h"

/* What pages are made of. */
static const struct {
    const char *format, *made_by;
    int version;
} KINDS[] = {{"ardor-evaluation", "evaluate", ARD_EVALUATION_VERSION},
             {"ardor-comparison", "compare", ARD_COMPARISON_VERSION},
             {"ardor-fit", "fit", ARD_FIT_VERSION}};
enum { EVALUATION, COMPARISON, FIT, N_KINDS };

static int kind_of(const json_t *document)
{
    for (int k = 0; k < N_KINDS; k++)
        if (ard_doc_is(document, "format", KINDS[k].format)) return k;
    return -1;
}

static int check_version(ardor_context *context, const json_t *document, int kind, const char *name)
{
    int rc = ARDOR_OK;
    const int64_t version = ard_doc_count(document, "version");
    REQUIRE(context, version <= KINDS[kind].version, ARDOR_DATA,
            "%s: version %lld of %s is of a newer ardor; this one (%s) makes pages of version %d", name, (long long)version,
            KINDS[kind].format, ardor_version(), KINDS[kind].version);
    REQUIRE(context, version == KINDS[kind].version, ARDOR_DATA,
            "%s: version %lld of %s is of an older ardor; pages are made of version %d: run `ardor %s` again", name,
            (long long)version, KINDS[kind].format, KINDS[kind].version, KINDS[kind].made_by);
done:
    return rc;
}

/* A model file is taken for the document of its fit, and kept; a second one is refused by `take`. */
static int model_document(ardor_context *context, const char *text, const char *name, json_t **out, ardor_model **model)
{
    int rc = ARDOR_OK;
    char *json = NULL;
    ardor_model_free(*model);
    *model = NULL;
    TRY(ardor_model_from_text(context, text, name, model));
    TRY(ard_report_model(context, *model, &json));
    json_decref(*out);
    *out = NULL;
    TRY(ard_json_parse(context, json, strlen(json), name, out));
done:
    ard_free(context, json);
    return rc;
}

static int read_document(ardor_context *context, const char *text, const char *name, json_t **out, int *kind, ardor_model **model)
{
    int rc = ARDOR_OK;
    TRY(ard_json_parse(context, text, strlen(text), name, out));
    if (ard_doc_is(*out, "format", "ardor-model")) TRY(model_document(context, text, name, out, model));
    *kind = kind_of(*out);
    REQUIRE(context, *kind >= 0, ARDOR_DATA,
            "%s: no page can be made of it: it is neither a result of `ardor evaluate` or `ardor compare` nor a model (%s%.60s)",
            name, ard_doc_text(*out, "format") ? "its format is " : "it has no \"format\"", ard_doc_name(*out, "format"));
    TRY(check_version(context, *out, *kind, name));
done:
    return rc;
}

/* ---- do they belong together? */

static bool same_classes(const json_t *a, const json_t *b)
{
    return json_equal(ard_doc_get(a, "classes"), ard_doc_get(b, "classes")) != 0;
}

static bool same_table(const json_t *a, const json_t *b)
{
    return same_classes(a, b) && ard_doc_count(a, "n") == ard_doc_count(b, "n") && ard_doc_count(a, "p") == ard_doc_count(b, "p");
}

static int check_run(ardor_context *context, const json_t *main, const char *main_name, const json_t *run, const char *name)
{
    int rc = ARDOR_OK;
    REQUIRE(context, same_table(main, run), ARDOR_DATA,
            "%s is of other data than %s (%lld samples, %lld features against %lld, %lld, or other classes): make a page of each",
            name, main_name, (long long)ard_doc_count(run, "n"), (long long)ard_doc_count(run, "p"),
            (long long)ard_doc_count(main, "n"), (long long)ard_doc_count(main, "p"));
    REQUIRE(context,
            ard_doc_is(run, "plan", ard_doc_name(main, "plan")) && ard_doc_count(run, "seed") == ard_doc_count(main, "seed"),
            ARDOR_DATA,
            "%s has other folds than %s (plan %.60s, seed %lld against %.60s, %lld): results beside each other need the same",
            name, main_name, ard_doc_name(run, "plan"), (long long)ard_doc_count(run, "seed"), ard_doc_name(main, "plan"),
            (long long)ard_doc_count(main, "seed"));
done:
    return rc;
}

static int check_fit(ardor_context *context, const json_t *main, const char *main_name, const json_t *fit, const char *name)
{
    int rc = ARDOR_OK;
    REQUIRE(context, same_classes(main, fit), ARDOR_DATA, "%s is a model of other classes than %s: make a page of each", name,
            main_name);
    REQUIRE(context, ard_doc_count(main, "p") == ard_doc_count(fit, "p"), ARDOR_DATA,
            "%s is a model of other data than %s (%lld features against %lld): make a page of each", name, main_name,
            (long long)ard_doc_count(fit, "p"), (long long)ard_doc_count(main, "p"));
done:
    return rc;
}

/* One of its tables is that of the main result. */
static int check_comparison(ardor_context *context, const json_t *main, const char *main_name, const json_t *comparison,
                            const char *name)
{
    int rc = ARDOR_OK;
    bool found = false;
    for (int64_t i = 0; i < ard_doc_size(comparison, "data"); i++) found |= same_table(main, ard_doc_at(comparison, "data", i));
    REQUIRE(context, found, ARDOR_DATA, "%s compares methods on other data than those of %s: make a page of each", name,
            main_name);
done:
    return rc;
}

static int take(ardor_context *context, ard_page_documents *d, const json_t *document, int kind, const char *name)
{
    int rc = ARDOR_OK;
    if (kind == EVALUATION && d->n_runs == 0) d->main_name = name;
    if (kind == EVALUATION) d->run[d->n_runs++] = document;
    if (kind == COMPARISON) d->comparison[d->n_comparisons++] = document;
    REQUIRE(context, kind != FIT || !d->fit, ARDOR_DATA, "%s: a page has one model, and another one was given", name);
    if (kind == FIT) d->fit = document;
done:
    return rc;
}

static int check(ardor_context *context, const ard_page_source *source, const ard_page_documents *d)
{
    int rc = ARDOR_OK;
    const json_t *main = d->n_runs > 0 ? d->run[0] : NULL;
    for (int64_t i = 0; main && i < source->n; i++) {
        const json_t *document = d->document[i];
        const int kind = kind_of(document);
        if (kind == EVALUATION && document != main) TRY(check_run(context, main, d->main_name, document, source->name[i]));
        if (kind == COMPARISON) TRY(check_comparison(context, main, d->main_name, document, source->name[i]));
        if (kind == FIT) TRY(check_fit(context, main, d->main_name, document, source->name[i]));
    }
done:
    return rc;
}

int ard_page_documents_read(ardor_context *context, const ard_page_source *source, ard_page_documents *out)
{
    int rc = ARDOR_OK, kind = -1;
    REQUIRE(context, source->n > 0, ARDOR_USAGE, "a page needs a result or a model");
    NEW(context, out->document, source->n);
    NEW(context, out->run, source->n);
    NEW(context, out->comparison, source->n);
    out->n = source->n;
    for (int64_t i = 0; i < source->n; i++) {
        TRY(read_document(context, source->text[i], source->name[i], &out->document[i], &kind, &out->model));
        TRY(take(context, out, out->document[i], kind, source->name[i]));
    }
    TRY(check(context, source, out));
    for (int64_t i = 0; i < source->n; i++) TRY(ard_page_hide_folders(context, out->document[i]));
done:
    return rc;
}

void ard_page_documents_free(ardor_context *context, ard_page_documents *d)
{
    for (int64_t i = 0; i < d->n; i++) json_decref(d->document[i]);
    ardor_model_free(d->model);
    ard_free(context, d->comparison);
    ard_free(context, d->run);
    ard_free(context, d->document);
    *d = (ard_page_documents){0};
}
