/* Labels as GSEA and GenePattern keep them, in .cls files:
 *
 *     6 2 1
 *     # tumour normal
 *     0 0 0 1 1 1
 *
 * the numbers of samples and of classes, the names of the classes, and for each sample a label, in their order: the name of a
 * class, or any number or text. What is no name stands for classes in the order of its first use, as the documentation of GSEA
 * has it; where numbers would mean other classes by their value (GenePattern: 0 is the first), a note says so. */
#ifndef ARD_CLS_H
#define ARD_CLS_H

#include "io/compress.h"
#include "io/source.h"

/* The names of the samples' classes, n of them, as places in `text`, which is the file's; it and *label are the caller's to
 * release, also where reading fails. */
int ard_cls_read(ardor_context *context, ard_source *source, ard_bytes *text, char ***label, int64_t *n);
#endif
