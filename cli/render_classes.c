/* More than two classes: how they are told apart, and what speaks for each. */
#include "render.h"

#include <math.h>
#include <string.h>

#include "document.h"
#include "text.h"

enum { PAIR_WIDTH = 40, SHOWN_PARTS = 15, SHOWN_NAMES = 6 };

static bool is_rest(const json_t *document)
{
    const char *how = cli_text_of(document, "multiclass");
    return how && strcmp(how, "rest") == 0;
}

void render_multiclass(FILE *out, const json_t *document)
{
    const char *how = cli_text_of(document, "multiclass");
    if (!how || strcmp(how, "native") == 0) return;
    fputs(is_rest(document) ? ", each class against the rest" : ", by pairs of classes", out);
}

/* ---- parts */

/* Of those that were selected. */
static void print_names(FILE *out, const json_t *features)
{
    size_t i, shown = 0;
    const json_t *feature;
    json_array_foreach(features, i, feature)
    {
        const char *name = cli_text_of(feature, "name");
        if (json_is_true(json_object_get(feature, "forced"))) continue;
        if (shown == SHOWN_NAMES) {
            fputs(", ..", out);
            return;
        }
        fputs(shown++ ? ", " : ": ", out);
        cli_print_name(out, name ? name : "?", NAME_WIDTH);
    }
}

static void print_part(FILE *out, const json_t *part)
{
    const json_t *classes = json_object_get(part, "classes");
    const char *first = json_string_value(json_array_get(classes, 0)), *second = json_string_value(json_array_get(classes, 1));
    const long long n_features = cli_count_of(part, "n_features"), n_vectors = cli_count_of(part, "n_vectors");
    fputs("  ", out);
    cli_print_name(out, first ? first : "?", PAIR_WIDTH);
    fputs(second ? " or " : " or another", out);
    if (second) cli_print_name(out, second, PAIR_WIDTH);
    if (json_is_true(json_object_get(part, "null_model"))) {
        fputs(": null model\n", out);
        return;
    }
    fprintf(out, ": %lld feature%s", n_features, n_features == 1 ? "" : "s");
    if (n_vectors > 0) fprintf(out, ", %lld vector%s", n_vectors, n_vectors == 1 ? "" : "s");
    print_names(out, json_object_get(part, "features"));
    fputs("\n", out);
}

void render_parts(FILE *out, const json_t *document, bool all)
{
    size_t i;
    const json_t *part, *parts = json_object_get(document, "parts");
    const size_t n = json_array_size(parts);
    if (n == 0) return;
    fprintf(out, is_rest(document) ? "\nClasses against the rest\n" : "\nPairs of classes\n");
    json_array_foreach(parts, i, part)
    {
        if (!all && i == SHOWN_PARTS && n > SHOWN_PARTS + 1) {
            fprintf(out, "  ... and %zu more (--all shows them)\n", n - i);
            return;
        }
        print_part(out, part);
    }
}

/* Has some part a value where the whole has none? */
static bool some_part_has(const json_t *parts, const char *setting)
{
    size_t i;
    const json_t *part;
    json_array_foreach(parts, i, part)
    {
        const json_t *value = json_object_get(json_object_get(part, "settings"), setting);
        if (value && !json_is_null(value)) return true;
    }
    return false;
}

json_t *render_settings_of_parts(const json_t *document)
{
    const json_t *parts = json_object_get(document, "parts");
    json_t *settings = json_array_size(parts) > 0 ? json_copy(json_object_get(document, "settings")) : NULL, *value;
    const char *key;
    void *next;
    json_object_foreach_safe(settings, next, key, value)
    {
        if (json_is_null(value) && some_part_has(parts, key))
            json_object_set_new(settings, key, json_string("of each part its own"));
    }
    return settings;
}

/* ---- weights */

static bool any_has(const json_t *features, const char *member)
{
    size_t i;
    const json_t *feature;
    json_array_foreach(features, i, feature) if (json_is_object(json_object_get(feature, member))) return true;
    return false;
}

void render_class_weights_elsewhere(FILE *out, const json_t *document, const json_t *features, const char *member,
                                    const char *table)
{
    const size_t n = json_array_size(json_object_get(document, "classes"));
    if (n > RENDER_MOST_CLASSES && any_has(features, member))
        fprintf(out, "The weights towards each of the %zu classes are in --table %s=FILE\n\n", n, table);
}

size_t render_class_columns(const json_t *document, const json_t *features, const char *member, render_column *out)
{
    size_t i;
    const json_t *name, *classes = json_object_get(document, "classes");
    if (json_array_size(classes) > RENDER_MOST_CLASSES || !any_has(features, member)) return 0;
    json_array_foreach(classes, i, name) out[i] =
        (render_column){json_string_value(name), json_string_value(name), RENDER_NUMBER, member};
    return json_array_size(classes);
}
