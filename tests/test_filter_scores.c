/* Scores of filters against SciPy, NumPy and plain computations, case weights against rows repeated; ranks and scores of
 * models. */
#include "api_fixture.h"

#include "model/model_file.h"
#include "prepare/filter.h"
#include "prepared.h"

/* A table with labels and weights: `weight` NULL is all 1. */
typedef struct sample {
    int64_t n, p;
    double *x, *weight;
    int n_classes;
    int32_t *label;
} sample;

static sample make_sample(int64_t n, int64_t p, int n_classes)
{
    return (sample){n, p, make_reals(n * p), NULL, n_classes, make_array(n, sizeof(int32_t))};
}

static void free_sample(sample *s)
{
    free(s->label);
    free(s->weight);
    free(s->x);
}

/* Counts of 0 to 6 that classes move, a fifth of the columns zero, rows of weight 1 to 3. */
static sample counts(uint64_t seed, int64_t n, int64_t p, int n_classes)
{
    ard_rng rng;
    sample s = make_sample(n, p, n_classes);
    ard_rng_init(&rng, seed, 0, 0);
    s.weight = make_reals(n);
    for (int64_t i = 0; i < n; i++) {
        s.label[i] = (int32_t)(i % n_classes);
        s.weight[i] = (double)(1 + i % 3);
    }
    for (int64_t j = 0; j < p; j++)
        for (int64_t i = 0; i < n; i++)
            if (j % 5 != 4) s.x[i + j * n] = floor(3 + 1.2 * ard_rng_normal(&rng) + (j % 7 == 0 ? s.label[i] : 0));
    return s;
}

/* The same rows, each as often as its weight says. */
static sample repeated(const sample *s)
{
    int64_t n = 0, to = 0;
    for (int64_t i = 0; i < s->n; i++) n += (int64_t)s->weight[i];
    sample out = make_sample(n, s->p, s->n_classes);
    for (int64_t i = 0; i < s->n; i++)
        for (int k = 0; k < (int)s->weight[i]; k++, to++) {
            out.label[to] = s->label[i];
            for (int64_t j = 0; j < s->p; j++) out.x[to + j * n] = s->x[i + j * s->n];
        }
    return out;
}

static const ard_filter_kind *filter_named(const char *name)
{
    for (int i = 0; ard_filter_kinds[i]; i++)
        if (strcmp(ard_filter_kinds[i]->name, name) == 0) return ard_filter_kinds[i];
    fail_msg("there is no filter '%s'", name);
    return NULL;
}

static void ranked(const char *name, const sample *s, int64_t k, int64_t *column, double *score)
{
    const ard_filter_kind *filter = filter_named(name);
    const ard_matrix x = ard_matrix_dense(s->n, s->p, s->x, s->n);
    const ard_targets t = {
        .n = s->n, .n_classes = s->n_classes, .label = filter->sees_labels ? s->label : NULL, .weight = s->weight};
    must(filter->rank(context, &x, &t, k, column, score));
}

/* In the order of the columns; those of mrmr are what each was taken for. */
static void scores_of(const char *name, const sample *s, double *score)
{
    int64_t *column = make_array(s->p, sizeof *column);
    double *sorted = make_reals(s->p);
    ranked(name, s, s->p, column, sorted);
    for (int64_t t = 0; t < s->p; t++) score[column[t]] = sorted[t];
    free(sorted);
    free(column);
}

static void assert_close(double a, double b, double relative, const char *what)
{
    if (a == b) return; /* both infinite */
    if (!(fabs(a - b) <= relative * fmax(fabs(b), 1e-3))) fail_msg("%s: %.17g, not %.17g", what, a, b);
}

/* ------------------------------------------------------------------ values of other programs */

enum { ROWS = 12 };
static double one_column[] = {2.5, 1, 4, 4, 3.5, 0, 2.5, 7, 6.5, 4, 9, 2.5};
static const int32_t three_labels[] = {0, 0, 1, 0, 1, 0, 2, 2, 1, 2, 1, 0};
static double some_weights[] = {1, 2, 3, 1, 1, 2, 1, 1, 2, 3, 1, 1};

