#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# --ranks: the module of docs/ranks.md on all its ranks side by side, and what its page says that it prints.
set -u
tenon=$(cd "$1" && pwd)/tenon root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)) && echo "FAILED $1"; }

awk '$0 == "```python" && !n++ { p = 1; next } $0 == "```" { p = 0 } p' "$root/docs/ranks.md" >net.py

# Each command of the page does what the lines behind it say.
sed -n 's/^    \(tenon .*\)/\1/p' "$root/docs/ranks.md" >commands
[ "$(wc -l <commands)" -ge 4 ] || bad "the page has no commands"
while read -r line; do
    if eval "${line/#tenon/\"$tenon\"}" >out 2>err; then ok; else bad "$line: $(cat err)"; fi
    awk -v at="    $line" '$0 == at { p = 1; next } p && !/^    [^t]/ { exit } p' "$root/docs/ranks.md" | sed 's/^    //' >said
    [ ! -s said ] || diff said out >/dev/null && ok || bad "$line says $(cat out)"
done <commands

# An input is every rank's, or one rank's.
sum() { "$tenon" run net.py --ranks 2 --input "w=[[1, 0, 0], [0, 0, 0]]" "$@" 2>err | sed -n 's/^  //p' | sort -u; }
x1='[[1, 0], [1, 0], [1, 0], [1, 0]]' x2='[[2, 0], [2, 0], [2, 0], [2, 0]]'
[ "$(sum --input "x=$x1")" = 8 ] && ok || bad "x of all ranks: $(sum --input "x=$x1")"
[ "$(sum --input "x=$x1" --input "x_rank1=$x2")" = 12 ] && ok || bad "x of rank 1"
for backend in eval llvm c; do
    [ "$(sum --input "x=$x1" --input "x_rank1=$x2" --backend $backend)" = 12 ] && ok || bad "by $backend: $(cat err)"
done

# What a mesh does not have is said.
refused() {
    local want=$1
    shift
    "$tenon" "$@" >out 2>&1 && bad "$* is taken"
    grep -q -- "$want" out && ok || bad "$*: $(cat out)"
}
refused 'the mesh has 2 ranks, not 3' run net.py --ranks 3
refused 'wants a number of ranks' run net.py --ranks 0
refused 'wants a number of ranks' run net.py --ranks 'data=2) DeadCode'
refused 'wants a number of ranks' run net.py --ranks 5000
for mesh in data data=0 'data=2,' 'data=2,data=2' 'data=8192'; do
    refused 'names of axes and their sizes' opt net.py --passes "SimulateRanks(mesh=\"$mesh\")"
done
refused "there is no option 'model'" opt net.py --passes 'SimulateRanks(mesh="data=2,model=2)'
"$tenon" opt net.py --passes "SimulateRanks('data=2, model=2', 4)" 2>&1 | grep -q x_rank3 && ok || bad "quotes around commas"
sed 's/R.func_attr.*/pass/;/pass/d' net.py >plain.py
refused 'no mesh is given' opt plain.py --passes SimulateRanks
[ "$("$tenon" run plain.py --ranks data=1,model=3 --input "x=$x1" --input 'w=[[1, 0, 0], [0, 0, 0]]' | sed -n 's/^  //p' | sort -u)" = 12 ] && ok || bad "a mesh that is given"

# Two programs of ranks; one compiled against the evaluator.
sed 's/R.ccl.allreduce(loss, op_type="sum")/R.multiply(R.ccl.allreduce(loss, op_type="avg"), R.const(2.0, "float32"))/' net.py >mean.py
"$tenon" verify net.py mean.py --ranks 2 --quiet >out 2>&1 && ok || bad "verify of two: $(cat out)"
"$tenon" verify net.py --ranks 2 --quiet >out 2>&1 && ok || bad "verify of one: $(cat out)"
sed 's/op_type="sum"/op_type="max"/' net.py >max.py
"$tenon" verify net.py max.py --ranks 2 --quiet >out 2>&1
[ $? = 3 ] && ok || bad "a maximum is taken for a sum"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
