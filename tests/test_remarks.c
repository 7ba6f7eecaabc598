/* Remarks: codes, lists, who is told what and when; one line for what many folds say. */
#include "fault_fixture.h"

#include "base/remark.h"
#include "full.h"
#include "study/remarks.h"

/* ---- codes */

static void codes_tell_the_kinds_apart(void **state)
{
    (void)state;
    ard_remark_kind found = ARD_NOTE;
    assert_null(ard_remark_code(ARD_NOTE));
    assert_false(ard_is_warning(ARD_NOTE) || ard_is_warning(ARD_NOTE_CONSTANT));
    for (int kind = ARD_NOTE_CONSTANT; kind < ARD_N_REMARK_KINDS; kind++) {
        const char *code = ard_remark_code((ard_remark_kind)kind);
        assert_non_null(code);
        assert_true(strlen(code) > 0 && strspn(code, "abcdefghijklmnopqrstuvwxyz_") == strlen(code));
        assert_true(ard_remark_find(code, &found) && (int)found == kind);
        assert_int_equal(ard_is_warning((ard_remark_kind)kind), kind >= ARD_FIRST_WARNING);
    }
    found = ARD_WARN_COPIES;
    assert_false(ard_remark_find("", &found) || ard_remark_find("copies", &found) || ard_remark_find("Few_Rows", &found));
    assert_int_equal(found, ARD_WARN_COPIES);
}

/* The section of docs/json.md has a row for each code of a warning, and for nothing else. */
static void documents_list_the_codes(void **state)
{
    (void)state;
    char *text = fault_file_text(ARDOR_SOURCE_DIR "/docs/json.md"), row[80];
    char *section = strstr(text, "\n## Warnings\n");
    assert_non_null(section);
    char *end = strstr(section + 4, "\n## ");
    if (end) end[1] = '\0';
    for (int kind = ARD_FIRST_WARNING; kind < ARD_N_REMARK_KINDS; kind++) {
        snprintf(row, sizeof row, "\n| `%s` | ", ard_remark_code((ard_remark_kind)kind));
        if (!strstr(section, row)) fail_msg("docs/json.md has no warning '%s'", ard_remark_code((ard_remark_kind)kind));
    }
    for (char *at = strstr(section, "\n| `"); at; at = strstr(at + 1, "\n| `")) {
        ard_remark_kind kind;
        snprintf(row, sizeof row, "%.*s", (int)strcspn(at + 4, "`"), at + 4);
        if (!ard_remark_find(row, &kind)) fail_msg("docs/json.md has the warning '%s', which there is not", row);
    }
    free(text);
}

/* ---- lists */

static void lists_keep_texts_or_say_that_one_is_lost(void **state)
{
    (void)state;
    fault f = {0};
    ardor_context *context = fault_context(&f);
    const long long before = atomic_load(&f.live);
    for (long long k = 1; k <= 8; k++) {
        ard_remarks list = {0};
        char text[] = "one";
        int failed = 0;
        fault_reset(&f, k, false);
        for (int i = 0; i < 9; i++) { /* the room grows once */
            text[0] = (char)('a' + i);
            failed += ard_remarks_add(context, &list, ARD_WARN_FEW_ROWS, text) == ARDOR_MEMORY;
        }
        assert_int_equal(list.n, 9 - failed);
        assert_true(list.lost == (failed > 0) && failed == atomic_load(&f.fired));
        assert_true(ard_remarks_have(&list, "ine") && !ard_remarks_have(&list, "in") && !ard_remarks_have(&list, text + 1));
        ard_remarks_free(context, &list);
        assert_true(list.n == 0 && list.room == 0 && !list.item && !list.lost);
        assert_int_equal(atomic_load(&f.live), before);
    }
    ardor_context_free(context);
}

/* ---- who is told */

static char told[4000];

static void hear_note(void *user, const char *text)
{
    const size_t used = strlen(told);
    (void)user;
    snprintf(told + used, sizeof told - used, "note %s;", text);
}

static void hear_warning(void *user, const char *code, const char *text)
{
    const size_t used = strlen(told);
    (void)user;
    snprintf(told + used, sizeof told - used, "%s %s;", code, text);
}

