/* How a layout is made. */
#ifndef ARD_LAYOUT_INSIDE_H
#define ARD_LAYOUT_INSIDE_H

#include "io/layout.h"

#define LAYOUT_CLASS "class" /* the name of the target where none is given */

/* What a layout is made from. */
typedef struct layout_asked {
    const char *file;
    const ard_top *head;
    const ard_text_row *first; /* of the head */
    const ardor_read_options *options;
    const ard_expected *expected;
    bool turned;
    ard_role_request of[ARD_N_ROLES]; /* by role */
} layout_asked;

layout_asked layout_asked_of(const char *file, const ard_top *head, const ard_reading *reading, bool turned);

/* Columns of the first row, -1 where there is none: by name (the corner of a turned table last); of a 1-based number; where a
 * column of the model's table is in this one, neither having names. */
int64_t layout_column_named(const layout_asked *asked, const char *name);
int64_t layout_column_numbered(const ard_text_row *row, const char *text);
bool layout_is_like_models(const layout_asked *asked); /* that had no names, by the number of columns */
int64_t layout_model_column(const layout_asked *asked, const char *text);

/* The last column that is not taken; one that is not empty before those that are, in the rows from `first` on that are seen. -1:
 * all are taken. */
int64_t layout_last_filled(const layout_asked *asked, const bool *taken, int64_t first);

static inline bool layout_is_needed(const ard_layout *layout, int64_t column) { return layout->needed && layout->needed[column]; }

/* Give roles, in this order: those asked for, those that the model knows, row names, and (when names are known, and what is
 * dropped) the target. */
int layout_assign_requested(ard_layout *layout, const layout_asked *asked);
void layout_assign_expected(ard_layout *layout, const layout_asked *asked);
int layout_assign_id(ard_layout *layout, const layout_asked *asked);
int layout_assign_target(ard_layout *layout, const layout_asked *asked);
#endif
