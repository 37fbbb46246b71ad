/* SPDX-License-Identifier: Apache-2.0 */
/* Of the header of a program that trains: the learning rate of a step, and parameters and state as
 * a stream of bytes. That is an .npz archive with stored entries, so that others read it; the
 * program itself takes only one that is byte by byte as its own, but for the values and their sums,
 * so it needs no parser and no memory. */
#include <inttypes.h>

#include "backend/c/header.h"
#include "backend/c/training.h"
#include "backend/training.h"

/* $ is the prefix, @ the prefix in capitals. */
static void put(CTraining *t, const char *text) {
    for (const char *c = text; *c; c++) {
        if (*c == '$')
            strbuf_puts(t->out, t->prefix);
        else if (*c == '@')
            strbuf_puts(t->out, t->macro);
        else
            strbuf_putc(t->out, *c);
    }
}

/* --- The rate --- */

static void define(CTraining *t, const char *name, double v) {
    strbuf_printf(t->out, "    const double %s = ", name);
    strbuf_double(t->out, v);
    strbuf_puts(t->out, ";\n");
}

/* As train/schedule.c; products on their own, as compilers may contract them with a sum. */
void c_training_rate(CTraining *t) {
    const bool is_step = strcmp(t->schedule, "step") == 0,
               is_cosine = strcmp(t->schedule, "cosine") == 0,
               is_linear = strcmp(t->schedule, "linear") == 0;
    const double warmup = t->values[is_step ? 2 : is_cosine || is_linear ? 1 : 0].f;
    put(t, "/* The learning rate of the next step, by the schedule that was compiled in. */\n"
           "static inline double $_rate(const $_state *net) {\n");
    define(t, "base", t->rate);
    define(t, "warmup", warmup);
    put(t, "    const double at = (double)net->steps;\n"
           "    if (at < warmup) return base * ((at + 1) / warmup);\n");
    if (is_step) {
        define(t, "every", t->values[0].f);
        define(t, "factor", t->values[1].f);
        put(t, "    return base * pow(factor, floor((at - warmup) / every));\n");
    } else if (is_cosine || is_linear) {
        define(t, "low", t->values[0].f);
        define(t, "of", (double)t->steps - warmup);
        put(t, "    const double part = of > 0 ? (at - warmup) / of : 1;\n"
               "    const double share = part < 1 ? part : 1;\n"
               "    volatile double falls;\n");
        put(t, is_cosine ? "    falls = 3.14159265358979323846 * share;\n"
                           "    falls = (1 - low) * 0.5 * (1 + cos(falls));\n"
                         : "    falls = (1 - low) * (1 - share);\n");
        put(t, "    return base * (low + falls);\n");
    } else {
        put(t, "    return base;\n");
    }
    put(t, "}\n");
    if (is_step || is_cosine) strbuf_puts(&t->e->file->includes, "#include <math.h>\n");
}

/* --- Storing --- */

static const char stream_text[] =
    "\n/* Parameters and state as a stream: an .npz archive, which NumPy reads, and `tenon train "
    "--init`.\n * write and read are given `user`, and return how many bytes they wrote or read. "
    "$_load takes what a\n * program of the same model and optimizer saved; after an error the "
    "state is to be begun anew. */\n"
    "enum {\n"
    "    @_E_STREAM = -1, /* write or read did less than was asked */\n"
    "    @_E_OTHER = -2,  /* of another program, or no such archive */\n"
    "    @_E_ALTERED = -3 /* values that their sum does not fit */\n"
    "};\n"
    "typedef size_t $_write(void *user, const void *data, size_t bytes);\n"
    "typedef size_t $_read(void *user, void *data, size_t bytes);\n"
    "typedef struct {\n"
    "    const char *name, *dtype, *shape;\n"
    "    size_t at, bytes; /* in the state */\n"
    "} $_field;\n";

