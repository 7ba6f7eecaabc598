/* Sections of the HTML report with values: of features by class, of the price of sparsity, of probabilities from model to model.
 * Their sentences, charts and tables against the documents, quantiles counted anew. */
#include "page_fixture.h"

#include "base/base.h"

enum { P = 40, CELL = 400, TEXT = 600 };

/* n rows, classes in turn; 3 features tell them apart, the second has missing values, the third is spread over decades. */
static ardor_dataset *made_table(int64_t n, int n_classes)
{
    ard_rng rng;
    ardor_dataset *data = NULL;
    int32_t *label = make_array(n, sizeof *label);
    ard_rng_init(&rng, 12, 0, 0);
    double *x = make_normals(&rng, n * P);
    for (int64_t i = 0; i < n; i++) {
        label[i] = (int32_t)(i % n_classes);
        for (int j = 0; j < 3; j++) x[i + j * n] += 1.5 * label[i];
        x[i + 2 * n] = exp(2 * x[i + 2 * n]);
        if (i % 9 == 5) x[i + n] = NAN;
    }
    ardor_table table = {.size = sizeof table, .n = n, .p = P, .x = x, .row_stride = 1, .column_stride = n, .label = label};
    table.n_classes = n_classes;
    must(ardor_dataset_from_table(context, &table, &data));
    free(x);
    free(label);
    return data;
}

static json_t *evaluated(int64_t n, int n_classes, const char *spec)
{
    ardor_dataset *data = made_table(n, n_classes);
    json_t *document = evaluate(data, spec);
    ardor_dataset_free(data);
    return document;
}

static json_t *drawn(json_t *data, const char *key)
{
    json_t *chart = json_object_get(data, key);
    if (!chart) fail_msg("there is no chart %s", key);
    return chart;
}

static void has_row(const char *html, const char *format, ...) ARD_PRINTF(2, 3);
static void has_row(const char *html, const char *format, ...)
{
    char text[TEXT];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    has(html, text);
}

/* Chart and table have five digits. */
static const char *five(double value, char out[32])
{
    snprintf(out, 32, "%.5g", value);
    return out;
}
static void assert_five(double drawn_value, double value, const char *what)
{
    char text[32];
    if (drawn_value != strtod(five(value, text), NULL)) fail_msg("%s: %.17g is drawn for %.17g", what, drawn_value, value);
}

/* ---- values of features */

static const char keeping[] = "method=spr lam1=3 impute=median plan=repeat:2x3 keep-values=on";

