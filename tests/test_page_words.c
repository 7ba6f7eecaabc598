/* Sentences of the HTML report that say more where there is less to say: of runs that show nothing, are not whole, or are leaky;
 * outcomes beside rules; words that are explained. */
#include "page_made.h"

/* Replaces what stands at a path of keys and positions. */
static void put(json_t *document, const char *path, json_t *value)
{
    char owner[80];
    const char *dot = strrchr(path, '.');
    snprintf(owner, sizeof owner, "%.*s", dot ? (int)(dot - path) : 0, path);
    json_t *holder = dot ? at(document, owner) : document;
    assert_true(json_is_object(holder));
    json_object_set_new(holder, dot ? dot + 1 : path, value);
}

static json_t *better(void) { return made(1, 3, .1, .03, .26); }
static json_t *level_run(void) { return made(1, 10, .3, .2, .34); }

static void headings_say_what_is_not_shown(void **state)
{
    (void)state;
    static const char not_better[] = "<h1>Not shown to be better than always saying &quot;b&quot;: wrong 30.0\u00a0% of the time "
                                     "on samples it had not seen</h1>";
    SAYS(level_run(), not_better, "!<h1>On samples");
    SAYS(made(1, 10, .3, NAN, NAN), not_better);
    SAYS(made(1, 10, .3, 1 / 3., .4), not_better); /* it begins there */
    SAYS(made(1, 10, .5, .4, .6), "<h1>Not shown to be better than");
    SAYS(with(level_run(), "class_weight", json_string("balanced")), "<h1>On samples it had not seen, it was wrong 30.0");
    SAYS(with(level_run(), "decision", json_object()), "<h1>Not shown to be better than going by the class shares alone: wrong");
    SAYS(with(level_run(), "protocol", json_string("leaky")), "<h1>Too low to be an estimate", "!Not shown to be better");
}

static json_t *without_last_fold(json_t *document)
{
    json_array_remove(json_object_get(document, "folds"), 9);
    return document;
}

static void headings_say_what_is_not_whole(void **state)
{
    (void)state;
    json_t *stopped = with(without_last_fold(better()), "stopped", json_string("time"));
    SAYS(stopped, "<h1>So far (9 of 10 fits): on samples it had not seen, it was wrong 10.0\u00a0% of the time</h1>",
         "it has learnt something so far.");
    SAYS(without_last_fold(better()), "<h1>In part (9 of 10 fits): on samples", "it has learnt something in these fits.");
    stopped = with(without_last_fold(level_run()), "stopped", json_string("time"));
    SAYS(stopped, "<h1>So far (9 of 10 fits): not shown to be better than always saying", "!so far.");
    stopped = with(without_last_fold(better()), "stopped", json_string("time"));
    set(stopped, "protocol", json_string("leaky"));
    SAYS(stopped, "<h1>So far (9 of 10 fits): too low to be an estimate");
    SAYS(better(), "<h1>On samples", "it has learnt something.");
}

/* ---- nothing learnt */

static json_t *warned(json_t *document, const char *code, const char *text)
{
    return with(document, "warnings", json_pack("[{s:s, s:s}]", "code", code, "text", text));
}

static json_t *with_constants(json_t *document, size_t n)
{
    for (size_t f = 0; f < n; f++) json_object_set_new(json_array_get(at(document, "folds"), f), "null_model", json_true());
    return document;
}

static json_t *one_fold(json_t *document)
{
    json_t *row;
    size_t i;
    json_array_foreach(at(document, "rows"), i, row) json_object_set_new(row, "fold", json_integer(1));
    while (json_array_size(at(document, "folds")) > 1) json_array_remove(at(document, "folds"), 1);
    set(document, "n_folds", json_integer(1));
    return document;
}

static void runs_that_learnt_nothing_have_an_alarm(void **state)
{
    (void)state;
    static const char all[] = "<p class=\"alarm\">No evidence in any of the 10 fits that anything was learnt: do not use the "
                              "features below.</p>";
    SAYS(warned(better(), "nothing_learnt", "in all 10 folds: no evidence"), all, "says nothing about it", "!worth a look");
    SAYS(warned(better(), "nothing_learnt", "in 2 of 10 folds: no evidence"), "!class=\"alarm\"", "worth a look at its records");
    SAYS(warned(better(), "null_model", "in all 10 folds: no feature"), "!class=\"alarm\"");
    SAYS(warned(one_fold(better()), "nothing_learnt", "no evidence"),
         "<p class=\"alarm\">No evidence that anything was learnt: do not use the features below.</p>");
    SAYS(with_constants(better(), 6), "<p class=\"alarm\">Most fits learnt nothing: do not use the features below.</p>");
    SAYS(with_constants(better(), 5), "!class=\"alarm\"", "5 of 10 fits learnt nothing");
    char *html = page_of_two(with_constants(better(), 6), a_fit("b", 4));
    has(html, "do not use the features or the model below.");
    has(html, "The fits that were tested show nothing that was learnt: do not use this model.");
    ardor_string_free(context, html);
    html = page_of_two(better(), a_fit("b", 4));
    lacks(html, "do not use");
    ardor_string_free(context, html);
}

