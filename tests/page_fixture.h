/* What tests of pages share: pages of documents, what they say, and the data of their charts. */
#ifndef PAGE_FIXTURE_H
#define PAGE_FIXTURE_H

#include "api_fixture.h"

static inline char *text_of(json_t *document)
{
    char *text = json_dumps(document, 0);
    assert_non_null(text);
    json_decref(document);
    return text;
}

/* Not inline: GCC takes what is found in the page for a pointer to `html`. */
__attribute__((noinline, unused)) static char *page_of_texts(int64_t n, const char *const *text, bool convergence)
{
    char *html = NULL;
    const ardor_report_options options = {.size = sizeof options, .convergence = convergence};
    must(ardor_report_html(context, n, text, NULL, &options, &html));
    return html;
}

/* Takes the document over. */
static inline char *page_of(json_t *document)
{
    char *text = text_of(document);
    char *html = page_of_texts(1, (const char *const[]){text}, false);
    free(text);
    return html;
}

static inline void has(const char *html, const char *text)
{
    if (!strstr(html, text)) fail_msg("the page does not say: %s", text);
}
static inline void lacks(const char *html, const char *text)
{
    if (strstr(html, text)) fail_msg("the page says: %s", text);
}

#define SAYS(document, ...) says((document), (const char *const[]){__VA_ARGS__, NULL})
/* Texts that the page has; those that begin with ! it lacks. */
static inline void says(json_t *document, const char *const *text)
{
    char *html = page_of(document);
    for (; *text; text++) **text == '!' ? lacks(html, *text + 1) : has(html, *text);
    ardor_string_free(context, html);
}

/* D of a page; NULL where the build has no charts. */
static inline json_t *data_of(const char *html)
{
    static const char start[] = "<script type=\"application/json\" id=\"data\">";
    const char *begin = strstr(html, start);
    if (!begin) return NULL;
    begin += sizeof start - 1;
    json_t *data = json_loadb(begin, (size_t)(strstr(begin, "</script>") - begin), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(data);
    return data;
}
#endif
