/* SPDX-License-Identifier: Apache-2.0 */
/* For tools: passes, gradients, rewrite rules. */
#ifndef TENON_REWRITE_H
#define TENON_REWRITE_H

#include <tenon/module.h>
#include <tenon/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Passes, in the registry's order; all strings are static. */

typedef struct TnPassInfo {
    const char *name;
    const char *doc;
} TnPassInfo;

TN_API size_t tn_pass_count(void);
TN_API TnStatus tn_pass_get(size_t index, TnPassInfo *out);
/* An option of a pass. */
typedef struct TnPassOptionInfo {
    const char *name;
    const char *doc;
    const char *values; /* what it may be: "true or false", "core or training" */
    const char *default_value;
} TnPassOptionInfo;

/* The strings live until the next call with this context. TN_E_USAGE past the pass's last
 * option. */
TN_API TnStatus tn_pass_option(TnContext *ctx, size_t pass, size_t index, TnPassOptionInfo *out);

/* An item of a list of passes is a name, perhaps with options: `LegalizeOps(core,
 * skip=nn.gelu+nn.softmax)`. */

/* The index-th item of what level 0, 1 or 2 runs; NULL: no more, or no such level. */
TN_API const char *tn_pass_of_level(unsigned level, size_t index);

/* An item of a list that compiling runs on its own. */
typedef struct TnPassItem {
    /* a pass with its options; a level, "-O2"; or what a step does that is no pass */
    const char *text;
    int is_step;
    const char *when[8]; /* it runs where all of these hold; NULL behind the last one */
} TnPassItem;

/* The index-th item of what makes code for this process ("native"), or loop functions for C ("c").
 * TN_E_USAGE past the last one, and for another name. The strings live on. */
TN_API TnStatus tn_pass_of_list(const char *list, size_t index, TnPassItem *out);

/* The length of the first item of a list between commas; those between parentheses do not count.
 * NULL: 0. */
TN_API size_t tn_pass_item_length(const char *list);
/* TN_E_INVALID with diagnostics when it names no pass, or its options are wrong. */
TN_API TnStatus tn_pass_check(TnContext *ctx, const char *item);

/* After each pass of a list. */
typedef struct TnPassEvent {
    const char *pass;    /* static */
    size_t index;        /* in the list */
    double milliseconds; /* of the pass alone */
    /* the module as Relax text where print_before, print_after or print_changed asks for it, else
     * NULL; lives until the callback returns */
    const char *text;
    size_t text_len;
    int unchanged; /* print_changed asked, and the text is the same as before the pass */
} TnPassEvent;

/* What became of one rule in a run. */
typedef struct TnRuleStats {
    const char *name;
    size_t tries;        /* bindings that it was tried at */
    size_t hits;         /* applications */
    size_t out_of_fuel;  /* tries that were given up */
    double milliseconds; /* in all of it */
    /* of R.siblings: pairs (size of a group, how many of that size), by rising size */
    const size_t *groups;
    size_t n_groups;
} TnRuleStats;

typedef struct TnPassOptions {
    size_t size;             /* TN_SIZED(TnPassOptions) */
    int verify_each;         /* a pass that breaks the module then ends the process, as our fault */
    const char *print_after; /* names between commas, or "all"; NULL: none */
    /* May be NULL. It may use neither the module nor its context. */
    void (*after)(void *user, const TnPassEvent *event);
    void *user;
    /* For each rule that a pass, or tn_module_apply_rules, loaded; after each use. May be NULL; the
     * same restriction. What it is given lives until it returns. */
    void (*rule)(void *user, const TnRuleStats *stats);
    /* Names of passes and rules that are left out; a name that no pass and no built-in rule has is
     * an error. May be NULL. */
    const char *const *skip;
    size_t n_skip;
    /* from now on FoldConstant makes the module's constants larger by fold_limit bytes at most */
    int limits_folding;
    size_t fold_limit;
    const char *print_before; /* as print_after; the text is what `before` is given */
    /* The module is printed after each pass that changed its text, whatever print_after names, and
     * only then. Costs the text of the module for each pass. */
    int print_changed;
    /* Before each pass that print_before names. May be NULL; the same restriction. */
    void (*before)(void *user, const TnPassEvent *event);
} TnPassOptions;

/* Runs the passes in this order, all or none: after anything but TN_OK the module is as it was.
 * TN_E_USAGE when there is no pass of a name, TN_E_INVALID with diagnostics when an item's options
 * are wrong. options may be NULL. */
TN_API TnStatus tn_module_run_passes(TnModule *m, const char *const *items, size_t n,
                                     const TnPassOptions *options);
TN_API TnStatus tn_module_run_pass(TnModule *m, const char *item);

/* Differentiation in reverse mode: docs/gradient.md. */

