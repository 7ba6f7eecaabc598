/* What every reader of tables does: one suite for all formats, and for one that only this test knows. Chosen, written, read
 * back, damaged, short of memory; and what the documents say of the formats. */
#include "context_fixture.h"
#include "fault_fixture.h"
#include "listed.h"

#include <float.h>
#include <jansson.h>

#include "base/number.h"
#include "base/text.h"
#include "io/packed.h"
#include "io/table.h"

#include "adding/src/io/items.c"

/* ------------------------------------------------------------------ the suite */

enum { MOST = 64, N = 5, P = 4 };
static const ard_reader *all[MOST]; /* those of the library, and this one */

static void list_readers(void)
{
    int n = 0;
    for (; ard_readers[n]; n++) all[n] = ard_readers[n];
    assert_true(n > 0 && n < MOST - 1);
    all[n] = &ard_reader_items;
}

static const ard_reader *reader_named(const char *name)
{
    const ard_reader *reader = NULL;
    assert_int_equal(ard_reader_find(context, ard_readers, name, "", &reader), ARDOR_OK);
    return reader;
}

#define OPTIONS(...) (&(ardor_read_options){.size = sizeof(ardor_read_options), __VA_ARGS__})

/* All that a table can hold, and that a format may stumble over. */
static ardor_dataset *hard_table(ardor_context *c)
{
    static const double x[N * P] = {
        0.1 + 0.2,         NAN,     -1e-300, DBL_MAX, -DBL_MAX, DBL_MIN,  DBL_TRUE_MIN, -0.0, 0,    1e22,
        123456789.1234567, 1.0 / 3, 5,       NAN,     1,        -1.5e-10, NAN,          0.1,  1e-5, DBL_EPSILON};
    static const char *const name[P] = {"plain", "a,\"b\"\tc", "Größe ☃", " 'blank' "};
    static const char *const label[N] = {" u", "v\nw", "größe ", "v\nw", NULL};
    static const char *const id[N] = {"p1", "p 2", "p,3", "\"p\"4", "ø"};
    static const double weight[N] = {1, 0.1, 1e-12, 3, 1e9};
    ardor_dataset *data = NULL;
    assert_int_equal(ardor_dataset_from_arrays(c, N, P, x, N, label, name, weight, &data), ARDOR_OK);
    assert_int_equal(ard_names_copy(c, N, (char *const *)id, &data->id), ARDOR_OK);
    return data;
}

static void assert_same_text(const char *a, const char *b)
{
    if (a && b)
        assert_string_equal(a, b);
    else
        assert_true(!a && !b);
}

/* To the bit. A format may have no place for weights or row names: they are lost then, never others. */
static void assert_same_table(const ardor_dataset *a, const ardor_dataset *b, bool everything)
{
    char number[24];
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->p, b->p);
    assert_int_equal(a->n_classes, b->n_classes);
    for (int64_t j = 0; j < a->p; j++) assert_string_equal(a->feature[j], b->feature[j]);
    for (int64_t k = 0; k < a->n * a->p; k++)
        if (!isnan(a->x[k]) || !isnan(b->x[k])) assert_memory_equal(&a->x[k], &b->x[k], sizeof a->x[k]);
    for (int64_t i = 0; i < a->n; i++) {
        const char *name = ardor_dataset_row_name(b, i);
        assert_same_text(ardor_dataset_class_name(a, ardor_dataset_label(a, i)),
                         ardor_dataset_class_name(b, ardor_dataset_label(b, i)));
        snprintf(number, sizeof number, "%lld", (long long)i + 1);
        if (everything || strcmp(name, number) != 0) assert_string_equal(ardor_dataset_row_name(a, i), name);
        if (everything || b->weight) assert_true(ard_row_weight(a, i) == ard_row_weight(b, i));
    }
}

/* What a reader writes, as bytes. */
static ard_bytes written(const ard_reader *reader, const ardor_dataset *data)
{
    ard_bytes out = {0};
    assert_int_equal(reader->write(context, data, &out), ARDOR_OK);
    return out;
}