/* The score of the column with these weights; of class c against the others, or with c = -1 of all three. */
static double one_score(const char *name, int c, double *weight)
{
    int32_t label[ROWS];
    double score = 0;
    for (int i = 0; i < ROWS; i++) label[i] = c < 0 ? three_labels[i] : three_labels[i] == c;
    scores_of(name, &(sample){ROWS, 1, one_column, weight, c < 0 ? 3 : 2, label}, &score);
    return score;
}

/* SciPy 1.10: mannwhitneyu(use_continuity=False, method='asymptotic'), whose p-value is turned into z, and f_oneway; weights by
 * np.repeat. */
static void scores_are_those_of_scipy(void **state)
{
    (void)state;
    static const double z[] = {2.2237159533797297, 1.7226798597767885, 0.6563957005857078};
    static const double z_weighted[] = {3.1302790666993006, 2.260757103727272, 0.952513586731903};
    static const double s2n[] = {0.9103652991356588, 0.6720538283130081, 0.18714742212753702};
    for (int c = 0; c < 3; c++) {
        assert_close(one_score("wilcoxon", c, NULL), z[c], 1e-9, "z");
        assert_close(one_score("wilcoxon", c, some_weights), z_weighted[c], 1e-9, "z of weighted rows");
        assert_close(one_score("signal-to-noise", c, NULL), s2n[c], 1e-12, "signal to noise");
    }
    assert_close(one_score("wilcoxon", -1, NULL), z[0], 1e-9, "the largest z");
    assert_close(one_score("signal-to-noise", -1, NULL), s2n[0], 1e-12, "the largest signal to noise");
    assert_close(one_score("anova", -1, NULL), 3.761942675159236, 1e-12, "F");
    assert_close(one_score("anova", -1, some_weights), 8.632255880859708, 1e-12, "F of weighted rows");
    assert_close(one_score("anova", 0, NULL), 7.186967632027256, 1e-12, "F of two classes");
    assert_close(one_score("anova", 0, NULL), pow(one_score("ttest", 0, NULL), 2), 1e-12, "t^2");
}

/* By a program in NumPy. */
static void greedy_and_graph_scores_are_those_of_numpy(void **state)
{
    (void)state;
    static const int64_t order[] = {1, 0, 3, 5, 2, 4};
    static const double taken[] = {0.4828310346195527,  0.06428695138724747, 0.06861329320236956,
                                   0.02454444024341368, -0.0784302873940716, -0.15011415870572492};
    static const double laplacian[] = {1.3382217971598032, 1.199867980328924, 1.1872643825166578,
                                       1.3397347205590964, 1.628860251053611, 1.4017368493178672};
    sample s = make_sample(16, 6, 2);
    int64_t column[6];
    double score[6];
    for (int64_t j = 0; j < 6; j++)
        for (int64_t i = 0; i < 16; i++)
            s.x[i + j * 16] = sin(1.7 * (double)((i + 1) * (j + 1))) + (i % 2 && (j == 1 || j == 3) ? 0.8 : 0);
    for (int64_t i = 0; i < 16; i++) s.label[i] = (int32_t)(i % 2);
    ranked("mrmr", &s, 6, column, score);
    for (int t = 0; t < 6; t++) {
        assert_int_equal(column[t], order[t]);
        assert_close(score[t], taken[t], 1e-12, "mrmr");
    }
    for (int64_t j = 0; j < 6; j++) { /* it works on standardised columns, as the preparation makes them */
        const ard_moments m = ard_moments_of(16, s.x + j * 16, NULL);
        for (int64_t i = 0; i < 16; i++) s.x[i + j * 16] = (s.x[i + j * 16] - m.mean) / m.sd;
    }
    scores_of("laplacian", &s, score);
    for (int t = 0; t < 6; t++) assert_close(score[t], laplacian[t], 1e-11, "laplacian");
    free_sample(&s);
}

/* ------------------------------------------------------------------ plain computations, on rows repeated */

static double plain_z(const sample *s, const double *x, int32_t c)
{
    double u = 0, n[2] = {0}, ties = 0;
    for (int64_t i = 0; i < s->n; i++) {
        double same = 0;
        n[s->label[i] == c]++;
        for (int64_t k = 0; k < s->n; k++) {
            same += x[k] == x[i];
            if (s->label[i] == c && s->label[k] != c) u += x[i] > x[k] ? 1 : x[i] == x[k] ? 0.5 : 0;
        }
        ties += same * same - 1; /* t^3 - t, a t-th for each of the t rows */
    }
    const double all = n[0] + n[1];
    if (u == 0 || u == n[0] * n[1]) return fmin(n[0], n[1]) >= 2 ? INFINITY : -1;
    return fabs(u - n[0] * n[1] / 2) / sqrt(n[0] * n[1] / 12 * (all + 1 - ties / (all * (all - 1))));
}

