#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Texts of StableHLO that mean harm: each is accepted or refused within bounds of time, memory and stack, and a refusal says
# what is wrong and where.
#   stablehlo.sh [TENON]
set -u
tenon=$(realpath "${1:-build/tenon}")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# case NAME WANT TEXT: a text on standard input; WANT is 0 or 2, the status; TEXT stands in the report.
case_() {
    local name=$1 want=$2 text=$3 status
    cat >"$tmp/x.mlir"
    (
        ulimit -s 1024
        timeout 60 "$tenon" check "$tmp/x.mlir" >"$tmp/out" 2>&1
    )
    status=$?
    if [ $status = "$want" ] && { [ "$want" = 0 ] || { grep -q 'x.mlir:[0-9]*:[0-9]*: error: ' "$tmp/out" && grep -qF -- "$text" "$tmp/out"; }; }; then
        echo passed >>"$tmp/count"
    else
        echo failed >>"$tmp/count"
        echo "FAILED $name: status $status instead of $want"
        head -c 600 "$tmp/out"
    fi
}
# COUNT times a text
times() { awk -v n="$1" -v t="$2" 'BEGIN { for (i = 0; i < n; i++) printf "%s", t }'; }
# A function's body between its head and end, of one tensor<2xf32> %x
inside() {
    echo 'func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {'
    cat
    echo '  return %x : tensor<2xf32>'
    echo '}'
}

times 100000 '(' | case_ "open brackets" 2 "syntax error"
{ printf 'module attributes {a = '; times 100000 '['; } | case_ "open lists" 2 "nested more than"
{ printf 'module attributes {a = '; times 100000 '{a = '; } | case_ "open dictionaries" 2 "nested more than"
{ printf '!t = '; times 100000 'tuple<'; } | case_ "open tuples" 2 "nested more than"
{ printf 'func.func public @main(%%c: tensor<i1>) -> tensor<i1> {\n'; times 20000 '%0 = "stablehlo.if"(%c) ({
'; } | case_ "open regions" 2 "nested more than"
{ printf 'module attributes {a = #stablehlo.gather<'; times 100000 'a = #stablehlo.gather<'; } | case_ "attributes in attributes" 2 "nested more than"
{ printf 'module attributes {a = '; times 100000 '<'; } | case_ "attributes of no name" 2 "never closed"
# A call that stands for an operation, whose operands make no sense: $1 what it says, then the operands' types and its own.
named() {
    echo "  %k = stablehlo.constant dense<$2> : $3"
    echo "  %0:2 = stablehlo.custom_call @stablehlo.$1(%$4, %k) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2x$5>, $3) -> (tensor<?x$5>, tensor<?xi32>)"
}
named dynamic_top_k -1 "tensor<i64>" x f32 | inside | case_ "the -1 greatest" 2 "the -1 greatest of 2 elements"
named dynamic_top_k 3 "tensor<i64>" x f32 | inside | case_ "the 3 greatest of 2" 2 "the 3 greatest of 2 elements"
named dynamic_top_k 0 "tensor<2xi64>" x f32 | inside | case_ "a vector of numbers" 2 "is no scalar"
{ echo '  %s = stablehlo.constant dense<1> : tensor<2xui64>'; named dynamic_rng_bit_generator -3 "tensor<1xi64>" s ui64; } | inside | case_ "bits of -3 elements" 2 "dim 0 of its shape is -3"
{ echo '  %s = stablehlo.constant dense<1> : tensor<2xui64>'; named dynamic_rng_bit_generator 4611686018427387904 "tensor<2xi64>" s ui64; } | inside | case_ "bits without end" 2 "overflows"
{
    cat <<'END' | inside
  %c = stablehlo.constant dense<1> : tensor<1xi64>
  %q = stablehlo.constant dense<0> : tensor<1x2xi64>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %z, %c, %c, %c, %c, %q) {called_computations = [@own]} : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<2xf32>
END
    cat <<'END'
func.func private @own(%x: tensor<f32>, %z: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<1> : tensor<1xi64>
  %q = stablehlo.constant dense<0> : tensor<1x2xi64>
  %v = stablehlo.reshape %x : (tensor<f32>) -> tensor<1xf32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%v, %z, %c, %c, %c, %c, %q) {called_computations = [@own]} : (tensor<1xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<1xf32>
  %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}
END
} | case_ "a window whose body is its own caller" 2 "error"
printf 'module {' | case_ "a module that does not end" 2 "the end of the text"
printf 'module { func.func @main(%%x: tensor<2xf32>) -> tensor<2xf32> {' | case_ "a function that does not end" 2 "the end of the text"
printf '%%0 = "' | case_ "a string that does not end" 2 "error"
printf 'func.func @main() {\n  \0\n}\n' | case_ "a zero byte" 2 "error"
printf '' | case_ "nothing" 2 "error" 
inside <<'END' | case_ "a type of 2**62 elements" 2 "error"
  %0 = stablehlo.constant dense<0.0> : tensor<2147483648x2147483648xf32>
