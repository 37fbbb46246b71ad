/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries that are opened on first use: linking LLVM costs every command some 15 ms of
 * relocation, whatever it does.
 *
 * Each function that we call is defined here as a jump to the library's own, through a slot that
 * late_open fills; so callers include the library's header and call it as ever. The list is a .def
 * file of rows LATE(name). What is not in the list does not link. Processors without a stub link
 * the libraries as usual. */
#ifndef TENON_BASE_LATE_H
#define TENON_BASE_LATE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name;
    void **slot;
} LateFunction;

typedef struct {
    const char *const *files; /* names to try; NULL ends them */
    const LateFunction *functions;
    size_t n;
    void **handle; /* NULL, or where dlopen's goes */
} LateLibrary;

/* Fills the slots. False: no file can be opened, or a function is missing; calls are then
 * forbidden. It may be called again. Thread rule: any thread. */
bool late_open(const LateLibrary *self);

#if defined(__x86_64__)
#define LATE_JUMP(name) "jmp *late_" #name "(%rip)\n"
#elif defined(__aarch64__)
#define LATE_JUMP(name) "adrp x16, late_" #name "\nldr x16, [x16, :lo12:late_" #name "]\nbr x16\n"
#endif

/* Arguments and results pass through as they are. */
#define LATE_STUB(name)                                                                            \
    extern void *late_##name;                                                                      \
    void *late_##name;                                                                             \
    __asm__(".pushsection .text\n.globl " #name "\n.hidden " #name "\n.type " #name                \
            ", %function\n.p2align 4\n" #name ":\n" LATE_JUMP(name) ".size " #name ", . - " #name  \
                                                                    "\n.popsection\n");

#define LATE_ROW(name) {#name, &late_##name},

#endif
