/* SPDX-License-Identifier: Apache-2.0 */
/* The nodes of an ONNX model that are not written as they were: a line each, or JSON.
 *
 *     conv1 (Conv): rule BatchNormAfterConv -> Conv
 *     bn1 (BatchNormalization): rule BatchNormAfterConv
 */
#include <stdlib.h>

#include "command/command.h"

struct Changes {
    json_t *all; /* as JSON; NULL: as text */
    Report text;
    size_t n;
};

static void add_change(void *user, const TnOnnxChange *c) {
    Changes *self = user;
    self->n++;
    if (self->all) {
        json_array_append_new(self->all,
                              json_pack("{s:o, s:o, s:o, s:s, s:o, s:o}", "name",
                                        json_text(c->name), "op", json_text(c->op_type), "output",
                                        json_text(c->output), "kind", c->kind, "by",
                                        json_text(c->by), "becomes", json_text(c->becomes)));
        return;
    }
    fprintf(self->text.file, "%s (%s): %s %s%s%s\n", *c->name ? c->name : c->output, c->op_type,
            c->kind, c->by, *c->becomes ? " -> " : "", c->becomes);
}

bool changes_begin(Changes **self, Session *session, Args *args) {
    Changes *c = *self = calloc(1, sizeof *c);
    args->changed = add_change;
    if (c && args->json) c->all = json_array();
    if (c && !args->json && !report_begin(&c->text, session)) {
        free(c);
        *self = NULL;
        return false;
    }
    return c ? true : session_ok(session, TN_E_MEMORY, "--changes");
}

void changes_end(Changes *own_self, Session *session, bool ok) {
    json_t *all = own_self->all;
    if (ok && all) {
        session_write_json(session, NULL, json_pack("{s:O}", "changes", all));
    } else if (ok) {
        fprintf(own_self->text.file, "%zu nodes differ\n", own_self->n);
        report_write(&own_self->text, session, NULL);
    } else if (!all) {
        fclose(own_self->text.file);
        free(own_self->text.text);
    }
    json_decref(all);
    free(own_self);
}
