/* From the search to a solution: see the header. */
#include "method/rvm/search.h"

#include <math.h>

#include "linalg/gauss.h"
#include "method/shared/design.h"
#include "solver/sites/relevance.h"

#define FINAL_TOL 1e-8
/* From the bias alone, and from all weights. */
enum { STARTS = 2 };

struct rvm_search {
    ardor_context *context;
    ard_evidence *evidence;
    ard_design design;
    ard_relevance *relevance;
    bool *usable; /* d */
};

void rvm_search_close(rvm_search *w)
{
    if (!w) return;
    ard_free(w->context, w->usable);
    ard_relevance_close(w->context, w->relevance);
    ard_design_close(w->context, &w->design);
    ard_evidence_close(w->evidence);
    ard_free(w->context, w);
}

int rvm_search_open(const ard_method *method, ardor_context *context, const ard_problem *problem, rvm_search **out)
{
    int rc = ARDOR_OK;
    rvm_search *w = NULL;
    *out = NULL;
    NEW(context, w, 1);
    w->context = context;
    TRY(ard_evidence_new(method, context, problem, &w->evidence));
    TRY(ard_design_open(context, problem, &w->design));
    NEW(context, w->usable, w->design.d);
    *out = w;
    w = NULL;
done:
    rvm_search_close(w);
    return rc;
}

ard_evidence *rvm_search_evidence(const rvm_search *w) { return w->evidence; }

int rvm_search_start(rvm_search *w)
{
    int rc = ARDOR_OK;
    const ard_evidence *e = w->evidence;
    const ard_relevance_options options = {.order = ARD_ORDER_GREEDY,
                                           .select = ARD_SELECT_EVIDENCE,
                                           .alpha0 = e->options.alpha0,
                                           .constant_stays = true,
                                           .patient = true,
                                           .prune_at = e->options.prune_at,
                                           .gain_tol = e->options.tol,
                                           .together = true,
                                           .polish = e->options.polish,
                                           .starts = STARTS,
                                           .tol = sqrt(e->options.newton_tol)};
    TRY(ard_design_set(w->context, &w->design, e->options.scale));
    ard_relevance_close(w->context, w->relevance);
    w->relevance = NULL;
    TRY(ard_relevance_open(w->context, &e->problem->target, w->design.d, w->design.columns, &ard_link_logit, &w->relevance));
    ard_design_usable(&w->design, w->usable);
    ard_relevance_begin(w->relevance, &options, w->usable);
done:
    return rc;
}

int rvm_search_step(rvm_search *w, ard_iteration *out)
{
    int rc = ARDOR_OK;
    TRY(ard_relevance_step(w->relevance, out));
    const int64_t weights = out->n_features - 1; /* without the bias */
    const bool identity = w->design.problem->basis.kind == ARD_IDENTITY;
    out->n_vectors = identity ? 0 : weights;
    out->n_features = identity ? weights : w->design.problem->x->p;
    if (out->stop == ARD_STOP_CONVERGED && weights == 0) out->stop = ARD_STOP_NULL_MODEL;
done:
    return rc;
}

/* ------------------------------------------------------------------ the solution */

/* The search's state; variances are left to the caller. */
static int describe(rvm_search *w, ard_type2_model *s)
{
    int rc = ARDOR_OK;
    const ard_sites *sites = ard_relevance_sites(w->relevance);
    const int64_t *column = NULL, m = ard_relevance_active(w->relevance, &column) - 1;
    const int64_t k = w->design.problem->basis.kind == ARD_IDENTITY ? 0 : w->design.problem->x->p;
    TRY(ard_type2_model_open(w->context, m, k, s));
    s->m = m;
    s->k = k;
    s->evidence = s->corrected = s->joint = sites->log_evidence;
    TRY(ard_relevance_weights(w->relevance, s->u));
    for (int64_t t = 0; t <= m; t++) s->alpha[t] = ard_relevance_alpha(w->relevance)[column[t]];
    for (int64_t t = 1; t <= m; t++) s->centre[t - 1] = column[t] - 1;
    for (int64_t t = 0; t < k; t++) {
        s->feature[t] = t;
        s->theta[t] = 1.0;
    }
    s->gradient[0] = ard_relevance_certificate(w->relevance).weights;
    s->gradient[1] = s->decrement = NAN;
    s->log_likelihood = sites->link->value(&sites->target, sites->mu);
    TRY(ard_sum(w->context, &s->log_likelihood, 1));
done:
    return rc;
}

static int covariance_of(rvm_search *w, const double *columns, ard_type2_model *s, double *covariance)
{
    int rc = ARDOR_OK;
    const int64_t n = w->design.n, m = s->m + 1;
    ard_gauss gauss = {0};
    TRY(ard_gauss_open(w->context, n, m, ARD_GAUSS_AUTO, NULL, &gauss));
    TRY(ard_gauss_make(&gauss, m, columns, ard_relevance_sites(w->relevance)->tau, s->alpha));
    REQUIRE(
        w->context, isfinite(gauss.log_det), ARDOR_NUMERIC,
        "the covariance of %lld weights has a value that is not finite; standardise the features (--standardise train) or take "
        "a larger value of the setting tol",
        (long long)m);
    ard_gauss_covariance(&gauss, covariance);
    for (int64_t t = 0; t < m; t++) s->variance[t] = covariance[t + t * m];
done:
    ard_gauss_close(w->context, &gauss);
    return rc;
}

int rvm_search_finish(rvm_search *w, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_type2_model model = {0};
    double *columns = NULL, *covariance = NULL;
    TRY(ard_relevance_restore(w->relevance, FINAL_TOL));
    TRY(describe(w, &model));
    const int64_t *column = NULL, m = ard_relevance_active(w->relevance, &column);
    TRY(ard_design_gather(w->context, &w->design, m, column, &columns));
    NEW(w->context, covariance, m * m);
    TRY(covariance_of(w, columns, &model, covariance));
    TRY(ard_evidence_fit(w->evidence, &model, columns, covariance, out));
    if (ask->report) ard_relevance_warn(w->relevance);
    out->objective = model.evidence;
    TRY(ard_relevance_certify(w->relevance));
    out->certificate = ard_relevance_certificate(w->relevance);
    out->at_bound = ard_relevance_at_bound(w->relevance);
done:
    ard_free(w->context, covariance);
    ard_free(w->context, columns);
    ard_type2_model_close(w->context, &model);
    return rc;
}
