/* The common keys: one table for specs, documents, options and their help. */
#include "fault_fixture.h"

#include <ctype.h>
#include <jansson.h>

#include "fit/config.h"
#include "machine/machine.h"
#include "method/method.h"
#include "prepare/filter.h"

enum { MOST = 64 };

static ardor_context *context;
static json_t *keys; /* of ardor_keys_json */

static int setup(void **state)
{
    (void)state;
    char *text = NULL;
    assert_int_equal(ardor_context_new(NULL, &context), ARDOR_OK);
    assert_int_equal(ardor_keys_json(context, &text), ARDOR_OK);
    keys = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    ardor_string_free(context, text);
    assert_true(json_is_array(keys) && json_array_size(keys) > 0);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    json_decref(keys);
    ardor_context_free(context);
    return 0;
}

static const char *text_of(const json_t *key, const char *member) { return json_string_value(json_object_get(key, member)); }

static const json_t *key_named(const char *name, size_t bytes)
{
    size_t i;
    const json_t *key;
    json_array_foreach(keys, i, key)
    {
        if (strlen(text_of(key, "name")) == bytes && memcmp(text_of(key, "name"), name, bytes) == 0) return key;
    }
    return NULL;
}

static bool goes_with(const json_t *key, const char *verb)
{
    size_t i;
    const json_t *item;
    json_array_foreach(json_object_get(key, "verbs"), i, item)
    {
        if (strcmp(json_string_value(item), verb) == 0) return true;
    }
    return false;
}

/* ------------------------------------------------------------------ the document */

static const char *const verb_names[] = {"fit", "evaluate", "compare", "predict", "rerun"};
enum { N_VERBS = sizeof verb_names / sizeof *verb_names };

/* What compare does not take is of one fit or evaluation. */
static bool is_of_one(const char *key)
{
    static const char *const names[] = {"method", "trace", "permute", "stability", "learning-curve", "instability",
                                        "keep-values"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(key, names[i]) == 0) return true;
    return false;
}

static void the_document_is_the_table_in_its_order(void **state)
{
    (void)state;
    static const char *const members[] = {"name", "takes", "default", "help", "verbs", "group", "argument", "alone"};
    static const char *const groups[] = {"method", "tuning", "preparation", "evaluation", "decision", "run"};
    size_t i;
    json_t *key;
    json_array_foreach(keys, i, key)
    {
        ard_key row;
        size_t at = 0, group = 0;
        assert_true(ard_config_key((int)i, &row));
        for (void *m = json_object_iter(key); m; m = json_object_iter_next(key, m)) {
            assert_true(at < sizeof members / sizeof *members);
            assert_string_equal(json_object_iter_key(m), members[at++]);
        }
        assert_int_equal(at, sizeof members / sizeof *members);
        assert_string_equal(text_of(key, "name"), row.name);
        assert_string_equal(text_of(key, "takes"), row.takes);
        assert_true(text_of(key, "takes")[0] && text_of(key, "help")[0] && text_of(key, "argument")[0]);
        while (group < 6 && strcmp(groups[group], text_of(key, "group")) != 0) group++;
        if (group == 6) fail_msg("%s: group %s", row.name, text_of(key, "group"));
        assert_true(goes_with(key, "evaluate") || goes_with(key, "fit"));
        int verbs = 0;
        for (int v = 0; v < N_VERBS; v++) verbs += goes_with(key, verb_names[v]);
        assert_int_equal(verbs, json_array_size(json_object_get(key, "verbs")));
        assert_int_equal(goes_with(key, "evaluate") && !goes_with(key, "compare"), is_of_one(row.name));
    }
    ard_key none;
    assert_false(ard_config_key((int)i, &none));
    assert_false(ard_config_key(-1, &none));
}

static ard_config parsed(const char *key, const char *value)
{
    ard_config config;
    ardor_spec *spec = fault_spec(context, key ? (const char *[]){key, value, NULL} : NULL);
    if (ard_config_parse(context, spec, &config) != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
    ardor_spec_free(spec);
    return config;
}

/* A config is zeroed before it is filled in, so that equal ones are equal bytes. */
static void the_defaults_are_what_holds_without_the_keys(void **state)
{
    (void)state;
    size_t i;
    const json_t *key;
    ard_config none = parsed(NULL, NULL);
    json_array_foreach(keys, i, key)
    {
        const char *fallback = text_of(key, "default"), *alone = text_of(key, "alone"), *name = text_of(key, "name");
        if (fallback) {
            ard_config same = parsed(name, fallback);
            if (memcmp(&none, &same, sizeof none) != 0) fail_msg("%s=%s is not what holds without it", name, fallback);
        }
        if (alone) {
            ard_config other = parsed(name, alone);
            if (memcmp(&none, &other, sizeof none) == 0) fail_msg("%s=%s is what holds without it", name, alone);
        }
    }
}

/* ------------------------------------------------------------------ the documents for people */

static char *source_text(const char *file)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", ARDOR_SOURCE_DIR, file);
    return fault_file_text(path);
}

