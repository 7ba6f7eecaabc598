/* Shared by type2*.c and their tests only. */
#ifndef ARD_TYPE2_INSIDE_H
#define ARD_TYPE2_INSIDE_H

#include "base/rank.h"
#include "basis/kernel.h"
#include "matrix/matrix.h"
#include "solver/lbfgs.h"
#include "solver/mode.h"
#include "solver/type2/type2.h"

/* Weights and scales at once; empty unless scales are learnt. The rest has room from type2_joint_open on. */
typedef struct type2_joint {
    double *u, *precision, *tilt, *side; /* [weights, scales] */
    double *slope;                       /* of .5 ln |H_w| + .5 ln |H_theta| */
    double *hessian;                     /* (1 + m + k)^2, and its factor */
    double *cross, *square;              /* m x k and k x k: second derivatives of sum g f */
    double *row;                         /* n */
    double *by_weight, *by_scale;        /* n x (1 + m) and n x k: df by them times their covariance */
    double *spread, *kernel_slope;       /* n x m */
} type2_joint;

/* The search of type2_polish.c over ln alpha and, where scales are learnt, ln beta behind them. */
typedef struct type2_polish {
    ard_ascent ascent;
    double *scaling, value, trial_value; /* of point and trial */
    bool begun;
} type2_polish;

/* The search of type2_search.c. Its actions: of the bias, of each weight that there may be, of each feature. */
typedef struct type2_search {
    bool on;          /* it is its turn */
    bool incremental; /* what is out may come in; else it is the backward pass */
    bool begun;
    bool held;                     /* scales stay where they are */
    bool moved;                    /* there is new room, without a factor in it */
    bool advised;                  /* what follows is of the model kept */
    double *target, *gain, *start; /* the best precision (infinite: out); the rise it promises; where what comes in begins */
    int64_t *place;                /* in the model; -1: out */
    int64_t *order;                /* deletions, the best first */
    bool *waits;                   /* an attempt failed, and it is not its turn again */
    bool polish_waits, changed;    /* changed: since some wait */
    double refused;                /* what the last multiple of all vectors promised that was refused; NaN: none was */
    int stage;
    int64_t n_attempts;
    int64_t weight_room, scale_room;
    /* Where rows are many, TYPE2_ROWS of them are looked at in a step: the order; the place in it of the first that is looked at
     * next; how many nobody has looked at since the model kept changed. NULL: all, in each step. */
    int64_t *row;
    int64_t next, unseen;
    bool further;                     /* only further rows are looked at, of a model that stays */
    int64_t first_row;                /* bilinear kernels, no weight: the one that suits all features; -1 */
    double *columns;                  /* n x TYPE2_BLOCK: those that are looked at */
    double *products, *root, *images; /* room for what becomes of them */
    double *bound;                    /* of scales: ones */
} type2_search;

enum { TYPE2_BLOCK = 64, TYPE2_ROWS = 512 };

struct ard_type2 {
    ard_type2_problem problem;
    ard_type2_options options;
    ardor_context *context;
    double n_rows;        /* of all parts */
    int64_t room;         /* columns of phi */
    bool bilinear;        /* the scales' steps need no kernel columns */
    int64_t n_candidates; /* weights at most */
    ard_kernel *kernel;   /* NULL: identity basis */
    ard_gauss gauss;
    ard_mode mode;
    ard_type2_model now, kept;
    int64_t iteration;
    int64_t n_pruned;  /* weights and scales, in the last iteration */
    int64_t n_settled; /* iterations in a row that could have been the last */
    bool resumed;      /* only precisions have changed since the weights' mode was found, which was the last thing done */
    bool phi_fresh;    /* phi is that of the weights and scales of `now`, with the scales' values in phi_theta */
    double *phi;       /* n x (1 + n_candidates [+ p]): 1, columns of the active weights, then df/dtheta at `now` */
    type2_joint joint;
    /* room for 1 + n_candidates or p values */
    double *share, *fresh_precision, *score;
    double *weight_tilt, *scale_tilt, *scaled_theta, *phi_theta;
    double *scale_share, *scale_lambda;
    ard_rank *rank;
    int64_t *position; /* of weights in the model before */
    double newton_tol; /* of the modes; that of the options until the polish begins */
    bool polishing;    /* the fixed point is behind */
    type2_polish polish;
    bool bounded; /* modes are looked for on the sides where weights and scales may be */
    type2_search search;
};

