#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Derivatives that are entries: `grad --mode`, `compile --with`, and the programs of examples/derivatives, which hold
# forces and gains against differences, by C and by LLVM. Forward mode against reverse mode through branches, loops and
# calls: Jacobians of the modules of tests/gradcheck by both.
#
#   derivatives.sh BUILD_FOLDER
set -u
build=$(cd "$1" && pwd)
tests=$(cd "$(dirname "$0")/.." && pwd)
tenon=$build/tenon
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
expect() {
    local want=$1 name=$2
    shift 2
    "$@" >out 2>&1
    local status=$?
    if [ $status -eq "$want" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: exit status $status, not $want"
        head -5 out
    fi
}
says() {
    if grep -qF -- "$1" "${2:-out}"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: no '$1' in"
        head -20 "${2:-out}"
    fi
}

cp "$tests"/../examples/derivatives/* .
by='c'
"$tenon" compile policy.py --by llvm -o probe.o >/dev/null 2>&1 && by='c llvm'
for by in $by; do
    rm -f potential.o policy.o
    expect 0 "the potential by $by" "$tenon" compile potential.py -o potential.o --with vjp,hvp --wrt x --by "$by"
    expect 0 "forces by $by" "${CC:-cc}" forces.c potential.o -lm -o forces
    expect 0 "forces run, by $by" ./forces
    expect 0 "the policy by $by" "$tenon" compile policy.py -o policy.o --with jacobian --wrt state --by "$by"
    expect 0 "gain by $by" "${CC:-cc}" gain.c policy.o -lm -o gain
    expect 0 "gain runs, by $by" ./gain
done

# Only what is asked for is there.
cat >two.py <<'PY'
@I.ir_module
class Module:
    @R.function
    def f(x: R.Tensor((3,), "float32"), i: R.Tensor((), "int64")):
        return (R.exp(x), i)
    @R.function
    def g(x: R.Tensor((2,), "float32")):
        return R.sum(R.sin(x))
PY
expect 0 'one entry and its product' "$tenon" compile two.py -o two.c --function f --with jvp
says 'two_f_jvp_run' two.h
says 'x_tangent' two.h
expect 1 'no other entry' grep -q 'two_g' two.h
expect 1 'no other product' grep -q 'vjp' two.h
expect 0 'all entries' "$tenon" compile two.py -o two.c --with vjp,jacobian
for name in two_f_vjp_run two_f_jacobian_run two_g_vjp_run two_g_jacobian_run; do says $name two.h; done
expect 2 'a Hessian of what is no loss' "$tenon" compile two.py -o two.c --with hvp
says 'no loss to differentiate'
expect 1 'what is no derivative' "$tenon" compile two.py -o two.c --with vjp,grad
says "--with takes vjp, jvp, jacobian and hvp, not 'grad'"
expect 1 '--wrt alone' "$tenon" compile two.py -o two.c --wrt x
expect 2 'no such parameter' "$tenon" compile two.py -o two.c --function f --with vjp --wrt y
says "a parameter of 'f'"
expect 2 'no floats' "$tenon" compile two.py -o two.c --function f --with jvp --wrt i
says "there is no derivative with respect to 'i'"
expect 2 'no such function' "$tenon" compile two.py -o two.c --function h --with jvp

# An external function of CasADi, by an importer of our own.
cat >external.py <<'PY'
@R.function
def main(x: R.Tensor((2, 3), "float64"), u: R.Tensor((2,), "float64"), p: R.Tensor((), "float64")):
    a = R.tanh(x)
    y = R.multiply(R.permute_dims(a), u)
    z = R.multiply(p, R.sum(R.multiply(u, u)))
    return (y, z)
PY
expect 0 'for CasADi' "$tenon" compile external.py --by c -o external.so --with jacobian --wrt x,u --bind casadi
expect 0 'the importer' "${CC:-cc}" "$tests"/cli/casadi.c -lm -ldl -o importer
expect 0 'what it imports' ./importer ./external.so external_main_casadi
says 'x[2x3,6nz] u[2x1,2nz] p[1x1,1nz] -> out_0[3x2,6nz] out_1[1x1,1nz]'
expect 2 'symbolic extents are no matrix' "$tenon" compile "$tests"/gradcheck/scans.py -o scans.c --bind casadi
says '--dim NAME=N'
expect 1 'of LLVM it is none' "$tenon" compile external.py -o external.s --bind casadi
expect 1 'another language' "$tenon" compile external.py -o external.c --bind cobol

# By name of the mode
for mode in forward:g_jvp jvp:g_jvp vjp:g_vjp jacobian:g_jacobian hvp:g_hvp reverse:g_adjoint; do
    expect 0 "grad --mode ${mode%:*}" "$tenon" grad two.py --of g --mode "${mode%:*}" -o made.py
    says "def ${mode#*:}(" made.py
done
expect 1 'a mode that is none' "$tenon" grad two.py --mode sideways -o made.py
expect 1 'a seed for what has its own' "$tenon" grad two.py --mode jvp --seeded -o made.py
expect 1 'the way of a Jacobian, for a product' "$tenon" grad two.py --mode jvp --jacobian-by forward -o made.py

# Both modes give one Jacobian, and -O2 and machine code what the evaluator does.
for module in branches loops private_functions recurrent scans tuples; do
    file=$tests/gradcheck/$module.py
    for way in forward reverse; do
        expect 0 "$module $way" "$tenon" opt "$file" --passes "WidenFloats,Derivative(jacobian, main, by=$way)" --verify-each -o $way.py
    done
    expect 0 "$module: both ways" "$tenon" verify forward.py reverse.py --function main_jacobian --atol 1e-9 --rtol 1e-9
done

# Symbolic extents, none of one parameter, and blocks that nothing reaches.
cat >sizes.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 3), "float64"), u: R.Tensor(("m",), "float64")):
    n = T.int64()
    m = T.int64()
    a = R.tanh(x)
    b = R.sum(a, axis=0)
    c = R.add(b, R.sum(R.exp(u)))
    return (c, R.multiply(u, u))
PY
for way in forward reverse; do
    expect 0 "symbols $way" "$tenon" grad sizes.py --mode jacobian --jacobian-by $way -o $way.py
    says 'R.zeros(R.shape([m, n, 3])' $way.py
done
for m in 0 1 4; do
    expect 0 "symbols, m=$m" "$tenon" verify forward.py reverse.py --function main_jacobian --dim n=2 --dim m=$m
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
