/* Decisions from texts and the names of classes. */
#include <math.h>
#include <string.h>

#include "base/class_list.h"
#include "base/number.h"
#include "base/text.h"
#include "metric/decide.h"

static const double ROUNDING = 1e-9; /* of shares that add up to 1 as people write them */

typedef struct reader {
    ardor_context *context;
    int n;
    char *const *name;
    const char *source;
    char list[ARD_LIST_BYTES]; /* of the names */
} reader;

/* ------------------------------------------------------------------ prior */

/* The one class that was not named has what is left. */
static int complete_prior(const reader *r, double *prior)
{
    int rc = ARDOR_OK, named = 0, other = -1;
    double sum = 0;
    char shown[ARD_QUOTE_BYTES];
    for (int c = 0; c < r->n; c++) {
        named += prior[c] > 0;
        sum += prior[c];
        if (prior[c] == 0) other = c;
    }
    REQUIRE(r->context, named >= r->n - 1, ARDOR_USAGE,
            "prior: only %d of %d classes %s a share: name all but one at least; the classes are %s", named, r->n,
            named == 1 ? "has" : "have", r->list);
    REQUIRE(r->context, other < 0 || sum < 1 - ROUNDING, ARDOR_USAGE,
            "prior: nothing is left for class '%s': the shares of the others add up to %.10g, and must to less than 1",
            ard_name_quote(r->name[other], shown), sum);
    REQUIRE(r->context, other >= 0 || fabs(sum - 1) <= ROUNDING, ARDOR_USAGE,
            "prior: the shares of all classes add up to %.10g, and must to 1: leave one of them out", sum);
    if (other >= 0) prior[other] = 1 - sum;
    for (int c = 0; c < r->n && other < 0; c++) prior[c] /= sum;
done:
    return rc;
}

static int read_prior(const reader *r, const char *text, double **out)
{
    int rc = ARDOR_OK;
    const ard_class_list list = {"prior", "CLASS=P with a share above 0 and below 1", "share", r->source, 1, r->n, r->name};
    NEW(r->context, *out, r->n);
    TRY(ard_class_list_read(r->context, &list, text, *out));
    TRY(complete_prior(r, *out));
done:
    return rc;
}

/* ------------------------------------------------------------------ costs */

static double *cost_at(const reader *r, ard_decision *d, int truth, int decided) { return d->cost + truth * r->n + decided; }

/* Of two classes: of a false positive, and of a false negative. */
static void set_pair(const reader *r, double positive, double negative, ard_decision *d)
{
    *cost_at(r, d, 0, 1) = positive;
    *cost_at(r, d, 1, 0) = negative;
}

static bool read_cost(const char *text, size_t bytes, double *out)
{
    return ard_parse_double(text, bytes, out) && *out > 0 && isfinite(*out);
}

static int read_pair(const reader *r, const char *text, ard_decision *d)
{
    int rc = ARDOR_OK;
    double positive = 0, negative = 0;
    char shown[ARD_QUOTE_BYTES];
    const size_t first = strcspn(text, ",");
    const char *second = text + first + (text[first] == ',');
    REQUIRE(r->context, read_cost(text, first, &positive) && read_cost(second, strlen(second), &negative), ARDOR_USAGE,
            "cost: '%s' is not FP,FN with two numbers above 0, nor TRUE:PREDICTED=COST,..", ard_name_quote(text, shown));
    REQUIRE(r->context, r->n == 2, ARDOR_USAGE,
            "cost: FP,FN is for two classes, and %s has %d (%s): give TRUE:PREDICTED=COST,.., or fit with --positive, which "
            "makes two of them",
            r->source, r->n, r->list);
    set_pair(r, positive, negative, d);
done:
    return rc;
}

/* "TRUE:PREDICTED"; names may hold a colon. */
static bool find_pair(const reader *r, const char *text, size_t bytes, int *truth, int *decided)
{
    for (size_t at = 0; at < bytes; at++) {
        if (text[at] != ':') continue;
        *truth = ard_class_find(r->n, r->name, text, at);
        *decided = ard_class_find(r->n, r->name, text + at + 1, bytes - at - 1);
        if (*truth >= 0 && *decided >= 0) return true;
    }
    return false;
}

