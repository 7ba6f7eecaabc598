/* How well it ranks: ROC curves within folds. */
#include <stdio.h>

#include "metric/roc.h"
#include "page/page.h"

/* Classes whose curve is drawn, of more than two. */
enum { MOST_CURVES = 6, KEY_BYTES = 24 };

static bool applies(const ard_page *page) { return page->evaluation != NULL; }

static ard_figure auc_of(const ard_page *page) { return ard_figure_of(ard_doc_get(page->evaluation, "summary"), "auc"); }

/* Two classes have one curve, of the second; of more each has one. */
static int first_class(const ard_page *page) { return page->samples.n_classes == 2 ? 1 : 0; }

static void say_finding(ard_page *page)
{
    char value[ARD_FIGURE_BYTES], range[ARD_FIGURE_BYTES];
    const ard_figure auc = auc_of(page);
    const char *held = page->trust == ARD_TRUST_LEAKY ? "" : "held-out ";
    if (!isfinite(auc.value)) {
        ard_page_say(page, "Not defined: %s.", auc.reason ? auc.reason : "no fold holds samples of both classes");
        return;
    }
    ard_html_markup(&page->html, "<p>");
    if (page->samples.n_classes == 2)
        ard_html_say(&page->html,
                     "Of two %ssamples of one fold, one %s, one %s, the %s one gets the higher probability %s of the time", held,
                     ard_page_positive(page), ard_page_negative(page), ard_page_positive(page),
                     ard_figure_text(auc.value, true, value));
    else
        ard_html_say(
            &page->html,
            "Of two %ssamples of one fold, one of a class and one of the others, the first gets the higher probability of that "
            "class %s of the time, in the mean over the classes",
            held, ard_figure_text(auc.value, true, value));
    if (ard_figure_has_interval(&auc)) ard_html_say(&page->html, ", 95\u00a0%% interval %s", ard_figure_range(&auc, true, range));
    ard_html_say(&page->html, "; by chance it would be 50\u00a0%%.");
    ard_html_markup(&page->html, "</p>\n");
}

static void add_point(ard_page *page, const ard_roc_point *point)
{
    ard_json_open_line(&page->data, NULL, '{');
    ard_page_real(page, "fpr", point->fpr);
    ard_page_real(page, "tpr", point->tpr);
    ard_page_real(page, "low", point->low);
    ard_page_real(page, "high", point->high);
    ard_page_label(page, "text", "at %.1f %% false alarms %.1f %% found [%.1f %%, %.1f %%]", 100 * point->fpr, 100 * point->tpr,
                   100 * point->low, 100 * point->high);
    ard_json_close(&page->data);
}

static void write_chart(ard_page *page, const char *key, int positive, const ard_roc_point point[ARD_ROC_POINTS])
{
    static const ard_roc_point origin = {0, 0, 0, 0}, end = {1, 1, 1, 1};
    const char *name = page->samples.class_name[positive];
    const char *others = page->samples.n_classes == 2 ? ard_page_negative(page) : "the others";
    ard_json_open(&page->data, key, '{');
    ard_page_label(page, "about", "Share of %.200s found against false alarms, within folds", name);
    ard_page_label(page, "x", "false alarms among %.200s", others);
    ard_page_label(page, "y", "found among %.200s", name);
    ard_json_open(&page->data, "rows", '[');
    add_point(page, &origin);
    for (int g = 0; g < ARD_ROC_POINTS; g++) add_point(page, point + g);
    add_point(page, &end);
    ard_json_close(&page->data);
    ard_json_close(&page->data);
    ard_page_chart(page, "roc", key);
}

static void write_points(ard_page *page, const ard_roc_point point[ARD_ROC_POINTS])
{
    static const char *const head[] = {"false alarms", "found", "from", "to"};
    char text[ARD_FIGURE_BYTES];
    ard_html_table_open(&page->html, 4, head);
    for (int g = 0; g < ARD_ROC_POINTS; g++) {
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s", ard_figure_text(point[g].fpr, true, text));
        ard_html_cell(&page->html, "%s", ard_figure_text(point[g].tpr, true, text));
        ard_html_cell(&page->html, "%s", ard_figure_text(point[g].low, true, text));
        ard_html_cell(&page->html, "%s", ard_figure_text(point[g].high, true, text));
    }
    ard_html_table_close(&page->html);
}

