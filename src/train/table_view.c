/* SPDX-License-Identifier: Apache-2.0 */
/* A table as a model takes it. Which columns become what is planned (or read from a recipe), the
 * text is walked once more, and each field that is used is kept as a number or as the number of its
 * category; rows are spread out to elements when they are read. */
#include <math.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/near.h"
#include "passes/gradient.h"
#include "train/table.h"

enum { USUAL_CATEGORIES = 256, MOST_CATEGORIES = 1 << 16 };
static const Loc no_place = {.line = 0};
static const double exact = 0x1p53; /* up to which doubles hold all integers */

typedef struct {
    const char *text;
    uint32_t code; /* from 1 on; 0 is a missing value */
} Category;

/* How a column is read. */
typedef enum { AUTO, NUMBER, STANDARD, MINMAX, ONEHOT, INDEX, DROP, N_KINDS } Kind;
static const char *const kind_names[N_KINDS] = {"auto",   "number", "standard", "minmax",
                                                "onehot", "index",  "drop"};

/* A field of the recipe, and the column's values. */
typedef struct {
    TrainField field;
    size_t column;
    Kind kind;
    bool is_int;     /* integers are wanted, so nothing may be missing */
    bool is_known;   /* its categories and numbers are given */
    bool is_whole;   /* all its numbers are integers */
    bool is_full;    /* of categories, which was reported */
    double *numbers; /* by row; NaN: missing */
    uint32_t *codes;
    Map by_text;
    Map told; /* texts that are none of its categories, each reported once */
    VEC(Category *) categories;
} Slot;

typedef struct {
    TrainSource source; /* first */
    Slot *slots;
    size_t n;
    size_t *first; /* by column of the source: the first of its slots; one more at the end */
} View;

typedef struct {
    Ctx *ctx;
    Arena *arena;
    const Table *table;
    const TrainWants *wants;
    View *view;
    size_t *slot_of; /* by column of the table: 1 + a slot; 0: none */
    Map by_name;     /* the table's columns */
} Make;

/* --- Which column becomes what --- */

/* Of columns of one name, the first. */
static bool find_column(const Make *m, const char *name, size_t *out) {
    const TrainColumn *columns = m->table->source.columns;
    MapIter it = map_find(&m->by_name, hash_bytes(m->ctx, name, strlen(name)));
    while (map_next(&m->by_name, &it)) {
        const TrainColumn *c = it.value;
        if (strcmp(c->name, name) != 0) continue;
        *out = (size_t)(c - columns);
        return true;
    }
    return false;
}

static void name_columns(Make *m) {
    const TrainSource *source = &m->table->source;
    map_init(&m->by_name, m->arena);
    for (size_t i = 0, at; i < source->n_columns; i++) {
        const char *name = source->columns[i].name;
        if (!find_column(m, name, &at))
            map_add(&m->by_name, hash_bytes(m->ctx, name, strlen(name)),
                    (void *)(uintptr_t)&source->columns[i]);
    }
}

static void no_column(const Make *m, const char *name, const char *what) {
    NearNames names;
    Diag *d = diag_error(m->ctx, no_place, DIAG_VALUE,
                         diag_fmt(m->ctx, "%s has no column '%s'", m->table->source.name, name));
    near_names_begin(&names, m->ctx, name);
    for (size_t i = 0; i < m->table->source.n_columns; i++)
        near_names_add(&names, m->table->source.columns[i].name);
    near_names_end(&names, m->ctx, d, what);
}

/* The last of the options that fits says it. */
static Kind kind_of(const Make *m, size_t column) {
    const char *name = m->table->source.columns[column].name;
    Kind kind = AUTO;
    for (size_t i = 0; i < m->wants->n_columns; i++) {
        const char *text = m->wants->columns[i], *colon = strrchr(text, ':');
        if (!colon) continue; /* was reported */
        const char *pattern = diag_fmt(m->ctx, "%.*s", (int)(colon - text), text);
        if (!gradient_matches(pattern, name)) continue;
        for (int k = 0; k < N_KINDS; k++) {
            if (strcmp(colon + 1, kind_names[k]) == 0) kind = (Kind)k;
        }
    }
    return kind;
}

