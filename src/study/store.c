/* See store.h. */
#include "study/store.h"

#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "io/lines.h"
#include "model/model_file.h"

/* The last version without importances, whose lines are those of runs without them. */
enum { OLD_VERSION = 4 };

struct ard_store {
    ardor_context *context;
    ard_lines lines;
    bool broken;                 /* the system refused to write */
    int64_t n_cells, *first;     /* n_cells: where the records of a cell begin */
    int64_t n_numbers, *cell_of; /* the last header's numbers of cells, and which cells of this run they are */
    bool extends;                /* this run has cells that the last header does not have */
    int64_t n_records;
    ard_record *record; /* by cell, then fold */
};

/* ------------------------------------------------------------------ the header */

static void write_recipe(ard_json *json, const ard_cell *cell)
{
    char text[ARD_NUMBER_BYTES];
    const ard_recipe *recipe = &cell->protocol.recipe;
    const ardor_dataset *data = &cell->data;
    ard_json_open(json, "recipe", '{');
    ard_json_text(json, "protocol", ard_protocol_name(recipe->protocol));
    ard_json_text(json, "method", recipe->method->name);
    ard_json_text(json, "basis", ard_basis_name(recipe->basis, text));
    ard_json_settings(json, "settings", recipe->method, recipe->settings.value);
    ard_recipe_write(recipe, data->n_classes, json);
    ard_json_int(json, "importance", recipe->importance);
    ard_json_open(json, "forced", '[');
    for (int64_t j = 0; recipe->prepare.forced && j < data->p; j++)
        if (recipe->prepare.forced[j]) ard_json_text(json, NULL, data->feature[j]);
    ard_json_close(json);
    ard_json_texts(json, "classes", data->n_classes, data->class_name);
    ard_json_close(json);
}

static void write_asked(ard_json *json, const ard_resamplings *asked)
{
    ard_json_open(json, "resamplings", '{');
    ard_json_int(json, "permute", asked->permute);
    ard_json_int(json, "stability", asked->stability);
    ard_json_reals(json, "learning_curve", asked->n_fractions, asked->fraction, 1);
    ard_json_int(json, "instability", asked->instability);
    ard_json_close(json);
}

/* Members of an object that is open. */
static int write_cell(ardor_context *context, ard_json *json, const ard_cell *cell)
{
    int rc = ARDOR_OK;
    char hash[ARD_HASH_BYTES];
    uint64_t plan = 0;
    TRY(ard_plan_hash(context, cell->plan, &plan));
    write_recipe(json, cell);
    if (cell->asked) write_asked(json, cell->asked);
    ard_json_text(json, "plan", cell->plan->name);
    ard_json_text(json, "plan_hash", ard_hash_print(plan, hash));
    ard_json_text(json, "data_hash", ard_dataset_hash_text(&cell->data, hash));
done:
    return rc;
}

/* Cells that follow from others need no words. */
static int write_cells(ardor_context *context, ard_json *json, int64_t n_cells, const ard_cell *const *cell)
{
    int rc = ARDOR_OK;
    int64_t n_own = 0;
    for (int64_t c = 0; c < n_cells; c++) n_own += !cell[c]->derived;
    if (n_own == 1) return write_cell(context, json, cell[0]);
    ard_json_open(json, "cells", '[');
    for (int64_t c = 0; c < n_cells; c++) {
        if (cell[c]->derived) continue;
        ard_json_open(json, NULL, '{');
        TRY(write_cell(context, json, cell[c]));
        ard_json_close(json);
    }
    ard_json_close(json);
done:
    return rc;
}

