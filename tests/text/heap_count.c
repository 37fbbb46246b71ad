/* SPDX-License-Identifier: Apache-2.0 */
#include "heap_count.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_llong requests, bytes, blocks, pages;
static atomic_bool counts;

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#pragma GCC visibility push(default) /* libraries are to find these, too */
extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t n);
extern void *__libc_memalign(size_t align, size_t n);
extern void __libc_free(void *p);
int posix_memalign(void **out, size_t align, size_t n);
void *aligned_alloc(size_t align, size_t n);
void *memalign(size_t align, size_t n);

static bool is_counting(void) { return atomic_load_explicit(&counts, memory_order_relaxed); }

static void add(atomic_llong *to, long long n) {
    atomic_fetch_add_explicit(to, n, memory_order_relaxed);
}

static void *gained(void *p) {
    if (!is_counting()) return p;
    add(&requests, 1);
    if (!p) return NULL;
    add(&bytes, (long long)malloc_usable_size(p));
    add(&blocks, 1);
    return p;
}

static void lost(void *p) {
    if (!p || !is_counting()) return;
    add(&bytes, -(long long)malloc_usable_size(p));
    add(&blocks, -1);
}

void *malloc(size_t n) { return gained(__libc_malloc(n)); }
void *calloc(size_t n, size_t size) { return gained(__libc_calloc(n, size)); }
void *memalign(size_t align, size_t n) { return gained(__libc_memalign(align, n)); }
void *aligned_alloc(size_t align, size_t n) { return memalign(align, n); }
int posix_memalign(void **out, size_t align, size_t n) {
    *out = memalign(align, n);
    return *out ? 0 : 12; /* ENOMEM */
}
void *realloc(void *p, size_t n) {
    const long long before = p ? (long long)malloc_usable_size(p) : 0;
    void *now = __libc_realloc(p, n);
    if (!now && n) return NULL; /* p is as it was */
    if (p && is_counting()) {
        add(&bytes, -before);
        add(&blocks, -1);
    }
    return gained(now);
}
void free(void *p) {
    lost(p);
    __libc_free(p);
}

void *mmap(void *at, size_t n, int protection, int flags, int file, off_t offset) {
    void *p = (void *)syscall(SYS_mmap, at, n, protection, flags, file, offset); /* NOLINT */
    /* What replaces a mapping is counted with that. */
    if (p != MAP_FAILED && !(flags & MAP_FIXED) && is_counting())
        add(&pages, (long long)((n + 4095) / 4096));
    return p;
}
void *mmap64(void *at, size_t n, int protection, int flags, int file, off_t offset) {
    return mmap(at, n, protection, flags, file, offset);
}
int munmap(void *at, size_t n) {
    const int e = (int)syscall(SYS_munmap, at, n);
    if (!e && is_counting()) add(&pages, -(long long)((n + 4095) / 4096));
    return e;
}
#pragma GCC visibility pop
static void read_heap(void) {}
bool heap_counts_requests(void) { return true; }
#else
/* Of the sanitizers' runtime; gcc 12 comes without the header. */
size_t __sanitizer_get_current_allocated_bytes(void);
static void read_heap(void) {
    atomic_store(&bytes, (long long)__sanitizer_get_current_allocated_bytes());
}
bool heap_counts_requests(void) { return false; }
#endif

void heap_count_start(void) { atomic_store(&counts, true); }

HeapCount heap_count(void) {
    read_heap();
    return (HeapCount){requests, bytes, blocks, pages};
}
