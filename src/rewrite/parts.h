/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this room share: a rule's compiled form, values, and a match under way.
 *
 * A rule keeps its syntax trees. The pattern is compiled to nodes; conditions and replacements are
 * evaluated as trees over the names that the match bound. Names are interned in the set, so they
 * compare as pointers. Each parameter and each name assigned in the pattern has a slot of the
 * match's environment. */
#ifndef TENON_REWRITE_PARTS_H
#define TENON_REWRITE_PARTS_H

#include "base/diag.h"
#include "base/syntax.h"
#include "ir/build.h"
#include "rewrite/rule.h"

/* --- Values --- */

typedef enum {
    RULE_UNBOUND, /* no value yet, or an absent part's */
    RULE_UNKNOWN, /* not known at compile time: refuses the match */
    RULE_NONE,
    RULE_BOOL, /* .truth: proved or refuted */
    RULE_DIM,  /* integers and extents */
    RULE_FLOAT,
    RULE_STRING,
    RULE_DTYPE,
    RULE_LIST,
    RULE_OPERAND, /* a value of the module: an operand tree */
    RULE_OP,      /* an operator with its attributes, from the call that matched */
} RuleKind;

typedef struct RuleValue RuleValue;
struct RuleValue {
    RuleKind kind;
    uint32_t n; /* LIST */
    union {
        IrTruth truth;
        const IrDim *dim;
        double f;
        const char *s; /* STRING; UNKNOWN: what is not known, or NULL */
        DType dtype;
        const RuleValue *items;
        const IrOperand *operand;
        const IrBinding *call;
    };
};

/* --- Patterns --- */

typedef enum {
    PATTERN_VAR,       /* a parameter: any value of its type */
    PATTERN_CALL,      /* an operator's call */
    PATTERN_TUPLE,     /* items, one of which may be a LIST */
    PATTERN_ANY_ORDER, /* a tuple whose items may stand in any order */
    PATTERN_LIST,      /* items[0] for each element of a tuple: a comprehension */
    PATTERN_FIELD,     /* items[0][index] */
    PATTERN_NUMBER,    /* a constant all of whose elements are this number */
    PATTERN_EITHER,    /* the first of the items that fits */
    PATTERN_ATTR,      /* a shape or number, matched as an attribute is */
} PatternKind;

typedef struct Pattern Pattern;
struct Pattern {
    PatternKind kind;
    Loc loc;
    int slot;    /* VAR: its own; else where the operand that matched is kept, -1: nowhere */
    int op_slot; /* CALL of an operator variable, else -1 */
    const OpDef *op;
    uint32_t n;
    Pattern **items;       /* CALL: one per operand parameter, then those of a REST; NULL: absent */
    const SynExpr **attrs; /* CALL: one per attribute, NULL: not written */
    bool any_attrs;        /* **_ or **name: attributes that are not written are free */
    int attrs_slot;        /* **name, else -1 */
    double number;
    const SynExpr *expr; /* ATTR; FIELD: the index */
    uint32_t n_vars;     /* LIST: element variables, and the Manys they run over */
    int *element_slots, *many_slots;
    int index_slot;       /* LIST: the variable of enumerate and range, else -1 */
    const SynExpr *count; /* LIST: of range, else NULL */
    int *inner_slots;     /* LIST: slots that each element has for itself */
    uint32_t n_inner;
    uint32_t depth; /* calls on the longest way down */
    uint32_t size;  /* nodes of calls, tuples and fields */
    uint32_t calls; /* items that are calls */
};

typedef enum {
    PARAM_ATTR, /* no annotation: an attribute variable */
    PARAM_TENSOR,
    PARAM_VALUE, /* R.Any, R.Tuple(...), R.Shape, R.Prim: kinds are checked by `types` */
    PARAM_OP,    /* R.Elementwise: an operator of one tensor */
} ParamKind;

typedef struct {
    const char *name;
    Loc loc;
    ParamKind kind;
    IrTypeKind type_kind; /* VALUE */
    bool is_param;        /* else a name that the pattern assigned, or an element variable */
    bool many;
    uint32_t min, max; /* of a Many */
    bool has_shape;
    bool mentioned;             /* parameters: the pattern uses it */
    int same_as;                /* 1 + the slot that this is another name of, or 0 */
    const SynExpr *const *dims; /* TENSOR with a shape */
    int32_t ndim;               /* -1: any */
    DType dtype;                /* VOID: any */
    int dtype_slot;             /* -1, or an attribute variable for the dtype */
} Slot;