/* What is not better may still rank: then something was learnt. */
static void records_are_worth_a_look_where_something_was_learnt(void **state)
{
    (void)state;
    json_t *document = level_run();
    SAYS(json_deep_copy(document), "worth a look at its records", "!says nothing about it");
    put(document, "summary.auc", figure(.6, .45, .7));
    SAYS(document, "that a sample is wrong says nothing about it", "!worth a look");
}

/* ---- leaky runs */

static size_t count_of(const char *html, const char *text)
{
    size_t n = 0;
    for (const char *p = html; (p = strstr(p, text)) != NULL; p += strlen(text)) n++;
    return n;
}

static void leaky_sections_say_that_they_are_none(void **state)
{
    (void)state;
    static const char line[] = "<p class=\"note\">Not an estimate: settings or features had seen the samples.</p>";
    json_t *document = with(better(), "protocol", json_string("leaky"));
    set(document, "filter", json_string("ttest<50"));
    set(document, "impute", json_string("median"));
    set(document, "tune", json_string("plan"));
    set(document, "confusion", json_pack("{s:[[i, i], [i, i]]}", "counts", 7, 3, 2, 18));
    set(document, "calibration", json_pack("{s:f, s:f, s:f}", "slope", .5, "slope_low", .2, "slope_high", .8));
    set(document, "permutation",
        json_pack("{s:i, s:i, s:i, s:f, s:f, s:[f]}", "asked", 1, "done", 1, "at_least_as_good", 1, "observed", .5, "p", 1.,
                  "values", .4));
    set(document, "importance", json_pack("{s:[{s:s, s:f}]}", "features", "name", "x1", "log_loss_rise", .1));
    char *html = page_of(json_deep_copy(document));
    has(html,
        "(protocol leaky): standardisation, filling in of missing values, the filter of features (ttest&lt;50), tuning. The");
    has(html, "This is no test of the probabilities (slope 0.500 (0.200");
    lacks(html, "too extreme");
    lacks(html, "taken at their word");
    has(html, "the log loss of the samples tested rises");
    lacks(html, "held out");
    assert_int_equal(count_of(html, line), 6); /* chance, confusion, selection, importance, ranks, calibration */
    assert_int_equal(count_of(html, "Nothing here may be quoted"), 1);
    for (const char *const *key =
             (const char *const[]){"permutation", "confusion", "selection", "importance", "ranks", "calibration", NULL};
         *key; key++) {
        char head[64];
        snprintf(head, sizeof head, "<h2 id=\"s-%s\">", *key);
        const char *section = strstr(html, head);
        assert_non_null(section);
        assert_non_null(section = strstr(section, "</h2>\n"));
        assert_true(strncmp(section + 6, line, sizeof line - 1) == 0);
    }
    ardor_string_free(context, html);
    set(document, "protocol", json_string("honest"));
    SAYS(document, "!Not an estimate", "<dt>held out</dt>", "the log loss of the samples held out rises");
}

/* ---- errors and confusions */

static json_t *confused(double sensitivity, double specificity)
{
    return with(better(), "confusion",
                json_pack("{s:[[i, i], [i, i]], s:o, s:o}", "counts", 7, 3, 2, 18, "sensitivity", figure(sensitivity, .1, .95),
                          "specificity", figure(specificity, .1, .95)));
}

static void a_class_that_is_missed_is_named_at_once(void **state)
{
    (void)state;
    SAYS(confused(.9, .599), "it has learnt something. But of a it finds only 59.9\u00a0% (see What it takes for what).",
         "!But of b");
    SAYS(confused(.5, .9), "But of b it finds only 50.0\u00a0%", "!But of a");
    SAYS(confused(.6, .6), "!it finds only");
    json_t *document = confused(.5, .5);
    put(document, "summary.error", figure(.3, .2, .34));
    SAYS(document, "it is not shown to be better", "!it finds only");
    SAYS(with(confused(.5, .5), "protocol", json_string("leaky")), "!it finds only");
}

static void confusions_are_rates(void **state)
{
    (void)state;
    SAYS(confused(.9, .9), "Of a it calls 30.0\u00a0% something else (3 of 10 predictions); of b, 10.0\u00a0% (2 of 20).",
         "<th scope=\"col\">true class (rows), said to be (columns)</th>", "!Most often");
    json_t *document = confused(.9, .9);
    put(document, "confusion.undecided", json_pack("[i, i]", 5, 0));
    SAYS(document, "Of a it calls 20.0\u00a0% something else (3 of 15 predictions, those");
    document = confused(.9, .9);
    put(document, "confusion.counts", json_pack("[[i, i], [i, i]]", 10, 0, 0, 20));
    SAYS(document, "No sample was taken for one of another class.");
}

