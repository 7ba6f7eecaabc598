/* The HTML report: what it says in which case, by documents made here and by those of runs; escaping; data of the charts. */
#include "full.h"
#include "page_made.h"

#include "page/html.h"
#include "page/page.h"

/* ---- sentences */

static void the_error_stands_beside_the_baseline(void **state)
{
    (void)state;
    SAYS(made(1, 3, .1, .03, .26), "<h1>On samples it had not seen, it was wrong 10.0\u00a0% of the time</h1>",
         "<title>On samples it had not seen, it was wrong 10.0\u00a0% of the time</title>",
         "Wrong on 10.0\u00a0% of the samples held out, 95\u00a0% interval 3.0\u00a0%\u00a0to\u00a026.0\u00a0%; always saying "
         "&quot;b&quot; is wrong on 33.3\u00a0%. "
         "The interval ends below that: it has learnt something.",
         "This is the error of the whole procedure", "!class=\"alarm\"", "!class=\"note\"");
    SAYS(made(1, 3, .3, .2, .34),
         "The interval reaches that: it is not shown to be better. It does rank the samples better than chance",
         "!it has learnt something");
    SAYS(made(1, 3, .5, .4, .6), "worse than not looking at the features at all");
    SAYS(made(1, 3, .1, NAN, NAN), "Without an interval it is not shown to be better.");
}

static void better_by_the_order_only_is_said_where_it_is_so(void **state)
{
    (void)state;
    json_t *document = made(1, 3, .3, .2, .34);
    json_object_set_new(json_object_get(document, "summary"), "auc", figure(.6, .45, .7));
    SAYS(document, "it is not shown to be better.", "!It does rank");
}

static void leaky_runs_may_not_be_quoted(void **state)
{
    (void)state;
    json_t *document = made(1, 3, .1, .03, .26);
    set(document, "protocol", json_string("leaky"));
    SAYS(document, "<h1>Too low to be an estimate: wrong 10.0\u00a0% of the time on samples it had used</h1>", "Not an estimate",
         "!it has learnt something", "!had not seen", "!held out", "!<p class=\"caution\">Nothing here",
         "These steps used the samples that were then tested (protocol leaky): standardisation. The errors below are too low. "
         "Nothing here may be quoted.",
         "The choice of settings and features had seen these samples.");
    document = made(1, 3, .1, .03, .26);
    set(document, "tune", json_string("first:2"));
    SAYS(document, "Too low to be an estimate", "chosen by the errors of folds that are tested here again (tune first:2)");
    document = made(1, 3, .1, .03, .26);
    set(document, "standardise", json_string("all"));
    SAYS(document, "On samples it had not seen", "Features were standardised with all samples", "it has learnt something");
}

static void the_command_repeats_the_result_without_folders(void **state)
{
    (void)state;
    json_t *document = made(1, 3, .1, .03, .26);
    set(document, "command",
        json_pack("[s, s, s, s, s, s, s, s]", "evaluate", "their/qfolder/a table.csv", "--labels=../qsecret/l.csv",
                  "--target=a/b", "--plan=splits:qdeep/down/s.csv", "--keep=x1,it's", "--positive=<b>", "--set=lam1=2"));
    SAYS(document,
         "<code>ardor evaluate &#39;a table.csv&#39; --labels=l.csv --target=a/b --plan=splits:s.csv "
         "&#39;--keep=x1,it&#39;\\&#39;&#39;s&#39; &#39;--positive=&lt;b&gt;&#39; --set=lam1=2</code>",
         "&quot;ardor rerun&quot; with the file of the result", "!qfolder", "!qsecret", "!qdeep");
    SAYS(made(1, 3, .1, .03, .26), "!ardor rerun");
}

