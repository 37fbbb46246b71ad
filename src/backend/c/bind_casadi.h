/* SPDX-License-Identifier: Apache-2.0 */
/* External functions of CasADi: what its importer, `external`, looks for in a shared library. */
#ifndef TENON_BACKEND_C_BIND_CASADI_H
#define TENON_BACKEND_C_BIND_CASADI_H

#include "backend/c/interface.h"

/* C behind the source of the entries: of each entry whose extents are constant the functions
 * F_n_in, F_sparsity_in, F_work, F and so on, and of one beside which stands its Jacobian those of
 * jac_F. False after a report: there is no such entry. */
bool c_bind_casadi(Ctx *ctx, const CInterface *self, StrBuf *out);

#endif
