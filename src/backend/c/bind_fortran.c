/* SPDX-License-Identifier: Apache-2.0 */
/* A module of Fortran 2008 around the entries: a subroutine each, on arrays. Extents stand in the
 * other order, as arrays of Fortran lie the other way round, so nothing is copied. */
#include "backend/c/bind.h"

#include <inttypes.h>

#include "backend/c/names.h"

enum { MOST_DIMS = 15, NAME_BYTES = 40 };

/* A module being printed. Names are the same in both cases. */
typedef struct {
    const CInterface *of;
    Arena *arena;
    StrBuf *out;
    CNames names; /* of the module */
} Fortran;

/* Of an entry: what its inputs and outputs are called. */
typedef struct {
    const CEntryPoint *of;
    const char *name;
    const char **in, **out;
    CNames names;
} Routine;

static const char *take(CNames *names, Arena *arena, const char *wanted) {
    static const CBeside alone = {.suffix = ""};
    char *name = arena_printf(arena, "%.*s", NAME_BYTES, c_identifier(arena, wanted));
    for (char *c = name; *c; c++) *c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
    const bool is_letter = *name >= 'a' && *name <= 'z';
    return c_names_take(names, is_letter ? name : arena_printf(arena, "a%s", name), &alone, 1);
}

/* Integers without a sign, and floats that Fortran has not, by their bits. */
static const char *type_of(const CPort *p) {
    switch (emit_leaf_dtype(&p->v)) {
    case DTYPE_FLOAT32: return "real(c_float)";
    case DTYPE_FLOAT64: return "real(c_double)";
    default: break;
    }
    static const char *const integers[] = {[1] = "integer(c_int8_t)",
                                           [2] = "integer(c_int16_t)",
                                           [4] = "integer(c_int32_t)",
                                           [8] = "integer(c_int64_t)"};
    return integers[dtype_size(emit_leaf_dtype(&p->v))];
}

static uint32_t rank_of(const CPort *p) {
    return c_port_is_tensor(p) ? p->v.ndim : c_port_is_shape(p);
}

static const char *colons(Arena *arena, uint32_t rank) {
    StrBuf s;
    strbuf_init(&s, arena);
    for (uint32_t i = 0; i < rank; i++) strbuf_puts(&s, i ? ",:" : "(:");
    strbuf_puts(&s, rank ? ")" : "");
    return strbuf_cstr(&s);
}

static bool has_form(Ctx *ctx, const CEntryPoint *e, const CSide *side) {
    for (size_t i = 0; i < side->n; i++) {
        const CPort *p = &side->ports[i];
        const bool is_packed = dtype_is_packed(emit_leaf_dtype(&p->v));
        if (!is_packed && rank_of(p) <= MOST_DIMS) continue;
        Diag *d = diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE,
                             diag_fmt(ctx, "'%s' has no form in Fortran", e->name));
        diag_found(ctx, d,
                   is_packed ? "elements of less than a byte, of %s '%s'"
                             : "more than 15 extents, of %s '%s'",
                   side->is_output ? "output" : "input", p->name);
        return false;
    }
    return true;
}

static void print_c_functions(Fortran *f, const CEntryPoint *e, const char *name) {
    strbuf_printf(f->out,
                  "    integer(c_int) function c_%s_plan(in, out, bytes) &\n"
                  "        bind(c, name='%s_plan')\n"
                  "      import :: c_int, c_size_t, c_tensor\n"
                  "      type(c_tensor), intent(in) :: in(*)\n"
                  "      type(c_tensor), intent(inout) :: out(*)\n"
                  "      integer(c_size_t), intent(out) :: bytes\n    end function\n"
                  "    integer(c_int) function c_%s(in, out, arena) &\n        bind(c, name='%s')\n"
                  "      import :: c_int, c_ptr, c_tensor\n"
                  "      type(c_tensor), intent(in) :: in(*)\n"
                  "      type(c_tensor), intent(inout) :: out(*)\n"
                  "      type(c_ptr), value :: arena\n    end function\n",
                  name, e->entry, name, e->entry);
}