/* Of three classes: b has the most errors, c the largest part of its own. */
static void of_several_classes_the_one_missed_most_is_named(void **state)
{
    (void)state;
    json_t *document = better(), *row;
    size_t i;
    set(document, "classes", json_pack("[s, s, s]", "a", "b", "c"));
    set(document, "positive", json_null());
    json_array_foreach(at(document, "rows"), i, row) put(row, "prob.c", json_real(0));
    set(document, "confusion", json_pack("{s:[[i, i, i], [i, i, i], [i, i, i]]}", "counts", 10, 0, 0, 9, 40, 1, 1, 3, 6));
    set(document, "decision", json_pack("{s:{s:f, s:f, s:f}}", "prior", "a", .8, "b", .1, "c", .1));
    SAYS(document, "It misses c most: it calls 40.0\u00a0% something else (4 of 10 predictions), most often b (3).",
         "Predictive values hold for the class shares of these samples"); /* the table has parts of the counts */
}

static void the_first_chart_has_one_chance(void **state)
{
    (void)state;
    char *html = page_of(better());
    json_t *data = data_of(html);
    if (data) {
        assert_int_equal(json_array_size(at(data, "error.rows")), 2);
        assert_string_equal(text_at(data, "error.rows.0.name"), "this procedure");
        assert_true(number_at(data, "error.rows.0.low") == .03);
        assert_string_equal(text_at(data, "error.rows.1.name"), "class shares");
        assert_true(json_is_null(at(data, "error.rows.1.low")) && json_is_null(at(data, "error.rows.1.high")));
        assert_near(number_at(data, "error.rows.1.value"), number_at(data, "error.line"), 1e-9, "the line");
    }
    has(html, "<th scope=\"row\">balanced error</th>");
    has(html, "mean of the classes&#39; errors");
    json_decref(data);
    ardor_string_free(context, html);
}

/* The surest of the wrong ones have their names in the chart, the first ones where they are as sure. */
static void the_surest_samples_have_names(void **state)
{
    (void)state;
    json_t *document = made(1, 12, .3, .2, .34);
    json_object_set_new(at(document, "rows.0.prob"), "b", json_real(.6));  /* of a: the least sure */
    json_object_set_new(at(document, "rows.11.prob"), "b", json_real(.1)); /* of b: surer than the rest */
    char *html = page_of(document);
    json_t *data = data_of(html), *row;
    size_t i, named = 0;
    has(html, "The chart has the names of the 10 that are wrong most surely.");
    json_array_foreach(data ? at(data, "samples.rows") : NULL, i, row) named += *text_at(row, "name") != '\0';
    if (data) {
        assert_int_equal(named, 10);
        assert_string_equal(text_at(data, "samples.rows.0.name"), "");
        assert_string_equal(text_at(data, "samples.rows.1.name"), "s2");
        assert_string_equal(text_at(data, "samples.rows.10.name"), "");
        assert_string_equal(text_at(data, "samples.rows.11.name"), "s12");
    }
    json_decref(data);
    ardor_string_free(context, html);
    SAYS(made(1, 10, .3, .2, .34), "!wrong most surely");
}

/* ---- lists of features */

static json_t *listed(double kept, double permuted)
{
    json_t *document = better();
    set(document, "selection",
        json_pack("[{s:s, s:f, s:s}, {s:s, s:f, s:s}, {s:s, s:f, s:n}]", "name", "x1", "frequency", 1., "direction", "b", "name",
                  "x2", "frequency", .9, "direction", "a", "name", "x3", "frequency", .2, "direction"));
    set(document, "list",
        json_pack("{s:b, s:o, s:f, s:f, s:f, s:i, s:i}", "selects", 1, "stability", figure(.55, .49, .61), "expected_by_chance",
                  kept, "permuted_frequency", permuted, "core_frequency", .8, "n_core", 2, "n_tail", 1));
    return document;
}

static void lists_that_keep_nearly_all_choose_little(void **state)
{
    (void)state;
    SAYS(listed(.81, .9), "A fit keeps nearly all features (81.0\u00a0% on average), so this list chooses little",
         "!the core of the list", "!agree to", "!On average over all", "!its tail", "!feature of the tail");
    SAYS(listed(.8, .9), "x1 (larger values speak for b), x2 (for a). The other 1, its tail, comes and goes", "agree to 0.550",
         "in 80.0\u00a0% of the fits if they draw at random, and with labels exchanged it was in 90.0\u00a0%.",
         "A feature of the tail is no finding", "!so this list chooses little",
         "Directions are given the other features: alone, a feature may go the other way.");
}

static void unknown_numbers_of_features_are_no_numbers(void **state)
{
    (void)state;
    json_t *document = listed(.8, .9);
    SAYS(json_deep_copy(document), "A fit has 2.0 of 4 features on average");
    put(document, "summary", json_null());
    SAYS(document, "A fit has an unknown number of 4 features on average", "! nan ");
}

