/* Complementary pairs of half samples, for stability selection (Shah and Samworth, JRSS B 75, 2013). */
#ifndef ARD_HALVES_H
#define ARD_HALVES_H

#include "data/dataset.h"

/* Two lists of rows of the data, increasing, that have none in common. */
typedef struct ard_halves {
    ard_rows half[2];
} ard_halves;

/* Pair `pair` of the rows (NULL: all), which the seed decides, whatever other pairs are drawn. Classes are halved, each but for
 * a row: both halves have floor(n/2) rows, and of an odd number one row, of a class with an odd number, is in neither. Groups
 * stay whole, and all are in one half or the other: their rows, and those of their classes, are halved as well as groups drawn
 * in random order allow. Copies in `rows` stay together likewise.
 *
 * Both halves have rows of two classes: drawn again until they do, at most 100 times, then ARDOR_DATA. */
int ard_halves_draw(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, uint64_t seed, int64_t pair,
                    ard_halves *out);
void ard_halves_free(ardor_context *context, ard_halves *halves);
#endif
