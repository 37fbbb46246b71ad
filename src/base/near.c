/* SPDX-License-Identifier: Apache-2.0 */
#include "base/near.h"

#include <strings.h>

enum { SHORT = 6 };

Near near_begin(Str name) {
    return (Near){.name = name, .limit = name.len < 2 ? 0 : name.len < SHORT ? 1 : 3};
}

bool near_offer(Near *self, const char *candidate) {
    size_t far = str_edits(self->name, candidate, self->limit + 1);
    if (strlen(candidate) == self->name.len &&
        strncasecmp(candidate, self->name.ptr, self->name.len) == 0)
        far = 0;
    if (far >= self->limit + (self->best == NULL)) return false;
    self->limit = far;
    self->best = candidate;
    return true;
}

void near_names_begin(NearNames *self, Ctx *ctx, const char *name) {
    *self = (NearNames){.near = near_begin(str_c(name))};
    strbuf_init(&self->list, &ctx->diags->arena);
}

void near_names_add(NearNames *self, const char *candidate) {
    if (!candidate) return;
    near_offer(&self->near, candidate);
    for (size_t i = 0; i < self->n && i < NEAR_SHOWN; i++) {
        if (strcmp(self->shown[i], candidate) == 0) return;
    }
    if (self->n < NEAR_SHOWN) {
        strbuf_printf(&self->list, "%s%s", self->n > 0 ? ", " : "", candidate);
        self->shown[self->n] = candidate;
    }
    self->n++;
}

void near_names_end(NearNames *self, Ctx *ctx, Diag *d, const char *what) {
    if (self->n > NEAR_SHOWN) strbuf_printf(&self->list, " and %zu more", self->n - NEAR_SHOWN);
    if (self->n)
        diag_expected(ctx, d, "%s: %s", what, strbuf_cstr(&self->list));
    else
        diag_expected(ctx, d, "%s, of which there are none", what);
    if (self->near.best) diag_help(ctx, d, "did you mean '%s'?", self->near.best);
}
