/* SPDX-License-Identifier: Apache-2.0 */
/* What a set of rules is to the files of the API. */
#ifndef TENON_API_RULES_H
#define TENON_API_RULES_H

#include "api/api.h"

struct TnRules {
    TnContext *context;
    TnModule *module; /* whose operators they may use; NULL: no module's own */
    Arena arena;
    RuleSet *set;
};

/* Rules on a module's own operators are no other's. */
bool api_rules_fit(const TnRules *rules, const TnModule *m);

#endif
