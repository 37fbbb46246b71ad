/* SPDX-License-Identifier: Apache-2.0 */
/* Einstein's summation. The subscripts are read without blanks: a term for each operand, then
 * perhaps "->" and the result's. A term is letters, one for each dim, and perhaps one "...", which
 * stands for any number of dims. Each pass over the terms is linear in the text and in the ranks.
 * The attribute becomes the text without blanks and with the result's term. */
#include "ops/einsum_gradient.h"
#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSORS("operands"),
                                 {.name = "subscripts", .kind = OP_PARAM_STRING}};

static const char *const constraints[] = {
    "subscripts are terms of letters and at most one \"...\", with commas between them and perhaps "
    "\"->\" and one more",
    "there is at least one operand, and one term for each",
    "a term has as many letters as its operand has dims (with \"...\", at most as many)",
    "dims of one letter are equal; between operands, those of a letter or of \"...\" may also be 1",
    "the result's letters are distinct and occur in a term; it has \"...\" when that stands for "
    "any dim",
    "the operands have one dtype, an integer or floating-point one",
    NULL,
};

enum { LETTERS = 52 };

/* The extent of a letter, or of one of the dims that "..." stands for. */
typedef struct {
    const IrDim *dim; /* NULL: none known yet */
    bool open;        /* some operand's is unknown: the result's is `dim` only if that is not 1 */
    uint32_t uses;
} Label;

typedef struct {
    Str inputs, output;
    bool explicit; /* "->" was written */
    bool dots;     /* some term has "..." */
    uint32_t n_terms;
    Label letters[LETTERS];
    Label *batch;    /* of "...", aligned at the end */
    int32_t n_batch; /* IR_NDIM_UNKNOWN: not known */
} Einsum;

/* A-Z, then a-z: the order of the letters in an implicit result. -1: no letter. */
static int letter_index(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    return c >= 'a' && c <= 'z' ? c - 'a' + 26 : -1;
}
static char letter_char(int i) { return (char)(i < 26 ? 'A' + i : 'a' + i - 26); }

static Str without_blanks(IrInfer *in, const char *s) {
    size_t n = strlen(s), len = 0;
    char *copy = INFER_ARRAY(in, char, n + 1);
    for (size_t i = 0; i < n; i++) {
        if (s[i] != ' ') copy[len++] = s[i];
    }
    return (Str){copy, len};
}

/* The next term of a comma-separated list; *at moves behind its comma. */
static Str next_term(Str list, size_t *at) {
    size_t start = *at, end = start;
    while (end < list.len && list.ptr[end] != ',') end++;
    *at = end + 1;
    return (Str){list.ptr + start, end - start};
}

/* Counts a term's letters; false when it is no term. */
static bool scan_term(Str term, uint32_t *n_letters, bool *dots) {
    *n_letters = 0;
    *dots = false;
    for (size_t i = 0; i < term.len; i++) {
        if (letter_index(term.ptr[i]) >= 0) {
            ++*n_letters;
        } else if (!*dots && term.len - i >= 3 && memcmp(term.ptr + i, "...", 3) == 0) {
            *dots = true;
            i += 2;
        } else {
            return false;
        }
    }
    return true;
}

static bool parse(Einsum *e, Str text) {
    uint32_t n_letters;
    bool dots;
    e->inputs = text;
    for (size_t i = 0; i + 1 < text.len && !e->explicit; i++) {
        if (text.ptr[i] != '-' || text.ptr[i + 1] != '>') continue;
        e->explicit = true;
        e->inputs.len = i;
        e->output = (Str){text.ptr + i + 2, text.len - i - 2};
    }
    for (size_t at = 0; at <= e->inputs.len; e->n_terms++) {
        Str term = next_term(e->inputs, &at);
        if (!scan_term(term, &n_letters, &dots)) return false;
        e->dots |= dots;
        for (size_t i = 0; i < term.len; i++) {
            int k = letter_index(term.ptr[i]);
            if (k >= 0) e->letters[k].uses++;
        }
    }
    return scan_term(e->output, &n_letters, &dots);
}