static double plain_f(const sample *s, const double *x)
{
    double between = 0, within = 0, mean = 0;
    for (int64_t i = 0; i < s->n; i++) mean += x[i] / (double)s->n;
    for (int32_t c = 0; c < s->n_classes; c++) {
        double sum = 0, n = 0;
        for (int64_t i = 0; i < s->n; i++)
            if (s->label[i] == c) {
                sum += x[i];
                n++;
            }
        between += n * pow(sum / n - mean, 2);
        for (int64_t i = 0; i < s->n; i++)
            if (s->label[i] == c) within += pow(x[i] - sum / n, 2);
    }
    return between / (s->n_classes - 1) / (within / (double)(s->n - s->n_classes));
}

static void rank_sums_and_f_are_the_plain_ones(void **state)
{
    (void)state;
    for (int n_classes = 2; n_classes <= 4; n_classes++) {
        sample s = counts(3, 40, 35, n_classes), rows = repeated(&s);
        double z[35], f[35], again[35];
        scores_of("wilcoxon", &s, z);
        scores_of("anova", &s, f);
        scores_of("wilcoxon", &rows, again);
        for (int64_t j = 0; j < s.p; j++) {
            double most = 0;
            for (int32_t c = 0; c < n_classes; c++) most = fmax(most, plain_z(&rows, rows.x + j * rows.n, c));
            assert_close(z[j], j % 5 == 4 ? 0 : most, 1e-10, "z");
            assert_close(again[j], z[j], 1e-12, "z of rows repeated");
            assert_close(f[j], j % 5 == 4 ? 0 : plain_f(&rows, rows.x + j * rows.n), 1e-9, "F");
        }
        free_sample(&rows);
        free_sample(&s);
    }
}

static int bin_of(const sample *s, int64_t i, int64_t j)
{
    double mean = 0, square = 0;
    const double *x = s->x + j * s->n;
    for (int64_t k = 0; k < s->n; k++) mean += x[k] / (double)s->n;
    for (int64_t k = 0; k < s->n; k++) square += pow(x[k] - mean, 2) / (double)s->n;
    const double z = (x[i] - mean) / sqrt(square);
    return square == 0 ? 1 : 1 + (z > .5 + 1e-8) - (z < -.5 - 1e-8);
}

static double plain_information(int64_t n, const int *a, int n_a, const int *b, int n_b)
{
    double sum = 0;
    for (int u = 0; u < n_a; u++)
        for (int v = 0; v < n_b; v++) {
            double both = 0, first = 0, second = 0;
            for (int64_t i = 0; i < n; i++) {
                both += a[i] == u && b[i] == v;
                first += a[i] == u;
                second += b[i] == v;
            }
            if (both > 0) sum += both / (double)n * log(both * (double)n / (first * second));
        }
    return sum;
}

/* The order and the scores; columns without spread are left out. */
static int64_t plain_mrmr(const sample *s, int64_t k, int64_t *column, double *score)
{
    int *bins = make_array(s->n * s->p, sizeof *bins), *label = make_array(s->n, sizeof *label);
    bool *out = make_array(s->p, sizeof *out);
    int64_t n = 0;
    for (int64_t j = 0; j < s->p; j++) {
        out[j] = true;
        for (int64_t i = 0; i < s->n; i++) {
            bins[i + j * s->n] = bin_of(s, i, j);
            out[j] = out[j] && bins[i + j * s->n] == 1;
        }
    }
    for (int64_t i = 0; i < s->n; i++) label[i] = s->label[i];
    for (; n < k; n++) {
        column[n] = -1;
        for (int64_t j = 0; j < s->p; j++) {
            if (out[j]) continue;
            double value = plain_information(s->n, bins + j * s->n, 3, label, s->n_classes);
            for (int64_t t = 0; t < n; t++)
                value -= plain_information(s->n, bins + j * s->n, 3, bins + column[t] * s->n, 3) / (double)n;
            if (column[n] >= 0 && value <= score[n] + 1e-11) continue;
            column[n] = j;
            score[n] = value;
        }
        if (column[n] < 0) break;
        out[column[n]] = true;
    }
    free(out);
    free(label);
    free(bins);
    return n;
}

