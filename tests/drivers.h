/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of drivers.def, which says how to add one. */
#ifndef TENON_TESTS_DRIVERS_H
#define TENON_TESTS_DRIVERS_H

#define DRIVER(name, what) int test_##name(int argc, char **argv);
#define UNIT(module) DRIVER(u_##module, )
#include "drivers.def"
#undef UNIT
#undef DRIVER

#endif
