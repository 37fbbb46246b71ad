#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What nobody changed is written as it was read: ONNX 1.22's node tests and the real models, read and written.
#
#   keep.sh BUILD_FOLDER
#
# How many come back with all nodes, initializers, inputs, outputs and the opset as they were, and how many have more
# nodes than before (Constants do not count); the bounds below are what was reached. Real models, simplified: never more
# nodes, convolutions or clips than the file has, and what was made has names of the file.
set -u
count=0
here=$(cd "$(dirname "$0")" && pwd)
tenon=$(realpath "$1/tenon") compare=$(realpath "$1/tests/tenon-test")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# check NAME COMMAND...: it succeeds
check() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
    fi
}

# Of every EVERYth model: least that are read, and that come back whole; of all (1): these. MORE: most that have more nodes;
# OPSET: most whose opset was raised.
EVERY=${EVERY:-10}
MORE=0 OPSET=0
case $EVERY in
1) READ=1763 SAME=1423 ;;
10) READ=174 SAME=138 ;;
*) READ=$((1763 / EVERY - 2)) SAME=$((1423 / EVERY * 9 / 10)) ;;
esac
# The same of all by opt -O2: most that have more nodes, or another opset.
MORE2=0 OPSET2=0
tar -xJf "$here/suite/onnx-1.22-node.tar.xz" -C "$work" || exit 1
mkdir "$work/out"
for model in "$work"/node/*/model.onnx; do
    name=${model%/model.onnx} name=${name##*/}
    [ $((++count % EVERY)) = 0 ] || continue
    "$tenon" opt -O0 "$model" -o "$work/out/$name.onnx" >"$work/log" 2>&1 && echo "$model $work/out/$name.onnx"
done >"$work/pairs"
"$compare" keep <"$work/pairs" >"$work/told"
read -r n same more opset < <(awk '{ n++; s += $3 + $4 + $5 == 0 && $6 == $7 && $8 == "same" && $9 == "same"
    m += $2 > $1 && $4 > 0; o += $6 != $7 } END { print n + 0, s + 0, m + 0, o + 0 }' "$work/told")
echo "$n of ONNX 1.22's node tests are read and written: $same as they were, $more with more nodes, $opset in another opset"
check "$n are read and written, at least $READ were to be" test "$n" -ge $READ
check "$same are as they were, at least $SAME were to be" test "$same" -ge $SAME
check "$more have more nodes, at most $MORE were to" test "$more" -le $MORE
check "$opset are in another opset, at most $OPSET were to be" test "$opset" -le $OPSET

# Simplified: each node that differs is listed, and no other.
count=0
for model in "$work"/node/*/model.onnx; do
    name=${model%/model.onnx} name=${name##*/}
    [ $((++count % EVERY)) = 0 ] || continue
    "$tenon" opt --changes "$model" -o "$work/out/$name.onnx" >"$work/out/$name.list" 2>"$work/log" &&
        echo "$model $work/out/$name.onnx"
done >"$work/pairs"
"$compare" keep <"$work/pairs" >"$work/told"
listed=0 lists=0
while read -r _ _ gone _ _ _ _ _ _ model; do
    name=${model%/model.onnx} name=${name##*/}
    n=$(tail -n 1 "$work/out/$name.list")
    lists=$((lists + 1)) listed=$((listed + ${n%% *}))
    check "$model: $gone nodes differ, the list says $n" test "${n%% *}" = "$gone"
done <"$work/told"
echo "$lists lists: $listed nodes differ"
read -r more opset < <(awk '{ m += $2 > $1 && $4 > 0; o += $6 != $7 } END { print m + 0, o + 0 }' "$work/told")
check "-O2: $more have more nodes, at most $MORE2 were to" test "$more" -le $MORE2
check "-O2: $opset are in another opset, at most $OPSET2 were to be" test "$opset" -le $OPSET2
check 'lists of nodes that differ' test "$lists" -ge $READ -a "$listed" -ge "$lists"

# nodes FILE [OPERATOR]: how many, without Constant
nodes() {
    "$tenon" inspect --nodes "$1" | awk -v op="${2-}" '$2 != "Constant" && $1 ~ /^[0-9]+$/ && (op == "" ? $2 != "nodes" : $2 == op) { n += $1 }
        END { print n + 0 }'
}
for model in "$here"/real/*.onnx "$here"/../../build/models/*.onnx; do
    [ -f "$model" ] || continue
    name=${model##*/} name=${name%.onnx}
    check "$name: opt" "$tenon" opt "$model" -o "$work/$name.onnx"
    was=$(nodes "$model") is=$(nodes "$work/$name.onnx")
    echo "$name: $was nodes, then $is"
    check "$name: $is nodes, where the file has $was" test "$is" -le "$was" -a "$is" -gt 0
    for op in Conv Clip; do
        check "$name: more of $op" test "$(nodes "$work/$name.onnx" $op)" -le "$(nodes "$model" $op)"
    done
