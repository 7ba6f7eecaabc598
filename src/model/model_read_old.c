/* Model files of version 1 and 2, whose numbers are members of the document and whose meaning is that of their method. They are
 * turned into what version 3 has: a machine, and a list of what was counted. */
#include <math.h>
#include <string.h>

#include "base/rank.h"
#include "base/text.h"
#include "model/model_read.h"

/* What the methods' names stood for. */
enum { COVARIANCE = 1, POSTERIORS = 2, FREQUENCIES = 4, SIGNED_SCALES = 8 };

typedef struct old_method {
    const char *name;
    const ard_link *link;
    unsigned has;
    ard_certificate_kind certificate;
} old_method;

static const old_method methods[] = {
    {"jcfo", &ard_link_probit, 0, ARD_CERTIFICATE_KKT},
    {"spr", &ard_link_probit, 0, ARD_CERTIFICATE_KKT},
    {"pfcvm-lp", &ard_link_logit, COVARIANCE | SIGNED_SCALES, ARD_CERTIFICATE_GRADIENT},
    {"pfcvm-em", &ard_link_probit, 0, ARD_CERTIFICATE_GRADIENT},
    {"pcvm", &ard_link_probit, 0, ARD_CERTIFICATE_GRADIENT},
    {"epcvm", &ard_link_logit, COVARIANCE | SIGNED_SCALES, ARD_CERTIFICATE_GRADIENT},
    {"rvm", &ard_link_logit, COVARIANCE, ARD_CERTIFICATE_GRADIENT},
    {"rsfm", &ard_link_logit, COVARIANCE | SIGNED_SCALES, ARD_CERTIFICATE_GRADIENT},
    {"bpm", &ard_link_probit, POSTERIORS, ARD_CERTIFICATE_NONE},
    {"ard-ep", &ard_link_probit, POSTERIORS, ARD_CERTIFICATE_NONE},
    {"ard-laplace", &ard_link_logit, POSTERIORS, ARD_CERTIFICATE_NONE},
    {"projection", &ard_link_probit, POSTERIORS | FREQUENCIES, ARD_CERTIFICATE_NONE},
};

static const old_method *find_method(const char *name)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(methods[i].name, name) == 0) return methods + i;
    return NULL;
}

/* A document on its way into a model. */
typedef struct reader {
    ard_node *root;
    int64_t version;
    const old_method *method;
    ardor_model *model;
    ard_function *function; /* the model's machine's */
    double bias;
    ard_node features, vectors;
    double *frequency; /* of the features, NULL where there is none */
} reader;

static bool has_identity(const reader *r) { return r->model->report.basis.kind == ARD_IDENTITY; }

static int read_method(reader *r)
{
    int rc = ARDOR_OK;
    ardor_model *model = r->model;
    TRY(ard_read_name(r->root, "method", &model->method_name));
    r->method = find_method(model->method_name);
    model->method = r->method ? ard_method_find(r->method->name) : NULL;
    REQUIRE(r->root->context, model->method, ARDOR_DATA, "%s: ardor %s has no method '%.40s'", r->root->file, ardor_version(),
            model->method_name);
    TRY(ard_read_basis(r->root, model, &model->report.basis));
done:
    return rc;
}

static int read_solution(reader *r)
{
    int rc = ARDOR_OK;
    ard_node node;
    TRY(ard_member_object(r->root, "solution", &node));
    TRY(ard_member_real(&node, "bias", &r->bias));
    TRY(ard_read_certificate(&node, r->version, r->method->certificate, &r->model->fit.certificate));
    TRY(ard_read_fields(ard_fit_fields, &node, &r->model->fit));
    TRY(ard_node_done(&node));
done:
    return rc;
}

/* ------------------------------------------------------------------ features and vectors */

/* Before anything is allocated for the vectors: the file holds all their values. */
static int check_vectors(const reader *r, int64_t n_features, int64_t n_vectors)
{
    int rc = ARDOR_OK;
    if (n_vectors > 0 && has_identity(r)) TRY(ard_node_fail(&r->vectors, "must be empty: the basis 'identity' has no vectors"));
    if (n_vectors > 0 && n_features == 0) TRY(ard_node_fail(&r->vectors, "must be empty: the model has no features"));
    for (int64_t i = 0; i < n_vectors; i++) {
        ard_node vector = ard_node_element(&r->vectors, i), x;
        int64_t size = 0;
        TRY(ard_node_object(&vector));
        TRY(ard_member_array(&vector, "x", &x, &size));
        if (size != n_features)
            TRY(ard_node_fail(&x, "has %lld values; the model has %lld features", (long long)size, (long long)n_features));
    }
done:
    return rc;
}

