/* Made-up data with a known truth, for tests, examples and the published comparisons on such data.
 *
 * two-gaussians   n/2 rows N(-m, I) of class -1, the rest N(m, I) of class 1, m = (1, 1, 0, ...)/sqrt 2, in
 *                 random order. The best rule is the sign of x1 + x2; its error is Phi(-1) = 0.159 on average.
 * xor             x uniform on [-1.5, 1.5]^p, class sign(x1 x2).
 * circle          the same box, class 1 inside the disc about 0 that covers half of the (x1, x2) square:
 *                 pi r^2 = 9/2, r = 1.197 < 1.5, so that the disc fits and both classes are equally likely.
 * sparse-linear   x ~ N(0, I), class sign(w'x): w_1 .. w_K ~ N(-.5, 1), the others 0 (Qi, Minka, Picard and Ghahramani 2004,
 *                 K = 10, who do not say how x is distributed). Fewer than ten features: all matter.
 * gaussians       n/K rows of each class N(m_k, I), in random order; the means differ in the first features alone, where each is
 *                 from N(0, 1.5^2). The best rule is the nearest mean.
 * xor, circle and sparse-linear have each label flipped with probability `noise`; the best rule errs on the flipped rows.
 *
 * Rows are drawn from `seed`, weights from `truth_seed`: tables of one truth are drawn with different seeds. Every column is a
 * random stream of its own, and the weights are one: more features, or more weights, leave the others as they are. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "base/stamp.h"
#include "data/dataset.h"

#define BOX 1.5
#define DEFAULT_NOISE 0.05
#define SQUARED_RADIUS (0.5 * (2 * BOX) * (2 * BOX) / 3.141592653589793)

enum { DEFAULT_NONZEROS = 10, DEFAULT_CLASSES = 3, DEFAULT_MEANS = 4, MOST_CLASSES = 1000 };
static const double WEIGHT_MEAN = -0.5, MEAN_SD = 1.5;

/* Labels are -1 or 1, of more than two classes 1, 2, ..: `best` what the best rule says, `seen` what the dataset says. */
typedef struct labels {
    int *seen, *best;
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

static int two_gaussians(ardor_dataset *data, const ard_truth *truth, labels *out)
{
    int rc = ARDOR_OK;
    int64_t n = data->n, *order = NULL;
    NEW(data->context, order, n);
    for (int64_t i = 0; i < n; i++) order[i] = i;
    ard_rng rng;
    ard_rng_init(&rng, truth->seed, ARD_STREAM_ORDER, 0);
    ard_rng_shuffle(&rng, n, order);
    fill_columns(data, truth->seed, ard_rng_normal);
    double *x1 = data->x, *x2 = data->x + n;
    for (int64_t i = 0; i < n; i++) {
        out->seen[i] = order[i] < n / 2 ? -1 : 1;
        x1[i] += out->seen[i] * sqrt(0.5);
        x2[i] += out->seen[i] * sqrt(0.5);
        out->best[i] = x1[i] + x2[i] < 0 ? -1 : 1;
    }
done:
    ard_free(data->context, order);
    return rc;
}

static void flip_labels(int64_t n, const ard_truth *truth, labels *out)
{
    ard_rng rng;
    ard_rng_init(&rng, truth->seed, ARD_STREAM_NOISE, 0);
    for (int64_t i = 0; i < n; i++) out->seen[i] = ard_rng_uniform(&rng) < truth->noise ? -out->best[i] : out->best[i];
}

static int xor_sign(ardor_dataset *data, const ard_truth *truth, labels *out)
{
    fill_columns(data, truth->seed, draw_in_box);
    const double *x1 = data->x, *x2 = data->x + data->n;
    for (int64_t i = 0; i < data->n; i++) out->best[i] = (x1[i] < 0) == (x2[i] < 0) ? 1 : -1;
    flip_labels(data->n, truth, out);
    return ARDOR_OK;
}

static int circle(ardor_dataset *data, const ard_truth *truth, labels *out)
{
    fill_columns(data, truth->seed, draw_in_box);
    const double *x1 = data->x, *x2 = data->x + data->n;
    for (int64_t i = 0; i < data->n; i++) out->best[i] = x1[i] * x1[i] + x2[i] * x2[i] < SQUARED_RADIUS ? 1 : -1;
    flip_labels(data->n, truth, out);
    return ARDOR_OK;
}

static int sparse_linear(ardor_dataset *data, const ard_truth *truth, labels *out)
{
    const int64_t n = data->n;
    fill_columns(data, truth->seed, ard_rng_normal);
    for (int64_t i = 0; i < n; i++) {
        double sum = 0;
        for (int64_t j = 0; j < truth->n_relevant; j++) sum += truth->weight[j] * data->x[i + j * n];
        out->best[i] = sum < 0 ? -1 : 1;
    }
    flip_labels(n, truth, out);
    return ARDOR_OK;
}

/* The class whose mean is nearest to row i, the first of several. */
static int nearest(const ardor_dataset *data, const ard_truth *truth, int64_t i)
{
    int best = 1;
    double least = INFINITY;
    for (int64_t c = 0; c < truth->n_means; c++) {
        double square = 0;
        for (int64_t j = 0; j < truth->n_relevant; j++) {
            const double d = data->x[i + j * data->n] - truth->mean[j + c * truth->n_relevant];
            square += d * d;
        }
        if (!(square < least)) continue;
        least = square;
        best = (int)c + 1;
    }
    return best;
}

static int gaussians(ardor_dataset *data, const ard_truth *truth, labels *out)
{
    int rc = ARDOR_OK;
    const int64_t n = data->n;
    int64_t *order = NULL;
    ard_rng rng;
    NEW(data->context, order, n);
    for (int64_t i = 0; i < n; i++) order[i] = i;
    ard_rng_init(&rng, truth->seed, ARD_STREAM_ORDER, 0);
    ard_rng_shuffle(&rng, n, order);
    fill_columns(data, truth->seed, ard_rng_normal);
    for (int64_t i = 0; i < n; i++) {
        out->seen[i] = (int)(order[i] % truth->n_means) + 1;
        for (int64_t j = 0; j < truth->n_relevant; j++)
            data->x[i + j * n] += truth->mean[j + (out->seen[i] - 1) * truth->n_relevant];
        out->best[i] = nearest(data, truth, i);
    }
done:
    ard_free(data->context, order);
    return rc;
}

typedef struct kind_row {
    const char *kind, *rule;
    bool flips, weighs, means;
    int (*make)(ardor_dataset *data, const ard_truth *truth, labels *out);
} kind_row;

static const kind_row kinds[] = {
    {"two-gaussians", "class 1 where x1 + x2 >= 0", false, false, false, two_gaussians},
    {"xor", "class 1 where x1 and x2 have the same sign", true, false, false, xor_sign},
    {"circle", "class 1 where x1^2 + x2^2 < 4.5 / pi", true, false, false, circle},
    {"sparse-linear", "class 1 where the sum of weight times feature is >= 0", true, true, false, sparse_linear},
    {"gaussians", "the class of the nearest mean", false, false, true, gaussians},
};

static const kind_row *find_kind(const char *kind)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kind && strcmp(kinds[i].kind, kind) == 0) return &kinds[i];
    return NULL;
}

