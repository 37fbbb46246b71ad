#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Programs as JAX prints them (verbs/), through each verb that takes a module.
#   verbs.sh [TENON]
set -u
tenon=$(realpath "${1:-build/tenon}")
here=$(cd "$(dirname "$0")" && pwd)/verbs
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
# did WHAT COMMAND...: it ends with 0
did() {
    local what=$1
    shift
    "$@" >"$tmp/said" 2>&1
    check "$what" $?
}
# same WHAT ARGUMENTS...: verify says so
same() {
    local what=$1
    shift
    "$tenon" verify "$@" >"$tmp/said" 2>&1 && grep -q '^same' "$tmp/said"
    check "$what" $?
}
# refused WHAT TEXT COMMAND...: with 2, and the text
refused() {
    local what=$1 text=$2
    shift 2
    "$@" >"$tmp/said" 2>&1
    [ $? = 2 ] && grep -qF -- "$text" "$tmp/said"
    check "$what" $?
}

has_llvm=
"$tenon" verify --help | grep -q 'eval|c|llvm' && has_llvm=1
for f in "$here"/*.mlir; do
    m=$(basename "$f" .mlir)
    dims=
    grep -q 'public.*tensor<?x' "$f" && dims='--dim d0=6'
    did "$m: check" "$tenon" check "$f"
    did "$m: inspect" "$tenon" inspect "$f"
    [ -z "$has_llvm" ] || same "$m: machine code" $dims --as native "$f"
    same "$m: C" $dims --backend c --as native "$f"
    for form in '' --generic; do
        did "$m: convert $form" "$tenon" convert $form "$f" -o "$tmp/$m.mlir"
        same "$m: written $form" $dims --as native "$f" "$tmp/$m.mlir"
    done
    did "$m: opt" "$tenon" opt -O2 "$f" -o "$tmp/$m.py"
    same "$m: optimized" $dims --as native "$f" "$tmp/$m.py"
    did "$m: text" "$tenon" convert "$f" -o "$tmp/text.py"
    did "$m: equal" "$tenon" equal "$f" "$tmp/text.py"
    did "$m: report" "$tenon" report $dims "$f" -o "$tmp/$m.html"
    did "$m: run" "$tenon" run $dims --backend eval "$f"
    did "$m: C99" "$tenon" compile $dims "$f" -o "$tmp/$m.c"
done
# The gradients that JAX computed beside the loss, and those of the loss that are made here.
did "a convolutional network, differentiated" "$tenon" grad --wrt arg1,arg2,arg3 --target 0 "$here/step.mlir" -o "$tmp/grad.py"
sed -n '/def main_adjoint/,$p' "$tmp/grad.py" >"$tmp/adjoint"
for k in 1 2; do
    echo '@I.ir_module' && echo 'class Module:' && echo '    @R.function'
    sed 's/return ((\([^,()]*\), \([^()]*\)), (\([^()]*\)))/return (\'$((k + 1))')/; s/^        ) -> .*:$/        ):/' "$tmp/adjoint"
done | awk -v to="$tmp/side" '/@I.ir_module/ { n++ } { print >(to n ".py") }'
same "its gradients" --function main_adjoint "$tmp/side1.py" "$tmp/side2.py"
refused "a loop without a bound" "while_loop" "$tenon" grad --seeded "$here/decode.mlir"
did "the three greatest, differentiated" "$tenon" grad --seeded "$here/topk.mlir" -o "$tmp/topk_grad.mlir"
refused "an extent that is odd" "b = 3 is not even: 1 is left" "$tenon" run --dim d0=3 --backend eval "$here/exported.mlir"
[ -z "$has_llvm" ] || refused "the same, compiled" "is not even" "$tenon" run --dim d0=3 --backend llvm "$here/exported.mlir"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