static int compare_reals(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The value with a share of the others below, on the line between two neighbours. */
static double share_of(int64_t n, const double *sorted, double share)
{
    for (int64_t i = 0; i + 1 < n; i++) {
        const double from = (double)i / (double)(n - 1), to = (double)(i + 1) / (double)(n - 1);
        if (share >= from && share <= to) return sorted[i] + (sorted[i + 1] - sorted[i]) * (share - from) / (to - from);
    }
    return sorted[0];
}

/* Row of the table, and the group in the chart (NULL: it is not drawn), of a feature and a class. */
static void check_group(const char *html, json_t *document, int64_t k, const char *name, json_t *group)
{
    static const double share[] = {.05, .25, .5, .75, .95};
    static const char *const key[] = {"low", "lower", "median", "upper", "high"};
    json_t *feature = json_array_get(at(document, "values.features"), (size_t)k), *row;
    double *value = make_reals((int64_t)json_array_size(at(feature, "values")));
    char cells[CELL] = "", text[32];
    int64_t n = 0, missing = 0;
    size_t i;
    json_array_foreach(at(document, "values.rows"), i, row)
    {
        const json_t *one = json_array_get(at(feature, "values"), i);
        if (strcmp(text_at(row, "class"), name) != 0) continue;
        if (json_is_null(one))
            missing++;
        else
            value[n++] = json_number_value(one);
    }
    qsort(value, (size_t)n, sizeof *value, compare_reals);
    for (int q = 0; q < 5; q++) {
        const double wanted = share_of(n, value, share[q]);
        snprintf(cells + strlen(cells), sizeof cells - strlen(cells), "<td>%s</td>", five(wanted, text));
        if (group) assert_five(number_at(group, key[q]), wanted, key[q]);
    }
    json_t *selected = json_array_get(at(document, "selection"), (size_t)k);
    const long fits = lround(number_at(selected, "frequency") * (double)json_array_size(at(document, "folds")));
    has_row(html, "<th scope=\"row\">%s</th><td>%ld</td><td>%s</td><td>%lld</td><td>%lld</td>%s</tr>", text_at(feature, "name"),
            fits, name, (long long)n, (long long)missing, cells);
    free(value);
}

/* Every value that there is, once, in the lane of its class. */
static void check_points(json_t *document, int64_t k, json_t *chart)
{
    json_t *feature = json_array_get(at(document, "values.features"), (size_t)k), *row, *points = at(chart, "rows");
    size_t i, at_point = 0;
    json_array_foreach(at(document, "values.rows"), i, row)
    {
        char text[CELL], digits[32];
        const json_t *value = json_array_get(at(feature, "values"), i);
        if (json_is_null(value)) continue;
        json_t *point = json_array_get(points, at_point++);
        const double lane = number_at(point, "lane");
        assert_five(number_at(point, "value"), json_number_value(value), "a value");
        assert_string_equal(text_at(point, "state"), text_at(row, "class"));
        assert_string_equal(text_at(json_array_get(at(chart, "lanes"), (size_t)lround(lane)), "text"), text_at(row, "class"));
        assert_true(fabs(lane - (double)lround(lane)) < .35);
        snprintf(text, sizeof text, "%s, %s: %s", text_at(row, "id"), text_at(row, "class"),
                 five(json_number_value(value), digits));
        assert_string_equal(text_at(point, "text"), text);
    }
    assert_int_equal(json_array_size(points), at_point);
}

/* Groups in tables and charts, of all classes. */
static void check_groups(const char *html, json_t *document, json_t *data)
{
    char key[32];
    json_t *class_name;
    size_t c;
    for (int64_t k = 0; k < (int64_t)json_array_size(at(document, "values.features")); k++) {
        snprintf(key, sizeof key, "values-%lld", (long long)k);
        json_t *chart = data && k < 6 ? drawn(data, key) : NULL;
        json_array_foreach(at(document, "classes"), c, class_name)
        {
            check_group(html, document, k, json_string_value(class_name), chart ? json_array_get(at(chart, "groups"), c) : NULL);
        }
    }
    if (data) assert_null(json_object_get(data, "values-6"));
}

/* The samples with what is drawn of them. */
static void check_sample_rows(const char *html, json_t *document)
{
    json_t *row, *features = at(document, "values.features");
    size_t i;
    json_array_foreach(at(document, "values.rows"), i, row)
    {
        char cells[CELL] = "", text[32];
        for (size_t k = 0; k < 6; k++) {
            const json_t *value = json_array_get(at(json_array_get(features, k), "values"), i);
            snprintf(cells + strlen(cells), sizeof cells - strlen(cells), "<td>%s</td>",
                     json_is_null(value) ? "-" : five(json_number_value(value), text));
        }
        has_row(html, "<tr><th scope=\"row\">%s</th><td>%s</td>%s</tr>", text_at(row, "id"), text_at(row, "class"), cells);
    }
}

static void few_samples_are_strips(void **state)
{
    (void)state;
    json_t *document = evaluated(60, 2, keeping);
    char *html = page_of(json_incref(document));
    json_t *data = data_of(html);
    assert_true(json_array_size(at(document, "values.features")) > 6);
    check_groups(html, document, data);
    check_sample_rows(html, document);
    for (int64_t k = 0; data && k < 6; k++) {
        char key[32];
        snprintf(key, sizeof key, "values-%lld", (long long)k);
        check_points(document, k, drawn(data, key));
    }
    if (data) has(html, "data-chart=\"strips\" data-key=\"values-5\"");
    lacks(html, "data-chart=\"boxes\"");
    has(html, "Each mark is a sample");
    has(html, "The values that are drawn (60 rows)");
    has(html, "That the classes differ here is no evidence");
    has(html, "The evidence is the error on samples that were held out");
    json_decref(data);
    ardor_string_free(context, html);
    json_decref(document);
}

static void many_samples_are_boxes(void **state)
{
    (void)state;
    json_t *document = evaluated(303, 3, "method=smlr lam=8 impute=median plan=kfold:3 keep-values=on");
    char *html = page_of(json_incref(document));
    json_t *data = data_of(html);
    check_groups(html, document, data);
    if (data) {
        has(html, "data-chart=\"boxes\" data-key=\"values-0\"");
        assert_null(json_object_get(drawn(data, "values-0"), "rows"));
        assert_int_equal(json_array_size(at(data, "values-0.lanes")), 3);
        assert_int_equal(json_array_size(at(data, "values-0.states")), 3);
    }
    lacks(html, "data-chart=\"strips\"");
    lacks(html, "The values that are drawn");
    has(html, "A box holds the middle half of a class");
    json_decref(data);
    ardor_string_free(context, html);
    json_decref(document);
}

/* Six samples of two classes, two features by hand: of the second the middle halves touch. */
static json_t *by_hand(int n_classes)
{
    json_t *document = evaluated(60, n_classes, "method=spr lam1=3 impute=median plan=kfold:3");
    static const double first[] = {1, 2, 3, 11, 12, 1e3}, second[] = {1, 2, 3, 2, 3, 4};
    json_t *rows = json_array(), *a = json_array(), *b = json_array();
    for (int i = 0; i < 6; i++) {
        json_array_append_new(rows, json_pack("{s:s, s:O}", "id", "s", "class", json_array_get(at(document, "classes"), i / 3)));
        json_array_append_new(a, json_real(first[i]));
        json_array_append_new(b, json_real(second[i]));
    }
    json_object_set_new(document, "values",
                        json_pack("{s:n, s:o, s:[{s:s, s:o}, {s:s, s:o}]}", "reason", "rows", rows, "features", "name", "f",
                                  "values", a, "name", "g", "values", b));
    return document;
}

static void what_they_tell_is_said(void **state)
{
    (void)state;
    json_t *document = by_hand(2);
    json_object_set_new(json_array_get(at(document, "selection"), 0), "frequency", json_real(2 / 3.));
    SAYS(json_deep_copy(document),
         "f, chosen in 2 of 3 fits, has the median 2 in 0 and 12 in 1. Of the 2 features chosen most often, 1 has middle "
         "halves of the two classes (between the quartiles) that overlap.",
         "!missing value", "!which are drawn here");
    json_array_set_new(at(document, "values.features.0.values"), 5, json_null());
    SAYS(json_deep_copy(document), "has the median 2 in 0 and 11.5 in 1.", " 1 missing value is left out.");
    json_object_set_new(document, "protocol", json_string("leaky"));
    SAYS(document, "Nothing on this page tests them on other samples.", "!The evidence is the error");
    document = by_hand(3);
    SAYS(document, "has the median 2 in 0, 12 in 1 and - in 2. In 1 of the 2 features chosen most often, one class "
                   "stands apart (its middle half, between the quartiles, overlaps with no other&#39;s).");
}

/* Where no middle half stands alone, that they differ is not what the charts show. */
static void features_that_tell_nothing_alone_are_said(void **state)
{
    (void)state;
    static const char alone[] = "Alone, none of these features sets a class apart";
    json_t *document = by_hand(2), *values;
    json_object_set_new(at(document, "summary.error"), "high", json_real(.3));
    json_object_set_new(at(document, "summary.baseline.error"), "value", json_real(.5));
    SAYS(json_deep_copy(document), "That the classes differ here is no evidence", "!Alone");
    values = json_deep_copy(at(document, "values.features.1.values"));
    json_object_set_new(at(document, "values.features.0"), "values", values);
    SAYS(json_deep_copy(document), alone, "; the model uses them together. The evidence is", "!That the classes differ here");
    json_array_remove(at(document, "values.features"), 1);
    SAYS(document, alone, "!uses them together");
    document = by_hand(2);
    json_object_set(at(document, "values.features.0"), "values", at(document, "values.features.1.values"));
    json_object_set_new(document, "warnings", json_pack("[{s:s, s:s}]", "code", "nothing_learnt", "text", "in all 3 folds: it"));
    SAYS(document, alone, "!uses them together");
}

/* Where values above 0 are spread over decades; with one at 0 there is no logarithm. */
static void spread_values_have_a_logarithmic_axis(void **state)
{
    (void)state;
    for (int k = 0; k < 5; k++) {
        json_t *document = by_hand(2);
        json_object_set_new(document, "log", json_string(k < 3 ? "off" : "1")); /* a run on logarithms */
        if (k == 1 || k == 4) json_array_set_new(at(document, "values.features.0.values"), 0, json_real(0));
        if (k == 2 || k == 3) json_array_set_new(at(document, "values.features.0.values"), 5, json_real(100));
        char *html = page_of(document);
        json_t *data = data_of(html);
        const bool logarithmic = k == 0 || k == 3;
        if (data) assert_int_equal(json_is_true(at(data, "values-0.logarithmic")), logarithmic);
        if (data) assert_int_equal(json_is_true(at(data, "values-1.logarithmic")), k > 2);
        if (data) assert_int_equal(strstr(text_at(data, "values-0.x"), "logarithmic") != NULL, logarithmic);
        json_decref(data);
        ardor_string_free(context, html);
    }
}

/* Methods that use all features choose none. */
static void features_that_nothing_chose_are_not_called_chosen(void **state)
{
    (void)state;
    json_t *document = by_hand(2);
    json_object_set_new(document, "list", json_pack("{s:b}", "selects", 1));
    SAYS(json_deep_copy(document), "What the chosen features look like</h2>", "these features were chosen because",
         "f, chosen in");
    json_object_set_new(document, "list", json_pack("{s:b}", "selects", 0));
    SAYS(document,
         "<h2 id=\"s-values\">What the features look like</h2>\n<p>f has the median 2 in 0 and 12 in 1. Of the 2 features, 1 "
         "has middle halves",
         "no feature was chosen among them. The evidence is the error", "!, chosen in", "!chosen most often",
         "!were chosen because");
}

/* A class without values is no other that one stands apart from. */
static void one_class_stands_apart_from_nothing(void **state)
{
    (void)state;
    json_t *document = by_hand(2);
    for (size_t i = 3; i < 6; i++) json_array_set_new(at(document, "values.features.0.values"), i, json_null());
    SAYS(document, "2 have middle halves of the two classes", "Alone, none of these features sets a class apart",
         "has the median 2 in 0 and - in 1.");
}

static void without_values_it_is_said_why(void **state)
{
    (void)state;
    json_t *document = evaluated(40, 2, "method=lda impute=median plan=kfold:3 keep-values=on");
    SAYS(document, "The result has no values of features: every fold uses all features.", "!no evidence");
    SAYS(evaluated(40, 2, "method=lda impute=median plan=kfold:3"), "!What the chosen features look like");
}

static void very_many_classes_are_in_the_table_alone(void **state)
{
    (void)state;
    json_t *document = evaluated(78, 13, "method=lda filter=anova:2 impute=median plan=holdout:.5 keep-values=on");
    SAYS(document, "More than 12 classes are not drawn; the table has them.", " in 10 and ", " in 11 (of the first 12 classes).",
         "<td>12</td>", "!data-key=\"values-0\"");
}

static void hostile_names_are_text(void **state)
{
    (void)state;
    static const char evil[] = "</script><img src=x onerror=alert(2)>\"'&";
    json_t *document = by_hand(2);
    json_object_set_new(at(document, "values.features.0"), "name", json_string(evil));
    json_object_set_new(at(document, "values.rows.0"), "id", json_string(evil));
    json_object_set_new(at(document, "values.rows.0"), "class", json_string(evil)); /* none of the classes */
    json_array_append_new(at(document, "values.rows"), json_null());
    char *html = page_of(document);
    json_t *data = data_of(html);
    lacks(html, "<img");
    has(html, "<th scope=\"row\">&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;&quot;&#39;&amp;</th>");
    if (data) assert_int_equal(json_array_size(at(data, "values-0.rows")), 5);
    json_decref(data);
    ardor_string_free(context, html);
}

/* Of 5000 samples, with all that can be asked for here. */
static void very_many_samples_stay_small(void **state)
{
    (void)state;
    json_t *document = evaluated(5000, 2, "method=spr strength=.01 impute=median plan=kfold:3 keep-values=on instability=4");
    assert_true(json_array_size(at(document, "values.features")) > 20);
    char *html = page_of(json_incref(document)), *again = page_of(document);
    assert_true(strlen(html) < 1500000);
    assert_string_equal(html, again);
    ardor_string_free(context, again);
    ardor_string_free(context, html);
}

/* ---- the price of sparsity */

static json_t *figure(double value, double low, double high)
{
    return json_pack("{s:f, s:f, s:f, s:s, s:n}", "value", value, "low", low, "high", high, "interval", "wilson", "reason");
}

/* The fold figures of a method against the dense one, with limits (NaN: none). */
static json_t *price(const char *name, const char *of, double n_features, double difference, double low, double high)
{
    json_t *p = json_pack("{s:s, s:s, s:s, s:f, s:s, s:f, s:f, s:o, s:o, s:n}", "data", "t", "figure", of, "name", name,
                          "n_features", n_features, "other", strcmp(of, "error") == 0 ? "svm" : "bpm", "other_n_features", 400.,
                          "difference", difference, "low", isnan(low) ? json_null() : json_real(low), "high",
                          isnan(high) ? json_null() : json_real(high), "reason");
    if (isnan(low)) json_object_set_new(p, "reason", json_string("there is no difference in any fold"));
    return p;
}

static json_t *cell(const char *name, double n_features, double error)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:n, s:{s:{s:o, s:f}}}", "data", "t", "name", name, "method", "spr", "status", "done",
                     "message", "evaluation", "summary", "error", figure(error, error - .05, error + .05), "mean_n_features",
                     n_features);
}

