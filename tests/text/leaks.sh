#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# leaks.sh BUILD: one life of each backend (leaks_test.c) in valgrind, native code and what libraries make included: no
# block is lost, directly or by another that is, and nothing is read or written that may not be. leaks.supp says
# what is not reported, and why. Machine code is for x86-64-v3, as valgrind knows no AVX-512; oneDNN is told so by
# ONEDNN_MAX_CPU_ISA.
set -u
cd "$(dirname "$0")/../.."
# The test has a malloc of its own, in the executable, which has no name for a library: NONE.
ONEDNN_MAX_CPU_ISA=AVX2 valgrind -q --soname-synonyms=somalloc=NONE --leak-check=full \
    --errors-for-leak-kinds=definite,indirect --show-leak-kinds=definite,indirect \
    --suppressions=tests/text/leaks.supp --error-exitcode=9 "$1"/tests/tenon-test leaks --lives 1 --cpu x86-64-v3
[ $? != 9 ] || echo "0 passed, 1 failed"