static int read_memory(ardor_context *c, const ard_reader *reader, const char *name, const void *bytes, size_t size,
                       ardor_dataset **out)
{
    return ard_table_read_memory(c, all, bytes, size, name, OPTIONS(.no_target = 1, .header = 1, .format = reader->name), NULL,
                                 out);
}

static void a_table_of_readers_can_be_searched(void **state)
{
    (void)state;
    for (int r = 0; all[r]; r++) {
        assert_non_null(all[r]->read);
        assert_true(all[r]->name[0] != '\0' && all[r]->extensions[0] != '\0');
        for (int s = 0; s < r; s++) {
            const char *extension;
            size_t bytes = 0;
            assert_string_not_equal(all[r]->name, all[s]->name);
            for (int i = 0; (extension = ard_choice_at(all[r]->extensions, i, &bytes)); i++) {
                char copy[32];
                snprintf(copy, sizeof copy, "%.*s", (int)bytes, extension);
                assert_int_equal(ard_choice_find(all[s]->extensions, copy), -1);
            }
        }
    }
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    char directory[] = "ardor-test-XXXXXX", path[128];
    static const char *const suffix[] = {"", ".gz", ".zst", ".xz"};
    ardor_dataset *data = hard_table(context), *back = NULL;
    assert_non_null(mkdtemp(directory));
    for (int r = 0; all[r]; r++) {
        const char *extension;
        size_t bytes = 0;
        for (int k = 0; all[r]->write && (extension = ard_choice_at(all[r]->extensions, k / 4, &bytes)); k++) {
            snprintf(path, sizeof path, "%s/t.%.*s%s", directory, (int)bytes, extension, suffix[k % 4]);
            assert_int_equal(ard_table_write(context, all, data, path), ARDOR_OK);
            if (ard_table_read(context, all, path, OPTIONS(.no_target = 1), NULL, &back) != ARDOR_OK)
                fail_msg("%s", ardor_context_message(context));
            assert_same_table(data, back, all[r] == &ard_reader_items);
            assert_string_equal(back->source, path);
            ardor_dataset_free(back);
            assert_int_equal(unlink(path), 0);
        }
    }
    assert_int_equal(rmdir(directory), 0);
    ardor_dataset_free(data);
}

static void what_was_read_is_written_the_same(void **state)
{
    (void)state;
    ardor_dataset *data = hard_table(context), *back = NULL;
    for (int r = 0; all[r]; r++) {
        if (!all[r]->write) continue;
        ard_bytes first = written(all[r], data);
        assert_int_equal(read_memory(context, all[r], "t", first.data, (size_t)first.n, &back), ARDOR_OK);
        ard_bytes second = written(all[r], back);
        assert_int_equal(first.n, second.n);
        assert_memory_equal(first.data, second.data, (size_t)first.n);
        ardor_dataset_free(back);
        ard_free(context, first.data);
        ard_free(context, second.data);
    }
    ardor_dataset_free(data);
}

/* Read bytes that are not what they were: a whole table, or ARDOR_DATA with the name first. Returns whether it was refused. */
static bool survives(const ard_reader *reader, const void *bytes, size_t size)
{
    ardor_dataset *data = NULL;
    int rc = read_memory(context, reader, "dir/damaged", bytes, size, &data);
    if (rc == ARDOR_OK) {
        assert_int_equal(ard_dataset_check(data), ARDOR_OK);
        ardor_dataset_free(data);
        return false;
    }
    assert_null(data);
    const char *message = ardor_context_message(context);
    if (rc != ARDOR_DATA || strncmp(message, "dir/damaged: ", 13) != 0 || strchr(message, '\n'))
        fail_msg("%s: %d '%s'", reader->name, rc, message);
    return true;
}

