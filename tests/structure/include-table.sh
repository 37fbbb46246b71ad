#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every #include in src/ and include/ against the table of rooms.
#   include-table.sh [ROOT]
set -eu
cd "${1:-$(dirname "$0")/../..}"

# A room, and the rooms that it may include besides itself; these stand above it, so that there are no circles.
rooms='
base
target   base
tensor   base
ir       tensor target base
ranks    tensor base
loop     tensor base
schedule loop target base
host     ranks tensor base
ops      ranks ir loop tensor target base
eval     ranks ops ir loop tensor target base
rewrite  ops ir loop tensor target base
passes   eval rewrite ops schedule loop ir tensor target base
onnx     ops ir tensor target base
stablehlo ops loop ir tensor target base
runtime  ranks tensor base
backend  ranks runtime eval passes rewrite host ops schedule loop ir tensor target base
report   backend passes rewrite ops loop ir tensor target base
train    ranks onnx backend runtime passes eval ops loop ir tensor target base
api      ranks report train onnx stablehlo backend runtime passes eval rewrite host ops loop ir tensor target base
command
'
# A foreign header, and the folders that may include it. The public header is foreign to all but
# the API and the command.
foreign='
tenon/     src/api src/command include
xxhash.h   src/base
jansson.h  src/ir src/command
zip.h      src/tensor
llvm-c/    src/backend/llvm
oneapi/    src/backend/onednn
dnnl       src/backend/onednn
'

find src include -type f \( -name '*.[ch]' -o -name '*.def' -o -name '*.inc' \) | sort |
    xargs awk -v rooms="$rooms" -v foreign="$foreign" '
function violation(text) { print FILENAME ":" FNR ": " text; bad++ }
function check_room(to,    from) {
    split(FILENAME, part, "/")
    from = part[1] == "src" ? part[2] : "include"
    sub("/.*", "", to)
    if (to == "tenon") violation("the public header is included as <tenon/...>")
    else if (!(to in known)) violation("\"" to "\" is no room")
    else if (from == "include") violation("a public header includes a room")
    else if (!(from in known)) violation("src/" from " is not in the table of rooms")
    else if (from != to && !((from, to) in may))
        violation("room " from " may not include room " to)
    else good++
}
function check_foreign(name,    i, f, folders, k, ok) {
    for (i = 1; i <= foreigns; i++) {
        f = foreign_name[i]
        if (index(name, f) != 1) continue
        k = split(foreign_in[i], folders, " ")
        for (ok = 0; k > 0; k--) if (index(FILENAME, folders[k] "/") == 1) ok = 1
        if (!ok) { violation("<" name "> is for " foreign_in[i] " only"); return }
    }
    good++
}
BEGIN {
    n = split(rooms, line, "\n")
    for (i = 1; i <= n; i++) {
        k = split(line[i], word, " ")
        if (k) known[word[1]] = 1
        for (j = 2; j <= k; j++) {
            may[word[1], word[j]] = 1
            if (!(word[j] in known)) {
                print "tests/structure/include-table.sh:1: " word[1] " may include only rooms that stand above it, not " word[j]
                bad++
            }
        }
    }
    n = split(foreign, line, "\n")
    for (i = 1; i <= n; i++) if (split(line[i], word, " ")) {
        foreign_name[++foreigns] = word[1]
        foreign_in[foreigns] = line[i]
        sub(/^[^ ]+ +/, "", foreign_in[foreigns])
    }
}
/^[ \t]*#[ \t]*include[ \t]*"/ { split($0, q, "\""); check_room(q[2]) }
/^[ \t]*#[ \t]*include[ \t]*</ { split($0, q, /[<>]/); check_foreign(q[2]) }
END { printf "%d passed, %d failed\n", good, bad; exit bad > 0 || good == 0 }
'
