/* SPDX-License-Identifier: Apache-2.0 */
/* Data as the trainer's handles see them. */
#ifndef TENON_API_DATA_H
#define TENON_API_DATA_H

#include "api/api.h"
#include "train/source.h"

struct TnData {
    TnContext *context;
    Arena arena;
    TrainSource *source;
};

#endif
