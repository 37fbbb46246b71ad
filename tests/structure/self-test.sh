#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The structure tests can fail: each is run on a copy of the tree with a fault planted in it, and
# must name the fault's file and line. On the copy without the fault it must pass.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
good=0 bad=0

# result NAME OK
result() {
    if [ "$2" = 1 ]; then good=$((good + 1)); else bad=$((bad + 1)); echo "not ok: $1"; fi
}

# expect NAME PATTERN SCRIPT ARGUMENT...: the script fails, and prints a line like PATTERN.
expect() {
    name=$1 pattern=$2 script=$3
    shift 3
    out=$("$here/$script" "$@" 2>&1) && status=0 || status=$?
    if [ $status != 0 ] && echo "$out" | grep -q "$pattern" &&
        echo "$out" | tail -n 1 | grep -qE '^[0-9]+ passed, [1-9][0-9]* failed$'; then
        result "$name" 1
    else
        echo "$out"
        result "$name: wanted a failure like '$pattern'" 0
    fi
}

# The copy; nothing changes the files that are in it.
mkdir -p "$tmp/tree/include/tenon"
cp -R "$root/src" "$tmp/tree/"
cp "$root"/include/tenon/*.h "$tmp/tree/include/tenon/"
cp "$root/.clang-format" "$tmp/tree/"

# plant FILE TEXT: the copy of the tree, with the text in a file of its own.
planted=
plant() {
    [ -z "$planted" ] || rm -r "$planted"
    planted=${1:+$tmp/tree/$1}
    [ -z "$planted" ] || printf "$2" >"$planted"
}

plant '' ''
for script in include-table no-malloc; do
    if "$here/$script.sh" "$tmp/tree" >"$tmp/out" 2>&1; then ok=1; else ok=0; cat "$tmp/out"; fi
    result "$script passes on the tree as it is" $ok
done

# What the table forbids.
plant src/tensor/zz.c '/* x */\n#include "ir/ir.h"\n'
expect 'tensor includes ir' '^src/tensor/zz.c:2: room tensor may not include room ir' include-table.sh "$tmp/tree"
plant src/base/zz.def '#  include "tensor/dtype.h"\n'
expect 'base includes tensor' '^src/base/zz.def:1: room base may not' include-table.sh "$tmp/tree"
plant src/base/zz.h '#include "ctx.h"\n'
expect 'an include that names no room' '^src/base/zz.h:1: "ctx.h" is no room' include-table.sh "$tmp/tree"
plant src/ir/zz.c '#include <tenon/tenon.h>\n'
expect 'ir includes the public header' '^src/ir/zz.c:1: <tenon/tenon.h>' include-table.sh "$tmp/tree"
plant include/tenon/zz.h '#include "base/base.h"\n'
expect 'a public header includes a room' '^include/tenon/zz.h:1: a public header' include-table.sh "$tmp/tree"
plant src/tensor/zz.c '#include <llvm-c/Core.h>\n'
expect 'tensor includes LLVM' '^src/tensor/zz.c:1: <llvm-c/Core.h>' include-table.sh "$tmp/tree"
mkdir -p "$tmp/tree/src/cellar"
printf '#include "base/base.h"\n' >"$tmp/tree/src/cellar/zz.c"
expect 'a room that is not in the table' '^src/cellar/zz.c:1: src/cellar is not' include-table.sh "$tmp/tree"

# Headers that lean on what others include.
plant src/base/zz.h 'size_t zz(void);\n'
expect 'a header that needs stddef.h' '^base/zz.h:1: does not compile alone' headers-alone.sh "$tmp/tree" zz.h
plant include/tenon/zz.h 'typedef struct Tn { int i; } Tn;\nint tn_f(Tn *new);\n'
if command -v clang++ >/dev/null; then
    expect 'a public header that is no C++' '^tenon/zz.h:1: .*c++11' headers-alone.sh "$tmp/tree" zz.h
fi
plant include/tenon/zz.h 'typedef struct Tn { struct { int i; }; } Tn;\n'
expect 'a public header that is no C99' '^tenon/zz.h:1: .*c99' headers-alone.sh "$tmp/tree" zz.h

# Allocation.
for call in 'malloc(1)' 'calloc(1, 1)' 'realloc(p, 1)' 'free (p)' 'strdup("x")'; do
    plant src/tensor/zz.c "/* malloc(1)\n free(p) */\nvoid *zz(void *p) { return $call; }\n"
    expect "a call $call" "^src/tensor/zz.c:3: ${call%%[ (]*} outside" no-malloc.sh "$tmp/tree"
done
plant src/tensor/zz.c '/* free(x) */ // malloc(1)\nvoid zz(void) { a_free(p); q->free("free(x)"); /* " */ }\n'
if "$here/no-malloc.sh" "$tmp/tree" >"$tmp/out"; then ok=1; else ok=0; cat "$tmp/out"; fi
result 'comments, literals, members and longer names are no calls' $ok