static json_t *compared(double least)
{
    json_t *cells = json_pack("[o, o, o, o, o, o, {s:s, s:s, s:s, s:s, s:n}]", cell("few", least, .3), cell("svm", 400, .2),
                              cell("same<", 50, .21), cell("better", 60.24, .1), cell("bpm", 400, .22), cell("equal", 61, .2),
                              "data", "t", "name", "broken", "status", "failed", "message", "it broke", "evaluation");
    json_t *sparsity = json_pack("[o, o, o, o, o]", price("few", "error", least, .1, .02, .18),
                                 price("same<", "error", 50, .01, -.04, .061), price("better", "error", 60.24, -.1, -.15, -.05),
                                 price("equal", "error", 61, 0, NAN, NAN), price("same<", "log_loss", 50, .0126, -.2, .31));
    return json_pack("{s:s, s:i, s:s, s:i, s:n, s:[{s:s, s:i, s:i, s:[s, s], s:i, s:i}], s:o, s:[], s:[], s:n, s:o}", "format",
                     "ardor-comparison", "version", 1, "plan", "kfold:10", "seed", 1, "stopped", "data", "name", "t", "n", 60,
                     "p", 400, "classes", "a", "b", "n_folds", 10, "n_repetitions", 1, "cells", cells, "best", "pairs", "sets",
                     "sparsity", sparsity);
}

