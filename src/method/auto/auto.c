/* Sparse or dense, whichever the inner folds of a tuning say: README.md in this folder. What fits is another method with settings
 * of its own; here are the candidates. */
#include "method/auto/auto.h"

#include <math.h>

#include "method/logistic/logistic.h"
#include "method/spr/spr.h"

static const ard_setting settings[AUTO_N_SETTINGS] = {
    [AUTO_MODEL] =
        ARD_CHOICE("model", NAN, "spr|ridge",
                   "what is fitted: spr, which selects features, or the logistic ridge, which keeps all of them; auto: "
                   "chosen by the tuning, which this method always has unless tune=none is given; then spr"),
    [AUTO_STRENGTH] =
        ARD_REAL("strength", NAN, 1e-6, 1, "of lam_max",
                 "rate of the model's penalty, as the setting of that name of spr and of logistic with alpha=0; auto: "
                 "tuned with the model, or theirs"),
};

/* A method that stands for a model, and the candidates that it has. */
enum { STRENGTHS = 6 };
static const struct model {
    const ard_method *method;
    int strength;
    double candidate[STRENGTHS];
} models[AUTO_N_MODELS] = {
    [AUTO_SPR] = {&ard_method_spr, SPR_STRENGTH, {.49, .343, .24, .168, .118, .082}},
    [AUTO_RIDGE] = {&ard_method_logistic, LOGISTIC_STRENGTH, {.03, .01, .003, .001, .0003, .0001}},
};

typedef struct chooser {
    ardor_context *context;
    const ard_problem *problem;
    void *work[AUTO_N_MODELS]; /* opened with their first candidate */
} chooser;

static void auto_close(void *work)
{
    chooser *w = work;
    if (!w) return;
    for (int m = 0; m < AUTO_N_MODELS; m++) models[m].method->close(w->work[m]);
    ard_free(w->context, w);
}

static int auto_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                     void **work)
{
    int rc = ARDOR_OK;
    chooser *w = NULL;
    (void)self, (void)values;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->problem = problem;
    *work = w;
done:
    return rc;
}

static int model_of(const ard_settings *values)
{
    return isnan(values->value[AUTO_MODEL]) ? AUTO_SPR : (int)values->value[AUTO_MODEL];
}

/* Those of the method that stands for the model. */
static ard_settings settings_of(int model, double strength)
{
    ard_settings out;
    ard_settings_default(models[model].method, &out);
    out.value[models[model].strength] = strength;
    if (model == AUTO_RIDGE) out.value[LOGISTIC_ALPHA] = 0;
    return out;
}

static int auto_solve(void *work, const ard_settings *values, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    chooser *w = work;
    const int model = model_of(values);
    const ard_method *method = models[model].method;
    const ard_settings inner = settings_of(model, values->value[AUTO_STRENGTH]);
    *out = ard_fit_empty();
    if (!w->work[model]) TRY(method->open(method, w->context, w->problem, &inner, &w->work[model]));
    TRY(method->solve(w->work[model], &inner, warm, ask, out));
    const double strength = out->used[models[model].strength];
    for (int i = 0; i < ARD_MAX_SETTINGS; i++) out->used[i] = 0;
    out->used[AUTO_MODEL] = model;
    out->used[AUTO_STRENGTH] = strength;
done:
    return rc;
}

/* ------------------------------------------------------------------ candidates */

/* Model by model, from the strongest rate to the weakest. */
static int auto_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                     bool fine, ard_grid *out)
{
    int rc = ARDOR_OK;
    static const int tuned[] = {AUTO_MODEL, AUTO_STRENGTH};
    const bool one_model = values->given[AUTO_MODEL], one_strength = values->given[AUTO_STRENGTH];
    const int64_t length = one_strength ? 1 : STRENGTHS;
    (void)self, (void)problem, (void)fine;
    TRY(ard_grid_open(context, 2, tuned, one_model ? 1 : AUTO_N_MODELS, length, length, out));
    for (int64_t i = 0; i < out->n; i++) {
        const int model = one_model ? model_of(values) : (int)(i / length);
        out->value[2 * i] = model;
        out->value[2 * i + 1] = one_strength ? values->value[AUTO_STRENGTH] : models[model].candidate[i % length];
    }
done:
    return rc;
}

const ard_method ard_method_auto = {
    .name = "auto",
    .title = "Sparse or dense, by inner folds: probit with the lasso, or the logistic ridge",
    .reference = "Figueiredo, IEEE TPAMI 25, 2003; Breiman, Friedman, Olshen, Stone, Classification and Regression Trees, 1984",
    .can = ARD_CAN_IDENTITY | ARD_CAN_WEIGHTS | ARD_CAN_FORCE | ARD_HAS_TUNING,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = AUTO_N_SETTINGS,
    .open = auto_open,
    .solve = auto_solve,
    .close = auto_close,
    .grid = auto_grid,
    .weaken = -1,
    .max_iter = -1,
};