/* The area under these points, which is the AUC of the class. */
static double area_of(const ard_roc_point point[ARD_ROC_POINTS])
{
    double area = 0;
    for (int g = 1; g < ARD_ROC_POINTS; g++) area += (point[g].tpr + point[g - 1].tpr) / 2 * (point[g].fpr - point[g - 1].fpr);
    return area;
}

typedef struct curves {
    int n;
    bool *defined;
    ard_roc_point (*point)[ARD_ROC_POINTS];
} curves;

static int compute(const ard_page *page, curves *c)
{
    int rc = ARDOR_OK;
    const ard_samples *s = &page->samples;
    c->n = s->n_classes;
    NEW(page->context, c->defined, s->n_classes);
    NEW(page->context, c->point, s->n_classes);
    for (int k = first_class(page); k < s->n_classes; k++)
        TRY(ard_roc_curve(page->context, &s->predictions, &s->folds, k, s->n, s->of, s->factor, c->defined + k, c->point[k]));
done:
    return rc;
}

static void write_one(ard_page *page, const curves *c)
{
    write_chart(page, "ranks", 1, c->point[1]);
    ard_page_caution(page,
                     "The curve is the mean over folds, each drawn among its own samples. The band holds at each point, not for "
                     "the whole curve.");
    ard_page_numbers_open(page, ARD_ROC_POINTS);
    write_points(page, c->point[1]);
    ard_page_numbers_close(page);
}

/* The first classes side by side, all in tables. */
static void write_several(ard_page *page, const curves *c)
{
    static const char *const head[] = {"class", "samples", "area"};
    char key[KEY_BYTES], text[ARD_FIGURE_BYTES];
    ard_html_table_open(&page->html, 3, head);
    for (int k = 0; k < c->n; k++) {
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s", page->samples.class_name[k]);
        ard_html_cell(&page->html, "%lld", (long long)page->samples.per_class[k]);
        ard_html_cell(&page->html, "%s", ard_figure_text(c->defined[k] ? area_of(c->point[k]) : (double)NAN, false, text));
    }
    ard_html_table_close(&page->html);
    ard_html_markup(&page->html, "<div class=\"pair\">\n");
    for (int k = 0, drawn = 0; k < c->n && drawn < MOST_CURVES; k++) {
        if (!c->defined[k]) continue;
        snprintf(key, sizeof key, "ranks-%d", k);
        ard_html_markup(&page->html, "<div>\n");
        ard_html_paragraph(&page->html, "name", "%s against the others", page->samples.class_name[k]);
        write_chart(page, key, k, c->point[k]);
        ard_html_markup(&page->html, "</div>\n");
        drawn++;
    }
    ard_html_markup(&page->html, "</div>\n");
    ard_page_caution(page,
                     "Each curve is of one class against all others together, the mean over folds. The bands hold at each point, "
                     "not for whole curves.%s",
                     c->n > MOST_CURVES ? " Of the first classes curves are drawn." : "");
    for (int k = 0; k < c->n; k++) {
        if (!c->defined[k]) continue;
        ard_html_details_open(&page->html, false, "The numbers of %s (%d rows)", page->samples.class_name[k], ARD_ROC_POINTS);
        write_points(page, c->point[k]);
        ard_html_details_close(&page->html);
    }
}

static bool any_defined(const curves *c)
{
    for (int k = 0; k < c->n; k++)
        if (c->defined[k]) return true;
    return false;
}

static int write(ard_page *page)
{
    int rc = ARDOR_OK;
    curves c = {0};
    say_finding(page);
    if (!isfinite(auc_of(page).value)) goto done;
    TRY(compute(page, &c));
    if (page->samples.n_classes > 2)
        write_several(page, &c);
    else if (any_defined(&c))
        write_one(page, &c);
done:
    ard_free(page->context, c.point);
    ard_free(page->context, c.defined);
    return rc;
}

const ard_section ard_section_ranks = {
    .key = "ranks", .title = "How well it ranks", .half = true, .estimates = true, .applies = applies, .write = write};
