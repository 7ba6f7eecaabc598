/* Made-up data with a known truth, for tests, examples and the published comparisons on such data.
 *
 * two-gaussians   n/2 rows N(-m, I) of class -1, the rest N(m, I) of class 1, m = (1, 1, 0, ...)/sqrt 2, in
 *                 random order. The best rule is the sign of x1 + x2; its error is Phi(-1) = 0.159 on average.
 * xor             x uniform on [-1.5, 1.5]^p, class sign(x1 x2).
 * circle          the same box, class 1 inside the disc about 0 that covers half of the (x1, x2) square:
 *                 pi r^2 = 9/2, r = 1.197 < 1.5, so that the disc fits and both classes are equally likely.
 * sparse-linear   x ~ N(0, I), class sign(w'x): w_1 .. w_10 ~ N(-.5, 1), drawn from the seed too, the others 0 (Qi, Minka,
 *                 Picard and Ghahramani 2004, who do not say how x is distributed). Fewer than ten features: all matter.
 * All but the first have each label flipped with probability `noise`; the best rule errs on the flipped rows.
 *
 * Every column is a random stream of its own: more features leave the others as they are. */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "data/dataset.h"

#define BOX 1.5
#define DEFAULT_NOISE 0.05
#define SQUARED_RADIUS (0.5 * (2 * BOX) * (2 * BOX) / 3.141592653589793)

enum { N_WEIGHTS = 10 };
static const double WEIGHT_MEAN = -0.5;

/* Labels are -1 or 1: `truth` what the best rule says, `seen` what the dataset says. */
typedef struct labels {
    int *seen, *truth;
} labels;

static void fill_columns(ardor_dataset *data, uint64_t seed, double (*draw)(ard_rng *))
{
    for (int64_t j = 0; j < data->p; j++) {
        ard_rng rng;
        ard_rng_init(&rng, seed, ARD_STREAM_VALUES, (uint64_t)j);
        for (int64_t i = 0; i < data->n; i++) data->x[i + j * data->n] = draw(&rng);
    }
}

static double draw_in_box(ard_rng *rng) { return BOX * (2 * ard_rng_uniform(rng) - 1); }

static int two_gaussians(ardor_dataset *data, double noise, uint64_t seed, labels *out)
{
    (void)noise;
    int rc = ARDOR_OK;
    int64_t n = data->n, *order = NULL;
    NEW(data->context, order, n);
    for (int64_t i = 0; i < n; i++) order[i] = i;
    ard_rng rng;
    ard_rng_init(&rng, seed, ARD_STREAM_ORDER, 0);
    ard_rng_shuffle(&rng, n, order);
    fill_columns(data, seed, ard_rng_normal);
    double *x1 = data->x, *x2 = data->x + n;
    for (int64_t i = 0; i < n; i++) {
        out->seen[i] = order[i] < n / 2 ? -1 : 1;
        x1[i] += out->seen[i] * sqrt(0.5);
        x2[i] += out->seen[i] * sqrt(0.5);
        out->truth[i] = x1[i] + x2[i] < 0 ? -1 : 1;
    }
done:
    ard_free(data->context, order);
    return rc;
}

static void flip_labels(int64_t n, double noise, uint64_t seed, labels *out)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, ARD_STREAM_NOISE, 0);
    for (int64_t i = 0; i < n; i++) out->seen[i] = ard_rng_uniform(&rng) < noise ? -out->truth[i] : out->truth[i];
}

static int xor_sign(ardor_dataset *data, double noise, uint64_t seed, labels *out)
{
    fill_columns(data, seed, draw_in_box);
    const double *x1 = data->x, *x2 = data->x + data->n;
    for (int64_t i = 0; i < data->n; i++) out->truth[i] = (x1[i] < 0) == (x2[i] < 0) ? 1 : -1;
    flip_labels(data->n, noise, seed, out);
    return ARDOR_OK;
}

static int circle(ardor_dataset *data, double noise, uint64_t seed, labels *out)
{
    fill_columns(data, seed, draw_in_box);
    const double *x1 = data->x, *x2 = data->x + data->n;
    for (int64_t i = 0; i < data->n; i++) out->truth[i] = x1[i] * x1[i] + x2[i] * x2[i] < SQUARED_RADIUS ? 1 : -1;
    flip_labels(data->n, noise, seed, out);
    return ARDOR_OK;
}

