/* What the methods of type-II maximum likelihood share: from problem and options to a machine with posterior, and extras. */
#ifndef ARD_EVIDENCE_H
#define ARD_EVIDENCE_H

#include "method/method.h"
#include "solver/type2/type2.h"

/* The row of the setting `polish`. */
#define ARD_SETTING_POLISH                                                                                                       \
    ARD_BOOL("polish", 0,                                                                                                        \
             "from where the fixed point of the precisions ends, climb the log evidence itself to the maximum nearby, on which " \
             "the fixed point is not",                                                                                           \
             .since = 7)

/* Rows of what features and vectors cost; auto is said in the help. */
#define ARD_SETTING_FEATURE_PRICE(AUTO)                                                                                          \
    ARD_REAL("feature_price", NAN, 0, 1e6, "nats",                                                                               \
             "what a feature costs in the objective; above 0 a backward pass follows where a fixed point ends, in which what "   \
             "is not worth its price goes; auto: " AUTO,                                                                         \
             .since = 12)
#define ARD_SETTING_VECTOR_PRICE(AUTO)                                                                                           \
    ARD_REAL("vector_price", NAN, 0, 1e6, "nats",                                                                                \
             "what a vector costs in the objective; above 0 a backward pass follows where a fixed point ends, in which what is " \
             "not worth its price goes; auto: " AUTO,                                                                            \
             .since = 12)

/* Members of ard_fit.extra and their names. */
enum {
    ARD_LOG_EVIDENCE,
    ARD_LOG_LIKELIHOOD,
    ARD_ALPHA_BIAS,
    ARD_ALPHA_LEAST,
    ARD_ALPHA_LARGEST,
    ARD_BETA_LEAST,
    ARD_BETA_LARGEST,
    ARD_KL_WEIGHTS,
    ARD_KL_SCALES,
    ARD_KL,
    ARD_MARGIN_LOSS,
    ARD_BOUND,
    ARD_MODE_GRADIENT,
    ARD_LAPLACE_EVIDENCE,
    ARD_MODE_DECREMENT,
    ARD_JOINT_EVIDENCE,
    ARD_N_EXTRAS
};
extern const char *const ard_evidence_extras[];
/* The distance from the prior, and what the paper's bound makes of it. */
bool ard_evidence_fact(const ard_fit *fit, ard_fact *out);

typedef struct ard_evidence {
    ARD_WORK;
    ard_type2 *type2; /* the engine, or NULL */
    ard_type2_options options;
    ard_settings values; /* of the start */
    int64_t *feature;    /* p: all of them */
    double *multiple;    /* p: room for the scales of a start */
} ard_evidence;

/* Without an engine: for those who bring their maxima from elsewhere. */
int ard_evidence_new(const ard_method *method, ardor_context *context, const ard_problem *problem, ard_evidence **out);
/* With the engine; its incremental search, which learns scales. */
int ard_evidence_open(const ard_method *method, ardor_context *context, const ard_problem *problem, bool learn,
                      ard_evidence **out);
int ard_evidence_open_incremental(const ard_method *method, ardor_context *context, const ard_problem *problem,
                                  ard_evidence **out);
void ard_evidence_close(void *work);
int ard_evidence_step(void *work, ard_iteration *out);
/* The machine of the model kept, with its posterior, and extras; `used` = values, to be completed by the method. */
int ard_evidence_finish(ard_evidence *work, const ard_ask *ask, ard_fit *out);
/* The same of a model with its columns [1, basis functions], n x (1 + m), and the covariance of their weights. */
int ard_evidence_fit(ard_evidence *work, const ard_type2_model *model, const double *columns, const double *covariance,
                     ard_fit *out);
#endif
