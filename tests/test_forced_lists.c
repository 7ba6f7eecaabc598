/* Columns that are forced in: which they are. */
#include "forced_people.h"

#include "fit/config.h"
#include "model/model.h"

/* The names of the features that a list forces, with commas in between. */
static void check_list(const ardor_dataset *data, const char *list, const char *expected)
{
    char names[200] = "";
    ardor_spec *spec = make_spec("method=spr");
    ard_config config = {0};
    must(ardor_spec_set(context, spec, "force", list));
    must((ardor_status)ard_config_parse(context, spec, &config));
    must((ardor_status)ard_recipe_find_forced(context, &config.recipe, data));
    for (int64_t j = 0; j < data->p; j++) {
        if (!config.recipe.prepare.forced[j]) continue;
        if (names[0]) strcat(names, ",");
        strcat(names, data->feature[j]);
    }
    assert_string_equal(names, expected);
    ard_recipe_free_forced(context, &config.recipe);
    assert_null(config.recipe.prepare.forced);
    ardor_spec_free(spec);
}

static void lists_are_those_of_keep(void **state)
{
    (void)state;
    static const char file[] = "test_forced_names.txt", cities[] = "city=Bonn,city=Oslo,city=Rome";
    char ranges[100];
    ardor_dataset *people = read_people();
    must(ardor_write_file(context, file, "dose\n\n\"age\"\n", 12));
    check_list(people, "age", "age");
    check_list(people, "weight, age", "age,weight");
    check_list(people, "city=Oslo", "city=Oslo");
    check_list(people, "city", cities);
    check_list(people, "c*=Oslo,[dw]*", "city=Oslo,dose,weight");
    check_list(people, "*=Rome", "city=Rome");
    check_list(people, "@test_forced_names.txt", "age,dose");
    check_list(people, "dose:weight", "dose,weight");
    snprintf(ranges, sizeof ranges, "age,%s", cities);
    check_list(people, "age:city", ranges);
    snprintf(ranges, sizeof ranges, "%s,dose", cities);
    check_list(people, "dose:city", ranges);
    remove(file);
    ardor_dataset_free(people);
}

static void check_refused(const ardor_dataset *data, const char *method, const char *list, const char *message)
{
    ardor_model *model = NULL;
    ardor_evaluation *evaluation = NULL;
    ardor_spec *spec = make_spec(method);
    must(ardor_spec_set(context, spec, "force", list));
    must(ardor_spec_set(context, spec, "plan", "kfold:3"));
    assert_int_equal(ardor_fit(context, data, spec, &model), ARDOR_USAGE);
    assert_string_equal(ardor_context_message(context), message);
    assert_null(model);
    assert_int_equal(ardor_evaluate(context, data, spec, &evaluation), ARDOR_USAGE);
    assert_string_equal(ardor_context_message(context), message);
    assert_null(evaluation);
    ardor_spec_free(spec);
}

static void what_cannot_be_forced_is_refused(void **state)
{
    (void)state;
    ardor_dataset *people = read_people();
    check_refused(people, "method=spr", "height", "t.csv: --force: there is no feature 'height'");
    check_refused(people, "method=spr", "age,h*", "t.csv: --force: no feature is like 'h*'");
    check_refused(people, "method=spr", "age, class ", "t.csv: --force: 'class' is no feature: it holds the target");
    check_refused(people, "method=spr", "who", "t.csv: --force: 'who' is no feature: it holds the names of the rows");
    check_refused(people, "method=spr", "*",
                  "t.csv: --force: all 6 features are forced, so that there are none to choose from: force fewer");
    check_refused(
        people, "method=spr basis=rbf", "age",
        "--force: with the basis 'rbf' no column has a weight of its own that could be spared the penalty: take --basis "
        "identity");
    check_refused(people, "method=spr", "",
                  "force takes none, or columns with commas in between: names, globs, A:B, @FILE, not ''");
    ardor_dataset_free(people);
}

/* Columns of levels side by side; names that have those of columns with another role at either end. */
static void neighbours_are_others(void **state)
{
    (void)state;
    static const char text[] = "whose,who,sex,city,classes,class,subclass\n1,a,f,Oslo,1,u,4\n3,b,m,Rome,2,v,4\n"
                               "2,c,m,Bonn,5,u,6\n4,d,f,Oslo,7,v,7\n",
                      sexes[] = "sex=f,sex=m", cities[] = "city=Bonn,city=Oslo,city=Rome";
    char both[100];
    ardor_dataset *data = NULL;
    const ardor_read_options options = {.size = sizeof options, .onehot = "error:sex,city", .id = "who", .target = "class"};
    need_full();
    if (ard_table_read_memory(context, ard_readers, text, strlen(text), "t.csv", &options, NULL, &data) != ARDOR_OK)
        fail_msg("%s", ardor_context_message(context));
    snprintf(both, sizeof both, "%s,%s", sexes, cities);
    check_list(data, "sex", sexes);
    check_list(data, "city", cities);
    check_list(data, "city,sex", both);
    check_list(data, "sex:city", both);
    check_list(data, "sex=m:city", both + strlen("sex=f,"));
    check_list(data, "classes", "classes");
    check_list(data, "subclass , whose", "whose,subclass");
    check_refused(data, "method=spr", "classes,class", "t.csv: --force: 'class' is no feature: it holds the target");
    check_refused(data, "method=spr", "who ,whose", "t.csv: --force: 'who' is no feature: it holds the names of the rows");
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lists_are_those_of_keep),
                                       cmocka_unit_test(what_cannot_be_forced_is_refused),
                                       cmocka_unit_test(neighbours_are_others)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