static void halves_that_agree_on_none_have_no_bound(void **state)
{
    (void)state;
    json_t *document = better();
    set(document, "stability",
        json_pack("{s:i, s:f, s:i, s:f, s:i, s:f, s:[{s:s, s:f, s:b}]}", "n_stable", 0, "tau", .75, "halves_done", 20, "q", 11.75,
                  "p", 2000, "bound", .5, "features", "name", "x<1", "frequency", .7, "stable", 0));
    SAYS(json_deep_copy(document), "<h2 id=\"s-stability\">Which features it chooses from random halves of the samples</h2>",
         "No feature reached 75.0\u00a0% of 20 fits to random halves of the samples, each of which chose 11.75 of 2000 on "
         "average. "
         "The most frequent, x&lt;1, was chosen in 70.0\u00a0%.",
         "!expected among them");
    put(document, "stability.n_stable", json_integer(1));
    SAYS(document, "1 feature was chosen in at least 75.0\u00a0% of 20 fits", "at most 0.5 are expected among them.",
         "!The most frequent");
}

/* ---- chance, probabilities, more samples */

static json_t *permuted(int as_good, double p)
{
    return with(better(), "permutation",
                json_pack("{s:i, s:i, s:i, s:f, s:f, s:b, s:[f, f]}", "asked", 19, "done", 19, "at_least_as_good", as_good,
                          "observed", .5, "p", p, "tuned", 1, "values", .6, .7));
}

static void the_least_p_is_called_so(void **state)
{
    (void)state;
    SAYS(
        permuted(0, .05),
        "Of 19 runs on labels exchanged at random, none did as well as the true labels or better (log loss 0.500): p = 0.05, the "
        "least that so many runs can give.",
        "!it cannot be below");
    SAYS(permuted(2, .15), "2 did as well as the true labels or better (log loss 0.500): p = 0.15.",
         "With 19 runs it cannot be below 0.05.", "!the least that");
}

static json_t *sloped(double slope, double low, double high)
{
    return with(better(), "calibration", json_pack("{s:f, s:f, s:f}", "slope", slope, "slope_low", low, "slope_high", high));
}

static void the_verdict_on_probabilities_comes_first(void **state)
{
    (void)state;
    SAYS(sloped(.4, 0, .9), "<p>The probabilities are not shown to say anything about the class here (slope 0.400",
         "!too extreme");
    SAYS(sloped(.4, .1, .9), "<p>The probabilities are too extreme here (slope 0.400",
         "1 would be right): 0.9 is less sure than it "
         "says. Where points lie on the diagonal");
    SAYS(sloped(1.4, 1.1, 1.9), "<p>The probabilities are too near the middle here");
    SAYS(sloped(.9, .1, 1.9), "<p>The probabilities are not shown to be too extreme, or too near the middle (slope 0.900");
}

static void few_models_have_the_least_and_the_largest(void **state)
{
    (void)state;
    static const char few[] = "which of so few models is about from the least to the largest";
    for (int done = 39; done < 41; done++) {
        json_t *document = better();
        set(document, "instability",
            json_pack("{s:i, s:i, s:f, s:[{s:s, s:s, s:{s:f, s:f}, s:f, s:f, s:f, s:f}]}", "asked", done, "done", done, "mean",
                      .1, "rows", "id", "s1", "class", "a", "prob", "a", .7, "b", .3, "instability", .1, "refit_mean", .35,
                      "refit_low", .2, "refit_high", .4));
        char *html = page_of(document);
        json_t *data = data_of(html);
        has(html,
            "How much the probabilities depend on which samples were learnt from</h2>\n<p>This is not how far they are from "
            "the truth: models can agree and be wrong together. Had other samples");
        done == 39 ? has(html, few) : lacks(html, few);
        if (data) assert_string_equal(text_at(data, "instability.y"), "probability of b, mean of the models of resamples");
        json_decref(data);
        ardor_string_free(context, html);
    }
}

/* A curve of three points, the last of which is the run itself: 10 %, 3 % to 26 %. */
static json_t *learning(double first, double low, double high, double second)
{
    return with(better(), "learning_curve",
                json_pack("[{s:f, s:f, s:{s:o}}, {s:f, s:f, s:{s:o}}]", "mean_n_train", 9.4, "mean_n_features", 2., "summary",
                          "error", figure(first, low, high), "mean_n_train", 18.6, "mean_n_features", 2., "summary", "error",
                          figure(second, .01, .5)));
}

static void curves_that_do_not_fall_say_so(void **state)
{
    (void)state;
    SAYS(learning(.09, .02, .2, .1),
         "No sign that more samples would lower the error: 9.0\u00a0% from 9, 10.0\u00a0% from 27 (intervals overlap).",
         "<th scope=\"row\">9</th><td>9.0", "<th scope=\"row\">19</th>");
    SAYS(learning(.01, .0, .02, .1), "1.0\u00a0% from 9, 10.0\u00a0% from 27.", "!(intervals overlap)");
    SAYS(learning(.09, .02, .2, .2), "!No sign",
         "Learning from 9 samples it was wrong on 9.0\u00a0%, from 27 on 10.0\u00a0% (intervals "
         "overlap).");
    SAYS(learning(.4, .3, .5, .05), "!No sign", "Learning from 9 samples it was wrong on 40.0\u00a0%, from 27 on 10.0\u00a0%.");
    char *html = page_of(learning(.09, .02, .2, .1));
    json_t *data = data_of(html);
    if (data) assert_string_equal(text_at(data, "curve.y"), "wrong, of the samples held out");
    json_decref(data);
    ardor_string_free(context, html);
}

