/* SPDX-License-Identifier: Apache-2.0 */
/* What a copy of a module becomes, told by the nodes of the module. */
#ifndef TENON_REPORT_MARK_H
#define TENON_REPORT_MARK_H

#include "report/report.h"

/* Each binding of the copy gets an origin whose `order` is the node of the binding of `of` that it
 * is a copy of: whatever is made of it can be traced to that node. */
void page_mark(IrModule *own, const ReportGraph *g, const IrModule *of);

#endif
