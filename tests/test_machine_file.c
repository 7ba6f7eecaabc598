/* Damaged machines in files: each fault is found, and named by its place. */
#include "machine_fixture.h"

#include "machine/stumps.h"

enum { N_TRAINING = 40 };

typedef struct damage {
    ardor_context *context;
    const ard_machine_frame *frame;
    json_t *document;
    int64_t tried;
} damage;

static void must_fail(damage *d, const char *key, const char *what)
{
    ard_machine m = {0};
    const int rc = read_json(d->context, d->document, d->frame, &m);
    if (rc != ARDOR_DATA) fail_msg("'%s' %s: taken", key, what);
    assert_message(d->context, "m.json: machine");
    assert_null(m.kind);
    d->tried++;
}

/* What may be there instead. */
static bool allowed(const char *key, const json_t *instead)
{
    const bool empty = json_is_array(instead) && json_array_size(instead) == 0;
    if (json_is_null(instead)) return strcmp(key, "prior") == 0 || strcmp(key, "row") == 0;
    return empty && (strcmp(key, "posteriors") == 0 || strcmp(key, "factor") == 0);
}

/* Puts `instead` in the place of a value, by `set`, looks, and puts the value back. */
typedef void (*setter)(json_t *container, const char *key, size_t index, json_t *value);
static void set_member(json_t *object, const char *key, size_t index, json_t *value)
{
    (void)index;
    json_object_set(object, key, value);
}
static void set_element(json_t *array, const char *key, size_t index, json_t *value)
{
    (void)key;
    json_array_set(array, index, value);
}

static void wrong_types(damage *d, json_t *container, const char *key, size_t index, json_t *value, setter set)
{
    json_t *instead[] = {json_null(), json_true(), json_string("x"), json_object(), json_array(), json_real(1.5)};
    for (int i = 0; i < COUNT_OF(instead); i++) {
        const bool same = json_typeof(instead[i]) == json_typeof(value) && !json_is_string(value) && !json_is_array(value);
        if (!same && !allowed(key, instead[i])) {
            set(container, key, index, instead[i]);
            must_fail(d, key, "of another type");
            set(container, key, index, value);
        }
        json_decref(instead[i]);
    }
}

static void damage_value(damage *d, const char *key, json_t *value);

static void damage_object(damage *d, json_t *object)
{
    char *name[16];
    int n = 0;
    for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
        assert_true(n < COUNT_OF(name));
        name[n++] = strdup(json_object_iter_key(at)); /* a key goes with its member */
    }
    for (int i = 0; i < n; i++) {
        json_t *value = json_incref(json_object_get(object, name[i]));
        json_object_del(object, name[i]);
        must_fail(d, name[i], "missing");
        json_object_set_new(object, "more", json_null());
        must_fail(d, name[i], "under another name");
        json_object_set(object, name[i], value);
        must_fail(d, "more", "beside the others");
        json_object_del(object, "more");
        wrong_types(d, object, name[i], 0, value, set_member);
        damage_value(d, name[i], value);
        json_decref(value);
        free(name[i]);
    }
}

static void damage_array(damage *d, const char *key, json_t *array)
{
    const size_t n = json_array_size(array);
    for (size_t i = 0; i < n; i++) {
        json_t *element = json_incref(json_array_get(array, i));
        wrong_types(d, array, "", i, element, set_element);
        damage_value(d, "", element);
        json_decref(element);
    }
    if (n == 0 || strcmp(key, "factor") == 0 || strcmp(key, "rows") == 0) return; /* any number of rows */
    json_t *last = json_incref(json_array_get(array, n - 1));
    json_array_append(array, last);
    must_fail(d, key, "too long");
    json_array_remove(array, n);
    json_array_remove(array, n - 1);
    must_fail(d, key, "too short");
    json_array_append(array, last);
    json_decref(last);
}

static void damage_value(damage *d, const char *key, json_t *value)
{
    if (json_is_object(value)) damage_object(d, value);
    if (json_is_array(value)) damage_array(d, key, value);
}