/* ---- models and their tuning */

static json_t *tuned(const char *rule, int chosen)
{
    json_t *none = json_pack("{s:n, s:f, s:f, s:f, s:f, s:s, s:b}", "lam1", "error", .33, "error_se", .05, "deviance", .6,
                             "n_features", 3., "status", "done", "empty", 0);
    json_t *least = json_pack("{s:f, s:f, s:f, s:f, s:f, s:s, s:b}", "lam1", 2., "error", .3, "error_se", .05, "deviance", .6,
                              "n_features", 3., "status", "done", "empty", 0);
    json_t *untrusted = json_pack("{s:f, s:f, s:f, s:f, s:f, s:s, s:b}", "lam1", 4., "error", .1, "error_se", .05, "deviance", .6,
                                  "n_features", 9., "status", "untrusted", "empty", 0);
    return with(a_fit("b", 4), "tune",
                json_pack("{s:s, s:s, s:[s], s:i, s:b, s:[o, o, o]}", "how", "cv:5", "rule", rule, "settings", "lam1", "chosen",
                          chosen, "learnt", 1, "candidates", least, none, untrusted));
}

static void tunings_tell_their_outcome(void **state)
{
    (void)state;
    SAYS(tuned("keep", 0), "this one was chosen: lam1 2. Its inner error is 30.0\u00a0%, the least of all (dashed: the");
    SAYS(tuned("error", 0), "Its inner error is 30.0\u00a0%, the least of all.");
    SAYS(tuned("keep", 1),
         "Of 3 candidates, the points, this one was chosen: the settings as they are without tuning. Its inner error is "
         "33.0\u00a0%; the least is 30.0\u00a0%, but those without tuning are kept where they are on or under the dashed line");
    SAYS(tuned("one-se", 1), "the least is 30.0\u00a0%, but of those on or under the dashed line");
    SAYS(tuned("deviance", 1), "the least is 30.0\u00a0%, but this one has the best probabilities (least deviance).");
    SAYS(tuned("sparse", 1), "the least is 30.0\u00a0%, but the rule goes by the probabilities (deviance)");
    SAYS(tuned("error", 1), "the least is 30.0\u00a0%.");
}

static void models_caution_of_what_they_show(void **state)
{
    (void)state;
    static const char weight[] = "A weight is no effect size", scale[] = "A scale has no direction.";
    for (int k = 0; k < 2; k++) {
        json_t *fit = a_fit("b", 4);
        json_object_set_new(at(fit, "features.0"), k ? "weight" : "scale", json_null());
        char *html = page_of(fit);
        k ? lacks(html, weight) : has(html, weight);
        k ? has(html, scale) : lacks(html, scale);
        k ? has(html, "<dt>scale</dt>") : lacks(html, "<dt>scale</dt>");
        ardor_string_free(context, html);
    }
}

/* ---- decisions that are not for the most probable class */

/* Error and baseline of a run whose decisions make the baseline wrong nearly always. */
static json_t *decided(const char *by, double balanced_high, double auc_low)
{
    json_t *document = made(1, 12, .4, .3, .5);
    put(document, "summary.baseline.error", figure(.8, NAN, NAN));
    put(document, "summary.baseline.balanced_error", figure(.5, NAN, NAN));
    put(document, "summary.balanced_error", figure(.49, .4, balanced_high));
    put(document, "summary.auc", figure(.52, auc_low, .7));
    if (strcmp(by, "class_weight") == 0) return with(document, by, json_string("balanced"));
    return with(document, "decision", json_pack("{s:n, s:f, s:n, s:n}", "prior", "threshold", .1, "cost", "abstain"));
}

static json_t *costly(double cost, double low, double high)
{
    json_t *document = decided("threshold", .49, .6); /* only the cost counts */
    put(document, "decision.cost", json_pack("{s:{s:f}, s:{s:f}}", "a", "b", 1., "b", "a", 9.));
    put(document, "summary.cost", figure(cost, low, high));
    put(document, "summary.baseline.cost", figure(.8, NAN, NAN));
    return document;
}