/* What a rule may not make larger, compared in the order of the list; see DESIGN: termination. */
typedef struct {
    const OpDef *op; /* NULL: bindings of any kind */
} Measure;

struct Rule {
    RuleSet *set;
    const char *name, *doc, *source;
    Str text; /* of its file, for places in messages */
    Loc loc;
    uint32_t index;
    int64_t benefit;
    bool selected;
    bool approximate; /* its results are equal up to rounding: it says so itself */
    uint32_t chain;   /* most applications in one chain of provenance */
    VEC(Slot) slots;
    Pattern **roots;
    uint32_t n_roots;
    bool siblings;                      /* roots[0] is a LIST */
    const SynExpr *same, *where, *last; /* siblings: lists, or NULL */
    int64_t max_last;
    VEC(const SynExpr *) conditions;
    VEC(SynStmt) body; /* the replacement's assignments */
    const SynExpr *result;
    const RuleCallbackDef *callback;
    bool any_root;         /* roots[0] is a bare variable */
    uint64_t alternatives; /* how many ways to match there are */
    VEC(Measure) measure;
    RuleStats stats;
    VEC(RuleGroup) groups;
};

struct RuleSet {
    Ctx *ctx;
    const OpTable *ops;
    Arena *arena;
    Interner names;
    VEC(Rule *) rules;
    Map by_name; /* the rules, and those of loads that failed */
    VEC(RuleCallbackDef) callbacks;
    bool has_selection;            /* some rules are not selected */
    const struct RuleIndex *index; /* of all rules, built when it was first asked for; or NULL */
    struct {
        const char *R, *T, *I, *blank, *pattern, *replacement;
    } name;
};

/* --- Matching --- */

typedef struct {
    const char *name;
    RuleValue value;
} Local;

typedef struct {
    uint32_t taken, options;
} Choice;

/* What was missed on the way, for why-not. NULL in a match: not asked for. */
typedef struct {
    uint32_t depth; /* nodes that had matched */
    const char *text;
    const IrVar *root;
    const char *only; /* misses at roots of this name only; NULL: at all */
} Miss;

/* What R.is_weight has found, of a run: variables that are weights, and that are not. */
typedef struct {
    Map yes, no; /* IrVar */
} RuleWeights;

struct RuleMatch {
    const Rule *rule;
    IrModule *m;
    Arena *arena;   /* scratch of this match */
    IrBlock *block; /* where the roots are; nothing else is matched */
    RuleValue *slots;
    VEC(int) trail; /* slots bound, to be unbound when a way fails */
    VEC(Choice) choices;
    size_t choice;
    VEC(const IrBinding *) nodes; /* calls, tuples and fields that matched, roots included */
    VEC(Local) locals;            /* names of conditions and replacements */
    uint32_t fuel;
    size_t items; /* of lists, made so far */
    struct {      /* the lists that attributes are, which many calls share */
        const void *data;
        RuleValue value;
    } lists[4];
    RuleWeights *weights; /* NULL: nothing is remembered */
    Miss *miss;
    const IrVar *root;  /* of the try, for `miss` */
    IrBuilder *builder; /* while the replacement is built */
    bool failed;        /* evaluating: the text is wrong, and it was reported or noted */
    const char *reason; /* why an evaluation refused */
    const char *fault;  /* what is wrong with the text, and where */
    Loc fault_loc;
};

/* rule_text.c */
int rule_slot(const Rule *rule, const char *name);
/* "nn.relu" for R.nn.relu, NULL when it is no dotted name under R. */
const char *rule_dotted(const RuleSet *set, Arena *arena, const SynExpr *e);

/* rule_value.c */
/* The rule's text is at fault, whatever the module: the first such place is reported by the
 * rewriter. */
