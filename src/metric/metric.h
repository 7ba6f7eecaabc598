/* A figure of merit with an interval. */
#ifndef ARD_METRIC_H
#define ARD_METRIC_H

typedef struct ard_metric {
    double value, low, high; /* low, high: 95 %; NaN where there is none */
    const char *interval;    /* "wilson", "delong", "corrected-delong", "jackknife", "corrected-jackknife", "bootstrap", "normal",
                                "corrected-t", "none" */
    const char *reason;      /* why there is no value (which is NaN then); NULL: there is one */
} ard_metric;
#endif
