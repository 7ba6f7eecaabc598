/* The settings of a method: one table each, the one source for checks, help, bindings, documents and the model file.
 *
 * A name means the same in every table that has it. `tol` ends the iterations of the fit, when their certificate or change is
 * below it; `inner_tol` ends a loop inside one of them; `help` says of what. Where a default, or what stands for "auto", is from
 * is said in the README of the method, under "Constants". */
#ifndef ARD_SETTINGS_H
#define ARD_SETTINGS_H

#include "base/base.h"

struct ard_method;

typedef enum { ARD_SETTING_REAL, ARD_SETTING_INT, ARD_SETTING_BOOL, ARD_SETTING_CHOICE } ard_setting_type;

typedef struct ard_setting {
    const char *name;
    ard_setting_type type;
    double fallback;     /* default; NaN = "auto", chosen by the method from the data (`help` says how) */
    double low, high;    /* inclusive bounds of REAL and INT */
    const char *choices; /* CHOICE: "a|b|c", stored as the index; else NULL */
    const char *unit;    /* "" where there is none */
    const char *help;
    const char *was; /* its name in model files of version 2 and before, where that was another; else NULL */
    int since;       /* the first version of the model file that has it; in one before it counts as `fallback`; 0: all have it */
    unsigned breaks; /* CHOICE: ARD_BREAKS_* (method.h) of values other than the default */
} ard_setting;

enum { ARD_MAX_SETTINGS = 32, ARD_MAX_TUNED = 4, ARD_MAX_EXTRAS = 16 };

typedef struct ard_settings {
    double value[ARD_MAX_SETTINGS]; /* indexed as the method's table; NaN = auto */
    bool given[ARD_MAX_SETTINGS];   /* set by the caller, so not tuned over */
} ard_settings;

/* Rows of a table. The last argument is the help, after which further members may follow by name. */
#define ARD_REAL(NAME, FALLBACK, LOW, HIGH, UNIT, ...)                                                                           \
    {                                                                                                                            \
        .name = NAME, .type = ARD_SETTING_REAL, .fallback = FALLBACK, .low = LOW, .high = HIGH, .unit = UNIT,                    \
        .help = __VA_ARGS__                                                                                                      \
    }
#define ARD_INT(NAME, FALLBACK, LOW, HIGH, UNIT, ...)                                                                            \
    {                                                                                                                            \
        .name = NAME, .type = ARD_SETTING_INT, .fallback = FALLBACK, .low = LOW, .high = HIGH, .unit = UNIT, .help = __VA_ARGS__ \
    }
#define ARD_BOOL(NAME, FALLBACK, ...)                                                                                            \
    {                                                                                                                            \
        .name = NAME, .type = ARD_SETTING_BOOL, .fallback = FALLBACK, .high = 1, .unit = "", .help = __VA_ARGS__                 \
    }
#define ARD_CHOICE(NAME, FALLBACK, CHOICES, ...)                                                                                 \
    {                                                                                                                            \
        .name = NAME, .type = ARD_SETTING_CHOICE, .fallback = FALLBACK, .choices = CHOICES, .unit = "", .help = __VA_ARGS__      \
    }

/* Rows that several methods have. */
#define ARD_SETTING_TOL(FALLBACK, LOW, ...) ARD_REAL("tol", FALLBACK, LOW, 1, "", __VA_ARGS__)
#define ARD_SETTING_INNER_TOL(FALLBACK, LOW, HELP) ARD_REAL("inner_tol", FALLBACK, LOW, 1e-1, "", HELP, .was = "tol")
#define ARD_SETTING_START_SCALE(LOW, HIGH, HELP) ARD_REAL("start_scale", 1, LOW, HIGH, "1/p", HELP, .was = "start")
#define ARD_SETTING_MAX_ITER(FALLBACK) ARD_INT("max_iter", FALLBACK, 1, 1e6, "", "most iterations")
#define ARD_SETTING_STARTS(...) ARD_INT("starts", 1, 1, 100, "", __VA_ARGS__)
#define ARD_SETTING_PENALISE_BIAS                                                                                                \
    ARD_BOOL("penalise_bias", NAN, "penalise the bias with lam1 too; auto: yes for rbf and poly:2 upwards, else no")

/* The seed of one kind of random choices: the common one, or one of their own, which repeats or varies them alone. */
#define ARD_SETTING_SEED(NAME, OF) ARD_INT(NAME, NAN, 0, 9007199254740992.0, "", OF "; auto: the common seed")

/* What such a setting stands for. */
uint64_t ard_seed(double setting, uint64_t common);
/* What it stands for as a setting that was used; NaN where the common seed is beyond its bounds, so no double. */
double ard_seed_used(double setting, uint64_t common);

/* Fill with the defaults; parse and check KEY=VALUE against the table (errors name the bounds). */
void ard_settings_default(const struct ard_method *method, ard_settings *out);
int ard_settings_set(ardor_context *context, const struct ard_method *method, ard_settings *settings, const char *key,
                     const char *value);
int ard_setting_index(const struct ard_method *method, const char *name); /* -1 if there is none */
#endif