END
inside <<'END' | case_ "extents whose product is no number" 2 "error"
  %0 = stablehlo.constant dense<0.0> : tensor<4294967296x4294967296x4294967296xf32>
END
inside <<'END' | case_ "an extent of 30 digits" 2 "error"
  %0 = stablehlo.constant dense<0.0> : tensor<100000000000000000000000000000xf32>
END
inside <<'END' | case_ "a splat of 16 TB" 2 "error"
  %0 = stablehlo.constant dense<0.0> : tensor<4294967296x1024xf32>
END
inside <<'END' | case_ "bytes that do not fit" 2 "bytes"
  %0 = stablehlo.constant dense<"0x00"> : tensor<2xf32>
END
inside <<'END' | case_ "no hexadecimal digit" 2 "hexadecimal"
  %0 = stablehlo.constant dense<"0x0000000g00000000"> : tensor<2xf32>
END
inside <<'END' | case_ "a list of another length" 2 "fewer elements"
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<2xf32>
END
inside <<'END' | case_ "an iota of no stated extent" 2 "dim 0 of its result is open"
  %0 = stablehlo.iota dim = 0 : tensor<?xi32>
END
case_ "windows that the text denies" 2 "where the text says" <<'END'
func.func public @main(%x: tensor<?x12x16xf32>, %w: tensor<4x16x16xf32>) -> tensor<?x24x16xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 2]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x12x16xf32>, tensor<4x16x16xf32>) -> tensor<?x0x16xf32>
  return %0 : tensor<?x24x16xf32>
}
END
case_ "a batching dim far out" 2 "its batching dims" <<'END'
func.func public @main(%x: tensor<3x4xf32>, %i: tensor<3x1xi64>, %u: tensor<3xf32>) -> tensor<3x4xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [4294967296], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<3x1xi64>, tensor<3xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
END
case_ "functions with names of Python's" 0 "" <<'END'
func.func public @None(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func public @lambda(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
END
inside <<'END' | case_ "a resource that is not there" 2 "nowhere"
  %0 = stablehlo.constant dense_resource<nowhere> : tensor<2xf32>
END
inside <<'END' | case_ "a number that is not of its type" 2 "int8"
  %0 = stablehlo.constant dense<1000> : tensor<2xi8>
END
inside <<'END' | case_ "a name that is defined twice" 2 "%0"
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  %0 = stablehlo.add %x, %x : tensor<2xf32>
END
inside <<'END' | case_ "a value before its definition" 2 "%1"
  %0 = stablehlo.add %1, %x : tensor<2xf32>
  %1 = stablehlo.add %x, %x : tensor<2xf32>
END
inside <<'END' | case_ "a million results" 2 "error"
  %0:9999999999 = "stablehlo.optimization_barrier"(%x) : (tensor<2xf32>) -> tensor<2xf32>
END
inside <<'END' | case_ "a function that is not there" 2 "there is no function 'f'"
  %0 = func.call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
END
{
    echo 'func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {'
    echo '  %0 = func.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>'
    echo '  return %0 : tensor<2xf32>'
    echo '}'
    echo 'func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> {'
    echo '  %0 = func.call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>'
    echo '  return %0 : tensor<2xf32>'
    echo '}'
    echo '  %0 = func.call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>' | inside
} | case_ "functions that call each other" 2 "calls itself"
{
    echo 'func.func private @f0(%x: tensor<2xf32>) -> tensor<2xf32> {'
    echo '  return %x : tensor<2xf32>'
    echo '}'
    for i in $(seq 40); do
        echo "func.func private @f$i(%x: tensor<2xf32>) -> tensor<2xf32> {"
        echo "  %0 = func.call @f$((i - 1))(%x) : (tensor<2xf32>) -> tensor<2xf32>"
        echo "  %1 = func.call @f$((i - 1))(%0) : (tensor<2xf32>) -> tensor<2xf32>"
        echo "  %2 = stablehlo.add %0, %1 : tensor<2xf32>"
        echo '  return %2 : tensor<2xf32>'
        echo '}'
    done
    echo '  %0 = func.call @f40(%x) : (tensor<2xf32>) -> tensor<2xf32>' | inside
} | case_ "2**40 calls" 2 "error"
inside <<'END' | case_ "a permutation that is none" 2 "error"
  %0 = stablehlo.transpose %x, dims = [7] : (tensor<2xf32>) -> tensor<2xf32>
END
inside <<'END' | case_ "a slice of a negative step" 2 "error"
  %0 = stablehlo.slice %x [0:2:-1] : (tensor<2xf32>) -> tensor<2xf32>
END
inside <<'END' | case_ "an interior padding of 2**62" 2 "error"
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %z, low = [0], high = [0], interior = [4611686018427387904] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
END
inside <<'END' | case_ "a window of 2**62" 2 "error"
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 4611686018427387904>, window_dilations = array<i64: 4611686018427387904>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
END
inside <<'END' | case_ "gather without sizes" 2 "0 sizes"
  %0 = "stablehlo.gather"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
END
inside <<'END' | case_ "a sort without a comparator" 2 "comparator"
  %0 = "stablehlo.sort"(%x) : (tensor<2xf32>) -> tensor<2xf32>
END
inside <<'END' | case_ "an empty region" 2 "error"
  %0 = "stablehlo.map"(%x) ({}) : (tensor<2xf32>) -> tensor<2xf32>
END
inside <<'END' | case_ "an empty loop" 2 "error"
  %0 = "stablehlo.while"(%x) ({}, {}) : (tensor<2xf32>) -> tensor<2xf32>
END
inside <<'END' | case_ "programs that are no functions" 2 "there is no function"
  %0 = "interpreter.run_parallel"(%x) {programs = [[@nothing]]} : (tensor<2xf32>) -> tensor<2xf32>
END
inside <<'END' | case_ "programs in no list" 2 "programs"
  %0 = "interpreter.run_parallel"(%x) {programs = @main} : (tensor<2xf32>) -> tensor<2xf32>
END
{
    echo 'func.func private @p(%x: tensor<2xf32>, %t: !stablehlo.token) -> tensor<2xf32> {'
    echo '  %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)'
    echo '  return %0#0 : tensor<2xf32>'
    echo '}'
    inside <<'END'
  %t = stablehlo.create_token : !stablehlo.token
  %0 = "interpreter.run_parallel"(%x, %t) {programs = [[@p]]} : (tensor<2xf32>, !stablehlo.token) -> tensor<2xf32>
END
} | case_ "a program that waits for ever" 2 "wait for each other"
{
    echo 'func.func private @p(%x: tensor<2xf32>) -> tensor<2xf32> {'
    echo '  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 9223372036854775807]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<4xf32>'
    echo '  return %x : tensor<2xf32>'
    echo '}'
    echo '  %0 = "interpreter.run_parallel"(%x) {programs = [[@p]]} : (tensor<2xf32>) -> tensor<2xf32>' | inside
} | case_ "a group with a process that does not exist" 2 "does not exist"
inside <<'END' | case_ "a scan of segments past its operands" 2 "'operandSegmentSizes' is no pair"
  %0:2 = "chlo.scan"(%x, %x) <{dimension = 0 : i64, operandSegmentSizes = array<i32: -1, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<2xf32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<2xf32>
  }) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
END
inside <<'END' | case_ "a scan along a dim that is not there" 2 "'dimension' 9 of rank 1"
  %0:2 = chlo.scan(%x) inits(%x) dimension=9 {
  ^bb0(%a: tensor<f32>, %b: tensor<2xf32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<2xf32>
  } : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
END
inside <<'END' | case_ "a scan of nothing that does not say how often" 2 "how often it runs"
  %0 = chlo.scan() inits(%x) dimension=0 {
  ^bb0(%b: tensor<2xf32>):
    stablehlo.return %b : tensor<2xf32>
  } : (tensor<2xf32>) -> tensor<2xf32>
END
inside <<'END' | case_ "a scan without a body" 2 "its body takes another number of values"
  %0 = stablehlo.custom_call @chlo.scan(%x) {mhlo.attributes = {operandSegmentSizes = [1, 0]}} : (tensor<2xf32>) -> tensor<2xf32>
END
inside <<'END' | case_ "a selection among three" 2 "its body takes 3 values instead of 2"
  %z = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %x, %z) <{window_dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>):
    %d = stablehlo.compare LE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %d : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %d = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }) : (tensor<2xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
END
inside <<'END' | case_ "a map that returns nothing" 2 "its body returns 0 values instead of 1"
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    "stablehlo.return"() : () -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
END
inside <<'END' | case_ "a comparator that begins with an operation of one operand" 2 "its body returns float32 instead of i1"
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    %d = stablehlo.compare EQ, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %e = stablehlo.compare NE, %b, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %f = stablehlo.and %d, %e : tensor<i1>
    %g = stablehlo.or %c, %f : tensor<i1>
    stablehlo.return %a : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
END
inside <<'END' | case_ "a ragged product of dims that are not there" 2 "the left operand has no ragged dim"
  %0 = "chlo.ragged_dot"(%x, %x, %x) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [1]>}> : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
