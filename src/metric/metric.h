/* A figure of merit with an interval. */
#ifndef ARD_METRIC_H
#define ARD_METRIC_H

typedef struct ard_metric {
    double value, low, high; /* low, high: 95 %; NaN where there is none */
    const char *interval;    /* "wilson", "delong", "normal", "corrected-t", "none" */
} ard_metric;
#endif
