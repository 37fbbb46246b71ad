/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that the library requests memory by and frees it are replaced, for that library
 * alone (redirect.h). A room is a run's as long as this lasts; what is requested lies one behind
 * the other, and a room is free again once all of that is, whoever frees it and when. Rooms are
 * static, so an address says whether it is of one. */
#include "backend/onednn/memory.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "backend/onednn/redirect.h"

enum { ROOMS = 64, ROOM_BYTES = 1 << 14, ALIGN = 16 };

typedef struct {
    _Alignas(64) char bytes[ROOM_BYTES];
    size_t used;      /* whose run it is says */
    atomic_uint held; /* by what is requested and not freed, and by the run */
} Room;

static Room rooms[ROOMS];
static atomic_uint_least64_t taken; /* a bit a room */
static atomic_bool is_led, stays;

/* Of this thread's run; NULL: none. Initial-exec: its first use requests no memory. */
static _Thread_local Room *own __attribute__((tls_model("initial-exec")));

static void let_go(Room *room) {
    if (atomic_fetch_sub(&room->held, 1) != 1) return;
    room->used = 0;
    atomic_fetch_and(&taken, ~((uint64_t)1 << (room - rooms)));
}

void onednn_memory_begin(void) {
    uint64_t now = atomic_load_explicit(&taken, memory_order_relaxed);
    own = NULL;
    if (!atomic_load_explicit(&is_led, memory_order_relaxed)) return;
    do {
        if (!~now) return;
    } while (!atomic_compare_exchange_weak(&taken, &now, now | (now + 1)));
    own = &rooms[__builtin_ctzll(~now)];
    atomic_store(&own->held, 1);
}

/* oneDNN keeps something of a room: the library that the rooms are in is never unloaded. */
static void stay(void) {
    Dl_info info;
    if (!atomic_exchange(&stays, true) && dladdr(rooms, &info))
        dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

void onednn_memory_end(void) {
    Room *room = own;
    own = NULL;
    if (!room) return;
    if (atomic_load(&room->held) > 1 && !atomic_load(&stays)) stay();
    let_go(room);
}

/* NULL: there is no room. */
static void *request(size_t n, size_t align) {
    if (!own || n > ROOM_BYTES || align > ROOM_BYTES) return NULL;
    const uintptr_t start = (uintptr_t)own->bytes;
    const size_t at = (size_t)((start + own->used + align - 1) / align * align - start);
    if (at > ROOM_BYTES - n) return NULL;
    own->used = at + n;
    atomic_fetch_add(&own->held, 1);
    return own->bytes + at;
}

/* --- What stands in for the library's --- */

typedef void *New(size_t n);
typedef void *NewNothrow(size_t n, const void *tag);
typedef void Free(void *p);
typedef int Memalign(void **out, size_t align, size_t n);

enum { MALLOC, MEMALIGN, FREE, NEW, NEW_NOTHROW, DELETE, N_FUNCTIONS };

static Redirect functions[N_FUNCTIONS];

static void *malloc_here(size_t n) {
    void *p = request(n, ALIGN);
    return p ? p : ((New *)functions[MALLOC].original)(n);
}

static void *new_here(size_t n) {
    void *p = request(n, ALIGN);
    return p ? p : ((New *)functions[NEW].original)(n);
}

static void *new_nothrow(size_t n, const void *tag) {
    void *p = request(n, ALIGN);
    return p ? p : ((NewNothrow *)functions[NEW_NOTHROW].original)(n, tag);
}

static int memalign_here(void **out, size_t align, size_t n) {
    void *p = align && !(align & (align - 1)) ? request(n, align) : NULL;
    if (!p) return ((Memalign *)functions[MEMALIGN].original)(out, align, n);
    *out = p;
    return 0;
}

/* False: it is not of a room. */
static bool give_back(const void *p) {
    const uintptr_t at = (uintptr_t)p, first = (uintptr_t)rooms;
    if (at < first || at >= first + sizeof rooms) return false;
    let_go(&rooms[(at - first) / sizeof *rooms]);
    return true;
}

static void free_here(void *p) {
    if (!give_back(p)) ((Free *)functions[FREE].original)(p);
}

static void delete_here(void *p) {
    if (!give_back(p)) ((Free *)functions[DELETE].original)(p);
}

static Redirect functions[N_FUNCTIONS] = {
    [MALLOC] = {.name = "malloc", .to = (RedirectFn *)malloc_here},
    [MEMALIGN] = {.name = "posix_memalign", .to = (RedirectFn *)memalign_here},
    [FREE] = {.name = "free", .to = (RedirectFn *)free_here},
    [NEW] = {.name = "_Znwm", .to = (RedirectFn *)new_here},
    [NEW_NOTHROW] = {.name = "_ZnwmRKSt9nothrow_t", .to = (RedirectFn *)new_nothrow},
    [DELETE] = {.name = "_ZdlPv", .to = (RedirectFn *)delete_here},
};

/* --- The library --- */

/* Other names for the same: it would request by one and free by another. */
static const char *const prefixes[] = {
    "_Zn", "_Zd", "malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc", NULL};

void onednn_memory_open(void *library) {
    /* texts are made by the C++ library, which frees what it is handed */
    if (getenv("ONEDNN_VERBOSE") || getenv("DNNL_VERBOSE")) return;
    atomic_store(&is_led, redirect(library, functions, N_FUNCTIONS, prefixes));
}

/* When this library is unloaded, oneDNN stays: with what it keeps of a room, this one stays too. */
__attribute__((destructor)) static void end(void) {
    if (atomic_exchange(&is_led, false)) redirect_undo(functions, N_FUNCTIONS);
}
