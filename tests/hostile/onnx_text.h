/* SPDX-License-Identifier: Apache-2.0 */
/* Small ONNX models as lines of text, for the tests of what is wrong in them. Statements end with
 * ';':
 *
 *     in x f32 2 3        an input; a dim '?' is open, and '*' says that there is no shape
 *     map x i64 f32       an input that is a map
 *     init s i64 1 = 6    an initializer: as many raw elements as stand here, whatever the dims say
 *     Reshape x s -> y    a node, named "the Reshape"; '-' leaves an input out
 *     Conv x w -> y | group=0 pads=[1,1] auto_pad='SAME' alpha=0.5 scales=[1.0,2.0] cats=['a','b']
 *     ml.Scaler x -> y    of the domain ai.onnx.ml, version 3
 *     If c -> y | then_branch={in_a_f32_2,Relu_x_->_y,out_y} else_branch={..}  a graph: '_' is a
 *                        space, ',' a ';'
 *     out y               an output
 *     opset 13            17 without it
 */
#ifndef TENON_TESTS_HOSTILE_ONNX_TEXT_H
#define TENON_TESTS_HOSTILE_ONNX_TEXT_H

#include <ctype.h>
#include <stdbool.h>

#include "../onnx/back.h"

enum { ONNX_TEXT_WORDS = 100, ONNX_TEXT_MAX = 2000 };

typedef struct {
    char text[ONNX_TEXT_MAX];
    char *words[ONNX_TEXT_WORDS];
    size_t n;
} OnnxLine;

static inline void onnx_text_split(OnnxLine *l, const char *s, size_t len) {
    if (len >= sizeof l->text) abort();
    memcpy(l->text, s, len);
    l->text[len] = '\0';
    l->n = 0;
    for (char *w = strtok(l->text, " \n"); w && l->n < ONNX_TEXT_WORDS; w = strtok(NULL, " \n"))
        l->words[l->n++] = w;
}

static inline int onnx_text_type(const char *word) {
    static const struct {
        const char *name;
        int type;
    } types[] = {{"f32", ONNX_FLOAT32}, {"u8", ONNX_UINT8},   {"i8", 3},
                 {"i32", ONNX_INT32},   {"i64", ONNX_INT64},  {"f16", 10},
                 {"bool", ONNX_BOOL},   {"f64", ONNX_FLOAT64}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, word) == 0) return types[i].type;
    }
    return atoi(word + 1); /* t99 */
}

static inline void onnx_text_input(Back *b, const OnnxLine *l) {
    int64_t dims[ONNX_TEXT_WORDS];
    size_t n = 0;
    const bool no_shape = l->n > 3 && strcmp(l->words[3], "*") == 0;
    for (size_t i = 3; i < l->n; i++)
        dims[n++] = *l->words[i] == '?' ? -1 : strtoll(l->words[i], NULL, 0);
    put_value_info(b, GRAPH_INPUTS, l->words[1], onnx_text_type(l->words[2]),
                   no_shape ? NULL : dims, n);
}

static inline size_t onnx_text_element(int type, const char *word, char *to) {
    const int64_t i = strtoll(word, NULL, 0);
    const double d = strtod(word, NULL);
    const float f = (float)d;
    switch (type) {
    case ONNX_FLOAT32: return memcpy(to, &f, 4), 4;
    case ONNX_FLOAT64: return memcpy(to, &d, 8), 8;
    case ONNX_INT64: return memcpy(to, &i, 8), 8;
    case ONNX_INT32: return memcpy(to, &i, 4), 4;
    default: return memcpy(to, &i, 1), 1;
    }
}

static inline void onnx_text_init(Back *b, const OnnxLine *l) {
    int64_t dims[ONNX_TEXT_WORDS];
    char raw[8 * ONNX_TEXT_WORDS];
    size_t n = 0, bytes = 0, i = 3;
    const int type = onnx_text_type(l->words[2]);
    for (; i < l->n && strcmp(l->words[i], "=") != 0; i++)
        dims[n++] = strtoll(l->words[i], NULL, 0);
    for (i++; i < l->n; i++) bytes += onnx_text_element(type, l->words[i], raw + bytes);
    put_tensor(b, GRAPH_INITIALIZERS,
               &(BackTensor){.name = l->words[1],
                             .elem = type,
                             .dims = dims,
                             .n_dims = n,
                             .raw = raw,
                             .bytes = bytes});
}

static inline void onnx_text_graph(Back *b, const char *text, int64_t *opset);

