/* Pieces of the model file's readers. Nothing in the file is trusted: sizes are those of the arrays that are there, so a file
 * cannot ask for more memory than it fills; every number, index and name is checked; a member that is missing, of the wrong
 * type or unknown is an error that says where it is. */
#ifndef ARD_MODEL_READ_H
#define ARD_MODEL_READ_H

#include "json/json_read.h"
#include "model/model_fields.h"
#include "model/model_file.h"

/* The last version of the file whose numbers are members of the document, and its settings under the names that they had then;
 * the last one whose preparation is not a list of steps; the last one without inputs, warnings, and the empty model and the
 * baseline of a tuning; the last one without columns of levels; the last one that does not say where starts ended; the last one
 * without machines of pairs of classes, forced features, the shares of the classes and the labels of a rest; the last one without
 * what a filter says of its features, sizes of it to choose from, and combined columns; the last one without the means of
 * features; the last one without the evidence of the paper beside that which is reported; and the last one without the evidence
 * of weights and scales as one integral. */
enum {
    ARD_MODEL_OLD = 2,
    ARD_MODEL_OLD_PREPARE = 3,
    ARD_MODEL_OLD_INPUTS = 4,
    ARD_MODEL_OLD_LEVELS = 5,
    ARD_MODEL_OLD_OPTIMA = 6,
    ARD_MODEL_OLD_CLASSES = 7,
    ARD_MODEL_OLD_FILTERS = 8,
    ARD_MODEL_OLD_MEANS = 9,
    ARD_MODEL_OLD_EVIDENCE = 11,
    ARD_MODEL_OLD_JOINT = 12
};

/* ---- model_read_parts.c: what all versions have */

/* The elements of a list of unique, non-empty names, into `size` zeroed places. */
int ard_read_names(const ard_node *array, int64_t size, char **names);
/* Do n names differ? An error of the node where not. */
int ard_read_unique(const ard_node *node, int64_t n, char *const *names);
/* A name, not empty; the copy is the caller's. */
int ard_read_name(ard_node *object, const char *key, char **out);
/* Member "classes": two or more; up to ARD_MODEL_OLD_CLASSES two, unless the model's method can do more, or is unknown. */
int ard_read_classes(ard_node *root, int64_t version, ardor_model *model);
/* The preparation of n features. Up to ARD_MODEL_OLD_PREPARE its numbers are members of the features. */
int ard_read_prepare(ard_node *root, const ard_step_kind *const *kinds, int64_t version, int64_t n, ardor_model *model);
/* There: the members "mean", "sd", "median" of feature j. */
int ard_read_scaling(ard_node *feature, int64_t j, ardor_model *model);
/* A basis by its name, and if the model's method is known, one that it has. */
int ard_read_basis(ard_node *object, ardor_model *model, ard_basis *out);
/* Member "frequency": above 0, at most 1. */
int ard_read_frequency(ard_node *object, double *out);

/* ---- model_read_method.c: what depends on the method, which may be unknown */

/* Of the model, or of a part of it (NULL: the whole). */
int ard_read_settings(ard_node *object, int64_t version, ardor_model *model, const int64_t *part);
int ard_read_extras(ard_node *object, int64_t version, ardor_model *model, const int64_t *part);
/* Members "tuned", "candidates", "chosen", "baseline" and "learnt" of the report. */
int ard_read_tuning(ard_node *report, int64_t version, ardor_model *model);
/* Member "trace" of the report. Files of version 2 and before call a certificate of any kind KKT violations, and have numbers
 * there where there is none: `old` is the kind that it was. */
int ard_read_trace(ard_node *report, int64_t version, ard_certificate_kind old, ardor_model *model, const int64_t *part);
/* The certificate of an iteration, or of an old file's solution. */
int ard_read_certificate(ard_node *object, int64_t version, ard_certificate_kind old, ard_certificate *out);

/* ---- model_read_fit.c: how a fit came about, or a part of it: settings, figures, certificate, optima and extras */

int ard_read_fit(ard_node *object, int64_t version, ardor_model *model, const int64_t *part);
/* Members "multiclass" and "parts" of the report. */
int ard_read_parts(ard_node *report, ardor_model *model);
/* Is the machine, which is there, what the report says: of its basis, with its parts? */
int ard_check_machine(const ard_node *machine, const ardor_model *model);

/* ---- model_read_old.c: a document of version 1 or 2 */

int ard_read_old(ard_node *root, int64_t version, ardor_model *model);

#endif
