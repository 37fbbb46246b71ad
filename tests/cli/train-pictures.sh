#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon train, eval, predict: pictures in folders, as they are learned from and as they are refused.
#   train-pictures.sh BUILD
set -u
build=$(cd "$1" && pwd) && cd "$(dirname "$0")/../.." || exit 1
tenon=$build/tenon
draw=$PWD/tests/reference/draw_pictures.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export TENON_CACHE=$work/cache
passed=0 failed=0

check() { # WHAT COMMAND...
    local what=$1
    shift
    if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED $what"; fi
}
# t STATUS ARGUMENT...: standard output and error go to out and err
t() {
    local want=$1
    shift
    timeout 120 "$tenon" "$@" >out 2>err
    local got=$?
    check "tenon $*: exit status $got, not $want: $(head -3 err)" [ $got = "$want" ]
}
has() { check "$1 has no line '$2': $(tail -4 "$1")" grep -qe "$2" "$1"; }

# model FILE CHANNELS HEIGHT WIDTH
model() {
    local n=$(($3 * $4 * $2))
    cat >"$1" <<PY
@R.function
def main(x: R.Tensor(("n", $2, $3, $4), "float32"), w: R.Tensor(($n, 3), "float32"), b: R.Tensor((3,), "float32")):
    R.func_attr({"num_input": 1})
    y = R.add(R.matmul(R.reshape(x, (-1, $n)), w), b)
    return y
PY
}
python3 "$draw" || exit 1
cat >look.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 3, 16, 16), "float32"), w1: R.Tensor((16, 3, 5, 5), "float32"), b1: R.Tensor((16, 1, 1), "float32"),
         w2: R.Tensor((576, 3), "float32"), b2: R.Tensor((3,), "float32")):
    R.func_attr({"num_input": 1})
    h = R.nn.relu(R.add(R.nn.conv2d(x, w1), b1))
    p = R.nn.max_pool2d(h, pool_size=2, strides=2)
    y = R.add(R.matmul(R.reshape(p, (-1, 576)), w2), b2)
    return y
PY

# A decoder that is not there is said: libraries without functions stand in its place.
mkdir none && for l in libpng16.so.16 libturbojpeg.so.0; do
    echo 'int nothing;' | ${CC:-cc} -shared -o none/$l -x c - || exit 1
done
LD_LIBRARY_PATH=$work/none t 2 train look.py --data train --steps 2 --quiet
has err 'train/.*png: there is no decoder of PNG here'
has err 'libpng16.so.16'

# It may not be on this machine.
"$tenon" train look.py --data same --steps 1 --quiet >out 2>err
if grep -q 'there is no decoder of PNG' err; then
    echo "$passed passed, $failed failed (no libpng here)"
    [ "$failed" = 0 ]
    exit
fi

t 0 train look.py --data train --val test --epochs 16 --lr 0.003 --seed 1 --quiet -o look.onnx
accuracy=$(sed -n 's/^validation accuracy: //p' out)
check "accuracy $accuracy, not 0.85" awk "BEGIN { exit !($accuracy >= 0.85) }"
# What is written says how pictures are read.
t 0 convert look.onnx -o -
has out 'input,x,stretch,picture,0.0,0.0,255.0'
has out 'target,,class,index,,,,dots'
t 0 eval look.onnx --data test
check "eval: $(tail -1 out), not $accuracy" [ "$(tail -1 out)" = "accuracy: $accuracy" ]
t 0 predict look.onnx --data test
check "a line for each picture" [ "$(wc -l <out)" = 31 ]
tail -n +2 out | awk -v n=10 '{ c = int((NR - 1) / n); right += $1 == (c == 0 ? "bars" : c == 1 ? "columns" : "dots") }
                              END { printf "%.6g\n", right / NR }' >right
check "predicted: $(cat right), not $accuracy" awk "BEGIN { exit !($(cat right) - $accuracy < 1e-4 && $accuracy - $(cat right) < 1e-4) }"
mkdir flat && cp test/dots/00[0-3].png flat
t 0 predict look.onnx --data flat
check "pictures of no class" [ "$(wc -l <out)" = 5 ]
t 2 eval look.onnx --data flat
has err 'flat/000.png: it is of no class'

# The same bits as arrays of the same values.
t 0 train look.py --data same --val 0 --steps 5 --batch 5 --deterministic --quiet -o pictures.npz
t 0 train look.py --data same-npy --target class --val 0 --steps 5 --batch 5 --deterministic --quiet -o arrays.npz
check "pictures and arrays" cmp -s pictures.npz arrays.npz
# In other extents, and kinds of PNG: a model that gives its input back tells what it sees.
cat >see.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 1, 16, 16), "float32"), w: R.Tensor((1,), "float32")):
    R.func_attr({"num_input": 1})
    flat = R.reshape(x, (-1, 256))
    y = R.multiply(R.concat((R.mean(flat, axis=[1], keepdims=True), R.min(flat, axis=[1], keepdims=True),
                             R.max(flat, axis=[1], keepdims=True), R.max(flat, axis=[1], keepdims=True)), axis=1), w)
    return y
