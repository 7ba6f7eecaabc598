/* See table_kinds.h: the columns of each kind, in their order. */
#include "table_kinds.h"

static const cli_column FEATURES[] = {{"name", CLI_MEMBER, "name", NULL},
                                      {"scale", CLI_MEMBER, "scale", NULL},
                                      {"weight", CLI_MEMBER, "weight", NULL},
                                      {"class", CLI_MEMBER, "direction", NULL},
                                      {"weight_", CLI_SPREAD, "class_weights", NULL},
                                      {"frequency", CLI_MEMBER, "frequency", NULL},
                                      {"forced", CLI_MEMBER, "forced", NULL},
                                      {"filter_rank", CLI_MEMBER, "filter_rank", NULL},
                                      {"filter_score", CLI_MEMBER, "filter_score", NULL},
                                      {NULL, CLI_MEMBER, NULL, NULL}};

static const cli_column CANDIDATES[] = {{"candidate", CLI_POSITION, NULL, NULL},
                                        {"filter", CLI_MEMBER, "filter", NULL},
                                        {"", CLI_SPREAD, NULL, "tune.settings"},
                                        {"error", CLI_MEMBER, "error", NULL},
                                        {"error_se", CLI_MEMBER, "error_se", NULL},
                                        {"deviance", CLI_MEMBER, "deviance", NULL},
                                        {"n_features", CLI_MEMBER, "n_features", NULL},
                                        {"n_vectors", CLI_MEMBER, "n_vectors", NULL},
                                        {"empty", CLI_MEMBER, "empty", NULL},
                                        {"status", CLI_MEMBER, "status", NULL},
                                        {"message", CLI_MEMBER, "message", NULL},
                                        {"chosen", CLI_CHOSEN, NULL, "tune.chosen"},
                                        {NULL, CLI_MEMBER, NULL, NULL}};

/* Of an evaluation, and of each of a comparison. */
#define SELECTED                                                                                                                 \
    {"name", CLI_MEMBER, "name", NULL}, {"frequency", CLI_MEMBER, "frequency", NULL},                                            \
        {"mean_scale", CLI_MEMBER, "mean_scale", NULL}, {"mean_weight", CLI_MEMBER, "mean_weight", NULL},                        \
        {"class", CLI_MEMBER, "direction", NULL}, {"agreement", CLI_MEMBER, "agreement", NULL},                                  \
        {"mean_weight_", CLI_SPREAD, "mean_class_weights", NULL}, {"nearest", CLI_MEMBER, "nearest", NULL},                      \
        {"nearest_correlation", CLI_MEMBER, "nearest_correlation", NULL},                                                        \
        {"nearest_frequency", CLI_MEMBER, "nearest_frequency", NULL},                                                            \
    {                                                                                                                            \
        "permuted_frequency", CLI_MEMBER, "permuted_frequency", NULL                                                             \
    }
static const cli_column SELECTION[] = {SELECTED, {NULL, CLI_MEMBER, NULL, NULL}};

static const cli_column FOLDS[] = {{"fold", CLI_MEMBER, "fold", NULL},
                                   {"repetition", CLI_REPETITION, NULL, NULL},
                                   {"n_train", CLI_MEMBER, "n_train", NULL},
                                   {"n_test", CLI_MEMBER, "n_test", NULL},
                                   {"error", CLI_MEMBER, "error", NULL},
                                   {"majority_error", CLI_MEMBER, "majority_error", NULL},
                                   {"n_features", CLI_MEMBER, "n_features", NULL},
                                   {"n_vectors", CLI_MEMBER, "n_vectors", NULL},
                                   {"n_screened", CLI_MEMBER, "n_screened", NULL},
                                   {"filter", CLI_MEMBER, "filter", NULL},
                                   {"", CLI_SPREAD, "settings", NULL},
                                   {"relax_factor", CLI_MEMBER, "relax_factor", NULL},
                                   {"stop_reason", CLI_MEMBER, "stop_reason", NULL},
                                   {"null_model", CLI_MEMBER, "null_model", NULL},
                                   {"status", CLI_STATUS, NULL, NULL},
                                   {"message", CLI_MEMBER, "message", NULL},
                                   {NULL, CLI_MEMBER, NULL, NULL}};

static const cli_column STABILITY[] = {{"name", CLI_MEMBER, "name", NULL},
                                       {"frequency", CLI_MEMBER, "frequency", NULL},
                                       {"stable", CLI_MEMBER, "stable", NULL},
                                       {NULL, CLI_MEMBER, NULL, NULL}};

static const cli_column IMPORTANCE[] = {{"name", CLI_MEMBER, "name", NULL},
                                        {"n_folds", CLI_MEMBER, "n_folds", NULL},
                                        {"log_loss_rise", CLI_MEMBER, "log_loss_rise", NULL},
                                        {"log_loss_sd", CLI_MEMBER, "log_loss_sd", NULL},
                                        {"error_rise", CLI_MEMBER, "error_rise", NULL},
                                        {"error_sd", CLI_MEMBER, "error_sd", NULL},
                                        {NULL, CLI_MEMBER, NULL, NULL}};

