/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/elf.h"

#include <elf.h>
#include <stdlib.h>

#define NEW_NAME ".rodata.wght"
_Static_assert(sizeof NEW_NAME == sizeof ELF_WEIGHTS_SECTION, "it takes the old name's place");

/* What is read and changed of a head of a section, in both classes. */
typedef struct {
    uint32_t name, type;
    uint64_t flags, offset, size;
} Section;

typedef struct {
    StrBuf *file;
    bool is_64;
    uint64_t sections;
    uint32_t n, names;
} Elf;

static char *section_at(const Elf *self, uint32_t i) {
    const size_t each = self->is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
    BUG_IF(i >= self->n || self->sections + (i + 1) * each > self->file->text.len);
    return self->file->text.at + self->sections + i * each;
}

static Section get(const Elf *self, uint32_t i) {
    const char *at = section_at(self, i);
    Elf64_Shdr s64;
    Elf32_Shdr s32;
    if (self->is_64) {
        memcpy(&s64, at, sizeof s64);
        return (Section){s64.sh_name, s64.sh_type, s64.sh_flags, s64.sh_offset, s64.sh_size};
    }
    memcpy(&s32, at, sizeof s32);
    return (Section){s32.sh_name, s32.sh_type, s32.sh_flags, s32.sh_offset, s32.sh_size};
}

static void put(const Elf *self, uint32_t i, const Section *s) {
    char *at = section_at(self, i);
    Elf64_Shdr s64;
    Elf32_Shdr s32;
    if (self->is_64) {
        memcpy(&s64, at, sizeof s64);
        s64.sh_type = s->type;
        s64.sh_flags = s->flags;
        s64.sh_offset = s->offset;
        memcpy(at, &s64, sizeof s64);
    } else {
        memcpy(&s32, at, sizeof s32);
        s32.sh_type = s->type;
        s32.sh_flags = (Elf32_Word)s->flags;
        s32.sh_offset = (Elf32_Off)s->offset;
        memcpy(at, &s32, sizeof s32);
    }
}

static void open_file(Elf *self, StrBuf *file) {
    Elf64_Ehdr e64;
    Elf32_Ehdr e32;
    BUG_IF(file->text.len < sizeof e64 || memcmp(file->text.at, ELFMAG, SELFMAG) != 0);
    *self = (Elf){.file = file, .is_64 = file->text.at[EI_CLASS] == ELFCLASS64};
    memcpy(&e64, file->text.at, sizeof e64);
    memcpy(&e32, file->text.at, sizeof e32);
    self->sections = self->is_64 ? e64.e_shoff : e32.e_shoff;
    self->n = self->is_64 ? e64.e_shnum : e32.e_shnum;
    self->names = self->is_64 ? e64.e_shstrndx : e32.e_shstrndx;
}

int64_t elf_code_bytes(const StrBuf *object) {
    Elf self;
    int64_t bytes = 0;
    open_file(&self, (StrBuf *)object);
    for (uint32_t i = 0; i < self.n; i++) {
        const Section s = get(&self, i);
        if (s.flags & SHF_ALLOC && s.type != SHT_NOBITS) bytes += (int64_t)s.size;
    }
    return bytes;
}

void elf_add_weights(StrBuf *object, const BeWeights *weights) {
    Elf self;
    open_file(&self, object);
    const Section names = get(&self, self.names);
    for (uint32_t i = 0; i < self.n; i++) {
        Section s = get(&self, i);
        char *name = object->text.at + names.offset + s.name;
        if (strcmp(name, ELF_WEIGHTS_SECTION) != 0) continue;
        BUG_IF(s.size != (uint64_t)weights->bytes || s.type != SHT_NOBITS);
        memcpy(name, NEW_NAME, sizeof NEW_NAME);
        const size_t to =
            (object->text.len + BE_WEIGHTS_ALIGN - 1) / BE_WEIGHTS_ALIGN * BE_WEIGHTS_ALIGN;
        s.type = SHT_PROGBITS;
        s.flags = SHF_ALLOC;
        s.offset = to;
        put(&self, i, &s);
        vec_reserve(object->arena, &object->text, to + s.size - object->text.len + 1);
        while (object->text.len < to) strbuf_putc(object, '\0');
        be_weights_append(weights, object);
        return;
    }
}
