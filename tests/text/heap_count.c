/* SPDX-License-Identifier: Apache-2.0 */
#include "heap_count.h"

#include <link.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_llong requests, by_onednn, bytes, blocks, pages;
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

/* Of C++ in this process are oneDNN, whose kernels run, and LLVM, which made its code before: what
 * the runtime of C++, or oneDNN itself, asks for in a run is oneDNN's. */
typedef struct {
    uintptr_t begin, end;
} Range;

static Range theirs[2];

static int find_range(struct dl_phdr_info *info, size_t size, void *user) {
    (void)size, (void)user;
    static const char *const names[] = {"libstdc++.so", "libdnnl.so"};
    for (size_t i = 0; i < 2; i++) {
        if (!strstr(info->dlpi_name, names[i])) continue;
        for (size_t k = 0; k < info->dlpi_phnum; k++) {
            const ElfW(Phdr) *h = &info->dlpi_phdr[k];
            if (h->p_type == PT_LOAD && (h->p_flags & PF_X))
                theirs[i] = (Range){info->dlpi_addr + h->p_vaddr,
                                    info->dlpi_addr + h->p_vaddr + h->p_memsz};
        }
    }
    return 0;
}

static void *gained(void *p, const void *caller) {
    if (!is_counting()) return p;
    add(&requests, 1);
    for (size_t i = 0; i < 2; i++) {
        if ((uintptr_t)caller - theirs[i].begin < theirs[i].end - theirs[i].begin)
            add(&by_onednn, 1);
    }
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

void *malloc(size_t n) { return gained(__libc_malloc(n), __builtin_return_address(0)); }
void *calloc(size_t n, size_t size) {
    return gained(__libc_calloc(n, size), __builtin_return_address(0));
}
void *memalign(size_t align, size_t n) {
    return gained(__libc_memalign(align, n), __builtin_return_address(0));
}
void *aligned_alloc(size_t align, size_t n) {
    return gained(__libc_memalign(align, n), __builtin_return_address(0));
}
int posix_memalign(void **out, size_t align, size_t n) {
    *out = gained(__libc_memalign(align, n), __builtin_return_address(0));
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
    return gained(now, __builtin_return_address(0));
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
static void find_libraries(void) { dl_iterate_phdr(find_range, NULL); }
bool heap_counts_requests(void) { return true; }
#else
/* Of the sanitizers' runtime; gcc 12 comes without the header. */
size_t __sanitizer_get_current_allocated_bytes(void);
static void read_heap(void) {
    atomic_store(&bytes, (long long)__sanitizer_get_current_allocated_bytes());
}
static void find_libraries(void) {}
bool heap_counts_requests(void) { return false; }
#endif

void heap_count_start(void) {
    find_libraries();
    atomic_store(&counts, true);
}

HeapCount heap_count(void) {
    read_heap();
    return (HeapCount){requests, by_onednn, bytes, blocks, pages};
}
