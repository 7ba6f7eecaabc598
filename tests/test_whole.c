/* Files written and read as a whole: compressed by suffix, decompressed by content, damage told. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "full.h"
#include "model_fixture.h"

static ardor_context *context;
static char directory[] = "ardor-whole-XXXXXX", path[64];

static int setup(void **state)
{
    (void)state;
    return mkdtemp(directory) ? ardor_context_new(NULL, &context) : -1;
}

static int teardown(void **state)
{
    (void)state;
    ardor_context_free(context);
    return rmdir(directory);
}

static const char *in_directory(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static size_t bytes_of(const char *where, unsigned char *out, size_t room)
{
    FILE *file = fopen(where, "rb");
    assert_non_null(file);
    const size_t bytes = fread(out, 1, room, file);
    fclose(file);
    return bytes;
}

static void put(const char *where, const void *bytes, size_t n)
{
    FILE *file = fopen(where, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    fclose(file);
}

static void the_suffix_compresses_and_the_content_tells(void **state)
{
    (void)state;
    need_full();
    static const struct {
        const char *name, *magic;
        size_t n;
    } files[] = {{"a.gz", "\x1F\x8B", 2},
                 {"a.json.GZ", "\x1F\x8B", 2},
                 {"a.zst", "\x28\xB5\x2F\xFD", 4},
                 {"a.xz",
                  "\xFD"
                  "7zXZ",
                  5},
                 {"a", "text", 4},
                 {"a.json", "text", 4},
                 {".gz.json", "text", 4}};
    static const char text[] = "text of a file\nand more of it\n";
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        unsigned char first[200], second[200];
        char *read = NULL;
        const char *where = in_directory(files[i].name);
        assert_int_equal(ardor_write_file(context, where, text, strlen(text)), ARDOR_OK);
        const size_t n = bytes_of(where, first, sizeof first);
        assert_memory_equal(first, files[i].magic, files[i].n);
        assert_int_equal(ardor_write_file(context, where, text, strlen(text)), ARDOR_OK);
        assert_int_equal(bytes_of(where, second, sizeof second), n);
        assert_memory_equal(first, second, n);
        assert_int_equal(ardor_read_text(context, where, &read), ARDOR_OK);
        assert_string_equal(read, text);
        ardor_string_free(context, read);
        assert_int_equal(ardor_write_file(context, where, "", 0), ARDOR_OK);
        assert_int_equal(ardor_read_text(context, where, &read), ARDOR_OK);
        assert_string_equal(read, "");
        ardor_string_free(context, read);
        unlink(where);
    }
}

static void what_is_no_text_is_told(void **state)
{
    (void)state;
    need_full();
    char *read = "";
    unsigned char packed[200];
    const char *where = in_directory("b.gz");
    assert_int_equal(ardor_read_text(context, where, &read), ARDOR_IO);
    assert_null(read);
    put(where, "one\0two", 7);
    assert_int_equal(ardor_read_text(context, where, &read), ARDOR_DATA);
    assert_non_null(strstr(ardor_context_message(context), "b.gz: is no text: byte 4 is NUL"));
    assert_int_equal(ardor_write_file(context, where, "some text to pack", 17), ARDOR_OK);
    const size_t n = bytes_of(where, packed, sizeof packed);
    for (size_t cut = 11; cut < n; cut++) {
        put(where, packed, cut);
        assert_int_equal(ardor_read_text(context, where, &read), ARDOR_DATA);
        assert_non_null(strstr(ardor_context_message(context), "b.gz: "));
        assert_null(read);
    }
    unlink(where);
    assert_int_equal(ardor_read_text(context, directory, &read), ARDOR_IO);
    assert_int_equal(ardor_read_text(context, NULL, &read), ARDOR_USAGE);
    assert_int_equal(ardor_read_text(context, where, NULL), ARDOR_USAGE);
    assert_int_equal(ardor_read_text(NULL, where, &read), ARDOR_USAGE);
}

static void a_model_comes_from_a_text_too(void **state)
{
    (void)state;
    need_full();
    char *text = NULL, *again = NULL;
    ardor_model *model = make_model(context, "spr", "identity", NULL, false, false), *other = NULL;
    const char *where = in_directory("m.json.xz");
    assert_int_equal(ardor_model_save(context, model, where), ARDOR_OK);
    assert_int_equal(ardor_read_text(context, where, &text), ARDOR_OK);
    assert_int_equal(ardor_model_from_text(context, text, "a name", &other), ARDOR_OK);
    assert_int_equal(ardor_model_save(context, other, where), ARDOR_OK);
    assert_int_equal(ardor_read_text(context, where, &again), ARDOR_OK);
    assert_string_equal(text, again);
    ardor_model_free(other);
    text[strlen(text) / 2] = '\0';
    assert_int_equal(ardor_model_from_text(context, text, "a name", &other), ARDOR_DATA);
    assert_null(other);
    assert_int_equal(strncmp(ardor_context_message(context), "a name: ", 8), 0);
    assert_int_equal(ardor_model_from_text(context, NULL, "a name", &other), ARDOR_USAGE);
    assert_int_equal(ardor_model_from_text(context, text, NULL, &other), ARDOR_USAGE);
    assert_int_equal(ardor_model_from_text(context, text, "a name", NULL), ARDOR_USAGE);
    assert_int_equal(ardor_model_from_text(NULL, text, "a name", &other), ARDOR_USAGE);
    unlink(where);
    ardor_string_free(context, text);
    ardor_string_free(context, again);
    ardor_model_free(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_suffix_compresses_and_the_content_tells),
        cmocka_unit_test(what_is_no_text_is_told),
        cmocka_unit_test(a_model_comes_from_a_text_too),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
