/* Charts of bars, one for each name, and their tables: features by how often they are chosen, and the like. */
#ifndef ARD_PAGE_BARS_H
#define ARD_PAGE_BARS_H

#include "page/page.h"

/* Bars in a chart, and rows in a table at most; the rest is in the document. */
enum { ARD_MOST_BARS = 25, ARD_MOST_ROWS = 1000 };

/* Opens D[key] and its list of bars: the title of the axis, what it is about, its largest value, a dashed line at `line` (NaN:
 * none). Then a call of ard_bars_add for each, and ard_bars_close, which writes the chart's place. */
void ard_bars_open(ard_page *page, const char *key, const char *about, const char *x, double top, double line);
/* label: at the end of the bar; text: of the tooltip, behind the name. */
void ard_bars_add(ard_page *page, const char *name, double value, const char *label, const char *text);
void ard_bars_close(ard_page *page, const char *key);

/* Behind a table that was cut. */
void ard_page_say_rest(ard_page *page, int64_t shown, int64_t n, const char *what);
#endif
