/* Lists of numbers for classes: "CLASS=NUMBER,CLASS=NUMBER". The last '=' of an item separates, so that names may hold one;
 * blanks around a name count where there is a class with them. */
#ifndef ARD_CLASS_LIST_H
#define ARD_CLASS_LIST_H

#include "base/base.h"

typedef struct ard_class_list {
    const char *key;    /* for messages: "class-weight", */
    const char *form;   /* "CLASS=WEIGHT with a weight above 0", */
    const char *number; /* "weight", */
    const char *source; /* and what has the classes: a file */
    double below;       /* numbers are above 0 and below this */
    int n_classes;
    char *const *class_name;
} ard_class_list;

/* The class whose name is this text, or else the text without the blanks around it; -1: none. */
int ard_class_find(int n_classes, char *const *class_name, const char *text, size_t bytes);
/* number (n_classes): 0 of classes that are not named. ARDOR_USAGE: an item that is none, a class that there is not or that is
 * named twice. */
int ard_class_list_read(ardor_context *context, const ard_class_list *list, const char *text, double *number);
#endif