done
check 'ppocr_cls: its HardSigmoids stay' test "$(nodes "$work/ppocr_cls.onnx" HardSigmoid)" = 9

# Names, texts and properties: byte for byte, and with a dim bound the nodes are the same.
for level in -O0 -O2; do
    "$tenon" opt $level "$here/keep/names.onnx" -o "$work/names.onnx"
    check "names.onnx by opt $level is the same file" cmp "$here/keep/names.onnx" "$work/names.onnx"
done
"$tenon" opt --dim N=5 "$here/keep/names.onnx" -o "$work/bound.onnx"
check 'names.onnx with N=5: the same nodes and initializers' grep -q '^3 3 0 0 0 14 14' \
    <(echo "$here/keep/names.onnx $work/bound.onnx" | "$compare" keep)
"$tenon" opt --opset 18 "$here/keep/names.onnx" -o "$work/later.onnx"
check 'names.onnx in opset 18: the same nodes' grep -q '^3 3 0 0 0 14 18' \
    <(echo "$here/keep/names.onnx $work/later.onnx" | "$compare" keep)

# A Resize and a Pad whose sizes and widths the run tells come back, and what stands behind them is optimized; extents
# that are the lesser of two are written in opsets without Min for integers too. What was written gives what the file did.
for opset in 11 13; do
    name=exported_scaled_$opset
    mkdir -p "$work/scaled/$name"
    cp -r "$here/cases/$name/test_data_set_0" "$work/scaled/$name"
    check "$name: opt" "$tenon" opt "$here/cases/$name/model.onnx" -o "$work/scaled/$name/model.onnx"
    for want in 1:Resize 1:Pad 2:Mul; do
        check "$name: $want" test "$(nodes "$work/scaled/$name/model.onnx" "${want#*:}")" = "${want%:*}"
    done
done
check 'scaled by sizes of the run: the same results' grep -qx '2 passed, 0 failed, 0 skipped' \
    <("$tenon" test-onnx "$work/scaled")

# Functions of the model: a call that nothing changed is written as a call, of one that was changed the calls within it;
# what is called comes along, in the file's order.
called() { "$tenon" inspect --nodes "$1" | awk 'NR > 1 { print $2 "=" $1 }' | sort | tr '\n' ' '; }
"$tenon" opt -O0 --changes "$here/keep/calls.onnx" -o "$work/calls.onnx" >"$work/list"
check 'calls: as they were, but for two names' test "$(tail -n 1 "$work/list")" = '2 nodes differ'
check 'calls: these nodes' test "$(called "$work/calls.onnx")" = \
    "$(called "$here/keep/calls.onnx" | sed 's/Sin=2/Sin=1/; s/Identity=1/Identity=2/')"
"$tenon" opt -O2 --changes --verify "$here/keep/calls.onnx" -o "$work/calls2.onnx" >"$work/list" 2>&1
check 'calls: one is changed' grep -qx '/z/Scaled (Scaled): rule MultiplyByOne' "$work/list"
check 'calls: the others are not' grep -qx '3 nodes differ' "$work/list"
check 'calls: what it called stays' grep -q 'stays' "$work/calls2.onnx"
check 'calls: what nobody calls goes' test "$(grep -c 'Unused\|Scaled' "$work/calls2.onnx")" = 0
check 'calls: the same' "$tenon" verify "$here/keep/calls.onnx" "$work/calls2.onnx"
"$tenon" opt -O0 --opset 18 "$here/keep/calls.onnx" -o "$work/calls18.onnx"
check 'calls in opset 18: functions say theirs' test "$(called "$work/calls18.onnx")" = "$(called "$work/calls.onnx")"
# A call that stands for some of its results only beside a node of its body: each name is defined once.
"$tenon" opt -O2 --verify "$here/keep/parts.onnx" -o "$work/parts.onnx" >"$work/list" 2>&1
check 'parts: the same' test $? = 0
check 'parts: a call and a node' test "$(called "$work/parts.onnx")" = 'BatchNormalization=2 Norm=1 Transpose=1 '
check 'parts: it is read' "$tenon" check "$work/parts.onnx"
# The same where the node that is written first gives a result of the file its name (two mutants of files).
for name in results twice; do
    "$tenon" opt -O2 "$here/keep/$name.onnx" -o "$work/$name.onnx" 2>"$work/log"
    check "$name: it is read, and the same" "$tenon" verify "$here/keep/$name.onnx" "$work/$name.onnx"
done

# If, Loop and Scan, with all that is in them; of one that was changed the rest, under its name, and the values that its
# graphs use from around by the names that these have then.
"$tenon" opt -O0 --changes "$here/keep/graphs.onnx" -o "$work/graphs.onnx" >"$work/list"
check 'graphs: as they were' test "$(cat "$work/list")" = '0 nodes differ'
check 'graphs: node for node' grep -q '^10 10 0 0 0 17 17 same' \
    <(echo "$here/keep/graphs.onnx $work/graphs.onnx" | "$compare" keep)
check 'graphs: the same' "$tenon" verify "$here/keep/graphs.onnx" "$work/graphs.onnx"
"$tenon" opt -O2 --changes "$here/keep/graphs.onnx" -o "$work/graphs2.onnx" >"$work/list"
check 'graphs: these differ' cmp "$work/list" - <<'END'
/scaled/Mul (Mul): rule MultiplyByOne
/a/If (If): rule MultiplyByOne -> If
/b/If (If): rule MultiplyByOne -> If
/left/Scan (Scan): rule MultiplyByOne -> Scan
inlined (Twice): rule MultiplyByOne
5 nodes differ
END
for seed in 1 2 3; do
    check 'graphs: simplified, the same' "$tenon" verify --seed $seed "$here/keep/graphs.onnx" "$work/graphs2.onnx"
done
for name in /a_s/Sin /a_e/Exp /b/If /left/Scan /r/If /c_i/If /more/Less; do
    check "graphs: $name keeps its name" grep -qaF "$name" "$work/graphs2.onnx"
done
"$tenon" opt -O0 --opset 18 "$here/keep/graphs.onnx" -o "$work/graphs18.onnx"
check 'graphs in opset 18: the same' "$tenon" verify "$here/keep/graphs.onnx" "$work/graphs18.onnx"
"$tenon" opt -O0 --opset 13 "$here/keep/graphs.onnx" -o "$work/graphs13.onnx"
check 'graphs in opset 13: the same' "$tenon" verify "$here/keep/graphs.onnx" "$work/graphs13.onnx"
"$tenon" opt -O0 --dim N=5 "$here/keep/graphs.onnx" -o "$work/graphs5.onnx"
check 'graphs with N=5: the same' "$tenon" verify --dim N=5 "$here/keep/graphs.onnx" "$work/graphs5.onnx"
check 'graphs with N=5: node for node' grep -q '^10 10 0 0 0 17 17' \
    <(echo "$here/keep/graphs.onnx $work/graphs5.onnx" | "$compare" keep)

# What the file gives as a sequence is a sequence of the same name and type, beside tensors too.
for model in "$work/node/test_split_to_sequence_nokeepdims/model.onnx" "$work/node/test_if_seq/model.onnx"; do
    for level in -O0 -O2; do
        "$tenon" opt $level "$model" -o "$work/sequences.onnx"
        check "$model by opt $level: its outputs are the same" grep -q ' same same ' \
            <(echo "$model $work/sequences.onnx" | "$compare" keep)
        check "$model by opt $level: it is read" "$tenon" check "$work/sequences.onnx"
    done
done
"$tenon" opt -O2 "$here/sequences.onnx" -o "$work/sequences.onnx"
check 'sequences: one is made' test "$(nodes "$work/sequences.onnx" SequenceConstruct)" = 1
check 'sequences: by its name' grep -qa halves "$work/sequences.onnx"
check 'sequences: the same' "$tenon" verify "$here/sequences.onnx" "$work/sequences.onnx"

# Maps are no tensors: what gives them is written as it was, and is computed all the same where it is known.
for level in -O0 -O2; do
    for name in maps maps_other; do
        "$tenon" opt $level "$here/keep/$name.onnx" -o "$work/maps.onnx"
        check "$name by opt $level: node for node, outputs too" grep -q '^\([23]\) \1 0 0 0 17 17 same same' \
            <(echo "$here/keep/$name.onnx $work/maps.onnx" | "$compare" keep)
    done
    check "maps by opt $level: verified" "$tenon" opt $level --verify "$here/keep/maps.onnx" -o "$work/maps.onnx" 2>"$work/log"
    check "sequences by opt $level: verified" "$tenon" opt $level --verify "$work/node/test_if_seq/model.onnx" -o "$work/maps.onnx" 2>"$work/log"
done

# Names of nodes through text: of each that left something there.
through() {
    "$tenon" convert "$1" -o "$work/text.py" && "$tenon" convert "$work/text.py" -o "$work/text.onnx"
}
# Each name of the text's attribute is one in the file.
names_stay() {
    sed -n 's/.*"onnx_nodes": {\([^}]*\)}.*/\1/p' "$work/text.py" | grep -o '": "[^"]*"' | cut -d'"' -f3 | sort -u >"$work/names"
    while read -r node; do grep -qaF -e "$node" "$work/text.onnx" || echo "$node"; done <"$work/names" >"$work/lost"
    check "$1: $(wc -l <"$work/names") names in text, at least $2" test "$(wc -l <"$work/names")" -ge "$2"
    check "$1: at most $3 of them are lost: $(head -5 "$work/lost" | tr '\n' ' ')" test "$(wc -l <"$work/lost")" -le "$3"
}
through "$here/real/blazeface_128.onnx"
names_stay blazeface_128 82 0
through "$here/real/unet_tiny.onnx"
names_stay unet_tiny 13 0
through "$here/keep/graphs.onnx"
names_stay graphs 28 4 # what a branch gives is named after the If

# An optional that a caller may leave empty stays one, and so does what asks for it.
for name in has_element_empty_optional_input has_element_optional_input get_element_optional_tensor; do
    model=$work/node/test_optional_$name/model.onnx
    mkdir "$work/optional"
    cp -r "$work/node/test_optional_$name"/test_data_set_0 "$work/optional"
    check "$name: written" "$tenon" opt -O2 "$model" -o "$work/optional/model.onnx"
    check "$name: node for node, inputs and outputs too" grep -q '^1 1 0 0 0 18 18 same same ' \
        <(echo "$model $work/optional/model.onnx" | "$compare" keep)
    check "$name: what is written passes the test" "$tenon" test-onnx --quiet --backend eval "$work/optional"
    rm -rf "$work/optional"
done

# A OneHot whose depth follows from a weight's extent stays one, in its opset.
"$tenon" opt --changes "$here/keep/one_hot.onnx" -o "$work/one_hot.onnx" >"$work/list"
check 'one_hot: the nodes of the depth go' test "$(tail -n 1 "$work/list")" = '2 nodes differ'
check 'one_hot: two are left' test "$(called "$work/one_hot.onnx")" = 'MatMul=1 OneHot=1 '
check 'one_hot: the same' "$tenon" verify "$here/keep/one_hot.onnx" "$work/one_hot.onnx"

# A Constant of strings is an initializer of strings.
for level in -O0 -O2; do
    "$tenon" opt $level "$here/keep/strings.onnx" -o "$work/strings.onnx"
    check "strings by opt $level: it is read" "$tenon" check "$work/strings.onnx"
    check "strings by opt $level: the same" "$tenon" verify --backend eval "$here/keep/strings.onnx" "$work/strings.onnx"
done

# A body that counts as the Loop does: a node of its own gives what the next counter is.
check 'a counter of its own in a Loop is written' "$tenon" opt -O0 "$here/keep/counter.onnx" -o "$work/counter.onnx"
check 'and read again' "$tenon" check "$work/counter.onnx"
# What a carry becomes has another extent than what it starts with; the body gives it an extent that nothing is said of.
"$tenon" convert "$here/keep/grows.py" -o "$work/grows.onnx"
check 'a carry that grows is read again' "$tenon" verify --backend eval "$here/keep/grows.py" "$work/grows.onnx"

# Who changed a node, and what stands for it.
"$tenon" opt --changes "$here/real/unet_tiny.onnx" -o "$work/unet.onnx" >"$work/list"
check 'a node that a rule removed' grep -qx '/down/down.1/Mul (Mul): rule MultiplyByOne' "$work/list"
check 'a node whose input has another name then' grep -qx '/down/down.1/Add (Add): rule MultiplyByOne -> Add' "$work/list"
check 'a node that the reader knows' grep -qx '/Constant (Constant): reader its value is constant' "$work/list"
"$tenon" opt --changes --json "$here/real/unet_tiny.onnx" -o "$work/unet.onnx" >"$work/list"
check 'as JSON' grep -q '"by": "MultiplyByOne"' "$work/list"
"$tenon" opt --changes -O0 "$here/keep/names.onnx" -o "$work/names.onnx" >"$work/list"
check 'nothing differs' test "$(cat "$work/list")" = '0 nodes differ'
"$tenon" opt --changes "$here/keep/names.onnx" >"$work/list" 2>&1
check '--changes without -o FILE.onnx is refused' test $? = 1
echo "$passed passed, $failed failed"
[ $failed = 0 ]