static void fits_that_are_lacking_are_named(void **state)
{
    (void)state;
    json_t *document = made(1, 3, .1, .03, .26), *folds = json_object_get(document, "folds");
    json_object_set_new(json_array_get(folds, 2), "null_model", json_true());
    json_object_set_new(json_array_get(folds, 3), "stop_reason", json_string("max_iter"));
    json_object_set_new(json_array_get(folds, 4), "stop_reason", json_string("null_model"));
    json_array_remove(folds, 9);
    set(document, "stopped", json_string("time"));
    json_array_append_new(json_object_get(document, "failed"), json_pack("{s:i, s:s}", "fold", 4, "message", "it <b>broke"));
    SAYS(document, "Not finished (out of time): 9 of 10 fits are done.", "1 of 9 fits learnt nothing",
         "In 1 of 9 fits the optimiser stopped before it converged (max_iter).",
         "1 fit failed, which everything below leaves out. The "
         "first: it &lt;b&gt;broke");
}

static void how_figures_count_is_said(void **state)
{
    (void)state;
    json_t *document = made(1, 3, .1, .03, .26);
    set(document, "weights", json_string("the weight"));
    set(document, "group", json_string("patient"));
    set(document, "forced", json_pack("[s, s]", "age", "sex"));
    set(document, "class_weight", json_string("balanced"));
    set(document, "decision",
        json_pack("{s:{s:f, s:f}, s:n, s:n, s:f}", "prior", "a", .9, "b", .1, "threshold", "cost", "abstain", .8));
    SAYS(document, "by the weights in column the weight", "Samples of one group (column patient)", "no selection: age, sex.",
         "judge by the balanced error", "Figures are for a population", "share of a", "decision: abstain");
}

static void samples_that_are_wrong_are_named(void **state)
{
    (void)state;
    SAYS(made(1, 3, .1, .03, .26), "3 of 30 samples were wrong while held out: s1, s2, s3.", "!every time", "!always wrong");
    SAYS(made(2, 3, .1, .03, .26),
         "3 of 30 samples were wrong every time while held out: s1, s2, s3. 0 more were wrong sometimes.",
         "A sample is in the group of its mean probability, once.");
    SAYS(made(1, 28, .9, .8, .95), "s24, s25 and 3 more.", "!s25, s26");
    SAYS(made(1, 0, 0, 0, .1), "0 of 30 samples were wrong while held out.");
    json_t *document = made(2, 3, .1, .03, .26);
    json_object_set_new(json_array_get(json_object_get(document, "rows"), 0), "predicted", json_string("a"));
    SAYS(document, "2 of 30 samples were wrong every time while held out: s2, s3. 1 more was wrong sometimes.",
         "<th scope=\"row\">s1</th><td>1</td><td>2</td><td>a</td><td>0.750</td>");
}

/* Rows of one name are one sample if they are of one class. */
static void names_that_are_repeated_are_told_apart_by_class(void **state)
{
    (void)state;
    json_t *document = made(1, 1, .1, .03, .26), *rows = json_object_get(document, "rows");
    json_object_set_new(json_array_get(rows, 1), "id", json_string("s1"));
    json_object_set_new(json_array_get(rows, SAMPLES - 1), "id", json_string("s1"));
    SAYS(document, "Rows of one name and class count as one sample: the 30 rows are 29.",
         "<th scope=\"row\">s1</th><td>1</td><td>2</td><td>a</td>", "<th scope=\"row\">s1</th><td>0</td><td>1</td><td>b</td>");
}

/* Rows of leave-one-out: no fold has two classes, so there is nothing to rank. */
static void leave_one_out_has_no_curve(void **state)
{
    (void)state;
    json_t *document = made(1, 3, .1, .03, .26), *row;
    size_t i;
    json_array_foreach(json_object_get(document, "rows"), i, row)
        json_object_set_new(row, "fold", json_integer((json_int_t)i + 1));
    set(document, "plan", json_string("loo"));
    set(document, "n_folds", json_integer(SAMPLES));
    json_object_set_new(json_object_get(document, "summary"), "auc",
                        json_pack("{s:n, s:n, s:n, s:s, s:s, s:n}", "value", "low", "high", "interval", "none", "reason",
                                  "no fold has both classes", "folds"));
    SAYS(document, "Not defined: no fold has both classes.", "!data-key=\"ranks\"");
}