static const char piece_text[] =
    "typedef struct {\n"
    "    $_write *write;\n"
    "    $_read *read;\n"
    "    void *user;\n"
    "    int error;\n"
    "    uint32_t crc, at;\n"
    "} $_stream;\n"
    "static inline uint32_t $_crc(uint32_t crc, const void *data, size_t bytes) {\n"
    "    static const uint32_t t[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,\n"
    "                                   0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,\n"
    "                                   0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,\n"
    "                                   0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};\n"
    "    const unsigned char *c = (const unsigned char *)data;\n"
    "    size_t i;\n"
    "    crc = ~crc;\n"
    "    for (i = 0; i < bytes; i++) {\n"
    "        crc ^= c[i];\n"
    "        crc = t[crc & 15] ^ crc >> 4;\n"
    "        crc = t[crc & 15] ^ crc >> 4;\n"
    "    }\n"
    "    return ~crc;\n"
    "}\n"
    "/* Writes these bytes, or reads as many, which are to be the same; else sums them. */\n"
    "static inline void $_piece($_stream *s, const void *data, size_t bytes) {\n"
    "    const unsigned char *c = (const unsigned char *)data;\n"
    "    unsigned char got[64];\n"
    "    size_t i, k, n;\n"
    "    if (!s->write && !s->read) s->crc = $_crc(s->crc, data, bytes);\n"
    "    s->at += (uint32_t)bytes;\n"
    "    if (s->write && !s->error && s->write(s->user, data, bytes) != bytes) s->error = "
    "@_E_STREAM;\n"
    "    for (i = 0; s->read && !s->error && i < bytes; i += n) {\n"
    "        n = bytes - i < sizeof got ? bytes - i : sizeof got;\n"
    "        if (s->read(s->user, got, n) != n) s->error = @_E_STREAM;\n"
    "        for (k = 0; !s->error && k < n; k++)\n"
    "            if (got[k] != c[i + k]) s->error = @_E_OTHER;\n"
    "    }\n"
    "}\n";

static const char entry_text[] =
    "static inline size_t $_length(const char *text) {\n"
    "    size_t n = 0;\n"
    "    while (text[n]) n++;\n"
    "    return n;\n"
    "}\n"
    "static inline void $_piece_text($_stream *s, const char *text) {\n"
    "    $_piece(s, text, $_length(text));\n"
    "}\n"
    "/* What stands before an array's values in its entry. */\n"
    "static inline size_t $_npy($_stream *s, const $_field *f) {\n"
    "    const size_t text = 10 + 11 + $_length(f->dtype) + 36 + $_length(f->shape) + 3;\n"
    "    const size_t all = (text + 1 + 63) / 64 * 64;\n"
    "    unsigned char head[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 0, 0};\n"
    "    size_t i;\n"
    "    head[8] = (unsigned char)(all - 10);\n"
    "    head[9] = (unsigned char)((all - 10) >> 8);\n"
    "    if (!s) return all;\n"
    "    $_piece(s, head, 10);\n"
    "    $_piece_text(s, \"{'descr': '\");\n"
    "    $_piece_text(s, f->dtype);\n"
    "    $_piece_text(s, \"', 'fortran_order': False, 'shape': \");\n"
    "    $_piece_text(s, f->shape);\n"
    "    $_piece_text(s, \", }\");\n"
    "    for (i = text; i + 1 < all; i++) $_piece(s, \" \", 1);\n"
    "    $_piece(s, \"\\n\", 1);\n"
    "    return all;\n"
    "}\n"
    "static inline void $_put(unsigned char *to, size_t v, int bytes) {\n"
    "    int i;\n"
    "    for (i = 0; i < bytes; i++, v >>= 8) to[i] = (unsigned char)v;\n"
    "}\n"
    "static inline uint32_t $_sum(const $_field *f, const void *data) {\n"
    "    $_stream s = {NULL, NULL, NULL, 0, 0, 0};\n"
    "    $_npy(&s, f);\n"
    "    $_piece(&s, data, f->bytes);\n"
    "    return s.crc;\n"
    "}\n"
    "/* Of an entry of a zip archive; `at` 1: where it begins, else in the list at the end. */\n"
    "static inline size_t $_zip(unsigned char *to, const $_field *f, uint32_t crc, int begins, "
    "size_t at) {\n"
    "    const size_t bytes = $_npy(NULL, f) + f->bytes, k = begins ? 4 : 6;\n"
    "    size_t i;\n"
    "    for (i = 0; i < 46; i++) to[i] = 0;\n"
    "    $_put(to, begins ? 0x04034b50 : 0x02014b50, 4);\n"
    "    to[4] = to[k] = 20;\n"
    "    to[k + 8] = 0x21;\n"
    "    $_put(to + k + 10, crc, 4);\n"
    "    $_put(to + k + 14, bytes, 4);\n"
    "    $_put(to + k + 18, bytes, 4);\n"
    "    $_put(to + k + 22, $_length(f->name) + 4, 2);\n"
    "    if (!begins) $_put(to + 42, at, 4);\n"
    "    return begins ? 30 : 46;\n"
    "}\n";

