/* What a profile reads and writes: plain texts and models in each, files of tables and compressed ones in full only, which core
 * refuses by name before it does anything. Built for core in either (cmake/UnitTests.cmake). */
#include "api_fixture.h"

#include <unistd.h>

#include "base/profile.h"
#include "io/delimited.h"
#include "io/packed.h"
#include "io/source.h"
#include "io/splits.h"
#include "io/table.h"

static char folder[] = "/tmp/ardor-profile-XXXXXX", path[64];

static int setup(void **state) { return mkdtemp(folder) ? open_context(state) : -1; }

static int teardown(void **state)
{
    close_context(state);
    return rmdir(folder);
}

static const char *in_folder(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void put(const void *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    assert_int_equal(fclose(file), 0);
}

#ifdef ARDOR_CORE
#define CORE 1
#else
#define CORE 0
#endif

/* Refused by core with the whole of this message. */
static void refused(int rc, const char *format, const char *name)
{
    char expected[300];
    snprintf(expected, sizeof expected, format, name);
    assert_int_equal(rc, ARDOR_USAGE);
    assert_string_equal(ardor_context_message(context), expected);
}

static void the_profile_has_a_name(void **state)
{
    (void)state;
    assert_string_equal(ard_profile(), CORE ? "core" : "full");
}

#define NO_TABLES "%s: this build of ardor (profile core) does not read files of tables: hand them over as arrays"
#define NO_SPLITS "%s: this build of ardor (profile core) does not read files of splits: hand them over as arrays"

/* A table that is not there: the build is to blame first. */
static void tables_are_read_or_refused(void **state)
{
    (void)state;
    static const char table[] = "a,class\n1,u\n2,v\n", *const names[] = {"absent.csv", "absent.tsv.gz"};
    ardor_dataset *data = NULL;
    for (int i = 0; i < COUNT_OF(names); i++) {
        const int rc = ardor_dataset_read(context, names[i], NULL, &data);
        if (CORE)
            refused(rc, NO_TABLES, names[i]);
        else
            assert_int_equal(rc, ARDOR_IO);
        assert_null(data);
    }
    const int rc = ard_table_read_memory(context, ard_readers, table, strlen(table), "t.csv", NULL, NULL, &data);
    if (CORE)
        refused(rc, NO_TABLES, "t.csv");
    else
        assert_int_equal(rc, ARDOR_OK);
    ardor_dataset_free(data);
}

static void splits_are_read_or_refused(void **state)
{
    (void)state;
    static const char text[] = "split,row,set\n1,1,train\n1,2,test\n";
    ard_splits *splits = NULL;
    ardor_evaluation *evaluation = NULL;
    int rc = ard_splits_read_memory(context, text, strlen(text), "s.csv", 2, &splits);
    if (CORE)
        refused(rc, NO_SPLITS, "s.csv");
    else
        assert_int_equal(rc, ARDOR_OK);
    ard_splits_free(splits);
    ardor_dataset *data = balanced_noise();
    ardor_spec *spec = make_spec("method=majority plan=splits:absent.csv");
    rc = ardor_evaluate(context, data, spec, &evaluation);
    if (CORE)
        refused(rc, NO_SPLITS, "absent.csv");
    else
        assert_int_equal(rc, ARDOR_IO);
    assert_null(evaluation);
    ardor_spec_free(spec);
    ardor_dataset_free(data);
}

/* Whatever reads a source some other way comes to the same. */
static int no_row(void *user, const ard_text_row *row)
{
    (void)user, (void)row;
    return ARDOR_OK;
}

static void rows_of_any_source_are_too(void **state)
{
    (void)state;
    ard_source *source = NULL;
    assert_int_equal(ard_source_open_memory(context, "a,b\n", 4, "r.csv", &source), ARDOR_OK);
    const int rc = ard_delimited_rows(context, source, ',', no_row, NULL);
    if (CORE)
        refused(rc, NO_TABLES, "r.csv");
    else
        assert_int_equal(rc, ARDOR_OK);
    ard_source_close(source);
}

/* ---- files as such */

static void compressed_files_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *filter, *suffix, *bytes;
        size_t n;
    } kinds[] = {{"gzip", ".gz", "\x1F\x8B\x08", 3}, {"zstd", ".zst", "\x28\xB5\x2F\xFD", 4}, {"xz", ".xz", "\xFD\x37zXZ\0", 6}};
    char *text = NULL, message[200];
    if (!CORE) skip();
    for (int i = 0; i < COUNT_OF(kinds); i++) {
        ardor_model *model = NULL;
        in_folder("model.json"); /* known by its content, not by its name */
        put(kinds[i].bytes, kinds[i].n);
        snprintf(message, sizeof message,
                 "%%s: is compressed with %s, which this build of ardor (profile core) does not read: decompress it first",
                 kinds[i].filter);
        refused(ardor_model_load(context, path, &model), message, path);
        refused(ardor_read_text(context, path, &text), message, path);
        assert_true(!model && !text);
        put(kinds[i].bytes, kinds[i].n - 1); /* and these are some other bytes; of gzip there are but two */
        if (i > 0) assert_int_equal(ardor_model_load(context, path, &model), ARDOR_DATA);
        unlink(path);
        char name[20];
        snprintf(name, sizeof name, "model.json%s", kinds[i].suffix);
        in_folder(name);
        refused(ardor_write_file(context, path, "text", 4),
                "this build of ardor (profile core) does not write %s: name the file without .gz, .zst or .xz", kinds[i].filter);
        assert_int_equal(access(path, F_OK), -1); /* nor is it left there plain */
    }
}

