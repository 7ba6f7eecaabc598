/* Foreign formats of text, for the table of foreign.c: is the head one of them? */
#ifndef ARD_FOREIGN_TEXT_H
#define ARD_FOREIGN_TEXT_H

#include "io/source.h"

/* The bytes at a place of the head; and anywhere in it. */
bool ard_head_has_at(const ard_head *head, size_t at, const char *bytes, size_t n);
bool ard_head_has(const ard_head *head, const char *bytes, size_t n);

bool ard_is_ardor_json(const ard_head *head);
bool ard_is_json(const ard_head *head);
bool ard_is_html(const ard_head *head);
bool ard_is_xml(const ard_head *head);
bool ard_is_series_matrix(const ard_head *head);
bool ard_is_soft(const ard_head *head);
bool ard_is_gct(const ard_head *head);  /* 1.2 */
bool ard_is_gct3(const ard_head *head); /* 1.3 */
bool ard_is_cls(const ard_head *head);
bool ard_may_be_cls(const ard_head *head); /* its first line alone, which is no header of a table either */
bool ard_is_arff(const ard_head *head);
bool ard_is_matrix_market(const ard_head *head);
bool ard_is_sep_line(const ard_head *head);
bool ard_is_rds_text(const ard_head *head);
bool ard_is_svmlight(const ard_head *head);
bool ard_is_index_lists(const ard_head *head);
#endif
