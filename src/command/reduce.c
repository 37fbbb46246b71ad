/* SPDX-License-Identifier: Apache-2.0 */
/* tenon reduce M --keep CMD */
#include "command/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KEY_KEEP = KEY_OWN };

typedef struct {
    Args args;
    const char *keep; /* a shell command */
} ReduceArgs;

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    ReduceArgs *self = state->input;
    if (key == KEY_KEEP) {
        self->keep = arg;
        return 0;
    }
    if (key == ARGP_KEY_END && !self->keep) return args_error(state, "--keep CMD is missing");
    return args_key(&self->args, key, arg, state);
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT("what to write (default: Relax text on standard output)"),
    ARGS_JSON,
    {"keep", KEY_KEEP, "CMD", 0,
     "exits with 0 for a file that is still interesting; the file's path is its last argument, or $1 where CMD "
     "mentions that (must be given)",
     1},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "M",
    .doc =
        "Shrinks the module M: takes away functions, results, bindings and parameters as long as the shell command "
        "CMD exits with 0 for the file that is left. Every file that CMD gets is a sound module. What CMD prints is "
        "not shown."
        "\v" EXIT_HELP
        "\n\nExample: the smallest part of net.py that --verify-each stops at with exit status 4\n"
        "  tenon reduce net.py --keep 'tenon opt -O2 --verify-each $1; [ $? = 4 ]' -o small.py",
};

typedef struct {
    char *script;
    char path[256];
    size_t tries, kept;
    const char *trouble; /* NULL: none; then nothing is kept any more */
} Judge;

static int run_script(const Judge *self) {
    const pid_t child = fork();
    int status;
    if (child == 0) {
        const int null = open("/dev/null", O_RDWR);
        if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0) _exit(127);
        execl("/bin/sh", "sh", "-c", self->script, "sh", self->path, (char *)NULL);
        _exit(127);
    }
    if (child < 0) return -1;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static int keep(void *user, const char *text, size_t len) {
    Judge *self = user;
    if (self->trouble) return 0;
    FILE *f = fopen(self->path, "we");
    const bool written = f && fwrite(text, 1, len, f) == len;
    if ((f && fclose(f) != 0) || !written) {
        self->trouble = "the file for the command cannot be written";
        return 0;
    }
    const int status = run_script(self);
    self->tries++;
    if (status < 0) self->trouble = "the command cannot be started";
    self->kept += status == 0;
    return status == 0;
}

static bool judge_begin(Judge *self, const char *command) {
    const char *folder = getenv("TMPDIR");
    if (!folder || !*folder) folder = "/tmp";
    const char *tail = strstr(command, "$1") || strstr(command, "${1") ? "" : " \"$1\"";
    const size_t room = strlen(command) + strlen(tail) + 1;
    *self = (Judge){.script = malloc(room)};
    if (!self->script) return false;
    snprintf(self->script, room, "%s%s", command, tail);
    const int n = snprintf(self->path, sizeof self->path, "%s/tenon-reduce-XXXXXX.py", folder);
    const TnTemporaries *watch = temporaries_watch();
    watch->note(watch->user, TN_TEMPORARY_HOLD, NULL);
    const int fd = n > 0 && (size_t)n < sizeof self->path ? mkstemps(self->path, 3) : -1;
    if (fd >= 0) watch->note(watch->user, TN_TEMPORARY_MADE, self->path);
    watch->note(watch->user, TN_TEMPORARY_RELEASE, NULL);
    if (fd >= 0) close(fd);
    return fd >= 0;
}

/* What was judged is text; a file that ends in .onnx gets the module that it says. */
static void write_rest(Session *session, const ReduceArgs *args, const TnText *text) {
    TnModule *rest = NULL;
    if (!args_is_onnx(args->args.output)) {
        session_write(session, args->args.output, text->ptr, text->len);
    } else if (session_ok(
                   session,
                   tn_module_parse(session->ctx, "what is left", text->ptr, text->len, &rest),
                   "reduce")) {
        session_write_module(session, &args->args, rest);
    }
    tn_module_free(rest);
}

static void reduce(Session *session, const ReduceArgs *args, TnModule *m) {
    Judge judge;
    TnText text = {.ptr = NULL};
    if (!judge_begin(&judge, args->keep)) {
        free(judge.script);
        session_ok(session, TN_E_IO, "a temporary file cannot be made");
        return;
    }
    const TnStatus status = tn_module_reduce(m, keep, &judge, &text);
    unlink(judge.path);
    free(judge.script);
    if (judge.trouble) {
        session_ok(session, TN_E_IO, judge.trouble);
    } else if (status == TN_E_DIFFER) {
        session_ok(session, TN_E_INVALID,
                   "--keep: the command does not exit with 0 for the module as it is");
    } else if (session_ok(session, status, "reduce")) {
        fprintf(stderr, "%zu files tried, %zu kept\n", judge.tries, judge.kept);
        write_rest(session, args, &text);
    }
    tn_text_free(&text);
}

int cmd_reduce(int argc, char **argv) {
    ReduceArgs args = {.args = {.min_operands = 1, .max_operands = 1}};
    const int status = args_parse(&argp, argc, argv, &args);
    if (status >= 0) return status;
    Session session;
    if (session_begin(&session, &args.args)) {
        TnModule *m = session_read(&session, args.args.operands[0]);
        if (m) reduce(&session, &args, m);
        tn_module_free(m);
    }
    return session_end(&session);
}