static void selection_counts_fits(void **state)
{
    (void)state;
    json_t *document = made(1, 3, .1, .03, .26);
    set(document, "selection",
        json_pack("[{s:s, s:f, s:n, s:f, s:s, s:f}, {s:s, s:f, s:n, s:f, s:n, s:n}]", "name", "x1", "frequency", .9, "mean_scale",
                  "mean_weight", .25, "direction", "b", "agreement", 1., "name", "x2", "frequency", .3, "mean_scale",
                  "mean_weight", 2., "direction", "agreement"));
    SAYS(document, "1 of the 2 features that were chosen at all were chosen in at least half of the 10 fits",
         "<th scope=\"row\">x1</th><td class=\"bar\" "
         "style=\"--part:90%\">9</td><td>10</td><td>0.25</td><td>b</td><td>100.0\u00a0%</td>",
         "<th scope=\"row\">x2</th><td class=\"bar\" style=\"--part:30%\">3</td>");
    SAYS(made(1, 3, .1, .03, .26), "No fit chose a feature.");
}

/* ---- escaping */

/* What JSON says of the list, in words; a method that chooses nothing has no such section. */
static void the_list_is_weighed(void **state)
{
    (void)state;
    json_t *document = made(1, 3, .1, .03, .26);
    set(document, "selection",
        json_pack("[{s:s, s:f, s:s, s:s, s:f, s:f}, {s:s, s:f, s:n, s:n}, {s:s, s:f, s:n, s:s, s:f, s:n}]", "name", "x<1",
                  "frequency", .9, "direction", "b", "nearest", "x&7", "nearest_correlation", -.91, "nearest_frequency", .2,
                  "name", "x2", "frequency", .3, "direction", "nearest", "name", "x3", "frequency", .2, "direction", "nearest",
                  "x9", "nearest_correlation", .85, "nearest_frequency"));
    set(document, "list",
        json_pack("{s:b, s:o, s:{s:f, s:n}, s:f, s:f, s:f, s:i, s:i, s:{s:f, s:i, s:i, s:n}, s:{s:f, s:i, s:n}}", "selects", 1,
                  "stability", figure(.55, .49, .61), "stability_correlated", "value", .62, "reason", "expected_by_chance", .015,
                  "permuted_frequency", .004, "core_frequency", .8, "n_core", 1, "n_tail", 2, "groups", "least", .8, "core", 1,
                  "all", 2, "reason", "nearest", "least", .8, "features", 3, "reason"));
    json_t *leaky = json_deep_copy(document), *all = json_deep_copy(document);
    SAYS(document, "<h2 id=\"s-list\">How far to trust that list</h2>",
         "1 feature was chosen in at least 80.0\u00a0% of the 10 fits, the core of the list: x&lt;1 (larger values speak for b). "
         "The other 2, "
         "its "
         "tail, come and go with the samples.",
         "their lists agree to 0.550 (0.490\u00a0to\u00a00.610).", "!stand for each other",
         "On average over all 4 features, one is in 1.5\u00a0% of the fits if they draw at random, and with labels exchanged it "
         "was in 0.4\u00a0%. These averages are no measure for the top of the list",
         "The 3 features of the list are 2 groups of features that say nearly the same.", "For 2 of the 3 most frequent features",
         "<td>x&amp;7</td><td>-0.91</td><td>20.0\u00a0%</td>", "<td>x9</td><td>0.85</td><td>forced into all</td>",
         "The fits share most of their samples", "!The choice saw the samples");
    set(leaky, "protocol", json_string("leaky"));
    SAYS(leaky, "The choice saw the samples that were tested", "!The fits share most", "!the core of the list", "!its tail");
    json_object_set_new(json_object_get(all, "list"), "selects", json_false());
    SAYS(all, "!How far to trust that list");
}

static void html_is_escaped(void **state)
{
    (void)state;
    char *out = NULL;
    ard_html html = {.out = {.context = context}};
    ard_html_text(&html, "a<b>&\"'\t\n\x01\x7f"
                         "z");
    ard_html_markup(&html, "<br>");
    ard_html_say(&html, "%s %d", "<i>", 3);
    assert_int_equal(ard_buffer_finish(&html.out, &out), ARDOR_OK);
    assert_string_equal(out, "a&lt;b&gt;&amp;&quot;&#39;\t\n\xef\xbf\xbd\xef\xbf\xbdz<br>&lt;i&gt; 3");
    ardor_string_free(context, out);
    html = (ard_html){.out = {.context = context}};
    ard_html_json(&html, "\"</script><!--&\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xa7\"");
    assert_int_equal(ard_buffer_finish(&html.out, &out), ARDOR_OK);
    assert_string_equal(out, "\"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\\u2029\xe2\x80\xa7\"");
    ardor_string_free(context, out);
}

