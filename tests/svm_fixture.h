/* LIBSVM as its own programs call it, with its own kernels. */
#ifndef SVM_FIXTURE_H
#define SVM_FIXTURE_H

#include "penalised_fixture.h"

#include <libsvm/svm.h>

#include "method/shared/csvc.h"

static inline void no_text(const char *text) { (void)text; }

/* Of some rows and columns of a table, column after column (row NULL, column NULL: all of them). */
typedef struct libsvm_table {
    int64_t n, p;
    struct svm_node *node, **row;
    double *sign;
} libsvm_table;

static inline libsvm_table libsvm_rows(const rows *r, int64_t n, const int64_t *row, int64_t p, const int64_t *column)
{
    libsvm_table t = {n, p, make_array(n * (p + 1), sizeof *t.node), make_array(n, sizeof *t.row), make_reals(n)};
    for (int64_t i = 0; i < n; i++) {
        const int64_t from = row ? row[i] : i;
        t.row[i] = t.node + i * (p + 1);
        for (int64_t k = 0; k < p; k++) t.row[i][k] = (struct svm_node){(int)k + 1, r->x[from + (column ? column[k] : k) * r->n]};
        t.row[i][p].index = -1;
        t.sign[i] = sign_of(r, from);
    }
    return t;
}

static inline void free_libsvm_rows(libsvm_table *t)
{
    free(t->sign);
    free(t->row);
    free(t->node);
}

/* As `svm-train -t kernel -g gamma -d degree -r 1 -c cost -e eps -w-1 weight[0] -w1 weight[1]`. */
static inline struct svm_model *libsvm_train(const libsvm_table *t, int kernel, int degree, double gamma, double cost, double eps,
                                             double weight_no, double weight_yes)
{
    int label[] = {-1, 1};
    double weight[] = {weight_no, weight_yes};
    const struct svm_problem problem = {(int)t->n, t->sign, t->row};
    const struct svm_parameter parameter = {.svm_type = C_SVC,
                                            .kernel_type = kernel,
                                            .degree = degree,
                                            .gamma = gamma,
                                            .coef0 = 1,
                                            .cache_size = 40,
                                            .eps = eps,
                                            .C = cost,
                                            .nr_weight = 2,
                                            .weight_label = label,
                                            .weight = weight,
                                            .shrinking = 1};
    svm_set_print_string_function(no_text);
    return svm_train(&problem, &parameter);
}

static inline double libsvm_value(const struct svm_model *model, const struct svm_node *x)
{
    double value = 0;
    svm_predict_values(model, x, &value);
    return model->label[0] == 1 ? value : -value;
}

#endif
