/* What the build puts into the program: cmake/ReportCharts.cmake. */
#ifndef ARD_PAGE_ASSETS_H
#define ARD_PAGE_ASSETS_H

#include <stddef.h>

/* All end in a NUL. Without a library of charts (base/profile.h) script and
 * licences are "". */
extern const char ard_page_style[];
extern const char ard_page_script[];   /* the library and charts.js */
extern const char ard_page_sha256[];   /* of the script: 64 hexadecimal digits */
extern const char ard_page_licences[]; /* of the library */
#endif
