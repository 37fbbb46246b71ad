/* SPDX-License-Identifier: Apache-2.0 */
/* The `tenon` command: a table of verbs. */
#include <string.h>

#include "command/color.h"
#include "command/verbs.h"

static int help(int argc, char **argv);

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
    {"report", "a page that shows what passes made of a module", cmd_report},
    {"grad", "differentiate a function", cmd_grad},
    {"train", "train a model on data", cmd_train},
    {"predict", "what a model predicts for rows of data", cmd_predict},
    {"eval", "a model's loss and metric on data", cmd_eval},
    {"bench", "latency, compile time and memory", cmd_bench},
    {"target", "what code is made for: the table, this machine, a file of one", cmd_target},
    {"test-onnx", "run folders of ONNX backend tests", cmd_test_onnx},
    {"test-stablehlo", "run folders of StableHLO tests", cmd_test_stablehlo},
    {"rules", "list and test rewrite rules", cmd_rules},
    {"help", "how a verb is used; manual pages, completion", help},
};

static const char usage[] = "Usage: tenon VERB [ARGUMENT...]\n";

static const Verbs all = {verbs, COUNT_OF(verbs)};

static int help(int argc, char **argv) { return help_run(all, argc, argv); }

static int wrong_verb(const char *name) {
    verbs_report(all, name);
    fprintf(stderr, "%sTry 'tenon --help'.\n", usage);
    return EXIT_USAGE;
}

int main(int argc, char **argv) {
    crash_install(argc, argv);
    temporaries_install();
    color_begin();
    if (argc < 2) {
        fprintf(stderr, "%sTry 'tenon --help'.\n", usage);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0) return help(1, (char *[]){"help", NULL});
    if (strcmp(argv[1], "--version") == 0) {
        printf("tenon %s\n", tn_version());
        return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_OK : EXIT_IO;
    }
    const Verb *verb = verbs_find(all, argv[1]);
    return verb ? verb->run(argc - 1, argv + 1) : wrong_verb(argv[1]);
}
