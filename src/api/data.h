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

/* What a call returns after reports: TN_E_IO where a file could not be read or written. */
TnStatus api_data_status(TnContext *self, TnStatus status);

#endif
