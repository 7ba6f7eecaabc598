/* Writing HTML. Whatever comes from outside goes through functions that escape it; only ard_html_markup, which gets constants,
 * writes as it is. */
#ifndef ARD_HTML_H
#define ARD_HTML_H

#include "base/buffer.h"

typedef struct ard_html {
    ard_buffer out; /* the first failure is kept in out.status */
    int cell;       /* of the open row of a table: cells written */
    bool row;       /* a row is open */
} ard_html;

/* Elements and attributes that the program has: nothing of it may come from a document. */
void ard_html_markup(ard_html *html, const char *markup);
/* Text, or a value between the quotes of an attribute: & < > " ' are entities, control characters but tab and newline are
 * U+FFFD. */
void ard_html_text(ard_html *html, const char *text);
/* printf of such text: whatever is in the arguments is escaped. */
void ard_html_say(ard_html *html, const char *format, ...) ARD_PRINTF(2, 3);
/* The same in <p>, of a class ("note", "alarm", "caution"; NULL: none). */
void ard_html_paragraph(ard_html *html, const char *class_name, const char *format, ...) ARD_PRINTF(3, 4);
void ard_html_paragraph_list(ard_html *html, const char *class_name, const char *format, va_list list);

/* Is this markup in what is written so far? */
bool ard_html_has(const ard_html *html, const char *markup);

/* JSON as the content of <script type="application/json">: < > & U+2028 U+2029 are written as \uXXXX, which stand in its strings
 * only. */
void ard_html_json(ard_html *html, const char *json);

/* ---- tables: open, for each row ard_html_row and its cells, close. The first cell of a row is its header. */

/* head: n titles of columns. */
void ard_html_table_open(ard_html *html, int n, const char *const *head);
void ard_html_row(ard_html *html);
void ard_html_cell(ard_html *html, const char *format, ...) ARD_PRINTF(2, 3);
/* The same with a bar behind it, of a part of the cell's width (0 to 1), which needs no script. */
void ard_html_bar(ard_html *html, double part, const char *format, ...) ARD_PRINTF(3, 4);
void ard_html_table_close(ard_html *html);

/* A part that is closed until somebody opens it. */
void ard_html_details_open(ard_html *html, bool opened, const char *format, ...) ARD_PRINTF(3, 4);
void ard_html_details_close(ard_html *html);
#endif