typedef struct TnGradientOptions {
    size_t size;          /* TN_SIZED(TnGradientOptions) */
    const char *function; /* NULL: the only public one, else "main" */
    /* names of parameters and of other variables of the function, or patterns with * and ? */
    const char *const *wrt;
    size_t n_wrt; /* 0: all parameters that hold floats */
    /* the adjoints of the results are further parameters: a vector-Jacobian product */
    int seeded;
    /* not seeded, the result a tuple: the field that is the loss; NULL: the only float of rank 0 */
    const size_t *target;
    /* checkpointing: of so many parts of the program all but the last are computed again; 0: only
     * what stands between checkpoint markers is */
    size_t segments;
    /* not 0: as many segments as it takes for the planned memory to be at most so many bytes after
     * -O2; TN_E_INVALID says the least that can be done */
    size_t memory;
    size_t *planned; /* gets the planned bytes when `memory` is given; may be NULL */
} TnGradientOptions;

/* Adds `f_adjoint` beside the function f: the results of f, and a tuple of the gradients with
 * respect to `wrt`, in its order. options may be NULL. All or nothing; TN_E_INVALID with
 * diagnostics of all that has no gradient, or of names that there are not. A gradient that no
 * adjoint comes to is zeros, and a warning says so. */
TN_API TnStatus tn_module_gradient(TnModule *m, const TnGradientOptions *options);

/* Derivatives that a program calls. */
typedef enum TnDerivative {
    TN_VJP,      /* f_vjp: f's inputs and an adjoint of each result; the adjoints of the inputs */
    TN_JVP,      /* f_jvp: f's inputs and their tangents; the tangents of the results */
    TN_JACOBIAN, /* f_jacobian: f's inputs; for each result and input a block, of both's dims */
    TN_HVP /* f_hvp: f's inputs and tangents, f a loss; gradients, the Hessian times tangents */
} TnDerivative;

typedef enum TnJacobianBy {
    TN_BY_CHEAPER, /* the mode that takes fewer products */
    TN_BY_FORWARD, /* one for each element of the inputs */
    TN_BY_REVERSE  /* one for each element of the results */
} TnJacobianBy;

typedef struct TnDerivativeOptions {
    size_t size;          /* TN_SIZED(TnDerivativeOptions) */
    const char *function; /* NULL: the only public one, else "main" */
    TnDerivative kind;
    /* names of parameters, or patterns with * and ?; n_wrt 0: all that hold floats */
    const char *const *wrt;
    size_t n_wrt;
    TnJacobianBy by; /* of a Jacobian */
    int alone;       /* all other functions become private: no entries of what is compiled */
} TnDerivativeOptions;

/* Adds f_vjp, f_jvp, f_jacobian or f_hvp beside the function f: a public function whose result is
 * one flat tuple, the results of f and then the derivatives, with names: x_adjoint, y_tangent,
 * y_x_jacobian, x_hvp. options may be NULL. All or nothing; TN_E_INVALID with diagnostics of all
 * that has no derivative, or of names that there are not. */
TN_API TnStatus tn_module_derivative(TnModule *m, const TnDerivativeOptions *options);

typedef struct TnGradcheckOptions {
    size_t size;          /* TN_SIZED(TnGradcheckOptions) */
    const char *function; /* NULL: the only public one, else "main" */
    /* names of parameters, or patterns with * and ?; n_wrt 0: all that hold floats */
    const char *const *wrt;
    size_t n_wrt;
    uint64_t seed; /* of the inputs that are drawn, and the directions */
    const TnDim *dims;
    size_t n_dims;
    size_t directions; /* 0: 3 */
    double tolerance;  /* 0: 1e-6 */
} TnGradcheckOptions;

typedef struct TnGradcheck {
    size_t directions; /* along which gradient and difference were held against each other */
    double tolerance;
    double largest;              /* of |gradient - difference| / max(1, |difference|) */
    double gradient, difference; /* there; along an element where `parameter` is one */
    /* TN_E_DIFFER: where it is wrong; lives until the next call on the context; else NULL */
    const char *parameter;
    size_t element;
    /* inputs that were drawn and passed over: the function has a kink there, or no finite value */
    size_t kinks;
} TnGradcheck;

/* Holds the gradients of a function, in float64 and with random adjoints of its results, against
 * central differences along random directions. TN_OK, TN_E_DIFFER, or TN_E_INVALID with
 * diagnostics: something has no gradient, does not run, or is at a kink wherever it is looked at.
 * The module stays as it is. options may be NULL. */
TN_API TnStatus tn_module_gradcheck(TnModule *m, const TnGradcheckOptions *options,
                                    TnGradcheck *out);

/* Rewrite rules: classes with @R.rewriter, as docs/rules.md describes. A set belongs to its context
 * and can be applied to any of its modules. */

typedef struct TnRules TnRules;

