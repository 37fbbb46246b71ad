/* SPDX-License-Identifier: Apache-2.0 */
/* Names of C that are given once. */
#ifndef TENON_BACKEND_C_NAMES_H
#define TENON_BACKEND_C_NAMES_H

#include "base/map.h"

/* A name, given or asked for. */
typedef struct {
    const char *name; /* interned */
    uint32_t next;    /* the number to try for the next like it */
    bool taken;
} CName;

/* In a map of CName by interned name; find: NULL where it was never added. */
CName *c_name_find(const Map *names, const char *name);
CName *c_name_add(Map *names, const char *name);

/* The names of a header, or of a struct's fields. */
typedef struct {
    Interner interned;
    Map names; /* CName */
} CNames;

/* What is declared beside a name: the name, or it in upper case, with this behind it. */
typedef struct {
    const char *suffix;
    bool is_upper;
} CBeside;

void c_names_init(CNames *self, Arena *arena);
/* A name like the wanted one, which is an identifier; all that stands beside it is free, and taken
 * from now on. Amortized constant, however many want the same. */
const char *c_names_take(CNames *self, const char *wanted, const CBeside *beside, size_t n);

const char *c_upper(Arena *arena, const char *text);

#endif