static void damage_machine(ardor_context *context, ard_machine *m, int64_t least)
{
    const ard_machine_frame frame = {ard_machine_kinds, m->n_classes, COLUMNS, N_TRAINING};
    damage d = {.context = context, .frame = &frame};
    char *text = NULL, *again = NULL;
    assert_ok(context, write_text(context, m, &text));
    assert_ok(context, ard_json_parse(context, text, strlen(text), "m.json", &d.document));
    damage_object(&d, json_object_get(d.document, "machine"));
    assert_true(d.tried > least);
    ard_machine_free(context, m);
    assert_ok(context, read_json(context, d.document, &frame, m)); /* nothing of the damage is left */
    assert_ok(context, write_text(context, m, &again));
    assert_string_equal(again, text);
    ard_free(context, again);
    ard_free(context, text);
    ard_machine_free(context, m);
    json_decref(d.document);
}

static void every_member_is_needed_and_checked(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    ard_machine m;
    ard_rng rng;
    ard_rng_init(&rng, 5, 2, 0);
    for (int b = 0; b < BASES; b++) {
        m = make_function(context, &rng, bases[b], links[0], true);
        add_posteriors(context, &rng, 3, &m);
        damage_machine(context, &m, 500);
    }
    ard_stump vote[] = {{1, 2, .5}, {0, 1, -.5}, {1, -2, 3}};
    assert_ok(context, ard_stumps_machine(context, .5, COUNT_OF(vote), vote, &m));
    damage_machine(context, &m, 50);
    m = make_neighbours(context, &rng, 3);
    damage_machine(context, &m, 500);
    ardor_context_free(context);
}

static const char kernel_text[] =
    "{\"machine\": {\"kind\": \"function\", \"features\": [0, 2], \"basis\": \"rbf\", \"link\": \"probit\", \"bias\": [0.5], "
    "\"weights\": [[1.5, -2.5, 3.5]], \"scales\": [0.25, -0.75], "
    "\"centres\": [{\"row\": 3, \"x\": [1, 2]}, {\"row\": null, \"x\": [3, 4]}, {\"row\": 40, \"x\": [5, 6]}], "
    "\"posteriors\": [{\"share\": 1, \"process\": 0, \"terms\": [0, 3], \"mean\": [7, 8], \"prior\": [9, 10], "
    "\"factor\": [[11, 12]]}]}}";
static const char identity_text[] =
    "{\"machine\": {\"kind\": \"function\", \"features\": [0, 2], \"basis\": \"identity\", \"link\": \"logit\", \"bias\": [0.5], "
    "\"weights\": [[1.5, 0]], \"scales\": null, \"centres\": null, \"posteriors\": []}}";

static const char neighbours_text[] =
    "{\"machine\": {\"kind\": \"neighbours\", \"features\": [0, 2], \"k\": 3, \"rows\": [{\"class\": 1, \"weight\": 1.0, "
    "\"x\": [1, 2]}, {\"class\": 0, \"weight\": 0.5, \"x\": [3, 4]}]}}";
static const char stumps_text[] =
    "{\"machine\": {\"kind\": \"stumps\", \"features\": [1, 4], \"bias\": 0.5, "
    "\"stumps\": [{\"thresholds\": [-1, 2.5], \"weights\": [0.75, -3]}, {\"thresholds\": [7], \"weights\": [2]}]}}";

