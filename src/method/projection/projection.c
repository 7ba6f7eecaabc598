/* A dense classifier fitted first and projected onto few features. README.md in this folder. */
#include "method/projection/projection.h"

#include <math.h>
#include <string.h>

#include "base/remark.h"
#include "base/rng.h"
#include "metric/baseline.h"
#include "method/projection/columns.h"
#include "method/projection/committee.h"
#include "method/projection/refit.h"
#include "solver/lars.h"
#include "special/probit.h"

/* The setting `teacher`. */
enum { TEACHER_EP, TEACHER_COMMITTEE };

static const ard_setting settings[PROJECTION_N_SETTINGS] = {
    [PROJECTION_K] = ARD_INT("k", 30, 1, 1e6, "features", "how many features are kept"),
    [PROJECTION_HALVES] = ARD_INT("halves", 200, 2, 1e5, "",
                                  "half samples in which features are counted, in complementary pairs (an odd number is made "
                                  "even)"),
    [PROJECTION_SCREEN_SIZE] =
        ARD_INT("screen_size", 1000, 1, 1e9, "features",
                "features that enter the lasso in a half sample: the most correlated with the target", .was = "screen"),
    [PROJECTION_PATH] = ARD_INT("path", 15, 1, 1e4, "features", "size at which a half sample's lasso path ends"),
    [PROJECTION_SEED] = ARD_SETTING_SEED("halves_seed", "of the half samples"),
    [PROJECTION_TEACHER] = ARD_CHOICE(
        "teacher", TEACHER_EP, "ep|committee",
        "what the features are fitted to: what EP on all of them says of rows left out, or the mean of that and of what a "
        "sparse fit and EP on the features of largest t say",
        .since = 11),
    [PROJECTION_INNER_TOL] =
        ARD_SETTING_INNER_TOL(1e-4, 1e-14, "largest change of a site that ends EP, of the teacher and of the refit"),
    [PROJECTION_MAX_ITER] =
        ARD_INT("max_iter", 1e6, 1, 1e9, "", "most iterations: one is the teacher, one each pair of half samples"),
};

enum {
    TEACHER_EVIDENCE = ARD_SITES_N_EXTRAS,
    TEACHER_S2,
    TEACHER_ERRORS,
    FREQUENCY_LEAST,
    FREQUENCY_NEXT,
    EVER_SELECTED,
    N_EXTRAS
};
static const char *const extras[] = {[ARD_SITES_EVIDENCE] = "log_evidence",
                                     [ARD_SITES_ERRORS] = "score_errors",
                                     [ARD_SITES_PROBABILITY] = "score_probability",
                                     [ARD_SITES_SCALED] = "score_probability_scaled",
                                     [ARD_SITES_DENSITY] = "score_log_density",
                                     [ARD_SITES_SWEEPS] = "sweeps",
                                     [TEACHER_EVIDENCE] = "teacher_log_evidence",
                                     [TEACHER_S2] = "teacher_s2",
                                     [TEACHER_ERRORS] = "teacher_errors",
                                     [FREQUENCY_LEAST] = "frequency_least",
                                     [FREQUENCY_NEXT] = "frequency_next",
                                     [EVER_SELECTED] = "n_ever_selected",
                                     [N_EXTRAS] = NULL};

static const double WEAK_TEACHER = .9; /* of the majority's log loss */

typedef struct projection {
    ARD_WORK;
    ard_design design;
    projection_columns columns;
    ard_ridge teacher;
    ard_lars lars;
    ard_settings values;
    int64_t n_features, screen;
    double *target;         /* n: of f */
    double *spr, *filtered; /* n: what the other teachers say; with `committee` */
    bool committee;
    double *count, *sum;                    /* features in use: half samples that selected it, its coefficients in them */
    double *z, *t;                          /* half x screen, half */
    int64_t *half[2], n_half[2], *shuffled; /* rows */
    int64_t pair;                           /* -1: the teacher is next */
    double s2, teacher_evidence, teacher_errors, teacher_log_loss;
} projection;

static void projection_clear(projection *w)
{
    void *const owned[] = {w->shuffled, w->half[1], w->half[0], w->t, w->z, w->sum, w->count, w->filtered, w->spr, w->target};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) ard_free(w->context, owned[i]);
    w->shuffled = w->half[0] = w->half[1] = NULL;
    w->t = w->z = w->sum = w->count = w->filtered = w->spr = w->target = NULL;
    w->committee = false;
    ard_lars_close(w->context, &w->lars);
    ard_ridge_close(&w->teacher);
}

