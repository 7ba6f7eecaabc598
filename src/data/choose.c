/* Features that were chosen before, by a result that saw rows which are fitted to now. */
#include <string.h>

#include "base/message.h"
#include "base/text.h"
#include "data/dataset.h"

/* Names that no feature has, the first few. */
enum { MOST_NAMED = 5 };

/* keep (p): which of the features are named. */
static int find_features(ardor_context *context, const ardor_dataset *data, int64_t n, const char *const *name,
                         const char *origin, bool *keep)
{
    int rc = ARDOR_OK;
    int64_t lacking = 0;
    char list[ARD_LIST_BYTES] = "";
    ard_name_index *index = NULL;
    TRY(ard_name_index_new(context, data->p, data->feature, &index));
    for (int64_t i = 0; i < n; i++) {
        const int64_t j = ard_name_index_find(index, name[i]);
        if (j >= 0)
            keep[j] = true;
        else if (++lacking <= MOST_NAMED + 1)
            ard_name_append(list, sizeof list, lacking <= MOST_NAMED ? name[i] : NULL);
    }
    REQUIRE(
        context, lacking == 0, ARDOR_DATA,
        "%s: lacks %lld of the %lld features chosen (%s): %s; give the table that they were chosen from, or one with its columns",
        data->source, (long long)lacking, (long long)n, origin, list);
done:
    ard_name_index_free(index);
    return rc;
}

/* The values of the features kept close up, in memory of the data's own. */
static int move_values(ardor_context *context, ardor_dataset *data, int64_t n_kept, const int64_t *kept)
{
    int rc = ARDOR_OK;
    double *x = NULL;
    NEW(context, x, data->n * n_kept);
    for (int64_t k = 0; k < n_kept; k++) memcpy(x + k * data->n, ard_dataset_values(data, kept[k]), (size_t)data->n * sizeof *x);
    if (!data->borrowed) ard_free(context, data->x);
    data->x = x;
    data->ld = data->n;
    data->borrowed = false;
done:
    return rc;
}

static void move_names(ardor_context *context, char **name, int64_t p, const bool *keep)
{
    int64_t n = 0;
    for (int64_t j = 0; name && j < p; j++) {
        char *own = name[j];
        name[j] = NULL;
        if (keep[j])
            name[n++] = own;
        else
            ard_free(context, own);
    }
}

static void forget_truth(ardor_context *context, ardor_dataset *data)
{
    if (!data->truth) return;
    ard_free(context, data->truth->weight);
    ard_free(context, data->truth->mean);
    ard_free(context, data->truth);
    data->truth = NULL;
}

/* Nothing here fails. */
static void take_features(ardor_context *context, ardor_dataset *data, const bool *keep, int64_t n_kept, const int64_t *kept)
{
    move_names(context, data->feature, data->p, keep);
    move_names(context, data->unread, data->p, keep);
    for (int64_t k = 0; k < n_kept; k++) {
        if (data->place) data->place[k] = data->place[kept[k]];
        if (data->missing) data->missing[k] = data->missing[kept[k]];
    }
    data->p = n_kept;
    forget_truth(context, data);
}

ardor_status ardor_dataset_choose_features(ardor_context *context, ardor_dataset *data, int64_t n, const char *const *name,
                                           const char *origin)
{
    int rc = ARDOR_OK;
    bool *keep = NULL;
    int64_t *kept = NULL, n_kept = 0;
    char *chosen = NULL;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, data && name && origin && n > 0, ARDOR_USAGE, "features to choose: the data, a name at least and an origin");
    NEW(context, keep, data->p);
    NEW(context, kept, data->p);
    TRY(find_features(context, data, n, name, origin, keep));
    for (int64_t j = 0; j < data->p; j++)
        if (keep[j]) kept[n_kept++] = j;
    COPY(data->context, chosen, origin);
    TRY(ard_message_pass(data->context, context, move_values(data->context, data, n_kept, kept)));
    take_features(data->context, data, keep, n_kept, kept);
    ard_free(data->context, data->chosen);
    data->chosen = chosen;
    chosen = NULL;
done:
    if (data) ard_free(data->context, chosen);
    ard_free(context, kept);
    ard_free(context, keep);
    return (ardor_status)rc;
}
