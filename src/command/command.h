/* SPDX-License-Identifier: Apache-2.0 */
/* What the verbs of the `tenon` command share. The command knows Tenon through the public header
 * only.
 *
 * A verb is a row of main.c's table and a function in cmd_<verb>.c: it parses its arguments,
 * opens a Session, works, and returns session_end's exit status. */
#ifndef TENON_COMMAND_COMMAND_H
#define TENON_COMMAND_COMMAND_H

#include <argp.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <tenon/tenon.h>

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* Exit statuses; scripts rely on them. */
enum { EXIT_OK = 0, EXIT_USAGE = 1, EXIT_MODEL = 2, EXIT_DIFFER = 3, EXIT_BUG = 4, EXIT_IO = 5 };

#define EXIT_HELP                                                                                  \
    "Exit status: 0 done, 1 wrong usage, 2 the model is wrong or unsupported, 4 a fault of tenon " \
    "(a "                                                                                          \
    "reproducer is written), 5 a file could not be read or written, or out of memory."

int cmd_bench(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_compile(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_equal(int argc, char **argv);
int cmd_eval(int argc, char **argv);
int cmd_grad(int argc, char **argv);
int cmd_inspect(int argc, char **argv);
int cmd_ops(int argc, char **argv);
int cmd_opt(int argc, char **argv);
int cmd_passes(int argc, char **argv);
int cmd_predict(int argc, char **argv);
int cmd_reduce(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_rules(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_target(int argc, char **argv);
int cmd_test_onnx(int argc, char **argv);
int cmd_test_stablehlo(int argc, char **argv);
int cmd_train(int argc, char **argv);
int cmd_verify(int argc, char **argv);
int cmd_why_not(int argc, char **argv);

enum { ARGS_LENGTHS = 16 };

/* Arguments that several verbs take. A verb lists the options it has; its parser hands on to
 * args_key what is not its own. */
typedef struct {
    unsigned min_operands, max_operands;
    unsigned n; /* operands given */
    const char *operands[2];
    const char *output;    /* -o; NULL: not given */
    const char *operators; /* a file of definitions; NULL: none */
    bool json;
    bool quiet;         /* nothing is told of long work */
    bool external_data; /* of a module that is written as ONNX */
    const char *data_name;
    const char *target; /* --target; NULL: none */
    int opset;          /* the same; 0: not given */
    bool generic;       /* of a module that is written as StableHLO: MLIR's generic form */
    TnLimits limits;    /* those that were given */
    const char *lengths[ARGS_LENGTHS]; /* NAME=N, each as it was given */
    unsigned n_lengths;
    const char *written;     /* the function that is, too; NULL: the only public one */
    struct Changes *changes; /* what is told of nodes that differ there; NULL: nothing */
    void (*changed)(void *changes, const TnOnnxChange *change); /* how it is told */
} Args;

enum {
    KEY_JSON = 0x1000,
    KEY_USAGE,
    KEY_OPERATORS,
    KEY_EXTERNAL_DATA,
    KEY_OPSET,
    KEY_GROWTH,
    KEY_MEMORY_LIMIT,
    KEY_TARGET,
    KEY_QUIET_WORK,
    KEY_COLOR,
    KEY_LENGTH,
    KEY_REST, /* in the place of ARGP_KEY_END where arguments are wrong: what else is in any case */
    KEY_OWN
};

#define ARGS_LIMITS                                                                                \
    {"growth",                                                                                     \
     KEY_GROWTH,                                                                                   \
     "N",                                                                                          \
     0,                                                                                            \
     "passes, rules and readers may make N bindings and operands for each that they were given "   \
     "(default: 64)",                                                                              \
     -1},                                                                                          \
    {                                                                                              \
        "memory-limit", KEY_MEMORY_LIMIT, "SIZE", 0,                                               \
            "the most memory that is held, in bytes or with K, M, G behind (default: 256M, or 32 " \
            "times the input where that is more)",                                                 \
            -1                                                                                     \
    }
#define ARGS_COLOR                                                                                 \
    {                                                                                              \
        "color", KEY_COLOR, "WHEN", 0,                                                             \
            "colours of messages and text: auto, always or never (default: auto: on a terminal, "  \
            "unless NO_COLOR is set)",                                                             \
            -1                                                                                     \
    }
#define ARGS_HELP                                                                                  \
    {"help", '?', NULL, 0, "print this help", -1},                                                 \
        {"usage", KEY_USAGE, NULL, 0, "print the usage alone", -1}, ARGS_COLOR, ARGS_LIMITS
#define ARGS_OUTPUT(doc)                                                                           \
    { "output", 'o', "FILE", 0, (doc), 0 }
#define ARGS_JSON                                                                                  \
    { "json", KEY_JSON, NULL, 0, "machine-readable: diagnostics as a JSON array on stdout", 0 }

#define ARGS_QUIET                                                                                 \
    {                                                                                              \
        "quiet", KEY_QUIET_WORK, NULL, 0,                                                          \
            "say nothing of how far long work is, nor by what backend it is done", 0               \
    }

/* In an option's argument, for the names of the backends: of all, and its text is what each is; of
 * all but the evaluator. */
#define BACKENDS_ALL "BACKEND"
#define BACKENDS_COMPILED "COMPILED BACKEND"
#define ARGS_TARGET(who)                                                                           \
    {                                                                                              \
        "target", KEY_TARGET, "T", 0,                                                              \
            "what " who                                                                            \
            " for: a name that `tenon target` has, a triple, or a file (default: this machine)",   \
            0                                                                                      \
    }

#define ARGS_OPSET                                                                                 \
    {                                                                                              \
        "opset", KEY_OPSET, "N", 0,                                                                \
            "of an ONNX model: the operator set, 9 to 27 (default: that of the file it was)", 0    \
    }
#define ARGS_LENGTH                                                                                \
    {                                                                                              \
        "length", KEY_LENGTH, "NAME=N", 0,                                                         \
            "of an ONNX model's input that is a sequence: it has N tensors, NAME[0] and so on; "   \
            "may be repeated",                                                                     \
            0                                                                                      \
    }
#define ARGS_EXTERNAL_DATA                                                                         \
    {                                                                                              \
        "external-data", KEY_EXTERNAL_DATA, "NAME", OPTION_ARG_OPTIONAL,                           \
            "of an ONNX model: weights of 1024 bytes and more go to the file NAME beside it "      \
            "(default: its name with .data behind it)",                                            \
            0                                                                                      \
    }

#define ARGS_OPERATORS                                                                             \
    {                                                                                              \
        "operators", KEY_OPERATORS, "FILE", 0,                                                     \
            "what FILE defines (@R.operator, @R.legalize, @R.gradient) holds in this run "         \
            "(default: none)",                                                                     \
            1                                                                                      \
    }

error_t args_key(Args *self, int key, char *arg, struct argp_state *state);
/* Parses with `argp`, whose input is `input`. -1: go on; else the exit status (help was printed,
 * or what is wrong, all of it, and the usage on stderr). */
int args_parse(const struct argp *argp, int argc, char **argv, void *input);

/* Called with a verb's table of options, the names of backends put in, in the place of parsing; the
 * verb ends with EXIT_OK. */
typedef void ArgsReader(const struct argp *table, void *user);
/* NULL: lines are parsed from now on. */
void args_set_reader(ArgsReader *read, void *user);

/* Where an option means something, so that none is passed over in silence. */
typedef struct {
    int key;
    bool (*holds)(const void *input); /* asked when all is parsed, where the option is given */
    const char *where;                /* "with --verify" */
} ArgsRule;

/* args_parse, and an error of usage for an option whose rule does not hold. */
int args_parse_with(const struct argp *argp, const ArgsRule *rules, size_t n, int argc, char **argv,
                    void *input);
/* The file's ending, as those of formats are told apart: ".onnx". */
bool args_is_onnx(const char *path);
bool args_is_stablehlo(const char *path);
/* Two lines on standard error below a message: which names there are, and the one that may have
 * been meant. */
void args_print_names(const char *name, const char *const *names, size_t n);

/* A message of the parser: "tenon verb: ..."; for ` return args_error(...)`. */
error_t args_error(struct argp_state *state, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Names between commas: `text`, the commas cut. All zero: none. */
typedef struct {
    char *text;
    const char **names;
    size_t n;
} Names;

/* Takes an option's argument in place of what was there. */
error_t args_names(Names *self, const char *option, const char *arg, struct argp_state *state);
void names_free(Names *self);

/* Files DIR/in_NAME.npy (folder.c), one by one. */
typedef struct {
    const char *dir;
    void *stream;
    char *name; /* of the file at hand, in one block with its path; the caller frees it */
    const char *path;
    bool failed; /* no memory */
} Folder;
/* False, with errno: it cannot be read. */
bool folder_begin(Folder *self, const char *dir);
bool folder_next(Folder *self);
void folder_end(Folder *self);

/* Checks passes between commas, with their options; an empty list is one without passes. Says which
 * is none, and which options are wrong. */
error_t args_passes(const char *list, struct argp_state *state);
/* Cuts the first item off a list of passes; NULL: there is none left. */
char *args_next_pass(char **list);

/* "0", "1" or "2". */
error_t args_bytes(size_t *out, const char *option, const char *arg, struct argp_state *state);
error_t args_level(const char *arg, unsigned *out, struct argp_state *state);

/* The items of the passes of a level, then of those between commas (NULL: none). */
typedef struct {
    char *text; /* the commas cut */
    const char **names;
    size_t n;
} PassList;

/* False: out of memory. args_pass_list_fini is due in any case. */
bool args_pass_list_init(PassList *self, unsigned level, const char *passes);
void args_pass_list_fini(PassList *self);

/* One run of a verb: the context, and how it goes. */
typedef struct {
    TnContext *ctx;
    bool json;
    const char *target; /* of modules that are read; NULL: none */
    const Args *args;   /* their lengths of sequences; the caller's */
    json_t *diags;      /* with --json: what session_end prints */
    int status;         /* exit status so far */
    unsigned rank;      /* of join_ranks */
    char *first;        /* the first error's text; NULL: there was none */
    char *input;        /* standard input's text, kept for a reproducer */
} Session;

/* False: out of memory; the caller returns session_end all the same. */
bool session_begin(Session *self, const Args *args);
/* Frees everything, prints the diagnostics that --json collected, returns the exit status. */
int session_end(Session *self);
/* Reports the last call's diagnostics; true when it went well. `what` is named where there are
 * none. */
bool session_ok(Session *self, TnStatus status, const char *what);
/* Reads the file of --operators, if there is one: before any module. */
bool session_operators(Session *self, const Args *args);
/* Reads a module ("-": standard input). NULL after a report. */
TnModule *session_read(Session *self, const char *path);
TnModule *session_read_with(Session *self, const char *path, const TnReadOptions *options);
/* A message of the command itself; help may be NULL. */
void session_error(Session *self, int status, const char *help, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* "not built yet": exit status 2. */
void session_unbuilt(Session *self, const char *what);

/* How -o FILE.onnx is to be written. False after a report. */
bool session_onnx_options(Session *self, const Args *args, TnOnnxWriteOptions *out);
/* Writes a module by the ending of -o, standard output without one. */
bool session_write_module(Session *self, const Args *args, TnModule *m);
/* Writes to the file, or to standard output when it is NULL or "-". Reports. */
void session_write(Session *self, const char *path, const char *text, size_t len);
/* Files that belong together: between the two they are only written beside their places, and
 * session_files_end gives them their names (ok), the last one last, or removes them. */
bool session_files_begin(Session *self);
void session_files_end(Session *self, bool ok);
void session_write_json(Session *self, const char *path, json_t *own_value);
/* The nodes of an ONNX model that are not written as they were (changes.c): between begin and the
 * end, which prints them, a module is read, tn_module_note_origins called, and written. */
typedef struct Changes Changes;
bool changes_begin(Changes **self, Session *session, Args *args);
void changes_end(Changes *own_self, Session *session, bool ok);

/* best.c: the fastest backend of this build that asks for nothing from outside, as a C compiler:
 * LLVM, else the evaluator. */
TnBackend best_backend(void);

/* How far long work is, told on standard error between begin and end (progress.c), unless quiet. A
 * stage begins where the one before ends ("": there is none); expected_ms 0: it is not known. */
void progress_begin(const char *verb, bool quiet);
void progress_stage(const char *what, double expected_ms);
void progress_share(double done); /* of the stage, from 0 to 1 */
void progress_end(void);

/* A report in memory; report_write sends it off and frees it. */
typedef struct {
    FILE *file;
    char *text;
    size_t len;
} Report;

bool report_begin(Report *self, Session *session);
void report_write(Report *self, Session *session, const char *path);

/* A JSON string of any bytes; null for NULL. */
json_t *json_text(const char *s);

/* Reproducers: from crash_install on, a fatal signal saves what crash_input named and exits with
 * 4. */
void crash_install(int argc, char **argv);
/* The input's path; its text where it cannot be read again (data NULL: read it from the path). Both
 * must stay. */
void crash_input(const char *path, const char *data, size_t size);
/* From now on the code that runs is the library's of this name, whose faults are not ours: exit
 * status 2, and no reproducer. NULL: no longer. */
void crash_library(const char *name);
/* Files and folders in the making: signals that end the command remove them (signals.c). */
void temporaries_install(void);
const TnTemporaries *temporaries_watch(void);
void temporaries_remove(void); /* async-signal-safe */
/* For tests: TENON_CRASH=abort, segv, fpe, ill, bus or stack stops the command here as a fault
 * would. */
void crash_for_test(void);

#endif