static int sparse_linear(ardor_dataset *data, double noise, uint64_t seed, labels *out)
{
    const int64_t n = data->n, n_weights = ard_min64(N_WEIGHTS, data->p);
    double weight[N_WEIGHTS];
    ard_rng rng;
    ard_rng_init(&rng, seed, ARD_STREAM_WEIGHTS, 0);
    for (int64_t j = 0; j < N_WEIGHTS; j++) weight[j] = WEIGHT_MEAN + ard_rng_normal(&rng);
    fill_columns(data, seed, ard_rng_normal);
    for (int64_t i = 0; i < n; i++) {
        double sum = 0;
        for (int64_t j = 0; j < n_weights; j++) sum += weight[j] * data->x[i + j * n];
        out->truth[i] = sum < 0 ? -1 : 1;
    }
    flip_labels(n, noise, seed, out);
    return ARDOR_OK;
}

static const struct recipe {
    const char *kind;
    int (*make)(ardor_dataset *data, double noise, uint64_t seed, labels *out);
} recipes[] = {{"two-gaussians", two_gaussians}, {"xor", xor_sign}, {"circle", circle}, {"sparse-linear", sparse_linear}};

static const struct recipe *find_recipe(const char *kind)
{
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++)
        if (kind && strcmp(recipes[i].kind, kind) == 0) return &recipes[i];
    return NULL;
}

static int name_features(ardor_dataset *data)
{
    int rc = ARDOR_OK;
    for (int64_t j = 0; j < data->p; j++) MAKE(data->feature[j], ard_format(data->context, "x%lld", (long long)(j + 1)));
done:
    return rc;
}

/* Make the rows and the labels of an allocated dataset. */
static int fill_dataset(ardor_dataset *data, const struct recipe *recipe, double noise, uint64_t seed)
{
    int rc = ARDOR_OK;
    int64_t n = data->n, wrong = 0;
    labels made = {NULL, NULL};
    const char **text = NULL;
    NEW(data->context, made.seen, n);
    NEW(data->context, made.truth, n);
    NEW(data->context, text, n);
    TRY(name_features(data));
    TRY(recipe->make(data, noise, seed, &made));
    for (int64_t i = 0; i < n; i++) {
        wrong += made.seen[i] != made.truth[i];
        text[i] = made.seen[i] < 0 ? "-1" : "1";
    }
    TRY(ard_dataset_set_labels(data, text, NULL));
    COPY(data->context, data->inputs.target, "class"); /* as io/table_write.c calls it */
    data->bayes_error = (double)wrong / (double)n;
done:
    ard_free(data->context, text);
    ard_free(data->context, made.truth);
    ard_free(data->context, made.seen);
    return rc;
}

ardor_status ardor_simulate(ardor_context *context, const char *kind, int64_t n, int64_t p, double noise, uint64_t seed,
                            ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ardor_dataset *data = NULL;
    const struct recipe *recipe = find_recipe(kind);
    if (!out) return ARDOR_USAGE;
    *out = NULL;
    if (!context) return ARDOR_USAGE;
    if (isnan(noise)) noise = DEFAULT_NOISE;
    REQUIRE(context, recipe, ARDOR_USAGE, "no simulated data called \"%s\": use two-gaussians, xor, circle or sparse-linear",
            kind ? kind : "");
    REQUIRE(context, n >= 2, ARDOR_USAGE, "%lld rows are too few: simulated data need at least 2", (long long)n);
    REQUIRE(context, p >= 2, ARDOR_USAGE, "%lld features are too few: the classes depend on 2", (long long)p);
    REQUIRE(context, noise >= 0 && noise <= 0.5, ARDOR_USAGE, "noise is %g: it is the share of flipped labels, from 0 to 0.5",
            noise);
    TRY(ard_dataset_new(context, n, p, recipe->kind, &data));
    TRY(fill_dataset(data, recipe, noise, seed));
    *out = data;
    data = NULL;
done:
    ardor_dataset_free(data);
    return rc;
}
