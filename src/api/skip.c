/* SPDX-License-Identifier: Apache-2.0 */
/* What a run of passes or rules is to leave out, and how much larger it may make a module. */
#include "base/near.h"
#include "api/api.h"
#include "rewrite/rules.h"

/* Is it a class of the text, which is a file of built-in rules? */
static bool has_rule(const RuleTheme *theme, const char *name, NearNames *names) {
    static const char class[] = "\nclass ";
    const Str text = theme->text;
    bool found = false;
    for (size_t i = 0; i + sizeof class < text.len && !found; i++) {
        if (memcmp(text.ptr + i, class, sizeof class - 1) != 0) continue;
        const char *at = text.ptr + i + sizeof class - 1;
        char own[200];
        size_t n = 0;
        while (at + n < text.ptr + text.len && at[n] != ':' && at[n] != '(' && n < sizeof own - 1)
            n++;
        memcpy(own, at, n);
        own[n] = '\0';
        found = strcmp(own, name) == 0;
        if (names) near_offer(&names->near, arena_strdup(names->list.arena, (Str){own, n}));
    }
    return found;
}

static bool is_skippable(Ctx *ctx, const char *name) {
    bool found = pass_find(str_c(name)) != NULL;
    for (size_t i = 0; !found && i < rule_theme_count; i++)
        found = has_rule(&rule_themes[i], name, NULL);
    if (found) return true;
    NearNames names;
    Diag *d = diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE,
                         diag_fmt(ctx, "there is no pass and no rule '%s' to be left out", name));
    near_names_begin(&names, ctx, name);
    for (size_t i = 0; i < pass_count; i++) near_offer(&names.near, passes[i].name);
    for (size_t i = 0; i < rule_theme_count; i++) has_rule(&rule_themes[i], name, &names);
    if (names.near.best && d)
        diag_help(ctx, d, "did you mean '%s'?", names.near.best);
    else if (d)
        diag_help(ctx, d, "'tenon passes' and 'tenon rules list' name them");
    return false;
}

bool api_skips_begin(IrModule *m, const TnPassOptions *options) {
    bool ok = true;
    for (size_t i = 0; i < options->n_skip; i++) ok = is_skippable(m->ctx, options->skip[i]) && ok;
    m->skips = options->skip;
    m->n_skips = options->n_skip;
    if (options->limits_folding) {
        m->has_fold_room = true;
        m->fold_room = (double)options->fold_limit;
    }
    return ok;
}

void api_skips_end(IrModule *m) {
    m->skips = NULL;
    m->n_skips = 0;
}
