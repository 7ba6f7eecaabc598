/* The codes of remarks. */
#include "base/remark.h"

#include <string.h>

static const char *const code[ARD_N_REMARK_KINDS] = {
    [ARD_NOTE_CONSTANT] = "constant_columns",
    [ARD_WARN_FEW_ROWS] = "few_rows",
    [ARD_WARN_SMALL_CLASS] = "small_class",
    [ARD_WARN_COPIES] = "copies_apart",
    [ARD_WARN_REPEATED_IDS] = "repeated_ids",
    [ARD_WARN_ID_COLUMN] = "id_column",
    [ARD_WARN_LABEL_COLUMN] = "label_column",
    [ARD_WARN_SEPARABLE] = "separable",
    [ARD_WARN_GRID_EDGE] = "grid_edge",
    [ARD_WARN_NULL_MODEL] = "null_model",
    [ARD_WARN_NOTHING_LEARNT] = "nothing_learnt",
    [ARD_WARN_NOT_TUNED] = "not_tuned",
    [ARD_WARN_CONTROL_PROBES] = "control_probes",
    [ARD_WARN_WEAK_TEACHER] = "weak_teacher",
    [ARD_WARN_NO_COMMITTEE] = "no_committee",
    [ARD_WARN_LOO_NULL] = "loo_null_model",
    [ARD_WARN_NOT_FINITE] = "not_finite",
    [ARD_WARN_UNKNOWN_LABELS] = "unknown_labels",
    [ARD_WARN_TRAINING_TABLE] = "training_table",
    [ARD_WARN_OTHER_MAXIMA] = "other_maxima",
    [ARD_WARN_CANDIDATES] = "candidates_failed",
    [ARD_WARN_FOLDS_INSTEAD] = "folds_instead",
    [ARD_WARN_CLASSES_ALIKE] = "classes_alike",
    [ARD_WARN_MANY_CLASSES] = "many_classes",
    [ARD_WARN_FORCED_CONSTANT] = "forced_constant",
    [ARD_WARN_SINGULAR] = "singular_covariance",
    [ARD_WARN_CHOSEN_FEATURES] = "chosen_features",
};

const char *ard_remark_code(ard_remark_kind kind) { return code[kind]; }

bool ard_remark_find(const char *text, ard_remark_kind *out)
{
    for (int kind = 0; kind < ARD_N_REMARK_KINDS; kind++) {
        if (!code[kind] || strcmp(code[kind], text) != 0) continue;
        *out = (ard_remark_kind)kind;
        return true;
    }
    return false;
}