static void projection_close(void *work)
{
    projection *w = work;
    if (!w) return;
    projection_clear(w);
    ard_design_close(w->context, &w->design);
    projection_columns_close(w->context, &w->columns);
    ard_free(w->context, w);
}

static int projection_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                           void **work)
{
    int rc = ARDOR_OK;
    projection *w = NULL;
    (void)values;
    *work = NULL;
    NEW(context, w, 1);
    w->context = w->teacher.context = context;
    w->method = self;
    w->problem = problem;
    TRY(projection_columns_open(context, problem->x, &w->columns));
    TRY(ard_design_open(context, problem, &w->design));
    *work = w;
    w = NULL;
done:
    projection_close(w);
    return rc;
}

static int allocate(projection *w, int64_t most)
{
    int rc = ARDOR_OK;
    ardor_context *context = w->context;
    const int64_t n = w->problem->x->n, p = w->n_features, half = n / 2 + 2;
    NEW(context, w->target, n);
    NEW(context, w->spr, n);
    NEW(context, w->filtered, n);
    NEW(context, w->count, p);
    NEW(context, w->sum, p);
    NEW(context, w->z, half * w->screen);
    NEW(context, w->t, half);
    NEW(context, w->half[0], half);
    NEW(context, w->half[1], half);
    NEW(context, w->shuffled, n);
    TRY(ard_lars_open(context, half, w->screen, most, &w->lars));
done:
    return rc;
}

/* What the teachers beside EP say. Without two different rows of each class there is nothing that they could say of rows left
 * out. */
static int convene(projection *w)
{
    int rc = ARDOR_OK;
    const projection_committee_ask ask = {.seed = ard_seed(w->values.value[PROJECTION_SEED], w->problem->seed),
                                          .screen = w->screen,
                                          .tol = w->values.value[PROJECTION_INNER_TOL]};
    TRY(projection_committee(w->context, w->problem, &w->columns, &ask, &w->committee, w->spr, w->filtered));
    if (!w->committee && w->n_features > 0)
        ard_warn(w->context, ARD_WARN_NO_COMMITTEE,
                 "teacher=committee needs two different rows of each class, of which one is left out: there are fewer, and the "
                 "features are fitted to what teacher=ep says");
done:
    return rc;
}

static int projection_start(void *work, const ard_settings *values, const ard_fit *warm)
{
    int rc = ARDOR_OK;
    projection *w = work;
    (void)warm;
    projection_clear(w);
    w->values = *values;
    w->n_features = w->problem->x->p;
    w->screen = ard_min64((int64_t)values->value[PROJECTION_SCREEN_SIZE], w->n_features);
    TRY(ard_ridge_open(w->context, &w->problem->target, w->design.d, false, w->design.columns, &w->teacher));
    TRY(allocate(w, ard_min64((int64_t)values->value[PROJECTION_PATH], w->screen)));
    w->pair = -1;
    if (values->value[PROJECTION_TEACHER] == TEACHER_COMMITTEE) TRY(convene(w));
done:
    return rc;
}

/* ------------------------------------------------------------------ teacher */

/* The mean of the three, on one scale, is the target. */
static int join(projection *w)
{
    int rc = ARDOR_OK;
    const ard_targets *t = &w->problem->target;
    double *const teacher[] = {w->target, w->spr, w->filtered};
    for (int k = 0; k < 3; k++) TRY(projection_rescale(t, teacher[k]));
    w->teacher_errors = w->teacher_log_loss = 0;
    for (int64_t i = 0; i < t->n; i++) {
        w->target[i] = (w->target[i] + w->spr[i] + w->filtered[i]) / 3;
        const double side = ard_target_sign(t, i) * w->target[i];
        w->teacher_errors += side <= 0;
        w->teacher_log_loss -= ard_log_normal_cdf(side) / (double)t->n;
    }
done:
    return rc;
}