static const struct {
    const char *text, *from, *to, *message;
} faults[] = {
    {kernel_text, "\"function\"", "\"oracle\"", "machine is of the kind 'oracle', which ardor"},
    {kernel_text, "[0, 2]", "[2, 0]", "machine.features[1] must be between 3 and 6, but is 0"},
    {kernel_text, "[0, 2]", "[0, 7]", "machine.features[1] must be between 1 and 6, but is 7"},
    {kernel_text, "[0, 2]", "[-1, 2]", "machine.features[0] must be between 0 and 6, but is -1"},
    {kernel_text, "[0, 2]", "[0, 9223372036854775807]", "machine.features[1] must be between 1 and 6"},
    {kernel_text, "[0, 2]", "[0]", "machine.scales has 2 values; there are 1 features"},
    {kernel_text, "\"rbf\"", "\"poly:9\"", "machine has an unknown basis 'poly:9'"},
    {kernel_text, "\"rbf\"", "\"identity\"", "machine.scales must be null: the basis 'identity' has none"},
    {kernel_text, "\"probit\"", "\"cauchit\"", "machine has an unknown link 'cauchit'"},
    {kernel_text, "[0.5]", "[0.5, 1]", "machine.bias has 2 values; there are 1 outputs"},
    {kernel_text, "[0.5]", "[1e999]", "real number overflow"},
    {kernel_text, "[0.5]", "[NaN]", "not valid JSON"},
    {kernel_text, "[0.5]", "[null]", "machine.bias[0] must be a number, but is null"},
    {kernel_text, "3.5]", "3.5, 4]", "machine.weights[0] has 4 values; there are 3 terms"},
    {kernel_text, "[[1.5, -2.5, 3.5]]", "[[1.5, -2.5, 3.5], [1, 2, 3]]", "machine.weights has 2 values; there are 1 outputs"},
    {kernel_text, "-0.75]", "-0.75, 1]", "machine.scales has 3 values; there are 2 features"},
    {kernel_text, "\"row\": 3", "\"row\": 0", "machine.centres[0].row must be between 1 and 40, but is 0"},
    {kernel_text, "\"row\": 3", "\"row\": 40", "machine.centres[2].row must be between 41 and 40, but is 40"},
    {kernel_text, "\"row\": 40", "\"row\": 41", "machine.centres[2].row must be between 4 and 40, but is 41"},
    {kernel_text, "[3, 4]", "[3, 4, 5]", "machine.centres[1].x has 3 values; there are 2 features"},
    {kernel_text, "[3, 4]", "[3, \"4\"]", "machine.centres[1].x[1] must be a number, but is a text"},
    {kernel_text, "\"share\": 1", "\"share\": 0.5", "machine.posteriors has shares that add up to 0.5, not 1"},
    {kernel_text, "\"share\": 1", "\"share\": -1", "machine.posteriors[0] has the share -1; shares are from 0 to 1"},
    {kernel_text, "\"process\": 0", "\"process\": -1", "machine.posteriors[0] has the process variance -1"},
    {kernel_text, "[0, 3]", "[0, 6]", "machine.posteriors[0].terms[1] must be between 1 and 5, but is 6"},
    {kernel_text, "[0, 3]", "[3, 3]", "machine.posteriors[0].terms[1] must be between 4 and 5, but is 3"},
    {kernel_text, "[0, 3]", "[]", "machine.posteriors[0].terms is empty"},
    {kernel_text, "[7, 8]", "[7]", "machine.posteriors[0].mean has 1 values; there are 2 terms"},
    {kernel_text, "[9, 10]", "[9, -10]", "machine.posteriors[0].prior has the variance -10; variances are not below 0"},
    {kernel_text, "[[11, 12]]", "[[11, 12], [13]]", "machine.posteriors[0].factor[1] has 1 values; there are 2 terms"},
    {kernel_text, "{\"share\"", "{\"more\": 1, \"share\"", "machine.posteriors[0] has a member 'more' that means nothing here"},
    {identity_text, "[[1.5, 0]]", "[[1.5]]", "machine.weights[0] has 1 values; there are 2 terms"},
    {identity_text, "\"centres\": null", "\"centres\": []", "machine.centres must be null: the basis 'identity' has none"},
    {identity_text, "\"posteriors\": []",
     "\"posteriors\": [{\"share\": 1, \"process\": 2, \"terms\": [0], \"mean\": [0], \"prior\": null, \"factor\": []}]",
     "machine.posteriors[0] has the process variance 2, which its basis does not allow"},
    {identity_text, "\"posteriors\": []",
     "\"posteriors\": [{\"share\": 1, \"process\": 0, \"terms\": [3], \"mean\": [0], \"prior\": null, \"factor\": []}]",
     "machine.posteriors[0].terms[0] must be between 0 and 2, but is 3"},
    {neighbours_text, "\"k\": 3", "\"k\": 0", "machine.k must be between 1 and 1000000000, but is 0"},
    {neighbours_text, "\"class\": 1", "\"class\": 2", "machine.rows[0].class must be between 0 and 1, but is 2"},
    {neighbours_text, "\"class\": 1", "\"class\": -1", "machine.rows[0].class must be between 0 and 1, but is -1"},
    {neighbours_text, "0.5", "0.0", "machine.rows[1] has a weight that is not above 0"},
    {neighbours_text, "0.5", "-1", "machine.rows[1] has a weight that is not above 0"},
    {neighbours_text, "\"weight\": 1.0, \"x\": [1, 2]}, {\"class\": 0, \"weight\": 0.5",
     "\"weight\": 1e308, \"x\": [1, 2]}, {\"class\": 0, \"weight\": 1e308", "machine.rows has weights without a finite sum"},
    {neighbours_text, "[3, 4]", "[3]", "machine.rows[1].x has 1 values; there are 2 features"},
    {neighbours_text, "[3, 4]", "[3, null]", "machine.rows[1].x[1] must be a number, but is null"},
    {neighbours_text, "[0, 2]", "[]", "machine is of the kind 'neighbours', which reads at least one feature"},
    {neighbours_text, "{\"class\": 0", "{\"more\": 1, \"class\": 0",
     "machine.rows[1] has a member 'more' that means nothing here"},
    {stumps_text, "[1, 4]", "[1]", "machine.stumps has 2 values; there are 1 features"},
    {stumps_text, "[1, 4]", "[1, 7]", "machine.features[1] must be between 2 and 6, but is 7"},
    {stumps_text, "[-1, 2.5]", "[2.5, 2.5]", "machine.stumps[0].thresholds does not increase"},
    {stumps_text, "[-1, 2.5]", "[2.5, -1]", "machine.stumps[0].thresholds does not increase"},
    {stumps_text, "[-1, 2.5]", "[2.5]", "machine.stumps[0].weights has 2 values; there are 1 thresholds"},
    {stumps_text, "[7], \"weights\": [2]", "[], \"weights\": []", "machine.stumps[1].thresholds is empty"},
    {stumps_text, "-3]", "0]", "machine.stumps[0].weights has a weight 0"},
    {stumps_text, "-3]", "1e308]", "machine.stumps has weights whose sum is not finite"},
    {stumps_text, "[7]", "[\"7\"]", "machine.stumps[1].thresholds[0] must be a number, but is a text"},
    {stumps_text, "0.5", "null", "machine.bias must be a number, but is null"},
    {stumps_text, "[2]}", "[2], \"more\": 1}", "machine.stumps[1] has a member 'more' that means nothing here"},
};

