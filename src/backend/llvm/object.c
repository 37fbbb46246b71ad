/* SPDX-License-Identifier: Apache-2.0 */
/* All objects lie in one mapping, so that relative addresses reach:
 *
 *     code, jumps to functions that are elsewhere | constants, addresses of functions | data
 *
 * Each part begins at a page. Unwinding tables are left out: nothing unwinds through this code. */
#include "backend/llvm/object.h"

#if defined(__x86_64__) && defined(__linux__)

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <sys/mman.h>

#include "runtime/support.h"

enum { CODE, CONSTANTS, DATA, PARTS };
enum { PAGE = 4096, JUMP = 8, ADDRESS = 8 };

typedef struct {
    Str file;
    const Elf64_Shdr *sections;
    size_t n_sections;
    uint64_t *at; /* by section: in the mapping; NOT_LOADED */
    const Elf64_Sym *symbols;
    size_t n_symbols;
    Str names;
    uint64_t jumps, addresses; /* in the mapping, by symbol */
} Object;

typedef struct {
    const char *name;
    char *address;
} Symbol;

struct LlObjects {
    Arena *arena;
    char *memory; /* NULL: not mapped */
    uint64_t size;
    uint64_t ends[PARTS];
    Map symbols; /* Symbol by name: what is defined here, and what was found elsewhere */
};

static const uint64_t not_loaded = UINT64_MAX;

void ll_open_libraries(void) {
    static const char *const libraries[] = {
        "libm.so.6", "libmvec.so.1", "libgcc_s.so.1"}; /* may be missing: then its names are */
    for (size_t i = 0; i < ARRAY_LEN(libraries); i++) dlopen(libraries[i], RTLD_NOW | RTLD_GLOBAL);
}

static bool holds(const Object *o, uint64_t offset, uint64_t size) {
    return offset <= o->file.len && size <= o->file.len - offset;
}

static bool open_object(Object *o, Str file, Arena *arena) {
    *o = (Object){.file = file};
    Elf64_Ehdr head;
    if (file.len < sizeof head) return false;
    memcpy(&head, file.ptr, sizeof head);
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
        head.e_type != ET_REL || head.e_machine != EM_X86_64 ||
        head.e_shentsize != sizeof(Elf64_Shdr) || head.e_shoff % 8 || (uintptr_t)file.ptr % 8 ||
        !holds(o, head.e_shoff, head.e_shnum * sizeof(Elf64_Shdr)))
        return false;
    o->sections = (const Elf64_Shdr *)(const void *)(file.ptr + head.e_shoff);
    o->n_sections = head.e_shnum;
    o->at = ARENA_ARRAY(arena, uint64_t, o->n_sections + 1);
    for (size_t i = 0; i < o->n_sections; i++) {
        const Elf64_Shdr *s = &o->sections[i];
        o->at[i] = not_loaded;
        if (s->sh_type != SHT_NOBITS && !holds(o, s->sh_offset, s->sh_size)) return false;
        if (s->sh_type != SHT_SYMTAB) continue;
        if (o->symbols || s->sh_offset % 8 || s->sh_link >= o->n_sections ||
            !o->sections[s->sh_link].sh_size)
            return false;
        o->symbols = (const Elf64_Sym *)(const void *)(file.ptr + s->sh_offset);
        o->n_symbols = s->sh_size / sizeof(Elf64_Sym);
        const Elf64_Shdr *names = &o->sections[s->sh_link];
        if (!holds(o, names->sh_offset, names->sh_size)) return false;
        o->names = (Str){file.ptr + names->sh_offset, names->sh_size};
        if (o->names.ptr[o->names.len - 1] != '\0') return false;
    }
    return true;
}

static int part_of(const Elf64_Shdr *s) {
    return s->sh_flags & SHF_EXECINSTR ? CODE : s->sh_flags & SHF_WRITE ? DATA : CONSTANTS;
}

/* All but unwinding tables, which have a type of their own. */
static bool is_loaded(const Object *o, const Elf64_Shdr *s) {
    return s->sh_flags & SHF_ALLOC && s->sh_type != SHT_X86_64_UNWIND && o->symbols;
}

static uint64_t aligned(uint64_t at, uint64_t to) { return to > 1 ? (at + to - 1) / to * to : at; }