/* One more operand's extent for a label (NULL: unknown). False: it can be neither equal nor 1. */
static bool merge(IrInfer *in, Label *l, const IrDim *d) {
    IrModule *m = in->m;
    const IrDim *one = ir_dim_const(m, 1);
    if (!d) {
        l->open = true;
    } else if (!l->dim || l->dim == one) {
        l->dim = d;
    } else if (d != one && ir_dim_eq(m, l->dim, d) != IR_PROVED) {
        bool old_is_1 = ir_dim_eq(m, l->dim, one) != IR_REFUTED; /* or may be */
        bool new_is_1 = ir_dim_eq(m, d, one) != IR_REFUTED;
        if (old_is_1 && new_is_1) {
            const IrDim *either = ir_dim_mul(m, ir_dim_sub(m, l->dim, one), ir_dim_sub(m, d, one));
            infer_equal(in, ir_dim_mul(m, either, ir_dim_sub(m, l->dim, d)), ir_dim_const(m, 0));
            l->open = true;
        } else if (old_is_1) {
            infer_stretches(in, l->dim, d);
            l->dim = d;
        } else if (new_is_1) {
            infer_stretches(in, d, l->dim);
        } else {
            if (infer_equal(in, l->dim, d) == IR_REFUTED) return false;
            l->dim = extent_merge(l->dim, d);
        }
    }
    return true;
}

static bool fail_label(IrInfer *in, const char *what, const Label *l, const IrDim *d,
                       uint32_t operand) {
    infer_fail(in, 4, infer_text(in, "%s to be %s", what, ir_dim_text(in->m, l->dim)),
               infer_text(in, "%s in operand %u", ir_dim_text(in->m, d), operand));
    return false;
}

/* Takes in operand `i`, whose term is given. */
static bool add_operand(IrInfer *in, Einsum *e, uint32_t i, Str term) {
    const IrType *t = infer_field(in, 0, i);
    uint32_t n_letters;
    bool dots;
    Label own[LETTERS] = {{0}}; /* of this operand: its dims of one letter are a diagonal */
    scan_term(term, &n_letters, &dots);
    int32_t at = 0, width = t->ndim - (int32_t)n_letters;
    for (size_t k = 0; k < term.len; k++) {
        int letter = letter_index(term.ptr[k]);
        if (letter >= 0) {
            const IrDim *d = t->dims ? t->dims[at++] : NULL;
            Label *l = &own[letter];
            if (l->dim && d && infer_equal(in, l->dim, d) == IR_REFUTED) {
                return fail_label(in, infer_text(in, "the dims of '%c'", term.ptr[k]), l, d, i);
            }
            l->dim = l->dim && d ? extent_merge(l->dim, d) : d;
            l->uses++;
            continue;
        }
        k += 2;
        for (int32_t b = 0; b < width; b++) {
            const IrDim *d = t->dims ? t->dims[at++] : NULL;
            if (e->n_batch == IR_NDIM_UNKNOWN) continue;
            Label *l = &e->batch[e->n_batch - width + b];
            if (!merge(in, l, d)) return fail_label(in, "a dim of '...'", l, d, i);
        }
    }
    for (int letter = 0; letter < LETTERS; letter++) {
        if (!own[letter].uses || merge(in, &e->letters[letter], own[letter].dim)) continue;
        const char *what = infer_text(in, "the dims of '%c'", letter_char(letter));
        return fail_label(in, what, &e->letters[letter], own[letter].dim, i);
    }
    return true;
}

