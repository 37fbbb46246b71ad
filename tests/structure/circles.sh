#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Circles of files: sources whose objects need each other's names, round about. Each that there is stands here, and in
# ARCHITECTURE.md with its reason.
#   circles.sh BUILD
set -eu
build=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# All files of a circle match its row, the first that they do.
cat >"$tmp/known" <<'EOF'
^base/(arena|ctx|diag|files|kept|map|strbuf)\.c$
^ir/parse_[a-z]*\.c$
^ops/(cumsum|reduce|reduce_gradient)\.c$
^ops/
^rewrite/(match|rule_[a-z]*)\.c$
^onnx/(import|agree|bare|call|cut|expand|fold|map|model|node|opaque|interface|parameters|trees|keep_record|keep_template|run_dims)
^onnx/(export|keep|write|changes|fuse|opset|layers)
^stablehlo/(call|import|known|map_[a-z]*|rows|scalar)\.c$
^backend/[a-z_]*\.c$
^backend/c/loop_(call|fn|lanes|stmt|tile|vector)\.c$
^backend/llvm/kernel[a-z_]*\.c$
EOF

(cd "$build" && sed -n 's/.* -o \([^ ]*\) -c .*/\1/p' compile_commands.json | grep '^src/' | sort -u | xargs nm -A 2>/dev/null) |
    awk '{
        o = $1
        sub(/:.*/, "", o)
        sub(/^src\//, "", o)
        sub(/CMakeFiles\/[^\/]*\//, "", o)
        sub(/\.o$/, "", o)
        if (NF == 3 && $2 ~ /^[TDBRC]$/) print "defines", $3, o
        if ($(NF - 1) == "U") print "uses", $NF, o
    }' >"$tmp/names"

awk -v known="$tmp/known" '
FILENAME == known { row[++rows] = $0; next }
$1 == "defines" { home[$2] = $3; file[$3] = 1; next }
{ want[++wants] = $2; by[wants] = $3 }
# The files that `f` leads to: over what it needs, or back over what needs it.
function walk(f, back, seen, tag,    open, n, x, i, to, k) {
    n = 1
    open[1] = f
    while (n) {
        x = open[n--]
        k = split(back ? into[x] : out[x], to, " ")
        for (i = 1; i <= k; i++) if (!((to[i], tag) in seen)) { seen[to[i], tag] = 1; open[++n] = to[i] }
    }
}
END {
    for (i = 1; i <= wants; i++) {
        a = by[i]
        if (!(want[i] in home)) continue
        b = home[want[i]]
        if (a == b || (a, b) in edge) continue
        edge[a, b] = want[i]
        out[a] = out[a] " " b
        into[b] = into[b] " " a
    }
    for (f in file) {
        files++
        if (f in done) continue
        walk(f, 0, there, f)
        if (!((f, f) in there)) continue
        walk(f, 1, here, f)
        text = ""
        fits = ""
        for (r = 1; r <= rows; r++) fits = fits " " r
        for (g in file) if ((g, f) in there && (g, f) in here) {
            done[g] = 1
            text = text " " g
            left = ""
            k = split(fits, at, " ")
            for (i = 1; i <= k; i++) if (g ~ row[at[i]]) left = left " " at[i]
            fits = left
        }
        circles++
        if (split(fits, at, " ") >= 1 && !taken[at[1]]++) continue
        print "src:1: a circle that ARCHITECTURE.md gives no reason for:" text
        bad++
    }
    for (r = 1; r <= rows; r++) if (!taken[r]) { print "tests/structure/circles.sh:1: no such circle any more: " row[r]; bad++ }
    printf "%d passed, %d failed\n", files, bad
    exit bad > 0 || files < 300
}' "$tmp/known" "$tmp/names"