/* Wherever a name can stand, it is text. */
static void hostile_names_are_text(void **state)
{
    (void)state;
    static const char evil[] = "</script><script>alert(1)</script>\"'&<img src=x onerror=alert(2)>";
    char *html;
    json_t *document = made(1, 3, .1, .03, .26), *row = json_array_get(json_object_get(document, "rows"), 0), *other;
    size_t i;
    json_object_set_new(row, "id", json_string(evil));
    json_array_foreach(json_object_get(document, "rows"), i, other)
    {
        json_t *prob = json_object_get(other, "prob");
        json_object_set(prob, evil, json_object_get(prob, "b"));
        if (strcmp(text_at(other, "class"), "b") == 0) json_object_set_new(other, "class", json_string(evil));
        if (strcmp(text_at(other, "predicted"), "b") == 0) json_object_set_new(other, "predicted", json_string(evil));
    }
    set(document, "classes", json_pack("[s, s]", "a", evil));
    for (const char *const *key =
             (const char *const[]){"method", "basis", "target", "weights", "group", "id", "plan", "seed", NULL};
         *key; key++)
        set(document, *key, json_string(evil));
    set(document, "seed", json_integer(1));
    set(document, "settings", json_pack("{s:s}", evil, evil));
    set(document, "warnings", json_pack("[{s:s, s:s}]", "code", evil, "text", evil));
    set(document, "forced", json_pack("[s]", evil));
    set(document, "selection",
        json_pack("[{s:s, s:f, s:f, s:s}]", "name", evil, "frequency", 1., "mean_weight", 1., "direction", evil));
    html = page_of(document);
    lacks(html, "<script>alert");
    lacks(html, "<img");
    has(html, "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;&lt;img src=x onerror=alert(2)&gt;");
    ardor_string_free(context, html);
}

static void plans_have_no_folders(void **state)
{
    (void)state;
    json_t *document = made(1, 3, .1, .03, .26);
    set(document, "plan", json_string("splits:/a folder/of somebody/splits.csv"));
    SAYS(document, "(splits:splits.csv)", "!of somebody");
}

/* ---- pages of runs */

static ardor_dataset *gaussians(int64_t n, int64_t n_classes)
{
    ardor_dataset *data = NULL;
    const ardor_simulation how = {.size = sizeof how, .seed = 3, .classes = n_classes};
    must(ardor_simulate(context, n_classes == 2 ? "two-gaussians" : "gaussians", n, 4, n_classes == 2 ? NULL : &how, &data));
    return data;
}

static double area_of(json_t *rows)
{
    double area = 0;
    for (size_t i = 1; i < json_array_size(rows); i++) {
        json_t *a = json_array_get(rows, i - 1), *b = json_array_get(rows, i);
        area += (number_at(b, "fpr") - number_at(a, "fpr")) * (number_at(a, "tpr") + number_at(b, "tpr")) / 2;
    }
    return area;
}

static void the_area_drawn_is_the_auc(void **state)
{
    (void)state;
    static const char *const plans[] = {"kfold:5", "repeat:3x4", "holdout:.4", "boot:5"};
    for (size_t k = 0; k < sizeof plans / sizeof *plans; k++) {
        char spec[80];
        ardor_dataset *data = gaussians(60, 2);
        snprintf(spec, sizeof spec, "method=lda plan=%s", plans[k]);
        json_t *document = evaluate(data, spec);
        const double auc = number_at(document, "summary.auc.value");
        char *html = page_of(document);
        json_t *drawn = data_of(html);
        if (drawn) assert_near(area_of(at(drawn, "ranks.rows")), auc, 5e-5, plans[k]);
        json_decref(drawn);
        ardor_string_free(context, html);
        ardor_dataset_free(data);
    }
}

