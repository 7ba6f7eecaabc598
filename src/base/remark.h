/* Remarks: what a call says beside its result. A note is said once and forgotten; a warning has a code, by which programs know
 * it, and stands in the result too. */
#ifndef ARD_REMARK_H
#define ARD_REMARK_H

#include "base/base.h"

/* This is what a new warning must have: a kind here, its code in remark.c, and a line in docs/json.md. */
typedef enum ard_remark_kind {
    ARD_NOTE,          /* plain: of those of several folds each text is one */
    ARD_NOTE_CONSTANT, /* columns that are constant in the training rows */
    ARD_FIRST_WARNING, /* from here on: warnings */
    ARD_WARN_FEW_ROWS = ARD_FIRST_WARNING,
    ARD_WARN_SMALL_CLASS,   /* a class with fewer rows than folds */
    ARD_WARN_CLASSES_ALIKE, /* two that may be one */
    ARD_WARN_MANY_CLASSES,  /* so many that the target may be another column */
    ARD_WARN_COPIES,        /* copies of a row in training and test parts */
    ARD_WARN_REPEATED_IDS,
    ARD_WARN_ID_COLUMN,
    ARD_WARN_LABEL_COLUMN,    /* a feature that is the label */
    ARD_WARN_CHOSEN_FEATURES, /* by a result that saw rows which are fitted to now */
    ARD_WARN_SEPARABLE,
    ARD_WARN_GRID_EDGE,
    ARD_WARN_NULL_MODEL,
    ARD_WARN_NOTHING_LEARNT,
    ARD_WARN_CANDIDATES, /* of the tuning, that failed */
    ARD_WARN_NOT_TUNED,
    ARD_WARN_FOLDS_INSTEAD, /* of the approximate leave-one-out that tune=auto stood for */
    ARD_WARN_CONTROL_PROBES,
    ARD_WARN_FORCED_CONSTANT, /* forced columns that are constant in the training rows */
    ARD_WARN_WEAK_TEACHER,
    ARD_WARN_NO_COMMITTEE, /* of teachers: too few rows of a class */
    ARD_WARN_LOO_NULL,
    ARD_WARN_OTHER_MAXIMA,   /* starts ended in different ones */
    ARD_WARN_SINGULAR,       /* a ridge of 0 was asked for, and another taken */
    ARD_WARN_NOT_FINITE,     /* the fit ended before a step that would leave a value that is not finite */
    ARD_WARN_UNKNOWN_LABELS, /* of a prediction: classes that the model does not have */
    ARD_WARN_TRAINING_TABLE, /* of a prediction: what the model was fitted to */
    ARD_N_REMARK_KINDS
} ard_remark_kind;

typedef struct ard_remark {
    ard_remark_kind kind;
    char *text;
} ard_remark;

typedef struct ard_remarks {
    int64_t n, room;
    ard_remark *item;
    bool lost; /* one could not be added */
} ard_remarks;

/* Its code, a constant; NULL for ARD_NOTE. And the kind that has a code; false: none has. */
const char *ard_remark_code(ard_remark_kind kind);
bool ard_remark_find(const char *code, ard_remark_kind *out);
static inline bool ard_is_warning(ard_remark_kind kind) { return kind >= ARD_FIRST_WARNING; }

/* A further one, whose text is copied; ARDOR_MEMORY is remembered too. */
int ard_remarks_add(ardor_context *context, ard_remarks *list, ard_remark_kind kind, const char *text);
bool ard_remarks_have(const ard_remarks *list, const char *text);
void ard_remarks_free(ardor_context *context, ard_remarks *list);

/* ---- of a context */

/* Say it: the root of the context tells its caller, each text once in a call; a child keeps it for ard_context_join. */
void ard_remark_say(ardor_context *context, ard_remark_kind kind, const char *text);
/* The same of a text that is made, mostly of a warning. */
void ard_warn(ardor_context *context, ard_remark_kind kind, const char *format, ...) ARD_PRINTF(3, 4);
/* From here on what is said in this context is said of this part of the work: "PLACE: " stands before it. NULL: of all. The text
 * outlives it. */
void ard_remark_place(ardor_context *context, const char *place);
/* What was said in this context since it was made, or since the call began, which stays its own; and the warnings among it, as
 * copies: ARDOR_MEMORY also where one was lost. */
const ard_remarks *ard_remarks_of(const ardor_context *context);
int ard_warnings_copy(ardor_context *context, ard_remarks *out);
/* Take over what a child keeps: nothing of it is told. */
ard_remarks ard_remarks_take(ardor_context *context);
/* Forget it: a call begins; or a child's is of no account. Takes NULL. */
void ard_remarks_forget(ardor_context *context);
#endif
