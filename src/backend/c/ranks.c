/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives as C: calls of a table that the caller gives. Its types are those of
 * ranks/call.h. */
#include <inttypes.h>

#include "backend/c/emit.h"
#include "ranks/list.h"

void emit_declare_ranks(Emit *e, const char *table, const char *what) {
    StrBuf *out = &e->file->header;
    strbuf_printf(
        out,
        "\n/* A collective. kind: 0 allreduce, 1 allgather, 2 reduce_scatter, 3 broadcast, 4 scatter, "
        "5 alltoall, 6 permute, 7 rank.\n * how, of what reduces: 0 sum, 1 prod, 2 min, 3 max, 4 "
        "mean. type: of elements, 'b' bool, 'i' int, 'u' uint, 'f' float,\n * 'g' bfloat16, of "
        "`bytes` each. axis: that is gathered or shared out; of alltoall the one that is split, and "
        "to_axis\n * the one that is joined. workers: ranks of a group; 0: the call does not say. "
        "is_uneven: ranks' parts may differ in length.\n * Groups: ranks are numbered row by row in a "
        "mesh of n_mesh axes (0: one row of all); those of a group differ in the axes\n * whose bit "
        "is set in `axes`. Of permute: to rank + shift, or by n_pairs pairs of numbers that follow, "
        "from and to.\n * place: its number in what the program comes to; 0: it exchanges nothing. */\n"
        "typedef struct {\n    int64_t kind, how, type, bytes, ndim, axis, to_axis, shift, workers, "
        "is_uneven, axes, n_mesh, mesh[%d], place,\n        has_pairs, n_pairs;\n} %s;\n",
        RANKS_AXES, what);
    strbuf_printf(
        out,
        "/* How this process reaches the other ranks: what, the name of the value that is made, the "
        "operand, memory for the result, and\n * the extents of the one and of the other, ndim "
        "each. 0, or another number, with which the run ends. */\n"
        "typedef struct {\n    int (*call)(void *self, const %s *what, const char *name, const void "
        "*x, void *result, const int64_t *dims);\n    void *self;\n"
        "    /* They may be NULL. Then `call` does what `start` would. Else `start` begins what `wait` "
        "ends, by its key: the operand and\n     * the result stay until then. All ranks start, and "
        "wait for, the same in the same order. */\n"
        "    int (*start)(void *self, const %s *what, const char *name, const void *x, void *result, "
        "const int64_t *dims,\n                 int64_t key);\n"
        "    int (*wait)(void *self, int64_t key);\n"
        "    /* May be NULL. Before an entry's first run: the collectives that it comes to, one a line, "
        "and a number that is another one\n     * where lists differ; \"\": passes have left none. "
        "All ranks must have the same; where not, what is not 0 ends\n     * the run. */\n"
        "    int (*same)(void *self, uint64_t mark, const char *list);\n} %s;\n"
        "/* Before the first run; the table must live as long as there are runs. */\n"
        "void %s(const %s *ranks);\n",
        what, what, table, e->info->set_ranks, table);
}

/* What the file has for them. */
void emit_ranks(Emit *e, const char *table, const char *what) {
    CFile *file = e->file;
    file->m_ranks = c_unit_message(file->unit, HIR_RANKS_FAILED);
    e->info->m_ranks = (int)file->m_ranks;
    file->ranks = c_unit_name(file->unit, "ranks");
    file->ranks_what = what;
    strbuf_printf(&file->constants, "static const %s *%s;\n\n", table, file->ranks);
    strbuf_printf(&file->functions, "void %s(const %s *ranks) {\n    %s = ranks;\n}\n\n",
                  e->info->set_ranks, table, file->ranks);
}

/* A line of the list a line. */
static void emit_list(StrBuf *out, const char *list) {
    for (const char *s = list; *s; s++) {
        if (s == list || s[-1] == '\n') strbuf_puts(out, "\n    \"");
        if (*s == '\n' || *s == '\t')
            strbuf_puts(out, *s == '\n' ? "\\n\"" : "\\t");
        else
            strbuf_putc(out, *s == '"' || *s == '\\' || *s == '?' || *s < ' ' ? '_' : *s);
    }
}

