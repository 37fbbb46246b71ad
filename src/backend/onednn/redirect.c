/* SPDX-License-Identifier: Apache-2.0 */
/* The linker's relocations say where the library keeps the address of each function that it calls
 * (ELF specification, "Dynamic Linking": DT_JMPREL, DT_RELA). Those pages are read-only once it is
 * linked (PT_GNU_RELRO). */
#include "backend/onednn/redirect.h"

#include <string.h>

#if defined(__GLIBC__) && defined(__LP64__) && (defined(__x86_64__) || defined(__aarch64__))

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { JUMP_SLOT = R_X86_64_JUMP_SLOT, GLOBAL_DATA = R_X86_64_GLOB_DAT };
#else
enum { JUMP_SLOT = R_AARCH64_JUMP_SLOT, GLOBAL_DATA = R_AARCH64_GLOB_DAT };
#endif

typedef struct {
    uintptr_t base;
    const Elf64_Sym *symbols;
    const char *names;
    const Elf64_Rela *lists[2];
    size_t bytes[2];
    bool is_bound;
} Tables;

/* glibc has added the base to addresses. */
static void read_entry(Tables *out, const Elf64_Dyn *d) {
    const void *at = (const void *)d->d_un.d_ptr; /* NOLINT(performance-no-int-to-ptr) */
    switch (d->d_tag) {
    case DT_SYMTAB: out->symbols = at; break;
    case DT_STRTAB: out->names = at; break;
    case DT_JMPREL: out->lists[0] = at; break;
    case DT_PLTRELSZ: out->bytes[0] = d->d_un.d_val; break;
    case DT_RELA: out->lists[1] = at; break;
    case DT_RELASZ: out->bytes[1] = d->d_un.d_val; break;
    case DT_BIND_NOW: out->is_bound = true; break;
    case DT_FLAGS: out->is_bound |= (d->d_un.d_val & DF_BIND_NOW) != 0; break;
    case DT_FLAGS_1: out->is_bound |= (d->d_un.d_val & DF_1_NOW) != 0; break;
    default: break;
    }
}

static bool begins(const char *name, const char *const *prefixes) {
    for (; *prefixes; prefixes++) {
        if (strncmp(name, *prefixes, strlen(*prefixes)) == 0) return true;
    }
    return false;
}

/* Notes the slot. False: a second one, or a function that the list should have. */
static bool note_slot(const Tables *t, const Elf64_Rela *r, Redirect *list, size_t n,
                      const char *const *prefixes) {
    const uint32_t type = ELF64_R_TYPE(r->r_info);
    const char *name = t->names + t->symbols[ELF64_R_SYM(r->r_info)].st_name;
    if (!ELF64_R_SYM(r->r_info) || !begins(name, prefixes)) return true;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(name, list[i].name) != 0) continue;
        if (list[i].slot || (type != JUMP_SLOT && type != GLOBAL_DATA)) return false;
        list[i].slot =
            (RedirectFn **)(t->base + r->r_offset); /* NOLINT(performance-no-int-to-ptr) */
        list[i].original = *list[i].slot;
        return true;
    }
    return false;
}

static bool find_slots(const Tables *t, Redirect *list, size_t n, const char *const *prefixes) {
    for (size_t i = 0; i < n; i++) list[i].slot = NULL;
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; t->lists[k] && i < t->bytes[k] / sizeof(Elf64_Rela); i++) {
            if (!note_slot(t, &t->lists[k][i], list, n, prefixes)) return false;
        }
    }
    bool ok = true;
    for (size_t i = 0; i < n; i++) ok = ok && list[i].slot && list[i].original;
    return ok;
}

/* The pages that the linker has protected. */
typedef struct {
    uintptr_t slot, begin, end;
} Protected;

static int find_protected(struct dl_phdr_info *info, size_t size, void *user) {
    Protected *out = user;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const Elf64_Phdr *p = &info->dlpi_phdr[i];
        const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE),
                        begin = (info->dlpi_addr + p->p_vaddr) & ~(page - 1),
                        end = (info->dlpi_addr + p->p_vaddr + p->p_memsz) & ~(page - 1);
        if (p->p_type != PT_GNU_RELRO || out->slot < begin || out->slot >= end) continue;
        out->begin = begin;
        out->end = end;
        return 1;
    }
    return 0;
}

static bool set_slot(RedirectFn **slot, RedirectFn *to) {
    Protected range = {.slot = (uintptr_t)slot};
    dl_iterate_phdr(find_protected, &range);
    void *const at = (void *)range.begin; /* NOLINT(performance-no-int-to-ptr) */
    if (range.end && mprotect(at, range.end - range.begin, PROT_READ | PROT_WRITE) != 0)
        return false;
    __atomic_store_n(slot, to, __ATOMIC_RELEASE);
    if (range.end) mprotect(at, range.end - range.begin, PROT_READ);
    return true;
}

bool redirect(void *library, Redirect *list, size_t n, const char *const *prefixes) {
    struct link_map *map = NULL;
    Tables t = {.base = 0};
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !map) return false;
    t.base = map->l_addr;
    for (const Elf64_Dyn *d = map->l_ld; d->d_tag != DT_NULL; d++) read_entry(&t, d);
    if (!t.symbols || !t.names || !t.is_bound || !find_slots(&t, list, n, prefixes)) return false;
    size_t done = 0;
    while (done < n && set_slot(list[done].slot, list[done].to)) done++;
    if (done < n) redirect_undo(list, done);
    return done == n;
}

void redirect_undo(const Redirect *list, size_t n) {
    for (size_t i = 0; i < n; i++) set_slot(list[i].slot, list[i].original);
}

#else

bool redirect(void *library, Redirect *list, size_t n, const char *const *prefixes) {
    (void)library;
    (void)list;
    (void)n;
    (void)prefixes;
    return false;
}

void redirect_undo(const Redirect *list, size_t n) {
    (void)list;
    (void)n;
}

#endif
