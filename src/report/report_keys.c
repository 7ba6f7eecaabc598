/* The JSON description of the common keys: what the program's options, bindings and documents are made from. */
#include "report/report.h"

static void write_key(ard_json *json, const ard_key *key)
{
    ard_json_open(json, NULL, '{');
    ard_json_text(json, "name", key->name);
    ard_json_text(json, "takes", key->takes);
    ard_json_text(json, "default", key->fallback);
    ard_json_text(json, "help", key->help);
    ard_json_open_line(json, "verbs", '[');
    if (key->verbs & ARD_KEY_OF_FIT) ard_json_text(json, NULL, "fit");
    if (key->verbs & ARD_KEY_OF_EVALUATE) ard_json_text(json, NULL, "evaluate");
    if (key->verbs & ARD_KEY_OF_COMPARE) ard_json_text(json, NULL, "compare");
    if (key->verbs & ARD_KEY_OF_PREDICT) ard_json_text(json, NULL, "predict");
    if (key->verbs & ARD_KEY_OF_RERUN) ard_json_text(json, NULL, "rerun");
    ard_json_close(json);
    ard_json_text(json, "group", key->group);
    ard_json_text(json, "argument", key->argument);
    ard_json_text(json, "alone", key->alone);
    ard_json_close(json);
}

int ard_report_keys(ardor_context *context, char **out)
{
    ard_json json;
    ard_key key;
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '[');
    for (int i = 0; ard_config_key(i, &key); i++) write_key(&json, &key);
    ard_json_close(&json);
    return ard_json_finish(&json, out);
}