/* TN_E_INVALID with diagnostics when a rule is wrong. `text` may go away afterwards. */
TN_API TnStatus tn_rules_parse(TnContext *ctx, const char *name, const char *text, size_t len,
                               TnRules **out);
TN_API TnStatus tn_rules_read(TnContext *ctx, const char *path, TnRules **out);
/* The same for rules that may use the operators that `m` defines. They apply to `m` alone, and are
 * freed before it. */
TN_API TnStatus tn_rules_parse_for(TnModule *m, const char *name, const char *text, size_t len,
                                   TnRules **out);
TN_API TnStatus tn_rules_read_for(TnModule *m, const char *path, TnRules **out);
/* All rules that Tenon itself has. */
TN_API TnStatus tn_rules_builtin(TnContext *ctx, TnRules **out);
TN_API void tn_rules_free(TnRules *rules);
TN_API size_t tn_rules_count(const TnRules *rules);
/* Both live as long as the set; doc may be NULL. */
TN_API TnStatus tn_rules_get(const TnRules *rules, size_t index, const char **name,
                             const char **doc);
/* Applies the rules until none applies. All or nothing, as tn_module_run_passes; `after` is not
 * called. */
TN_API TnStatus tn_module_apply_rules(TnModule *m, TnRules *rules, const TnPassOptions *options);
/* Why a rule does not apply: the deepest partial match, and what failed there. at: the name of the
 * variable that would be the pattern's result; NULL: anywhere. rules NULL: the built-in ones. The
 * module is not changed. */
TN_API TnStatus tn_module_why_not(TnModule *m, TnRules *rules, const char *rule, const char *at,
                                  TnText *out);

/* Which rules made what: a line for each binding that a rule made, `function variable: R.op <-
 * newest rule <- ...`. */
TN_API TnStatus tn_module_provenance(TnModule *m, TnText *out);
/* The module as a graph in the language of graphviz: a cluster for each function with a body, a
 * node for each parameter and binding with its type and, as tooltip, what made it, an edge for each
 * use. Linear in the module. */
TN_API TnStatus tn_module_dot(TnModule *m, TnText *out);
/* What the pass LegalizeOps would do, as a tree: each call that it replaces with what it becomes,
 * and each that it must leave with the reason. set: the legal set; NULL: core; TN_E_USAGE when
 * there is none of that name. The module is not changed. */
TN_API TnStatus tn_module_legalization(TnModule *m, const char *set, TnText *out);

/* What it would do with one call. All strings live during the call of `decided`. */
typedef struct TnLegalDecision {
    /* of the module, in which or in a function nested in which the call stands */
    const char *function;
    const char *variable; /* the result's; NULL: without a name */
    const char *op;
    uint32_t line; /* of the source, also of what was made; 0: unknown */
    /* 0: it stands in the module; else it is part of the last replaced one of depth - 1 */
    size_t depth;
    const char *way; /* "by its decomposition"; NULL: it is left */
    /* the operators of what replaces it; "cls.f" for a call of the loop function f; NULL stands for
     * a nested function */
    const char *const *made;
    size_t n_made;
    const char *why; /* the ways tried and what refused each; NULL: it is replaced */
} TnLegalDecision;

typedef struct TnLegalization {
    const char *set;       /* static */
    size_t replaced, left; /* calls */
} TnLegalization;

/* The same tree, a call of `decided` for each of its lines in order; what it gets must not be kept,
 * and it must not call the library with this context. Where constants are folded in between, what
 * was left is decided on again. */
TN_API TnStatus tn_module_legalization_each(TnModule *m, const char *set,
                                            void (*decided)(void *user, const TnLegalDecision *d),
                                            void *user, TnLegalization *out);

/* A differential test of one rule: modules that its pattern matches are drawn, rewritten, and run
 * before and after. */
typedef struct TnRuleTest {
    size_t drawn;   /* modules that were well-typed */
    size_t applied; /* of these, how many the rule rewrote; all were compared */
    size_t kinds;   /* different dtypes and ranks of the parameters among them */
    int differs;    /* a counterexample was found: see the text */
} TnRuleTest;

/* Stops at `wanted` comparisons or the first counterexample, which *text then tells, made small:
 * what differs, the module before and after. TN_E_DIFFER with a counterexample. text->ptr is NULL
 * else. At most 3,000 modules are drawn for each comparison that is wanted. */
TN_API TnStatus tn_rules_test(TnRules *rules, size_t index, uint64_t seed, size_t wanted,
                              TnRuleTest *out, TnText *text);
/* The same; *seen (NULL: not wanted) lists the values that each attribute had in the modules that
 * were compared, a line for each attribute of each operator, at most ten values. */
TN_API TnStatus tn_rules_test_seen(TnRules *rules, size_t index, uint64_t seed, size_t wanted,
                                   TnRuleTest *out, TnText *text, TnText *seen);

#ifdef __cplusplus
}
#endif

#endif
