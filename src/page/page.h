/* The HTML report: one page, of JSON documents alone.
 *
 * A page is what ard_sections has, each section written where it applies. What a section says in words and tables is HTML; the
 * numbers of its chart go into the data block D, from which page/charts.js draws it. The same numbers stand in its tables. */
#ifndef ARD_PAGE_H
#define ARD_PAGE_H

#include "json/json.h"
#include "page/figures.h"
#include "page/samples.h"

/* How far the figures of an evaluation are those of samples that had no say in what predicts them. */
typedef enum {
    ARD_TRUST_HONEST, /* everything was fitted inside the folds */
    ARD_TRUST_PARTLY, /* features were standardised with all samples */
    ARD_TRUST_LEAKY   /* what was tested helped to choose: errors are too low */
} ard_trust;

/* What the sections share. */
typedef struct ard_page {
    ardor_context *context;
    ard_html html;
    ard_json data;            /* D: an object, open */
    const json_t *evaluation; /* the main result; NULL: there are comparisons only, or a fit */
    const json_t *const *run; /* all evaluations, the main one first */
    int64_t n_runs;
    const json_t *const *comparison;
    int64_t n_comparisons;
    const json_t *fit;        /* NULL: no model was given */
    const ardor_model *model; /* what can predict; NULL: no file of a model was given */
    ard_samples samples;      /* of the main result */
    ard_trust trust;
    bool convergence; /* its section was asked for */
} ard_page;

/* A section. New ones are a file in sections/ and a row in sections.c. */
typedef struct ard_section {
    const char *key;   /* of the page's element, "s-KEY", and mostly of its chart */
    const char *title; /* in plain words; NULL: `heading` has it */
    bool half;         /* may stand beside the next one where that may, too */
    bool estimates;    /* its figures are read as estimates: of a leaky run a line under the title says that they are none */
    bool (*applies)(const ard_page *page);
    int (*write)(ard_page *page); /* a status; failures of writing are found at the end */
    void (*heading)(ard_page *page);
} ard_section;
extern const ard_section *const ard_sections[]; /* ended by NULL */

/* The documents as texts, and what messages call them. One result at least, or a fit alone; the first evaluation is the main
 * one. */
typedef struct ard_page_source {
    int64_t n;
    const char *const *text, *const *name;
    bool convergence;
} ard_page_source;
int ard_page_write(ardor_context *context, const ard_page_source *source, char **out);

/* ---- for sections (page_parts.c) */

/* A finding, or another sentence of a section. */
void ard_page_say(ard_page *page, const char *format, ...) ARD_PRINTF(2, 3);
/* The sentence against the usual misreading. */
void ard_page_caution(ard_page *page, const char *format, ...) ARD_PRINTF(2, 3);
/* Where charts.js draws a chart of this kind from D[key]. */
void ard_page_chart(ard_page *page, const char *kind, const char *key);
/* Opens and closes the closed part with the numbers of a chart. */
void ard_page_numbers_open(ard_page *page, int64_t rows);
void ard_page_numbers_close(ard_page *page);
/* For D: a text with printf, and a number rounded to what can be seen. */
void ard_page_label(ard_page *page, const char *key, const char *format, ...) ARD_PRINTF(3, 4);
void ard_page_real(ard_page *page, const char *key, double value);
/* Members `value`, `low`, `high`, null where there are none; */
void ard_page_figure(ard_page *page, const ard_figure *figure);
/* with a name and a text a row of the chart "figures", where there is a value. */
void ard_page_figure_row(ard_page *page, const char *name, const ard_figure *figure);

/* Of directions in a table near by: what they are given. */
void ard_page_say_directions(ard_page *page);

/* Member "states": the name of each class with its shape and colour, the same in all charts of classes. */
void ard_page_class_states(ard_page *page);

