/* Which build this is: CMake's ARDOR_PROFILE. In "core", for packages of other languages, a source NAME_core.c stands in the
 * place of NAME.c: what would need a library that core does without is done in a plainer way there, or refused with a message. */
#ifndef ARD_PROFILE_H
#define ARD_PROFILE_H

/* "full" or "core" */
const char *ard_profile(void);
/* The library that draws the charts of reports, "Vega 6.4.0", which the build puts in (cmake/ReportCharts.cmake); "": none. */
extern const char ard_charts_library[];
#endif