static ardor_context *hearing(void (*note)(void *, const char *), void (*warning)(void *, const char *, const char *))
{
    ardor_context_config config = {.size = sizeof config, .note = note, .warning = warning};
    ardor_context *out = NULL;
    told[0] = '\0';
    assert_int_equal(ardor_context_new(&config, &out), ARDOR_OK);
    return out;
}

static void say_four(ardor_context *context)
{
    ard_note(context, "%s", "first");
    ard_warn(context, ARD_WARN_FEW_ROWS, "%d rows", 3);
    ard_warn(context, ARD_NOTE_CONSTANT, "x1");
    ard_warn(context, ARD_WARN_COPIES, "last");
}

static void each_text_is_told_once_in_a_call(void **state)
{
    (void)state;
    static const char four[] = "note first;few_rows 3 rows;note x1;copies_apart last;";
    ardor_context *context = hearing(hear_note, hear_warning);
    say_four(context);
    assert_string_equal(told, four);
    say_four(context);
    assert_string_equal(told, four);
    ard_warn(context, ARD_WARN_FEW_ROWS, "4 rows");
    assert_string_equal(told + strlen(four), "few_rows 4 rows;");
    told[0] = '\0';
    ard_remarks_forget(context); /* the next call begins */
    say_four(context);
    assert_string_equal(told, four);
    ard_remarks_forget(NULL);
    ardor_context_free(context);

    context = hearing(hear_note, NULL);
    say_four(context);
    assert_string_equal(told, "note first;note 3 rows;note x1;note last;");
    ardor_context_free(context);
    context = hearing(NULL, hear_warning);
    say_four(context);
    assert_string_equal(told, "few_rows 3 rows;copies_apart last;");
    ardor_context_free(context);
    context = hearing(NULL, NULL);
    say_four(context);
    assert_int_equal(ard_remarks_of(context)->n, 4);
    ardor_context_free(context);
}

/* So is what is said of a table that is read. */
static void each_table_that_is_read_is_a_call(void **state)
{
    (void)state;
    need_full();
    char path[] = "/tmp/ardor-remarks-XXXXXX.csv", twice[200], first[100];
    const int descriptor = mkstemps(path, 4);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    assert_non_null(file);
    fputs("x,,class\n1,2,a\n2,3,b\n", file);
    assert_int_equal(fclose(file), 0);
    snprintf(first, sizeof first, "note %s: 1 column without a name; the first is called 'unnamed2';", path);
    snprintf(twice, sizeof twice, "%s%s", first, first);
    ardor_context *context = hearing(hear_note, NULL);
    for (int i = 0; i < 2; i++) {
        ardor_dataset *data = NULL;
        assert_int_equal(ardor_dataset_read(context, path, NULL, &data), ARDOR_OK);
        ardor_dataset_free(data);
    }
    assert_string_equal(told, twice);
    ardor_context_free(context);
    unlink(path);
}

/* Callers that were compiled when the configuration ended before `warning` hear a note. */
static void older_callers_hear_notes(void **state)
{
    (void)state;
    ardor_context_config config = {.size = offsetof(ardor_context_config, warning), .note = hear_note, .warning = hear_warning};
    ardor_context *context = NULL;
    told[0] = '\0';
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
    ard_warn(context, ARD_WARN_FEW_ROWS, "few");
    assert_string_equal(told, "note few;");
    ardor_context_free(context);
}

/* What children say waits for the join, in whose order it is told; what is forgotten or taken is not. */
static void children_wait_for_the_join(void **state)
{
    (void)state;
    ardor_context *context = hearing(hear_note, hear_warning), *child[4] = {NULL};
    for (int i = 0; i < 4; i++) assert_int_equal(ard_context_child(context, &child[i]), ARDOR_OK);
    for (int i = 3; i >= 0; i--) {
        ard_warn(child[i], ARD_WARN_GRID_EDGE, "of %d", i);
        ard_note(child[i], "of all");
    }
    assert_string_equal(told, "");
    ard_remarks_forget(child[1]);
    ard_remarks taken = ard_remarks_take(child[2]);
    assert_int_equal(taken.n, 2);
    assert_string_equal(taken.item[0].text, "of 2");
    for (int i = 0; i < 4; i++) ard_context_join(context, child[i], i == 0 ? ARDOR_DATA : ARDOR_OK);
    assert_string_equal(told, "grid_edge of 0;note of all;grid_edge of 3;");
    ard_remarks_free(context, &taken);
    ardor_context_free(context);
}

