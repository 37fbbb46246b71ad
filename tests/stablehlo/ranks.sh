#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Collectives of a program that each process runs (ranks/): what ranks compute is what the interpreter's run_parallel does of
# the same program, and so it is when it was written and read again.
#   ranks.sh [TENON]
set -u
tenon=$(realpath "${1:-build/tenon}")
here=$(cd "$(dirname "$0")" && pwd)/ranks
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
check() { # what, status
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        echo "FAILED $1"
        head -n 5 "$tmp/said"
        failed=$((failed + 1))
    fi
}
for m in grid replicas; do
    # The program alone, as the module's own function
    sed -e '/func.func public @main(/,/^  }$/d' -e 's/func.func private @program(/func.func public @main(/' "$here/$m.mlir" >"$tmp/$m.mlir"
    "$tenon" opt "$tmp/$m.mlir" --passes 'SimulateRanks' -o "$tmp/$m.py" >"$tmp/said" 2>&1 &&
        "$tenon" verify --as native "$tmp/$m.py" "$here/$m.mlir" >"$tmp/said" 2>&1 && grep -q '^same' "$tmp/said"
    check "$m: ranks and programs side by side" $?
    "$tenon" verify --as native --ranks 4 "$tmp/$m.mlir" >"$tmp/said" 2>&1 && grep -q '^same' "$tmp/said"
    check "$m: compiled" $?
    for form in '' --generic; do
        "$tenon" convert $form "$tmp/$m.mlir" -o "$tmp/written.mlir" >"$tmp/said" 2>&1 && grep -q 'num_replicas = 4' "$tmp/written.mlir" &&
            "$tenon" opt "$tmp/written.mlir" --passes SimulateRanks -o "$tmp/written.py" >"$tmp/said" 2>&1 &&
            "$tenon" verify --as native "$tmp/written.py" "$here/$m.mlir" >"$tmp/said" 2>&1 && grep -q '^same' "$tmp/said"
        check "$m: written and read $form" $?
    done
    "$tenon" run --backend eval "$tmp/$m.mlir" >"$tmp/said" 2>&1
    check "$m: by itself" $?
done
"$tenon" convert "$tmp/replicas.mlir" -o "$tmp/text.py" >"$tmp/said" 2>&1
for op in allreduce reduce_scatter alltoall permute broadcast_from_worker0 allgather rank; do
    grep -q "R.ccl.$op(" "$tmp/text.py" || echo "no R.ccl.$op" >>"$tmp/said"
done
[ ! -s "$tmp/said" ]
check "each collective of one group is the one of ccl" $?
# Collectives over axes of a mesh, with parts of a first rank and means.
cat >"$tmp/mesh.py" <<'END'
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 2), dtype="float32")):
        R.func_attr({"mesh": "data=2,model=2"})
        a = R.ccl.allreduce(x, op_type="avg", axes=["model"])
        b = R.ccl.reduce_scatter(x, num_workers=2, op_type="max", axis=1, axes=["data"])
        c = R.ccl.scatter_from_worker0(x, num_workers=4, axis=0)
        d = R.ccl.rank(axes=["data"])
        e = R.ccl.permute(x, num_workers=2, shift=-1, axes=["model"])
        f = R.ccl.permute(x, num_workers=4, pairs=[[1, 3], [0, 2]])
        g = R.ccl.alltoall(x, num_workers=2, split_axis=0, concat_axis=1, axes=["model"])
        h = R.ccl.broadcast_from_worker0(x, axes=["model"])
        i = R.ccl.allgather(x, num_workers=2, axis=1, axes=["data"])
        return (a, b, c, d, e, f, g, h, i)
END
"$tenon" convert "$tmp/mesh.py" -o "$tmp/mesh.mlir" >"$tmp/said" 2>&1 &&
    "$tenon" opt "$tmp/mesh.py" --passes SimulateRanks -o "$tmp/a.py" >"$tmp/said" 2>&1 &&
    "$tenon" opt "$tmp/mesh.mlir" --passes SimulateRanks -o "$tmp/b.py" >"$tmp/said" 2>&1 &&
    "$tenon" verify --as native "$tmp/a.py" "$tmp/b.py" >"$tmp/said" 2>&1 && grep -q '^same' "$tmp/said"
check "axes of a mesh, written and read" $?
sed '/func_attr/d' "$tmp/mesh.py" >"$tmp/none.py"
"$tenon" convert "$tmp/none.py" -o "$tmp/none.mlir" >"$tmp/said" 2>&1
[ $? = 2 ] && grep -q 'R.ccl.allreduce' "$tmp/said"
check "without a mesh it is refused" $?
echo "$passed passed, $failed failed"
[ $failed = 0 ]