/* Of every size about that of the blocks in which files are read: from files, and from memory with the beginning seen before. */
static void plain_texts_come_whole(void **state)
{
    (void)state;
    static const int sizes[] = {0, 1, 5, 65535, 65536, 65537, 131072, 200000};
    char *bytes = make_array(200000, 1), *text = NULL;
    for (int i = 0; i < 200000; i++) bytes[i] = (char)('a' + i % 23);
    memcpy(bytes + 65536, "\x1F\x8B", 2); /* no beginning */
    for (int i = 0; i < COUNT_OF(sizes); i++) {
        const size_t n = (size_t)sizes[i];
        ard_source *source = NULL;
        ard_head head;
        const char *block = NULL;
        size_t size = 1, total = 0;
        assert_int_equal(ardor_write_file(context, in_folder("plain"), bytes, n), ARDOR_OK);
        must(ardor_read_text(context, path, &text));
        assert_int_equal(strlen(text), n);
        assert_memory_equal(text, bytes, n);
        ardor_string_free(context, text);
        unlink(path);
        must((ardor_status)ard_source_open_memory(context, bytes, n, "m", &source));
        must((ardor_status)ard_source_head(source, &head));
        assert_true(head.bytes == (n < 65536 ? n : 65536) && head.cut == (n >= 65536));
        for (; size > 0; total += size) {
            must((ardor_status)ard_source_read(source, &block, &size));
            assert_memory_equal(block, bytes + total, size);
        }
        assert_int_equal(total, n);
        must((ardor_status)ard_source_read(source, &block, &size));
        assert_int_equal(size, 0);
        ard_source_close(source);
    }
    free(bytes);
}

/* As pipes give them: few at a time, and the block that is read into is neither a multiple of them nor more. */
typedef struct few {
    const char *next;
    size_t left, most;
} few;

static ssize_t stored(void *user, const void **out)
{
    few *f = user;
    const size_t n = f->left < f->most ? f->left : f->most;
    *out = f->next;
    f->next += n;
    f->left -= n;
    return (ssize_t)n;
}

static void bytes_that_come_few_at_a_time(void **state)
{
    (void)state;
    static const char text[] = "the quick brown fox jumps over the lazy dog";
    for (size_t most = 1; most < 12; most++)
        for (size_t room = 6; room < 14; room++) {
            few f = {text, strlen(text), most};
            ard_unpacker *unpacker = NULL;
            char *block = make_array((int64_t)room, 1); /* of just this size, for the sanitizers */
            size_t size = 1, total = 0;
            must((ardor_status)ard_unpacker_new(context, "few", stored, &f, &unpacker));
            for (; size > 0; total += size) {
                must((ardor_status)ard_unpacker_read(unpacker, block, room, &size));
                assert_true(size <= room && total + size <= strlen(text));
                assert_memory_equal(block, text + total, size);
                assert_true(size == room || total + size == strlen(text));
            }
            assert_int_equal(total, strlen(text));
            ard_unpacker_free(unpacker);
            free(block);
        }
}

static void what_cannot_be_read_is_told(void **state)
{
    (void)state;
    char *text = NULL;
    assert_int_equal(ardor_read_text(context, in_folder("absent"), &text), ARDOR_IO);
    assert_int_equal(ardor_read_text(context, folder, &text), ARDOR_IO);
    assert_int_equal(ardor_read_text(context, "/proc/self/mem", &text), ARDOR_DATA); /* its first page cannot be read */
    assert_message("/proc/self/mem: cannot be read: ");
    assert_null(text);
}

static void models_and_tables_are_written_plain(void **state)
{
    (void)state;
    ardor_dataset *data = balanced_noise();
    ardor_model *model = fit(data, "method=logistic lam=.01"), *loaded = NULL;
    double one[2 * 40], other[2 * 40];
    char *text = NULL;
    must(ardor_model_save(context, model, in_folder("m.json")));
    must(ardor_model_load(context, path, &loaded));
    unlink(path);
    must(ardor_predict(context, model, data, one));
    must(ardor_predict(context, loaded, data, other));
    assert_memory_equal(one, other, sizeof one);
    must(ardor_dataset_write(context, data, in_folder("t.csv")));
    must(ardor_read_text(context, path, &text));
    assert_int_equal(strncmp(text, "id,x1,x2,x3,class\n", 18) && strncmp(text, "x1,x2,x3,class\n", 15), 0);
    ardor_string_free(context, text);
    unlink(path);
    ardor_model_free(loaded);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_profile_has_a_name),
        cmocka_unit_test(tables_are_read_or_refused),
        cmocka_unit_test(splits_are_read_or_refused),
        cmocka_unit_test(rows_of_any_source_are_too),
        cmocka_unit_test(compressed_files_are_refused_by_name),
        cmocka_unit_test(plain_texts_come_whole),
        cmocka_unit_test(bytes_that_come_few_at_a_time),
        cmocka_unit_test(what_cannot_be_read_is_told),
        cmocka_unit_test(models_and_tables_are_written_plain),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
