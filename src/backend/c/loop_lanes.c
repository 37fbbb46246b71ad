/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/c/loop_parts.h"
void c_lockstep_for(CEmit *em, const LoopStmt *s) { c_plain_for(em, s); }