static int name_features(ardor_dataset *data)
{
    int rc = ARDOR_OK;
    for (int64_t j = 0; j < data->p; j++) MAKE(data->feature[j], ard_format(data->context, "x%lld", (long long)(j + 1)));
done:
    return rc;
}

static int settle_truth(ardor_dataset *data, const kind_row *row, const ardor_simulation *options)
{
    int rc = ARDOR_OK;
    ard_truth *truth = NULL;
    ard_rng rng;
    NEW(data->context, data->truth, 1);
    truth = data->truth;
    *truth = (ard_truth){.kind = row->kind,
                         .rule = row->rule,
                         .seed = options->seed,
                         .truth_seed = options->truth_seed,
                         .noise = row->flips ? options->noise : (double)NAN,
                         .n_relevant = 2};
    if (row->means) {
        truth->n_relevant = options->nonzeros ? options->nonzeros : ard_min64(DEFAULT_MEANS, data->p);
        NEW(data->context, truth->mean, truth->n_relevant * options->classes);
        truth->n_means = options->classes;
        ard_rng_init(&rng, truth->truth_seed, ARD_STREAM_WEIGHTS, 0);
        for (int64_t i = 0; i < truth->n_relevant * truth->n_means; i++) truth->mean[i] = MEAN_SD * ard_rng_normal(&rng);
    }
    if (!row->weighs) return rc;
    truth->n_relevant = options->nonzeros ? options->nonzeros : ard_min64(DEFAULT_NONZEROS, data->p);
    NEW(data->context, truth->weight, truth->n_relevant);
    ard_rng_init(&rng, truth->truth_seed, ARD_STREAM_WEIGHTS, 0);
    for (int64_t j = 0; j < truth->n_relevant; j++) truth->weight[j] = WEIGHT_MEAN + ard_rng_normal(&rng);
done:
    return rc;
}