static void check_options(const Make *m) {
    for (size_t i = 0; i < m->wants->n_columns; i++) {
        const char *text = m->wants->columns[i], *colon = strrchr(text, ':');
        bool is_kind = false, fits = false;
        for (int k = 0; colon && k < N_KINDS; k++) is_kind |= strcmp(colon + 1, kind_names[k]) == 0;
        if (!is_kind) {
            Diag *d = diag_error(m->ctx, no_place, DIAG_VALUE,
                                 diag_fmt(m->ctx, "'%s' does not say how a column is read", text));
            diag_expected(m->ctx, d,
                          "NAME:KIND, which is one of auto, number, standard, minmax, "
                          "onehot, index and drop");
            continue;
        }
        const char *pattern = diag_fmt(m->ctx, "%.*s", (int)(colon - text), text);
        for (size_t c = 0; c < m->table->source.n_columns && !fits; c++) {
            const char *name = m->table->source.columns[c].name;
            fits = gradient_matches(pattern, name);
        }
        if (!fits) no_column(m, pattern, "a column, or a pattern of their names");
    }
}

static Slot *add_slot(Make *m, size_t column, const char *input, bool is_int) {
    Slot *s = &m->view->slots[m->view->n++];
    const bool is_number = m->table->columns[column].is_number;
    *s = (Slot){.column = column, .is_int = is_int, .is_whole = true, .kind = kind_of(m, column)};
    s->field =
        (TrainField){.input = input, .column = m->table->source.columns[column].name, .scale = 1};
    if (s->kind == AUTO && !input) s->kind = is_number ? NUMBER : INDEX;
    if (s->kind == AUTO && is_int) s->kind = is_number ? NUMBER : INDEX;
    if (s->kind == AUTO) s->kind = is_number ? STANDARD : ONEHOT;
    s->field.kind = s->kind == ONEHOT  ? TRAIN_FIELD_ONEHOT
                    : s->kind == INDEX ? TRAIN_FIELD_INDEX
                                       : TRAIN_FIELD_NUMBER;
    m->slot_of[column] = m->view->n;
    return s;
}

/* The column of that name feeds the input alone: a table whose columns are elements of one input
 * may have one of its name, too. */
static bool is_alone(const Make *m, const TrainWant *w, size_t column) {
    return m->wants->n > 1 || w->width == 1 || w->width < 0 || !m->table->columns[column].is_number;
}

static void plan_inputs(Make *m, size_t target) {
    const TrainWants *w = m->wants;
    const size_t n = m->table->source.n_columns;
    size_t rest = w->n, first = m->view->n;
    bool *used = ARENA_ARRAY(m->arena, bool, n + 1);
    for (size_t i = 0; i < w->n; i++) {
        size_t at;
        m->view->first[i] = first;
        if (find_column(m, w->inputs[i].name, &at) && at != target &&
            is_alone(m, &w->inputs[i], at)) {
            used[at] = true;
        } else if (rest == w->n) {
            rest = i;
        } else {
            no_column(m, w->inputs[i].name,
                      diag_fmt(m->ctx, "a column for the input '%s'", w->inputs[i].name));
            return;
        }
    }
    for (size_t i = 0; i < w->n; i++) {
        size_t at;
        m->view->first[i] = m->view->n;
        for (size_t c = 0; i == rest && c < n; c++) {
            if (c != target && !used[c] && kind_of(m, c) != DROP)
                add_slot(m, c, w->inputs[i].name, w->inputs[i].is_int);
        }
        if (i != rest && find_column(m, w->inputs[i].name, &at))
            add_slot(m, at, w->inputs[i].name, w->inputs[i].is_int);
    }
    m->view->first[w->n] = m->view->n;
}