static void prices_are_those_of_the_comparison(void **state)
{
    (void)state;
    SAYS(
        compared(4), "<h2 id=\"s-sparsity\">What it costs to use few features</h2>",
        "svm, the best of the methods that use all features (400 on average), was wrong on 20.0\u00a0% (the dashed line). Shown "
        "to be wrong more often with fewer features: few, 4 features: 10.0 points more errors (2.0 more to 18.0 more). Not shown "
        "to differ, with too few samples to say what it costs: same&lt;, 50 features: 1.0 points more errors (4.0 fewer to 6.1 "
        "more). Shown to be wrong less often: better, 60.2 features: 10.0 points fewer errors (15.0 fewer to 5.0 fewer). "
        "Differences without an interval: equal, 61 features: 0.0 points more errors.",
        "upright lines are 95\u00a0% intervals", "which makes them look a little worse", "more errors, in points, than svm",
        "more log loss than bpm",
        "<th scope=\"row\">same&lt;</th><td>50</td><td>21.0\u00a0%</td><td>16.0\u00a0%\u00a0to\u00a026.0\u00a0%</td><td>+1.0</td>"
        "<td>-4.0 to +6.1</td><td>+0.013</td><td>-0.200 to +0.310</td></tr>",
        "<th "
        "scope=\"row\">equal</th><td>61</td><td>20.0\u00a0%</td><td>15.0\u00a0%\u00a0to\u00a025.0\u00a0%</td><td>+0.0</"
        "td><td>there "
        "is no difference in any fold</td><td>-</td><td>-</td></tr>",
        "<th scope=\"row\">bpm (all features)</th><td>400</td><td>22.0\u00a0%</td><td>17.0\u00a0%\u00a0to\u00a027.0\u00a0%</td>"
        "<td>-</td><td>-</td><td>-</td><td>-</td></tr>",
        "!no place on this axis", "!broken (all");
    json_t *document = compared(4);
    json_array_remove(json_object_get(document, "cells"), 4);
    SAYS(document, "svm, the only method that uses all features (400 on average)", "!a little worse");
    document = compared(4);
    json_object_set_new(at(document, "sparsity.1"), "high", json_real(.05));
    SAYS(document,
         "Not shown to differ; costs at most 5 points more errors: same&lt;, 50 features: 1.0 points more errors (4.0 fewer to "
         "5.0 more).",
         "!too few samples");
    document = compared(4);
    json_object_set_new(at(document, "cells.1.evaluation.summary"), "undecided", figure(.1, .05, .2));
    SAYS(document, "on average), was wrong or undecided on 20.0",
         "Shown to be wrong or undecided more often with fewer features: few",
         "Shown to be wrong or undecided less often: better");
    document = compared(40);
    json_array_append_new(at(document, "cells"), cell("none", 0, .4));
    char *html = page_of(document);
    json_t *data = data_of(html);
    has(html, "<th scope=\"row\">none (no feature)</th><td>0</td>");
    has(html, "svm, the best of the methods that use all features (400 on average)");
    if (data) {
        assert_string_equal(text_at(data, "sparsity-0-0.rows.6.state"), "uses none");
        assert_string_equal(text_at(data, "sparsity-0-0.states.2.name"), "uses none");
    }
    json_decref(data);
    ardor_string_free(context, html);
    document = compared(40);
    json_array_remove(at(document, "cells"), 4);
    json_array_append_new(at(document, "cells"), cell("none", 0, .4));
    SAYS(document, "svm, the only method that uses all features");
    document = compared(4);
    json_array_clear(json_object_get(document, "sparsity"));
    SAYS(document, "!What it costs to use few features");
}

