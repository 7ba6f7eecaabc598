/* Lists of rows. */
#include "matrix/matrix.h"

int ard_rows_all(ardor_context *context, int64_t n, ard_rows *out)
{
    int rc = ARDOR_OK;
    NEW(context, out->row, n);
    out->n = n;
    for (int64_t i = 0; i < n; i++) out->row[i] = i;
done:
    return rc;
}