static void damage_is_told_with_the_name_of_the_file(void **state)
{
    (void)state;
    ardor_dataset *data = hard_table(context);
    for (int r = 0; all[r]; r++) {
        assert_true(survives(all[r], "", 0));
        if (!all[r]->write) continue;
        ard_bytes plain = written(all[r], data), packed = {0};
        int refused = 0;
        for (int64_t cut = 0; cut < plain.n; cut++) survives(all[r], plain.data, (size_t)cut);
        for (int64_t at = 0; at < plain.n; at++) {
            static const char wrong[] = {'\0', '\xFF', '"', ':', '\n', '9'};
            const char right = plain.data[at];
            for (size_t w = 0; w < sizeof wrong; w++) {
                plain.data[at] = wrong[w];
                refused += survives(all[r], plain.data, (size_t)plain.n);
            }
            plain.data[at] = right;
        }
        assert_true(refused > 0);
        assert_int_equal(ard_compress(context, "gzip", &plain, &packed), ARDOR_OK);
        for (int64_t cut = 4; cut < packed.n; cut++) assert_true(survives(all[r], packed.data, (size_t)cut));
        ard_free(context, plain.data);
        ard_free(context, packed.data);
    }
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ options */

/* Columns "a" and "b", and labels. */
static ardor_dataset *small_table(void)
{
    static const double x[] = {1, 2, 3, 4, 7, 8, 7, 9};
    static const char *const name[] = {"a", "b"}, *const label[] = {"u", "v", "u", "v"};
    ardor_dataset *data = NULL;
    assert_int_equal(ardor_dataset_from_arrays(context, 4, 2, x, 4, label, name, NULL, &data), ARDOR_OK);
    return data;
}

static bool without_b(const ardor_dataset *data) { return data->p == 1 && strcmp(data->feature[0], "a") == 0; }
static bool b_is_target(const ardor_dataset *data)
{
    return data->p == 2 && data->n_classes == 3 && strcmp(data->class_name[1], "8") == 0;
}
static bool b_is_id(const ardor_dataset *data) { return without_b(data) && strcmp(data->id[1], "8") == 0; }
static bool b_is_weight(const ardor_dataset *data) { return without_b(data) && data->weight && data->weight[3] == 9; }
static bool b_is_group(const ardor_dataset *data) { return without_b(data) && data->n_groups == 3; }
static bool u_is_positive(const ardor_dataset *data) { return strcmp(data->class_name[1], "u") == 0; }
static bool is_turned(const ardor_dataset *data) { return data->n == 2 && data->p == 4; }
static bool has_names(const ardor_dataset *data) { return data->n == 4 && strcmp(data->feature[1], "b") == 0; }
static bool has_none(const ardor_dataset *data) { return data->n == 5 && strcmp(data->feature[1], "x2") == 0; }

/* Read what the reader has written of the table; an option is taken, as `taken` says, or refused with its value. */
static void check_option(const ard_reader *reader, const ard_bytes *plain, ardor_read_options *options, const char *value,
                         bool (*taken)(const ardor_dataset *))
{
    ardor_dataset *data = NULL;
    options->format = reader->name;
    int rc = ard_table_read_memory(context, all, plain->data, (size_t)plain->n, "dir/t", options, NULL, &data);
    const char *message = ardor_context_message(context);
    if (rc == ARDOR_OK && !(taken && taken(data))) fail_msg("%s passes an option over", reader->name);
    if (rc != ARDOR_OK && (rc != ARDOR_USAGE || strncmp(message, "dir/t: ", 7) != 0 || (value && !strstr(message, value))))
        fail_msg("%s: %d '%s'", reader->name, rc, message);
    ardor_dataset_free(data);
}

static void options_are_taken_or_refused(void **state)
{
    (void)state;
    ardor_dataset *data = small_table();
    for (int r = 0; all[r]; r++) {
        if (!all[r]->write) continue;
        ard_bytes plain = written(all[r], data);
        const char own[2] = {all[r]->delimiter ? all[r]->delimiter : ','};
        check_option(all[r], &plain, OPTIONS(.target = "b", .no_target = 1), "b", b_is_target);
        check_option(all[r], &plain, OPTIONS(.id = "b"), "b", b_is_id);
        check_option(all[r], &plain, OPTIONS(.weights = "b"), "b", b_is_weight);
        check_option(all[r], &plain, OPTIONS(.group = "b"), "b", b_is_group);
        check_option(all[r], &plain, OPTIONS(.positive = "u"), "u", u_is_positive);
        check_option(all[r], &plain, OPTIONS(.transpose = 1, .header = 1, .no_target = 1), NULL, is_turned);
        check_option(all[r], &plain, OPTIONS(.header = 1), NULL, has_names);
        check_option(all[r], &plain, OPTIONS(.header = -1, .no_target = 1), NULL, has_none);
        check_option(all[r], &plain, OPTIONS(.delimiter = own, .header = 1), own, has_names);
        check_option(all[r], &plain, OPTIONS(.decimal = ";"), ";", NULL);
        /* what is not there */
        check_option(all[r], &plain, OPTIONS(.target = "no such"), "no such", NULL);
        check_option(all[r], &plain, OPTIONS(.id = "no such"), "no such", NULL);
        check_option(all[r], &plain, OPTIONS(.weights = "no such"), "no such", NULL);
        check_option(all[r], &plain, OPTIONS(.group = "no such"), "no such", NULL);
        check_option(all[r], &plain, OPTIONS(.positive = "no such"), "no such", NULL);
        ard_free(context, plain.data);
    }
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ memory */

/* Write, and read what `plain` has, with the k-th allocation failing. */
static int with_fault(fault *f, ardor_context *poor, const ard_reader *reader, const ardor_dataset *data, ard_bytes plain)
{
    ard_bytes out = {0};
    ardor_dataset *back = NULL;
    const long long live = atomic_load(&f->live);
    int rc = data ? reader->write(poor, data, &out) : read_memory(poor, reader, "t", plain.data, (size_t)plain.n, &back);
    if (rc != ARDOR_OK) assert_null(back);
    ard_free(poor, out.data);
    ardor_dataset_free(back);
    assert_int_equal(atomic_load(&f->live), live);
    return rc;
}

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    fault f = {0};
    ardor_context *poor = fault_context(&f);
    ardor_dataset *data = hard_table(poor);
    for (int r = 0; all[r]; r++) {
        if (!all[r]->write) continue;
        ard_bytes plain = written(all[r], data);
        for (int writing = 0; writing < 2; writing++)
            for (int lasting = 0; lasting < 2; lasting++) {
                int rc = ARDOR_MEMORY, failed = 0;
                for (long long k = 1; rc != ARDOR_OK || atomic_load(&f.fired); k++) {
                    fault_reset(&f, k, lasting);
                    rc = with_fault(&f, poor, all[r], writing ? data : NULL, plain);
                    failed += rc == ARDOR_MEMORY;
                    if (rc != ARDOR_OK && rc != ARDOR_MEMORY) fail_msg("%d: %s", rc, ardor_context_message(poor));
                    if (atomic_load(&f.fired)) assert_int_equal(rc, ARDOR_MEMORY);
                }
                assert_true(failed > 3);
                fault_reset(&f, 0, false);
            }
        ard_free(context, plain.data);
    }
    ardor_dataset_free(data);
    ardor_context_free(poor);
}

/* ------------------------------------------------------------------ which reader it is */

static const char *chosen(const char *format, const char *path, const void *bytes, size_t size)
{
    const ard_reader *reader = NULL;
    ard_source *source = NULL;
    const char *block = NULL;
    size_t read = 0;
    assert_int_equal(ard_reader_find(context, all, format, path, &reader), ARDOR_OK);
    if (reader) return reader->name;
    assert_int_equal(ard_source_open_memory(context, bytes, size, path, &source), ARDOR_OK);
    assert_int_equal(ard_reader_recognise(context, all, source, &reader), ARDOR_OK);
    /* What was looked at has not been read. */
    assert_int_equal(ard_source_read(source, &block, &read), ARDOR_OK);
    assert_true(read == size && memcmp(block, bytes, size) == 0);
    assert_int_equal(ard_source_read(source, &block, &read), ARDOR_OK);
    assert_int_equal(read, 0);
    ard_source_close(source);
    return reader->name;
}

static void the_format_is_asked_for_or_named_or_recognised(void **state)
{
    (void)state;
    static const char text[] = "items\n1:1,1:0,1:a,1:u,1:2,", table[] = "a,class\n1,u\n";
    const size_t size = sizeof text - 1;
    assert_string_equal(chosen("tsv", "t.items", text, size), "tsv");
    assert_string_equal(chosen("Items", "t.csv", "", 0), "items");
    assert_string_equal(chosen(NULL, "d.csv/t.items", "", 0), "items");
    assert_string_equal(chosen(NULL, "t.ITM.xz", "", 0), "items");
    assert_string_equal(chosen(NULL, "t.csv", text, size), "csv");
    assert_string_equal(chosen(NULL, "t.tab.gz", text, size), "tsv");
    static const char *const silent[] = {"-", "t", "t.data", "t.items.d/t", ".gz", "t."};
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
        assert_string_equal(chosen(NULL, silent[i], text, size), "items");
        assert_string_equal(chosen(NULL, silent[i], table, sizeof table - 1), "csv");
        assert_string_equal(chosen(NULL, silent[i], "", 0), "csv");
    }
    /* Of two that recognise it the first. */
    ard_reader second = ard_reader_items;
    const ard_reader *const both[] = {reader_named("csv"), &ard_reader_items, &second, NULL}, *reader = NULL;
    ard_source *source = NULL;
    assert_int_equal(ard_source_open_memory(context, text, size, "-", &source), ARDOR_OK);
    assert_int_equal(ard_reader_recognise(context, both, source, &reader), ARDOR_OK);
    assert_ptr_equal(reader, &ard_reader_items);
    ard_source_close(source);
    /* Through the whole way, compressed; the library's own table does not know the format. */
    ard_bytes plain = {0}, packed = {0};
    ardor_dataset *data = NULL;
    assert_int_equal(ard_bytes_add(context, &plain, text, size), ARDOR_OK);
    assert_int_equal(ard_compress(context, "zstd", &plain, &packed), ARDOR_OK);
    assert_int_equal(ard_table_read_memory(context, all, packed.data, (size_t)packed.n, "pipe", NULL, NULL, &data), ARDOR_OK);
    assert_string_equal(data->id[0], "a");
    assert_true(data->weight[0] == 2);
    ardor_dataset_free(data);
    assert_int_equal(ard_table_read_memory(context, ard_readers, packed.data, (size_t)packed.n, "pipe", NULL, NULL, &data),
                     ARDOR_DATA);
    ard_free(context, plain.data);
    ard_free(context, packed.data);
}

