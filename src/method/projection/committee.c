#include "method/projection/committee.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "method/projection/refit.h"
#include "method/shared/platt.h"
#include "method/spr/spr.h"
#include "prepare/filter.h"
#include "solver/newton.h"
#include "special/probit.h"

enum { FOLDS = 10, RATES = 6, FILTERED = 30, RESCALE_STEPS = 200 };
static const double RATE = .7, LEAST_PROBABILITY = 1e-6, RESCALE_DECREMENT = 1e-22, SLOPE_PRECISION = .25, LEAST_CURVATURE = .1;
static const projection_variances PRIORS = {1, 2, 3}; /* 10^-.5, 10^.5, 10^1.5 */

typedef struct committee {
    ardor_context *context;
    const ard_problem *problem;
    projection_columns *columns;
    const projection_committee_ask *ask;
    double *sign;   /* n, of a part's rows */
    double *latent; /* n x RATES: of the rows left out, at every rate */
    int64_t *column;
} committee;

/* ------------------------------------------------------------------ the rows of a part, and those left out */

typedef struct sample {
    double *in, *out; /* some columns, standardised on the rows of the part */
    ard_matrix x_in, x_out;
    ard_problem problem;
} sample;

static void sample_close(ardor_context *context, sample *s)
{
    ard_free(context, s->out);
    ard_free(context, s->in);
}

/* Of the first m columns of c->column. */
static int sample_open(const committee *c, const ard_platt_part *p, int64_t m, sample *s)
{
    int rc = ARDOR_OK;
    NEW(c->context, s->in, p->in.n * m);
    NEW(c->context, s->out, p->out.n * m);
    projection_columns_gather(c->columns, p->in.n, p->in.row, m, c->column, s->in);
    projection_columns_gather(c->columns, p->out.n, p->out.row, m, c->column, s->out);
    s->x_in = ard_matrix_dense(p->in.n, m, s->in, p->in.n);
    s->x_out = ard_matrix_dense(p->out.n, m, s->out, p->out.n);
    s->problem = p->problem;
    s->problem.x = &s->x_in;
done:
    return rc;
}

/* ------------------------------------------------------------------ the teachers of a part */

/* A path of the lasso with the probit likelihood on the columns that the labels correlate with most. */
static int teach_spr(committee *c, const ard_platt_part *p)
{
    int rc = ARDOR_OK;
    const int64_t n = c->problem->x->n, m = ard_min64(c->ask->screen, c->columns->p);
    sample s = {0};
    spr_path *path = NULL;
    const spr_solution *solution = NULL;
    double *f = NULL;
    NEW(c->context, f, p->out.n);
    for (int64_t t = 0; t < m; t++) c->column[t] = c->columns->rank[t].index;
    TRY(sample_open(c, p, m, &s));
    TRY(spr_path_open(c->context, &s.problem, &path));
    for (int l = 0; l < RATES; l++) {
        TRY(spr_path_solve(path, pow(RATE, l + 1), &solution));
        for (int64_t i = 0; i < p->out.n; i++) f[i] = solution->bias;
        ard_gemv('N', p->out.n, m, 1.0, s.out, p->out.n, solution->weight, 1.0, f);
        for (int64_t i = 0; i < p->out.n; i++) c->latent[p->out.row[i] + l * n] = f[i];
    }
done:
    ard_free(c->context, f);
    spr_path_close(c->context, path);
    sample_close(c->context, &s);
    return rc;
}

/* EP on the columns of the largest |t|. */
static int teach_filtered(committee *c, const ard_platt_part *p, double *value)
{
    int rc = ARDOR_OK;
    const int64_t m = ard_min64(FILTERED, c->columns->p);
    int64_t all[FILTERED + 1];
    double score[FILTERED], *prob = NULL;
    sample s = {0};
    ard_design design = {0};
    projection_mixture mixture = {0};
    ard_machine machine = {0};
    TRY(ard_filter_ttest.rank(c->context, p->problem.x, &p->problem.target, m, c->column, score));
    ard_index_sort(m, c->column);
    TRY(sample_open(c, p, m, &s));
    TRY(ard_design_open(c->context, &s.problem, &design));
    for (int64_t t = 0; t <= m; t++) all[t] = t;
    TRY(projection_refit(c->context, &design, m, all, PRIORS, c->ask->tol, &mixture, NULL));
    TRY(projection_refit_machine(c->context, &design, m, all, &mixture, &machine));
    NEW(c->context, prob, 2 * p->out.n);
    TRY(ard_machine_predict(c->context, &machine, &s.x_out, prob));
    for (int64_t i = 0; i < p->out.n; i++)
        value[i] = ard_normal_quantile(ard_clip(prob[p->out.n + i], LEAST_PROBABILITY, 1 - LEAST_PROBABILITY));
done:
    ard_free(c->context, prob);
    ard_machine_free(c->context, &machine);
    projection_mixture_free(c->context, &mixture);
    ard_design_close(c->context, &design);
    sample_close(c->context, &s);
    return rc;
}

static int teach_part(void *work, const ard_platt_part *p, double *value, ard_stop *stop)
{
    int rc = ARDOR_OK;
    committee *c = work;
    (void)stop;
    TRY(ard_check_running(c->context));
    for (int64_t i = 0; i < p->in.n; i++) c->sign[i] = ard_target_sign(&p->problem.target, i);
    projection_columns_rank(c->columns, p->in.n, p->in.row, c->sign);
    TRY(teach_spr(c, p));
    TRY(teach_filtered(c, p, value));
done:
    return rc;
}