/* Places in the mapping for sections, jumps and addresses. */
static bool place(LlObjects *self, Object *list, size_t n) {
    uint64_t at = 0;
    for (int part = 0; part < PARTS; part++) {
        for (size_t i = 0; i < n; i++) {
            Object *o = &list[i];
            for (size_t k = 0; k < o->n_sections; k++) {
                const Elf64_Shdr *s = &o->sections[k];
                if (!is_loaded(o, s) || part_of(s) != part) continue;
                if ((s->sh_type != SHT_PROGBITS && s->sh_type != SHT_NOBITS) ||
                    s->sh_flags & SHF_TLS || s->sh_addralign > PAGE)
                    return false;
                o->at[k] = aligned(at, s->sh_addralign);
                at = o->at[k] + s->sh_size;
            }
            if (part == DATA) continue;
            uint64_t *list_at = part == CODE ? &o->jumps : &o->addresses;
            *list_at = aligned(at, 8);
            at = *list_at + o->n_symbols * (part == CODE ? JUMP : ADDRESS);
            if (at > INT32_MAX) return false;
        }
        at = self->ends[part] = aligned(at, PAGE);
    }
    self->size = at ? at : PAGE;
    return at <= INT32_MAX;
}

static Symbol *find_symbol(const LlObjects *self, const char *name) {
    const uint64_t hash = hash_bytes(self->arena->ctx, name, strlen(name));
    for (MapIter it = map_find(&self->symbols, hash); map_next(&self->symbols, &it);) {
        Symbol *s = it.value;
        if (strcmp(s->name, name) == 0) return s;
    }
    return NULL;
}

static void add_symbol(LlObjects *self, const char *name, void *address) {
    Symbol *s = ARENA_NEW(self->arena, Symbol);
    *s = (Symbol){arena_strdup(self->arena, str_c(name)), address};
    map_add(&self->symbols, hash_bytes(self->arena->ctx, name, strlen(name)), s);
}

static const char *name_of(const Object *o, const Elf64_Sym *s) {
    return s->st_name < o->names.len ? o->names.ptr + s->st_name : "";
}

/* NULL: nowhere. */
static char *address_of(LlObjects *self, const Object *o, const Elf64_Sym *s) {
    if (s->st_shndx == SHN_ABS) return (char *)(uintptr_t)s->st_value;
    if (s->st_shndx != SHN_UNDEF) {
        const bool is_here = s->st_shndx < o->n_sections && o->at[s->st_shndx] != not_loaded &&
                             s->st_value <= o->sections[s->st_shndx].sh_size;
        return is_here ? self->memory + o->at[s->st_shndx] + s->st_value : NULL;
    }
    const char *name = name_of(o, s);
    const Symbol *known = find_symbol(self, name);
    if (known) return known->address;
    char *found = dlsym(RTLD_DEFAULT, name);
    if (found) add_symbol(self, name, found);
    return found;
}

static void fill(LlObjects *self, const Object *o) {
    for (size_t i = 0; i < o->n_sections; i++) {
        const Elf64_Shdr *s = &o->sections[i];
        if (o->at[i] != not_loaded && s->sh_type == SHT_PROGBITS && s->sh_size)
            memcpy(self->memory + o->at[i], o->file.ptr + s->sh_offset, s->sh_size);
    }
    for (size_t i = 0; i < o->n_symbols; i++) {
        const Elf64_Sym *s = &o->symbols[i];
        const unsigned char bind = ELF64_ST_BIND(s->st_info);
        if (s->st_shndx != SHN_UNDEF && (bind == STB_GLOBAL || bind == STB_WEAK) &&
            !find_symbol(self, name_of(o, s)))
            add_symbol(self, name_of(o, s), address_of(self, o, s));
    }
}

/* The symbol's entry in the list of addresses; its jump goes by that: jmp *(address). */
static char *address_entry(const LlObjects *self, const Object *o, size_t symbol, char *target) {
    char *entry = self->memory + o->addresses + symbol * ADDRESS;
    memcpy(entry, &target, sizeof target);
    return entry;
}

static char *jump_entry(const LlObjects *self, const Object *o, size_t symbol, char *target) {
    char *entry = self->memory + o->jumps + symbol * JUMP;
    const int32_t distance = (int32_t)(address_entry(self, o, symbol, target) - (entry + 6));
    entry[0] = (char)0xff;
    entry[1] = 0x25;
    memcpy(entry + 2, &distance, sizeof distance);
    return entry;
}

static bool put_distance(char *at, const char *to, int64_t addend) {
    const int64_t distance = (int64_t)(uintptr_t)to + addend - (int64_t)(uintptr_t)at;
    if (distance != (int32_t)distance) return false;
    const int32_t v = (int32_t)distance;
    memcpy(at, &v, sizeof v);
    return true;
}

