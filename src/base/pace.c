/* See pace.h. */
#include "base/pace.h"

#include <math.h>

/* Growth of the costs from one candidate to the next and beyond the last known, at most; over how many steps it is measured; and
 * what it is among candidates that are a path each, the scales of kernels as a rule, while one is known. */
static const double MOST_STEP = 1.5, MOST_GROWTH = 4, FIRST_STEP = 1.5;
enum { STEPS = 3 };
/* How much longer than an inner fold's path the fit to all the rows takes: a fifth more of them, at up to the third power. */
static const double LONGER = 1.5;
/* What a time counts for when one more is known. */
static const double FADING = .9;
/* The time in which what is said follows what is found: a part of the time spent, and seconds. */
static const double CALM_SHARE = .1, CALM_LEAST = .5;
/* Of what is found to be left, what is said at least. */
static const double LEAST_SHARE = .125;

int ard_pace_open(ardor_context *context, int64_t n, int64_t length, ard_pace *out)
{
    int rc = ARDOR_OK;
    ard_pace pace = {.n = n, .length = length > 0 ? length : 1};
    NEW(context, pace.time, n);
    NEW(context, pace.place, n);
    NEW(context, pace.left, n + 1);
    *out = pace;
    pace = (ard_pace){0};
done:
    ard_pace_close(context, &pace);
    return rc;
}

void ard_pace_close(ardor_context *context, ard_pace *pace)
{
    ard_free(context, pace->left);
    ard_free(context, pace->place);
    ard_free(context, pace->time);
    *pace = (ard_pace){0};
}

static void add(ard_mean *mean, double value)
{
    mean->sum = FADING * mean->sum + value;
    mean->n = FADING * mean->n + 1;
}

void ard_pace_add(ard_pace *pace, int64_t i, double seconds)
{
    if (i < pace->n) add(&pace->time[i], seconds);
}

void ard_pace_add_rest(ard_pace *pace, double seconds) { add(&pace->rest, seconds); }

bool ard_pace_begun(const ard_pace *pace) { return pace->n > 0 && pace->time[0].n > 0; }

/* Costs grow along a path; where each candidate is a path of its own, along these. */
static int64_t places(const ard_pace *p) { return p->length > 1 ? p->length : p->n; }

/* The mean cost at each place; returns the last that is known, -1: none is. */
static int64_t find_places(ard_pace *p)
{
    const int64_t n = places(p);
    int64_t last = -1;
    for (int64_t s = 0; s < n; s++) {
        ard_mean all = {0};
        for (int64_t i = s; i < p->n; i += n) {
            all.sum += p->time[i].sum;
            all.n += p->time[i].n;
        }
        p->place[s] = all.n > 0 ? all.sum / all.n : s ? p->place[s - 1] : 0;
        if (all.n > 0) last = s;
    }
    return last;
}

/* The first candidate pays for what the others find ready: it is left out where there are enough others. */
static double growth(const ard_pace *p, int64_t last)
{
    const int64_t first = last >= 2 ? 1 : 0, steps = ard_min64(last - first, STEPS);
    const double before = steps > 0 ? p->place[last - steps] : 0;
    if (last == 0) return p->length > 1 ? 1 : FIRST_STEP;
    return before > 0 ? ard_clip(pow(p->place[last] / before, 1 / (double)steps), 1, MOST_STEP) : 1;
}

static void extrapolate(ard_pace *p, int64_t last)
{
    const int64_t first = last >= 1 ? 1 : 0;
    const double step = growth(p, last);
    double mean = 0, factor = 1;
    for (int64_t s = first; s <= last; s++) mean += p->place[s] / (double)(last + 1 - first);
    for (int64_t s = last + 1; s < places(p); s++) {
        factor = fmin(factor * step, MOST_GROWTH);
        p->place[s] = factor * fmax(mean, p->place[last]);
    }
}

void ard_pace_expect(ard_pace *p)
{
    const int64_t last = find_places(p);
    if (last >= 0) extrapolate(p, last);
    p->left[p->n] = 0;
    for (int64_t i = p->n - 1; i >= 0; i--) {
        const ard_mean *own = &p->time[i];
        p->left[i] = p->left[i + 1] + (own->n > 0 ? own->sum / own->n : p->place[i % places(p)]);
    }
}

double ard_pace_path(const ard_pace *p) { return p->n ? LONGER * p->left[0] * (double)p->length / (double)p->n : 0; }

double ard_schedule(int threads, double *ready, int64_t n, double seconds)
{
    double last = 0;
    /* whole rounds at once, but for the last two, which even out what the threads have before them */
    const int64_t rounds = ard_max64(n / threads - 2, 0);
    n -= rounds * threads;
    for (int t = 0; t < threads; t++) ready[t] += (double)rounds * seconds;
    for (; n > 0; n--) {
        int next = 0;
        for (int t = 1; t < threads; t++)
            if (ready[t] < ready[next]) next = t;
        ready[next] += seconds;
    }
    for (int t = 0; t < threads; t++) last = fmax(last, ready[t]);
    return last;
}

double ard_calm_left(ard_calm *calm, double spent, double left)
{
    const double now = spent + left, pace = CALM_LEAST + CALM_SHARE * spent;
    if (calm->total <= 0) calm->total = now;
    calm->total += (1 - exp(-(spent - calm->spent) / pace)) * (now - calm->total);
    calm->spent = spent;
    return fmax(calm->total - spent, LEAST_SHARE * left);
}
