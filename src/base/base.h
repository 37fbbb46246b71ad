/* SPDX-License-Identifier: Apache-2.0 */
/* What every file of Tenon may lean on: fixed-width types, the three error tools, small helpers.
 *
 * Three kinds of trouble, three tools (see ARCHITECTURE.md):
 *   the user's fault     diag_error() on the context, and a status returned
 *   the machine's fault  ctx_throw(): unwinds to the API boundary, running the clean-ups
 *   our fault            BUG(): says where, prints what it was given, aborts
 */
#ifndef TENON_BASE_BASE_H
#define TENON_BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

#if defined(__GNUC__)
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#define NORETURN __attribute__((noreturn))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#else
#define PRINTF_LIKE(fmt, args)
#define NORETURN
#define LIKELY(x) (x)
#define UNLIKELY(x) (x)
#endif

/* A fault of ours. Prints the place and the message on stderr and aborts; the command's handler
 * of that signal ends with exit status 4. */
#define BUG(...) base_bug(__FILE__, __LINE__, __VA_ARGS__)
#define BUG_IF(cond)                                                                               \
    do {                                                                                           \
        if (UNLIKELY(cond)) base_bug(__FILE__, __LINE__, "%s", #cond);                             \
    } while (0)

NORETURN void base_bug(const char *file, int line, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* How a library call ended. The public TnStatus has the same members in the same order. */
typedef enum {
#define STATUS(name, doc) STATUS_##name,
#include "base/status.def"
    STATUS_COUNT
} Status;

/* Checked arithmetic: false when the exact result does not fit, *out is then unspecified. */
static inline bool add_i64(int64_t a, int64_t b, int64_t *out) {
    return !__builtin_add_overflow(a, b, out);
}
static inline bool mul_i64(int64_t a, int64_t b, int64_t *out) {
    return !__builtin_mul_overflow(a, b, out);
}
static inline bool add_size(size_t a, size_t b, size_t *out) {
    return !__builtin_add_overflow(a, b, out);
}
static inline bool mul_size(size_t a, size_t b, size_t *out) {
    return !__builtin_mul_overflow(a, b, out);
}

/* A piece of text that is borrowed: not NUL-terminated, never NULL when len > 0. */
typedef struct {
    const char *ptr;
    size_t len;
} Str;

/* All of a C string. */
static inline Str str_c(const char *s) { return (Str){s, strlen(s)}; }
static inline bool str_eq(Str a, Str b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}
static inline bool str_eq_c(Str a, const char *b) {
    return strlen(b) == a.len && (a.len == 0 || memcmp(a.ptr, b, a.len) == 0);
}

/* A place in a source: the byte offset, and the line and column (in bytes) counted from 1.
 * line == 0: no place is known. */
typedef struct {
    uint32_t offset, line, col;
} Loc;

#endif