RuleValue rule_fault(RuleMatch *m, Loc loc, const char *what);
/* Notes why and answers false or UNKNOWN. */
bool rule_miss(RuleMatch *m, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* The same, around what was noted last at this place: it takes that one's place. */
bool rule_miss_in(RuleMatch *m, const char *fmt, ...) PRINTF_LIKE(2, 3);
RuleValue rule_unknown(RuleMatch *m, const char *fmt, ...) PRINTF_LIKE(2, 3);
RuleValue rule_eval(RuleMatch *m, const SynExpr *e);
/* All conditions of the rule are proved. */
bool rule_conditions(RuleMatch *m);
/* A number that is known, as a double. */
bool rule_number(const RuleValue *v, double *out);
IrTruth rule_equal(RuleMatch *m, const RuleValue *a, const RuleValue *b);
/* Equal for certain, without asking the dims' bounds: what hashes alike. */
bool rule_same(const RuleValue *a, const RuleValue *b);
uint64_t rule_hash(const Ctx *ctx, const RuleValue *v);
/* Binds names in `e` that have no value, compares the rest: an attribute against its pattern. */
bool rule_match_value(RuleMatch *m, const SynExpr *e, const RuleValue *v);
RuleValue rule_attr_value(RuleMatch *m, const IrAttr *a);
RuleValue rule_operand_value(const IrOperand *o);
/* A shape, a number or a tuple of these as a list; UNKNOWN when its extents are not known. */
RuleValue rule_shape_value(RuleMatch *m, const IrOperand *o);
const char *rule_value_text(RuleMatch *m, const RuleValue *v);
bool rule_bind(RuleMatch *m, int slot, RuleValue v);
RuleValue rule_list(RuleMatch *m, const RuleValue *items, uint32_t n);
/* Room for items of a list. What a match makes of them is bounded. */
RuleValue *rule_new_items(RuleMatch *m, size_t n);
/* NULL: it has none. */
const IrType *rule_tensor_type(RuleMatch *m, const RuleValue *v);
/* x.shape, R.rank(x) and x.dtype, written at `loc`. */
RuleValue rule_shape_of(RuleMatch *m, const RuleValue *v, Loc loc);
RuleValue rule_rank_of(RuleMatch *m, const RuleValue *v, Loc loc);
RuleValue rule_dtype_of(RuleMatch *m, const RuleValue *v, Loc loc);
static inline RuleValue rule_dim(const IrDim *d) { return (RuleValue){.kind = RULE_DIM, .dim = d}; }
/* Of one that was just computed: where that overflowed it is not known. */
RuleValue rule_computed_dim(RuleMatch *m, const IrDim *d);
static inline RuleValue rule_int(IrModule *m, int64_t v) { return rule_dim(ir_dim_const(m, v)); }
static inline RuleValue rule_bool(bool v) {
    return (RuleValue){.kind = RULE_BOOL, .truth = v ? IR_PROVED : IR_REFUTED};
}

/* rule_build.c: calls in replacements */
RuleValue rule_build_call(RuleMatch *m, const SynExpr *call, const char *name);
RuleValue rule_build_op(RuleMatch *m, Loc loc, const OpDef *op, const RuleValue *args, uint32_t n);
/* by_param: one per parameter of the schema, NULL: left out. as: a call of the same operator whose
 * attributes are taken where none are given, or NULL. */
RuleValue rule_build_values(RuleMatch *m, Loc loc, const OpDef *op,
                            const RuleValue *const *by_param, const RuleValue *rest,
                            uint32_t n_rest, const IrBinding *as);
RuleValue rule_build_field(RuleMatch *m, Loc loc, RuleValue tuple, int64_t index);
/* The value as an attribute of the parameter's kind; false after rule_miss. */
bool rule_attr(RuleMatch *m, const OpParam *param, const RuleValue *v, IrAttr *out);
/* A variable for the value; NULL after rule_miss. */
IrVar *rule_build_var(RuleMatch *m, Loc loc, RuleValue v);

/* match.c */
void rule_match_init(RuleMatch *m, const Rule *rule, IrModule *module, Arena *arena);
void rule_match_reset(RuleMatch *m, IrBlock *block);
/* Follows aliases (y = x) and fields of tuples that are written out. */
const IrOperand *rule_resolve(const IrOperand *o);
bool rule_match_node(RuleMatch *m, const Pattern *p, const IrOperand *o);
/* The next way to match when the last one was refused; false: there is none. */
bool rule_match_next(RuleMatch *m, size_t base);
/* Tries all ways of all roots until `accept` takes one. */
bool rule_match_roots(RuleMatch *m, IrBinding *root, bool (*accept)(void *user, RuleMatch *m),
                      void *user);
/* The operands tree of a whole binding as an operand: a variable. */
IrOperand *rule_var_operand(Arena *arena, IrVar *v);

#endif