static void errors_list_the_formats(void **state)
{
    (void)state;
    ard_reader mute = ard_reader_items;
    const ard_reader *one[] = {reader_named("csv"), NULL}, *two[] = {reader_named("csv"), &mute, NULL}, *out = NULL;
    char words[LISTED];
    const struct {
        const ard_reader *const *readers;
        const char *message;
    } tables[] = {{one, "there is no format 'xls': use csv"},
                  {two, "there is no format 'xls': use csv or items"},
                  {all, listed_unknown_format(all, words)}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        assert_int_equal(ard_reader_find(context, tables[i].readers, "xls", "t.csv", &out), ARDOR_USAGE);
        assert_string_equal(ardor_context_message(context), tables[i].message);
    }
    mute.write = NULL;
    assert_int_equal(ard_reader_to_write(context, two, "t.items.gz", &out), ARDOR_USAGE);
    assert_string_equal(ardor_context_message(context), "t.items.gz: the format 'items' is only read: write csv");
    assert_int_equal(ard_reader_to_write(context, two, "-", &out), ARDOR_OK);
    assert_ptr_equal(out, reader_named("csv"));
}

/* Of csv and tsv what they say; by the name of the file, or the first that has one. */
static void cells_are_delimited_as_the_format_says(void **state)
{
    (void)state;
    const ard_reader *const mixed[] = {&ard_reader_items, reader_named("tsv"), NULL};
    static const char *const no_names[] = {"-", "s", "s.data.gz"};
    char out = 0;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ard_reader_delimiter(context, all, "splits", no_names[i], &out), ARDOR_OK);
        assert_int_equal(out, ',');
        assert_int_equal(ard_reader_delimiter(context, mixed, "splits", no_names[i], &out), ARDOR_OK);
        assert_int_equal(out, '\t');
    }
    assert_int_equal(ard_reader_delimiter(context, all, "splits", "s.TAB.xz", &out), ARDOR_OK);
    assert_int_equal(out, '\t');
    assert_int_equal(ard_reader_delimiter(context, mixed, "splits", "s.itm", &out), ARDOR_USAGE);
    assert_string_equal(ardor_context_message(context), "s.itm: splits are read from tsv");
}