/* Names of the two classes of the main result; of more than two they have no meaning. */
static inline const char *ard_page_positive(const ard_page *page) { return page->samples.class_name[1]; }
static inline const char *ard_page_negative(const ard_page *page) { return page->samples.class_name[0]; }
/* What was done to the samples whose errors are shown: in a leaky run they were not held out of everything. */
static inline const char *ard_page_held(const ard_page *page) { return page->trust == ARD_TRUST_LEAKY ? "tested" : "held out"; }
/* Folds of the main result that were finished. */
static inline int64_t ard_page_fits(const ard_page *page) { return ard_doc_size(page->evaluation, "folds"); }
/* A plan as it is shown: without the folders of a file. */
enum { ARD_PLAN_BYTES = 160 };
const char *ard_page_plan(const json_t *document, char out[ARD_PLAN_BYTES]);
/* "s" unless n is 1. */
static inline const char *ard_plural(int64_t n) { return n == 1 ? "" : "s"; }
/* Did this fit end before it converged? reason: its stop_reason. */
static inline bool ard_stopped_early(const char *reason)
{
    return reason && strcmp(reason, "converged") != 0 && strcmp(reason, "null_model") != 0;
}

/* ---- page_paths.c */

/* Without the folders. */
const char *ard_page_file_name(const char *path);
/* From all of a document that has such names and is shown: command, sentences, names of methods; not the plan, by which
 * documents are told apart. */
int ard_page_hide_folders(ardor_context *context, json_t *document);

/* ---- page_verdict.c */

/* What the main result's error says, beside that of the class shares alone. */
typedef enum {
    ARD_VERDICT_OPEN, /* one of them, or the interval, is lacking */
    ARD_VERDICT_BETTER,
    ARD_VERDICT_WORSE,
    ARD_VERDICT_REACHES, /* the interval holds that of the class shares */
    ARD_VERDICT_DIVIDED  /* decisions are not for the most probable class, and the second figure says something else */
} ard_verdict;
ard_verdict ard_page_verdict(const ard_page *page);
/* How it decides where that moves the errors of the baseline as well: "by costs"; NULL: for the most probable class. */
const char *ard_page_moved_by(const json_t *evaluation);
/* The figure that counts beside the error there: "cost", or "balanced_error". */
const char *ard_page_second_figure(const ard_page *page);
/* Do its probabilities rank the samples better than chance? */
bool ard_page_ranks(const ard_page *page);
/* What the baseline does: "always saying "tumor"". Decisions by costs and priors have other ones. */
enum { ARD_BASELINE_BYTES = 192 };
const char *ard_page_baseline(const ard_page *page, char out[ARD_BASELINE_BYTES]);
/* Are there fits that were planned and are not there? */
static inline bool ard_page_is_partial(const ard_page *page)
{
    return ard_page_fits(page) < ard_doc_count(page->evaluation, "n_folds");
}
/* " or undecided": of runs that abstain such samples count as wrong in the error; "" of others. */
const char *ard_page_or_undecided(const json_t *evaluation);
/* Fits whose model is a constant. */
int64_t ard_page_null_models(const ard_page *page);
/* Did tuning find in no fit evidence that anything was learnt? */
bool ard_page_without_evidence(const ard_page *page);
/* This, or most fits are constants. */
bool ard_page_learnt_nothing(const ard_page *page);
/* Is nothing shown to be learnt, in the end? */
bool ard_page_shows_nothing(const ard_page *page);

/* ---- page_banners.c, page_documents.c */

/* What must be known before the rest is read. */
void ard_page_banners(ard_page *page);
/* Which text is what, and whether they belong together. The caller releases them. */
typedef struct ard_page_documents {
    int64_t n;
    json_t **document;                /* all, n of them, each NULL or owned */
    const json_t **run, **comparison; /* of these */
    int64_t n_runs, n_comparisons;
    const json_t *fit;
    ardor_model *model; /* of the file of a model, owned; NULL: there was none */
    const char *main_name;
} ard_page_documents;
int ard_page_documents_read(ardor_context *context, const ard_page_source *source, ard_page_documents *out);
void ard_page_documents_free(ardor_context *context, ard_page_documents *documents);
ard_trust ard_page_trust_of(const json_t *evaluation);
#endif
