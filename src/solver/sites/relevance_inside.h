/* The search's state, for its own files. */
#ifndef ARD_RELEVANCE_INSIDE_H
#define ARD_RELEVANCE_INSIDE_H

#include "base/rank.h"
#include "base/rng.h"
#include "solver/lbfgs.h"
#include "solver/sites/laplace.h"
#include "solver/sites/relevance.h"

/* Of a trajectory: column j went to alpha; j = -1: a start, whose number is in alpha. */
typedef struct ard_relevance_change {
    int64_t column;
    double alpha;
} ard_relevance_change;

/* Steps of all precisions that are in. Arrays: of the active columns, point and trial in ln alpha. */
typedef struct relevance_together {
    ard_ascent ascent;
    double *gamma;
    bool on;         /* the search is at it */
    int64_t n_steps; /* MacKay's, since this start */
    double best;     /* the highest evidence since they began, whose precisions are held */
} relevance_together;

/* What a start ended at. */
typedef struct relevance_end {
    double evidence;
    bool flat; /* with `polish`: the gradient was below its tolerance */
} relevance_end;

struct ard_relevance {
    ardor_context *context;
    ard_targets target;
    const ard_link *laplace; /* NULL: EP */
    int64_t n, d, room;
    const double *columns; /* n x d */
    double *floor;         /* d: least alpha, 1e-8 of the column's mean square; 0 for a column of zeros */
    bool *usable;          /* d */
    ard_relevance_options options;
    double *alpha;             /* d; infinite: out */
    double *sites_alpha;       /* d, Laplace: of which the sites `now` are */
    int64_t n_active, *active; /* d, increasing */
    ard_sites sites[2], *now, *trial;
    double *w;                     /* n x room: scratch of both */
    double *kernel, *kernel_trial; /* n x n each; NULL: weight space alone */
    bool kernel_set;               /* kernel is that of alpha */
    int64_t n_updates;             /* of kernel since it was made from scratch */
    double *phi, *precision;       /* n x room, room: weight space */
    double *r, *u, *gain, *advice; /* d: statistics and what they advise */
    double *drift;                 /* d, Laplace */
    double *held;                  /* d, Laplace: the precisions before a step that may be taken back */
    bool joint;                    /* the search is at joint steps */
    bool joint_moved;              /* since they began one was accepted */
    bool joint_refused;            /* none was accepted when they were tried last, and nothing has changed since */
    double outside;                /* the largest gain that a column promised that was out, when all were looked at last */
    bool statistics_set;
    bool *barred; /* d: an attempt failed, and it is not its turn again */
    bool changed; /* since columns were barred */
    double *scratch;
    int64_t *permutation, position; /* scans */
    int64_t start_number, pass;
    bool starting;
    int64_t pass_changes;
    double pass_gain;
    /* draws */
    bool numbered;
    uint64_t *row_number, *column_number; /* n, d: of what is in them */
    ard_rank *rank;                       /* d */
    /* the state that is kept */
    ard_cavities score; /* of the state; nothing with Laplace */
    double best_score, *best_alpha;
    double *best_tau, *best_nu, *best_mu;
    /* all together */
    relevance_together together;
    bool polished, flat; /* since the last change of one; and the gradient was below its tolerance */
    relevance_end *end;  /* of each start that is over */
    int64_t n_ends;
    double slope; /* of the evidence at `now`; NaN: nobody has looked */
    /* the trajectory */
    int64_t n_changes, change_room, replayed;
    ard_relevance_change *change;
};

/* relevance_state.c */
/* The approximation for alpha, into `sites`, warm from what is in them. changed: a column that had the precision `old` in the
 * state that the sites are of, whose kernel is updated by it; -1: none, and the kernel is made from scratch. */
int relevance_run(ard_relevance *s, ard_sites *sites, int64_t changed, double old, double tol);
void relevance_list(ard_relevance *s);
/* The sites `now` are of the precisions as they are. */
void relevance_mark_sites(ard_relevance *s);
/* Keep the precisions before a step of many columns (Laplace), and put them back. */
void relevance_hold(ard_relevance *s);
void relevance_put_back(ard_relevance *s);
int relevance_attempt(ard_relevance *s, int64_t j, double target, bool *accepted);
/* advice and gain of a column with these R, U and D. */
void relevance_advise_one(const ard_relevance *s, int64_t j, double r, double u, double drift, double *advice, double *gain);
int relevance_advise(ard_relevance *s, int64_t count, const int64_t *column);
void relevance_record(ard_relevance *s);
int relevance_apply_start(ard_relevance *s, int64_t number);
bool relevance_starts_with_all(const ard_relevance *s, int64_t number);

void relevance_accept(ard_relevance *s);            /* trial becomes now */
ard_prior relevance_weight_prior(ard_relevance *s); /* the active columns' prior in weight space */
bool relevance_stays(const ard_relevance *s, int64_t j);
double relevance_most(const ard_relevance *s, int64_t j); /* the largest alpha that it may have */

/* relevance_together.c */
int relevance_together_open(ardor_context *context, int64_t room, relevance_together *out);
void relevance_together_close(ardor_context *context, relevance_together *q);
int relevance_together_begin(ard_relevance *s);
/* One step; it turns itself off where there is none. */
int relevance_together_step(ard_relevance *s);
/* By ln alpha, of the active columns at `now`: what a bound keeps from moving counts as 0; and gamma. moving: the sites are not
 * taken to stay. */
int relevance_find_gradient(ard_relevance *s, bool moving, double *gradient, double *gamma);
/* Can this active column go, and should it? gamma and gradient are those found last; from alpha = least on. */
bool relevance_should_go(const ard_relevance *s, int64_t t, double least);
/* The largest derivative of the log evidence in an ln alpha, the mode moving with it; what a bound holds counts as 0. */
int relevance_find_slope(ard_relevance *s);

/* relevance_mackay.c */
int relevance_mackay_begin(ard_relevance *s);
/* One step; the last turns it off. */
int relevance_mackay_step(ard_relevance *s);

/* relevance_joint.c */
/* One joint step, tried where a column that takes part promises as much as the best of those that are out. */
int relevance_joint_attempt(ard_relevance *s, bool *accepted);

/* relevance_draw.c */
/* n columns (any increasing ones of the d) into a random order, of the draws of this stream, start and pass. */
int relevance_draw(ard_relevance *s, uint64_t stream, int64_t start, int64_t pass, int64_t n, int64_t *column);

/* ---- for tests */
/* Any precisions (infinite: out), the approximation from cold. */
int ard_relevance_set(ard_relevance *search, const double *alpha, double tol);
/* R and U of every column. */
int ard_relevance_statistics(ard_relevance *search, double *r, double *u);
#endif