static int header_text(ardor_context *context, int64_t n_cells, const ard_cell *const *cell, char **out)
{
    int rc = ARDOR_OK;
    ard_json json;
    *out = NULL;
    ard_json_begin(&json, context);
    ard_json_open_line(&json, NULL, '{');
    ard_json_text(&json, "format", "ardor-records");
    ard_json_int(&json, "version", ARD_RECORDS_VERSION);
    ard_json_text(&json, "ardor", ardor_version());
    rc = write_cells(context, &json, n_cells, cell);
    ard_json_open(&json, "shard", '[');
    ard_json_int(&json, NULL, 0);
    ard_json_int(&json, NULL, 1);
    ard_json_close(&json);
    ard_json_close(&json);
    const int status = ard_json_finish(&json, out); /* which releases what there is, whatever came before */
    if (rc == ARDOR_OK) return status;
    ard_free(context, *out);
    *out = NULL;
    return rc;
}

static const char *const common_members[] = {"version", "ardor", "shard", NULL};
static const char *const cell_members[] = {"cells", "data_hash", "plan_hash", "plan", "recipe", "resamplings", NULL};

/* The first of these members in which two headers differ; NULL if none does. */
static const char *first_difference(const json_t *a, const json_t *b, const char *const *member)
{
    for (; *member; member++) {
        const json_t *of_a = json_object_get(a, *member), *of_b = json_object_get(b, *member);
        if ((of_a || of_b) && !json_equal(of_a, of_b)) return *member;
    }
    return NULL;
}

static int not_ours(ardor_context *context, const char *path)
{
    return ard_fail(context, ARDOR_DATA, "%s: is no file of finished folds, and is left as it is: name another for --checkpoint",
                    path);
}

static const char HEADER_BEGIN[] = "{\"format\": \"ardor-records\"";

static bool is_header(const char *line, size_t bytes)
{
    return bytes >= sizeof HEADER_BEGIN - 1 && memcmp(line, HEADER_BEGIN, sizeof HEADER_BEGIN - 1) == 0;
}

/* A file without a whole line is a header that was being written, or none of ours. */
static bool begins_well(const ard_lines *lines)
{
    const size_t begin = sizeof HEADER_BEGIN - 1, size = (size_t)lines->size;
    return memcmp(lines->text, HEADER_BEGIN, size < begin ? size : begin) == 0 && (lines->bytes == 0 || size >= begin);
}

/* A header of the last version says the same where nothing is measured. */
static void renew_header(json_t *header)
{
    json_t *recipe = json_object_get(header, "recipe");
    if (json_integer_value(json_object_get(header, "version")) != OLD_VERSION || json_object_get(recipe, "importance")) return;
    json_object_set_new(header, "version", json_integer(ARD_RECORDS_VERSION));
    json_object_set_new(recipe, "importance", json_integer(0));
}

/* The cells of a header: of one cell its own members tell what it is. */
static json_t *cells_of(json_t *header)
{
    static const char *const member[] = {"recipe", "resamplings", "plan", "plan_hash", "data_hash"};
    json_t *cells = json_object_get(header, "cells");
    if (cells) return json_incref(cells);
    json_t *one = json_object();
    for (size_t i = 0; i < sizeof member / sizeof *member; i++) {
        json_t *value = json_object_get(header, member[i]);
        if (value) json_object_set(one, member[i], value);
    }
    return json_pack("[o]", one);
}

/* Which cell of this run is each of a header: none is twice, `taken` tells those that are. False: one is none of them. */
static bool find_cells(const json_t *found, const json_t *ours, bool *taken, int64_t *cell_of)
{
    const size_t n = json_array_size(ours);
    for (size_t k = 0; k < json_array_size(found); k++) {
        size_t c = 0;
        while (c < n && (taken[c] || !json_equal(json_array_get(found, k), json_array_get(ours, c)))) c++;
        if (c == n) return false;
        taken[c] = true;
        cell_of[k] = (int64_t)c;
    }
    return true;
}

