/* SPDX-License-Identifier: Apache-2.0 */
/* States: primitives with the memory of a run, which onednn_prepare makes and onednn_drop ends. */
#ifndef TENON_BACKEND_ONEDNN_STATE_H
#define TENON_BACKEND_ONEDNN_STATE_H

#include "backend/onednn/primitive.h"

/* What all of self's states have of oneDNN is destroyed; they are not used again. */
void onednn_states_release(Onednn *self);

#endif