/* The evidence's s2, and what the classifier with it says of each row when that row is left out: the mean of its cavity. */
static int teach(projection *w)
{
    int rc = ARDOR_OK, best = -1;
    const ard_sites *sites = &w->teacher.sites;
    const double tol = w->values.value[PROJECTION_INNER_TOL];
    for (int i = 0; i < ARD_RIDGE_VALUES; i++) {
        TRY(ard_ridge_run(&w->teacher, ard_ridge_s2[i], tol));
        if (isnan(sites->log_evidence) || (best >= 0 && !(sites->log_evidence > w->teacher_evidence))) continue;
        best = i;
        w->teacher_evidence = sites->log_evidence;
    }
    if (best >= 0) TRY(ard_ridge_run(&w->teacher, ard_ridge_s2[best], tol));
    REQUIRE(w->context, best >= 0 && isfinite(sites->log_evidence), ARDOR_NUMERIC,
            "the log evidence of the teacher is not finite at any prior variance from %g to %g; standardise the features "
            "(--standardise train)",
            ard_ridge_s2[0], ard_ridge_s2[ARD_RIDGE_VALUES - 1]);
    w->s2 = ard_ridge_s2[best];
    w->teacher_evidence = sites->log_evidence;
    const ard_cavities cavities = ard_ep_cavities(sites);
    w->teacher_errors = (double)cavities.errors;
    w->teacher_log_loss = -cavities.log_density;
    for (int64_t i = 0; i < w->problem->x->n; i++) {
        double variance;
        ard_ep_cavity(sites, i, &w->target[i], &variance);
    }
    if (w->committee) TRY(join(w));
done:
    return rc;
}

/* ------------------------------------------------------------------ half samples */

/* Each class is cut in two, that of the first row first, so that it does not matter which is the positive one; of an odd number
 * the row too many goes to either side. */
static void draw_halves(projection *w)
{
    ard_rng rng;
    ard_rng_init(&rng, ard_seed(w->values.value[PROJECTION_SEED], w->problem->seed), ARD_STREAM_HALVES, (uint64_t)w->pair);
    w->n_half[0] = w->n_half[1] = 0;
    const int32_t *label = w->problem->target.label;
    for (int k = 0; k < 2; k++) {
        int64_t members = 0;
        for (int64_t i = 0; i < w->problem->x->n; i++)
            if ((label[i] != label[0]) == k) w->shuffled[members++] = i;
        ard_rng_shuffle(&rng, members, w->shuffled);
        const int64_t first = members / 2 + (members % 2 && ard_rng_uniform(&rng) < 0.5);
        for (int64_t i = 0; i < members; i++) {
            const int side = i >= first;
            w->half[side][w->n_half[side]++] = w->shuffled[i];
        }
    }
}

static void count_half(projection *w, int64_t n, const int64_t *row)
{
    double mean = 0;
    if (n < 2) return;
    for (int64_t i = 0; i < n; i++) mean += w->target[row[i]] / (double)n;
    for (int64_t i = 0; i < n; i++) w->t[i] = w->target[row[i]] - mean;
    projection_columns_rank(&w->columns, n, row, w->t);
    for (int64_t s = 0; s < w->screen; s++)
        projection_columns_gather(&w->columns, n, row, 1, &w->columns.rank[s].index, w->z + s * n);
    ard_lars_run(&w->lars, n, w->screen, w->z, w->t);
    for (int64_t a = 0; a < w->lars.n_kept; a++) {
        const int64_t j = w->columns.rank[w->lars.kept[a]].index;
        w->count[j]++;
        w->sum[j] += w->lars.kept_value[a];
    }
}

static int64_t pairs_of(const projection *w) { return ((int64_t)w->values.value[PROJECTION_HALVES] + 1) / 2; }

static int projection_step(void *work, ard_iteration *out)
{
    int rc = ARDOR_OK;
    projection *w = work;
    if (w->pair < 0) {
        TRY(teach(w));
    } else {
        draw_halves(w);
        for (int side = 0; side < 2; side++) count_half(w, w->n_half[side], w->half[side]);
    }
    w->pair++;
    out->objective = w->teacher_evidence;
    out->n_features = w->n_features;
    out->stop = w->pair >= pairs_of(w) ? ARD_STOP_CONVERGED : ARD_STOP_NONE;
done:
    return rc;
}

/* ------------------------------------------------------------------ refit */

/* The k features counted most often (ties: by the size of their coefficients' sum), as increasing columns of the design after the
 * constant. */
static void select_features(projection *w, int64_t *m, int64_t *column, double *extra)
{
    const double halves = (double)(2 * ard_max64(w->pair, 1));
    extra[EVER_SELECTED] = 0;
    for (int64_t j = 0; j < w->n_features; j++) {
        w->columns.rank[j] = (ard_rank){j, w->count[j], fabs(w->sum[j])};
        extra[EVER_SELECTED] += w->count[j] > 0;
    }
    ard_rank_sort(w->n_features, w->columns.rank);
    *m = ard_min64((int64_t)w->values.value[PROJECTION_K], w->n_features);
    while (*m > 0 && w->columns.rank[*m - 1].key == 0) --*m;
    for (int64_t t = 0; t < *m; t++) column[t + 1] = w->columns.rank[t].index + 1;
    ard_index_sort(*m, column + 1);
    if (*m > 0) extra[FREQUENCY_LEAST] = w->columns.rank[*m - 1].key / halves;
    extra[FREQUENCY_NEXT] = *m < w->n_features ? w->columns.rank[*m].key / halves : 0.0;
}