/* Cells with others that follow from them are one run, which nothing is added to. */
static int number_cells(ard_store *s, json_t *found, json_t *ours, bool *out)
{
    int rc = ARDOR_OK;
    json_t *theirs = cells_of(found), *wanted = cells_of(ours);
    const int64_t n_theirs = (int64_t)json_array_size(theirs), n_wanted = (int64_t)json_array_size(wanted);
    bool *taken = NULL;
    ard_free(s->context, s->cell_of);
    s->cell_of = NULL;
    REQUIRE(s->context, theirs && wanted, ARDOR_MEMORY, "not enough memory for what folds are of");
    NEW(s->context, taken, n_wanted);
    NEW(s->context, s->cell_of, ard_max64(s->n_cells, n_theirs));
    s->extends = !json_equal(theirs, wanted);
    s->n_numbers = s->extends ? n_theirs : s->n_cells;
    *out = !s->extends || (n_wanted == s->n_cells && find_cells(theirs, wanted, taken, s->cell_of));
    for (int64_t c = 0; !s->extends && c < s->n_cells; c++) s->cell_of[c] = c;
done:
    ard_free(s->context, taken);
    json_decref(theirs);
    json_decref(wanted);
    return rc;
}

/* A run may have more cells than the one whose folds these are: those that it had are not run again. */
static int check_header(ard_store *s, const char *line, size_t bytes, const char *wanted)
{
    int rc = ARDOR_OK;
    bool known = false;
    const char *path = s->lines.path;
    json_t *found = json_loadb(line, bytes, 0, NULL), *ours = NULL;
    if (!found) TRY(not_ours(s->context, path));
    TRY(ard_json_parse(s->context, wanted, strlen(wanted), path, &ours));
    renew_header(found);
    const char *difference = first_difference(found, ours, common_members);
    if (!difference) TRY(number_cells(s, found, ours, &known));
    if (!difference && !known) difference = first_difference(found, ours, cell_members);
    REQUIRE(s->context, !difference, ARDOR_DATA,
            "%s: its folds are of another run (they differ in: %s): name another file for --checkpoint, or remove this one", path,
            difference);
done:
    json_decref(found);
    json_decref(ours);
    return rc;
}

/* ------------------------------------------------------------------ records */

static const char HASH_KEY[] = ", \"hash\": \"";
enum { HASH_TAIL = sizeof HASH_KEY - 1 + ARD_HASH_BYTES - 1 + 2 }; /* with the closing quote and brace */

static uint64_t hash_of(const char *text)
{
    ard_hash hash = ard_hash_begin();
    ard_hash_text(&hash, text);
    return ard_hash_value(&hash);
}

/* The digits are put where a line of the same length has zeros. */
static int record_text(ardor_context *context, const ard_record *record, char **out)
{
    int rc = ARDOR_OK;
    char digits[ARD_HASH_BYTES];
    ard_json json;
    ard_json_begin(&json, context);
    ard_json_open_line(&json, NULL, '{');
    ard_record_write(record, &json);
    ard_json_text(&json, "hash", "0000000000000000");
    ard_json_close(&json);
    TRY(ard_json_finish(&json, out));
    char *tail = *out + strlen(*out) - 1 - HASH_TAIL;
    *tail = '\0';
    ard_hash_print(hash_of(*out), digits);
    *tail = ',';
    memcpy(tail + sizeof HASH_KEY - 1, digits, ARD_HASH_BYTES - 1);
done:
    return rc;
}

/* Does the line end with the fingerprint of what is before? */
static bool is_whole(char *line, size_t bytes)
{
    char digits[ARD_HASH_BYTES];
    if (bytes < HASH_TAIL) return false;
    char *tail = line + bytes - HASH_TAIL;
    if (memcmp(tail, HASH_KEY, sizeof HASH_KEY - 1) != 0) return false;
    *tail = '\0';
    ard_hash_print(hash_of(line), digits);
    *tail = ',';
    return memcmp(tail + sizeof HASH_KEY - 1, digits, ARD_HASH_BYTES - 1) == 0;
}

