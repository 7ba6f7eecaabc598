/* Resampling plans: which rows train and which test, in each fold. */
#ifndef ARD_PLAN_H
#define ARD_PLAN_H

#include "data/dataset.h"
#include "io/splits.h"

typedef struct ard_fold {
    ard_rows train, test;
} ard_fold;

/* Folds are made when they are asked for: all of them at once would be folds x rows. */
typedef struct ard_plan {
    ardor_context *context;
    char *name;     /* as asked for: "kfold:10" */
    char *tune;     /* of inner folds: how they were asked for, "cv:5"; else NULL */
    bool partition; /* every row of the plan is tested exactly once */
    bool dealt;     /* units (rows, or groups) are dealt to folds: kfold, repeat */
    bool whole;     /* the one fold trains and tests all rows, units of which are left out by the fits themselves: alo */
    bool bootstrap; /* resamples with replacement, tested on the rows not drawn, */
    bool refits;    /* or on all rows */
    int64_t n_folds;
    int64_t n_repetitions; /* of n_folds / n_repetitions folds each, which test no row twice: passes of repeat:RxK, resamples,
                              given splits; 1 for a partition */
    int64_t n_tasks;       /* n_folds; with bootstrap one more, behind them: the fit to all rows, tested on themselves */
    struct ard_deal *deal; /* what the folds are made of */
} ard_plan;

/* loo            each row tested alone
 * logo           each group tested alone, which is loo of data with groups; without groups refused
 * kfold:K        K folds, stratified by class and shuffled; a class with fewer rows than folds is spread over as many as
 *                it has rows
 * repeat:RxK     R times kfold:K, dealt anew (the first is kfold:K itself)
 * holdout:F      one fold that tests a fraction F of each class, but at least one row and not all
 * boot:B         B resamples: as many rows as there are, drawn with replacement (a row may train repeatedly), test those not
 *                drawn; drawn again if that leaves one class or nothing to test
 * splits:FILE    as io/splits.h reads them
 * splits         those of ard_plan_new_given
 *
 * `rows` limits the plan to these rows of the data (NULL: all; not for splits); copies of a row in it stay in one part. If the
 * data has groups, they take the place of rows: they are dealt, left out and drawn whole, and classes are balanced
 * as well as that allows. The same data, rows, text and seed give the same plan, whatever the names of classes and
 * groups, whichever class is the positive one, and in whichever order the columns are.
 *
 * Rows of every part are increasing. Every training part must hold two classes: else an ARDOR_DATA error that names the
 * fold, the class and the remedy. */
int ard_plan_new(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const char *text, uint64_t seed,
                 ard_plan **out);
/* The plan "splits" of given ones, which outlive it. */
int ard_plan_new_given(ardor_context *context, const ardor_dataset *data, const ard_splits *splits, ard_plan **out);
/* The resamples of boot:B, each of which tests all rows, and the fit to all rows: what a fit would have been on other rows. */
int ard_plan_new_refits(ardor_context *context, const ardor_dataset *data, int64_t resamples, uint64_t seed, ard_plan **out);
/* Inner folds for `rows`: `tune` is "cv:K", kfold:K of them (where they have fewer units than that, though the data have as
 * many, one a unit), "holdout:F", or "alo": one fold that trains and tests all of them, for fits that leave out a unit at a time
 * by themselves. */
int ard_plan_new_inner(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const char *tune, uint64_t seed,
                       ard_plan **out);
/* For each row of the plan (of its one fold "alo"), the number of the unit that it is of: the rows of a group, the draws of a
 * row, else the row alone. From 0 without a gap. */
const int64_t *ard_plan_units(const ard_plan *plan, int64_t *n_units);
void ard_plan_free(ard_plan *plan);
/* What a fold is called in messages: "fold 3 of plan 'kfold:5'", "inner fold 2 of 5 (--tune=cv:5)". */
enum { ARD_TITLE_BYTES = 256 };
const char *ard_plan_fold_title(const ard_plan *plan, int64_t f, char out[ARD_TITLE_BYTES]);
/* Fold f of n_tasks, which is the caller's. */
int ard_plan_fold(ardor_context *context, const ard_plan *plan, int64_t f, ard_fold *out);
/* Its training rows, one that is drawn repeatedly counting once. */
int ard_plan_n_distinct(ardor_context *context, const ard_plan *plan, int64_t f, int64_t *out);
void ard_fold_free(ardor_context *context, ard_fold *fold);
/* A fingerprint of all the rows of all folds. */
int ard_plan_hash(ardor_context *context, const ard_plan *plan, uint64_t *out);
#endif