static void check_mrmr(const sample *s, int64_t k)
{
    int64_t *column = make_array(k, sizeof *column), *plain = make_array(k, sizeof *plain), n = 0;
    double *score = make_reals(k), *plain_score = make_reals(k);
    sample rows = repeated(s);
    ranked("mrmr", s, k, column, score);
    n = plain_mrmr(&rows, k, plain, plain_score);
    for (int64_t t = 0; t < k; t++) {
        if (t < n) assert_int_equal(column[t], plain[t]);
        if (t >= n) assert_true(column[t] % 5 == 4 && (t == n || column[t] > column[t - 1]));
        assert_close(score[t], t < n ? plain_score[t] : 0, 1e-10, "mrmr");
    }
    free_sample(&rows);
    free(plain_score);
    free(score);
    free(plain);
    free(column);
}

static void greedy_choices_are_the_plain_ones(void **state)
{
    (void)state;
    for (int n_classes = 2; n_classes <= 4; n_classes++) {
        sample s = counts(7, 30, 40, n_classes);
        check_mrmr(&s, 40);
        free_sample(&s);
    }
    sample wide = counts(8, 50, 400, 2);
    check_mrmr(&wide, 6);
    free_sample(&wide);
}

/* Columns that say as much come in their order, whichever end of them is up and whatever the classes are called; a value at the
 * edge of a bin is between the edges in every unit. */
static void rounding_does_not_choose(void **state)
{
    (void)state;
    sample s = counts(12, 30, 6, 3);
    int64_t column[6];
    double score[6];
    for (int64_t i = 0; i < 30; i++)
        for (int64_t j = 1; j < 6; j++) s.x[i + j * 30] = (j % 2 ? -1.7 : 0.3) * (double)j * s.x[i] + 0.1;
    for (int turn = 0; turn < 3; turn++) {
        ranked("mrmr", &s, 6, column, score);
        for (int t = 0; t < 6; t++) assert_int_equal(column[t], t);
        for (int64_t i = 0; i < 30; i++) s.label[i] = (s.label[i] + 1) % 3;
    }
    free_sample(&s);
    s = make_sample(16, 6, 2);
    for (int64_t i = 0; i < 16; i++) {
        s.label[i] = i < 8;
        for (int64_t j = 0; j < 6; j++)
            s.x[i + j * 16] = pow(3, (double)j) * ((i % 2 ? -1 : 1) * (i < 8 ? sqrt(1.75) : 0.5) + 0.1 * (double)j);
    }
    for (int64_t j = 0; j < 6; j++) {
        scores_of("mrmr", &(sample){16, 1, s.x + j * 16, NULL, 2, s.label}, score);
        assert_close(score[0], log(2), 1e-12, "bins of a column with values at their edges");
    }
    free_sample(&s);
}

/* The graph of rows: each has its five nearest, and all that are as near as the last of them. */
static void plain_laplacian(const sample *s, double *score)
{
    const int64_t n = s->n;
    double *square = make_reals(n * n), *weight = make_reals(n * n), *last = make_reals(n), sum = 0, count = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++)
            for (int64_t j = 0; j < s->p; j++) square[i + k * n] += pow(s->x[i + j * n] - s->x[k + j * n], 2);
    for (int64_t i = 0; i < n; i++) {
        last[i] = INFINITY; /* the least distance within which there are five others */
        for (int64_t k = 0; k < n; k++) {
            int within = 0;
            for (int64_t l = 0; l < n; l++) within += l != i && square[i + l * n] <= square[i + k * n] * (1 + 1e-10);
            if (k != i && within >= 5) last[i] = fmin(last[i], square[i + k * n] * (1 + 1e-10));
        }
        for (int64_t k = 0; k < n; k++) {
            if (k == i || square[i + k * n] > last[i]) continue;
            sum += square[i + k * n];
            count++;
        }
    }
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++)
            if (i != k && (square[i + k * n] <= last[i] || square[i + k * n] <= last[k]))
                weight[i + k * n] = exp(-square[i + k * n] / (sum / count));
    for (int64_t j = 0; j < s->p; j++) {
        const double *f = s->x + j * n;
        double mean = 0, all = 0, apart = 0, spread = 0;
        for (int64_t i = 0; i < n * n; i++) {
            mean += weight[i] * f[i % n];
            all += weight[i];
        }
        for (int64_t i = 0; i < n * n; i++) {
            apart += weight[i] * pow(f[i % n] - f[i / n], 2) / 2;
            spread += weight[i] * pow(f[i % n] - mean / all, 2);
        }
        score[j] = spread > 1e-9 ? spread / apart : 0;
    }
    free(last);
    free(weight);
    free(square);
}