static void errors_alone_do_not_tell_where_thresholds_decide(void **state)
{
    (void)state;
    static const char learnt[] = "it has learnt something.", neutral[] = "<h1>On samples it had not seen, it was wrong 40.0";
    for (int k = 0; k < 2; k++) {
        const char *by = k ? "class_weight" : "threshold";
        SAYS(decided(by, .51, .4), neutral, "!it has learnt something.", "!Not shown to be better", "!not shown to be better",
             k ? "As it decides with weights of classes, these two errors do not tell whether it has learnt something: its "
                 "balanced error is 49.0\u00a0% (40.0\u00a0%\u00a0to\u00a051.0\u00a0%), that of the class shares alone "
                 "50.0\u00a0%."
               : "As it decides by a threshold, these two errors do not tell",
             "that a sample is wrong says nothing about it");
        SAYS(decided(by, .495, .4), learnt, "!do not tell", "worth a look at its records");
        SAYS(decided(by, .51, .55), learnt, "!do not tell");
    }
    SAYS(costly(1.2, .9, 1.6), neutral, "!it has learnt something.",
         "As it decides by costs, these two errors do not tell whether it has learnt something: its mean cost is 1.200 "
         "(0.900\u00a0to\u00a01.600), that of the class shares alone 0.800.");
    SAYS(costly(.6, .5, .7), learnt, "!do not tell");
    /* nor is it worse where it is cheaper; and where nothing else decides the error does */
    json_t *document = costly(.6, .5, .7);
    put(document, "summary.baseline.error", figure(.2, NAN, NAN));
    put(document, "summary.auc", figure(.52, .4, .7));
    SAYS(json_deep_copy(document), "!not looking at the features", "its mean cost is 0.600", "worth a look at its records");
    put(document, "summary.cost", figure(.9, .5, 1.3));
    SAYS(document, "it is worse than not looking at the features at all", "says nothing about it");
    document = decided("threshold", .51, .4);
    put(document, "decision.threshold", json_null());
    SAYS(document, learnt);
}

static void other_thresholds_are_no_advice_where_one_decides(void **state)
{
    (void)state;
    static const char advice[] = "another threshold may do better", order[] = "It does rank the samples better than chance";
    SAYS(level_run(), order, advice);
    json_t *document = with(level_run(), "decision", json_pack("{s:f, s:n}", "threshold", .3, "cost"));
    SAYS(json_deep_copy(document), order, "chance, though (see How well it ranks).", "!another threshold may do better");
    put(document, "decision", json_pack("{s:n, s:{s:{s:f}}}", "threshold", "cost", "a", "b", 1.));
    SAYS(document, order, "!another threshold may do better");
}

static json_t *abstaining(json_t *document)
{
    put(document, "summary.undecided", figure(.1, .05, .2));
    return document;
}

static void what_is_undecided_counts_as_wrong(void **state)
{
    (void)state;
    SAYS(abstaining(better()), "<p>Wrong or undecided on 10.0\u00a0% of the samples held out");
    json_t *document = comparison_of("t", SAMPLES);
    SAYS(json_deep_copy(document), "spr was wrong least often");
    (void)abstaining(at(document, "cells.1.evaluation"));
    SAYS(document, "spr was wrong or undecided least often");
    document = confused(.9, .9);
    SAYS(json_deep_copy(document), "!name no class among them", "!name a class");
    put(document, "confusion.undecided", json_pack("[i, i]", 5, 0));
    SAYS(document, "something else (3 of 15 predictions, those that name no class among them); of b, 10.0\u00a0% (2 of 20).",
         "(specificity), both of the predictions that name a class.");
}

static void predictive_values_hold_for_their_prior(void **state)
{
    (void)state;
    static const char given[] = "Predictive values hold for the class shares that were given";
    json_t *document = confused(.9, .9);
    put(document, "confusion.ppv", figure(.5, .4, .6));
    SAYS(json_deep_copy(document), "Predictive values hold for the class shares of these samples", "!that were given",
         "among those called positive, at the class shares of the figures");
    set(document, "decision", json_pack("{s:{s:f, s:f}}", "prior", "a", .9, "b", .1));
    SAYS(document, given, "!for the class shares of these samples;");
}

/* Of a comparison what its results are made by, of all or of some. */
static void comparisons_say_what_moves_their_figures(void **state)
{
    (void)state;
    static const char *const text[] = {"Classes were weighted in training (balanced)", "Figures are for a population",
                                       "Decisions are by the costs", "Decisions are by a threshold that was given, 0.3",
                                       "at least the probability 0.9, none is named"};
    for (int by = 0; by < 5; by++) {
        for (int of = 0; of < 3; of++) { /* all methods, one, the main result too */
            json_t *comparison = comparison_of("t", SAMPLES), *run = of == 2 ? better() : NULL;
            for (int i = 0; i < 4; i++) {
                json_t *e = i < 3 ? json_object_get(json_array_get(at(comparison, "cells"), (size_t)i), "evaluation") : run;
                if (!e || (of == 1 && i != 1)) continue;
                by == 0   ? set(e, "class_weight", json_string("balanced"))
                : by == 1 ? set(e, "decision", json_pack("{s:{s:f, s:f}}", "prior", "a", .5, "b", .5))
                : by == 2 ? set(e, "decision", json_pack("{s:{s:{s:f}}, s:f}", "cost", "a", "b", 1., "threshold", .3))
                : by == 3 ? set(e, "decision", json_pack("{s:f}", "threshold", .3))
                          : set(e, "decision", json_pack("{s:f}", "abstain", .9));
            }
            char *html = run ? page_of_two(run, comparison) : page_of(comparison);
            for (int k = 0; k < 5; k++) assert_int_equal(count_of(html, text[k]), k == by);
            assert_int_equal(count_of(html, "<p class=\"note\">Of some methods: "), of == 1);
            /* what the class shares do is no measure where decisions are moved */
            const bool moved = by == 0 || by == 2 || by == 3;
            moved ? lacks(html, "than the class shares alone: spr") : has(html, "than the class shares alone: spr");
            ardor_string_free(context, html);
        }
    }
}

