#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What the ONNX reader makes of the small models beside this script: the text in NAME.py, or the messages in
# NAME.err. TENON_BLESS=1 rewrites them. Each module also runs, optimized and not, and written and read, with the same
# results; where loops need no new form, what is written is read as an equal module.
#   models.sh [TENON]
set -u
tenon=$(realpath "${1:-build/tenon}")
cd "$(dirname "$0")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0

ok() { passed=$((passed + 1)); }
bad() {
    echo "failed: $1"
    failed=$((failed + 1))
}

# same FILE WANT NAME
same() {
    [ -z "${TENON_BLESS-}" ] || cp "$1" "$2"
    if diff -u "$2" "$1"; then ok; else bad "$3"; fi
}

for model in *.onnx; do
    name=${model%.onnx}
    "$tenon" opt -O0 "$model" >"$tmp/out" 2>"$tmp/err"
    status=$?
    if [ -s "$tmp/err" ]; then
        same "$tmp/err" "$name.err" "$name"
        [ $status = 2 ] || bad "$name: exit status $status instead of 2"
        continue
    fi
    same "$tmp/out" "$name.py" "$name"
    "$tenon" opt "$model" -o "$tmp/best.py" && "$tenon" verify "$model" "$tmp/best.py" >"$tmp/verify" && ok ||
        bad "$name: optimized it computes something else"
    "$tenon" opt -O0 "$model" -o "$tmp/again.onnx" && "$tenon" verify "$model" "$tmp/again.onnx" >"$tmp/verify" && ok ||
        bad "$name: written and read it computes something else"
    "$tenon" opt -O0 "$tmp/again.onnx" -o "$tmp/third.onnx" && "$tenon" equal "$tmp/again.onnx" "$tmp/third.onnx" >"$tmp/equal" && ok ||
        bad "$name: written once more it is not equal"
    "$tenon" check "$model" >/dev/null && "$tenon" inspect "$model" >/dev/null && ok || bad "$name: check or inspect"
done

# Data in another file: never through a link, never what is no regular file.
cp external.onnx "$tmp"
ln -s "$PWD/external.bin" "$tmp/external.bin"
refused() {
    timeout 10 "$tenon" check "$tmp/external.onnx" >/dev/null 2>"$tmp/err"
    if [ $? = 2 ] && grep -q "$1" "$tmp/err"; then ok; else bad "external.bin as $2"; fi
}
refused 'a symbolic link leads there' 'a link'
rm "$tmp/external.bin" && mkfifo "$tmp/external.bin"
refused 'cannot read .external.bin' 'a pipe'
rm "$tmp/external.bin" && mkdir "$tmp/external.bin"
refused 'cannot read .external.bin' 'a folder'
rmdir "$tmp/external.bin"
refused 'No such file' 'nothing'
cp external.bin "$tmp" && "$tenon" check "$tmp/external.onnx" >/dev/null && ok || bad 'external.bin beside a copy'

# Weights as parameters: the same result, and a gradient for each.
"$tenon" convert mlp.onnx --weights "$tmp/weights" -o "$tmp/net.py" &&
    "$tenon" run mlp.onnx --seed 3 --save "$tmp/run" >/dev/null &&
    cp "$tmp/run/in_x_0.npy" "$tmp/weights" &&
    "$tenon" run "$tmp/net.py" --inputs "$tmp/weights" --expect "out_0=@$tmp/run/out_0.npy" >/dev/null && ok ||
    bad 'mlp with weights as parameters computes something else'
"$tenon" grad "$tmp/net.py" --seeded -o "$tmp/step.py" && "$tenon" run "$tmp/step.py" --function main_adjoint \
    --inputs "$tmp/weights" --seed 0 >"$tmp/out" && [ "$(grep -c '^out_' "$tmp/out")" = 5 ] && ok || bad 'gradients by the weights of mlp'
"$tenon" convert mlp.onnx --weights "$tmp/no/such" -o "$tmp/net.py" 2>/dev/null
[ $? = 5 ] && ok || bad 'a folder for weights that cannot be made'

# Names that are not fit for text, or mean something there, come back through it.
cat >"$tmp/named.py" <<'END'
@R.function
def main(a: R.Tensor(("n",), "float32"), b: R.Tensor(("n",), "float32"), c: R.Tensor(("n",), "float32"),
         d: R.Tensor(("n",), "float32"), e: R.Tensor(("n",), "float32"), f: R.Tensor(("n",), "float32")):
    R.func_attr({"onnx_inputs": {"a": "Module", "b": "float", "c": "metadata", "d": "x y", "e": "x_y", "f": "\"1\n"},
                 "onnx_outputs": ["class", "main"]})
    y = R.add(R.add(a, b), R.add(c, d))
    z = R.add(e, f)
    return (y, z)
END
"$tenon" convert "$tmp/named.py" -o "$tmp/named.onnx" && "$tenon" convert "$tmp/named.onnx" -o "$tmp/again.py" &&
    "$tenon" convert "$tmp/again.py" -o "$tmp/again.onnx" && cmp "$tmp/named.onnx" "$tmp/again.onnx" && ok ||
    bad 'odd names do not come back'

# In place, also where the weights are in another file; a folder and a place that there is not are refused.
cp "$tmp/named.onnx" "$tmp/same.onnx" && "$tenon" opt "$tmp/same.onnx" -o "$tmp/same.onnx" &&
    "$tenon" verify "$tmp/named.onnx" "$tmp/same.onnx" >"$tmp/verify" && ok || bad 'a model over itself'
rm -rf "$tmp/external.bin" && cp external.onnx external.bin "$tmp" &&
    "$tenon" opt "$tmp/external.onnx" -o "$tmp/external.onnx" --external-data=external.bin &&
    "$tenon" verify external.onnx "$tmp/external.onnx" >"$tmp/verify" && ok || bad 'a model and its weights over themselves'
mkdir "$tmp/folder.onnx"
for place in "$tmp/folder.onnx" "$tmp/no/such.onnx" /dev/full; do
    "$tenon" convert mlp.onnx -o "$place" 2>/dev/null
    [ $? = 5 ] && ok || bad "a model is written to $place"
done

# A model cut at every byte is refused, or a model; never a fault of ours.
n=$(wc -c <mlp.onnx) i=0
while [ $i -lt "$n" ]; do
    head -c $i mlp.onnx >"$tmp/cut.onnx"
    "$tenon" check "$tmp/cut.onnx" >/dev/null 2>&1
    case $? in 0 | 2) ;; *) bad "mlp.onnx cut at byte $i" ;; esac
    i=$((i + 7))
done
ok
# What is wrong in a run is told with its node.
for backend in eval c llvm; do
    "$tenon" run cases/weight_open_said/model.onnx --dim n=1 --dim h=5 --dim w=4 --dim kh=4 --dim kw=2 --backend $backend >"$tmp/out" 2>"$tmp/err"
    status=$?
    grep -q 'this build has no backend' "$tmp/err" && continue
    [ $status = 2 ] && grep -q 'node "y": \(error: \)\?the value of R.match_cast has another extent' "$tmp/err" && ok || bad "the node of a fault in a run, by $backend"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