static void results_have_the_warnings(void **state)
{
    (void)state;
    ardor_context *context = hearing(NULL, NULL);
    ard_remarks list = {0};
    say_four(context);
    assert_int_equal(ard_warnings_copy(context, &list), ARDOR_OK);
    assert_int_equal(list.n, 2);
    assert_true(list.item[0].kind == ARD_WARN_FEW_ROWS && strcmp(list.item[0].text, "3 rows") == 0);
    assert_true(list.item[1].kind == ARD_WARN_COPIES && strcmp(list.item[1].text, "last") == 0);
    assert_ptr_not_equal(list.item[1].text, ard_remarks_of(context)->item[3].text);
    ard_remarks_free(context, &list);
    ardor_context_free(context);
}

/* A result that lacks a warning is not given out: for want of memory for one in the context, in a child of it, or in the copy. */
static void a_lost_warning_is_an_error(void **state)
{
    (void)state;
    for (int in_child = 0; in_child < 2; in_child++) {
        fault f = {0};
        ardor_context *context = fault_context(&f);
        int rc = ARDOR_MEMORY;
        for (long long k = 1; rc != ARDOR_OK; k++) {
            ardor_context *child = NULL;
            ard_remarks list = {0};
            assert_int_equal(ard_context_child(context, &child), ARDOR_OK);
            const long long before = atomic_load(&f.live);
            fault_reset(&f, k, false);
            ard_warn(in_child ? child : context, ARD_WARN_FEW_ROWS, "few");
            ard_context_join(context, child, ARDOR_OK);
            rc = ard_warnings_copy(context, &list);
            assert_int_equal(rc, atomic_load(&f.fired) ? ARDOR_MEMORY : ARDOR_OK);
            assert_int_equal(list.n, rc == ARDOR_OK);
            ard_remarks_free(context, &list);
            ard_remarks_forget(context);
            assert_int_equal(atomic_load(&f.live), before - 1); /* the child */
            assert_true(k < 20);
        }
        assert_true(atomic_load(&f.calls) == (in_child ? 6 : 4));
        ardor_context_free(context);
    }
}

/* Without memory to remember it, it is told all the same. */
static void what_cannot_be_kept_is_told(void **state)
{
    (void)state;
    fault f = {0};
    ardor_context_config config = {.size = sizeof config, .resize = fault_resize, .user = &f, .warning = hear_warning};
    ardor_context *context = NULL;
    told[0] = '\0';
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
    fault_reset(&f, 1, true);
    ard_warn(context, ARD_WARN_FEW_ROWS, "few");
    assert_string_equal(told, "few_rows few;");
    fault_reset(&f, 0, false);
    ardor_context_free(context);
}

/* ---- folds */

enum { FOLDS = 6 };

/* "0:code text;2:text;..": what folds say, codes and texts without blanks; "!3" a fold that failed, "-3" one that was not run. */
static const char *told_of(int n_folds, const char *text)
{
    ardor_context *context = hearing(hear_note, hear_warning);
    ard_record record[FOLDS + 1];
    memset(record, 0, sizeof record);
    for (int f = 0; f < FOLDS + 1; f++) record[f] = (ard_record){.fold = f, .status = ARD_RECORD_DONE};
    for (char code[40], said[40]; *text; text += strcspn(text, ";"), text += *text == ';') {
        ard_remark_kind kind = ARD_NOTE;
        if (*text == '!' || *text == '-') {
            record[text[1] - '0'].status = *text == '!' ? ARD_RECORD_FAILED : ARD_RECORD_NONE;
        } else if (sscanf(text, "%*d:%39[a-z_] %39[^;]", code, said) == 2) {
            assert_true(strcmp(code, "note") == 0 || ard_remark_find(code, &kind));
            assert_int_equal(ard_remarks_add(context, &record[*text - '0'].remarks, kind, said), ARDOR_OK);
        } else {
            fail_msg("'%s'", text);
        }
    }
    assert_int_equal(ard_remarks_of_folds(context, n_folds, record), ARDOR_OK);
    for (int f = 0; f < FOLDS + 1; f++) ard_record_free(context, &record[f]);
    ardor_context_free(context);
    return told;
}

