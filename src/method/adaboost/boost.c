/* See boost.h. The weights of the rows are made of f in every round, and f is the sum of the votes in their order: so a run that
 * is cut and taken up again is the same. */
#include "method/adaboost/boost.h"

#include <math.h>
#include <string.h>

#include "special/vexp.h"

static const double NO_ERROR = 1e-9; /* of the weight */

void boost_close(ardor_context *context, boost *run)
{
    ard_free(context, run->vote);
    ard_free(context, run->signed_weight);
    ard_free(context, run->f);
    *run = (boost){0};
}

int boost_open(ardor_context *context, const ard_array *x, const ard_targets *target, boost *out)
{
    int rc = ARDOR_OK;
    *out = (boost){.x = x, .target = target, .loss = NAN};
    NEW(context, out->f, target->n);
    NEW(context, out->signed_weight, target->n);
done:
    return rc;
}

static void add_vote(boost *run, const ard_stump *vote)
{
    const double *x = run->x->x + vote->feature * run->x->ld;
    for (int64_t i = 0; i < run->target->n; i++) run->f[i] += x[i] > vote->threshold ? vote->weight : -vote->weight;
}

int boost_limit(ardor_context *context, boost *run, int64_t rounds)
{
    int rc = ARDOR_OK;
    EXTEND(context, run->vote, rounds);
    run->room = rounds;
    if (rounds >= run->n) goto done;
    run->n = rounds;
    run->ended = false;
    memset(run->f, 0, (size_t)run->target->n * sizeof *run->f);
    for (int64_t m = 0; m < run->n; m++) add_vote(run, run->vote + m);
done:
    return rc;
}

/* The weights c_i exp(-y_i f_i) of the rows, relative to the largest exponential; returns their sum, and in *scale what they are
 * relative to. */
static double weigh(boost *run, const stump_rows *rows, double *scale)
{
    const ard_targets *t = run->target;
    double *w = run->signed_weight, most = -INFINITY, sum = 0;
    for (int64_t i = 0; i < t->n; i++) w[i] = -ard_target_sign(t, i) * run->f[i];
    for (int64_t k = 0; k < rows->n; k++) most = fmax(most, w[rows->row[k]]);
    for (int64_t i = 0; i < t->n; i++) w[i] = fmin(w[i] - most, 0); /* of the other rows no account is taken */
    ard_vexp(t->n, w, w);
    for (int64_t i = 0; i < t->n; i++) w[i] *= ard_target_sign(t, i) * ard_target_weight(t, i);
    for (int64_t k = 0; k < rows->n; k++) sum += fabs(w[rows->row[k]]);
    *scale = exp(most);
    return sum;
}

/* Of a stump that makes no error alpha would be infinite: it counts as half a row wrong, of one more than there are. */
static double alpha_of(double edge, double weight_sum)
{
    const double error = (1 - edge) / 2;
    return error > NO_ERROR ? .5 * log((1 + edge) / (1 - edge)) : .5 * log(2 * weight_sum + 1);
}

static double sum_of_weights(const boost *run, const stump_rows *rows)
{
    double sum = 0;
    for (int64_t k = 0; k < rows->n; k++) sum += ard_target_weight(run->target, rows->row[k]);
    return sum;
}

void boost_round(boost *run, const stump_rows *rows)
{
    double scale = 0, sum = 0;
    ard_stump vote = {0};
    if (!run->ended && run->n < run->room) {
        sum = weigh(run, rows, &scale);
        for (int64_t i = 0; i < run->target->n; i++) run->signed_weight[i] /= sum;
        const double edge = stump_find(rows, run->signed_weight, &vote);
        run->ended = edge == 0 || (1 - edge) / 2 <= NO_ERROR;
        if (edge > 0) {
            vote.weight *= alpha_of(edge, sum_of_weights(run, rows));
            add_vote(run, &vote);
            run->vote[run->n++] = vote;
        }
    }
    sum = weigh(run, rows, &scale);
    run->loss = sum * scale;
}