/* Make the rows and the labels of an allocated dataset. */
static int fill_dataset(ardor_dataset *data, const kind_row *row)
{
    int rc = ARDOR_OK;
    int64_t n = data->n, wrong = 0;
    labels made = {NULL, NULL};
    const char **text = NULL;
    char(*number)[12] = NULL;
    NEW(data->context, number, n);
    NEW(data->context, made.seen, n);
    NEW(data->context, made.best, n);
    NEW(data->context, text, n);
    TRY(name_features(data));
    TRY(row->make(data, data->truth, &made));
    for (int64_t i = 0; i < n; i++) {
        wrong += made.seen[i] != made.best[i];
        snprintf(number[i], sizeof number[i], "%d", made.seen[i]);
        text[i] = number[i];
    }
    TRY(ard_dataset_set_labels(data, text, NULL));
    COPY(data->context, data->inputs.target, "class"); /* as io/table_write.c calls it */
    data->truth->bayes_error = (double)wrong / (double)n;
done:
    ard_free(data->context, text);
    ard_free(data->context, made.best);
    ard_free(data->context, made.seen);
    ard_free(data->context, number);
    return rc;
}

static int settle_classes(ardor_context *context, const kind_row *row, int64_t n, ardor_simulation *options)
{
    int rc = ARDOR_OK;
    REQUIRE(context, options->classes == 0 || row->means, ARDOR_USAGE, "classes goes with gaussians: %s has two", row->kind);
    if (options->classes == 0) options->classes = DEFAULT_CLASSES;
    if (!row->means) return rc;
    REQUIRE(context, options->classes >= 2 && options->classes <= MOST_CLASSES, ARDOR_USAGE,
            "classes is %lld: 2 to %d are possible", (long long)options->classes, MOST_CLASSES);
    REQUIRE(context, n >= options->classes, ARDOR_USAGE, "%lld rows are too few for %lld classes", (long long)n,
            (long long)options->classes);
done:
    return rc;
}

/* Checks them, and fills in the share of flipped labels. */
static int settle_options(ardor_context *context, const kind_row *row, int64_t p, ardor_simulation *options)
{
    int rc = ARDOR_OK;
    const bool given = !isnan(options->noise);
    if (!given) options->noise = DEFAULT_NOISE;
    REQUIRE(context, options->noise >= 0 && options->noise <= 0.5, ARDOR_USAGE,
            "noise is %g: it is the share of flipped labels, from 0 to 0.5", options->noise);
    if (options->noise > 0 && !row->flips && given) ard_note(context, "%s flips no labels: noise is not used", row->kind);
    if (options->nonzeros == 0) return rc;
    REQUIRE(context, row->weighs || row->means, ARDOR_USAGE,
            "nonzeros goes with sparse-linear and gaussians: the classes of %s depend on two features", row->kind);
    REQUIRE(context, options->nonzeros > 0 && options->nonzeros <= p, ARDOR_USAGE,
            "nonzeros is %lld: of %lld features 1 to %lld can have a weight", (long long)options->nonzeros, (long long)p,
            (long long)p);
done:
    return rc;
}

ardor_status ardor_simulate(ardor_context *context, const char *kind, int64_t n, int64_t p, const ardor_simulation *options,
                            ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ardor_dataset *data = NULL;
    ardor_simulation full = {.noise = (double)NAN, .seed = 1, .truth_seed = 1};
    const kind_row *row = find_kind(kind);
    if (!out) return ARDOR_USAGE;
    *out = NULL;
    if (!context) return ARDOR_USAGE;
    TRY(ARD_STAMP_TAKE(context, "ardor_simulation", ARD_SIMULATION_FIRST, options, &full));
    REQUIRE(context, row, ARDOR_USAGE,
            "no simulated data called \"%s\": use two-gaussians, xor, circle, sparse-linear or gaussians", kind ? kind : "");
    REQUIRE(context, n >= 2, ARDOR_USAGE, "%lld rows are too few: simulated data need at least 2", (long long)n);
    REQUIRE(context, p >= 2, ARDOR_USAGE, "%lld features are too few: the classes depend on 2", (long long)p);
    TRY(settle_options(context, row, p, &full));
    TRY(settle_classes(context, row, n, &full));
    TRY(ard_dataset_new(context, n, p, row->kind, &data));
    TRY(settle_truth(data, row, &full));
    TRY(fill_dataset(data, row));
    *out = data;
    data = NULL;
done:
    ardor_dataset_free(data);
    return rc;
}