static bool same_rows(const ard_rows *a, int64_t n, const int64_t *row)
{
    return a->n == n && memcmp(a->row, row, (size_t)n * sizeof *row) == 0;
}

static bool all_shares(int64_t n, const double *prob)
{
    for (int64_t i = 0; i < n; i++)
        if (!(prob[i] >= 0 && prob[i] <= 1)) return false;
    return true;
}

static bool rising(int64_t n, const int64_t *column)
{
    for (int64_t i = 1; i < n; i++)
        if (column[i] <= column[i - 1]) return false;
    return true;
}

/* 0, or one of the recipe's sizes. */
static bool is_size(const ard_recipe *recipe, int64_t size)
{
    bool found = size == 0;
    for (int k = 0; k < ard_recipe_n_sizes(recipe); k++) found |= ard_recipe_size(recipe, k) == size;
    return found;
}

/* Is it what the fold of this cell may end in? */
static int check_record(const ard_node *node, const ard_cell *cell, const ard_record *r)
{
    int rc = ARDOR_OK;
    ard_fold fold = {0};
    const int64_t n = r->n_test * r->n_classes;
    if (r->status != ARD_RECORD_DONE) return ARDOR_OK;
    TRY(ard_plan_fold(node->context, cell->plan, r->fold, &fold));
    const char *fault = fold.train.n != r->n_train || !same_rows(&fold.test, r->n_test, r->row) ? "rows are not those of the plan"
                        : !r->unrelaxed != !ard_recipe_relaxes(&cell->protocol.recipe) ? "unrelaxed does not fit the recipe"
                        : !is_size(&cell->protocol.recipe, r->filter)                  ? "filter is no size of the recipe"
                        : !all_shares(r->n_classes, r->share)                          ? "shares are none"
                        : !all_shares(n, r->prob) || (r->unrelaxed && !all_shares(n, r->unrelaxed))
                            ? "prob is not of probabilities"
                        : !r->loss_rise != !ard_cell_measures(cell, r->fold) ? "importances do not fit the recipe"
                        : !rising(r->n_selected, r->selected)                ? "selected does not increase"
                        : ard_stop_cut(r->stop)                              ? "the fit is not finished"
                                                                             : NULL;
    if (fault) rc = ard_node_fail(node, "is of fold %lld, and yet %s", (long long)r->fold + 1, fault);
done:
    ard_fold_free(node->context, &fold);
    return rc;
}

/* What a record of a cell must fit; of one that there is not, the first, of which its number is then refused. */
static ard_record_frame frame_of(const ard_store *s, const ard_cell *const *cells, const json_t *record, const ard_cell **out)
{
    const json_int_t c = json_integer_value(json_object_get(record, "cell"));
    const ard_cell *cell = *out = cells[s->cell_of[c > 0 && c < s->n_numbers ? c : 0]];
    return (ard_record_frame){.n_cells = s->n_numbers,
                              .n_folds = cell->plan->n_tasks,
                              .n = cell->data.n,
                              .p = cell->data.p,
                              .n_classes = cell->data.n_classes,
                              .n_settings = cell->protocol.recipe.method->n_settings};
}

static int read_record(ard_store *s, const ard_cell *const *cells, char *line, size_t bytes, int64_t number)
{
    int rc = ARDOR_OK;
    const char *hash = NULL, *path = s->lines.path;
    json_t *json = NULL;
    ard_record record = {0};
    const ard_cell *cell = NULL;
    REQUIRE(s->context, is_whole(line, bytes), ARDOR_DATA,
            "%s: line %lld is damaged: it does not have the hash that it ends with. Remove the line, and its fold is run again",
            path, (long long)number);
    TRY(ard_json_parse(s->context, line, bytes, path, &json));
    ard_node node = ard_node_root(s->context, path, json);
    const ard_record_frame frame = frame_of(s, cells, json, &cell);
    TRY(ard_record_read(&node, &frame, &record));
    TRY(ard_member_text(&node, "hash", &hash));
    TRY(ard_node_done(&node));
    TRY(check_record(&node, cell, &record));
    record.cell = s->cell_of[record.cell];
    ard_record *to = s->record + s->first[record.cell] + record.fold;
    ard_record_free(s->context, to);
    *to = record;
    record = (ard_record){0};
done:
    ard_record_free(s->context, &record);
    json_decref(json);
    return rc;
}