static int open_machine(reader *r)
{
    int rc = ARDOR_OK;
    ardor_context *context = r->root->context;
    ard_machine *machine = &r->model->fit.machine;
    const ard_basis basis = r->model->report.basis;
    int64_t n_features = 0, n_vectors = 0;
    TRY(ard_member_array(r->root, "features", &r->features, &n_features));
    TRY(ard_member_array(r->root, "vectors", &r->vectors, &n_vectors));
    TRY(check_vectors(r, n_features, n_vectors));
    TRY(ard_function_new(context, basis, r->method->link, r->model->n_classes, n_features,
                         basis.kind == ARD_IDENTITY ? n_features : n_vectors, machine));
    r->function = ard_machine_as_function(machine);
    r->function->bias[0] = r->bias;
    for (int64_t j = 0; j < n_features; j++) machine->feature[j] = j;
    NEW(context, r->model->feature, n_features);
    TRY(ard_read_prepare(r->root, NULL, r->version, n_features, r->model));
    if (r->method->has & FREQUENCIES) NEW(context, r->frequency, n_features);
done:
    return rc;
}

static int read_feature(reader *r, ard_node *node, int64_t j)
{
    int rc = ARDOR_OK;
    const bool identity = has_identity(r);
    double *value = (identity ? r->function->weight : r->function->scale) + j;
    TRY(ard_node_object(node));
    TRY(ard_read_name(node, "name", &r->model->feature[j]));
    TRY(ard_member_real(node, identity ? "weight" : "scale", value));
    if (!identity && !(r->method->has & SIGNED_SCALES) && !(*value > 0))
        TRY(ard_node_fail(node, "has the scale %g; scales are above 0", *value));
    if (r->frequency) TRY(ard_read_frequency(node, r->frequency + j));
    TRY(ard_read_scaling(node, j, r->model));
    TRY(ard_node_done(node));
done:
    return rc;
}

static int read_features(reader *r)
{
    int rc = ARDOR_OK;
    const int64_t n = r->model->fit.machine.n_features;
    for (int64_t j = 0; j < n; j++) {
        ard_node node = ard_node_element(&r->features, j);
        TRY(read_feature(r, &node, j));
    }
    TRY(ard_read_unique(&r->features, n, r->model->feature));
done:
    return rc;
}

static int read_vector(ard_node *node, int64_t n_features, int64_t i, ard_function *f)
{
    int rc = ARDOR_OK;
    ard_node x;
    int64_t row = 0;
    TRY(ard_member_int(node, "row", i == 0 ? 1 : f->row[i - 1] + 2, ARD_MOST_COUNT, &row));
    f->row[i] = row - 1;
    TRY(ard_member_real(node, "weight", &f->weight[i]));
    TRY(ard_node_member(node, "x", &x));
    TRY(ard_node_reals(&x, n_features, f->centre + i, f->n_terms));
    TRY(ard_node_done(node));
done:
    return rc;
}