PY
see() { # WAY EXPECTED: mean, least and greatest of each of the four
    t 0 train see.py --data grey --val 0 --column "x:$1" --steps 1 --lr 1e-30 --optimizer sgd --quiet -o see.onnx
    t 0 predict see.onnx --data grey --scores
    cut -d, -f2-4 out | tail -n +2 | awk -F, '{ printf "%.3g %.3g %.3g;", $1, $2, $3 }' >seen
    check "$1: $(cat seen)" [ "$(cat seen)" = "$2" ]
}
see bytes '150 100 200;100 100 100;100 100 100;100 85.7 114;'
see bytes-crop '100 100 100;100 100 100;100 100 100;100 85.7 114;'
see unit '0.588 0.392 0.784;0.392 0.392 0.392;0.392 0.392 0.392;0.392 0.336 0.448;'
t 2 train see.py --data grey --column 'x:onehot' --steps 1
has err 'pictures are not read so'

# JPEG, of stripes that a decoder gives back within a few steps.
mkdir -p jpeg/a jpeg/b jpeg/c jpeg/d && base64 -d >jpeg/a/s.jpg <<'END'
/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/
2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAQABADASIAAhEBAxEB/8QA
HwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkK
FhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXG
x8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC
AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOE
hYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwBP+CFv/Nbf
+4J/7f0f8ELf+a2/9wT/ANv6P+CFv/Nbf+4J/wC39H/BC3/mtv8A3BP/AG/oA//Z
END
for c in b c d; do cp jpeg/a/s.jpg jpeg/$c/s.jpeg; done
"$tenon" train see.py --data jpeg --val 0 --column x:bytes --steps 1 --lr 1e-30 --optimizer sgd --quiet -o see.onnx >out 2>err
if grep -q 'there is no decoder of JPEG' err; then
    has err 'libturbojpeg.so.0'
else
    t 0 predict see.onnx --data jpeg --scores
    cut -d, -f2-4 out | tail -n +2 | awk -F, '$1 < 120 || $1 > 136 || $2 > 9 || $3 < 246' >odd
    check "stripes: $(cat odd)" [ ! -s odd ]
    mkdir -p wrong-jpeg/dots && head -c 500 jpeg/a/s.jpg >wrong-jpeg/dots/cut.jpg
    t 2 predict see.onnx --data wrong-jpeg
    has err 'cut.jpg: '
fi

# What is wrong is told with the file; a picture that says it is huge takes no memory.
for wrong in cut head flipped text empty bomb wide; do
    (
        ulimit -v 3000000
        timeout 60 "$tenon" predict look.onnx --data wrong-$wrong >out 2>err
    )
    check "wrong-$wrong: exit status $?" [ $? = 2 ]
    has err "wrong-$wrong/dots/$wrong.png: "
done
"$tenon" predict look.onnx --data wrong-bomb >out 2>err
has err 'found: 60000 by 60000'
mkdir -p other/dots other/rings mixed/dots && cp test/dots/000.png other/dots && cp test/dots/001.png other/rings &&
    cp test/dots/000.png mixed/dots && cp test/dots/001.png mixed
t 2 train look.py --data train --val other --steps 1 --quiet
has err "'rings' is no class of the model"
t 2 train look.py --data mixed --steps 1 --quiet
has err 'mixed/001.png: it is of no class'
model four.py 4 16 16
t 2 train four.py --data train --steps 1 --quiet
has err 'rows of 1 or 3 channels'
sed 's/(576, 3)/(576, 2)/; s/(3,)/(2,)/' look.py >two.py
t 2 train two.py --data train --steps 1 --quiet
has err 'is no class'
printf 'a,b\n1,2\n' >table.csv
t 2 predict look.onnx --data table.csv
has err 'expected: a folder of pictures'
# A pipe is not waited for; a class whose name the model cannot hold is refused before it is trained.
mkdir -p pipe/dots && mkfifo pipe/dots/pipe.png
t 5 predict look.onnx --data pipe
has err 'pipe/dots/pipe.png.*: it is no regular file'
mkdir -p "latin/$(printf 'caf\351')" && cp test/dots/000.png latin/caf*
t 2 train look.py --data latin --steps 1 --quiet -o latin.onnx
has err 'the name of a class is no UTF-8'
# A picture that cannot be read.
mkdir -p gone/dots && ln -s nowhere gone/dots/gone.png
t 5 predict look.onnx --data gone
has err 'gone/dots/gone.png'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
