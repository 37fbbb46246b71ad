#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What is written as StableHLO computes the same when it is read again: the suite's modules, gradients; and what has no
# form is refused by name.
#   written.sh [TENON]
set -u
tenon=$(realpath "${1:-build/tenon}")
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
check() { # what, status
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        echo "FAILED $1"
        failed=$((failed + 1))
    fi
}

floor=1023 generic_floor=240
tar -xJf "$here/suite/stablehlo-tests.tar.xz" -C "$tmp" || exit 1
(cd "$tmp" && "$tenon" test-stablehlo --quiet --rewrite --backend eval static dynamic interpret >"$tmp/out")
n=$(tail -n 1 "$tmp/out" | sed -n 's/^\([0-9]*\) passed.*/\1/p')
awk '$1 == "failed" { print $3 }' "$here/suite/known" >"$tmp/known"
grep '^failed' "$tmp/out" | grep -v -F -f "$tmp/known" >"$tmp/bad"
head "$tmp/bad"
[ "${n:-0}" -ge $floor ] && [ ! -s "$tmp/bad" ]
check "the suite: ${n:-0} pass of at least $floor" $?
passed=$((passed + ${n:-0}))
(cd "$tmp" && "$tenon" test-stablehlo --quiet --rewrite=generic --backend eval interpret >"$tmp/out")
n=$(tail -n 1 "$tmp/out" | sed -n 's/^\([0-9]*\) passed.*/\1/p')
[ "${n:-0}" -ge $generic_floor ] && ! grep '^failed' "$tmp/out"
check "the suite in the generic form: ${n:-0} pass of at least $generic_floor" $?

"$tenon" grad "$here/gradients/cnn.mlir" -o "$tmp/cnn.mlir" && "$tenon" grad "$here/gradients/cnn.mlir" -o "$tmp/cnn.py" &&
    "$tenon" verify --function main_adjoint "$tmp/cnn.py" "$tmp/cnn.mlir" >"$tmp/said" && grep -q '^same' "$tmp/said"
check "the gradient of a network" $?

# Open extents: read off the parameters, in arithmetic that is followed back.
cat >"$tmp/open.mlir" <<'END'
func.func public @main(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %n = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %all = stablehlo.multiply %n, %four : tensor<i32>
  %shape = stablehlo.reshape %all : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_reshape %0, %shape : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?xf32>
  func.return %1 : tensor<?xf32>
}
END
"$tenon" convert "$tmp/open.mlir" -o "$tmp/open2.mlir" && grep -q 'tensor<?xf32>' "$tmp/open2.mlir" &&
    "$tenon" verify --dim d0=3 --dim d1=5 "$tmp/open.mlir" "$tmp/open2.mlir" >"$tmp/said" 2>&1 && grep -q '^same' "$tmp/said"
check "open extents" $?

# What has no operation there is loops: `while` over elements.
cat >"$tmp/loops.py" <<'END'
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 6), dtype="float32"), y: R.Tensor((3, 6), dtype="float32")):
        n = T.int64()
        at = R.argsort(x, axis=1)
        sums = R.cumsum(y, axis=1)
        most = R.argmax(y, axis=1)
        best = R.topk(y, k=2, axis=1)
        high = R.einsum((y, y), subscripts="ij,ij->i")
        return (at, sums, most, best[0], best[1], high)
END
"$tenon" convert "$tmp/loops.py" -o "$tmp/loops.mlir" && grep -q stablehlo.while "$tmp/loops.mlir" &&
    grep -q stablehlo.sort "$tmp/loops.mlir" && grep -q reduce_window "$tmp/loops.mlir" &&
    "$tenon" verify --as native --dim n=4 "$tmp/loops.py" "$tmp/loops.mlir" >"$tmp/said" 2>&1 && grep -q '^same' "$tmp/said"
check "operators as loops" $?

for m in cnn lstm sort windows; do
    in=$here/gradients/$m.mlir
    "$tenon" convert "$in" -o "$tmp/$m.mlir" && "$tenon" verify "$in" "$tmp/$m.mlir" >"$tmp/said" 2>&1 && grep -q '^same' "$tmp/said"
    check "$m, written and read" $?