/* C3; the number of dims of "...". */
static bool check_ranks(IrInfer *in, Einsum *e) {
    size_t at = 0;
    uint32_t n_letters;
    bool dots;
    for (uint32_t i = 0; i < e->n_terms; i++) {
        const IrType *t = infer_field(in, 0, i);
        scan_term(next_term(e->inputs, &at), &n_letters, &dots);
        if (t->ndim == IR_NDIM_UNKNOWN) {
            if (dots) e->n_batch = IR_NDIM_UNKNOWN;
        } else if (dots ? n_letters > (uint32_t)t->ndim : n_letters != (uint32_t)t->ndim) {
            infer_fail(
                in, 3,
                infer_text(in, "rank %u%s for operand %u", n_letters, dots ? " or more" : "", i),
                infer_text(in, "rank %d", t->ndim));
            return false;
        } else if (e->n_batch != IR_NDIM_UNKNOWN && t->ndim - (int32_t)n_letters > e->n_batch) {
            e->n_batch = t->ndim - (int32_t)n_letters;
        }
    }
    return true;
}

/* The result's term when it is not written: "..." and, in their order, the letters that occur
 * once. */
static void settle_output(IrInfer *in, Einsum *e) {
    if (e->explicit) return;
    char *s = INFER_ARRAY(in, char, LETTERS + 3);
    size_t n = 0;
    if (e->dots) {
        memcpy(s, "...", 3);
        n = 3;
    }
    for (int i = 0; i < LETTERS; i++) {
        if (e->letters[i].uses == 1) s[n++] = letter_char(i);
    }
    e->output = (Str){s, n};
}

/* C5 */
static bool check_output(IrInfer *in, const Einsum *e, bool *dots) {
    uint32_t n_letters;
    bool seen[LETTERS] = {false};
    scan_term(e->output, &n_letters, dots);
    for (size_t i = 0; i < e->output.len; i++) {
        int k = letter_index(e->output.ptr[i]);
        if (k < 0) continue;
        if (seen[k] || !e->letters[k].uses) {
            const char *how = seen[k] ? "twice in the result" : "in the result alone";
            infer_fail(in, 5, NULL, infer_text(in, "'%c' %s", e->output.ptr[i], how));
            return false;
        }
        seen[k] = true;
    }
    if (*dots || e->n_batch <= 0) return true;
    infer_fail(in, 5, "'...' in the result", "none");
    return false;
}

static const IrDim *settled(IrInfer *in, const Label *l) {
    bool known =
        l->dim && (!l->open || ir_dim_eq(in->m, l->dim, ir_dim_const(in->m, 1)) == IR_REFUTED);
    return known ? l->dim : NULL;
}

static const IrType *result(IrInfer *in, const Einsum *e, bool dots, DType dtype) {
    if (dots && e->n_batch == IR_NDIM_UNKNOWN) return infer_tensor_ndim(in, IR_NDIM_UNKNOWN, dtype);
    int32_t batch = dots ? e->n_batch : 0, n = 0;
    bool known = true;
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, e->output.len + (size_t)batch);
    for (size_t i = 0; i < e->output.len; i++) {
        int letter = letter_index(e->output.ptr[i]);
        if (letter >= 0) {
            known &= (dims[n++] = settled(in, &e->letters[letter])) != NULL;
            continue;
        }
        i += 2;
        for (int32_t b = 0; b < batch; b++) {
            known &= (dims[n++] = settled(in, &e->batch[b])) != NULL;
        }
    }
    return infer_tensor(in, known ? dims : NULL, n, dtype);
}