/* Largest precision of the bias. */
#define TYPE2_BIAS_PRECISION 1e6
/* Newton decrement at which a mode is exact for the evidence's gradient. */
#define TYPE2_POLISH_NEWTON_TOL 1e-20

/* ---- type2_work.c */
void type2_copy_model(const ard_type2_model *from, ard_type2_model *to);
/* `now` from the model kept. */
void type2_resume(ard_type2 *l);
/* phi of `now`, unless it is there. */
void type2_refresh(ard_type2 *l);
/* f = b + sum u phi at scales theta. */
void type2_scale_latent(void *type2, const double *theta, double *f);
/* The same at other weights too. */
void type2_latent(ard_type2 *l, const double *u, const double *theta, double *f);
/* df/dtheta at `now`: n x k, behind the columns. */
double *type2_jacobian(const ard_type2 *l);
/* Fill it at `now`, whose latent values were asked for last. */
void type2_differentiate(void *type2);

/* ---- type2_modes.c */
/* Weights and scales as modes are looked for: the tilts are lambda times the sign that a weight should have. */
ard_mode_block type2_weight_block(ard_type2 *l);
ard_mode_block type2_scale_block(ard_type2 *l);
/* Go to the mode of a block. */
int type2_find(ard_type2 *l, const ard_mode_block *block, int64_t steps);
/* The same where the factor there is not wanted. */
int type2_find_point(ard_type2 *l, const ard_mode_block *block, int64_t steps);
/* By at most so many steps each to the modes: weights at the old scales, then scales. Leaves the weights' factor at the new
 * scales, and the evidence. */
int type2_find_modes(ard_type2 *l, const ard_mode_block *weights, const ard_mode_block *scales, int64_t weight_steps,
                     int64_t scale_steps);
/* The same without steps: all of one point. */
int type2_measure(ard_type2 *l);

/* ---- type2_joint.c */
int type2_joint_new(ardor_context *context, int64_t room, type2_joint *out);
void type2_joint_close(ardor_context *context, type2_joint *joint);
/* Are the scales of `now` few enough for the kernel's second derivatives? */
bool type2_has_curvature(const ard_type2 *l);
/* Room for the joint mode of up to so many; where the scales are too many, of as many as are not. */
int type2_joint_room(ard_type2 *l, int64_t m, int64_t k);
/* Room for second derivatives of as many weights and scales as `now` has; nothing where the scales are too many. */
int type2_joint_open(ard_type2 *l);
/* Weights and scales of `now`, where its design is. */
ard_mode_block type2_joint_block(ard_type2 *l);
/* Go to the mode of a block, by at most so many steps. decrement: Newton's without second derivatives, there; NaN: there is
 * none. */
int type2_find_block(ard_type2 *l, const ard_mode_block *block, int64_t steps, double tol, double *decrement);
/* `now` goes to the mode of weights and scales together, or (not solve) stays. decrement: Newton's without second derivatives,
 * there; NaN: there is none. */
int type2_find_joint(ard_type2 *l, bool solve, double *decrement);
/* The same by at most so many steps, to this decrement. */
int type2_approach_joint(ard_type2 *l, int64_t steps, double tol);
/* The same, and where the mode was found, what type2_measure finds. */
int type2_joint_modes(ard_type2 *l, double *decrement, bool *found);

/* Is the Hessian of the joint mode positive definite, at `now`, which was expanded last? Then x = H^-1 g can be asked for. */
int type2_joint_expand(ard_type2 *l);
int type2_joint_factor(ard_type2 *l, bool *found);
void type2_joint_solve(const ard_type2 *l, const double *g, double *x);

/* ---- type2_joint_evidence.c */
/* The log evidence as one integral, at the precisions of `now`, which moves; NaN: it was not found, or there are too many weights
 * and scales. */