/* Ten times as many features are not more than ten times as many; none have no logarithm. */
static void numbers_of_features_are_drawn(void **state)
{
    (void)state;
    static const double least[] = {4, 40, 39, 0};
    for (size_t k = 0; k < 4; k++) {
        const bool logarithmic = least[k] == 4 || least[k] == 39;
        char *html = page_of(compared(least[k]));
        json_t *data = data_of(html), *rows = data ? at(data, "sparsity-0-0.rows") : NULL;
        if (data) {
            assert_int_equal(json_is_true(at(data, "sparsity-0-0.logarithmic")), logarithmic);
            assert_int_equal(json_array_size(rows), 6);
            assert_true(number_at(json_array_get(rows, 0), "x") == least[k]);
            assert_true(number_at(json_array_get(rows, 2), "low") == .16);
            assert_true(number_at(data, "sparsity-0-0.line") == .2);
            assert_string_equal(text_at(json_array_get(rows, 1), "state"), "uses all features");
            assert_string_equal(text_at(json_array_get(rows, 2), "state"), "chooses features");
            /* svm and bpm stand side by side, better and equal too */
            assert_true(number_at(json_array_get(rows, 1), "shift") == -4.5 &&
                        number_at(json_array_get(rows, 4), "shift") == 4.5);
            assert_true(number_at(json_array_get(rows, 3), "shift") == -4.5 &&
                        number_at(json_array_get(rows, 5), "shift") == 4.5);
            assert_true(number_at(json_array_get(rows, 2), "shift") == 0);
        }
        json_decref(data);
        ardor_string_free(context, html);
    }
    json_t *document = compared(0);
    json_object_set_new(at(document, "sparsity.1"), "n_features", json_real(30));
    char *html = page_of(document);
    json_t *data = data_of(html);
    has(html, "1 method without features has no place on this axis; the table has it.");
    has(html, "<th scope=\"row\">few</th><td>0</td>");
    if (data) assert_int_equal(json_array_size(at(data, "sparsity-0-0.rows")), 5);
    json_decref(data);
    ardor_string_free(context, html);
}

