/* An allocator that fails, or cancels, at a chosen call, and small problems to run on it. */
#ifndef FAULT_FIXTURE_H
#define FAULT_FIXTURE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <dirent.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ardor/ardor.h"

/* ---- the allocator */

typedef struct fault {
    atomic_llong calls, live; /* live: blocks that were handed out and not released */
    atomic_int fired;
    long long at;          /* the call, counted from 1, at which it happens; 0: never */
    bool lasting;          /* memory stays short from then on */
    ardor_context *cancel; /* cancel this context instead of failing */
} fault;

static inline bool fault_happens(fault *f)
{
    long long call = atomic_fetch_add(&f->calls, 1) + 1;
    if (f->at == 0 || call < f->at || (call > f->at && !f->lasting)) return false;
    atomic_store(&f->fired, 1);
    return true;
}

static inline void *fault_resize(void *user, void *pointer, size_t bytes)
{
    fault *f = user;
    if (bytes == 0) {
        if (pointer) atomic_fetch_sub(&f->live, 1);
        free(pointer);
        return NULL;
    }
    if (fault_happens(f)) {
        if (!f->cancel) return NULL;
        ardor_cancel(f->cancel);
    }
    void *out = realloc(pointer, bytes);
    if (out && !pointer) atomic_fetch_add(&f->live, 1);
    return out;
}

static inline void fault_reset(fault *f, long long at, bool lasting)
{
    f->at = at;
    f->lasting = lasting;
    f->cancel = NULL;
    atomic_store(&f->calls, 0);
    atomic_store(&f->fired, 0);
}

static inline ardor_context *fault_context(fault *f)
{
    ardor_context_config config = {.size = sizeof config, .resize = fault_resize, .user = f};
    ardor_context *in = NULL;
    assert_int_equal(ardor_context_new(&config, &in), ARDOR_OK);
    return in;
}

/* ---- problems: `n` rows of two classes, the second column an interaction, one constant column */

static inline double fault_cell(int64_t i, int64_t j)
{
    return sin(12.9898 * (double)(i + 1) + 78.233 * (double)(j + 1) * (double)(i % 7 + 1));
}

static inline ardor_dataset *fault_data(ardor_context *in, int64_t n, int64_t p)
{
    ardor_dataset *data = NULL;
    double *x = calloc((size_t)(n * p), sizeof *x);
    const char **label = calloc((size_t)n, sizeof *label);
    assert_non_null(x);
    assert_non_null(label);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < p; j++) x[i + j * n] = j == p - 1 ? 4 : fault_cell(i, j);
        label[i] = x[i] + 0.5 * x[i + n] + 0.4 * fault_cell(i, 50) > 0 ? "yes" : "no";
    }
    if (ardor_dataset_from_arrays(in, n, p, x, n, label, NULL, NULL, &data) != ARDOR_OK)
        fail_msg("%s", ardor_context_message(in));
    free(label);
    free(x);
    return data;
}

/* Of three classes, each of which stands out in a feature of its own; the last column is constant. */
static inline ardor_dataset *fault_three(ardor_context *in, int64_t n, int64_t p, bool weighted)
{
    static const char *const name[] = {"a", "b", "c"};
    ardor_dataset *data = NULL;
    double *x = calloc((size_t)(n * p), sizeof *x), *weight = calloc((size_t)n, sizeof *weight);
    const char **label = calloc((size_t)n, sizeof *label);
    assert_true(x && weight && label);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < p; j++) x[i + j * n] = j == p - 1 ? 4 : fault_cell(i, j) + (j == i % 3);
        label[i] = name[i % 3];
        weight[i] = i % 4 ? 1 : 2;
    }
    if (ardor_dataset_from_arrays(in, n, p, x, n, label, NULL, weighted ? weight : NULL, &data) != ARDOR_OK)
        fail_msg("%s", ardor_context_message(in));
    free(label);
    free(weight);
    free(x);
    return data;
}

/* settings: key, value, key, value, ..., NULL */
static inline ardor_spec *fault_spec(ardor_context *in, const char *const *settings)
{
    ardor_spec *spec = NULL;
    assert_int_equal(ardor_spec_new(in, &spec), ARDOR_OK);
    for (; settings && *settings; settings += 2)
        if (ardor_spec_set(in, spec, settings[0], settings[1]) != ARDOR_OK) fail_msg("%s", ardor_context_message(in));
    return spec;
}

/* ---- results as text: times differ between runs and are left out */

static inline void fault_blank_seconds(char *text)
{
    static const char key[] = "\"seconds\": ";
    char *to = text;
    for (const char *from = text; *from;) {
        const bool seconds = strncmp(from, key, strlen(key)) == 0;
        const size_t bytes = seconds ? strlen(key) : 1;
        memmove(to, from, bytes);
        to += bytes;
        from += bytes;
        if (!seconds) continue;
        *to++ = '0'; /* it is JSON still */
        from += strcspn(from, ",}\n");
    }
    *to = '\0';
}

static inline int fault_entries(const char *directory)
{
    int n = -2; /* . and .. */
    DIR *open = opendir(directory);
    assert_non_null(open);
    while (readdir(open)) n++;
    closedir(open);
    return n;
}

static inline char *fault_file_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t used = 0, room = 1 << 16;
    assert_non_null(file);
    char *text = malloc(room);
    for (size_t got; (got = fread(text + used, 1, room - used - 1, file)) > 0;) {
        used += got;
        if (room - used < 2) text = realloc(text, room *= 2);
        assert_non_null(text);
    }
    text[used] = '\0';
    fclose(file);
    return text;
}

static inline void fault_write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

#endif
