#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# LegalizeOps(loops) from the command: a module with symbolic dims is lowered once and run with several values of them, and the small
# UNet computes the same bits by its loop functions, which are shared.
#
#   loops.sh BUILD_FOLDER
set -u
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
ok() {
    local name=$1
    shift
    if "$@" >out 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name"
        head -5 out
    fi
}
same() { ok "$1" "$build"/tenon verify "${@:2}" --as native --rtol 0 --atol 0; }
is() { ok "$1: $2, not $3" test "$2" = "$3"; }

cat >net.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 4), dtype="float32"), w: R.Tensor((4, "m"), dtype="float32"), b: R.Tensor(("m",), dtype="float32"),
         s: R.Shape(["k"])):
    n = T.int64()
    m = T.int64()
    k = T.int64()
    with R.dataflow():
        a = R.nn.softmax(R.add(R.matmul(x, w), b))
        c = R.reshape(a, (n * m,))
        d = R.concat((c, R.arange(R.prim_value(k * 2), dtype="float32")), axis=0)
        e = R.nonzero(R.greater(d, R.const(0.4, "float32")))
        f = R.take(d, R.reshape(e, (-1,)), axis=0)
        g = R.unique(R.round(f), return_counts=True)
        h = R.nn.layer_norm(x, R.ones((4,), "float32"), R.zeros((4,), "float32"), axes=[1])
        i = R.full(R.shape([k, n]), R.sum(h))
        R.output(a, d, f, g, i)
    return (a, d, f, g, i)
PY
ok 'lowering' "$build"/tenon opt net.py --passes 'LegalizeOps(loops)' --verify-each -o loops.py
ok 'nothing but loop functions is called' sh -c "! grep -E '= R\\.' loops.py | grep -qvE 'R\\.(call_tir|match_cast|tensor_to_shape)\\('"
ok 'tir_vars' grep -q 'tir_vars=R.shape(\[k\])' loops.py
for dims in '1 1 0' '3 2 5' '7 9 1' '2 0 3' '0 2 1'; do
    read -r n m k <<<"$dims"
    same "n=$n, m=$m, k=$k" net.py loops.py --dim n="$n" --dim m="$m" --dim k="$k"
done
ok 'again' "$build"/tenon opt loops.py --passes 'LegalizeOps(loops)' -o again.py
ok 'nothing is left to do' cmp loops.py again.py

# What the types leave open is checked in a run; what fits no longer is an error there too.
cat >open.py <<'PY'
@R.function
def main(x: R.Tensor(("n", "k"), dtype="float32"), w: R.Tensor(("l", "m"), dtype="float32"), p: R.Tensor(("q",), dtype="float32"),
         i: R.Tensor((1, 1, "h", 5), dtype="float32")):
    n = T.int64()
    m = T.int64()
    a = R.matmul(x, w)
    b = R.matmul(x, w)
    c = R.broadcast_to(p, (n, m))
    d = R.concat((x, w), axis=0)
    e = R.nn.prelu(x, p, axis=1)
    f = R.einsum((x, w), subscripts="ij,jk->ik")
    g = R.reshape(x, (m, 3))
    j = R.nn.max_pool2d(i, pool_size=(3, 3))
    return (a, b, c, d, e, f, g, j)
PY
ok 'lowering what is open' "$build"/tenon opt open.py --passes 'LegalizeOps(loops)' --verify-each -o checked.py
is 'checks' "$(grep -c 'R\.match_cast(R\.shape' checked.py)" 7
while read -r want dims; do
    args=()
    for dim in $dims; do args+=(--dim "$dim"); done
    [ "$want" = 0 ] && same "$dims" open.py checked.py "${args[@]}"
    for m in open checked; do
        "$build"/tenon run $m.py "${args[@]}" -o ran >out 2>&1
        is "$m with $dims" $? "$want"
    done
done <<'END'
0 n=3 k=4 l=4 m=4 q=1 h=4
0 n=3 k=4 l=4 m=4 q=4 h=3
2 n=3 k=4 l=5 m=4 q=4 h=4
2 n=3 k=5 l=4 m=4 q=4 h=4
2 n=3 k=4 l=4 m=4 q=3 h=4
2 n=2 k=4 l=4 m=4 q=4 h=4
2 n=3 k=4 l=4 m=4 q=4 h=1
2 n=3 k=4 l=4 m=4 q=4 h=2
END

"$build"/examples/sd_unet --width 0.1 --latent 8 >unet.py
ok 'lowering the UNet' "$build"/tenon opt unet.py --passes 'LegalizeOps(loops)' --verify-each -o unet.loops.py
is 'calls of the UNet' "$(grep -c '= R\.' unet.loops.py)" 2983
is 'calls of its loop functions' "$(grep -c '= R\.call_tir(' unet.loops.py)" 2983
is 'its loop functions' "$(grep -c '@T.prim_func' unet.loops.py)" 404
ok 'it is read' "$build"/tenon opt unet.loops.py -o unet.again.py
ok 'as it was printed' cmp unet.loops.py unet.again.py
# A narrower one runs: the same calls of half the channels.
"$build"/examples/sd_unet --width 0.05 --latent 8 >narrow.py
ok 'lowering the narrow UNet' "$build"/tenon opt narrow.py --passes 'LegalizeOps(loops)' -o narrow.loops.py
same 'the UNet by loop functions' narrow.py narrow.loops.py
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
