/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/script.h"

#include <errno.h>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

#include "backend/lower.h"
#include "ir/copy.h"

typedef struct {
    BeScript *script;
    const RtEntry *entry;
    Str text;
    VEC(Str) constants;
} Code;

/* --- The interpreter: under the lock --- */

/* It has the ends as 0 and 1 even where one of them is its number already. */
static int spawn(const BeScript *self, int end) {
    extern char **environ;
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int e = posix_spawn_file_actions_init(&actions);
    if (e) return e;
    for (int i = 0; i < 2 && !e; i++) e = posix_spawn_file_actions_adddup2(&actions, end, i);
    if (!e)
        e = posix_spawnp(&pid, self->command[0], &actions, NULL, (char *const *)self->command,
                         environ);
    posix_spawn_file_actions_destroy(&actions);
    return e;
}

static bool start(BeScript *self) {
    int ends[2];
    if (self->fd >= 0) return true;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    const int e = spawn(self, ends[1]);
    close(ends[1]);
    if (e)
        close(ends[0]);
    else
        self->fd = ends[0];
    return !e;
}

static bool give(const BeScript *self, const void *data, size_t n) {
    for (size_t at = 0; at < n;) {
        const ssize_t k = send(self->fd, (const char *)data + at, n - at, MSG_NOSIGNAL);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        at += (size_t)k;
    }
    return true;
}

static bool give_int(const BeScript *self, int64_t v) { return give(self, &v, sizeof v); }

static bool give_bytes(const BeScript *self, const void *data, size_t n) {
    return give_int(self, (int64_t)n) && give(self, data, n);
}

static bool take(const BeScript *self, void *data, size_t n) {
    for (size_t at = 0; at < n;) {
        const ssize_t k = recv(self->fd, (char *)data + at, n - at, MSG_WAITALL);
        if (k < 0 && errno == EINTR) continue;
        if (k <= 0) return false;
        at += (size_t)k;
    }
    return true;
}

static bool request(const Code *code, const RtTensor *in) {
    const BeScript *s = code->script;
    const RtEntry *entry = code->entry;
    bool ok = give_bytes(s, code->text.ptr, code->text.len);
    ok = ok && give_int(s, (int64_t)code->constants.len);
    for (size_t i = 0; ok && i < code->constants.len; i++)
        ok = give_bytes(s, code->constants.at[i].ptr, code->constants.at[i].len);
    ok = ok && give_int(s, entry->n_outputs);
    for (uint32_t i = 0; ok && i < entry->n_outputs; i++)
        ok = give_int(s, entry->outputs[i].ndim) &&
             give_int(s, (int64_t)dtype_bits(entry->outputs[i].dtype));
    ok = ok && give_int(s, entry->n_inputs);
    for (uint32_t i = 0; ok && i < entry->n_inputs; i++) {
        const RtValue *v = &entry->inputs[i];
        size_t count, bytes;
        ok = tensor_count(in[i].dims, v->ndim, v->dtype, &count, &bytes) && give_int(s, v->ndim) &&
             give(s, in[i].dims, v->ndim * sizeof *in[i].dims) && give_bytes(s, in[i].data, bytes);
    }
    return ok;
}

static bool answer(const Code *code, RtTensor *out, int64_t *e) {
    const RtEntry *entry = code->entry;
    bool ok = take(code->script, e, sizeof *e);
    for (uint32_t i = 0; ok && !*e && i < entry->n_outputs; i++) {
        int64_t bytes = 0;
        ok = take(code->script, out[i].dims, entry->outputs[i].ndim * sizeof *out[i].dims) &&
             take(code->script, &bytes, sizeof bytes) && bytes >= 0 &&
             (out[i].data = rt_heap(bytes)) && take(code->script, out[i].data, (size_t)bytes);
    }
    return ok;
}

static int32_t run(RtEnv *env, const RtTensor *in, RtTensor *out, char *arena) {
    const Code *code = env->constants[0];
    BeScript *s = code->script;
    int64_t e = rt_poll(env);
    (void)arena;
    for (uint32_t i = 0; i < code->entry->n_outputs; i++) out[i].data = NULL;
    if (e) return (int32_t)e;
    pthread_mutex_lock(&s->lock);
    const bool ok = start(s) && request(code, in) && answer(code, out, &e);
    if (!ok && s->fd >= 0) {
        close(s->fd);
        s->fd = -1;
    }
    pthread_mutex_unlock(&s->lock);
    for (uint32_t i = 0; !ok && i < code->entry->n_outputs; i++) {
        rt_free(out[i].data);
        out[i].data = NULL;
    }
    return ok ? (int32_t)e : BE_SCRIPT_ENDED;
}

/* --- The program --- */

size_t be_script_message(BeScriptText *self, const char *message) {
    vec_push(self->arena, &self->messages, arena_printf(self->arena, "%s", message));
    return self->messages.len - 1;
}

static void first_messages(BeScriptText *self, const BeScript *script) {
    static const char *const first[BE_SCRIPT_FIRST] = {
        [RT_OUT_OF_MEMORY] = HIR_OUT_OF_MEMORY,
        [RT_OVERFLOW] = HIR_OVERFLOW,
        [RT_TOO_DEEP] = HIR_TOO_DEEP,
        [RT_MISSING] = HIR_MISSING,
        [RT_CANCELLED] = "cancelled",
        [BE_SCRIPT_ENDED] = "the program that runs it cannot be started, or has ended"};
    for (size_t i = 0; i < BE_SCRIPT_FIRST; i++) be_script_message(self, first[i] ? first[i] : "");
    for (const char *const *m = script->messages; m && *m; m++) be_script_message(self, *m);
}

/* The module goes: what runs need of its constants is copied. */
static void copy_constants(BeExecutable *self, const HirProgram *host, Code *code) {
    for (size_t i = 0; i < host->constants.len; i++) {
        const Tensor *t = host->constants.at[i].made_of->tensor;
        char *own = ARENA_ARRAY(&self->arena, char, t->bytes + 1);
        if (t->bytes) memcpy(own, t->data, t->bytes);
        vec_push(&self->arena, &code->constants, ((Str){own, t->bytes}));
        self->constant_bytes += t->bytes;
    }
}

static bool translate(BeExecutable *self, IrModule *own, const BeOptions *options, Code *code) {
    static const BeTarget target = {.has_offsets = true, .is_alone = true};
    const IrGlobal *global = ir_module_copy_global(own, options->function);
    const BeLegalize how = {.function = global, .holds = options->holds};
    if (!be_legalize(own, &how, &self->arena)) return false;
    BeModule *module = be_module_lower(own, global->function, &target, &self->arena);
    if (!module) return false;
    BeScriptText out = {.arena = &self->arena,
                        .host = be_host_program(module, &(BeLowering){.counts = false})};
    strbuf_init(&out.text, &self->arena);
    first_messages(&out, code->script);
    code->script->print(&out);
    copy_constants(self, out.host, code);
    code->text = strbuf_str(&out.text);
    self->code_bytes = code->text.len;
    self->rt.messages = out.messages.at;
    self->rt.n_messages = out.messages.len;
    return true;
}

Status be_script_compile(BeExecutable *self, IrModule *m, const BeOptions *options,
                         BeScript *script) {
    Code *code = ARENA_NEW(&self->arena, Code);
    *code = (Code){.script = script};
    code->entry = be_enter(self, options->function->function, code, NULL, run);
    if (!code->entry) return STATUS_INVALID;
    IrModule *own = ir_module_copy(m);
    const bool ok = translate(self, own, options, code);
    ir_module_free(own);
    return ok ? STATUS_OK : STATUS_INVALID;
}
