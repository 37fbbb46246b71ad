#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tests/rewrite/rules.sh TENON [COUNT]: every built-in rule passes its differential test, every wrong rule fails it.
set -u
cd "$(dirname "$0")/../.."
tenon=$1 count=${2:-60}
out=$(mktemp)
trap 'rm -f "$out"*' EXIT
passed=0 failed=0

# result NAME STATUS
result() {
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1"
    fi
}

"$tenon" rules test --count "$count" >"$out"
result "the built-in rules pass" $?
grep -v ' compared (.* drawn)$' "$out"
passed=$((passed + $(grep -c ' compared (.* drawn)$' "$out")))

for rule in $("$tenon" rules list tests/rewrite/wrong_rules.py | awk '{print $1}'); do
    "$tenon" rules test tests/rewrite/wrong_rules.py --rule "$rule" --count 300 >"$out"
    status=$?
    [ $status = 3 ] && grep -q "^$rule: .*: WRONG$" "$out" && grep -q '^# before$' "$out"
    result "$rule is not found to be wrong (exit status $status)" $?
done
# Patterns of which no module can be drawn: many operands at least, one that only takes the rest of its arguments.
cat >"$out" <<'PY'
@R.rewriter
class TooMany:
    @R.function
    def pattern(ws: R.Many(R.Tensor, min=2147483648), axis):
        return R.concat([R.exp(w) for w in ws], axis=axis)

    @R.function
    def replacement(ws, axis):
        return R.exp(R.concat(ws, axis=axis))


@R.rewriter
class Printed:
    @R.function
    def pattern(x: R.Tensor):
        return R.logical_not(R.print(x))

    @R.function
    def replacement(x):
        return x


@R.rewriter
class NoneAsOperand:
    @R.function
    def pattern(x: R.Tensor, y: R.Tensor):
        m = R.prod(x, y)
        return R.minimum(m, y)

    @R.function
    def replacement(x):
        return x
PY
"$tenon" rules test --count 1 "$out" >"$out.told" 2>&1
[ $? -le 3 ] && ! grep -qE 'error|fault' "$out.told" && [ "$(grep -c 'no module was found' "$out.told")" = 3 ]
result "patterns of which no module can be drawn: $(head -c 300 "$out.told")" $?
rm -f "$out.told"
# A rule that grows without end is told as one whose test failed, and is not counted as right.
cat >"$out" <<'PY'
@R.rewriter
class Grow:
    @R.function
    def pattern(x: R.Tensor):
        return R.exp(x)

    @R.function
    def replacement(x):
        return R.add(R.exp(x), R.exp(R.exp(x)))
PY
"$tenon" rules test "$out" >"$out.told" 2>"$out.err"
[ $? = 2 ] && grep -q "^1 rules: 0 right, .*, 1 whose test failed$" "$out.told" && grep -q "rule 'Grow' makes more" "$out.err"
result "a rule that grows: $(head -c 300 "$out.told")" $?
rm -f "$out.told" "$out.err"
# What differs by rounding alone gets a hint; what is wrong does not.
cat >"$out" <<'PY'
@R.rewriter
class SumSum:
    @R.function
    def pattern(x: R.Tensor):
        return R.sum(R.sum(x, axis=0))

    @R.function
    def replacement(x):
        return R.sum(x)
PY
"$tenon" rules test "$out" >"$out.err"
[ $? = 3 ] && grep -q '^help: the results differ by rounding alone; .*`approximate = True`' "$out.err"
result "SumSum gets no hint at approximate" $?
"$tenon" rules test tests/rewrite/wrong_rules.py --rule BadBroadcast >"$out.err"
[ $? = 3 ] && ! grep -q '^help:' "$out.err"
result "BadBroadcast gets a hint" $?
"$tenon" rules test tests/rewrite/wrong_rules.py --rule DroppedAttribute >"$out.err"
[ $? = 3 ] && ! grep -q '^help:' "$out.err"
result "DroppedAttribute gets a hint" $?