END
inside <<'END' | case_ "a ragged product without groups" 2 "the right operand has no dim of groups"
  %n = stablehlo.constant dense<[1, 1]> : tensor<2xi32>
  %0 = "chlo.ragged_dot"(%x, %x, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [0], rhs_group_dimensions = [7]>}> : (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
END
inside <<'END' | case_ "sizes of groups of other extents" 2 "sizes of groups of 3, where the extent is 2"
  %n = stablehlo.constant dense<[1, 1, 0]> : tensor<3xi32>
  %0 = "chlo.ragged_dot"(%x, %x, %n) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2xf32>, tensor<2xf32>, tensor<3xi32>) -> tensor<2xf32>
END
inside <<'END' | case_ "an extent set past its bound" 2 "a size of 3, where the extent is 2"
  %n = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<2xf32>, tensor<i32>) -> tensor<3xf32>
END
inside <<'END' | case_ "random numbers of a negative extent" 2 "error"
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<-3> : tensor<1xi64>
  %0 = stablehlo.rng %a, %a, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
END
inside <<'END' | case_ "random numbers in a loop" 2 "random numbers in the body of a loop"
  %n = stablehlo.constant dense<2> : tensor<1xi64>
  %0 = stablehlo.while(%a = %x) : tensor<2xf32> cond {
    %t = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.rng %z, %z, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }
END
inside <<'END' | case_ "an asynchronous call whose body takes more than it is given" 2 "takes more than its operands"
  %0 = "stablehlo.async_start"() ({
  ^bb0(%a: tensor<2xf32>):
    stablehlo.return %a : tensor<2xf32>
  }) : () -> !stablehlo.future<tensor<2xf32>>
END
{ printf '!t = '; times 100000 '!stablehlo.future<'; } | case_ "futures of futures" 2 "nested more than"
{
    echo 'func.func private @p(%t: !stablehlo.token) -> tensor<2xf32> {'
    echo '  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)'
    echo '  return %0#0 : tensor<2xf32>'
    echo '}'
    echo '  %t = stablehlo.create_token : !stablehlo.token
  %0 = "interpreter.run_parallel"(%t) {programs = [[@p]], infeed = []} : (!stablehlo.token) -> tensor<2xf32>' | inside
} | case_ "a feed that is empty" 2 "nothing is left to feed"
inside <<'END' | case_ "a probe that is not there" 2 "no probe 'p' of number 1"
  %0 = interpreter.probe %x, probe_id = "p" : tensor<2xf32>
  check.expect_serialized_eq %0, probe_id = "p", iter = 1 : tensor<2xf32>
END
{
    echo 'func.func public @main(%x: tensor<2xf32>) -> tensor<2xf32> {'
    awk 'BEGIN { print "  %0 = stablehlo.add %x, %x : tensor<2xf32>"
        for (i = 1; i < 100000; i++) printf "  %%%d = stablehlo.add %%%d, %%x : tensor<2xf32>\n", i, i - 1 }'
    echo '  return %99999 : tensor<2xf32>'
    echo '}'
} | case_ "100000 operations" 0 ""
inside < <(times 200000 '  "x.y"() : () -> ()
') | case_ "200000 operations that nobody knows" 2 "x.y"
inside < <(printf '  %%0 = stablehlo.constant dense<['; times 2000000 '1.25,'; printf '1.25]> : tensor<2000001xf32>\n') | case_ "2 million numbers" 0 ""
{
    awk 'BEGIN {
        print "func.func public @main() -> tensor<1xi32> {"
        for (i = 0; i < 20000; i++) printf "  %%%d = stablehlo.constant dense_resource<w%d> : tensor<1xi32>\n", i, i
        print "  return %0 : tensor<1xi32>\n}\n{-#\n  dialect_resources: {\n    builtin: {"
        for (i = 0; i < 20000; i++) printf "      w%d: \"0x0400000001000000\",\n", i
        print "      z: \"0x0400000001000000\"\n    }\n  }\n#-}" }'
} | case_ "20000 resources" 0 ""
inside < <(printf '  %%0 = stablehlo.constant dense<"0x'; times 500000 '0000803F'; printf '0000803g"> : tensor<500001xf32>\n') | case_ "a digit that is none, far in" 2 "found: 3g"
inside < <(printf '  %%0 = stablehlo.constant dense<"0x'; times 500000 '0000803F') | case_ "4 million digits without an end" 2 "error"
inside < <(printf '  %%0 = stablehlo.constant dense<['; times 700000 '1.25,\n'; printf '1.25,]> : tensor<700001xf32>\n') | case_ "a list that lacks its last number" 2 "error"
passed=$(grep -c passed "$tmp/count") failed=$(grep -c failed "$tmp/count")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