/* The comment lists every key on a line of its own, " *   name   default | ...", in the order of the table. */
static void the_header_lists_the_keys(void **state)
{
    (void)state;
    char *text = source_text("include/ardor/ardor.h");
    const char *line = strstr(text, "Common keys"), *end = strstr(text, " * A key is checked when it is set");
    size_t n = 0;
    assert_true(line && end && line < end);
    for (line = strchr(line, '\n') + 1; line < end; line = strchr(line, '\n') + 1) {
        const char *name = line + 5;
        assert_memory_equal(line, " *   ", 5);
        if (*name == ' ') continue; /* more of the line before */
        size_t bytes = strcspn(name, " \n"), blank = strspn(name + bytes, " ");
        ard_key key = {.name = "none"};
        if (!ard_config_key((int)n++, &key) || strlen(key.name) != bytes || memcmp(key.name, name, bytes) != 0)
            fail_msg("ardor.h has the key '%.*s' where the table has '%s'", (int)bytes, name, key.name);
        const char *value = name + bytes + blank;
        if (key.fallback && strncmp(value, key.fallback, strlen(key.fallback)) != 0)
            fail_msg("ardor.h: '%.40s' does not begin with the default of %s, '%s'", value, key.name, key.fallback);
    }
    assert_int_equal(n, json_array_size(keys));
    free(text);
}

/* Options in the README's table: "--key" for each key, or "--set key=" for settings of the tuning; and no others but the
 * program's own. */
static void the_readme_has_the_keys_as_options(void **state)
{
    (void)state;
    char *text = source_text("README.md");
    bool seen[MOST] = {false};
    char *from = strstr(text, "| option | default | |"), *end = from ? strstr(from, "\n\n") : NULL;
    assert_non_null(end);
    *end = '\0';
    for (char *row = strstr(from, "\n| `"); row; row = strstr(row + 1, "\n| `")) {
        char *cell_end = strstr(row + 3, " |");
        for (char *at = row; (at = strstr(at, "--")) && at < cell_end;) {
            at += 2;
            if (strncmp(at, "json", 4) == 0 || strncmp(at, "verbose", 7) == 0 || strncmp(at, "all`", 4) == 0 ||
                strncmp(at, "estimate", 8) == 0 || strncmp(at, "methods ", 8) == 0 || strncmp(at, "table ", 6) == 0 ||
                strncmp(at, "explain`", 8) == 0)
                continue;
            bool set = strncmp(at, "set ", 4) == 0;
            if (set && strncmp(at, "set KEY=VALUE", 13) == 0) continue;
            if (set) at += 4;
            size_t bytes = strspn(at, "abcdefghijklmnopqrstuvwxyz-");
            const json_t *key = key_named(at, bytes);
            if (!key) fail_msg("README.md has an option '--%.*s', which is no key", (int)bytes, at);
            assert_int_equal(set, strcmp(text_of(key, "group"), "tuning") == 0);
            for (size_t i = 0; i < json_array_size(keys); i++) seen[i] = seen[i] || json_array_get(keys, i) == key;
        }
    }
    for (size_t i = 0; i < json_array_size(keys); i++)
        if (!seen[i] && strcmp(text_of(json_array_get(keys, i), "name"), "plan") != 0)
            fail_msg("README.md has no option for the key '%s'", text_of(json_array_get(keys, i), "name"));
    assert_non_null(strstr(text, "`ardor evaluate DATA --plan PLAN"));
    free(text);
}

/* Is it in the line that begins so, or in what of a comment goes on below it, as a word of its own? */
static void require_in_line(const char *file, const char *begin, const char *name)
{
    char *text = source_text(file), *line = strstr(text, begin), *end = line ? strchr(line + 1, '\n') : NULL;
    const size_t bytes = strlen(name);
    bool found = false;
    while (end && strncmp(end + 1, " *                 ", 19) == 0) end = strchr(end + 1, '\n');
    if (!end) fail_msg("%s has no line '%s'", file, begin + 1);
    *end = '\0';
    for (const char *at = line + strlen(begin); !found && (at = strstr(at, name)); at += bytes)
        found = !strchr("-_", at[-1]) && !isalnum((unsigned char)at[-1]) && !isalnum((unsigned char)at[bytes]) &&
                (at[bytes] == '\0' || !strchr("-_", at[bytes]));
    if (!found) fail_msg("%s does not name '%s' in the line '%s'", file, name, begin + 1);
    free(text);
}

