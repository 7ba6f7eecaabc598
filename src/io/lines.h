/* A file of lines that grows: what is there is read once, and lines are appended whole, so that whoever is killed leaves all
 * lines but the one that was being written. */
#ifndef ARD_LINES_H
#define ARD_LINES_H

#include "base/base.h"

typedef struct ard_lines {
    ardor_context *context;
    char *path;
    int fd;
    bool created;        /* by this opening */
    char *text;          /* of the file when it was opened, with a NUL behind it; NULL: forgotten */
    int64_t size, bytes; /* of it; up to the end of the last whole line */
    int64_t end;         /* what the file should have by now, from ard_lines_continue on */
    double synced;       /* clock value */
} ard_lines;

/* Open or make the file, and keep other processes from doing so: ARDOR_DATA where one has it open, or where it is no regular
 * file. */
int ard_lines_open(ardor_context *context, const char *path, ard_lines *out);
/* Drop what follows the last whole line from the file, and the text from memory. */
int ard_lines_continue(ard_lines *lines);
/* Append a line, which ends in a line break. After a failure, which may leave an unfinished one, none may follow. */
int ard_lines_add(ard_lines *lines, ardor_context *context, const char *line);
/* Is the file still there, with the lines that were written and no others? */
bool ard_lines_intact(const ard_lines *lines);
/* Removes a file that was made and has nothing in it. */
void ard_lines_close(ard_lines *lines);
#endif
