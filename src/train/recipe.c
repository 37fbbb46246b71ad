/* SPDX-License-Identifier: Apache-2.0 */
/* Recipes as text: a table of their own, a row for each number and for each category. */
#include "train/recipe.h"

#include <math.h>

#include "base/diag.h"

enum { ROLE, INPUT, COLUMN, KIND, MISSING, SHIFT, SCALE, CATEGORY, N_FIELDS };

static const char *const header[N_FIELDS] = {"role",    "input", "column", "kind",
                                             "missing", "shift", "scale",  "category"};
static const char *const kinds[] = {"number", "onehot", "index", "picture"};

const char *train_field_kind(TrainFieldKind kind) { return kinds[kind]; }

/* It is a number, or many: a row of its own, with missing, shift and scale. */
static bool is_number(TrainFieldKind kind) {
    return kind == TRAIN_FIELD_NUMBER || kind == TRAIN_FIELD_PICTURE;
}

const TrainField *train_recipe_target(const TrainRecipe *self) {
    for (size_t i = 0; i < self->n; i++) {
        if (!self->fields[i].input) return &self->fields[i];
    }
    return NULL;
}

static void put_row(StrBuf *out, const char *const *fields) {
    for (size_t i = 0; i < N_FIELDS; i++) {
        if (i) strbuf_putc(out, ',');
        csv_put(out, str_c(fields[i]));
    }
    strbuf_putc(out, '\n');
}

static const char *number_text(Arena *arena, double v) {
    StrBuf s;
    strbuf_init(&s, arena);
    strbuf_double(&s, v);
    return strbuf_cstr(&s);
}

void train_recipe_print(const TrainRecipe *self, StrBuf *out) {
    put_row(out, header);
    put_row(out, (const char *[]){"loss", "", self->loss, "", "", "", "", ""});
    for (size_t i = 0; i < self->n; i++) {
        const TrainField *f = &self->fields[i];
        const char *row[N_FIELDS] = {f->input ? "input" : "target",
                                     f->input ? f->input : "",
                                     f->column,
                                     kinds[f->kind],
                                     "",
                                     "",
                                     "",
                                     ""};
        if (is_number(f->kind)) {
            row[MISSING] = number_text(out->arena, f->missing);
            row[SHIFT] = number_text(out->arena, f->shift);
            row[SCALE] = number_text(out->arena, f->scale);
            put_row(out, row);
        }
        for (size_t k = 0; k < f->n; k++) {
            row[CATEGORY] = f->categories[k];
            put_row(out, row);
        }
    }
}

/* --- Back --- */

typedef struct {
    Arena *arena;
    Csv csv;
    VEC(TrainField) fields;
    VEC(const char *) categories; /* of the last field */
} Parse;

static bool wrong(Parse *p, size_t field, const char *what) {
    const Loc loc = field < p->csv.fields.len ? p->csv.fields.at[field].loc : (Loc){.line = 0};
    Diag *d = diag_error(p->csv.ctx, loc, DIAG_VALUE, "what was done to the data is not told");
    diag_expected(p->csv.ctx, d, "%s", what);
    diag_help(p->csv.ctx, d, "it stands in the model, where `tenon train` wrote it");
    return false;
}

static const char *copy(Parse *p, size_t field) {
    return arena_strdup(p->arena, p->csv.fields.at[field].text);
}

/* The categories of the field that ends here. */
static void end_field(Parse *p) {
    if (!p->fields.len) return;
    TrainField *f = &p->fields.at[p->fields.len - 1];
    f->categories = ARENA_ARRAY(p->arena, const char *, p->categories.len + 1);
    for (size_t i = 0; i < p->categories.len; i++) f->categories[i] = p->categories.at[i];
    f->n = p->categories.len;
    p->categories.len = 0;
}

/* It is of the same column as the row before. */
static bool goes_on(const Parse *p, bool is_input, TrainFieldKind kind) {
    const CsvField *row = p->csv.fields.at;
    const TrainField *f = p->fields.len ? &p->fields.at[p->fields.len - 1] : NULL;
    return f && !is_number(kind) && f->kind == kind && !f->input == !is_input &&
           str_eq_c(row[COLUMN].text, f->column) &&
           (!is_input || str_eq_c(row[INPUT].text, f->input));
}

static bool take_row(Parse *p, TrainRecipe *out) {
    const CsvField *row = p->csv.fields.at;
    if (p->csv.fields.len != N_FIELDS) return wrong(p, 0, "eight fields in each row");
    if (str_eq_c(row[ROLE].text, "loss")) {
        out->loss = copy(p, COLUMN);
        return true;
    }
    const bool is_input = str_eq_c(row[ROLE].text, "input");
    if (!is_input && !str_eq_c(row[ROLE].text, "target"))
        return wrong(p, ROLE, "a role: loss, input or target");
    size_t kind = 0;
    while (kind < ARRAY_LEN(kinds) && !str_eq_c(row[KIND].text, kinds[kind])) kind++;
    if (kind == ARRAY_LEN(kinds)) return wrong(p, KIND, "a kind: number, onehot, index or picture");
    if (!goes_on(p, is_input, (TrainFieldKind)kind)) {
        TrainField f = {.column = copy(p, COLUMN),
                        .input = is_input ? copy(p, INPUT) : NULL,
                        .kind = (TrainFieldKind)kind};
        end_field(p);
        if (is_number((TrainFieldKind)kind) &&
            (!parse_double(row[MISSING].text, &f.missing) || !isfinite(f.missing) ||
             !parse_double(row[SHIFT].text, &f.shift) || !isfinite(f.shift) ||
             !parse_double(row[SCALE].text, &f.scale) || !(fabs(f.scale) > 0) ||
             !isfinite(f.scale)))
            return wrong(p, MISSING, "numbers in missing, shift and scale, which is not 0");
        vec_push(p->arena, &p->fields, f);
    }
    if (!is_number((TrainFieldKind)kind)) vec_push(p->arena, &p->categories, copy(p, CATEGORY));
    return true;
}

bool train_recipe_parse(Arena *arena, const char *text, TrainRecipe *out) {
    Parse p = {.arena = arena};
    const DiagSource before = diag_source(arena->ctx, "the model's data", str_c(text));
    *out = (TrainRecipe){.loss = ""};
    csv_begin(&p.csv, arena->ctx, str_c(text), ',');
    bool ok = csv_next(&p.csv) && p.csv.fields.len == N_FIELDS;
    for (size_t i = 0; ok && i < N_FIELDS; i++) ok = str_eq_c(p.csv.fields.at[i].text, header[i]);
    if (!ok && !p.csv.failed) wrong(&p, 0, "role,input,column,kind,missing,shift,scale,category");
    while (ok && csv_next(&p.csv)) ok = take_row(&p, out);
    ok = ok && !p.csv.failed;
    end_field(&p);
    csv_end(&p.csv);
    diag_source_back(arena->ctx, before);
    out->fields = p.fields.at;
    out->n = p.fields.len;
    return ok;
}
