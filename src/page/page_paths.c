/* Without the folders of files: a page that is passed on does not say where on somebody's disk they are. See page.h. */
#include <ctype.h>
#include <stdio.h>

#include "page/page.h"

/* ---- texts */

/* Where the name of the file itself begins in a path up to `end`: of a folder its own. */
static const char *name_of(const char *path, const char *end)
{
    while (end > path && end[-1] == '/') end--;
    while (end > path && end[-1] != '/') end--;
    return end;
}

const char *ard_page_file_name(const char *path) { return name_of(path, path + strlen(path)); }

/* Removes the folders of the path up to `end`; returns where that is now. */
static char *cut(char *path, char *end)
{
    const char *name = name_of(path, end);
    memmove(path, name, strlen(name) + 1);
    return end - (name - path);
}

static bool follows(const char *text, const char *at, const char *before)
{
    const size_t n = strlen(before);
    return (size_t)(at - text) >= n && strncmp(at - n, before, n) == 0;
}

/* Does the name of a file begin here? @FILE of a list, splits:FILE; in sentences and names of methods what has a path's
 * beginning. */
static bool is_file(const char *text, const char *at, bool sentence)
{
    static const char *const root[] = {"/", "./", "../", "~/"};
    const bool first = at == text || strchr(" \n\t'\"(=:,", at[-1]);
    if (follows(text, at, "splits:")) return true;
    if (at > text && at[-1] == '@') return at - 1 == text || strchr(" \n\t'\"(=:,", at[-2]);
    for (size_t k = 0; sentence && first && k < sizeof root / sizeof *root; k++)
        if (strncmp(at, root[k], strlen(root[k])) == 0) return true;
    return false;
}

/* Up to the next of a list, the next setting of a method, or in a sentence the next word. */
static char *end_of(char *file, bool sentence)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
    for (char *p = file;; p++) {
        if (!*p || *p == ',' || (sentence && isspace((unsigned char)*p))) return p;
        if (*p == ':' && strspn(p + 1, letters) > 0 && p[1 + strspn(p + 1, letters)] == '=') return p;
    }
}

static void cut_all(char *text, bool sentence)
{
    for (char *p = text; *p; p++) {
        if (!is_file(text, p, sentence)) continue;
        p = cut(p, end_of(p, sentence));
        if (!*p) return;
    }
}