int type2_joint_evidence(ard_type2 *l, double *value);

/* ---- type2_gradient.c */
/* The log evidence by ln alpha (bias and weights) and by ln beta (nothing where scales are not learnt), at the modes that
 * type2_find_modes has just found, of weights and scales their joint one; hyperpriors are in it, as terms shape ln alpha - rate
 * alpha. NaN where the joint mode is no maximum, or has more scales than type2_joint_open gives room. */
int type2_evidence_gradient(ard_type2 *l, double *ln_alpha, double *ln_beta);

/* ---- type2_prune.c */
/* New precisions from shares, lambda and variances; what the tests find irrelevant becomes infinite. `first`: entries before it
 * are never pruned. */
int type2_precisions(ard_type2 *l, const ard_mode_block *block, int64_t first, const double *share, const double *lambda,
                     const double *variance, double start, double *fresh);
/* Drop what has an infinite precision or the wrong sign, and count it in n_pruned. Returns what stops the fit if nothing would be
 * left. */
ard_stop type2_prune(ard_type2 *l, const double *alpha, const double *beta);

/* ---- type2_settle.c */
/* `now` to the mode, with what is at the wrong side of 0 taken out until nothing is, and its objective there. ok: false where
 * nothing would be left, or there is no finite value. */
int type2_settle(ard_type2 *l, bool *ok);
/* Let `now` have action a at this precision (infinite: out). */
void type2_change(ard_type2 *l, int64_t a, double precision);
/* Of `now`: its weights and scales among the actions. */
void type2_find_places(ard_type2 *l);
/* What is reported of `now`, whose evidence is known. */
double type2_objective(const ard_type2 *l);

/* ---- type2_advice.c */
/* What each action promises at `now`, where type2_settle left it. Of many rows it looks at the next few. further: at these alone;
 * what the bias, what is in and features promise is known, and rows before are out of the question. */
int type2_advise(ard_type2 *l, bool further);
/* The next rows that are looked at, at most a block of them, from the t-th on, which goes on: their number. */
int64_t type2_next_rows(const ard_type2 *l, int64_t *t, int64_t *row);
/* The same of the bias' alone. */
void type2_advise_bias(ard_type2 *l);
/* s and q of `count` columns outside the block whose factor is in place, and which has `size` columns; s <= 0: nothing to tell
 * apart from those. columns: n x count, overwritten. */
int type2_outside(ard_type2 *l, int64_t size, const double *design, int64_t count, double *columns, double *s, double *q);
/* gauss's square root for that. */
int type2_outside_root(ard_type2 *l);

/* ---- type2_begin.c */
/* `now` from the bias alone, which has no weight and holds its scales: settled. */
int type2_begin_empty(ard_type2 *l, bool *ok);
/* `now` the null model: the bias at its best precision, settled. Scales are not learnt then. */
int type2_bias_alone(ard_type2 *l, bool *ok);

/* ---- type2_search.c */
int type2_search_step(ard_type2 *l, ard_stop *stop);
/* The null model is kept where the model kept has no vector or is worth less; else scales are learnt as before. */
int type2_search_give_up(ard_type2 *l, bool *gave_up);
/* Of a search that was cut before it learnt scales: go there (solve) and keep it, or only say so. */
int type2_search_release(ard_type2 *l, bool solve);
/* Has a larger model no room? */
bool type2_is_full(const ard_type2 *l);
/* Room for it; for the backward pass that of the joint mode. */
int type2_search_room(ard_type2 *l);

/* ---- type2_open.c */
/* Room for so many weights and scales. */
int type2_make_room(ard_type2 *l, int64_t m, int64_t k);

/* ---- type2_polish.c */
/* The gradient, 0 where the bias is at its largest precision and would go beyond, and its largest elements in ln alpha and in ln
 * beta. */
int type2_measure_slope(ard_type2 *l, double *gradient, double *slope);
/* One step up, the first from the model kept; the model kept is where it ends. */
int type2_polish_step(ard_type2 *l, ard_stop *stop);
#endif