/* Adds a table `u` to the comparison, on which few features cost more. */
static json_t *with_another_table(json_t *document)
{
    static const char *const lists[] = {"cells", "sparsity"};
    json_t *data = json_deep_copy(at(document, "data.0"));
    json_object_set_new(data, "name", json_string("u"));
    json_object_set_new(data, "n", json_integer(61));
    json_array_append_new(at(document, "data"), data);
    for (int l = 0; l < 2; l++) {
        json_t *list = at(document, lists[l]);
        const size_t n = json_array_size(list);
        for (size_t i = 0; i < n; i++) {
            json_t *copy = json_deep_copy(json_array_get(list, i));
            json_object_set_new(copy, "data", json_string("u"));
            if (l == 1 && i == 0) json_object_set_new(copy, "difference", json_real(.15));
            if (l == 1 && i == 0) json_object_set_new(copy, "n_features", json_real(7));
            json_array_append_new(list, copy);
        }
    }
    return document;
}

static void tables_have_prices_of_their_own(void **state)
{
    (void)state;
    static const char of_t[] = "few, 4 features: 10.0 points more errors", of_u[] = "few, 7 features: 15.0 points more errors";
    char *html = page_of(with_another_table(compared(4)));
    const char *section = strstr(html, "s-sparsity"), *second;
    assert_non_null(section);
    assert_non_null(second = strstr(section, "<h3>u</h3>"));
    assert_true(strstr(section, "<h3>t</h3>") < second && strstr(section, of_t) < second && strstr(section, of_u) > second);
    ardor_string_free(context, html);
    /* beside a result there are those of its data */
    json_t *document = with_another_table(compared(4));
    json_object_set_new(at(document, "data.0"), "p", json_integer(P));
    json_object_set_new(at(document, "data.0"), "classes", json_pack("[s, s]", "0", "1"));
    char *text[] = {text_of(document), text_of(evaluated(60, 2, "method=lda impute=median plan=kfold:3"))};
    html = page_of_texts(2, (const char *const *)text, false);
    has(html, of_t);
    has(html, "These are other folds (kfold:10, seed 1)");
    lacks(html, of_u);
    lacks(html, "<h3>u</h3>");
    ardor_string_free(context, html);
    free(text[0]);
    free(text[1]);
}

