#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The names that objects of the rooms export: one that no other object uses is static or goes, and no two rooms share a
# prefix, the part before the first underscore. symbols.list has what is not so yet; it may shrink alone.
#   symbols.sh BUILD [LIST]        symbols.sh --list BUILD prints what the list is to hold
set -eu
only=
[ "$1" != --list ] || { only=1; shift; }
build=$1
list=${2:-$(dirname "$0")/symbols.list}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Left out: main; plug-ins (mpi.c), which are loaded by a name in text; the public interface, which exports.sh looks at; the stubs of libraries (base/late.h), and what C code
# and machine code call by a name in text (rt_).
(cd "$build" && sed -n 's/.* -o \([^ ]*\) -c .*/\1/p' compile_commands.json | grep -v '/tenon-\(openmpi\|mpich\)\.dir/' | sort | xargs nm -A 2>/dev/null) |
    awk '{
        o = $1
        sub(/:.*/, "", o)
        if (NF == 3 && $2 ~ /^[TDBRC]$/ && $3 !~ /^(main$|tn_|rt_|late_|LLVM|dnnl_|zip_)/) print "defines", $3, o
        if ($(NF - 1) == "U") print "uses", $NF, o
    }' >"$tmp/names"
awk '
$1 == "uses" { used[$2] = 1; next }
$3 ~ /^src\// {
    where[$2] = $3
    split($3, part, "/")
    prefix = $2
    sub(/_.*/, "", prefix)
    if (!((prefix, part[2]) in has)) rooms[prefix] = rooms[prefix] " " part[2]
    has[prefix, part[2]] = 1
}
END {
    for (name in where) if (!(name in used)) {
        file = where[name]
        sub(/CMakeFiles\/[^\/]*\//, "", file)
        sub(/\.o$/, "", file)
        print "unused " name " " file
    }
    for (prefix in rooms) if (split(rooms[prefix], part, " ") > 1) print "shared " prefix "_" rooms[prefix]
}' "$tmp/names" | sort >"$tmp/found"
if [ -n "$only" ]; then
    cat "$tmp/found"
    exit 0
fi
count=$(grep -c '^defines [^ ]* src/' "$tmp/names") || { echo "no objects in $build"; exit 1; }
[ -f "$list" ] || list=/dev/null
awk -v list="$list" -v count="$count" '
FILENAME == list { if (!/^#/ && NF) allowed[$0] = 1; next }
{
    seen[$0] = 1
    if ($0 in allowed) next
    if ($1 == "unused") print $3 ":1: nothing outside this file uses " $2 ": make it static, or remove it"
    else print "src:1: rooms share a prefix: " $0
    bad++
}
END {
    for (row in allowed) if (!(row in seen)) {
        print "tests/structure/symbols.list:1: no longer needed: " row
        bad++
    }
    printf "%d passed, %d failed\n", count - bad, bad
    exit bad > 0
}' "$list" "$tmp/found"