/* Where a word is the name of a file to its end; NULL: nowhere. */
static char *whole_file(char *word, bool table)
{
    static const char *const options[] = {"--labels=", "--features-from=", "--plan=splits:"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (!table && strncmp(word, options[i], strlen(options[i])) == 0) return word + strlen(options[i]);
    return table || *word != '-' ? word : NULL;
}

static void cut_word(char *word, bool table)
{
    char *file = whole_file(word, table);
    if (file)
        (void)cut(file, file + strlen(file));
    else
        cut_all(word, false);
}

/* A name that is known to be of a file, wherever it stands. */
static void cut_known(char *text, const char *file)
{
    for (char *p = text; (p = strstr(p, file)) != NULL;) p = cut(p, p + strlen(file));
}

/* ---- documents */

typedef struct hiding {
    ardor_context *context;
    const json_t *command; /* as it is */
    json_t *names;         /* of methods: what each is called on the page */
} hiding;

/* Room behind a text for a number that tells two names apart. */
enum { NUMBER_BYTES = 24 };

static int copy_of(ardor_context *context, const char *text, char **out)
{
    int rc = ARDOR_OK;
    const int64_t bytes = (int64_t)strlen(text) + 1;
    NEW(context, *out, bytes + NUMBER_BYTES);
    memcpy(*out, text, (size_t)bytes);
done:
    return rc;
}

static int replace(ardor_context *context, json_t *text, const char *by)
{
    int rc = ARDOR_OK;
    REQUIRE(context, strcmp(json_string_value(text), by) == 0 || json_string_set(text, by) == 0, ARDOR_MEMORY,
            "not enough memory for a page");
done:
    return rc;
}

static int hide_in_command(const hiding *h, json_t *command)
{
    int rc = ARDOR_OK;
    char *copy = NULL;
    json_t *word;
    size_t i;
    bool tables = false; /* behind -- */
    json_array_foreach(command, i, word)
    {
        if (!json_is_string(word)) continue;
        TRY(copy_of(h->context, json_string_value(word), &copy));
        cut_word(copy, tables);
        tables |= strcmp(copy, "--") == 0;
        TRY(replace(h->context, word, copy));
        ard_free(h->context, copy);
        copy = NULL;
    }
done:
    ard_free(h->context, copy);
    return rc;
}

/* A sentence: files that the command names, and what looks like a path. */
static int hide_in_sentence(const hiding *h, json_t *sentence)
{
    int rc = ARDOR_OK;
    char *text = NULL, *word = NULL;
    if (!json_is_string(sentence) || !strchr(json_string_value(sentence), '/')) return rc;
    TRY(copy_of(h->context, json_string_value(sentence), &text));
    for (size_t i = 0; i < json_array_size(h->command); i++) {
        const char *said = json_string_value(json_array_get(h->command, i));
        if (!said || !strchr(said, '/')) continue;
        TRY(copy_of(h->context, said, &word));
        const char *file = whole_file(word, false);
        if (file) cut_known(text, file);
        ard_free(h->context, word);
        word = NULL;
    }
    cut_all(text, true);
    TRY(replace(h->context, sentence, text));
done:
    ard_free(h->context, word);
    ard_free(h->context, text);
    return rc;
}

static int hide_in_sentences(const hiding *h, const json_t *list, const char *key)
{
    int rc = ARDOR_OK;
    for (size_t i = 0; i < json_array_size(list); i++) TRY(hide_in_sentence(h, json_object_get(json_array_get(list, i), key)));
done:
    return rc;
}

/* ---- names of methods, which may be settings with files; two that were different stay so */

static bool is_taken(const json_t *names, const char *name)
{
    const char *key;
    json_t *shown;
    json_object_foreach((json_t *)names, key, shown)
    {
        if (strcmp(json_string_value(shown), name) == 0) return true;
    }
    return false;
}

static int name_method(const hiding *h, const char *name)
{
    int rc = ARDOR_OK;
    char *copy = NULL;
    if (!name || json_object_get(h->names, name)) return rc;
    TRY(copy_of(h->context, name, &copy));
    cut_all(copy, true);
    const size_t end = strlen(copy);
    for (int k = 2; is_taken(h->names, copy); k++) snprintf(copy + end, NUMBER_BYTES, " (%d)", k);
    REQUIRE(h->context, json_object_set_new(h->names, name, json_string(copy)) == 0, ARDOR_MEMORY,
            "not enough memory for a page");
done:
    ard_free(h->context, copy);
    return rc;
}

static int rename_in(const hiding *h, const json_t *list)
{
    static const char *const key[] = {"name", "other"};
    int rc = ARDOR_OK;
    for (size_t i = 0; i < json_array_size(list); i++) {
        for (size_t k = 0; k < sizeof key / sizeof *key; k++) {
            json_t *name = json_object_get(json_array_get(list, i), key[k]);
            const char *text = json_string_value(name);
            const json_t *shown = text ? json_object_get(h->names, text) : NULL;
            if (shown) TRY(replace(h->context, name, json_string_value(shown)));
        }
    }
done:
    return rc;
}

static int hide_in_comparison(hiding *h, json_t *comparison)
{
    static const char *const key[] = {"cells", "best", "pairs", "sparsity", "sets"};
    int rc = ARDOR_OK;
    const json_t *cells = ard_doc_get(comparison, "cells");
    if (json_array_size(cells) == 0) return rc;
    h->names = json_object();
    REQUIRE(h->context, h->names, ARDOR_MEMORY, "not enough memory for a page");
    for (int plain = 1; plain >= 0; plain--) /* those without a path keep theirs */
        for (size_t i = 0; i < json_array_size(cells); i++) {
            const char *name = ard_doc_text(json_array_get(cells, i), "name");
            if (name && (strchr(name, '/') == NULL) == plain) TRY(name_method(h, name));
        }
    for (size_t k = 0; k < sizeof key / sizeof *key; k++) TRY(rename_in(h, ard_doc_get(comparison, key[k])));
    TRY(hide_in_sentences(h, cells, "message"));
done:
    json_decref(h->names);
    h->names = NULL;
    return rc;
}

int ard_page_hide_folders(ardor_context *context, json_t *document)
{
    int rc = ARDOR_OK;
    json_t *command = json_object_get(document, "command");
    hiding h = {.context = context, .command = command};
    TRY(hide_in_sentences(&h, ard_doc_get(document, "warnings"), "text"));
    TRY(hide_in_sentences(&h, ard_doc_get(document, "failed"), "message"));
    TRY(hide_in_comparison(&h, document));
    TRY(hide_in_command(&h, command));
done:
    return rc;
}