/* ---- probabilities from model to model */

static void probabilities_that_move_are_drawn(void **state)
{
    (void)state;
    for (int n_classes = 2; n_classes < 4; n_classes++) {
        char said[TEXT];
        json_t *document = evaluated(60, n_classes, "method=lda impute=median plan=kfold:3 instability=8"), *row, *most = NULL;
        json_t *rows = at(document, "instability.rows");
        char *html = page_of(json_incref(document));
        json_t *data = data_of(html);
        size_t i;
        int64_t open = 0;
        double before = INFINITY;
        json_array_foreach(rows, i, row)
        {
            const char *name = n_classes == 2 ? "1" : text_at(row, "class");
            const double low = number_at(row, "refit_low"), high = number_at(row, "refit_high"),
                         prob = number_at(at(row, "prob"), name);
            if (!most || number_at(row, "instability") > number_at(most, "instability")) most = row;
            open += low <= .5 && high > .5;
            has_row(html, "<th scope=\"row\">%s</th><td>%s</td><td>%.3f</td><td>%.3f</td><td>%.3f</td><td>%.3f</td><td>%.3f</td>",
                    text_at(row, "id"), text_at(row, "class"), number_at(row, "instability"), prob, number_at(row, "refit_mean"),
                    low, high);
        }
        snprintf(said, sizeof said,
                 "differs by %.3f on average; sample %s would have moved most, by %.3f. This is told by 8 models",
                 number_at(document, "instability.mean"), text_at(most, "id"), number_at(most, "instability"));
        has(html, said);
        snprintf(said, sizeof said, "On the class of %lld of 60 samples the models do not agree", (long long)open);
        assert_true(open > 0);
        n_classes == 2 ? has(html, said) : lacks(html, "the models do not agree");
        has(html, "with settings as they are");
        has(html, "A probability that hardly moves is not therefore right");
        /* those that move most come first */
        for (i = 0; data && i < 60; i++) {
            json_t *point = json_array_get(at(data, "instability.rows"), i);
            const char *text = text_at(point, "text");
            char id[8];
            snprintf(id, sizeof id, "%.*s", (int)strcspn(text, ","), text);
            row = json_array_get(rows, strtoul(id, NULL, 10) - 1);
            assert_five(number_at(point, "low"), number_at(row, "refit_low"), "low");
            assert_five(number_at(point, "high"), number_at(row, "refit_high"), "high");
            assert_five(number_at(point, "mean"), number_at(row, "refit_mean"), "mean");
            assert_five(number_at(point, "prob"), number_at(at(row, "prob"), n_classes == 2 ? "1" : text_at(row, "class")),
                        "prob");
            const bool either = n_classes == 2 && number_at(row, "refit_low") <= .5 && number_at(row, "refit_high") > .5;
            assert_string_equal(text_at(point, "state"), either ? "either class" : "one class");
            assert_true(number_at(row, "instability") <= before);
            before = number_at(row, "instability");
        }
        json_decref(data);
        ardor_string_free(context, html);
        json_decref(document);
    }
}