done

# As JAX prints it: no operation of the network in quotes, those of windows as StableHLO's own printer has them.
"$tenon" convert "$here/gradients/cnn.mlir" -o "$tmp/own.mlir" && ! grep -q '"stablehlo' "$tmp/own.mlir" &&
    grep -q 'stablehlo.dot_general %[0-9]*, %[a-z0-9]*, contracting_dims = \[1\] x \[0\] : (tensor<2x64xf32>' "$tmp/own.mlir" &&
    grep -q 'applies stablehlo.add across dimensions = \[0, 1\] : (tensor<2x10xf32>, tensor<f32>) -> tensor<f32>$' "$tmp/own.mlir"
check "the pretty form" $?

# What the host does: its functions by name, of any number of results, and assertions.
cat >"$tmp/host.py" <<'PY'
@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((3,), dtype="float32")):
        y = R.call_pure_packed("my flip \"3\"", x, sinfo_args=R.Tensor((3,), dtype="float32"))
        z = R.call_packed("two", y, x, sinfo_args=R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((), dtype="int64")))
        e = R.call_packed("log.it", z[1], sinfo_args=R.Tuple())
        return (z[0], z[1])
PY
for form in '' --generic; do
    "$tenon" convert $form "$tmp/host.py" -o "$tmp/host.mlir" && "$tenon" convert "$tmp/host.mlir" -o "$tmp/host2.py" &&
        grep -q 'R.call_pure_packed("my flip \\"3\\"", ' "$tmp/host2.py" && grep -q 'R.call_packed("two", ' "$tmp/host2.py" &&
        grep -q 'R.call_packed("log.it", ' "$tmp/host2.py" && grep -c custom_call "$tmp/host.mlir" | grep -qx 3
    check "calls of the host $form" $?
done
cat >"$tmp/assert.py" <<'PY'
@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((), dtype="float32")):
        ok = R.greater(x, R.const(2.0, "float32"))
        e = R.assert_op(ok, format="x is too small")
        return x
PY
"$tenon" convert "$tmp/assert.py" -o "$tmp/assert.mlir" && grep -q 'custom_call @check.expect_eq(' "$tmp/assert.mlir" &&
    "$tenon" run "$tmp/assert.mlir" --input x=3.0 >"$tmp/said" 2>&1 && ! "$tenon" run "$tmp/assert.mlir" --input x=1.0 >"$tmp/said" 2>&1 &&
    grep -q 'differs from what is expected' "$tmp/said"
check "an assertion" $?

# MLIR's own parser takes the generic form, and gives what is the same.
if command -v mlir-opt-19 >/dev/null; then
    for m in open2 loops cnn; do
        "$tenon" convert --generic "$tmp/$m.mlir" -o "$tmp/$m.own.mlir" &&
            mlir-opt-19 --allow-unregistered-dialect --mlir-print-op-generic "$tmp/$m.own.mlir" >"$tmp/$m.generic.mlir" &&
            "$tenon" convert "$tmp/$m.generic.mlir" -o "$tmp/a.mlir" && "$tenon" convert "$tmp/$m.own.mlir" -o "$tmp/b.mlir" &&
            "$tenon" equal "$tmp/a.mlir" "$tmp/b.mlir" >"$tmp/said" 2>&1
        check "$m through mlir-opt" $?
    done
else
    echo "no mlir-opt-19: MLIR's own parser was not asked"
fi

cat >"$tmp/rank.py" <<'END'
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(dtype="float32")) -> R.Tensor(dtype="float32"):
        y = R.negative(x)
        return y
END
"$tenon" convert "$tmp/rank.py" -o "$tmp/no.mlir" 2>"$tmp/said"
[ $? = 2 ] && grep -q 'a tensor of known rank is needed' "$tmp/said" && [ ! -e "$tmp/no.mlir" ]
check "an unknown rank is refused" $?
echo "$passed passed, $failed failed"
[ $failed = 0 ]
