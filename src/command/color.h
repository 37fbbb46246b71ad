/* SPDX-License-Identifier: Apache-2.0 */
/* Colours of what is printed on a terminal: --color, NO_COLOR. */
#ifndef TENON_COMMAND_COLOR_H
#define TENON_COMMAND_COLOR_H

#include "command/command.h"

/* Before anything is printed: colours where a stream is a terminal, unless NO_COLOR is set and not
 * empty, or TERM is dumb. */
void color_begin(void);
/* "auto" (what color_begin does), "always" or "never"; false: none of them. */
bool color_choose(const char *when);
/* Has standard output colours? */
bool color_is_on(void);
/* Writes text of a module to standard output, which has them. False, with errno: not all of it. */
bool color_write_module(const char *text);

#endif
