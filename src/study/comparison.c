/* See comparison.h. Every cell has a context of its own, so that what is said of it, and why it failed, stays with it. */
#include "study/comparison.h"

#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "data/doubts.h"
#include "study/study.h"

ardor_status ardor_study_new(ardor_context *context, ardor_study **out)
{
    int rc = ARDOR_OK;
    if (!out) return ard_fail(context, ARDOR_USAGE, "a study needs a place to go to");
    *out = NULL;
    NEW(context, *out, 1);
    (*out)->context = context;
done:
    return rc;
}

void ardor_study_free(ardor_study *study)
{
    if (!study) return;
    ardor_context *context = study->context;
    for (int64_t d = 0; study->data && d < study->n_data; d++) {
        ard_names_free(context, study->data[d].n_classes, study->data[d].class_name);
        ard_free(context, study->data[d].name);
    }
    for (int64_t c = 0; study->cell && c < study->n; c++) {
        ardor_evaluation_free(study->cell[c].evaluation);
        ard_free(context, study->cell[c].baseline);
        ard_free(context, study->cell[c].figure);
        ard_free(context, study->cell[c].message);
        ard_free(context, study->cell[c].title);
        ard_free(context, study->cell[c].name);
    }
    ard_method_pairs_free(context, &study->pairs);
    ard_free(context, study->plan);
    ard_free(context, study->data);
    ard_free(context, study->cell);
    ard_free(context, study);
}

/* ------------------------------------------------------------------ what is asked for */

/* A table that it has, else a new one at the end, which counts once the cell is there. */
static int find_data(ardor_study *s, const ardor_dataset *data, const char *name, int64_t *out)
{
    int rc = ARDOR_OK;
    for (*out = 0; *out < s->n_data; ++*out) {
        const bool named = strcmp(s->data[*out].name, name) == 0, same = s->data[*out].data == data;
        REQUIRE(s->context, !named || same, ARDOR_USAGE, "'%.60s' is the name of another table of the study", name);
        if (same && named) goto done;
    }
    EXTEND(s->context, s->data, s->n_data + 1);
    s->data[s->n_data] = (ard_compared_data){.data = data, .n = data->n, .p = data->p};
done:
    return rc;
}

static int check_cell(const ardor_study *s, int64_t data, const char *name, const ard_config *config)
{
    int rc = ARDOR_OK;
    REQUIRE(s->context, config->plan, ARDOR_USAGE, "'%.60s': a study needs a plan, such as kfold:10", name);
    REQUIRE(s->context, s->n == 0 || (strcmp(s->plan, config->plan) == 0 && s->seed == config->recipe.seed), ARDOR_USAGE,
            "'%.60s': plan and seed are those of the whole study, so that all its methods have the same folds: %s, seed %llu",
            name, s->plan, (unsigned long long)s->seed);
    REQUIRE(s->context, !ard_resamples(&config->resamplings), ARDOR_USAGE,
            "'%.60s': permute, stability, learning-curve and instability are of an evaluation alone", name);
    for (int64_t c = 0; c < s->n; c++)
        REQUIRE(s->context, s->cell[c].data != data || strcmp(s->cell[c].name, name) != 0, ARDOR_USAGE,
                "there are two methods called '%.60s'; name one of them otherwise", name);
done:
    return rc;
}

static int add_cell(ardor_study *s, const char *data_name, const char *name, int64_t data, const ardor_spec *spec,
                    const ard_config *config)
{
    int rc = ARDOR_OK;
    ard_compared cell = {.data = data, .spec = spec, .method = config->recipe.method};
    ard_compared_data *table = s->data + data;
    const size_t bytes = strlen(data_name) + strlen(name) + sizeof ", ";
    EXTEND(s->context, s->cell, s->n + 1);
    COPY(s->context, cell.name, name);
    NEW(s->context, cell.title, (int64_t)bytes);
    snprintf(cell.title, bytes, "%s, %s", data_name, name);
    if (!s->plan) COPY(s->context, s->plan, config->plan);
    s->seed = config->recipe.seed;
    if (data == s->n_data) {
        COPY(s->context, table->name, data_name);
        rc = ard_names_copy(s->context, table->data->n_classes, table->data->class_name, &table->class_name);
        if (rc != ARDOR_OK) ard_free(s->context, table->name);
        TRY(rc);
        table->n_classes = table->data->n_classes;
        s->n_data++;
    }
    s->cell[s->n++] = cell;
    cell = (ard_compared){0};
done:
    ard_free(s->context, cell.title);
    ard_free(s->context, cell.name);
    return rc;
}

ardor_status ardor_study_add(ardor_context *context, ardor_study *study, const ardor_dataset *data, const char *data_name,
                             const ardor_spec *spec, const char *name)
{
    int rc = ARDOR_OK;
    ard_config config;
    int64_t at = 0;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, study && data && spec, ARDOR_USAGE, "a cell of a study needs the study, data and a spec");
    REQUIRE(context, !study->ran, ARDOR_USAGE, "the study was run already; another is needed for further cells");
    TRY(ard_config_parse(context, spec, &config));
    if (!name) name = config.recipe.method->name;
    if (!data_name) data_name = "data";
    TRY(ard_message_pass(study->context, context, find_data(study, data, data_name, &at)));
    TRY(ard_message_pass(study->context, context, check_cell(study, at, name, &config)));
    TRY(ard_message_pass(study->context, context, add_cell(study, data_name, name, at, spec, &config)));
done:
    return (ardor_status)rc;
}

/* ------------------------------------------------------------------ a run */

/* A cell on its way. */
typedef struct running {
    ardor_context *context; /* a child */
    ard_config config;
    ard_plan *plan;
    ard_cell cell;
    ard_record *record;
} running;

