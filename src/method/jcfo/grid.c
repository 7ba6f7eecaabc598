/* Hyperparameters of JCFO: which are tuned, over which values, and what is taken untuned.
 *
 * The log-likelihood grows with n and, at a fixed signal-to-noise ratio, the rates that give the same sparsity with its
 * square root (rbf), or with n where only q = lam1 lam2 counts (bilinear kernels: the split between lam1 and lam2 is
 * absorbed by the scale invariance, so lam1 = lam2 = sqrt q). Behind a screen the classifier is already sparse and
 * the values of q are absolute. README.md, "Constants", says where the values are from. */
#include <math.h>

#include "method/jcfo/jcfo.h"

static const double strengths[] = {.5, .3, .17, .09, .04};
static const double screened_q[] = {.3, 1.5, 6, 15, 40};
static const double fine_strengths[] = {.5, .35, .25, .17, .11, .07, .04, .02};
static const double fine_q[] = {.1, .3, 1, 2.5, 6, 12, 25, 45};
static const double rbf_lam1[] = {.01, .03, .1, .3, 1, 2, 4};
static const double rbf_lam2[] = {.3, 2, 6};
enum { N_STRENGTHS = 5, N_SCREENED = 5, N_FINE = 8, N_KAPPA = 10, N_LAM1 = 7, N_LAM2 = 3 };
static const double KAPPA_LOW = .0035, KAPPA_HIGH = .2, DEFAULT_STRENGTH = .17, DEFAULT_Q = 6, DEFAULT_KAPPA = .04;
static const double FEW_SAMPLES = 150, MANY_SAMPLES = 400;

jcfo_screen jcfo_screen_of(const ard_problem *problem, const ard_settings *settings)
{
    jcfo_screen screen = (jcfo_screen)settings->value[JCFO_SCREEN];
    if (screen != JCFO_SCREEN_AUTO) return screen;
    return problem->x->p > 5 * problem->x->n ? JCFO_SCREEN_RESTRICT : JCFO_SCREEN_NONE;
}

/* The factor between a rate at 200 samples and here. */
static double sample_factor(const ard_problem *problem) { return sqrt(problem->target.weight_sum / 200.0); }

void jcfo_rates(const ard_problem *problem, const ard_settings *settings, double *lam1, double *lam2)
{
    double a = settings->value[JCFO_LAM1], b = settings->value[JCFO_LAM2], root = DEFAULT_KAPPA * problem->target.weight_sum;
    if (ard_basis_bilinear(problem->basis) && jcfo_screen_of(problem, settings) != JCFO_SCREEN_NONE) root = sqrt(DEFAULT_Q);
    if (!ard_basis_bilinear(problem->basis)) root = 0;
    *lam1 = !isnan(a) ? a : root > 0 ? root : sample_factor(problem);
    *lam2 = !isnan(b) ? b : root > 0 ? root : 2 * sample_factor(problem);
}

double jcfo_strength(const ard_settings *settings)
{
    double s = settings->value[JCFO_STRENGTH];
    return isnan(s) ? DEFAULT_STRENGTH : s;
}

/* Nearly unpenalised fits pay only where there are few samples, and cost the most where there are many. */
double jcfo_weakest(const ard_problem *problem, const ard_settings *settings)
{
    double weakest = settings->value[JCFO_WEAKEST];
    if (!isnan(weakest)) return weakest;
    return problem->target.weight_sum <= FEW_SAMPLES ? .01 : problem->target.weight_sum <= MANY_SAMPLES ? .1 : .3;
}

/* Bilinear kernels: candidates along sqrt q, lam1 = lam2 = sqrt q; where one of them is given the other carries q. */
static int bilinear_grid(ardor_context *context, const ard_problem *problem, const ard_settings *settings, bool fine,
                         ard_grid *out)
{
    static const int tuned[] = {JCFO_STRENGTH, JCFO_LAM1, JCFO_LAM2};
    int rc = ARDOR_OK;
    const bool *given = settings->given;
    const bool screened = jcfo_screen_of(problem, settings) != JCFO_SCREEN_NONE;
    const double *q_values = fine ? fine_q : screened_q;
    const int64_t n_q = fine ? N_FINE : N_SCREENED, n_strengths = fine ? N_FINE : N_STRENGTHS;
    const int64_t n_roots = given[JCFO_LAM1] && given[JCFO_LAM2] ? 1 : screened ? n_q : N_KAPPA;
    const double *free_strengths = !screened ? &DEFAULT_STRENGTH : fine ? fine_strengths : strengths;
    const ard_axis outer = {JCFO_STRENGTH, screened ? n_strengths : 1, free_strengths, 1.0};
    TRY(ard_grid_open(context, 3, tuned, ard_axis_size(&outer, settings), n_roots, n_roots, out));
    for (int64_t i = 0; i < out->n; i++) {
        double *row = out->value + 3 * i;
        const int64_t at = i % n_roots;
        const double kappa = ard_geometric(KAPPA_LOW, KAPPA_HIGH, N_KAPPA, at);
        const double q = screened ? q_values[at] : pow(kappa * problem->target.weight_sum, 2);
        row[0] = ard_axis_value(&outer, settings, i / n_roots);
        row[1] = given[JCFO_LAM1] ? settings->value[JCFO_LAM1] : given[JCFO_LAM2] ? q / settings->value[JCFO_LAM2] : sqrt(q);
        row[2] = given[JCFO_LAM2] ? settings->value[JCFO_LAM2] : q / row[1];
    }
done:
    return rc;
}

/* Curved kernels: for each lam2 the rates lam1 from weak to strong and back, and each such path from the first model of the one
 * before, not from the ridge again: that costs most, and a model of a weaker lam2 has fewer noise features. On the way out
 * noise features and vectors drop out one by one; weak rates reached from a sparse model keep its features (a zero scale stays
 * zero while its gradient is below lam2), and with less shrinkage they are better models of the same few features than the
 * strong ones. */
static int curved_grid(ardor_context *context, const ard_problem *problem, const ard_settings *settings, ard_grid *out)
{
    int64_t first = 0;
    while (first + 1 < N_LAM1 && rbf_lam1[first] < jcfo_weakest(problem, settings)) first++;
    const double s = sample_factor(problem);
    const ard_axis axes[] = {{JCFO_LAM2, N_LAM2, rbf_lam2, s}, {JCFO_LAM1, N_LAM1 - first, rbf_lam1 + first, s}};
    const int rc = ard_path_grid(context, settings, 2, axes, 1, true, out);
    out->carries = true;
    return rc;
}

int jcfo_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *settings, bool fine,
              ard_grid *out)
{
    (void)self;
    int rc = ARDOR_OK;
    if (ard_basis_bilinear(problem->basis))
        TRY(bilinear_grid(context, problem, settings, fine, out));
    else
        TRY(curved_grid(context, problem, settings, out));
    out->weak_to_strong = true;
done:
    return rc;
}