static void graphs_are_the_plain_ones(void **state)
{
    (void)state;
    for (int64_t p = 1; p <= 60; p += 59) { /* one column of counts: most rows are alike */
        sample s = counts(9, 30, p, 2), rows = repeated(&s);
        double *score = make_reals(p), *plain = make_reals(p), *unit = make_reals(p);
        scores_of("laplacian", &s, score);
        plain_laplacian(&rows, plain);
        for (int64_t j = 0; j < p; j++) assert_close(score[j], plain[j], 1e-9, "laplacian");
        for (int64_t i = 0; i < s.n * p; i++) s.x[i] = 1e200 * (s.x[i] + 5);
        scores_of("laplacian", &s, unit);
        for (int64_t j = 0; j < p; j++) assert_close(unit[j], score[j], 1e-9, "laplacian in another unit");
        free(unit);
        free(plain);
        free(score);
        free_sample(&rows);
        free_sample(&s);
    }
}

/* ------------------------------------------------------------------ separators, little, much */

/* Column 0 errs in one row, with two values; 1 and 3 do not, with many; 2 is noise. */
static void perfect_separators_come_first(void **state)
{
    (void)state;
    sample s = make_sample(20, 4, 2);
    int64_t column[4];
    double score[4];
    for (int64_t i = 0; i < 20; i++) {
        s.label[i] = i >= 10;
        s.x[i] = i > 10;
        s.x[i + 20] = s.x[i + 60] = (double)i;
        s.x[i + 40] = (double)(7 * i % 20);
    }
    const double nearly = plain_z(&s, s.x, 1), most = 50 / sqrt(100.0 / 12 * 21);
    assert_true(nearly > most); /* the z of a separator without ties */
    ranked("wilcoxon", &s, 4, column, score);
    assert_true(column[0] == 1 && column[1] == 3 && column[2] == 0 && column[3] == 2);
    assert_true(isinf(score[0]) && isinf(score[1]));
    assert_close(score[2], nearly, 1e-12, "z");
    static const char *const others[] = {"anova", "signal-to-noise"};
    for (int64_t i = 0; i < 20; i++) s.x[i + 60] = s.label[i];
    for (int f = 0; f < 2; f++) {
        ranked(others[f], &s, 4, column, score);
        assert_true(column[0] == 3 && isinf(score[0]) && isfinite(score[1]));
    }
    ranked("mrmr", &s, 4, column, score);
    assert_int_equal(column[0], 3);
    assert_close(score[0], log(2), 1e-12, "all that there is to know of the classes");
    /* one row of a class: the largest of a column is no more than that, unless it stands for two */
    for (int64_t i = 0; i < 20; i++) s.label[i] = i == 19;
    ranked("wilcoxon", &s, 4, column, score);
    for (int t = 0; t < 4; t++) assert_true(score[t] <= sqrt(19) * (1 + 1e-12));
    s.weight = make_reals(20);
    for (int64_t i = 0; i < 20; i++) s.weight[i] = i == 19 ? 2 : 1;
    ranked("wilcoxon", &s, 4, column, score);
    assert_true(column[0] == 1 && isinf(score[0]));
    free_sample(&s);
}