static void several_classes_have_a_curve_each(void **state)
{
    (void)state;
    ardor_dataset *data = gaussians(90, 3);
    json_t *document = evaluate(data, "method=lda plan=kfold:5");
    const double auc = number_at(document, "summary.auc.value");
    char *html = page_of(document);
    json_t *drawn = data_of(html);
    double sum = 0;
    has(html, "1 against the others");
    has(html, "in the mean over the classes");
    if (drawn) has(html, "probability of its own class while held out");
    lacks(html, "eight in ten");
    for (int c = 0; drawn && c < 3; c++) {
        char path[32];
        snprintf(path, sizeof path, "ranks-%d.rows", c);
        sum += area_of(at(drawn, path));
    }
    if (drawn) assert_near(sum / 3, auc, 5e-5, "the mean area");
    json_decref(drawn);
    ardor_string_free(context, html);
    ardor_dataset_free(data);
}

/* The groups of the calibration hold each sample once, whatever the repetitions. */
static void samples_are_calibrated_once(void **state)
{
    (void)state;
    char *html = page_of(made(2, 3, .1, .03, .26));
    json_t *drawn = data_of(html), *bin;
    size_t i;
    int64_t n = 0;
    json_array_foreach(json_object_get(json_object_get(drawn, "calibration"), "rows"), i, bin) n +=
        json_integer_value(at(bin, "n"));
    if (drawn) assert_int_equal(n, SAMPLES);
    /* 3 of a are given .75, 7 of them .25; b all .75 */
    has(html, "<th scope=\"row\">0.6 to 0.8</th><td>0.75</td><td>20</td><td>23</td><td>0.87</td>");
    has(html, "<th scope=\"row\">0.2 to 0.4</th><td>0.25</td><td>0</td><td>7</td><td>0.00</td>");
    json_decref(drawn);
    ardor_string_free(context, html);
}

static void everything_that_was_asked_for_is_there(void **state)
{
    (void)state;
    ardor_dataset *data = gaussians(60, 2);
    char *text[2], *html;
    json_t *document =
        evaluate(data, "method=spr lam1=1 plan=kfold:4 permute=9 stability=4 learning-curve=.6 importance=permutation:2");
    ardor_model *model = fit(data, "method=spr tune=cv:3 rule=one-se trace=on");
    const int64_t as_good = json_integer_value(at(document, "permutation.at_least_as_good"));
    char said[128], many[24];
    snprintf(many, sizeof many, "%lld", (long long)as_good);
    text[0] = text_of(document);
    text[1] = text_of(model_json(model));
    html = page_of_texts(2, (const char *const *)text, true);
    snprintf(said, sizeof said, "Of 9 runs on labels exchanged at random, %s did as well as the true labels or better",
             as_good == 0 ? "none" : many);
    has(html, said);
    static const char *const id[] = {"error",     "permutation", "samples",     "confusion", "selection",
                                     "stability", "importance",  "model",       "ranks",     "calibration",
                                     "tuning",    "curve",       "convergence", "done",      "reading"};
    for (size_t k = 0; k < sizeof id / sizeof *id; k++) {
        snprintf(said, sizeof said, "<h2 id=\"s-%s\">", id[k]);
        has(html, said);
    }
    ardor_string_free(context, html);
    html = page_of_texts(2, (const char *const *)text, false);
    lacks(html, "How the optimiser ended");
    ardor_string_free(context, html);
    ardor_model_free(model);
    ardor_dataset_free(data);
    free(text[0]);
    free(text[1]);
}

static void the_same_documents_give_the_same_bytes(void **state)
{
    (void)state;
    ardor_dataset *data = gaussians(60, 2);
    json_t *document = evaluate(data, "method=lda plan=kfold:5");
    char *text = text_of(document), *first = page_of_texts(1, (const char *const[]){text}, false),
         *second = page_of_texts(1, (const char *const[]){text}, false);
    assert_string_equal(first, second);
    ardor_string_free(context, first);
    ardor_string_free(context, second);
    ardor_dataset_free(data);
    free(text);
}