const char *emit_ranks_same(EmitFunction *p) {
    Emit *e = p->e;
    CFile *file = e->file;
    StrBuf *out = &file->functions;
    const char *list = p->f->collectives;
    if (!list) return "";
    const char *name =
        c_unit_name(file->unit, arena_printf(e->arena, "%s_same_ranks", e->fns[p->f->index].entry));
    strbuf_printf(&file->constants, "static const char %s_list[] =%s", name, *list ? "" : " \"\"");
    emit_list(&file->constants, list);
    strbuf_puts(&file->constants, ";\n\n");
    strbuf_printf(
        out,
        "static int32_t %s(void) {\n    static const void *told;\n    if (!%s || !%s->same "
        "|| told == %s) return 0;\n"
        "    if (%s->same(%s->self, UINT64_C(0x%016" PRIx64 "), %s_list)) return %u;\n"
        "    told = %s;\n    return 0;\n}\n\n",
        name, file->ranks, file->ranks, file->ranks, file->ranks, file->ranks,
        ranks_list_mark(list), name, file->m_ranks, file->ranks);
    return arena_printf(e->arena, "    TRY(%s());\n", name);
}

static void emit_buffer(EmitFunction *p, const HirNumbers *list) {
    if (list->len)
        emit_expr(p, &(HirExpr){.kind = HIR_BUFFER_EXPR, .number = list->at[0]}, p->out);
    else
        strbuf_puts(p->out, "NULL");
}

/* A call by one of the table's functions, of which `starts` has the number too. */
static void emit_call(EmitFunction *p, const HirKernelCall *k, const char *words, bool starts) {
    CFile *file = p->e->file;
    const HirCollective *c = &p->e->program->collectives.at[k->number];
    strbuf_printf(p->out, "%s->%s(%s->self, (const %s *)(const void *)%s, \"", file->ranks,
                  starts ? "start" : "call", file->ranks, file->ranks_what, words);
    for (const char *s = c->name; *s; s++)
        strbuf_putc(p->out, *s == '"' || *s == '\\' || *s == '?' || *s < ' ' ? '_' : *s);
    strbuf_puts(p->out, "\", ");
    emit_buffer(p, &k->reads);
    strbuf_puts(p->out, ", ");
    emit_buffer(p, &k->writes);
    strbuf_puts(p->out, ", dims");
    if (starts) strbuf_printf(p->out, ", %u", k->number);
    strbuf_putc(p->out, ')');
}

void emit_collective(EmitFunction *p, const HirKernelCall *k, bool starts) {
    CFile *file = p->e->file;
    const HirCollective *c = &p->e->program->collectives.at[k->number];
    const char *words =
        c_unit_name(file->unit, arena_printf(p->e->arena, "collective_%u", k->number));
    strbuf_printf(&file->constants, "static const int64_t %s[] = {", words);
    for (size_t i = 0; i < c->n_words; i++)
        strbuf_printf(&file->constants, "%s%lld", i ? ", " : "", (long long)c->words[i]);
    strbuf_puts(&file->constants, "};\n\n");
    strbuf_printf(p->out, "    {\n        int64_t dims[%zu] = {0};\n", k->sizes.len + 1);
    for (size_t i = 0; i < k->sizes.len; i++)
        strbuf_printf(p->out, "        dims[%zu] = %s;\n", i, emit_text(p, k->sizes.at[i]));
    strbuf_printf(p->out, "        if (!%s || (", file->ranks);
    if (starts) {
        strbuf_printf(p->out, "%s->start ? ", file->ranks);
        emit_call(p, k, words, true);
        strbuf_puts(p->out, " : ");
    }
    emit_call(p, k, words, false);
    strbuf_printf(p->out, ")) return %u;\n    }\n", file->m_ranks);
}

void emit_wait(EmitFunction *p, const HirKernelCall *k) {
    const CFile *file = p->e->file;
    strbuf_printf(p->out, "    if (%s->wait && %s->wait(%s->self, %u)) return %u;\n", file->ranks,
                  file->ranks, file->ranks, k->number, file->m_ranks);
}