/* ------------------------------------------------------------------ the documents */

static void assert_says(const char *file, const char *words)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", ARDOR_SOURCE_DIR, file);
    char *text = fault_file_text(path);
    if (!strstr(text, words)) fail_msg("%s does not say: %s", file, words);
    free(text);
}

static void the_documents_name_the_formats(void **state)
{
    (void)state;
    char words[LISTED];
    listed_formats(ard_readers, false, "const char *format; /* \"", "\", \"", "\", \"", "\"; NULL:", words);
    assert_says("include/ardor/ardor.h", words);
    listed_formats(ard_readers, true, "standard input): ", ", ", " or ", ", plain or compressed", words);
    assert_says("include/ardor/ardor.h", words);
    listed_formats(ard_readers, true, "**Data.** ", ", ", " or ", ", plain or compressed", words);
    assert_says("README.md", words);
    listed_formats(ard_readers, true, "\n\n", ", ", " or ", ", plain or compressed", words);
    assert_says("docs/tables-in.md", words);
    listed_formats(ard_readers, false, "| formats of tables, `ard_reader` | `io/reader.h` | ", ", ", ", ", " |", words);
    assert_says("docs/architecture.md", words);
}

/* {"name": .., "extensions": [..], "writes": ..} */
static void check_format(const json_t *format, const ard_reader *reader)
{
    const char *name = NULL, *extension;
    json_t *extensions = NULL;
    int writes = 0, n = 0;
    size_t bytes = 0;
    if (json_unpack((json_t *)format, "{s:s, s:o, s:b!}", "name", &name, "extensions", &extensions, "writes", &writes) != 0)
        fail_msg("the format %s has other members", reader->name);
    assert_string_equal(name, reader->name);
    assert_int_equal(writes, reader->write != NULL);
    for (; (extension = ard_choice_at(reader->extensions, n, &bytes)); n++) {
        const char *text = json_string_value(json_array_get(extensions, (size_t)n));
        assert_true(text && strlen(text) == bytes && memcmp(text, extension, bytes) == 0);
    }
    assert_int_equal(json_array_size(extensions), n);
}