static void very_many_samples_stay_small(void **state)
{
    (void)state;
    ardor_dataset *data = gaussians(5000, 2);
    char *html = page_of(evaluate(data, "method=lda plan=kfold:5"));
    assert_true(strlen(html) < 1500000);
    has(html, "the other");
    json_t *drawn = data_of(html), *row;
    size_t i;
    int64_t n = 0;
    if (drawn) has(html, "data-chart=\"histogram\"");
    json_array_foreach(json_object_get(json_object_get(drawn, "samples"), "rows"), i, row) n += json_integer_value(at(row, "n"));
    if (drawn) assert_int_equal(n, 5000);
    json_decref(drawn);
    ardor_string_free(context, html);
    ardor_dataset_free(data);
}

/* ---- several documents */

static void methods_stand_beside_each_other(void **state)
{
    (void)state;
    static const char *const said[] = {
        "Methods beside each other",
        "Shown to be worse than the method of least error: knn; cannot be told from it: svm. spr was wrong least often: "
        "10.0\u00a0%, picked afterwards: do not quote it. Shown to be better than the class shares alone: spr.",
        "<th scope=\"row\">knn</th><td>spr</td><td>+10.0</td><td>+5.0 to +15.0</td><td>0.001</td></tr>"};
    char *html = page_of_two(made(1, 3, .1, .03, .26), comparison_of("t", SAMPLES));
    for (size_t k = 0; k < 3; k++) has(html, said[k]);
    lacks(html, "These are other folds");
    ardor_string_free(context, html);
    html = page_of(comparison_of("t", SAMPLES));
    has(html, "<h1>3 methods beside each other</h1>");
    for (size_t k = 0; k < 3; k++) has(html, said[k]);
    lacks(html, "How often it is wrong");
    ardor_string_free(context, html);
}

static void other_folds_are_named(void **state)
{
    (void)state;
    json_t *comparison = comparison_of("t", SAMPLES);
    set(comparison, "plan", json_string("kfold:3"));
    char *html = page_of_two(comparison, made(1, 3, .1, .03, .26));
    has(html, "These are other folds (kfold:3, seed 1) than those of the rest of this page.");
    ardor_string_free(context, html);
}

static void results_stand_beside_each_other(void **state)
{
    (void)state;
    json_t *second = made(1, 5, .2, .1, .3);
    set(second, "method", json_string("knn"));
    char *html = page_of_two(made(1, 3, .1, .03, .26), second);
    has(html, "2 results on the same folds. The rest of this page is of the first.");
    has(html, "<h1>On samples it had not seen, it was wrong 10.0\u00a0% of the time</h1>");
    has(html, "<th scope=\"row\">2</th><td>knn</td><td>identity</td><td>none</td><td>20.0\u00a0%</td>");
    ardor_string_free(context, html);
}

static void models_are_shown(void **state)
{
    (void)state;
    char *html = page_of_two(made(1, 3, .1, .03, .26), a_fit("b", 4));
    has(html, "Fitted on all 30 samples it uses 1 of 4 features: x&lt;1&gt;.");
    has(html, "<th scope=\"row\">x&lt;1&gt;</th><td>-0.5</td><td>1</td><td>a</td><td>0 of 10</td>");
    has(html,
        "Its own error is unknown: 5.0\u00a0% on the samples it learnt from is not it, and the error on this page is that of "
        "the procedure. A weight is no effect size: it depends on the other features and on how far the method shrinks it. A "
        "scale has no direction.");
    lacks(html, "made in another way");
    ardor_string_free(context, html);
    json_t *other = a_fit("b", 4);
    set(other, "method", json_string("knn"));
    set(other, "n", json_integer(31));
    set(other, "null_model", json_true());
    html = page_of_two(made(1, 3, .1, .03, .26), other);
    has(html, "made in another way than those that were tested (method, number of samples)");
    has(html, "The model is a constant: it uses no feature");
    ardor_string_free(context, html);
    html = page_of(a_fit("b", 4));
    has(html, "<h1>A model that nothing on this page has tested</h1>");
    ardor_string_free(context, html);
}

