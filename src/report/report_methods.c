/* The JSON description of the methods: what help texts, bindings and documents are made from. */
#include "report/report.h"

#include <math.h>

#include "base/text.h"
#include "model/model_file.h"

static void write_bases(ard_json *json, unsigned capabilities)
{
    ard_json_open_line(json, "bases", '[');
    for (int kind = 0; kind < ARD_N_BASES; kind++)
        if (capabilities >> kind & 1) ard_json_text(json, NULL, ard_basis_kinds[kind]);
    ard_json_close(json);
}

static void write_capabilities(ard_json *json, const ard_method *method)
{
    ard_json_open_line(json, "capabilities", '{');
    ard_json_bool(json, "weights", method->can & ARD_CAN_WEIGHTS);
    ard_json_bool(json, "class_weights", method->can & (ARD_CAN_WEIGHTS | ARD_CAN_CLASS_WEIGHTS));
    ard_json_bool(json, "many_classes", method->can & ARD_CAN_MANY_CLASSES);
    ard_json_bool(json, "relax", method->weaken >= 0);
    ard_json_bool(json, "alo", method->leave_out != NULL);
    ard_json_bool(json, "force", method->can & ARD_CAN_FORCE);
    ard_json_close(json);
}

static void write_choices(ard_json *json, const char *choices)
{
    if (!choices) {
        ard_json_null(json, "choices");
        return;
    }
    ard_json_open_line(json, "choices", '[');
    const char *choice;
    size_t bytes = 0;
    for (int i = 0; (choice = ard_choice_at(choices, i, &bytes)); i++) ard_json_text_bytes(json, NULL, choice, bytes);
    ard_json_close(json);
}

static void write_setting(ard_json *json, const ard_setting *setting)
{
    static const char *const type[] = {"real", "int", "bool", "choice"};
    bool number = setting->type == ARD_SETTING_REAL || setting->type == ARD_SETTING_INT;
    ard_setting fallback = *setting;
    fallback.name = "default";
    ard_json_open(json, NULL, '{');
    ard_json_text(json, "name", setting->name);
    ard_json_text(json, "type", type[setting->type]);
    ard_json_setting(json, &fallback, setting->fallback);
    ard_json_real(json, "low", number ? setting->low : (double)NAN);
    ard_json_real(json, "high", number ? setting->high : (double)NAN);
    write_choices(json, setting->choices);
    ard_json_text(json, "unit", setting->unit);
    ard_json_text(json, "help", setting->help);
    ard_json_close(json);
}

static void write_method(ard_json *json, const ard_method *method)
{
    ard_json_open(json, NULL, '{');
    ard_json_text(json, "name", method->name);
    ard_json_text(json, "title", method->title);
    ard_json_text(json, "reference", method->reference);
    write_bases(json, method->can);
    ard_json_text(json, "default_basis", method->default_basis);
    write_capabilities(json, method);
    ard_json_text(json, "max_iter", method->max_iter >= 0 ? method->settings[method->max_iter].name : NULL);
    ard_json_open(json, "settings", '[');
    for (int i = 0; i < method->n_settings; i++) write_setting(json, &method->settings[i]);
    ard_json_close(json);
    ard_json_close(json);
}

int ard_report_methods(ardor_context *context, const char *name, char **out)
{
    ard_json json;
    const ard_method *method = NULL;
    *out = NULL;
    if (name) {
        int rc = ard_config_method(context, name, &method);
        if (rc != ARDOR_OK) return rc;
    }
    ard_json_begin(&json, context);
    if (method) {
        write_method(&json, method);
    } else {
        ard_json_open(&json, NULL, '[');
        for (int i = 0; i < ard_method_count(); i++) write_method(&json, ard_method_at(i));
        ard_json_close(&json);
    }
    return ard_json_finish(&json, out);
}