static size_t find_target(const Make *m) {
    static const char *const usual[] = {"y", "target", "targets", "label", "labels"};
    size_t at = m->table->source.n_columns;
    if (m->wants->target) {
        if (!find_column(m, m->wants->target, &at)) no_column(m, m->wants->target, "the target");
        return at;
    }
    for (size_t i = 0; i < ARRAY_LEN(usual); i++) {
        if (find_column(m, usual[i], &at)) return at;
    }
    Diag *d =
        diag_error(m->ctx, no_place, DIAG_VALUE,
                   diag_fmt(m->ctx, "%s: which column is the target?", m->table->source.name));
    diag_help(m->ctx, d, "--target COLUMN");
    return at;
}

static void plan(Make *m) {
    const size_t n = m->table->source.n_columns;
    const size_t target = m->wants->has_target ? find_target(m) : n;
    check_options(m);
    plan_inputs(m, target);
    if (target < n) add_slot(m, target, NULL, false);
}

/* By a recipe. */
static void follow(Make *m) {
    const TrainRecipe *r = m->wants->recipe;
    for (size_t i = 0; i <= m->wants->n; i++) {
        const char *input = i < m->wants->n ? m->wants->inputs[i].name : NULL;
        m->view->first[i] = m->view->n;
        for (size_t k = 0; k < r->n && (input || m->wants->has_target); k++) {
            const TrainField *f = &r->fields[k];
            size_t at;
            if (!f->input != !input || (input && strcmp(f->input, input) != 0)) continue;
            if (!find_column(m, f->column, &at)) {
                no_column(m, f->column, "a column that the model was trained with");
                continue;
            }
            if (m->slot_of[at]) {
                diag_error(m->ctx, no_place, DIAG_VALUE,
                           diag_fmt(m->ctx, "the model takes the column '%s' twice", f->column));
                continue;
            }
            Slot *s = add_slot(m, at, input, input && m->wants->inputs[i].is_int);
            s->field = *f;
            s->is_known = true;
        }
    }
}

/* --- Its values --- */

static void wrong_field(const Make *m, const CsvField *f, const Slot *s, const char *what,
                        const char *expected) {
    Diag *d = diag_error(m->ctx, f->loc, DIAG_VALUE,
                         diag_fmt(m->ctx, "column '%s': %s", s->field.column, what));
    diag_expected(m->ctx, d, "%s", expected);
}

static Category *find_category(const Make *m, const Map *map, Str text) {
    MapIter it = map_find(map, hash_bytes(m->ctx, text.ptr, text.len));
    while (map_next(map, &it)) {
        Category *c = it.value;
        if (str_eq_c(text, c->text)) return c;
    }
    return NULL;
}

static Category *add_category(const Make *m, Slot *s, Str text) {
    Category *c = ARENA_NEW(m->arena, Category);
    *c = (Category){arena_strdup(m->arena, text), (uint32_t)s->categories.len + 1};
    map_add(&s->by_text, hash_bytes(m->ctx, text.ptr, text.len), c);
    vec_push(m->arena, &s->categories, c);
    return c;
}

static void take_category(const Make *m, Slot *s, const CsvField *f, size_t row) {
    const Category *c = find_category(m, &s->by_text, f->text);
    if (s->is_full) return;
    if (!c && s->is_known) {
        if (find_category(m, &s->told, f->text)) return;
        Category *told = ARENA_NEW(m->arena, Category);
        *told = (Category){arena_strdup(m->arena, f->text), 0};
        map_add(&s->told, hash_bytes(m->ctx, f->text.ptr, f->text.len), told);
        const size_t n = s->field.n < 8 ? s->field.n : 8;
        StrBuf list;
        strbuf_init(&list, &m->ctx->diags->arena);
        for (size_t i = 0; i < n; i++)
            strbuf_printf(&list, "%s%s", i ? ", " : "", s->field.categories[i]);
        if (n < s->field.n) strbuf_printf(&list, " and %zu more", s->field.n - n);
        wrong_field(m, f, s, "a category that the model was not trained with", strbuf_cstr(&list));
        return;
    }
    const size_t most =
        s->kind == ONEHOT && kind_of(m, s->column) == AUTO ? USUAL_CATEGORIES : MOST_CATEGORIES;
    if (!c && s->categories.len == most) {
        const Loc other = m->table->columns[s->column].other;
        Diag *d = diag_error(
            m->ctx, other, DIAG_VALUE,
            diag_fmt(m->ctx, "column '%s' has more than %zu categories", s->field.column, most));
        diag_expected(m->ctx, d, "numbers, or fewer different texts; this is the first no number");
        diag_help(m->ctx, d, "--column '%s:drop' leaves it out", s->field.column);
        s->is_full = true;
        return;
    }
    s->codes[row] = (c ? c : add_category(m, s, f->text))->code;
}