static int read_vectors(reader *r)
{
    int rc = ARDOR_OK;
    for (int64_t i = 0; i < r->model->fit.machine.n_vectors; i++) {
        ard_node node = ard_node_element(&r->vectors, i);
        TRY(read_vector(&node, r->model->fit.machine.n_features, i, r->function));
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ posteriors */

/* The sizes of a lower triangle of m rows. */
static int find_covariance(reader *r, int64_t m, ard_node *rows)
{
    int rc = ARDOR_OK;
    int64_t n = 0, size = 0;
    TRY(ard_member_array(r->root, "covariance", rows, &n));
    if (n != m) TRY(ard_node_fail(rows, "has %lld rows; the bias and the weights are %lld", (long long)n, (long long)m));
    for (int64_t i = 0; i < m; i++) {
        const ard_node row = ard_node_element(rows, i);
        TRY(ard_node_array(&row, &size));
        if (size != i + 1)
            TRY(ard_node_fail(&row, "has %lld values; row %lld of a triangle has %lld", (long long)size, (long long)i + 1,
                              (long long)i + 1));
    }
done:
    return rc;
}

static int read_triangle(const ard_node *rows, int64_t m, double *covariance)
{
    int rc = ARDOR_OK;
    for (int64_t i = 0; i < m; i++) {
        const ard_node row = ard_node_element(rows, i);
        TRY(ard_node_reals(&row, i + 1, covariance + i, m));
        if (!(covariance[i + i * m] >= 0))
            TRY(ard_node_fail(&row, "ends in the variance %g; variances are not below 0", covariance[i + i * m]));
    }
done:
    return rc;
}

/* The covariance of the bias and the weights becomes a posterior. */
static int read_covariance(reader *r)
{
    int rc = ARDOR_OK;
    ardor_context *context = r->root->context;
    const int64_t m = 1 + r->function->n_terms;
    ard_node rows;
    int64_t cells = 0;
    double *covariance = NULL, *mean = NULL;
    ard_posterior *posterior = NULL;
    TRY(find_covariance(r, m, &rows));
    REQUIRE(context, ard_mul_ok(m, m, &cells), ARDOR_DATA, "%s: the covariance is too large", r->root->file);
    NEW(context, covariance, cells);
    TRY(read_triangle(&rows, m, covariance));
    NEW(context, mean, m);
    mean[0] = r->bias;
    memcpy(mean + 1, r->function->weight, (size_t)(m - 1) * sizeof *mean);
    NEW(context, posterior, 1);
    TRY(ard_posterior_of_covariance(context, m, mean, covariance, posterior));
    ard_function_take_posteriors(&r->model->fit.machine, 1, &posterior);
done:
    ard_posteriors_free(context, 1, posterior);
    ard_free(context, mean);
    ard_free(context, covariance);
    return rc;
}

static int read_posteriors(reader *r)
{
    int rc = ARDOR_OK;
    ard_function *f = r->function;
    ard_node list;
    if (r->method->has & COVARIANCE) TRY(read_covariance(r));
    if (!(r->method->has & POSTERIORS)) goto done;
    TRY(ard_posteriors_read(r->root, f->basis, f->n_terms, &f->n_posteriors, &f->posterior));
    TRY(ard_node_member(r->root, "posteriors", &list));
    if (f->n_posteriors == 0) rc = ard_node_fail(&list, "is empty");
done:
    return rc;
}

/* ------------------------------------------------------------------ frequencies */

/* Features that a round selected too; version 1 has none. */
static int read_others(reader *r, int64_t *n, char ***name, double **frequency, ard_node *others)
{
    int rc = ARDOR_OK;
    ardor_context *context = r->root->context;
    int64_t size = 0;
    if (r->version < 2) goto done;
    TRY(ard_member_array(r->root, "others", others, &size));
    NEW(context, *name, size);
    *n = size;
    NEW(context, *frequency, size);
    for (int64_t j = 0; j < size; j++) {
        ard_node node = ard_node_element(others, j);
        TRY(ard_node_object(&node));
        TRY(ard_read_name(&node, "name", *name + j));
        TRY(ard_read_frequency(&node, *frequency + j));
        TRY(ard_node_done(&node));
    }
    TRY(ard_read_unique(others, size, *name));
done:
    return rc;
}

/* One list of the features and the others. */
static int join_counted(reader *r, int64_t n_others, char **other, const double *other_frequency)
{
    int rc = ARDOR_OK;
    ardor_context *context = r->root->context;
    ardor_model *model = r->model;
    const int64_t n_features = model->fit.machine.n_features, n = n_features + n_others;
    ard_rank *order = NULL;
    NEW(context, order, n);
    for (int64_t j = 0; j < n; j++)
        order[j] = (ard_rank){.index = j, .key = j < n_features ? r->frequency[j] : other_frequency[j - n_features]};
    ard_rank_sort(n, order);
    NEW(context, model->counted, n);
    model->fit.n_counted = n;
    NEW(context, model->fit.frequency, n);
    for (int64_t j = 0; j < n; j++) {
        const int64_t from = order[j].index;
        COPY(context, model->counted[j], from < n_features ? model->feature[from] : other[from - n_features]);
        model->fit.frequency[j] = order[j].key;
    }
done:
    ard_free(context, order);
    return rc;
}

static int read_counted(reader *r)
{
    int rc = ARDOR_OK;
    int64_t n = 0, first = 0, second = 0;
    char **other = NULL;
    double *frequency = NULL;
    ard_node others = {0};
    if (!(r->method->has & FREQUENCIES)) goto done;
    TRY(read_others(r, &n, &other, &frequency, &others));
    TRY(join_counted(r, n, other, frequency));
    TRY(ard_names_repeated(r->root->context, r->model->fit.n_counted, r->model->counted, &first, &second));
    if (second >= 0) rc = ard_node_fail(&others, "has '%.80s', which is a feature of the model", r->model->counted[first]);
done:
    ard_free(r->root->context, frequency);
    ard_names_free(r->root->context, n, other);
    return rc;
}

/* ------------------------------------------------------------------ the document */

static int read_report(reader *r)
{
    int rc = ARDOR_OK;
    ard_node report;
    TRY(ard_member_object(r->root, "report", &report));
    TRY(ard_read_fields(ard_report_fields, &report, &r->model->report));
    TRY(ard_read_tuning(&report, r->version, r->model));
    TRY(ard_read_trace(&report, r->version, r->method->certificate, r->model, NULL));
    TRY(ard_node_done(&report));
done:
    return rc;
}

/* Rows are known to be rows of the data only after the report. */
static int check_rows(const reader *r)
{
    int rc = ARDOR_OK;
    const int64_t n = r->model->fit.machine.n_vectors, last = n > 0 ? r->function->row[n - 1] : 0;
    REQUIRE(r->root->context, n == 0 || last < r->model->report.n, ARDOR_DATA, "%s: a vector is row %lld, of data with %lld rows",
            r->root->file, (long long)last + 1, (long long)r->model->report.n);
done:
    return rc;
}

int ard_read_old(ard_node *root, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    reader r = {.root = root, .version = version, .model = model};
    TRY(read_method(&r));
    TRY(ard_read_settings(root, version, model, NULL));
    TRY(ard_read_classes(root, version, model));
    TRY(read_solution(&r));
    TRY(open_machine(&r));
    TRY(read_features(&r));
    TRY(read_counted(&r));
    TRY(read_vectors(&r));
    ard_function_set_importance(&model->fit.machine);
    TRY(read_posteriors(&r));
    if (model->method->extra) TRY(ard_read_extras(root, version, model, NULL));
    TRY(read_report(&r));
    TRY(check_rows(&r));
done:
    ard_free(root->context, r.frequency);
    return rc;
}