/* ---- folders */

static json_t *pathed(void)
{
    json_t *document = better();
    set(document, "command",
        json_pack("[s, s, s, s, s, s, s, s]", "evaluate", "--force=g0,@/qx/qy/list.txt,@qz/b:c.txt", "--drop=@qx/d.txt",
                  "--features-from=qu v/w/j2.json", "--labels=/qx/a,b/l.csv", "--target=a@b/c", "--", "-qd/-x.csv"));
    return warned(document, "chosen_features",
                  "of the rows of qu v/w/j2.json: the @/qx/list.txt of '/qx/u.csv' and/or ./qx/v.csv: splits:qs/s.csv in "
                  "/qx/qk/, a feature x/y");
}

static void folders_are_nowhere(void **state)
{
    (void)state;
    SAYS(pathed(),
         "<code>ardor evaluate --force=g0,@list.txt,@b:c.txt --drop=@d.txt --features-from=j2.json --labels=l.csv --target=a@b/c "
         "-- "
         "-x.csv</code>",
         "of the rows of j2.json: the @list.txt of &#39;u.csv&#39; and/or v.csv: splits:s.csv in qk/, a feature x/y", "!/qx",
         "!qx/", "!qy", "!qz", "!qu v", "!qs/", "!-qd", "with these files; their folders are not on this page");
    json_t *document = pathed();
    json_object_set_new(json_array_get(at(document, "warnings"), 0), "text", json_string("all"));
    json_array_append_new(at(document, "failed"), json_pack("{s:i, s:s}", "fold", 1, "message", "/qx/qy/t.csv: it broke"));
    SAYS(document, "The first: t.csv: it broke", "!qy");
}

/* Methods are called by their settings, in which files may be; those that differ by folders alone stay two. */
static void names_of_methods_have_no_folders(void **state)
{
    (void)state;
    static const char *const old[] = {"spr", "knn", "svm"}, *const path[] = {"spr:force=@/qx/l.txt:drop=@/qw/k.txt",
                                                                             "spr:force=@/qy/l.txt:drop=@k.txt",
                                                                             "spr:force=@l.txt:drop=@k.txt"};
    json_t *document = comparison_of("t", SAMPLES), *item;
    size_t i;
    for (const char *const *key = (const char *const[]){"cells", "best", "pairs", NULL}; *key; key++)
        json_array_foreach(at(document, *key), i, item) for (int k = 0; k < 3; k++)
        {
            for (const char *const *member = (const char *const[]){"name", "other", NULL}; *member; member++) {
                const char *name = json_string_value(json_object_get(item, *member));
                if (name && strcmp(name, old[k]) == 0) set(item, *member, json_string(path[k]));
            }
        }
    put(document, "cells.0.message", json_string("/qz/t.csv: it broke"));
    put(document, "cells.0.status", json_string("failed"));
    char *html = page_of(document);
    has(html, "worse than the method of least error: spr:force=@l.txt:drop=@k.txt (3); cannot be told from it: "
              "spr:force=@l.txt:drop=@k.txt. spr:force=@l.txt:drop=@k.txt (2) was wrong least often: 10.0");
    has(html, "spr:force=@l.txt:drop=@k.txt (2) on t");
    has(html, "<td>t.csv: it broke</td>");
    for (const char *const *folder = (const char *const[]){"/qw", "/qx", "/qy", "/qz", NULL}; *folder; folder++)
        lacks(html, *folder);
    ardor_string_free(context, html);
}

/* ---- comparisons */

static void methods_are_told_apart_first(void **state)
{
    (void)state;
    json_t *document = comparison_of("t", SAMPLES);
    put(document, "pairs.0.p_holm", json_real(.2));
    SAYS(
        json_deep_copy(document),
        "<p>No method is shown to be worse than the one of least error. Cannot be told from it: knn and svm. spr was wrong least",
        "!McNemar");
    put(document, "pairs.0.p_holm", json_real(.01));
    put(document, "pairs.1.p_holm", json_real(.01));
    SAYS(json_deep_copy(document), "<p>Shown to be worse than the method of least error: knn and svm. spr was wrong least",
         "!Cannot be told from it", "<dt>Holm&#39;s p</dt>", "!<dt>McNemar");
    put(document, "pairs.0.mcnemar_p", json_real(.04));
    put(document, "pairs.0.only_wrong", json_integer(5));
    put(document, "pairs.0.other_only_wrong", json_integer(1));
    SAYS(json_deep_copy(document), "<th scope=\"col\">McNemar&#39;s p</th>", "<td>5</td><td>1</td><td>0.04</td></tr>",
         "<dt>McNemar&#39;s p</dt>");
    while (json_array_size(at(document, "cells")) > 1) json_array_remove(at(document, "cells"), 1);
    json_t *elsewhere = json_deep_copy(at(document, "cells.0"));
    json_object_set_new(elsewhere, "data", json_string("u"));
    json_array_append_new(at(document, "cells"), elsewhere);
    json_array_clear(at(document, "pairs"));
    SAYS(document, "<p>spr was wrong least often: 10.0\u00a0%. None is shown", "!picked afterwards");
}