/* An output may take its memory. Such an input has no intent, so that constants and expressions are
 * as good where the output is there. */
static bool is_donated(const CEntryPoint *e, size_t input) {
    for (size_t i = 0; i < e->out.n; i++)
        if (e->out.ports[i].v.takes == input + 1) return true;
    return false;
}

static void print_arguments(Fortran *f, Routine *r) {
    const CSide *const sides[] = {&r->of->in, &r->of->out};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < sides[k]->n; i++) {
            const CPort *p = &sides[k]->ports[i];
            const uint32_t rank = rank_of(p);
            const char *name = k ? r->out[i] : r->in[i], *dims = colons(f->arena, rank);
            const char *how =
                k      ? rank ? ", allocatable, target, intent(inout)" : ", target, intent(out)"
                : rank ? ", contiguous, target"
                       : ", target";
            strbuf_printf(f->out, "    ! %s", p->comment);
            if (k && p->v.takes)
                strbuf_printf(f->out, "; without it, %s becomes it", r->in[p->v.takes - 1]);
            strbuf_printf(f->out, "\n    %s%s%s :: %s%s\n", type_of(p), how,
                          k                      ? p->v.takes ? ", optional" : ""
                          : is_donated(r->of, i) ? ""
                                                 : ", intent(in)",
                          name, dims);
        }
    }
}

static void print_inputs(Fortran *f, Routine *r) {
    const CSide *side = &r->of->in;
    for (size_t i = 0; i < side->n; i++) {
        const CPort *p = &side->ports[i];
        const uint32_t rank = rank_of(p);
        if (rank)
            strbuf_printf(f->out, "    if (size(%s) > 0) in_(%zu)%%data = c_loc(%s)\n", r->in[i],
                          i + 1, r->in[i]);
        else
            strbuf_printf(f->out, "    in_(%zu)%%data = c_loc(%s)\n", i + 1, r->in[i]);
        for (uint32_t d = 0; d < rank; d++)
            strbuf_printf(f->out, "    in_(%zu)%%dims(%u) = size(%s, %u, c_int64_t)\n", i + 1,
                          d + 1, r->in[i], rank - d);
    }
}

/* "out_(1)%dims(2), out_(1)%dims(1)" */
static const char *extents(Fortran *f, size_t at, uint32_t rank) {
    StrBuf s;
    strbuf_init(&s, f->arena);
    for (uint32_t d = rank; d > 0; d--)
        strbuf_printf(&s, "%sout_(%zu)%%dims(%u)", d < rank ? ", &\n        " : "", at + 1, d);
    return strbuf_cstr(&s);
}

/* Memory that is there stays where it is if it has the extents. */
static void print_memory(Fortran *f, const CPort *p, size_t i, const char *name) {
    const char *dims = extents(f, i, rank_of(p));
    strbuf_printf(f->out,
                  "    if (allocated(%s)) then\n"
                  "      if (any(shape(%s, c_int64_t) /= [ &\n        %s])) &\n"
                  "        deallocate(%s)\n    end if\n"
                  "    if (.not. allocated(%s)) allocate(%s( &\n        %s))\n"
                  "    out_(%zu)%%data = c_null_ptr\n"
                  "    if (size(%s) > 0) out_(%zu)%%data = c_loc(%s)\n",
                  name, name, dims, name, name, name, dims, i + 1, name, i + 1, name);
}

