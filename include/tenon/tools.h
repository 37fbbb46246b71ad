/* SPDX-License-Identifier: Apache-2.0 */
/* What tools need beside <tenon/embed.h>: to look into modules, to change them, to compare runs. */
#ifndef TENON_TOOLS_H
#define TENON_TOOLS_H

#include <tenon/module.h>
#include <tenon/onnx.h>
#include <tenon/stablehlo.h>
#include <tenon/operators.h>
#include <tenon/rewrite.h>
#include <tenon/run.h>
#include <tenon/train.h>
#include <tenon/report.h>

#endif
