/* A figure of merit with an interval. */
#ifndef ARD_METRIC_H
#define ARD_METRIC_H

#include <stdint.h>

typedef struct ard_metric {
    double value, low, high; /* low, high: 95 %; NaN where there is none */
    const char *interval;    /* "wilson", "delong", "corrected-delong", "jackknife", "corrected-jackknife", "bootstrap",
                                "corrected-bootstrap", "normal", "corrected-t", "clopper-pearson", "none"; NULL: it was not
                                asked for */
    const char *reason;      /* why there is no value (which is NaN then), or no interval; NULL: there is, or it needs no words */
    int64_t folds;           /* of figures of ranking: the folds that they are of, those with rows to compare; 0: of no account */
} ard_metric;
#endif