# Sizes
plant src/tensor/zz.c "int zz(int a, int b, int c, int d, int e, int f, int g,\n       int h) {\n    return 0;\n}\n"
expect '8 parameters' '^src/tensor/zz.c:1: zz() has 8 parameters, more than 7' sizes.sh "$tmp/tree"
plant src/tensor/zz.c "int zz(void) {\n$(yes '    zz();' | head -79)\n}\n"
expect 'a function of 81 lines' '^src/tensor/zz.c:1: zz() has 81 lines, more than 80' sizes.sh "$tmp/tree"
plant src/tensor/zz.c "$(yes 'int zz;' | head -601)\n"
expect 'a file of 601 lines' '^src/tensor/zz.c:601: 601 lines, more than 600' sizes.sh "$tmp/tree"
plant src/tensor/zz.c "int zz(int a, int b, int c, int d, int e, int f, int (*g)(int, int)) {\n$(yes '    zz();' | head -78)\n}\n"
if "$here/sizes.sh" "$tmp/tree" >"$tmp/out"; then ok=1; else ok=0; cat "$tmp/out"; fi
result '80 lines and 7 parameters are allowed' $ok
plant src/tensor/zz.c "/* Whoever reads this calls it so. */\nint zz(int a, int b, int c, int d, int e, int f, int g, int h) {\n    return 0;\n}\n"
if "$here/sizes.sh" "$tmp/tree" >"$tmp/out"; then ok=1; else ok=0; cat "$tmp/out"; fi
result "the parameters of another program's interface are its own" $ok

# Names that objects export
mkdir -p "$tmp/names/src/base" "$tmp/names/src/ir"
echo 'void base_used(void) {} void base_alone(void) {} void mix_a(void) {}' >"$tmp/names/src/base/a.c"
echo 'void base_used(void); void mix_a(void); void ir_b(void); void mix_b(void) { base_used(), mix_a(), ir_b(); }' >"$tmp/names/src/ir/b.c"
echo 'void mix_b(void); void ir_b(void) { mix_b(); }' >"$tmp/names/src/ir/c.c"
(
    cd "$tmp/names"
    for f in base/a ir/b ir/c; do
        gcc -c "src/$f.c" -o "src/$f.o"
        echo "\"command\": \"gcc -o src/$f.o -c src/$f.c\""
    done >compile_commands.json
)
expect 'a name that nobody else uses' '^src/base/a:1: nothing outside this file uses base_alone' symbols.sh "$tmp/names" /dev/null
expect 'a prefix of two rooms' 'rooms share a prefix: shared mix_ base ir' symbols.sh "$tmp/names" /dev/null

# Lines: in a tree of one room, as clang-format takes its time
mkdir -p "$tmp/lines/src"
cp -R "$root/src/tensor" "$root/.clang-format" "$tmp/lines/" && mv "$tmp/lines/tensor" "$tmp/lines/src/"
lines() { printf "$1" >"$tmp/lines/src/tensor/zz.c"; }
if "$here/format.sh" "$tmp/lines" >"$tmp/out" 2>&1; then ok=1; else ok=0; cat "$tmp/out"; fi
result 'format passes on the tree as it is' $ok
lines "int zz;\n/* $(printf '%0118d' 0) */\n"
expect 'a line of 124 columns' '^src/tensor/zz.c:2: 124 columns' format.sh "$tmp/lines"
lines "const char *zz =\n    \"$(printf '%0118d' 0)\";\n"
if "$here/format.sh" "$tmp/lines" >"$tmp/out"; then ok=1; else ok=0; cat "$tmp/out"; fi
result 'a long text is no long line' $ok
lines "int zz(void){ return  1; }\n"
expect 'what is not formatted' '^src/tensor/zz.c:1: tools/format.sh makes it otherwise' format.sh "$tmp/lines"

# Exports: a library with one name too few and one too many.
mkdir -p "$tmp/lib/include/tenon"
cat >"$tmp/lib/include/tenon/tenon.h" <<'H'
#define TN_API __attribute__((visibility("default")))
/* TN_API int tn_comment(void); */
TN_API int tn_one(int x, int (*hook)(void *user));
TN_API const char *
tn_two(void);
TN_API extern const int tn_three;
#define TN_UNSET (1)
TN_API int tn_four(void);
int tn_plain(void);
H
cat >"$tmp/lib/zz.c" <<'H'
#include <tenon/tenon.h>
int tn_one(int x, int (*hook)(void *)) { return hook ? x : 0; }
const char *tn_two(void) { return ""; }
const int tn_three = 3;
#ifndef FAULT
int tn_four(void) { return 4; }
#else
TN_API int tn_extra(void);
int tn_extra(void) { return 5; }
#endif
int tn_plain(void) { return 6; }
H
gcc -shared -fPIC -fvisibility=hidden -I"$tmp/lib/include" "$tmp/lib/zz.c" -o "$tmp/lib/good.so"
gcc -shared -fPIC -fvisibility=hidden -DFAULT -I"$tmp/lib/include" "$tmp/lib/zz.c" -o "$tmp/lib/bad.so"
out=$("$here/exports.sh" "$tmp/lib" "$tmp/lib/good.so") || :
if [ "$out" = '4 passed, 0 failed' ]; then ok=1; else ok=0; echo "$out"; fi
result 'exports passes on a sound library' $ok
expect 'a missing export' '^include/tenon/tenon.h:8: tn_four is declared' exports.sh "$tmp/lib" "$tmp/lib/bad.so"
expect 'an export too many' 'tn_extra is exported and not declared' exports.sh "$tmp/lib" "$tmp/lib/bad.so"

echo "$good passed, $bad failed"
[ $bad = 0 ]
