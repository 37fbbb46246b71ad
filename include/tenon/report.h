/* SPDX-License-Identifier: Apache-2.0 */
/* For tools: a page that shows what passes and rules made of a module. */
#ifndef TENON_REPORT_H
#define TENON_REPORT_H

#include <tenon/rewrite.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is to be on the page. Members that are 0 ask for nothing. */
typedef struct TnReportOptions {
    size_t size;       /* TN_SIZED(TnReportOptions) */
    const char *title; /* NULL: the name of the module's source */
    /* These values for symbolic dims first, as tn_module_bind_dims with NULL; then passes, as
     * tn_module_run_passes, but for those that `skip` names; then these rules, as
     * tn_module_apply_rules. */
    const TnDim *dims;
    size_t n_dims;
    const char *const *passes;
    size_t n_passes;
    TnRules *rules;
    const char *const *skip;
    size_t n_skip;
    /* names of rules, of `rules` or built-in: why each did not apply to what has come out */
    const char *const *why_not;
    size_t n_why_not;
    /* A second module of the same context: both are shown side by side, after the passes, and what
     * differs between them is marked. What rules and passes did is not shown then. */
    TnModule *other;
    const char *other_title;
    /* A run of `m` with `profile`: the kernels' times are shown, against what the machine could do:
     * GFLOP/s, and GB/s of memory (0: not known). With it the page's bytes are those of the run. */
    TnRun *profile;
    double gflops, gbytes;
    /* bytes of text before and after each step that are kept; 0: 1 MiB. Steps beyond it are listed
     * without their text, and the page says how many there are. */
    size_t budget;
    int rules_first; /* the rules before the passes */
} TnReportOptions;

/* One page of HTML that needs nothing else (no network, no other file) and shows the module before
 * and after the passes: the graph in layers, folded by functions and repeated blocks; of each
 * binding its type, what it computes, its memory, its kernel, and which rules and passes made it of
 * what; the plan of memory. docs/report.md describes it. Without `profile` the same module gives
 * the same bytes. The module is not changed; the caller frees the text. Linear in the module, once
 * for each pass. Fails as tn_module_run_passes and tn_module_apply_rules do; TN_E_INVALID where
 * there is no rule of a name. What cannot be compiled has no plan, and the page says why. options
 * may be NULL: the module as it is. */
TN_API TnStatus tn_module_report(TnModule *m, const TnReportOptions *options, TnText *out);

#ifdef __cplusplus
}
#endif

#endif