static char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    assert_non_null(at);
    char *out = make_array((int64_t)(strlen(text) + strlen(to) + 1), 1);
    sprintf(out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return out;
}

static void faults_are_named(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    const ard_machine_frame frame = {ard_machine_kinds, 2, COLUMNS, N_TRAINING},
                            many = {ard_machine_kinds, 3, COLUMNS, N_TRAINING};
    ard_machine m = {0};
    assert_ok(context, read_text(context, identity_text, &frame, &m));
    ard_machine_free(context, &m);
    assert_ok(context, read_text(context, neighbours_text, &frame, &m));
    assert_true(m.n_vectors == 2 && m.importance[0] == 1 && m.importance[1] == 1);
    ard_machine_free(context, &m);
    assert_ok(context, read_text(context, kernel_text, &frame, &m));
    const ard_function *f = ard_machine_as_function(&m);
    assert_true(f->row[0] == 2 && f->row[1] == -1 && f->row[2] == 39 && m.importance[1] == -.75 && m.n_vectors == 3);
    ard_machine_free(context, &m);
    assert_ok(context, read_text(context, stumps_text, &frame, &m));
    assert_true(m.n_features == 2 && m.importance[0] == 3.75 && m.importance[1] == 2 && m.n_vectors == 0);
    ard_machine_free(context, &m);
    assert_int_equal(read_text(context, stumps_text, &many, &m), ARDOR_DATA);
    assert_message(context, "machine is of the kind 'stumps', which is for two classes");
    for (int i = 0; i < COUNT_OF(faults); i++) {
        char *bad = replaced(faults[i].text, faults[i].from, faults[i].to);
        const int rc = read_text(context, bad, &frame, &m);
        if (rc != ARDOR_DATA) fail_msg("'%s' was taken", faults[i].to);
        assert_message(context, faults[i].message);
        assert_null(m.kind);
        free(bad);
    }
    static const char no_rows[] = "{\"machine\": {\"kind\": \"neighbours\", \"features\": [0], \"k\": 3, \"rows\": []}}";
    assert_int_equal(read_text(context, no_rows, &frame, &m), ARDOR_DATA);
    assert_message(context, "machine.rows is empty: there is no neighbour");
    const ard_machine_frame one = {ard_machine_kinds, 2, COLUMNS, 1};
    assert_int_equal(read_text(context, neighbours_text, &one, &m), ARDOR_DATA);
    assert_message(context, "machine.rows has 2 rows, but 1 trained");
    assert_int_equal(read_text(context, kernel_text, &many, &m), ARDOR_DATA);
    assert_message(context, "machine has the link 'probit', which is not for 3 classes");
    ardor_context_free(context);
}