static void take_number(const Make *m, Slot *s, const CsvField *f, size_t row) {
    double v;
    if (!table_number(f, &v)) {
        wrong_field(m, f, s, "no number", "a number, or nothing");
        return;
    }
    s->numbers[row] = v;
    s->is_whole &= v == floor(v) && fabs(v) <= exact;
    if (s->is_int && !(v == floor(v) && fabs(v) <= exact))
        wrong_field(m, f, s, "no integer", "integers, which the input takes");
}

static void take_field(const Make *m, Slot *s, const CsvField *f, size_t row) {
    if (table_is_missing(f)) {
        const bool fills = s->field.input && !s->is_int && s->field.kind != TRAIN_FIELD_INDEX;
        if (s->numbers) s->numbers[row] = NAN;
        s->is_whole &= !s->field.input;
        if (!fills)
            wrong_field(m, f, s, "a value is missing",
                        s->field.input
                            ? "a value, as an index or an integer has none to stand for it"
                            : "a value, as it is the target");
    } else if (s->numbers) {
        take_number(m, s, f, row);
    } else {
        take_category(m, s, f, row);
    }
}

static void make_room(Make *m, Slot *s) {
    const size_t rows = (size_t)m->table->source.rows;
    map_init(&s->by_text, m->arena);
    map_init(&s->told, m->arena);
    if (s->field.kind == TRAIN_FIELD_NUMBER)
        s->numbers = ARENA_ARRAY(m->arena, double, rows + 1);
    else
        s->codes = ARENA_ARRAY(m->arena, uint32_t, rows + 1);
    for (size_t i = 0; i < s->field.n; i++) add_category(m, s, str_c(s->field.categories[i]));
}

static void take_rows(Make *m) {
    Csv csv;
    size_t row = 0;
    for (size_t i = 0; i < m->view->n; i++) make_room(m, &m->view->slots[i]);
    csv_begin(&csv, m->ctx, m->table->text, m->table->separator);
    for (bool ok = csv_next(&csv); ok && csv_next(&csv); row++) {
        if (row % 1024 == 0) ctx_poll(m->ctx);
        for (size_t i = 0; i < csv.fields.len; i++) {
            const size_t slot = m->slot_of[i];
            if (slot) take_field(m, &m->view->slots[slot - 1], &csv.fields.at[i], row);
        }
    }
    csv_end(&csv);
}

/* --- What follows from them --- */

static int by_text(const void *a, const void *b) {
    return strcmp((*(Category *const *)a)->text, (*(Category *const *)b)->text);
}

static void settle_categories(Make *m, Slot *s) {
    const size_t n = s->categories.len;
    uint32_t *now = ARENA_ARRAY(m->arena, uint32_t, n + 1);
    s->field.categories = ARENA_ARRAY(m->arena, const char *, n + 1);
    s->field.n = n;
    if (n) qsort(s->categories.at, n, sizeof(Category *), by_text);
    for (size_t i = 0; i < n; i++) {
        now[s->categories.at[i]->code] = (uint32_t)i + 1;
        s->field.categories[i] = s->categories.at[i]->text;
    }
    for (int64_t r = 0; r < m->table->source.rows; r++) s->codes[r] = now[s->codes[r]];
}

