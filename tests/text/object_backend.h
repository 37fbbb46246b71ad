/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TENON_TEXT_OBJECT_BACKEND_H
#define TENON_TEXT_OBJECT_BACKEND_H

#include "backend/backend.h"

/* Objects of files, for tests alone. */
extern const Backend backend_object;

#endif