static const char save_text[] =
    "static inline int $_save(const $_state *net, $_write *write, void *user) {\n"
    "    $_stream s = {NULL, NULL, NULL, 0, 0, 0};\n"
    "    unsigned char head[46];\n"
    "    uint32_t from = 0, list;\n"
    "    size_t i;\n"
    "    s.write = write;\n"
    "    s.user = user;\n"
    "    for (i = 0; $_stored(i); i++) {\n"
    "        const $_field *f = $_stored(i);\n"
    "        const void *data = f->at ? (const char *)net + f->at - 1 : $_program;\n"
    "        $_piece(&s, head, $_zip(head, f, $_sum(f, data), 1, 0));\n"
    "        $_piece_text(&s, f->name);\n"
    "        $_piece_text(&s, \".npy\");\n"
    "        $_npy(&s, f);\n"
    "        $_piece(&s, data, f->bytes);\n"
    "    }\n"
    "    list = s.at;\n"
    "    for (i = 0; $_stored(i); i++) {\n"
    "        const $_field *f = $_stored(i);\n"
    "        const void *data = f->at ? (const char *)net + f->at - 1 : $_program;\n"
    "        $_piece(&s, head, $_zip(head, f, $_sum(f, data), 0, from));\n"
    "        $_piece_text(&s, f->name);\n"
    "        $_piece_text(&s, \".npy\");\n"
    "        from += (uint32_t)(30 + $_length(f->name) + 4 + $_npy(NULL, f) + f->bytes);\n"
    "    }\n"
    "    for (from = 0; from < 46; from++) head[from] = 0;\n"
    "    $_put(head, 0x06054b50, 4);\n"
    "    $_put(head + 8, i, 2);\n"
    "    $_put(head + 10, i, 2);\n"
    "    $_put(head + 12, s.at - list, 4);\n"
    "    $_put(head + 16, list, 4);\n"
    "    $_piece(&s, head, 22);\n"
    "    return s.error;\n"
    "}\n";

static const char load_text[] =
    "static inline int $_load($_state *net, $_read *read, void *user) {\n"
    "    $_stream s = {NULL, NULL, NULL, 0, 0, 0};\n"
    "    unsigned char got[30], head[46];\n"
    "    size_t i, k, n;\n"
    "    s.read = read;\n"
    "    s.user = user;\n"
    "    for (i = 0; !s.error && $_stored(i); i++) {\n"
    "        const $_field *f = $_stored(i);\n"
    "        void *data = f->at ? (char *)net + f->at - 1 : NULL;\n"
    "        uint32_t crc = 0;\n"
    "        if (read(user, got, 30) != 30) return @_E_STREAM;\n"
    "        for (k = 0; k < 4; k++) crc |= (uint32_t)got[14 + k] << 8 * k;\n"
    "        n = $_zip(head, f, crc, 1, 0);\n"
    "        for (k = 0; k < n; k++)\n"
    "            if (got[k] != head[k]) return @_E_OTHER;\n"
    "        $_piece_text(&s, f->name);\n"
    "        $_piece_text(&s, \".npy\");\n"
    "        $_npy(&s, f);\n"
    "        if (!data) $_piece(&s, $_program, f->bytes);\n"
    "        if (s.error) return s.error;\n"
    "        if (data && read(user, data, f->bytes) != f->bytes) return @_E_STREAM;\n"
    "        if ($_sum(f, data ? data : $_program) != crc) return @_E_ALTERED;\n"
    "    }\n"
    "    return s.error;\n"
    "}\n";

/* NumPy's. */
static const char *descr(DType t) {
    if (t == DTYPE_FLOAT16) return "<f2";
    if (t == DTYPE_FLOAT32) return "<f4";
    if (t == DTYPE_FLOAT64) return "<f8";
    if (t == DTYPE_INT64) return "<i8";
    if (t == DTYPE_INT32) return "<i4";
    return dtype_size(t) == 1   ? "|u1"
           : dtype_size(t) == 2 ? "<u2"
           : dtype_size(t) == 4 ? "<u4"
                                : "<u8";
}