static void tunings_without_evidence_say_so(void **state)
{
    (void)state;
    json_t *document = a_fit("b", 4);
    set(document, "tune",
        json_pack("{s:s, s:s, s:[s], s:i, s:b, s:[{s:f, s:f, s:f, s:f, s:f, s:s, s:b}, {s:n, s:f, s:f, s:f, s:f, s:s, s:b}, "
                  "{s:f, s:n, s:n, "
                  "s:n, s:n, s:s, s:b}]}",
                  "how", "cv:5", "rule", "one-se", "settings", "lam1", "chosen", 0, "learnt", 0, "candidates", "lam1", 2.,
                  "error", .3, "error_se", .05, "deviance", .6, "n_features", 3., "status", "done", "empty", 0, "lam1", "error",
                  .35, "error_se", .05, "deviance", .7, "n_features", 0., "status", "done", "empty", 1, "lam1", 9., "error",
                  "error_se", "deviance", "n_features", "status", "failed", "empty", 0));
    char *html = page_of(document);
    has(html,
        "Of 3 candidates, the points, this one was chosen: lam1 2. Its inner error is 30.0\u00a0%, the least of all (dashed: "
        "the least error plus its standard error).");
    has(html, "There is no evidence that anything was learnt");
    has(html, "<th scope=\"row\">lam1 2</th><td>30.0\u00a0%</td><td>5.0\u00a0%</td>");
    has(html, "no features: the class shares alone");
    has(html, "<td>failed</td>");
    json_t *drawn = data_of(html);
    if (drawn) {
        assert_int_equal(json_array_size(at(drawn, "tuning.rows")), 2);
        assert_near(number_at(drawn, "tuning.line"), .35, 1e-9, "the line");
        assert_string_equal(text_at(drawn, "tuning.rows.1.state"), "chosen"); /* last, over the others */
    }
    json_decref(drawn);
    ardor_string_free(context, html);
}

/* ---- refusals */

static void refuses(ardor_status status, const char *said, int64_t n, json_t **document)
{
    char *text[2] = {NULL}, *html = text[0];
    const char *const name[] = {"one.json", NULL};
    for (int64_t i = 0; i < n; i++) text[i] = text_of(document[i]);
    assert_int_equal(ardor_report_html(context, n, (const char *const *)text, name, NULL, &html), status);
    assert_null(html);
    if (!strstr(ardor_context_message(context), said)) fail_msg("%s: it says: %s", said, ardor_context_message(context));
    for (int64_t i = 0; i < n; i++) free(text[i]);
}
#define REFUSES(status, said, ...)                                                                                               \
    refuses((status), (said), (int64_t)(sizeof((json_t *[]){__VA_ARGS__}) / sizeof(json_t *)), (json_t *[]){__VA_ARGS__})

static void what_is_no_result_is_refused(void **state)
{
    (void)state;
    char *html = NULL;
    REFUSES(ARDOR_DATA, "one.json: no page can be made of it", json_pack("{s:s}", "format", "ardor-predictions"));
    REFUSES(ARDOR_DATA, "it has no \"format\"", json_pack("[]"));
    REFUSES(ARDOR_DATA, "of an older ardor", with(made(1, 1, .1, .1, .1), "version", json_integer(1)));
    REFUSES(ARDOR_DATA, "of a newer ardor", with(made(1, 1, .1, .1, .1), "version", json_integer(3)));
    REFUSES(ARDOR_DATA, "rows[0].class is none of the classes",
            with(made(1, 1, .1, .1, .1), "classes", json_pack("[s, s]", "c", "d")));
    REFUSES(ARDOR_DATA, "'classes' must be", with(made(1, 1, .1, .1, .1), "classes", json_pack("[s]", "a")));
    REFUSES(ARDOR_DATA, "'rows' must be", with(made(1, 1, .1, .1, .1), "rows", json_array()));
    REFUSES(ARDOR_DATA, "rows[0].fold is none of",
            with(made(1, 1, .1, .1, .1), "rows", json_pack("[{s:s, s:i}]", "class", "a", "fold", 11)));
    REFUSES(ARDOR_DATA, "rows[0].prob", with(made(1, 1, .1, .1, .1), "rows", json_pack("[{s:s, s:i}]", "class", "a", "fold", 1)));
    assert_int_equal(ardor_report_html(context, 1, (const char *const[]){"{"}, NULL, NULL, &html), ARDOR_DATA);
    assert_non_null(strstr(ardor_context_message(context), "document 1: line 1"));
    assert_int_equal(ardor_report_html(context, 0, (const char *const[]){"{}"}, NULL, NULL, &html), ARDOR_USAGE);
    assert_int_equal(ardor_report_html(context, 1, (const char *const[]){NULL}, NULL, NULL, &html), ARDOR_USAGE);
    assert_int_equal(ardor_report_html(context, 1, NULL, NULL, NULL, &html), ARDOR_USAGE);
    assert_int_equal(ardor_report_html(NULL, 1, (const char *const[]){"{}"}, NULL, NULL, &html), ARDOR_USAGE);
}