/* Floats, or strings between quotes, from the last one to the first. */
static inline void onnx_text_list(Back *b, const char *name, char *list) {
    enum { FLOATS = 6, STRINGS = 8 };
    const bool is_strings = *list == '\'';
    char *items[ONNX_TEXT_WORDS];
    const size_t attr = back_mark(b);
    size_t n = 0;
    put_int(b, ATTR_TYPE, is_strings ? STRINGS : FLOATS);
    for (char *at = strtok(list, ",]"); at && n < ONNX_TEXT_WORDS; at = strtok(NULL, ",]"))
        items[n++] = at;
    while (n-- > 0) {
        if (is_strings) {
            items[n][strlen(items[n]) - 1] = '\0';
            put_str(b, ATTR_STRINGS, items[n] + 1);
        } else {
            put_float(b, ATTR_FLOATS, strtof(items[n], NULL));
        }
    }
    put_str(b, ATTR_NAME, name);
    wrap(b, NODE_ATTRS, attr);
}

static inline void onnx_text_attr(Back *b, char *word) {
    char *value = strchr(word, '=');
    if (!value) abort();
    *value++ = '\0';
    if (*value == '[' && (value[1] == '\'' || strchr(value, '.'))) {
        onnx_text_list(b, word, value + 1);
    } else if (*value == '[') {
        int64_t v[ONNX_TEXT_WORDS];
        size_t n = 0;
        for (char *at = value + 1; *at && *at != ']';) {
            v[n++] = strtoll(at, &at, 0);
            if (*at == ',') at++;
        }
        put_attr_ints(b, word, v, n);
    } else if (*value == '{') {
        const size_t attr = back_mark(b);
        put_int(b, ATTR_TYPE, 5);
        const size_t graph = back_mark(b);
        for (char *c = value; *c; c++)
            *c = *c == '_' || *c == '{' || *c == '}' ? ' ' : *c == ',' ? ';' : *c;
        onnx_text_graph(b, value, &(int64_t){0});
        wrap(b, ATTR_GRAPH, graph);
        put_str(b, ATTR_NAME, word);
        wrap(b, NODE_ATTRS, attr);
    } else if (*value == '\'') {
        value[strlen(value) - 1] = '\0';
        put_attr_str(b, word, value + 1);
    } else if (strpbrk(value, ".n")) { /* 0.5, nan, inf */
        const size_t attr = back_mark(b);
        put_int(b, ATTR_TYPE, 1);
        put_float(b, ATTR_F, strtof(value, NULL));
        put_str(b, ATTR_NAME, word);
        wrap(b, NODE_ATTRS, attr);
    } else {
        put_attr_int(b, word, strtoll(value, NULL, 0));
    }
}

static inline void onnx_text_node(Back *b, const OnnxLine *l) {
    char lists[2][ONNX_TEXT_MAX] = {"", ""}, name[100];
    const size_t node = back_mark(b);
    size_t end = 1;
    while (end < l->n && strcmp(l->words[end], "|") != 0) end++;
    for (size_t i = l->n; i-- > end + 1;) onnx_text_attr(b, l->words[i]);
    for (size_t i = 1, k = 0; i < end; i++) {
        if (strcmp(l->words[i], "->") == 0) {
            k = 1;
            continue;
        }
        if (*lists[k]) strcat(lists[k], " ");
        strcat(lists[k], l->words[i]);
    }
    const bool is_ml = strncmp(l->words[0], "ml.", 3) == 0;
    const char *op = l->words[0] + (is_ml ? 3 : 0);
    snprintf(name, sizeof name, "the %s", op);
    if (is_ml) put_str(b, NODE_DOMAIN, "ai.onnx.ml");
    put_str(b, NODE_NAME, name);
    end_node(b, node, op, lists[0], lists[1]);
}

/* Fields come in any order; here from the last statement to the first. */
static inline void onnx_text_graph(Back *b, const char *text, int64_t *opset) {
    size_t end = strlen(text);
    while (end > 0) {
        size_t start = end;
        while (start > 0 && text[start - 1] != ';') start--;
        OnnxLine l;
        onnx_text_split(&l, text + start, end - start);
        if (l.n == 0) {
        } else if (strcmp(l.words[0], "in") == 0) {
            onnx_text_input(b, &l);
        } else if (strcmp(l.words[0], "map") == 0 && l.n > 3) {
            put_map_info(b, GRAPH_INPUTS, l.words[1], onnx_text_type(l.words[2]),
                         onnx_text_type(l.words[3]));
        } else if (strcmp(l.words[0], "init") == 0) {
            onnx_text_init(b, &l);
        } else if (strcmp(l.words[0], "out") == 0) {
            put_value_info(b, GRAPH_OUTPUTS, l.words[1], 0, NULL, 0);
        } else if (strcmp(l.words[0], "opset") == 0) {
            *opset = atoi(l.words[1]);
        } else {
            onnx_text_node(b, &l);
        }
        end = start ? start - 1 : 0;
    }
}

static inline void onnx_text_model(Back *b, const char *text) {
    int64_t opset = 17;
    const size_t graph = back_mark(b);
    onnx_text_graph(b, text, &opset);
    end_model(b, graph, opset);
    if (!strstr(text, "ml.")) return;
    const size_t ids = back_mark(b);
    put_int(b, 2, 3);
    put_str(b, 1, "ai.onnx.ml");
    wrap(b, MODEL_OPSETS, ids);
}

#endif