/* 100 x 10000 with a fifth of the columns zero; a class of one row; weights of any size. */
static void wide_tables_are_ranked(void **state)
{
    (void)state;
    enum { K = 50 };
    int64_t column[K], again[K];
    double score[K], other[K];
    sample s = counts(11, 100, 10000, 3);
    for (int w = 0; w < 3; w++) {
        for (int64_t i = 0; i < s.n; i++) s.weight[i] = w == 0 ? 1 : w == 1 ? 1e-6 : pow(10, (double)(i % 7) * 50 - 150);
        for (int f = 0; ard_filter_kinds[f]; f++) {
            const char *name = ard_filter_kinds[f]->name;
            ranked(name, &s, K, column, score);
            for (int t = 0; t < K; t++) assert_true(!isnan(score[t]) && (w == 2 || column[t] % 5 != 4));
            if (w > 0) continue;
            ranked(name, &s, 7, again, other);
            assert_memory_equal(again, column, sizeof(int64_t[7]));
            assert_memory_equal(other, score, sizeof(double[7]));
        }
    }
    for (int64_t i = 0; i < s.n; i++) {
        s.label[i] = i == 17;
        s.weight[i] = 1;
    }
    s.n_classes = 2;
    for (int f = 0; ard_filter_kinds[f]; f++) {
        ranked(ard_filter_kinds[f]->name, &s, K, column, score);
        for (int t = 0; t < K; t++) assert_true(!isnan(score[t]) && column[t] % 5 != 4);
    }
    free_sample(&s);
}

/* ------------------------------------------------------------------ in preparations and models */

enum { N = 30, P = 8 };

/* Column j has the deviation 2^((3 j) % 8), about; two rows are a class. */
static ardor_dataset *scaled_table(const double *weight)
{
    static double x[N * P], side[N];
    ard_rng rng;
    ard_rng_init(&rng, 5, 0, 0);
    for (int64_t i = 0; i < N; i++) side[i] = i % 2 ? 1 : -1;
    for (int64_t k = 0; k < N * P; k++)
        x[k] = ldexp(1000 + ard_rng_normal(&rng) + (k / N == 4 ? 2 * side[k % N] : 0), (int)((3 * (k / N)) % 8));
    return make_table(N, P, x, side, weight);
}

static int by_falling_value(const void *a, const void *b)
{
    return (*(const double *)a < *(const double *)b) - (*(const double *)a > *(const double *)b);
}

/* The variance is that of the values before they are standardised, of the rows at hand, and after the logarithm. */
static void variances_are_those_before_standardising(void **state)
{
    (void)state;
    double weight[N], variance[P], sorted[P];
    for (int i = 0; i < N; i++) weight[i] = 1 + i % 3;
    ardor_dataset *data = scaled_table(weight);
    const ard_rows rows = {20, (int64_t[]){0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 21, 22, 23, 24, 25, 26}};
    static const char *const how[] = {"standardise=train filter=variance:4", "standardise=all filter=variance:4",
                                      "standardise=none filter=variance:4", "standardise=train log=on filter=variance:4"};
    for (int h = 0; h < 4; h++) {
        const ard_prepare_options options = prepare_options(how[h]);
        ard_prepare *prepare = NULL;
        must(prepare_fit(context, data, &rows, &options, &prepare));
        assert_int_equal(prepare->p, 4);
        for (int64_t j = 0; j < P; j++) {
            double value[20], w[20];
            for (int i = 0; i < 20; i++) {
                value[i] = data->x[rows.row[i] + j * N];
                if (h == 3) value[i] = log(value[i]);
                w[i] = weight[rows.row[i]];
            }
            variance[j] = sorted[j] = pow(ard_moments_of(20, value, w).sd, 2);
        }
        qsort(sorted, P, sizeof *sorted, by_falling_value);
        for (int64_t k = 0; k < 4; k++) {
            int64_t rank = 0;
            double score = 0;
            assert_true(ard_prepare_rank(prepare, k, &rank, &score));
            assert_close(score, variance[prepare->column[k]], 1e-10, how[h]);
            assert_close(score, sorted[rank - 1], 1e-10, how[h]);
        }
        ard_prepare_free(prepare);
    }
    ardor_dataset_free(data);
}