#define ROWS_BEGIN                                                                                                               \
    {"id", CLI_MEMBER, "id", NULL}, {"class", CLI_MEMBER, "class", NULL}, { "predicted", CLI_MEMBER, "predicted", NULL }
#define PROBABILITIES                                                                                                            \
    {                                                                                                                            \
        "prob_", CLI_SPREAD, "prob", "classes"                                                                                   \
    }
static const cli_column INSTABILITY[] = {{"id", CLI_MEMBER, "id", NULL},
                                         {"class", CLI_MEMBER, "class", NULL},
                                         PROBABILITIES,
                                         {"instability", CLI_MEMBER, "instability", NULL},
                                         {"refit_mean", CLI_MEMBER, "refit_mean", NULL},
                                         {"refit_low", CLI_MEMBER, "refit_low", NULL},
                                         {"refit_high", CLI_MEMBER, "refit_high", NULL},
                                         {NULL, CLI_MEMBER, NULL, NULL}};
static const cli_column ROWS_PREDICTED[] = {ROWS_BEGIN, PROBABILITIES, {NULL, CLI_MEMBER, NULL, NULL}};
static const cli_column ROWS_EVALUATED[] = {ROWS_BEGIN,
                                            PROBABILITIES,
                                            {"fold", CLI_MEMBER, "fold", NULL},
                                            {"repetition", CLI_REPETITIONS, NULL, NULL},
                                            {NULL, CLI_MEMBER, NULL, NULL}};

/* Of comparisons: rows are made by table_rows.c, in which a name that a row has itself stands beside that of its cell. */
static const cli_column CELLS[] = {{"data", CLI_MEMBER, "data", NULL},
                                   {"name", CLI_MEMBER, "name", NULL},
                                   {"method", CLI_MEMBER, "method", NULL},
                                   {"status", CLI_MEMBER, "status", NULL},
                                   {"message", CLI_MEMBER, "message", NULL},
                                   {"n", CLI_MEMBER, "n", NULL},
                                   {"p", CLI_MEMBER, "p", NULL},
                                   {"n_folds", CLI_MEMBER, "n_folds", NULL},
                                   {"folds_done", CLI_MEMBER, "folds_done", NULL},
                                   {"folds_failed", CLI_MEMBER, "folds_failed", NULL},
                                   {"error", CLI_MEMBER, "error", NULL},
                                   {"error_low", CLI_MEMBER, "error_low", NULL},
                                   {"error_high", CLI_MEMBER, "error_high", NULL},
                                   {"balanced_error", CLI_MEMBER, "balanced_error", NULL},
                                   {"balanced_error_low", CLI_MEMBER, "balanced_error_low", NULL},
                                   {"balanced_error_high", CLI_MEMBER, "balanced_error_high", NULL},
                                   {"auc", CLI_MEMBER, "auc", NULL},
                                   {"auc_low", CLI_MEMBER, "auc_low", NULL},
                                   {"auc_high", CLI_MEMBER, "auc_high", NULL},
                                   {"log_loss", CLI_MEMBER, "log_loss", NULL},
                                   {"log_loss_low", CLI_MEMBER, "log_loss_low", NULL},
                                   {"log_loss_high", CLI_MEMBER, "log_loss_high", NULL},
                                   {"n_features", CLI_MEMBER, "n_features", NULL},
                                   {"n_vectors", CLI_MEMBER, "n_vectors", NULL},
                                   {"n_warnings", CLI_MEMBER, "n_warnings", NULL},
                                   {NULL, CLI_MEMBER, NULL, NULL}};

static const cli_column PAIRS[] = {{"data", CLI_MEMBER, "data", NULL},
                                   {"figure", CLI_MEMBER, "figure", NULL},
                                   {"name", CLI_MEMBER, "name", NULL},
                                   {"against", CLI_MEMBER, "against", NULL},
                                   {"other", CLI_MEMBER, "other", NULL},
                                   {"mean", CLI_MEMBER, "mean", NULL},
                                   {"other_mean", CLI_MEMBER, "other_mean", NULL},
                                   {"difference", CLI_MEMBER, "difference", NULL},
                                   {"low", CLI_MEMBER, "low", NULL},
                                   {"high", CLI_MEMBER, "high", NULL},
                                   {"df", CLI_MEMBER, "df", NULL},
                                   {"t", CLI_MEMBER, "t", NULL},
                                   {"p", CLI_MEMBER, "p", NULL},
                                   {"p_holm", CLI_MEMBER, "p_holm", NULL},
                                   {"n_compared", CLI_MEMBER, "n_compared", NULL},
                                   {"reason", CLI_MEMBER, "reason", NULL},
                                   {"folds", CLI_MEMBER, "folds", NULL},
                                   {"folds_lacking", CLI_MEMBER, "folds_lacking", NULL},
                                   {"only_wrong", CLI_MEMBER, "only_wrong", NULL},
                                   {"other_only_wrong", CLI_MEMBER, "other_only_wrong", NULL},
                                   {"mcnemar_p", CLI_MEMBER, "mcnemar_p", NULL},
                                   {"mcnemar_reason", CLI_MEMBER, "mcnemar_reason", NULL},
                                   {"better", CLI_MEMBER, "better", NULL},
                                   {"worse", CLI_MEMBER, "worse", NULL},
                                   {"ties", CLI_MEMBER, "ties", NULL},
                                   {"missing", CLI_MEMBER, "missing", NULL},
                                   {NULL, CLI_MEMBER, NULL, NULL}};

