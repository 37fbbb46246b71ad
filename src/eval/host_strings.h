/* SPDX-License-Identifier: Apache-2.0 */
/* Host functions on tensors of strings; docs/strings.md says what each takes. */
#ifndef TENON_EVAL_HOST_STRINGS_H
#define TENON_EVAL_HOST_STRINGS_H

#include "eval/host.h"

bool host_string_concat(void *user, HostCall *call);
bool host_string_split(void *user, HostCall *call);
bool host_string_normalize(void *user, HostCall *call);
bool host_string_full_match(void *user, HostCall *call);
bool host_string_from(void *user, HostCall *call);
bool host_string_to(void *user, HostCall *call);

#endif