static int read_item(const reader *r, const char *item, size_t bytes, ard_decision *d)
{
    int rc = ARDOR_OK, truth = 0, decided = 0;
    size_t names = bytes;
    double value = 0;
    char shown[ARD_QUOTE_BYTES];
    while (names > 0 && item[names - 1] != '=') names--;
    ard_text_quote(item, bytes, shown);
    REQUIRE(r->context, names > 0 && read_cost(item + names, bytes - names, &value), ARDOR_USAGE,
            "cost: '%s' is not TRUE:PREDICTED=COST with a number above 0", shown);
    REQUIRE(r->context, find_pair(r, item, names - 1, &truth, &decided), ARDOR_USAGE,
            "cost: '%s' does not name two classes of %s; the classes are %s", shown, r->source, r->list);
    REQUIRE(r->context, truth != decided, ARDOR_USAGE, "cost: '%s': a class that is decided rightly costs nothing", shown);
    REQUIRE(r->context, *cost_at(r, d, truth, decided) == 0, ARDOR_USAGE, "cost: '%s' is about a pair that has a cost already",
            shown);
    *cost_at(r, d, truth, decided) = value;
done:
    return rc;
}

/* An error that is not in the list costs 1. */
static int read_list(const reader *r, const char *text, ard_decision *d)
{
    int rc = ARDOR_OK;
    for (const char *at = text; *at;) {
        const size_t bytes = strcspn(at, ",");
        TRY(read_item(r, at, bytes, d));
        at += bytes + (at[bytes] == ',');
    }
    for (int c = 0; c < r->n; c++)
        for (int k = 0; k < r->n; k++)
            if (c != k && *cost_at(r, d, c, k) == 0) *cost_at(r, d, c, k) = 1;
done:
    return rc;
}

static int read_costs(const reader *r, const ard_decision_ask *ask, ard_decision *d)
{
    int rc = ARDOR_OK;
    REQUIRE(r->context, !ask->cost || !(ask->threshold > 0), ARDOR_USAGE,
            "threshold and cost both say where two classes part: give one of them");
    REQUIRE(r->context, !(ask->threshold > 0) || r->n == 2, ARDOR_USAGE,
            "threshold: it parts two classes, and %s has %d (%s): give cost=TRUE:PREDICTED=COST,.., or fit with "
            "--positive, which makes two of them",
            r->source, r->n, r->list);
    NEW(r->context, d->cost, (int64_t)r->n * r->n);
    d->costs = ask->cost != NULL;
    if (!ask->cost)
        set_pair(r, ask->threshold, 1 - ask->threshold, d);
    else
        TRY(strchr(ask->cost, '=') ? read_list(r, ask->cost, d) : read_pair(r, ask->cost, d));
    if (!ask->cost)
        d->threshold = ask->threshold;
    else if (r->n == 2)
        d->threshold = *cost_at(r, d, 0, 1) / (*cost_at(r, d, 0, 1) + *cost_at(r, d, 1, 0));
done:
    return rc;
}

/* ------------------------------------------------------------------ the interface */

int ard_decision_new(ardor_context *context, const ard_decision_ask *ask, int n_classes, char *const *class_name,
                     const char *source, ard_decision *out)
{
    int rc = ARDOR_OK;
    reader r = {context, n_classes, class_name, source, ""};
    ard_decision d = {.n_classes = n_classes, .threshold = (double)NAN, .abstains = ask->abstains, .abstain = ask->abstain};
    *out = (ard_decision){0};
    if (!ask->prior && !ask->cost && !(ask->threshold > 0) && !ask->abstains) return ARDOR_OK;
    ard_names_list(n_classes, class_name, r.list);
    if (ask->prior) TRY(read_prior(&r, ask->prior, &d.prior));
    if (ask->cost || ask->threshold > 0) TRY(read_costs(&r, ask, &d));
    *out = d;
    d = (ard_decision){0};
done:
    ard_decision_free(context, &d);
    return rc;
}

static int copy_reals(ardor_context *context, int64_t n, const double *from, double **out)
{
    int rc = ARDOR_OK;
    if (!from) return ARDOR_OK;
    NEW(context, *out, n);
    memcpy(*out, from, (size_t)n * sizeof **out);
done:
    return rc;
}

int ard_decision_copy(ardor_context *context, const ard_decision *from, ard_decision *out)
{
    int rc = ARDOR_OK;
    ard_decision d = *from;
    d.prior = d.cost = NULL;
    *out = (ard_decision){0};
    TRY(copy_reals(context, d.n_classes, from->prior, &d.prior));
    TRY(copy_reals(context, (int64_t)d.n_classes * d.n_classes, from->cost, &d.cost));
    *out = d;
    d = (ard_decision){0};
done:
    ard_decision_free(context, &d);
    return rc;
}

void ard_decision_free(ardor_context *context, ard_decision *d)
{
    ard_free(context, d->cost);
    ard_free(context, d->prior);
    *d = (ard_decision){0};
}
