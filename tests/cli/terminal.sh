#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What the command is to a person: colours on a terminal alone, a help that states every default, and for each kind of
# name that may be misspelt the one that was meant.
#
#   terminal.sh BUILD_FOLDER
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export TENON_CACHE= TERM=xterm
unset NO_COLOR
tenon=$build/tenon
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() {
    echo "FAILED $*"
    head -5 out err 2>/dev/null
    failed=$((failed + 1))
}
has() { grep -qF -e "$2" "$1" && ok || bad "$1 lacks '$2'"; }
lacks() { ! grep -qF -e "$2" "$1" && ok || bad "$1 has '$2'"; }

cat >net.py <<'PY'
@I.ir_module
class Module:
    @R.function
    def forward(first: R.Tensor(("batch", 4), dtype="float32"), weight: R.Tensor((4, 3), dtype="float32")):
        # a comment, and a text
        return R.nn.relu(R.matmul(first, weight))
    @R.function
    def inverse(first: R.Tensor(("batch", 4), dtype="float32")):
        return R.negative(first)
PY
sed 's/nn.relu/nn.gelu/' net.py >other.py
sed 's/(4, 3)/(5, 3)/' net.py >wrong.py
cat >rules.py <<'PY'
@R.rewriter
class ReluOnce:
    @R.function
    def pattern(x: R.Tensor):
        return R.nn.relu(R.nn.relu(x))
    @R.function
    def replacement(x):
        return R.nn.relu(x)
PY
cat >fit.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 3), "float32"), weight: R.Tensor((3, 1), "float32")):
    R.func_attr({"num_input": 1})
    return R.matmul(x, weight)
PY
printf 'a,b,c,y\n1,2,3,1\n2,5,7,2\n3,4,2,2\n5,9,1,4\n' >fit.csv

# --- Colours ---

# on_terminal COMMAND...: what it writes to a terminal, both streams, in out
on_terminal() { python3 "$here/on_terminal.py" "$@" >out; }
ESC=$'\033['
# the same text but for the colours
same() {
    "$@" >plain 2>&1 </dev/null
    sed -E 's/\x1b\[[0-9;]*m//g' out >bare
    cmp -s plain bare && ok || bad "$*: colours change the text"
}

on_terminal "$tenon" opt net.py
has out "${ESC}35mdef${ESC}0m forward("
has out "${ESC}34mR.Tensor${ESC}0m((batch, ${ESC}36m4${ESC}0m), dtype=${ESC}32m\"float32\"${ESC}0m)"
has out "${ESC}33m@R.function${ESC}0m"
same "$tenon" opt net.py
on_terminal "$tenon" check wrong.py
has out "${ESC}1mwrong.py:6:26: ${ESC}0m${ESC}1;31merror:${ESC}0m R.matmul: C3"
has out "${ESC}32m  expected:${ESC}0m the reduced dim"
has out "${ESC}1;31m  found:${ESC}0m 5"
has out "^"
same "$tenon" check wrong.py
on_terminal "$tenon" run net.py --function froward
has out "${ESC}36m  help:${ESC}0m did you mean 'forward'?"
on_terminal "$tenon" equal net.py other.py
has out "${ESC}1;31m  A, line ${ESC}0m"
has out "${ESC}32m  B, line ${ESC}0m"
same "$tenon" equal net.py other.py
on_terminal "$tenon" verify net.py other.py --function forward --dim batch=2
has out "${ESC}1;31mdiffer:${ESC}0m largest difference"
on_terminal "$tenon" verify net.py net.py --function forward --dim batch=2
has out "${ESC}32msame:${ESC}0m largest difference 0"
on_terminal "$tenon" opt net.py --passes Normalize --print-after Normalize -o new.py
has out "${ESC}33m# after ${ESC}0mNormalize"

# Where there are none: no terminal, NO_COLOR, TERM=dumb, --color never. An empty NO_COLOR counts as none.
"$tenon" opt net.py >out 2>&1
lacks out "$ESC"
NO_COLOR=1 on_terminal "$tenon" opt net.py
lacks out "$ESC"
NO_COLOR= on_terminal "$tenon" opt net.py
has out "$ESC"
TERM=dumb on_terminal "$tenon" check wrong.py
lacks out "$ESC"
on_terminal "$tenon" check wrong.py --color never
lacks out "$ESC"
on_terminal "$tenon" check wrong.py --color auto
has out "$ESC"
NO_COLOR=1 "$tenon" check wrong.py --color always >out 2>&1
has out "$ESC"
"$tenon" opt net.py --color always >out 2>&1
has out "$ESC"
"$tenon" opt net.py --color always -o new.py
lacks new.py "$ESC"
on_terminal "$tenon" check wrong.py --json
lacks out "$ESC"
on_terminal "$tenon" inspect net.py
lacks out "$ESC"
on_terminal "$tenon" opt --help
lacks out "$ESC"
"$tenon" opt net.py --color sometimes >out 2>err
[ $? = 1 ] && ok || bad '--color sometimes'
has err "--color takes auto, always or never, not 'sometimes'"
# One line of progress, over which the next one goes, on a terminal; elsewhere plain lines, and none with --quiet.
fit=(train fit.py --data fit.csv --target y --column '*:number' --batch 2 --val 0.5 --epochs 200 --metric mae -o fit.npz)
on_terminal "$tenon" "${fit[@]}"
grep -qE $'\r\033\\[Kepoch [0-9]+/200, step [0-9]+/200: loss [0-9.e+-]+, .*[0-9]+ rows/s, [0-9]+ s left' out && ok || bad 'no progress on a terminal'
has out ', validation loss '
"$tenon" "${fit[@]}" >out 2>err
grep -qE '^epoch [0-9]+/200, step [0-9]+/200: loss .*, validation loss .*, mae ' err && ok || bad 'no plain lines of progress'
lacks err $'\r'
[ "$(tail -n 1 out | sed -E 's/[0-9.e+-]+$/N/')" = 'validation mae: N' ] && ok || bad "the last line: $(tail -n 1 out)"
"$tenon" "${fit[@]}" --quiet >out 2>err
[ ! -s err ] && ok || bad "--quiet: $(head -n 2 err)"
# Standard output that cannot be written is an error with colours, too.
"$tenon" opt net.py --color always >/dev/full 2>err
[ $? = 5 ] && ok || bad 'a full disk'
has err "cannot write '<stdout>'"

