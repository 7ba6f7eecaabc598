/* The fingerprint of a dataset. */
#include "data/dataset.h"

uint64_t ard_dataset_hash(const ardor_dataset *data)
{
    char name[24];
    ard_hash hash = ard_hash_begin();
    ard_hash_word(&hash, (uint64_t)data->n);
    ard_hash_word(&hash, (uint64_t)data->p);
    for (int64_t j = 0; j < data->p; j++) ard_hash_text(&hash, data->feature[j]);
    for (int64_t i = 0; i < data->n; i++) {
        const int32_t label = data->label ? data->label[i] : -1;
        ard_hash_text(&hash, ard_row_name(data, i, name));
        ard_hash_text(&hash, label >= 0 ? data->class_name[label] : NULL);
        ard_hash_real(&hash, data->weight ? data->weight[i] : 1.0);
        ard_hash_word(&hash, data->group ? (uint64_t)data->group[i] : UINT64_MAX);
    }
    for (int64_t j = 0; j < data->p; j++)
        for (int64_t i = 0; i < data->n; i++) ard_hash_real(&hash, ard_dataset_values(data, j)[i]);
    return ard_hash_value(&hash);
}

const char *ard_dataset_hash_text(const ardor_dataset *data, char out[ARD_HASH_BYTES])
{
    return ard_hash_print(ard_dataset_hash(data), out);
}