static void folds_are_counted(void **state)
{
    (void)state;
    static const struct {
        int n_folds;
        const char *said, *told;
    } cases[] = {
        {3, "", ""},
        /* the same in all, in some; different texts of a kind are one line, of plain notes each its own */
        {2, "0:few_rows A;1:few_rows A", "few_rows in all 2 folds: A;"},
        {6, "1:few_rows A;4:few_rows A", "few_rows in 2 of 6 folds: A;"},
        {6, "1:few_rows A;4:few_rows B", "few_rows in 2 of 6 folds, as in fold 2: A;"},
        {2, "0:few_rows A;1:few_rows B", "few_rows in all 2 folds, as in fold 1: A;"},
        {6, "1:note A;2:note B;3:note A", "note in 2 of 6 folds: A;note in 1 of 6 folds: B;"},
        {6, "1:constant_columns A;2:constant_columns B", "note in 2 of 6 folds, as in fold 2: A;"},
        /* a fold that says two of a kind is one; kinds come in the order of the folds */
        {6, "0:small_class A;0:small_class B;0:control_probes A;2:small_class A",
         "small_class in 2 of 6 folds, as in fold 1: A;control_probes in 1 of 6 folds: A;"},
        {6, "2:separable C;2:small_class A;5:separable C", "separable in 2 of 6 folds: C;small_class in 1 of 6 folds: A;"},
        /* one that failed has said it, one that was not run is none */
        {3, "!0;0:few_rows A;1:few_rows A;2:few_rows A", "few_rows in all 3 folds: A;"},
        {6, "-0;-3;1:few_rows A;2:few_rows A", "few_rows in 2 of 4 folds: A;"},
        /* one fold */
        {1, "0:few_rows A;0:note B", "few_rows A;note B;"},
        {6, "-1;-2;-3;-4;-5;0:few_rows A", "few_rows A;"},
        /* choices at an edge only where half of the folds have one */
        {6, "1:grid_edge A;2:grid_edge B", ""},
        {6, "1:grid_edge A;2:grid_edge B;5:grid_edge A", "grid_edge in 3 of 6 folds, as in fold 2: A;"},
        {1, "0:grid_edge A", "grid_edge A;"},
        /* by the recipe */
        {3, "0:not_tuned A;1:not_tuned A;2:not_tuned A", "not_tuned A;"},
        /* the fit to all rows of a bootstrap is behind the folds */
        {6, "6:few_rows A", ""},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_string_equal(told_of(cases[k].n_folds, cases[k].said), cases[k].told);
}

/* More kinds and notes than the first room has. */
static void many_notes_of_a_fold(void **state)
{
    (void)state;
    char said[400] = "";
    for (int i = 0; i < 20; i++) snprintf(said + strlen(said), sizeof said - strlen(said), "%d:note %c;", i % 2, 'a' + i % 19);
    told_of(2, said);
    assert_non_null(strstr(told, "note in all 2 folds: a;note in 1 of 2 folds: c;"));
    assert_non_null(strstr(told, "note in 1 of 2 folds: s;"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_tell_the_kinds_apart),
        cmocka_unit_test(documents_list_the_codes),
        cmocka_unit_test(lists_keep_texts_or_say_that_one_is_lost),
        cmocka_unit_test(each_text_is_told_once_in_a_call),
        cmocka_unit_test(each_table_that_is_read_is_a_call),
        cmocka_unit_test(older_callers_hear_notes),
        cmocka_unit_test(children_wait_for_the_join),
        cmocka_unit_test(results_have_the_warnings),
        cmocka_unit_test(a_lost_warning_is_an_error),
        cmocka_unit_test(what_cannot_be_kept_is_told),
        cmocka_unit_test(folds_are_counted),
        cmocka_unit_test(many_notes_of_a_fold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