static void print_field(CTraining *t, const CTrainingField *f) {
    const CPort *p = f->port;
    strbuf_puts(t->out, "        {");
    c_header_text(t->out, f->name);
    strbuf_printf(t->out, ", \"%s\", \"(", descr(emit_leaf_dtype(&p->v)));
    for (uint32_t i = 0; i < p->v.ndim; i++)
        strbuf_printf(t->out, "%s%" PRId64 "%s", i ? " " : "", p->extents[i].n,
                      i + 1 < p->v.ndim || p->v.ndim == 1 ? "," : "");
    strbuf_printf(t->out, ")\", offsetof(%s_state, %s) + 1, %" PRId64 "},\n", t->prefix, f->field,
                  c_port_count(p) * (int64_t)dtype_size_up(emit_leaf_dtype(&p->v)));
}

void c_training_store(CTraining *t) {
    const size_t n = t->stored.len + 1;
    const char *program = arena_printf(t->e->arena, "tenon 1 %s", t->model);
    put(t, stream_text);
    strbuf_printf(t->out,
                  "static const char %s_program[] = \"%s\";\n"
                  "/* What is stored, in order; at 0: the text above, else behind byte at - 1. */\n"
                  "static inline const %s_field *%s_stored(size_t i) {\n"
                  "    static const %s_field list[] = {\n"
                  "        {\"program\", \"|u1\", \"(%zu,)\", 0, %zu},\n",
                  t->prefix, program, t->prefix, t->prefix, t->prefix, strlen(program),
                  strlen(program));
    for (size_t i = 0; i < t->stored.len; i++) print_field(t, &t->stored.at[i]);
    strbuf_printf(t->out, "    };\n    return i < %zu ? &list[i] : NULL;\n}\n", n);
    put(t, piece_text);
    put(t, entry_text);
    put(t, save_text);
    put(t, load_text);
}

/* --- What is done to the data --- */

static const char data_text[] =
    "\n/* What became of the columns of the table that the model was trained on, in the order of the "
    "numbers\n * that an input is made of. `input` is NULL of the target. Kinds: number: (v - shift) "
    "/ scale, of `missing`\n * where there is no v; onehot: a number for each category, 1 for its "
    "own; index: the place of the\n * category among those of the column; picture: each value as a "
    "number. A prediction of the target is\n * v * scale + shift, or a category. In double, then "
    "as the input's type. */\n"
    "typedef struct {\n"
    "    const char *input, *column, *kind;\n"
    "    double missing, shift, scale;\n"
    "    const char *category; /* NULL of numbers */\n"
    "} $_data_row;\n"
    "/* NULL behind the last one. */\n"
    "static inline const $_data_row *$_data(size_t i) {\n"
    "    static const $_data_row list[] = {\n";

static void text_or_null(CTraining *t, const char *text, bool is_null) {
    if (is_null)
        strbuf_puts(t->out, "NULL");
    else
        c_header_text(t->out, text);
}

void c_training_data(CTraining *t, const IrAttr *data) {
    enum { INPUT, COLUMN, KIND, MISSING, SHIFT, SCALE, CATEGORY, FIELDS };
    _Static_assert(FIELDS == TRAINING_DATA_FIELDS, "as the attribute has them");
    if (data->kind != IR_ATTR_LIST || !data->n) return;
    put(t, data_text);
    for (uint32_t i = 0; i + FIELDS <= data->n; i += FIELDS) {
        const IrAttr *row = &data->items[i];
        const bool is_class =
            strcmp(row[KIND].s, "onehot") == 0 || strcmp(row[KIND].s, "index") == 0;
        strbuf_puts(t->out, "        {");
        text_or_null(t, row[INPUT].s, !row[INPUT].s[0]);
        strbuf_puts(t->out, ", ");
        c_header_text(t->out, row[COLUMN].s);
        strbuf_printf(t->out, ", \"%s\", %s, %s, %s, ", row[KIND].s, row[MISSING].s, row[SHIFT].s,
                      row[SCALE].s);
        text_or_null(t, row[CATEGORY].s, !is_class);
        strbuf_puts(t->out, "},\n");
    }
    strbuf_printf(t->out, "    };\n    return i < %u ? &list[i] : NULL;\n}\n",
                  data->n / TRAINING_DATA_FIELDS);
}
