/* SPDX-License-Identifier: Apache-2.0 */
/* What a program has to be: its functions one by one, first their form, then what that form means.
 */
#include "host/parts.h"

bool hir_verify(const HirProgram *self) {
    bool ok = true;
    for (size_t i = 0; i < self->functions.len; i++)
        ok = hir_verify_form(self, self->functions.at[i]) && ok;
    for (size_t i = 0; ok && i < self->functions.len; i++)
        ok = hir_verify_cells(self, self->functions.at[i]);
    for (size_t i = 0; ok && i < self->functions.len; i++)
        ok = hir_verify_memory(self, self->functions.at[i]);
    return ok;
}