/* The JSON of the library's table, and the program's help, which is made from it. */
static void the_program_lists_them(void **state)
{
    (void)state;
    char words[LISTED], help[8192], *text = NULL;
    size_t n = 0;
    assert_int_equal(ardor_formats_json(context, &text), ARDOR_OK);
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    for (; ard_readers[n]; n++) check_format(json_array_get(json, n), ard_readers[n]);
    assert_int_equal(json_array_size(json), n);
    json_decref(json);
    ardor_string_free(context, text);
    listed_formats(ard_readers, false, " ", ", ", " or ", " (default: by the", words);
    FILE *pipe = popen("'" ARDOR_PROGRAM "' predict --help", "r");
    assert_non_null(pipe);
    help[fread(help, 1, sizeof help - 1, pipe)] = '\0';
    assert_int_equal(pclose(pipe), 0);
    if (!strstr(help, words)) fail_msg("the help does not say:%s", words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_of_readers_can_be_searched),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(what_was_read_is_written_the_same),
        cmocka_unit_test(damage_is_told_with_the_name_of_the_file),
        cmocka_unit_test(options_are_taken_or_refused),
        cmocka_unit_test(every_failing_allocation_is_survived),
        cmocka_unit_test(the_format_is_asked_for_or_named_or_recognised),
        cmocka_unit_test(errors_list_the_formats),
        cmocka_unit_test(cells_are_delimited_as_the_format_says),
        cmocka_unit_test(the_documents_name_the_formats),
        cmocka_unit_test(the_program_lists_them),
    };
    list_readers();
    return cmocka_run_group_tests(tests, open_context, close_context);
}
