/* Pieces of the model file's reader. */
#ifndef ARD_MODEL_READ_H
#define ARD_MODEL_READ_H

#include "json/json_read.h"
#include "model/model_file.h"

/* The plain members that `fields` lists, of the structure at `base`. */
int ard_read_fields(const ard_field *fields, ard_node *object, void *base);
/* A value of the setting; null is NaN: chosen from the data. */
int ard_read_setting(const ard_node *node, const ard_setting *setting, double *out);
/* The member of the setting; a file of version 2 or before may have it under the name that it had then. */
int ard_member_setting(ard_node *object, const ard_setting *setting, int64_t version, ard_node *out);
/* Member "posteriors", where the method has them; after features and vectors. */
int ard_read_posteriors(ard_node *root, ardor_model *model);
/* Member "report" of the document. */
int ard_read_report(ard_node *root, int64_t version, ardor_model *model);

#endif