/* ------------------------------------------------------------------ sizes that are claimed and not filled */

static void *count_bytes(void *user, void *pointer, size_t bytes)
{
    *(size_t *)user += bytes;
    if (bytes == 0) free(pointer);
    return bytes == 0 ? NULL : realloc(pointer, bytes);
}

/* A thousand features and a thousand centres (or rows of a factor) that hold nothing: a million numbers are not made room for. */
static void memory_is_taken_for_what_is_there(void **state)
{
    (void)state;
    enum { N = 1000 };
    size_t asked = 0;
    ardor_context_config config = {.size = sizeof config, .resize = count_bytes, .user = &asked};
    ardor_context *context = NULL;
    assert_int_equal(ardor_context_new(&config, &context), ARDOR_OK);
    const ard_machine_frame frame = {ard_machine_kinds, 2, N, N};
    for (int kernel = 0; kernel < 2; kernel++) {
        json_t *list[4] = {json_array(), json_array(), json_array(), json_array()};
        for (int i = 0; i < N; i++) {
            json_array_append_new(list[0], json_integer(i));
            json_array_append_new(list[1], json_real(i));
            json_array_append_new(list[2], json_pack("{s:i, s:[]}", "row", i + 1, "x"));
            json_array_append_new(list[3], json_array());
        }
        json_t *posterior = json_pack("{s:i, s:i, s:O, s:O, s:n, s:O}", "share", 1, "process", 0, "terms", list[0], "mean",
                                      list[1], "prior", "factor", list[3]);
        json_t *document =
            json_pack("{s:{s:s, s:O, s:s, s:s, s:[f], s:[O], s:O?, s:O?, s:[o]}}", "machine", "kind", "function", "features",
                      list[0], "basis", kernel ? "rbf" : "identity", "link", "probit", "bias", 0.5, "weights", list[1], "scales",
                      kernel ? list[1] : NULL, "centres", kernel ? list[2] : NULL, "posteriors", posterior);
        ard_machine m = {0};
        assert_non_null(document);
        asked = 0;
        assert_int_equal(read_json(context, document, &frame, &m), ARDOR_DATA);
        assert_message(context, kernel ? "machine.centres[0].x has 0 values; there are 1000 features"
                                       : "machine.posteriors[0].factor[0] has 0 values; there are 1000 terms");
        assert_true(asked < 100 * N);
        json_decref(document);
        for (int i = 0; i < COUNT_OF(list); i++) json_decref(list[i]);
    }
    ardor_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_is_needed_and_checked),
        cmocka_unit_test(faults_are_named),
        cmocka_unit_test(memory_is_taken_for_what_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