static const cli_column SPARSITY[] = {{"data", CLI_MEMBER, "data", NULL},
                                      {"figure", CLI_MEMBER, "figure", NULL},
                                      {"name", CLI_MEMBER, "name", NULL},
                                      {"n_features", CLI_MEMBER, "n_features", NULL},
                                      {"other", CLI_MEMBER, "other", NULL},
                                      {"other_n_features", CLI_MEMBER, "other_n_features", NULL},
                                      {"mean", CLI_MEMBER, "mean", NULL},
                                      {"other_mean", CLI_MEMBER, "other_mean", NULL},
                                      {"difference", CLI_MEMBER, "difference", NULL},
                                      {"low", CLI_MEMBER, "low", NULL},
                                      {"high", CLI_MEMBER, "high", NULL},
                                      {"reason", CLI_MEMBER, "reason", NULL},
                                      {"folds", CLI_MEMBER, "folds", NULL},
                                      {"folds_lacking", CLI_MEMBER, "folds_lacking", NULL},
                                      {NULL, CLI_MEMBER, NULL, NULL}};

static const cli_column CELL_FOLDS[] = {{"data", CLI_MEMBER, "data", NULL},
                                        {"cell", CLI_MEMBER, "cell", NULL},
                                        {"fold", CLI_MEMBER, "fold", NULL},
                                        {"repetition", CLI_MEMBER, "repetition", NULL},
                                        {"n_train", CLI_MEMBER, "n_train", NULL},
                                        {"n_test", CLI_MEMBER, "n_test", NULL},
                                        {"error", CLI_MEMBER, "error", NULL},
                                        {"balanced_error", CLI_MEMBER, "balanced_error", NULL},
                                        {"auc", CLI_MEMBER, "auc", NULL},
                                        {"log_loss", CLI_MEMBER, "log_loss", NULL},
                                        {"majority_error", CLI_MEMBER, "majority_error", NULL},
                                        {"n_features", CLI_MEMBER, "n_features", NULL},
                                        {"n_vectors", CLI_MEMBER, "n_vectors", NULL},
                                        {"n_screened", CLI_MEMBER, "n_screened", NULL},
                                        {"filter", CLI_MEMBER, "filter", NULL},
                                        {"", CLI_SPREAD, "settings", NULL},
                                        {"relax_factor", CLI_MEMBER, "relax_factor", NULL},
                                        {"stop_reason", CLI_MEMBER, "stop_reason", NULL},
                                        {"null_model", CLI_MEMBER, "null_model", NULL},
                                        {"status", CLI_STATUS, NULL, NULL},
                                        {"message", CLI_MEMBER, "message", NULL},
                                        {NULL, CLI_MEMBER, NULL, NULL}};

static const cli_column CELL_SELECTION[] = {
    {"data", CLI_MEMBER, "data", NULL}, {"cell", CLI_MEMBER, "cell", NULL}, SELECTED, {NULL, CLI_MEMBER, NULL, NULL}};

const cli_kind cli_kinds[] = {{"features", "fit inspect", "fit", "features", NULL, FEATURES},
                              {"candidates", "fit inspect", "fit", "tune.candidates", NULL, CANDIDATES},
                              {"selection", "evaluate inspect", "evaluation", "selection", NULL, SELECTION},
                              {"importance", "evaluate inspect", "evaluation", "importance.features", NULL, IMPORTANCE},
                              {"stability", "evaluate inspect", "evaluation", "stability.features", NULL, STABILITY},
                              {"instability", "evaluate inspect", "evaluation", "instability.rows", NULL, INSTABILITY},
                              {"rows", "evaluate inspect", "evaluation", "rows", NULL, ROWS_EVALUATED},
                              {"rows", "predict", "predictions", "rows", NULL, ROWS_PREDICTED},
                              {"folds", "evaluate inspect", "evaluation", "folds", "failed", FOLDS},
                              {"cells", "compare inspect", "comparison", "cells", NULL, CELLS},
                              {"pairs", "compare inspect", "comparison", "pairs", NULL, PAIRS},
                              {"sparsity", "compare inspect", "comparison", "sparsity", NULL, SPARSITY},
                              {"folds", "compare inspect", "comparison", "cells", NULL, CELL_FOLDS},
                              {"selection", "compare inspect", "comparison", "cells", NULL, CELL_SELECTION}};
const size_t cli_n_kinds = sizeof cli_kinds / sizeof *cli_kinds;
