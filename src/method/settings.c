/* Settings: defaults, and texts checked against a method's table. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "method/method.h"

uint64_t ard_seed(double setting, uint64_t common) { return isnan(setting) ? common : (uint64_t)setting; }

double ard_seed_used(double setting, uint64_t common)
{
    const uint64_t most = (uint64_t)1 << 53;
    return isnan(setting) && common <= most ? (double)common : setting;
}

void ard_settings_default(const ard_method *method, ard_settings *out)
{
    memset(out, 0, sizeof *out);
    for (int i = 0; i < method->n_settings; i++) out->value[i] = method->settings[i].fallback;
}

int ard_setting_index(const ard_method *method, const char *name)
{
    for (int i = 0; i < method->n_settings; i++)
        if (ard_name_equal(method->settings[i].name, name)) return i;
    return -1;
}

static int set_number(ardor_context *context, const ard_method *method, const ard_setting *setting, const char *text, double *out)
{
    double value = NAN;
    bool parsed = ard_parse_double(text, strlen(text), &value);
    if (!parsed || value < setting->low || value > setting->high || (setting->type == ARD_SETTING_INT && value != floor(value))) {
        char low[ARD_NUMBER_BYTES], high[ARD_NUMBER_BYTES];
        ard_print_double(setting->low, low);
        ard_print_double(setting->high, high);
        return ard_fail(context, ARDOR_USAGE, "setting '%s' of %s must be %s from %s to %s, not '%.60s'", setting->name,
                        method->name, setting->type == ARD_SETTING_INT ? "a whole number" : "a number", low, high, text);
    }
    *out = value;
    return ARDOR_OK;
}

int ard_settings_set(ardor_context *context, const ard_method *method, ard_settings *settings, const char *key, const char *text)
{
    int index = ard_setting_index(method, key);
    if (index < 0) {
        char names[512] = "";
        for (int i = 0, used = 0; i < method->n_settings && used < (int)sizeof names; i++)
            used += snprintf(names + used, sizeof names - (size_t)used, "%s%s", i ? ", " : "", method->settings[i].name);
        return ard_fail(context, ARDOR_USAGE, "method '%s' has no setting '%.60s'; it has: %s", method->name, key, names);
    }
    const ard_setting *setting = method->settings + index;
    double value = NAN;
    if (isnan(setting->fallback) && strcmp(text, "auto") == 0) {
        settings->value[index] = NAN;
        settings->given[index] = false;
        return ARDOR_OK;
    }
    int chosen = 0;
    switch (setting->type) {
    case ARD_SETTING_BOOL:
        chosen = ard_choice_find("0|1|no|yes|false|true|off|on", text);
        if (chosen < 0)
            return ard_fail(context, ARDOR_USAGE, "setting '%s' of %s must be yes or no, not '%.60s'", key, method->name, text);
        value = chosen % 2;
        break;
    case ARD_SETTING_CHOICE:
        chosen = ard_choice_find(setting->choices, text);
        if (chosen < 0)
            return ard_fail(context, ARDOR_USAGE, "setting '%s' of %s must be one of %s, not '%.60s'", key, method->name,
                            setting->choices, text);
        value = chosen;
        break;
    default: {
        int rc = set_number(context, method, setting, text, &value);
        if (rc != ARDOR_OK) return rc;
    }
    }
    settings->value[index] = value;
    settings->given[index] = true;
    return ARDOR_OK;
}