static void settle_numbers(Make *m, Slot *s) {
    double n = 0, sum = 0, squares = 0, low = INFINITY, high = -INFINITY;
    const int64_t rows = m->table->source.rows;
    for (int64_t r = 0; r < rows; r++) {
        const double v = s->numbers[r];
        if (isnan(v)) continue;
        n++;
        sum += v;
        low = fmin(low, v);
        high = fmax(high, v);
    }
    const double mean = n > 0 ? sum / n : 0;
    for (int64_t r = 0; r < rows; r++) {
        const double e = s->numbers[r] - mean;
        if (!isnan(e)) squares += e * e;
    }
    const double deviation = n > 0 ? sqrt(squares / n) : 0;
    s->field.missing = mean;
    s->field.shift = s->kind == STANDARD ? mean : s->kind == MINMAX && n > 0 ? low : 0;
    s->field.scale = s->kind == STANDARD ? deviation : s->kind == MINMAX ? high - low : 1;
    if (!(s->field.scale > 0) || !isfinite(s->field.scale))
        s->field.scale = 1; /* it never varies */
}

static void settle(Make *m, Slot *s) {
    if (s->is_known) return;
    if (s->numbers) settle_numbers(m, s);
    if (s->codes) settle_categories(m, s);
    if (m->table->columns[s->column].n_missing < (size_t)m->table->source.rows) return;
    Diag *d = diag_error(m->ctx, no_place, DIAG_VALUE,
                         diag_fmt(m->ctx, "%s: the column '%s' holds nothing",
                                  m->table->source.name, s->field.column));
    diag_help(m->ctx, d, "--column '%s:drop' leaves it out", s->field.column);
}

/* --- Rows --- */

static size_t width_of(const Slot *s) {
    return s->field.kind == TRAIN_FIELD_ONEHOT ? s->field.n : 1;
}

static double number_of(const Slot *s, int64_t row) {
    if (s->codes) return (double)s->codes[row] - 1;
    const double v = isnan(s->numbers[row]) ? s->field.missing : s->numbers[row];
    return (v - s->field.shift) / s->field.scale;
}

static Status view_read(TrainSource *source, Ctx *ctx, const int64_t *rows, size_t n,
                        void *const *out) {
    const View *self = (const View *)(const void *)source;
    (void)ctx;
    for (size_t c = 0; c < source->n_columns; c++) {
        double *to = out[c];
        int64_t *ints = out[c];
        const bool is_int = source->columns[c].dtype == DTYPE_INT64;
        for (size_t i = 0; to && i < n; i++) {
            for (size_t k = self->first[c]; k < self->first[c + 1]; k++) {
                const Slot *s = &self->slots[k];
                const uint32_t code = s->codes ? s->codes[rows[i]] : 0;
                for (size_t e = 0; s->field.kind == TRAIN_FIELD_ONEHOT && e < s->field.n; e++)
                    is_int ? (*ints++ = e + 1 == code) : (*to++ = e + 1 == code);
                if (s->field.kind == TRAIN_FIELD_ONEHOT) continue;
                const double v = number_of(s, rows[i]);
                is_int ? (*ints++ = (int64_t)v) : (*to++ = v);
            }
        }
    }
    return STATUS_OK;
}

static void add_column(Make *m, TrainColumn *out, const char *name, size_t at, bool is_int) {
    int64_t *dims = ARENA_ARRAY(m->arena, int64_t, 1);
    for (size_t k = m->view->first[at]; k < m->view->first[at + 1]; k++)
        dims[0] += (int64_t)width_of(&m->view->slots[k]);
    *out = (TrainColumn){.name = name,
                         .dtype = is_int ? DTYPE_INT64 : DTYPE_FLOAT64,
                         .ndim = 1,
                         .dims = dims,
                         .bytes = (size_t)dims[0] * 8};
}

