/* SPDX-License-Identifier: Apache-2.0 */
/* The tests' program: tenon-test NAME ARGUMENTS runs a row of drivers.def; without a name it lists
 * them.
 *
 * What a build leaves out (LLVM, protobuf-c, all but threads in the build with ThreadSanitizer) is
 * a null pointer here, for the references are weak. */
#include <stdio.h>
#include <string.h>

#define DRIVER(name, what) __attribute__((weak)) int test_##name(int argc, char **argv);
#define UNIT(module) DRIVER(u_##module, )
#include "drivers.def"
#undef UNIT
#undef DRIVER

typedef struct {
    const char *name, *what;
    int (*run)(int argc, char **argv);
} Driver;

static const Driver drivers[] = {
#define DRIVER(name, what) {#name, what, test_##name},
#define UNIT(module) {"u_" #module, "tests/unit/u_" #module ".c", test_u_##module},
#include "drivers.def"
#undef UNIT
#undef DRIVER
};

int main(int argc, char **argv) {
    for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++) {
        const Driver *d = &drivers[i];
        if (argc < 2)
            printf("%-20s %s%s\n", d->name, d->what, d->run ? "" : " (not in this build)");
        if (argc < 2 || strcmp(d->name, argv[1]) != 0) continue;
        if (d->run) return d->run(argc - 1, argv + 1);
        printf("%s is not in this build\n0 passed, 1 failed\n", d->name);
        return 1;
    }
    if (argc < 2) return 0;
    printf("there is no test '%s'; without a name, tenon-test lists them\n0 passed, 1 failed\n",
           argv[1]);
    return 1;
}