/* The rate at which the rows left out are most likely; of equal ones the strongest. */
static void choose_rate(const committee *c, double *spr)
{
    const ard_targets *t = &c->problem->target;
    double best = -INFINITY;
    for (int l = 0; l < RATES; l++) {
        const double *f = c->latent + l * t->n;
        double sum = 0;
        for (int64_t i = 0; i < t->n; i++) sum += ard_log_normal_cdf(ard_target_sign(t, i) * f[i]);
        if (!(sum > best)) continue;
        best = sum;
        memcpy(spr, f, (size_t)t->n * sizeof *f);
    }
}

int projection_committee(ardor_context *context, const ard_problem *problem, projection_columns *columns,
                         const projection_committee_ask *ask, bool *possible, double *spr, double *filtered)
{
    int rc = ARDOR_OK;
    const int64_t n = problem->x->n;
    committee c = {context, problem, columns, ask, NULL, NULL, NULL};
    ard_platt_folds folds = {0};
    ard_stop stop = ARD_STOP_NONE;
    *possible = false;
    TRY(ard_platt_deal(context, problem, ask->seed, FOLDS, &folds));
    if (folds.n == 0 || columns->p == 0) goto done;
    NEW(context, c.sign, n);
    NEW(context, c.latent, n * RATES);
    NEW(context, c.column, columns->p);
    TRY(ard_platt_values(context, problem, &folds, &(ard_platt_user){teach_part, &c}, filtered, &stop, filtered));
    choose_rate(&c, spr);
    *possible = true;
done:
    ard_free(context, c.column);
    ard_free(context, c.latent);
    ard_free(context, c.sign);
    ard_platt_free(context, &folds);
    return rc;
}

/* ------------------------------------------------------------------ one scale for all */

typedef struct scaled {
    const ard_targets *t;
    const double *f;
    double a, b, a_step, b_step;
    double a_gradient, b_gradient, curvature, centre, schur;
} scaled;

static double objective(const scaled *s, double step)
{
    const double a = s->a + step * s->a_step, b = s->b + step * s->b_step, slope = exp(b);
    double sum = -0.5 * SLOPE_PRECISION * b * b;
    for (int64_t i = 0; i < s->t->n; i++) sum += ard_log_normal_cdf(ard_target_sign(s->t, i) * (a + slope * s->f[i]));
    return sum;
}

/* The intercept is eliminated, in centred sums. The curvature in b may be of the wrong sign far from the maximum: without what
 * makes it so it never is. */
static int expand(void *state)
{
    scaled *s = state;
    const double slope = exp(s->b);
    double pull = 0, moment = 0;
    s->a_gradient = s->curvature = 0;
    for (int64_t i = 0; i < s->t->n; i++) {
        const double sign = ard_target_sign(s->t, i), g = slope * s->f[i];
        const ard_probit_moment m = ard_probit_moments(sign * (s->a + g));
        s->a_gradient += sign * m.mills;
        pull += sign * m.mills * g;
        s->curvature += m.curvature;
        moment += m.curvature * g;
    }
    s->centre = moment / s->curvature;
    s->schur = SLOPE_PRECISION;
    for (int64_t i = 0; i < s->t->n; i++) {
        const double g = slope * s->f[i], distance = g - s->centre;
        s->schur += ard_probit_moments(ard_target_sign(s->t, i) * (s->a + g)).curvature * distance * distance;
    }
    if (s->schur - pull > LEAST_CURVATURE * s->schur) s->schur -= pull;
    s->b_gradient = pull - SLOPE_PRECISION * s->b;
    return ARDOR_OK;
}

/* At most by a factor e: where teachers are never wrong a whole step would lead to where there is no curvature. */
static int direct(void *state, double *value, double *slope)
{
    scaled *s = state;
    s->b_step = (s->b_gradient - s->centre * s->a_gradient) / s->schur;
    s->a_step = s->a_gradient / s->curvature - s->centre * s->b_step;
    const double part = fmin(1, 1 / fabs(s->b_step));
    s->b_step *= part;
    s->a_step *= part;
    *slope = s->a_gradient * s->a_step + s->b_gradient * s->b_step;
    *value = objective(s, 0);
    return ARDOR_OK;
}

static int look(void *state, double step, double *value)
{
    *value = objective(state, step);
    return ARDOR_OK;
}

static void move(void *state, double step)
{
    scaled *s = state;
    s->a += step * s->a_step;
    s->b += step * s->b_step;
}

int projection_rescale(const ard_targets *target, double *f)
{
    int rc = ARDOR_OK;
    static const ard_newton newton = {.expand = expand, .direct = direct, .look = look, .move = move};
    scaled s = {.t = target, .f = f};
    double size = 0;
    for (int64_t i = 0; i < target->n; i++) size += fabs(f[i]) / (double)target->n;
    for (int64_t i = 0; i < target->n && size > 0; i++) f[i] /= size;
    TRY(ard_newton_run(&newton, &s, RESCALE_STEPS, RESCALE_DECREMENT));
    for (int64_t i = 0; i < target->n; i++) f[i] = s.a + exp(s.b) * f[i];
done:
    return rc;
}