static void print_outputs(Fortran *f, Routine *r) {
    const CSide *side = &r->of->out;
    for (size_t i = 0; i < side->n; i++) {
        const CPort *p = &side->ports[i];
        const uint32_t rank = rank_of(p);
        const char *name = r->out[i];
        if (c_port_is_allocated(p) && rank) continue;
        if (p->v.takes)
            strbuf_printf(f->out,
                          "    out_(%zu)%%data = in_(%u)%%data\n    if (present(%s)) then\n", i + 1,
                          p->v.takes, name);
        if (rank)
            print_memory(f, p, i, name);
        else
            strbuf_printf(f->out, "    out_(%zu)%%data = c_loc(%s)\n", i + 1, name);
        if (p->v.takes) strbuf_puts(f->out, "    end if\n");
    }
}

/* What the run has allocated becomes Fortran's. */
static void print_results(Fortran *f, Routine *r) {
    const CSide *side = &r->of->out;
    for (size_t i = 0; i < side->n; i++) {
        const CPort *p = &side->ports[i];
        const uint32_t rank = rank_of(p);
        if (!c_port_is_allocated(p) || !rank) continue;
        const char *name = r->out[i], *dims = extents(f, i, rank);
        strbuf_printf(f->out,
                      "    if (allocated(%s)) deallocate(%s)\n    if (error_ == 0) then\n"
                      "      call c_f_pointer(out_(%zu)%%data, made_%zu, [ &\n        %s])\n"
                      "      allocate(%s( &\n        %s))\n"
                      "      if (size(%s) > 0) %s = made_%zu\n"
                      "      call c_free(out_(%zu)%%data)\n    end if\n",
                      name, name, i + 1, i, dims, name, dims, name, name, i, i + 1);
    }
}

static void print_routine(Fortran *f, Routine *r) {
    const CEntryPoint *e = r->of;
    StrBuf *out = f->out;
    strbuf_printf(out, "  subroutine %s( &\n", r->name);
    for (size_t i = 0; i < e->in.n; i++) strbuf_printf(out, "      %s, &\n", r->in[i]);
    for (size_t i = 0; i < e->out.n; i++) strbuf_printf(out, "      %s, &\n", r->out[i]);
    strbuf_puts(out, "      error_)\n");
    print_arguments(f, r);
    strbuf_printf(out,
                  "    integer, intent(out) :: error_\n"
                  "    type(c_tensor) :: in_(%zu), out_(%zu)\n"
                  "    integer(c_int8_t), allocatable, target :: arena_(:)\n"
                  "    integer(c_size_t) :: bytes_\n",
                  e->in.n ? e->in.n : 1, e->out.n ? e->out.n : 1);
    for (size_t i = 0; i < e->out.n; i++) {
        const CPort *p = &e->out.ports[i];
        if (c_port_is_allocated(p) && rank_of(p))
            strbuf_printf(out, "    %s, pointer :: made_%zu%s\n", type_of(p), i,
                          colons(f->arena, rank_of(p)));
    }
    print_inputs(f, r);
    strbuf_printf(out,
                  "    error_ = c_%s_plan(in_, out_, bytes_)\n    if (error_ /= 0) return\n"
                  "    allocate(arena_(bytes_ + 1))\n",
                  r->name);
    print_outputs(f, r);
    strbuf_printf(out, "    error_ = c_%s(in_, out_, c_loc(arena_))\n", r->name);
    print_results(f, r);
    strbuf_puts(out, "  end subroutine\n\n");
}

static void routine_init(Routine *r, Fortran *f, const CEntryPoint *e) {
    *r = (Routine){.of = e,
                   .name = take(&f->names, f->arena, e->entry),
                   .in = ARENA_ARRAY(f->arena, const char *, e->in.n + 1),
                   .out = ARENA_ARRAY(f->arena, const char *, e->out.n + 1)};
    /* what a routine calls */
    static const char *const used[] = {"c_loc",    "c_free",     "c_f_pointer", "c_tensor",
                                       "size",     "shape",      "any",         "allocated",
                                       "allocate", "deallocate", "present",     "c_null_ptr"};
    c_names_init(&r->names, f->arena);
    for (size_t i = 0; i < ARRAY_LEN(used); i++) take(&r->names, f->arena, used[i]);
    take(&r->names, f->arena, r->name);
    for (size_t i = 0; i < e->in.n; i++) r->in[i] = take(&r->names, f->arena, e->in.ports[i].name);
    for (size_t i = 0; i < e->out.n; i++)
        r->out[i] = take(&r->names, f->arena, e->out.ports[i].name);
}