# An attribute may depend on whether a value is a weight; while a module is drawn, that is not settled.
cat >"$out" <<'PY'
@R.rewriter
class TwiceNegative:
    def pattern(x: R.Tensor):
        return R.negative(R.negative(R.sum(x, axis=[0], keepdims=R.is_weight(x))))

    def replacement(x):
        return R.sum(x, axis=[0], keepdims=R.is_weight(x))
PY
"$tenon" rules test "$out" --count 50 >"$out.err"
[ $? = 0 ] && grep -q '^1 rules: 1 right' "$out.err"
result "a rule whose attribute is R.is_weight is not tested" $?

# What was drawn for an operator's attributes is told.
"$tenon" rules test --rule ScaleAfterConv --coverage --count 200 >"$out"
grep -qE '^  R.nn.conv1d groups: .*2' "$out" && grep -qE '^  R.nn.conv3d strides: .*\[[1-3], [1-3], [1-3]\], ' "$out"
result "--coverage does not list groups and strides" $?

# Operators of one's own.
cat >"$out.ops" <<'PY'
@R.operator("my.double")
def double(x: R.Tensor):
    return R.add(x, x)
PY
cat >"$out" <<'PY'
@R.rewriter
class DoubleOfMinus:
    @R.function
    def pattern(x: R.Tensor):
        return R.my.double(R.negative(x))

    @R.function
    def replacement(x):
        return R.negative(R.my.double(x))


@R.rewriter
class DoubleOfExp:
    @R.function
    def pattern(x: R.Tensor):
        return R.my.double(R.exp(x))

    @R.function
    def replacement(x):
        return R.exp(R.my.double(x))
PY
"$tenon" rules test "$out" --operators "$out.ops" >"$out.err"
[ $? = 3 ] && grep -q '^DoubleOfMinus: 100 modules .*drawn)$' "$out.err" && grep -q '^DoubleOfExp: .*: WRONG$' "$out.err"
result "rules test does not know --operators" $?
[ "$("$tenon" rules list "$out" --operators "$out.ops" | wc -l)" = 2 ]
result "rules list does not know --operators" $?
"$tenon" rules list "$out" 2>/dev/null
[ $? = 2 ]
result "rules list knows operators that nobody gave" $?
"$tenon" rules list "$out" --operators "$out.none" 2>/dev/null
[ $? = 5 ]
result "--operators of a file that is not there" $?

# More candidates for a second result than a match may try: given up, counted and said.
cat >"$out" <<'PY'
@R.rewriter
class TwoResults:
    @R.function
    def pattern(x: R.Tensor):
        a = R.exp(x)
        b = R.tanh(x)
        R.require(R.uses(b) > 100)
        return (a, b)

    @R.function
    def replacement(x):
        return (R.sin(x), R.cos(x))
PY
{
    printf '@R.function\ndef main(x: R.Tensor((2,), "float32")):\n    with R.dataflow():\n        a = R.exp(x)\n'
    for i in $(seq 1200); do echo "        b$i = R.tanh(x)"; done
    printf '        R.output(a, b1)\n    return (a, b1)\n'
} >"$out.py"
"$tenon" opt "$out.py" --rules "$out" --rule-stats -o "$out.out.py" 2>"$out.err"
result "a rule that runs out of fuel is no failure" $?
grep -q "warning: rule 'TwoResults' was given up at 1 of its places" "$out.err"
result "a rule that runs out of fuel is said" $?
grep -q 'TwoResults; gave up 1 times' "$out.err"
result "a rule that runs out of fuel is counted" $?

[ "$passed" -ge 10 ] || result "hardly a rule was tested" 1
# A number without a name of its operator is drawn, and matched by nothing.
cat >"$out.py" <<'END'
@R.rewriter
class Number:
    def pattern(x: R.Tensor):
        return R.subtract(R.number(_, _), x)
    replacement = R.negative(x)
END
timeout 120 "$tenon" rules test --count 5 "$out.py" >"$out.told" 2>&1
[ $? -le 3 ] && grep -q 'no module was found' "$out.told"
result "a number of an operator that the rule does not name: $(tail -n 1 "$out.told")" $?
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
