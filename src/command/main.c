/* SPDX-License-Identifier: Apache-2.0 */
/* The `tenon` command: a table of verbs. */
#include "command/command.h"

#include <string.h>

typedef struct {
    const char *name;
    const char *doc;
    int (*run)(int argc, char **argv); /* argv[0] is the verb */
} Verb;

static const Verb verbs[] = {
    {"opt", "run passes or rules on a module, or only print it in the normal form", cmd_opt},
    {"equal", "are two modules structurally equal, and where do they first differ", cmd_equal},
    {"inspect", "what a module holds: functions, operators, constants", cmd_inspect},
    {"check", "all that is wrong with a model in one report, or its sizes", cmd_check},
    {"convert", "from one file format to another", cmd_convert},
    {"ops", "the operators, or one of them in full", cmd_ops},
    {"passes", "the passes that opt can run", cmd_passes},
    {"run", "execute a module", cmd_run},
    {"verify", "run two modules on the same inputs and compare", cmd_verify},
    {"compile", "to C source, an object or a shared library", cmd_compile},
    {"why-not", "why a rule does not apply", cmd_why_not},
    {"reduce", "shrink a model that fails", cmd_reduce},
    {"grad", "differentiate a function", cmd_grad},
    {"train", "train a model on data", cmd_train},
    {"predict", "what a model predicts for rows of data", cmd_predict},
    {"eval", "a model's loss and metric on data", cmd_eval},
    {"bench", "latency, compile time and memory", cmd_bench},
    {"target", "what code is made for: the table, this machine, a file of one", cmd_target},
    {"test-onnx", "run folders of ONNX backend tests", cmd_test_onnx},
    {"test-stablehlo", "run folders of StableHLO tests", cmd_test_stablehlo},
    {"rules", "list and test rewrite rules", cmd_rules},
};

static const char usage[] = "Usage: tenon VERB [ARGUMENT...]\n";

static const Verb *find_verb(const char *name) {
    for (size_t i = 0; i < COUNT_OF(verbs); i++) {
        if (strcmp(verbs[i].name, name) == 0) return &verbs[i];
    }
    return NULL;
}

static int print_help(void) {
    printf("%sA compiler for tensor programs.\n\nVerbs:\n", usage);
    for (size_t i = 0; i < COUNT_OF(verbs); i++) {
        printf("  %-10s %s\n", verbs[i].name, verbs[i].doc);
    }
    printf("\n'tenon VERB --help' or 'tenon help VERB' tells more of a verb, 'tenon --version' the "
           "version.\n"
           "A file '-' is standard input or output; other formats follow from the file's ending.\n"
           "\n"
           "Exit status:\n"
           "  0  done\n"
           "  1  wrong usage\n"
           "  2  the model or rule is wrong or unsupported, or a limit was reached\n"
           "  3  the results differ\n"
           "  4  a fault of tenon; a reproducer is written to $TMPDIR or /tmp\n"
           "  5  a file could not be read or written, or out of memory\n");
    return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_OK : EXIT_IO;
}

static int wrong_verb(const char *name) {
    const char *names[COUNT_OF(verbs)];
    for (size_t i = 0; i < COUNT_OF(verbs); i++) names[i] = verbs[i].name;
    const char *near = tn_name_nearest(name, names, COUNT_OF(verbs));
    fprintf(stderr, "tenon: '%s' is no verb\n", name);
    if (near) fprintf(stderr, "  help: did you mean '%s'?\n", near);
    fprintf(stderr, "%sTry 'tenon --help'.\n", usage);
    return EXIT_USAGE;
}

static int run_verb(const char *name, int argc, char **argv) {
    const Verb *verb = find_verb(name);
    return verb ? verb->run(argc, argv) : wrong_verb(name);
}

int main(int argc, char **argv) {
    crash_install(argc, argv);
    temporaries_install();
    if (argc < 2) {
        fprintf(stderr, "%sTry 'tenon --help'.\n", usage);
        return EXIT_USAGE;
    }
    const char *first = argv[1];
    const bool is_help = strcmp(first, "help") == 0;
    if (strcmp(first, "--help") == 0 || (is_help && argc == 2)) return print_help();
    if (strcmp(first, "--version") == 0) {
        printf("tenon %s\n", tn_version());
        return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_OK : EXIT_IO;
    }
    if (is_help) {
        char verb[64], help[] = "--help";
        snprintf(verb, sizeof verb, "%s", argv[2]);
        return run_verb(argv[2], 2, (char *[]){verb, help, NULL});
    }
    return run_verb(first, argc - 1, argv + 1);
}