/* Every feature that a half sample selected, as they are ranked. */
static int list_counted(projection *w, ard_fit *out)
{
    int rc = ARDOR_OK;
    const double halves = (double)(2 * ard_max64(w->pair, 1));
    const int64_t n = (int64_t)out->extra[EVER_SELECTED];
    NEW(w->context, out->counted, n);
    NEW(w->context, out->frequency, n);
    for (int64_t t = 0; t < n; t++) {
        out->counted[t] = w->columns.rank[t].index;
        out->frequency[t] = w->columns.rank[t].key / halves;
    }
    out->n_counted = n;
done:
    return rc;
}

/* Log loss of the class shares on the training rows. */
static int majority_log_loss(const projection *w, double *out)
{
    int rc = ARDOR_OK;
    const ard_targets *t = &w->problem->target;
    double *share = NULL;
    NEW(w->context, share, t->n_classes);
    ard_class_shares(t->n, t->label, t->weight, t->n_classes, share);
    *out = 0;
    for (int c = 0; c < t->n_classes; c++) *out -= share[c] > 0 ? share[c] * log(share[c]) : 0;
done:
    ard_free(w->context, share);
    return rc;
}

/* From a teacher that knows no more of rows left out than the class shares, nothing can be projected. */
static int doubt_teacher(const projection *w)
{
    int rc = ARDOR_OK;
    double majority = 0;
    TRY(majority_log_loss(w, &majority));
    if (w->teacher_log_loss > WEAK_TEACHER * majority)
        ard_warn(w->context, ARD_WARN_WEAK_TEACHER,
                 "the teacher that the features are fitted to hardly beats the class shares on rows left out (log loss %.3f for "
                 "%.3f): what is projected from it says little; compare --method spr",
                 w->teacher_log_loss, majority);
done:
    return rc;
}

static int projection_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    projection *w = work;
    int64_t m = 0, *column = NULL;
    static const projection_variances whole = {0, 1, ARD_RIDGE_VALUES};
    projection_mixture a = {0};
    if (ask->report) TRY(doubt_teacher(w));
    NEW(w->context, column, w->design.d);
    select_features(w, &m, column, out->extra);
    TRY(list_counted(w, out));
    TRY(projection_refit(w->context, &w->design, m, column, whole, w->values.value[PROJECTION_INNER_TOL], &a, out->extra));
    out->null_model = m == 0;
    TRY(projection_refit_machine(w->context, &w->design, m, column, &a, &out->machine));
    out->objective = out->extra[ARD_SITES_EVIDENCE];
    out->extra[TEACHER_EVIDENCE] = w->teacher_evidence;
    out->extra[TEACHER_S2] = w->s2;
    out->extra[TEACHER_ERRORS] = w->teacher_errors;
    memcpy(out->used, w->values.value, sizeof out->used);
    out->used[PROJECTION_SEED] = ard_seed_used(w->values.value[PROJECTION_SEED], w->problem->seed);
done:
    projection_mixture_free(w->context, &a);
    ard_free(w->context, column);
    return rc;
}

static const ard_steps projection_steps = {.start = projection_start, .step = projection_step, .finish = projection_finish};

/* How many features are kept. */
static int projection_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                           bool fine, ard_grid *out)
{
    static const double sizes[] = {10, 15, 20, 30};
    const ard_axis axis = {PROJECTION_K, sizeof sizes / sizeof *sizes, sizes, 1.0};
    (void)self, (void)problem, (void)fine;
    return ard_product_grid(context, values, 1, &axis, out);
}

const ard_method ard_method_projection = {
    .name = "projection",
    .title = "Projection of an expectation propagation ridge classifier onto few features",
    .reference = "after Piironen and Vehtari, Statistics and Computing 27, 2017, and Meinshausen and Buehlmann, JRSS B 72, 2010",
    .can = ARD_CAN_IDENTITY | ARD_HAS_FREQUENCIES,
    .breaks = ARD_BREAKS_ROW_ORDER,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = PROJECTION_N_SETTINGS,
    .extra = extras,
    .open = projection_open,
    .solve = ard_iterate,
    .steps = &projection_steps,
    .close = projection_close,
    .grid = projection_grid,
    .weaken = -1,
    .max_iter = PROJECTION_MAX_ITER,
};
