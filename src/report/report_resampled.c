/* What an evaluation found out by running its recipe again. */
#include "report/report.h"

static void write_chance(ard_json *json, const ard_chance *c, const ard_recipe *recipe)
{
    if (!c) {
        ard_json_null(json, "permutation");
        return;
    }
    ard_json_open(json, "permutation", '{');
    ard_json_int(json, "asked", c->n_asked);
    ard_json_int(json, "done", c->n);
    ard_json_int(json, "failed", c->test.n_failed);
    ard_json_text(json, "exchange", ard_exchange_name(c->exchange));
    ard_json_bool(json, "tuned", recipe->tune != ARD_TUNE_NONE);
    ard_json_text(json, "statistic", "log_loss");
    ard_json_real(json, "observed", c->observed);
    ard_json_int(json, "at_least_as_good", c->test.n_as_good);
    ard_json_real(json, "p", c->test.p);
    ard_report_metric(json, "share", &c->test.chance);
    ard_json_reals(json, "values", c->n, c->value, 1);
    ard_json_close(json);
}

static void write_stable(ard_json *json, const ard_stable *s)
{
    if (!s) {
        ard_json_null(json, "stability");
        return;
    }
    ard_json_open(json, "stability", '{');
    ard_json_int(json, "pairs", s->n_pairs);
    ard_json_int(json, "halves_done", s->n_halves);
    ard_json_real(json, "tau", s->tau);
    ard_json_real(json, "q", s->q);
    ard_json_int(json, "p", s->p);
    ard_json_real(json, "expected_by_chance", s->bounds.theta);
    ard_json_real(json, "bound", s->bounds.worst_case);
    ard_json_real(json, "bound_unimodal", s->bounds.unimodal);
    ard_json_int(json, "n_stable", s->n_stable);
    ard_json_open(json, "features", '[');
    for (int64_t k = 0; k < s->n; k++) {
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "name", s->feature[k].name);
        ard_json_real(json, "frequency", (double)s->feature[k].count / (double)s->n_halves);
        ard_json_bool(json, "stable", k < s->n_stable);
        ard_json_close(json);
    }
    ard_json_close(json);
    ard_json_close(json);
}

static void write_point(ard_json *json, const ard_curve_point *p)
{
    ard_json_open(json, NULL, '{');
    ard_json_real(json, "fraction", p->fraction);
    ard_json_int(json, "n_folds", p->n_folds);
    ard_json_int(json, "folds_done", p->n_done);
    ard_json_text(json, "message", p->message);
    ard_json_real(json, "mean_n_train", p->n_train);
    ard_json_real(json, "mean_n_features", p->n_features);
    if (p->n_done > 0) {
        ard_json_open(json, "summary", '{');
        ard_report_metrics(json, &p->figures);
        ard_json_close(json);
    } else {
        ard_json_null(json, "summary");
    }
    ard_json_close(json);
}

static void write_unstable(ard_json *json, const ardor_evaluation *e)
{
    const ard_unstable *u = e->resampled.unstable;
    if (!u) {
        ard_json_null(json, "instability");
        return;
    }
    ard_json_open(json, "instability", '{');
    ard_json_int(json, "asked", u->n_asked);
    ard_json_int(json, "done", u->n_done);
    ard_json_int(json, "failed", u->n_failed);
    ard_json_bool(json, "tuned", e->recipe.tune != ARD_TUNE_NONE);
    ard_json_real(json, "mean", u->mean);
    ard_json_text(json, "reason", u->reason);
    ard_json_open(json, "rows", '[');
    for (int64_t i = 0; i < u->n; i++) {
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "id", u->row_id[i]);
        ard_report_class(json, "class", e->n_classes, e->class_name, u->label[i]);
        ard_report_probabilities(json, e->n_classes, e->class_name, u->n, i, u->original);
        ard_json_real(json, "instability", u->value[i]);
        ard_json_real(json, "refit_mean", u->refit_mean[i]);
        ard_json_real(json, "refit_low", u->refit_low[i]);
        ard_json_real(json, "refit_high", u->refit_high[i]);
        ard_json_close(json);
    }
    ard_json_close(json);
    ard_json_close(json);
}

void ard_report_resampled(ard_json *json, const ardor_evaluation *evaluation)
{
    const ard_resampled *r = &evaluation->resampled;
    write_chance(json, r->chance, &evaluation->recipe);
    write_stable(json, r->stable);
    if (r->n_points == 0) {
        ard_json_null(json, "learning_curve");
    } else {
        ard_json_open(json, "learning_curve", '[');
        for (int64_t k = 0; k < r->n_points; k++) write_point(json, r->point + k);
        ard_json_close(json);
    }
    write_unstable(json, evaluation);
}