static int read_lines(ard_store *s, const ard_cell *const *cells, const char *header)
{
    int rc = ARDOR_OK;
    char *line = s->lines.text, *stop = line + s->lines.bytes;
    for (int64_t number = 1; line < stop; number++) {
        const size_t bytes = (size_t)((char *)memchr(line, '\n', (size_t)(stop - line)) - line);
        if (number == 1 || is_header(line, bytes))
            TRY(check_header(s, line, bytes, header));
        else
            TRY(read_record(s, cells, line, bytes, number));
        line += bytes + 1;
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ the interface */

int ard_store_open(ardor_context *context, const char *path, ard_store **out)
{
    int rc = ARDOR_OK;
    ard_store *s = NULL;
    *out = NULL;
    NEW(context, s, 1);
    s->context = context;
    s->lines.fd = -1;
    TRY(ard_lines_open(context, path, &s->lines));
    if (!begins_well(&s->lines)) {
        s->lines.end = s->lines.size;
        TRY(not_ours(context, path));
    }
    *out = s;
    s = NULL;
done:
    ard_store_close(s);
    return rc;
}

int ard_store_load(ard_store *s, int64_t n_cells, const ard_cell *const *cell)
{
    int rc = ARDOR_OK;
    char *header = NULL;
    const bool fresh = s->lines.bytes == 0;
    s->lines.end = s->lines.size; /* until it is known to be ours */
    TRY(header_text(s->context, n_cells, cell, &header));
    s->n_cells = n_cells;
    NEW(s->context, s->first, n_cells);
    for (int64_t c = 0; c < n_cells; c++) {
        s->first[c] = s->n_records;
        s->n_records += cell[c]->plan->n_tasks;
    }
    NEW(s->context, s->record, s->n_records);
    TRY(read_lines(s, cell, header));
    TRY(ard_lines_continue(&s->lines));
    if (fresh || s->extends) TRY(ard_lines_add(&s->lines, s->context, header));
done:
    ard_free(s->context, header);
    return rc;
}

ard_record ard_store_take(ard_store *s, int64_t cell, int64_t fold)
{
    ard_record *from = s->record + s->first[cell] + fold, record = *from;
    *from = (ard_record){0};
    return record;
}

int ard_store_add(ard_store *s, ardor_context *context, const ard_record *record)
{
    int rc = ARDOR_OK;
    char *line = NULL;
    if (s->broken) return ARDOR_OK;
    TRY(record_text(context, record, &line));
    rc = ard_lines_add(&s->lines, context, line);
    if (rc == ARDOR_IO) {
        s->broken = true;
        ard_note(context, "%s: what finishes from here on is not kept", ardor_context_message(context));
        ard_message_forget(context);
        rc = ARDOR_OK;
    }
done:
    ard_free(context, line);
    return rc;
}

void ard_store_close(ard_store *s)
{
    if (!s) return;
    if (s->lines.fd >= 0 && s->record && !s->broken && !ard_lines_intact(&s->lines))
        ard_note(s->context, "%s: was removed or changed while folds were written to it, and does not have them all",
                 s->lines.path);
    ard_lines_close(&s->lines);
    for (int64_t f = 0; s->record && f < s->n_records; f++) ard_record_free(s->context, &s->record[f]);
    ard_free(s->context, s->record);
    ard_free(s->context, s->cell_of);
    ard_free(s->context, s->first);
    ard_free(s->context, s);
}