static int open_cell(const ardor_study *s, const ard_compared *asked, const ard_config *how, running *r)
{
    int rc = ARDOR_OK;
    const ardor_dataset *data = s->data[asked->data].data;
    TRY(ard_config_parse(r->context, asked->spec, &r->config));
    r->config.threads = how->threads;
    TRY(ard_recipe_check(r->context, &r->config.recipe, data));
    TRY(ard_recipe_find_forced(r->context, &r->config.recipe, data));
    TRY(ard_dataset_doubts(r->context, data));
    TRY(ard_evaluation_open(r->context, data, &r->config, &r->plan, &r->cell));
    NEW(r->context, r->record, r->plan->n_tasks);
    ard_batch_name(r->cell.batch, asked->title);
done:
    return rc;
}

static void close_cell(running *r)
{
    if (!r->context) return;
    if (r->plan) ard_records_free(r->context, r->plan->n_tasks, r->record);
    ard_cell_close(r->context, &r->cell);
    ard_plan_free(r->plan);
    ard_recipe_free_forced(r->context, &r->config.recipe);
    ardor_context_free(r->context);
}

/* What the cell ended in; lack of memory, which is of no cell, ends the run. */
static int keep_failure(ardor_context *context, const running *r, int status, ard_compared *cell)
{
    int rc = ARDOR_OK;
    if (status == ARDOR_MEMORY) return ard_fail(context, ARDOR_MEMORY, "%s", ardor_context_message(r->context));
    cell->status = status;
    if (status != ARDOR_OK && status != ARDOR_CANCELLED) COPY(context, cell->message, ardor_context_message(r->context));
done:
    return rc;
}

/* Cells that cannot be run are not in the list. */
static int open_cells(ardor_context *context, ardor_study *s, const ard_config *how, running *r, int64_t *n, int64_t *list)
{
    int rc = ARDOR_OK;
    for (int64_t c = 0; c < s->n; c++) {
        TRY(ard_context_child_here(context, &r[c].context));
        TRY(keep_failure(context, r + c, open_cell(s, s->cell + c, how, r + c), s->cell + c));
        if (s->cell[c].status == ARDOR_OK) list[(*n)++] = c;
    }
done:
    return rc;
}

static double seconds_of(const running *r)
{
    double sum = 0;
    for (int64_t f = 0; f < r->plan->n_tasks; f++) sum += r->record[f].seconds;
    return sum;
}

static int evaluate_cell(ardor_context *context, running *r, ard_stop stopped, ard_known_correlations *known, ard_compared *cell)
{
    const ard_stop own = ard_records_stopped(r->plan->n_tasks, r->record, stopped);
    int rc = ard_evaluation_of(r->context, &r->cell, r->record, own, &cell->evaluation);
    TRY(keep_failure(context, r, rc, cell));
    if (!cell->evaluation) goto done;
    cell->evaluation->context = context; /* which outlives the cell's */
    TRY(ard_message_pass(r->context, context, ard_worth_of(r->context, &r->cell, r->record, known, cell->evaluation)));
    cell->evaluation->seconds = seconds_of(r);
done:
    return rc;
}

/* The first that failed, where none has a result. */
static int require_one(ardor_context *context, const ardor_study *s)
{
    int rc = ARDOR_OK;
    const ard_compared *first = NULL;
    for (int64_t c = 0; c < s->n; c++) {
        if (s->cell[c].evaluation) return ARDOR_OK;
        if (!first && s->cell[c].message) first = s->cell + c;
    }
    if (s->stopped != ARD_STOP_NONE) TRY(ard_evaluation_none(context, s->stopped));
    REQUIRE(context, !first, first->status, "no cell of the study has a result; the first, %s: %s", first->title, first->message);
done:
    return rc;
}

static int run_cells(ardor_context *context, ardor_study *s, const ard_config *config, running *r, int64_t n, const int64_t *list)
{
    int rc = ARDOR_OK;
    ard_store *store = NULL;
    const ard_cell **cell = NULL;
    ard_record **record = NULL;
    if (n == 0) return ARDOR_OK;
    NEW(context, cell, n);
    NEW(context, record, n);
    for (int64_t k = 0; k < n; k++) {
        cell[k] = &r[list[k]].cell;
        record[k] = r[list[k]].record;
    }
    if (config->checkpoint) TRY(ard_store_open(context, config->checkpoint, &store));
    if (store) TRY(ard_store_load(store, n, cell));
    TRY(ard_study_run(context, n, cell, &(ard_study_how){config->threads, store, true}, record, &s->stopped));
    for (int64_t k = 0; k < n; k++)
        TRY(evaluate_cell(context, r + list[k], s->stopped, &s->data[s->cell[list[k]].data].known, s->cell + list[k]));
done:
    ard_store_close(store);
    ard_free(context, record);
    ard_free(context, cell);
    return rc;
}

int ard_study_compare(ardor_context *context, ardor_study *s, const ard_config *config)
{
    int rc = ARDOR_OK;
    running *r = NULL;
    int64_t n = 0, *list = NULL;
    const double start = ard_now();
    NEW(context, r, s->n);
    NEW(context, list, s->n);
    TRY(open_cells(context, s, config, r, &n, list));
    TRY(run_cells(context, s, config, r, n, list));
    for (int64_t c = 0; c < s->n && s->stopped == ARD_STOP_NONE; c++)
        if (s->cell[c].status == ARDOR_CANCELLED) s->stopped = ard_stop_asked(context);
    TRY(require_one(context, s));
    TRY(ard_method_pairs_compute(context, s));
    s->seconds = ard_now() - start;
done:
    for (int64_t c = 0; r && c < s->n; c++) close_cell(r + c);
    ard_free(context, list);
    ard_free(context, r);
    return rc;
}