static void two_procedures_may_have_two_errors(void **state)
{
    (void)state;
    static const char *const said[] = {"Here spr ran without tuning, in the rest of this page with it",
                                       "Here spr ran with other settings than in the rest of this page", "two procedures"};
    for (int k = 0; k < 5; k++) {
        json_t *comparison = comparison_of("t", SAMPLES), *document = better();
        put(comparison, "cells.0.evaluation.tune", json_string("none"));
        put(comparison, "cells.1.evaluation.tune", json_string("none"));
        if (k == 0) set(document, "tune", json_string("cv:5"));
        if (k == 1) put(comparison, "cells.0.evaluation.standardise", json_string("none"));
        if (k == 3) put(comparison, "cells.0.method", json_string("smlr"));
        if (k > 2) set(document, "tune", json_string("cv:5"));
        if (k == 4) put(comparison, "cells.0.evaluation.tune", json_string("cv:3"));
        char *html = page_of_two(document, comparison);
        const bool without = k == 0, otherwise = k == 1 || k == 4;
        without ? has(html, said[0]) : lacks(html, said[0]);
        otherwise ? has(html, said[1]) : lacks(html, said[1]);
        without || otherwise ? has(html, said[2]) : lacks(html, said[2]);
        lacks(html, "Here knn");
        ardor_string_free(context, html);
    }
}

/* ---- words */

static void words_are_explained_where_they_are_used(void **state)
{
    (void)state;
    SAYS(better(), "<dt>samples kept</dt>", "<dt>tuning</dt>", "!<dt>objective</dt>", "!<dt>scale</dt>",
         "!<dt>positive class</dt>", "!<dt>weight of one standard deviation</dt>", "!<dt>Holm");
    SAYS(confused(.9, .9), "<dt>positive class</dt>");
    SAYS(with(a_fit("b", 4), "weight_unit", json_string("sd")), "<dt>weight of one standard deviation</dt>", "<dt>scale</dt>");
    SAYS(with(better(), "selection", json_pack("[{s:s, s:f, s:f}]", "name", "x1", "frequency", .5, "mean_scale", 1.)),
         "<dt>scale</dt>");
    SAYS(with(better(), "settings", json_pack("{s:f}", "scale", 1.)), "!<dt>scale</dt>");
    char *text = text_of(a_fit("b", 4)), *html = page_of_texts(1, (const char *const[]){text}, true);
    has(html, "<dt>objective</dt>");
    ardor_string_free(context, html);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(headings_say_what_is_not_shown),
                                       cmocka_unit_test(headings_say_what_is_not_whole),
                                       cmocka_unit_test(runs_that_learnt_nothing_have_an_alarm),
                                       cmocka_unit_test(records_are_worth_a_look_where_something_was_learnt),
                                       cmocka_unit_test(leaky_sections_say_that_they_are_none),
                                       cmocka_unit_test(a_class_that_is_missed_is_named_at_once),
                                       cmocka_unit_test(confusions_are_rates),
                                       cmocka_unit_test(of_several_classes_the_one_missed_most_is_named),
                                       cmocka_unit_test(the_first_chart_has_one_chance),
                                       cmocka_unit_test(the_surest_samples_have_names),
                                       cmocka_unit_test(lists_that_keep_nearly_all_choose_little),
                                       cmocka_unit_test(unknown_numbers_of_features_are_no_numbers),
                                       cmocka_unit_test(halves_that_agree_on_none_have_no_bound),
                                       cmocka_unit_test(the_least_p_is_called_so),
                                       cmocka_unit_test(the_verdict_on_probabilities_comes_first),
                                       cmocka_unit_test(few_models_have_the_least_and_the_largest),
                                       cmocka_unit_test(curves_that_do_not_fall_say_so),
                                       cmocka_unit_test(tunings_tell_their_outcome),
                                       cmocka_unit_test(models_caution_of_what_they_show),
                                       cmocka_unit_test(errors_alone_do_not_tell_where_thresholds_decide),
                                       cmocka_unit_test(other_thresholds_are_no_advice_where_one_decides),
                                       cmocka_unit_test(what_is_undecided_counts_as_wrong),
                                       cmocka_unit_test(predictive_values_hold_for_their_prior),
                                       cmocka_unit_test(comparisons_say_what_moves_their_figures),
                                       cmocka_unit_test(folders_are_nowhere),
                                       cmocka_unit_test(names_of_methods_have_no_folders),
                                       cmocka_unit_test(methods_are_told_apart_first),
                                       cmocka_unit_test(two_procedures_may_have_two_errors),
                                       cmocka_unit_test(words_are_explained_where_they_are_used)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