static bool relocate(LlObjects *self, const Object *o, const Elf64_Shdr *target, char *base,
                     const Elf64_Rela *r) {
    const size_t symbol = ELF64_R_SYM(r->r_info);
    const uint32_t type = (uint32_t)ELF64_R_TYPE(r->r_info);
    const uint64_t width = type == R_X86_64_64 ? 8 : 4;
    if (symbol >= o->n_symbols || r->r_offset > target->sh_size ||
        target->sh_size - r->r_offset < width)
        return false;
    char *at = base + r->r_offset, *to = address_of(self, o, &o->symbols[symbol]);
    if (!to) return false;
    switch (type) {
    case R_X86_64_64: {
        const uint64_t v = (uint64_t)(uintptr_t)to + (uint64_t)r->r_addend;
        memcpy(at, &v, sizeof v);
        return true;
    }
    case R_X86_64_PC32: return put_distance(at, to, r->r_addend);
    case R_X86_64_PLT32:
        return put_distance(
            at, o->symbols[symbol].st_shndx == SHN_UNDEF ? jump_entry(self, o, symbol, to) : to,
            r->r_addend);
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
        return put_distance(at, address_entry(self, o, symbol, to), r->r_addend);
    default: return false;
    }
}

static bool relocate_object(LlObjects *self, const Object *o) {
    for (size_t i = 0; i < o->n_sections; i++) {
        const Elf64_Shdr *s = &o->sections[i];
        if (s->sh_type == SHT_REL) return false;
        if (s->sh_type != SHT_RELA || s->sh_info >= o->n_sections ||
            o->at[s->sh_info] == not_loaded)
            continue;
        char *base = self->memory + o->at[s->sh_info];
        for (uint64_t k = 0; k < s->sh_size / sizeof(Elf64_Rela); k++) {
            Elf64_Rela r;
            memcpy(&r, o->file.ptr + s->sh_offset + k * sizeof r, sizeof r);
            if (!relocate(self, o, &o->sections[s->sh_info], base, &r)) return false;
        }
    }
    return true;
}

/* Nothing is ever both writable and code. */
static bool protect(const LlObjects *self) {
    static const int how[PARTS] = {PROT_READ | PROT_EXEC, PROT_READ, PROT_READ | PROT_WRITE};
    uint64_t at = 0;
    for (int part = 0; part < PARTS; part++) {
        if (self->ends[part] > at &&
            mprotect(self->memory + at, self->ends[part] - at, how[part]) != 0)
            return false;
        at = self->ends[part];
    }
    return true;
}

static bool load(LlObjects *self, Object *list, size_t n) {
    if (!place(self, list, n)) return false;
    char *memory =
        mmap(NULL, self->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) ctx_throw(self->arena->ctx, STATUS_MEMORY);
    self->memory = memory;
    for (uint32_t i = 0; i < rt_n_symbols; i++)
        add_symbol(self, rt_symbols[i].name, rt_symbols[i].address);
    for (size_t i = 0; i < n; i++) fill(self, &list[i]);
    for (size_t i = 0; i < n; i++) {
        if (!relocate_object(self, &list[i])) return false;
    }
    if (!protect(self)) {
        if (errno == ENOMEM) ctx_throw(self->arena->ctx, STATUS_MEMORY);
        return false;
    }
    return true;
}

bool ll_objects_load(LlObjects **out, const Str *files, size_t n, Arena *arena) {
    LlObjects *self = ARENA_NEW(arena, LlObjects);
    *self = (LlObjects){.arena = arena};
    *out = self;
    map_init(&self->symbols, arena);
    Object *list = ARENA_ARRAY(arena, Object, n + 1);
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) ok = open_object(&list[i], files[i], arena);
    ll_open_libraries();
    if (ok && load(self, list, n)) return true;
    ll_objects_free(self);
    *out = NULL;
    return false;
}

void *ll_objects_find(const LlObjects *self, const char *name) {
    const Symbol *s = find_symbol(self, name);
    const bool is_here = s && s->address >= self->memory && s->address < self->memory + self->size;
    return is_here ? s->address : NULL;
}

void ll_objects_free(LlObjects *self) {
    if (self && self->memory) munmap(self->memory, self->size);
    if (self) self->memory = NULL;
}

#else

#include <dlfcn.h>

void ll_open_libraries(void) { dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL); }

bool ll_objects_load(LlObjects **out, const Str *files, size_t n, Arena *arena) {
    (void)files;
    (void)n;
    (void)arena;
    *out = NULL;
    return false;
}

void *ll_objects_find(const LlObjects *self, const char *name) {
    (void)self;
    (void)name;
    return NULL;
}

void ll_objects_free(LlObjects *self) { (void)self; }

#endif