static const IrType *infer(IrInfer *in) {
    IrAttr *subscripts = infer_attr(in, "subscripts");
    Einsum e = {.n_batch = 0};
    uint32_t n;
    bool dots;
    DType dtype = DTYPE_VOID;
    if (!parse(&e, without_blanks(in, subscripts->s))) {
        return infer_fail(in, 1, NULL, infer_text(in, "'%s'", subscripts->s));
    }
    bool counted = infer_n_fields(in, 0, &n);
    if (counted && (n == 0 || n != e.n_terms)) {
        return infer_fail(in, 2, infer_text(in, "%u operands", e.n_terms), infer_text(in, "%u", n));
    }
    for (uint32_t i = 0; counted && i < n; i++) {
        const IrType *t = infer_field(in, 0, i);
        if (dtype == DTYPE_VOID) dtype = t->dtype;
        if (t->dtype != DTYPE_VOID && t->dtype != dtype) {
            return infer_fail(in, 6, dtype_name(dtype),
                              infer_text(in, "%s for operand %u", dtype_name(t->dtype), i));
        }
    }
    if (!extent_dtype_kind(in, dtype, KIND_INT | KIND_FLOAT, 6, "operands")) return NULL;
    if (!counted) e.n_batch = e.dots ? IR_NDIM_UNKNOWN : 0;
    if (counted && !check_ranks(in, &e)) return NULL;
    settle_output(in, &e);
    if (!check_output(in, &e, &dots)) return NULL;
    e.batch = INFER_ARRAY(in, Label, e.n_batch > 0 ? (size_t)e.n_batch : 0);
    size_t at = 0;
    for (uint32_t i = 0; counted && i < n; i++) {
        if (!add_operand(in, &e, i, next_term(e.inputs, &at))) return NULL;
    }
    char *canonical = INFER_ARRAY(in, char, e.inputs.len + 2 + e.output.len);
    memcpy(canonical, e.inputs.ptr, e.inputs.len);
    memcpy(canonical + e.inputs.len, "->", 2);
    if (e.output.len) memcpy(canonical + e.inputs.len + 2, e.output.ptr, e.output.len);
    subscripts->s = ir_name(in->m, (Str){canonical, e.inputs.len + 2 + e.output.len});
    return result(in, &e, dots, dtype);
}

/* The meaning */

/* The extent of a letter or of a dim of "...": of its operands' extents the one that is not 1. */
typedef struct {
    const LoopExpr *extent; /* NULL: not met yet */
    const IrDim *dim;       /* the same; NULL: one of two, as either may turn out to be 1 */
    const LoopExpr *index;
} Range;

static void widen(OpLower *low, Range *r, const IrDim *d, const LoopExpr *extent) {
    int64_t c;
    if (r->extent && (ir_dim_is(d, 1) || d == r->dim)) return;
    if (!r->extent || (r->dim && ir_dim_is(r->dim, 1)) || ir_dim_is_const(d, &c)) {
        r->dim = d;
        r->extent = extent;
    } else if (!r->dim || !ir_dim_is_const(r->dim, &c)) {
        r->dim = NULL;
        r->extent = l_select(low, l_eq(low, r->extent, l_index(low, 1)), extent, r->extent);
    }
}

typedef struct {
    Range letters[LETTERS];
    Range *batch;
    uint32_t n_batch;
} Ranges;

/* The range of each dim of a term with `ndim` dims. */
static Range **ranges_of(OpLower *low, Ranges *all, Str term, uint32_t ndim) {
    Range **ranges = ARENA_ARRAY(low->b->arena, Range *, (size_t)ndim + 1);
    uint32_t n_letters, at = 0;
    bool dots;
    scan_term(term, &n_letters, &dots);
    for (size_t k = 0; k < term.len; k++) {
        int letter = letter_index(term.ptr[k]);
        if (letter >= 0) {
            ranges[at++] = &all->letters[letter];
            continue;
        }
        k += 2;
        for (uint32_t width = ndim - n_letters, b = 0; b < width; b++) {
            ranges[at++] = &all->batch[all->n_batch - width + b];
        }
    }
    return ranges;
}

/* Loops over the result's dims, then over the letters that it lacks, around the product of all
 * operands. */