/* Formats of tables: test_reader. Keys, filters and steps elsewhere: test_steps. */
static void documents_list_what_the_tables_have(void **state)
{
    (void)state;
    static const char house[] = "docs/architecture.md", format[] = "docs/model-format.md";
    for (int m = 0; m < ard_method_count(); m++) {
        const char *name = ard_method_at(m)->name;
        require_in_line("README.md", "\n| `--method NAME` |", name);
        require_in_line("include/ardor/ardor.h", "\n *   method ", name);
        require_in_line(house, "\n| methods, `ard_method` | `method/method.h` |", name);
    }
    for (int k = 0; ard_machine_kinds[k]; k++) {
        char title[80];
        snprintf(title, sizeof title, "\n### Kind `%s`", ard_machine_kinds[k]->name);
        require_in_line(house, "\n| machines, `ard_machine_kind` | `machine/machine.h` |", ard_machine_kinds[k]->name);
        require_in_line(format, "\n| `kind` |", ard_machine_kinds[k]->name);
        char *text = source_text(format);
        if (!strstr(text, title)) fail_msg("%s has no chapter '%s'", format, title + 1);
        free(text);
    }
    for (int i = 0; ard_step_kinds[i]; i++)
        require_in_line(house, "\n| preparation steps, `ard_step_kind` | `prepare/step.h` |", ard_step_kinds[i]->name);
    for (int i = 0; ard_filter_kinds[i]; i++)
        require_in_line(house, "\n| filters, `ard_filter_kind` | `prepare/filter.h` |", ard_filter_kinds[i]->name);
}

#ifdef ARDOR_PROGRAM
/* The help of a verb, in one line with single blanks. */
static char *help_of(const char *verb)
{
    char command[700], *out = calloc(1, 1 << 16);
    size_t used = 0;
    int c;
    snprintf(command, sizeof command, "'%s' help %s", ARDOR_PROGRAM, verb);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    while ((c = fgetc(pipe)) != EOF && used < (1 << 16) - 2) {
        if (c == '\n') c = ' ';
        if (c != ' ' || (used > 0 && out[used - 1] != ' ')) out[used++] = (char)c;
    }
    assert_int_equal(pclose(pipe), 0);
    return out;
}

static void the_program_has_the_keys_as_options(void **state)
{
    (void)state;
    char option[80], words[400];
    for (int v = 0; v < N_VERBS; v++) {
        size_t i;
        const json_t *key;
        char *help = help_of(verb_names[v]);
        json_array_foreach(keys, i, key)
        {
            const char *alone = text_of(key, "alone");
            snprintf(option, sizeof option, " --%s%s=%s%s ", text_of(key, "name"), alone ? "[" : "", text_of(key, "argument"),
                     alone ? "]" : "");
            snprintf(words, sizeof words, "%s (%s", text_of(key, "help"), text_of(key, "takes"));
            bool wanted = goes_with(key, verb_names[v]) && strcmp(text_of(key, "group"), "tuning") != 0;
            if (wanted != !!strstr(help, option) || wanted != !!strstr(help, words))
                fail_msg("the help of %s %s '%s%s'", verb_names[v], wanted ? "lacks" : "has", option, words);
        }
        free(help);
    }
}
#endif

/* ------------------------------------------------------------------ memory */

static void every_failing_allocation_is_survived(void **state)
{
    (void)state;
    fault f = {0};
    ardor_context *poor = fault_context(&f);
    const long long live = atomic_load(&f.live);
    int rc = ARDOR_MEMORY;
    for (long long k = 1; rc != ARDOR_OK; k++) {
        char *text = NULL;
        fault_reset(&f, k, true);
        rc = ardor_keys_json(poor, &text);
        assert_int_equal(rc, atomic_load(&f.fired) ? ARDOR_MEMORY : ARDOR_OK);
        assert_true(!text == (rc != ARDOR_OK));
        ardor_string_free(poor, text);
        assert_int_equal(atomic_load(&f.live), live);
    }
    assert_int_equal(ardor_keys_json(poor, NULL), ARDOR_USAGE);
    ardor_context_free(poor);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_document_is_the_table_in_its_order),
        cmocka_unit_test(the_defaults_are_what_holds_without_the_keys),
        cmocka_unit_test(the_header_lists_the_keys),
        cmocka_unit_test(the_readme_has_the_keys_as_options),
        cmocka_unit_test(documents_list_what_the_tables_have),
#ifdef ARDOR_PROGRAM
        cmocka_unit_test(the_program_has_the_keys_as_options),
#endif
        cmocka_unit_test(every_failing_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