static void print_shared(Fortran *f) {
    const CInterface *of = f->of;
    strbuf_printf(f->out,
                  "    integer(c_int) function %s(weights, bytes) bind(c, name='%s')\n"
                  "      import :: c_int, c_ptr, c_size_t\n"
                  "      type(c_ptr), value :: weights\n"
                  "      integer(c_size_t), value :: bytes\n    end function\n"
                  "    type(c_ptr) function c_error(number) bind(c, name='%s')\n"
                  "      import :: c_int, c_ptr\n      integer(c_int), value :: number\n"
                  "    end function\n"
                  "    integer(c_size_t) function c_length(text) bind(c, name='strlen')\n"
                  "      import :: c_ptr, c_size_t\n      type(c_ptr), value :: text\n"
                  "    end function\n"
                  "    subroutine c_free(memory) bind(c, name='free')\n"
                  "      import :: c_ptr\n      type(c_ptr), value :: memory\n"
                  "    end subroutine\n  end interface\n\ncontains\n\n",
                  take(&f->names, f->arena, of->init), of->init, of->error);
}

/* What an error means. */
static void print_error(Fortran *f) {
    const char *name = take(&f->names, f->arena, f->of->error);
    strbuf_printf(f->out,
                  "  function %s(number) result(text)\n    integer, intent(in) :: number\n"
                  "    character(len=:), allocatable :: text\n"
                  "    character(kind=c_char), pointer :: from(:)\n    type(c_ptr) :: at\n"
                  "    integer(c_size_t) :: i\n    at = c_error(int(number, c_int))\n"
                  "    call c_f_pointer(at, from, [c_length(at)])\n"
                  "    allocate(character(len=size(from)) :: text)\n"
                  "    do i = 1, size(from)\n      text(i:i) = from(i)\n    end do\n"
                  "  end function\n",
                  name);
}

bool c_bind_fortran(Ctx *ctx, const CInterface *self, StrBuf *out) {
    Fortran f = {.of = self, .arena = out->arena, .out = out};
    const size_t n = self->entries.len;
    Routine *routines = ARENA_ARRAY(f.arena, Routine, n + 1);
    static const char *const used[] = {"c_tensor", "c_error", "c_length", "c_free"};
    c_names_init(&f.names, f.arena);
    const char *module = take(&f.names, f.arena, self->prefix);
    for (size_t i = 0; i < ARRAY_LEN(used); i++) take(&f.names, f.arena, used[i]);
    for (size_t i = 0; i < n; i++) {
        const CEntryPoint *e = self->entries.at[i];
        if (!has_form(ctx, e, &e->in) || !has_form(ctx, e, &e->out)) return false;
        routine_init(&routines[i], &f, e);
    }
    strbuf_printf(out,
                  "! Made by tenon. Extents stand in the other order than in the model.\n"
                  "module %s\n  use, intrinsic :: iso_c_binding\n  implicit none\n\n"
                  "  type, bind(c) :: c_tensor\n    type(c_ptr) :: data = c_null_ptr\n"
                  "    integer(c_int64_t) :: dims(%zu) = 0\n  end type\n"
                  "  private :: c_tensor, c_error, c_length, c_free\n\n  interface\n",
                  module, self->rank);
    for (size_t i = 0; i < n; i++) print_c_functions(&f, self->entries.at[i], routines[i].name);
    print_shared(&f);
    for (size_t i = 0; i < n; i++) print_routine(&f, &routines[i]);
    print_error(&f);
    strbuf_printf(out, "end module\n");
    return true;
}
