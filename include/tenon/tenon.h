/* SPDX-License-Identifier: Apache-2.0 */
/* Tenon's public interface, all of it: what the `tenon` command and every binding uses, and nothing
 * else.
 *
 *     tenon/embed.h  what a program that runs models needs
 *     tenon/tools.h  the rest, for tools: modules (module.h), passes, gradients and rules
 *                    (rewrite.h), runs and comparisons (run.h), operators (operators.h), ONNX
 *                    (onnx.h), StableHLO (stablehlo.h) */
#ifndef TENON_TENON_H
#define TENON_TENON_H

#include <tenon/embed.h>
#include <tenon/tools.h>

#endif