/* A model's text with a part replaced; free it. */
static char *with_text(const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    if (!at) fail_msg("there is no '%s' in %s", old, text);
    char *out = calloc(strlen(text) + strlen(new) + 1, 1);
    snprintf(out, strlen(text) + strlen(new) + 1, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
    return out;
}

static int parse(const char *text, ardor_model **out)
{
    return ard_model_parse(context, NULL, text, strlen(text), "model.json", out);
}

/* Rank and score of each feature, as the filter itself says; infinity is null, forced columns have none. */
static void models_say_ranks_and_scores(void **state)
{
    (void)state;
    ardor_dataset *data = scaled_table(NULL);
    ardor_model *model = fit(data, "method=spr lam1=0.01 filter=wilcoxon:3 force=x1"), *loaded = NULL;
    sample s = {N, P - 1, make_reals(N * P), NULL, 2, make_array(N, sizeof(int32_t))};
    int64_t column[3];
    double score[3];
    memcpy(s.x, data->x + N, N * (P - 1) * sizeof *s.x);
    memcpy(s.label, data->label, N * sizeof *s.label);
    ranked("wilcoxon", &s, 3, column, score);
    assert_true(ardor_model_features(model) >= 2);
    json_t *root = model_json(model), *feature;
    size_t i;
    json_array_foreach(at(root, "features"), i, feature)
    {
        const int j = atoi(text_at(feature, "name") + 1);
        if (j == 1) {
            assert_true(json_is_null(at(feature, "filter_rank")) && json_is_null(at(feature, "filter_score")));
            continue;
        }
        const int rank = (int)number_at(feature, "filter_rank");
        assert_int_equal(column[rank - 1] + 2, j);
        if (isinf(score[rank - 1]))
            assert_true(json_is_null(at(feature, "filter_score")));
        else
            assert_close(number_at(feature, "filter_score"), score[rank - 1], 1e-12, "a score");
    }
    char *text = NULL, *again = NULL;
    must(ard_model_text(context, model, &text));
    must(parse(text, &loaded));
    must(ard_model_text(context, loaded, &again));
    assert_string_equal(text, again);
    ardor_model_free(loaded);
    /* numbers that cannot be are refused */
    const char *rank = strstr(text, "\"rank\": [0.0, ");
    assert_non_null(rank);
    char *damaged = with_text(text, "\"rank\": [0.0, ", "\"rank\": [0.5, ");
    assert_int_equal(parse(damaged, &loaded), ARDOR_DATA);
    assert_message("has the rank 0.5 and the score 0; ranks count from 1, or both are 0");
    free(damaged);
    damaged = with_text(text, "\"rank\": [0.0, ", "\"rank\": [null, ");
    assert_int_equal(parse(damaged, &loaded), ARDOR_DATA);
    free(damaged);
    damaged = with_text(text, "\"score\": [0.0, ", "\"score\": [2.0, ");
    assert_int_equal(parse(damaged, &loaded), ARDOR_DATA);
    free(damaged);
    ardor_string_free(context, again);
    ardor_string_free(context, text);
    json_decref(root);
    free_sample(&s);
    ardor_model_free(loaded);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* Filters whose work grows faster than the table end when the time is over. */
static void filters_end_when_the_time_is_over(void **state)
{
    (void)state;
    static const char *const names[] = {"laplacian", "mrmr", "wilcoxon"};
    sample s = counts(9, 30, 70, 2); /* scores of columns look at the clock after 64 of them */
    for (int f = 0; f < COUNT_OF(names); f++) {
        const ard_filter_kind *filter = filter_named(names[f]);
        const ard_matrix x = ard_matrix_dense(s.n, s.p, s.x, s.n);
        const ard_targets t = {.n = s.n, .n_classes = 2, .label = filter->sees_labels ? s.label : NULL, .weight = s.weight};
        int64_t column[10];
        double score[10];
        ard_deadline_set(context, 0);
        assert_int_equal(filter->rank(context, &x, &t, 5, column, score), ARDOR_CANCELLED);
        ard_deadline_set(context, INFINITY);
        assert_int_equal(filter->rank(context, &x, &t, 5, column, score), ARDOR_OK);
    }
    free_sample(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_those_of_scipy),
        cmocka_unit_test(greedy_and_graph_scores_are_those_of_numpy),
        cmocka_unit_test(rank_sums_and_f_are_the_plain_ones),
        cmocka_unit_test(greedy_choices_are_the_plain_ones),
        cmocka_unit_test(rounding_does_not_choose),
        cmocka_unit_test(graphs_are_the_plain_ones),
        cmocka_unit_test(perfect_separators_come_first),
        cmocka_unit_test(wide_tables_are_ranked),
        cmocka_unit_test(variances_are_those_before_standardising),
        cmocka_unit_test(models_say_ranks_and_scores),
        cmocka_unit_test(filters_end_when_the_time_is_over),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