# --- Defaults ---

# Each option with a value says in its help what holds without it, that it adds to a list, or that it is needed.
python3 - "$tenon" >out <<'PY'
import re, subprocess, sys

def tenon(*arguments):
    return subprocess.run([sys.argv[1], *arguments], capture_output=True, text=True, check=True,
                          env={"ARGP_HELP_FMT": "rmargin=4000"}).stdout

verbs = re.findall(r"^  ([a-z][a-z-]+) +", tenon("--help").split("Verbs:")[1].split("\n\n")[0], re.M)
seen = 0
for verb in verbs:
    table = tenon(verb, "--help").split("\nMandatory")[0]
    for name, value, doc in re.findall(r"^ {2,6}(?:-., )?(--[a-z-]+|-[A-Z])(\[?=\S+| LEVEL)?((?:.|\n {20,})*)$", table, re.M):
        seen += bool(value)
        if value and not re.search(r"\(default|, default\)|may be repeated|\(must be given", doc):
            print(f"tenon {verb} {name} says no default: {doc.strip()}")
print(seen, "options")
PY
seen=$(sed -n 's/ options$//p' out)
[ "$(wc -l <out)" = 1 ] && [ "$seen" -gt 250 ] && passed=$((passed + seen)) || bad 'defaults in --help'

# --- Did you mean ---

# meant WORD ARGUMENTS...: the command refuses the arguments, and asks whether WORD was meant
meant() {
    local word=$1
    shift
    "$tenon" "$@" >out 2>&1 </dev/null
    local status=$?
    [ $status = 1 ] || [ $status = 2 ] && ok || bad "tenon $*: exit status $status"
    has out "did you mean $word?"
}
meant "'verify'" verfy net.py
meant "'verify'" help verfy
meant "'--passes'" opt net.py --paases Normalize
meant "'--function'" run net.py --functoin=forward
meant "'Simplify'" opt net.py --passes Simplfy
meant "'Simplify'" opt net.py --skip Simplfy
meant "'Simplify'" opt net.py -O2 --print-after Simplfy
meant "'Simplify'" inspect net.py --passes Simplfy
meant R.matmul ops matmull
sed 's/R.matmul/R.matmull/' net.py >slip.py
meant R.matmul check slip.py
sed 's/, weight))/, wieght))/' net.py >slip.py
meant "'weight'" check slip.py
meant "'ReluOnce'" why-not net.py --rule ReluOnec --rules rules.py
meant "'BatchNormAfterConv'" why-not net.py --rule BatchNormAfterCon
meant "'BatchNormAfterConv'" report net.py --why-not BatchNormAfterCon
meant "'BatchNormAfterConv'" opt net.py --skip BatchNormAfterCon
meant "'ReluOnce'" rules test rules.py --rule ReluOnec
has out 'expected: ReluOnce'
meant "'lv'" why-not net.py --rule ReluOnce --rules rules.py --at lvv
has out 'a variable of the module: lv'
for verb in opt check report; do
    meant "'batch'" $verb net.py --dim bacth=3
    grep -qE 'expected: .*batch$' out && ok || bad "$verb: the dims, each once"
done
for verb in run verify bench; do
    meant "'batch'" $verb net.py --function forward --dim bacth=3
    has out 'batch'
done
meant "'batch'" compile net.py --function forward --dim bacth=3 -o new.c
meant "'first'" run net.py --function forward --input frist=3
has out "a parameter of 'forward': first, weight"
meant "'weight'" bench net.py --function forward --varying wieght
meant "'first'" check net.py --function forward --mesh data=2 --shard 'frist=data,_'
has out 'first, weight'
for verb in run verify bench opt; do
    meant "'forward'" $verb net.py --function foward --dim batch=2
    has out 'forward, inverse'
done
meant "'forward'" grad net.py --of foward
meant "'weight'" grad net.py --of forward --wrt wieght
meant "'out_0'" run net.py --function forward --expect otu_0=@x.npy
meant "'x86-64'" target x86-46
for kind in optimizer=adm:adam loss=cross_entropi:cross_entropy schedule=cosin:cosine metric=acuracy:accuracy init=kaimin:kaiming; do
    meant "'${kind#*:}'" train fit.py --data fit.csv --target y --steps 1 --quiet --column '*:number' "--${kind%:*}"
done
meant "'weight'" train fit.py --data fit.csv --target y --steps 1 --quiet --column '*:number' --trainable wieght
# Few names are listed, and none is proposed where none is near.
"$tenon" run net.py --function forward --backend llmv >out 2>&1
has out 'eval, c or llvm'
"$tenon" run net.py --function elsewhere >out 2>&1
has out 'forward, inverse'
lacks out 'did you mean'
echo "$passed passed, $failed failed"
[ $failed = 0 ]