static void thresholds_and_lacking_models_are_said(void **state)
{
    (void)state;
    json_t *document = evaluated(60, 2, "method=lda impute=median plan=kfold:3 instability=8 threshold=.2"), *row;
    char said[TEXT];
    size_t i;
    int64_t open = 0;
    json_array_foreach(at(document, "instability.rows"), i, row) open +=
        number_at(row, "refit_low") <= .2 && number_at(row, "refit_high") > .2;
    snprintf(said, sizeof said, "On the class of %lld of 60 samples", (long long)open);
    json_object_set_new(at(document, "instability"), "asked", json_integer(12));
    json_object_set_new(at(document, "instability"), "failed", json_integer(3));
    SAYS(json_deep_copy(document), said, "on both sides of 0.2.", "Of 12 resamples asked for, 3 failed and 1 were not run.");
    json_array_foreach(at(document, "instability.rows"), i, row) json_object_del(row, "refit_low"); /* an older document */
    SAYS(json_deep_copy(document), "!do not agree", "<th scope=\"row\">1</th>", "!mean of resamples");
    json_object_set_new(document, "instability",
                        json_pack("{s:i, s:n, s:s, s:[]}", "asked", 8, "mean", "reason", "it <rained>", "rows"));
    SAYS(document, "Not known: it &lt;rained&gt;.");
}

/* What a document lacks is no number, and moves last. */
static void what_is_lacking_is_not_known(void **state)
{
    (void)state;
    json_t *document = evaluated(60, 2, "method=lda impute=median plan=kfold:3 instability=8");
    json_object_set_new(at(document, "instability"), "mean", json_null());
    json_object_del(at(document, "instability.rows.0"), "instability");
    json_object_del(at(document, "instability.rows.0"), "prob");
    SAYS(json_deep_copy(document), "differs (by how much on average is not known); sample ", "would have moved most",
         "<th scope=\"row\">1</th><td>0</td><td>not known</td><td>not known</td><td>0.", "!>nan", "! nan", "!sample 1 would");
    json_object_set_new(at(document, "instability"), "rows", json_pack("[{}]"));
    SAYS(document, "<td>not known</td><td>not known</td></tr>", "!would have moved most", "!>nan<");
}

static void of_many_samples_it_is_counted_how_far_they_move(void **state)
{
    (void)state;
    json_t *document = evaluated(1002, 2, "method=lda impute=median plan=kfold:3 instability=3"), *bar;
    char *html = page_of(document);
    json_t *data = data_of(html);
    size_t i;
    int64_t n = 0;
    json_array_foreach(data ? at(data, "instability.rows") : NULL, i, bar) n += json_integer_value(at(bar, "n"));
    if (data) assert_int_equal(n, 1002);
    has(html, "The other 902 samples are in the JSON of the result.");
    lacks(html, "data-chart=\"refits\"");
    json_decref(data);
    ardor_string_free(context, html);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(few_samples_are_strips),
                                       cmocka_unit_test(many_samples_are_boxes),
                                       cmocka_unit_test(what_they_tell_is_said),
                                       cmocka_unit_test(features_that_tell_nothing_alone_are_said),
                                       cmocka_unit_test(spread_values_have_a_logarithmic_axis),
                                       cmocka_unit_test(features_that_nothing_chose_are_not_called_chosen),
                                       cmocka_unit_test(one_class_stands_apart_from_nothing),
                                       cmocka_unit_test(without_values_it_is_said_why),
                                       cmocka_unit_test(very_many_classes_are_in_the_table_alone),
                                       cmocka_unit_test(hostile_names_are_text),
                                       cmocka_unit_test(very_many_samples_stay_small),
                                       cmocka_unit_test(prices_are_those_of_the_comparison),
                                       cmocka_unit_test(numbers_of_features_are_drawn),
                                       cmocka_unit_test(tables_have_prices_of_their_own),
                                       cmocka_unit_test(probabilities_that_move_are_drawn),
                                       cmocka_unit_test(thresholds_and_lacking_models_are_said),
                                       cmocka_unit_test(what_is_lacking_is_not_known),
                                       cmocka_unit_test(of_many_samples_it_is_counted_how_far_they_move)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
