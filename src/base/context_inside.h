/* What the workload of a call has of its context. */
#ifndef ARD_CONTEXT_INSIDE_H
#define ARD_CONTEXT_INSIDE_H

#include "base/workload.h"

/* The workload of the running call, kept by the root; NULL: there is none. */
ard_workload *ard_context_workload(const ardor_context *context);
void ard_context_set_workload(ardor_context *context, ard_workload *workload);
/* Is it used on the thread of the caller? */
bool ard_context_is_here(const ardor_context *context);
/* Is it the caller's own? */
bool ard_context_is_root(const ardor_context *context);
/* Has it a progress callback? */
bool ard_context_reports(const ardor_context *context);
/* Call the progress callback, whose answer may cancel; on the caller's thread only. */
void ard_context_tell(ardor_context *context, const ardor_progress *progress);
#endif