static void what_does_not_belong_together_is_refused(void **state)
{
    (void)state;
    REFUSES(ARDOR_DATA, "document 2 is of other data than one.json (31 samples, 4 features against 30, 4", made(1, 1, .1, .1, .1),
            with(made(1, 1, .1, .1, .1), "n", json_integer(31)));
    REFUSES(ARDOR_DATA, "document 2 has other folds than one.json (plan repeat:2x10, seed 1 against kfold:10, 1)",
            made(1, 1, .1, .1, .1), made(2, 1, .1, .1, .1));
    REFUSES(ARDOR_DATA, "has other folds", made(1, 1, .1, .1, .1), with(made(1, 1, .1, .1, .1), "seed", json_integer(2)));
    REFUSES(ARDOR_DATA, "document 2 is a model of other classes", made(1, 1, .1, .1, .1), a_fit("c", 4));
    REFUSES(ARDOR_DATA, "document 2 is a model of other data than one.json (5 features against 4)", made(1, 1, .1, .1, .1),
            a_fit("b", 5));
    REFUSES(ARDOR_DATA, "a page has one model", a_fit("b", 4), a_fit("b", 4));
    REFUSES(ARDOR_DATA, "compares methods on other data", made(1, 1, .1, .1, .1), comparison_of("t", SAMPLES + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_error_stands_beside_the_baseline),
                                       cmocka_unit_test(better_by_the_order_only_is_said_where_it_is_so),
                                       cmocka_unit_test(leaky_runs_may_not_be_quoted),
                                       cmocka_unit_test(the_command_repeats_the_result_without_folders),
                                       cmocka_unit_test(fits_that_are_lacking_are_named),
                                       cmocka_unit_test(how_figures_count_is_said),
                                       cmocka_unit_test(samples_that_are_wrong_are_named),
                                       cmocka_unit_test(names_that_are_repeated_are_told_apart_by_class),
                                       cmocka_unit_test(leave_one_out_has_no_curve),
                                       cmocka_unit_test(selection_counts_fits),
                                       cmocka_unit_test(the_list_is_weighed),
                                       cmocka_unit_test(html_is_escaped),
                                       cmocka_unit_test(hostile_names_are_text),
                                       cmocka_unit_test(plans_have_no_folders),
                                       cmocka_unit_test(the_area_drawn_is_the_auc),
                                       cmocka_unit_test(several_classes_have_a_curve_each),
                                       cmocka_unit_test(samples_are_calibrated_once),
                                       cmocka_unit_test(everything_that_was_asked_for_is_there),
                                       cmocka_unit_test(the_same_documents_give_the_same_bytes),
                                       cmocka_unit_test(very_many_samples_stay_small),
                                       cmocka_unit_test(methods_stand_beside_each_other),
                                       cmocka_unit_test(other_folds_are_named),
                                       cmocka_unit_test(results_stand_beside_each_other),
                                       cmocka_unit_test(models_are_shown),
                                       cmocka_unit_test(tunings_without_evidence_say_so),
                                       cmocka_unit_test(what_is_no_result_is_refused),
                                       cmocka_unit_test(what_does_not_belong_together_is_refused)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