/* The columns make as many elements as the input has. */
static void check_width(const Make *m, size_t input, int64_t width) {
    const TrainWant *w = &m->wants->inputs[input];
    if (w->width < 0 || w->width == width) return;
    StrBuf list;
    strbuf_init(&list, &m->ctx->diags->arena);
    const size_t first = m->view->first[input], end = m->view->first[input + 1];
    for (size_t k = first; k < end && k < first + 32; k++) {
        const Slot *s = &m->view->slots[k];
        strbuf_printf(&list, "%s%s", k > first ? ", " : "", s->field.column);
        if (s->field.kind == TRAIN_FIELD_ONEHOT) strbuf_printf(&list, " (%zu)", s->field.n);
    }
    if (end > first + 32) strbuf_puts(&list, ", ...");
    Diag *d = diag_error(m->ctx, no_place, DIAG_VALUE,
                         diag_fmt(m->ctx, "%s: its columns do not fit the input '%s'",
                                  m->table->source.name, w->name));
    diag_expected(m->ctx, d, "%lld numbers in a row", (long long)w->width);
    diag_found(m->ctx, d, "%lld: %s", (long long)width, strbuf_cstr(&list));
    diag_help(m->ctx, d, "--column 'NAME:KIND' says how a column is read, drop that it is not");
}

static void end_view(Make *m, TrainRecipe *made) {
    View *v = m->view;
    const size_t inputs = m->wants->n, target = v->first[inputs];
    TrainColumn *columns = ARENA_ARRAY(m->arena, TrainColumn, inputs + 2);
    v->first[inputs + 1] = v->n;
    for (size_t i = 0; i < inputs; i++) {
        add_column(m, &columns[i], m->wants->inputs[i].name, i, m->wants->inputs[i].is_int);
        check_width(m, i, columns[i].dims[0]);
    }
    if (target < v->n) {
        const Slot *s = &v->slots[target];
        const bool is_int = s->codes || (s->is_whole && s->field.shift == 0 && s->field.scale == 1);
        add_column(m, &columns[inputs], s->field.column, inputs, is_int);
        columns[inputs].ndim = s->field.kind == TRAIN_FIELD_ONEHOT;
    }
    v->source = (TrainSource){.ctx = m->ctx,
                              .name = m->table->source.name,
                              .columns = columns,
                              .n_columns = inputs + (target < v->n),
                              .rows = m->table->source.rows,
                              .read = view_read};
    *made = (TrainRecipe){.loss = "", .fields = ARENA_ARRAY(m->arena, TrainField, v->n + 1)};
    for (; made->n < v->n; made->n++) made->fields[made->n] = v->slots[made->n].field;
}

TrainSource *train_table_view(Arena *arena, const TrainSource *table, const TrainWants *wants,
                              TrainRecipe *made) {
    Ctx *ctx = arena->ctx;
    const size_t errors = diag_errors(ctx), columns = table->n_columns;
    const size_t fields = (wants->recipe ? wants->recipe->n : 0) + columns;
    Make m = {.ctx = ctx,
              .arena = arena,
              .table = (const Table *)(const void *)table,
              .wants = wants,
              .view = ARENA_NEW(arena, View),
              .slot_of = ARENA_ARRAY(arena, size_t, columns + 1)};
    const DiagSource before = diag_source(ctx, table->name, m.table->text);
    m.view->slots = ARENA_ARRAY(arena, Slot, fields + 1);
    m.view->first = ARENA_ARRAY(arena, size_t, wants->n + 2);
    name_columns(&m);
    if (wants->recipe)
        follow(&m);
    else
        plan(&m);
    if (diag_errors(ctx) == errors) take_rows(&m);
    for (size_t i = 0; i < m.view->n && diag_errors(ctx) == errors; i++)
        settle(&m, &m.view->slots[i]);
    if (diag_errors(ctx) == errors) end_view(&m, made);
    diag_source_back(ctx, before);
    return diag_errors(ctx) == errors ? &m.view->source : NULL;
}