static void lower(OpLower *low) {
    const LoopBuffer *out = low->out[0];
    const char *subscripts = lower_attr(low, "subscripts")->s;
    Einsum e = {.n_batch = 0};
    parse(&e, str_c(subscripts));
    Ranges all = {.n_batch = 0};
    for (uint32_t i = 0; i < low->n_in; i++) all.n_batch += low->in[i]->ndim; /* at most */
    all.batch = ARENA_ARRAY(low->b->arena, Range, (size_t)all.n_batch + 1);
    Range ***ranges = ARENA_ARRAY(low->b->arena, Range **, (size_t)low->n_in + 1);
    size_t at = 0;
    for (uint32_t i = 0; i < low->n_in; i++) {
        ranges[i] = ranges_of(low, &all, next_term(e.inputs, &at), low->in[i]->ndim);
        for (uint32_t d = 0; d < low->in[i]->ndim; d++) {
            widen(low, ranges[i][d], lower_in_type(low, i)->dims[d], low->in[i]->dims[d]);
        }
    }
    Range **of_out = ranges_of(low, &all, e.output, out->ndim);
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    for (uint32_t d = 0; d < out->ndim; d++) of_out[d]->index = index[d];
    DType t = lower_acc_dtype(out->dtype);
    const LoopBuffer *acc = loop_scalar(low->b, "acc", l_num(low, t, 0));
    uint32_t n_reduced = 0;
    for (int k = 0; k < LETTERS; k++) {
        Range *r = &all.letters[k];
        if (!r->extent || r->index) continue;
        r->index = lower_for(low, r->extent, LOOP_SERIAL);
        n_reduced++;
    }
    const LoopExpr *product = NULL;
    for (uint32_t i = 0; i < low->n_in; i++) {
        const LoopExpr **from = lower_exprs(low, low->in[i]->ndim);
        for (uint32_t d = 0; d < low->in[i]->ndim; d++) {
            const Range *r = ranges[i][d];
            from[d] = place_stretched(low, lower_in_type(low, i)->dims[d], r->dim, r->index);
        }
        const LoopExpr *x = l_cast(low, t, lower_load(low, low->in[i], from));
        if (product) x = loop_var(low->b, loop_let(low->b, "product", l_mul(low, product, x)));
        product = x;
    }
    loop_set(low->b, acc, l_add(low, loop_get(low->b, acc), product));
    lower_close(low, n_reduced);
    lower_store(low, out, index, l_cast(low, out->dtype, loop_get(low->b, acc)));
    lower_close(low, out->ndim);
}

/* One of the usual terms; each letter has one extent, "..." one or two dims that broadcast. */
static void sample(OpSample *s) {
    static const char *const terms[] = {
        "ij,jk->ik",
        "ij,jk",
        "bij,bjk->bik",
        "ii->i",
        "ii",
        "i,j->ij",
        "ij->ji",
        "ijk->",
        "ij,ij->",
        "i,i->i",
        "a,ab,b->",
        "abc->cab",
        "...ij,...jk->...ik",
        "...i->...",
        "i...,i...->...",
        "bhqd,bhkd->bhqk",
    };
    const char *text = terms[s_below(s, ARRAY_LEN(terms))];
    const DType dtype = s_dtype(s, KIND_INT | KIND_FLOAT);
    const IrDim *extents['z' + 1] = {NULL}, *batch[2] = {s_dim(s, 0), s_dim(s, 0)};
    const int32_t n_batch = (int32_t)s_range(s, 0, 2);
    uint32_t n = 0;
    const size_t at = s_tuple(s);
    for (const char *c = text; *c && *c != '-'; c += *c == ',') {
        const IrDim *dims[8];
        int32_t ndim = 0;
        for (; *c && *c != ',' && *c != '-'; c++) {
            if (*c == '.') {
                int32_t from = s_chance(s, 30) ? (int32_t)s_range(s, 0, n_batch) : 0;
                for (int32_t i = from; i < n_batch; i++)
                    dims[ndim++] = s_chance(s, 20) ? s_const(s, 1) : batch[i];
                c += 2;
                continue;
            }
            const IrDim **d = &extents[(unsigned char)*c];
            if (!*d) *d = s_dim(s, 0);
            dims[ndim++] = *d;
        }
        s_tensor_dims(s, dims, ndim, dtype);
        n++;
    }
    s_end(s, at, n);
    s_set_string(s, "subscripts", text);
}

const OpDef op_einsum = {
    .name = "einsum",
    .doc = "The sum over all letters that the result lacks of the operands' products, as NumPy's "
           "einsum: a letter names a dim, a letter twice in one term a diagonal, \"...\" the dims "
           "in between, which broadcast. Without \"->\" the result has \"...\" and the letters "
           "that occur once, capitals first.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .lower = lower,
    .gradient = grad_einsum,
};
