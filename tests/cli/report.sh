#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon report: the page's bytes and size, what its data say, names that are no harm; and in a browser what is clicked,
# searched and unfolded, where there is one (Debian's chromium) with node.
#
#   report.sh BUILD_FOLDER [MODELS_FOLDER]
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
tenon=$build/tenon
models=$(cd "${2:-/}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export TENON_CACHE=$work/cache
passed=0 failed=0
ok() { passed=$((passed + 1)); }
bad() {
    echo "FAILED $*"
    failed=$((failed + 1))
}
expect() {
    local want=$1 name=$2
    shift 2
    "$@" >out 2>&1
    local status=$?
    if [ $status -eq "$want" ]; then ok; else bad "$name: exit status $status, not $want: $(head -3 out)"; fi
}
has() { if grep -qF -e "$2" "$1"; then ok; else bad "$3: no '$2'"; fi; }
hasnot() { if grep -qF -e "$2" "$1"; then bad "$3: '$2' stands there"; else ok; fi; }

# Rules of several kinds apply; two blocks look the same.
cat >net.py <<'PY'
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 8), "float32"), w: R.Tensor((8, 8), "float32"), p: R.Tensor((), "bool")) -> R.Tensor((2, 8), "float32"):
        a = R.reshape(R.reshape(x, (16,)), (2, 8))
        b = R.permute_dims(R.permute_dims(a))
        c = R.nn.relu(R.nn.relu(b))
        d1 = R.matmul(c, w)
        e1 = R.nn.softmax(d1)
        f1 = R.tanh(R.add(e1, c))
        d2 = R.matmul(f1, w)
        e2 = R.nn.softmax(d2)
        f2 = R.tanh(R.add(e2, f1))
        d3 = R.matmul(f2, w)
        e3 = R.nn.softmax(d3)
        f3 = R.tanh(R.add(e3, f2))
        unused = R.exp(f3)
        if p:
            g = R.negative(f3)
        else:
            g = R.exp(f3)
        h = R.add(g, R.const(1.0, "float32"))
        return h
PY

expect 0 "a report" "$tenon" report net.py -o net.html
mkdir else && cp net.py else/
expect 0 "from another folder" "$tenon" report else/net.py -o again.html
if cmp -s net.html again.html; then ok; else bad "the bytes are others the second time"; fi
has net.html '"ReshapeReshape"' "rules that applied"
has net.html '"DeadCodeElimination"' "passes"
for attribute in 'src=' 'href=' 'http:' 'https:' '@import' 'url(h'; do
    # but for the name space of SVG, which nothing fetches
    grep -v 'www.w3.org/2000/svg' net.html >bare.html
    hasnot bare.html "$attribute" "the page needs something else"
done
expect 0 "as it stands" "$tenon" report net.py -O 0 -o none.html
hasnot none.html '"ReshapeReshape"' "no pass ran"
expect 0 "without one rule" "$tenon" report net.py --skip ReshapeReshape -o skip.html
hasnot skip.html '"ReshapeReshape"' "the rule was left out"
expect 0 "why not" "$tenon" report net.py --why-not ConcatNested -o why.html
has why.html '"answers":[["ConcatNested","' "why not"
expect 2 "why not, of no rule" "$tenon" report net.py --why-not ConcatNestet -o no.html
has out "ConcatNested" "the rule that may be meant"
expect 0 "no texts" "$tenon" report net.py --texts 1 -o small.html
if grep -qE '"unrecorded":[1-9]' small.html; then ok; else bad "steps without text are not counted"; fi
"$tenon" opt net.py -O2 -o other.py
expect 0 "two modules" "$tenon" report net.py other.py -o two.html
has two.html '"other":"other.py"' "the other's name"
expect 0 "to standard output" "$tenon" report net.py
cat >host.py <<'PY'
@R.function
def main(x: R.Tensor(dtype="float32")):
    y = R.exp(x)
    return y
PY
expect 0 "what has no plan" "$tenon" report host.py -o host.html
hasnot host.html '"planless":null' "why there is no plan"

# Names tell variables apart, in the graphs and in the texts of steps; the module keeps its own.
cat >twice.py <<'PY'
@R.function
def main(x: R.Tensor((4, 4), dtype="float32")):
    with R.dataflow():
        a = R.nn.relu(R.nn.relu(x))
        b = R.exp(R.nn.relu(R.nn.relu(R.abs(a))))
        R.output(b)
    return b
PY
cat >once.py <<'PY'
@R.rewriter
class ReluOnce:
    @R.function
    def pattern(x: R.Tensor):
        return R.nn.relu(R.nn.relu(x))
    @R.function
    def replacement(x):
        return R.nn.relu(x)
PY
expect 0 "names" "$tenon" report twice.py -O 0 --rules once.py -o names.html
names=$(python3 - <<'PY'
import json, re
page = open("names.html", encoding="utf-8").read()
data = json.loads(re.search(r'id="data"[^>]*>(.*?)</script>', page, re.S)[1])
for graph in data["graphs"]:
    names = [n[4] for n in graph if n[0] in (0, 1)]
    assert len(names) == len(set(names)) > 3, names
steps = [s for s in data["steps"] if s[0] == "ReluOnce"]
assert len(steps) == 2, steps
made = []
for _, _, _, before, after in steps:
    first, second = (re.match(r"(\w+): .* = R.nn.relu\((\w+)\)$", line).groups() for line in before.split("\n"))
    new = re.match(r"(\w+): .* = R.nn.relu\((\w+)\)$", after).groups()
    assert second[1] == first[0] and new[1] == first[1] and new[0] == second[0], (before, after)
    made += [first[0], second[0]]
assert len(made) == len(set(made)), made
after = [n[4] for n in data["graphs"][1]]
assert made[1] in after and made[3] in after and made[0] not in after, after
print("good")
PY
)
if [ "$names" = good ]; then ok; else bad "names of variables"; fi

# The scopes of ONNX's nodes are names of groups.
python3 - <<'PY'
def key(field, wire): return bytes([field << 3 | wire])
def size(n): return bytes([n & 127 | 128, n >> 7]) if n > 127 else bytes([n])
def put(field, data): return key(field, 2) + size(len(data)) + data
shape = put(2, b"".join(put(1, key(1, 0) + size(d)) for d in (2, 3)))
def value(n): return put(1, n) + put(2, put(1, key(1, 0) + b"\x01" + shape))
nodes, now = [], b"x"
for layer in range(6):
    for op in ("Relu", "Exp", "Neg", "Abs", "Sin", "Cos", "Tanh", "Sigmoid"):
        out = f"v{len(nodes)}".encode()
        nodes.append(put(1, put(1, now) + put(2, out) + put(3, f"/net/layer.{layer}/{op}".encode()) + put(4, op.encode())))
        now = out
graph = b"".join(nodes) + put(2, b"g") + put(11, value(b"x")) + put(12, value(now))
parts = [graph[:]]
def long(n):
    out = b""
    while n > 127: out, n = out + bytes([n & 127 | 128]), n >> 7
    return out + bytes([n])
model = key(1, 0) + b"\x08" + put(8, put(1, b"") + key(2, 0) + b"\x0d") + key(7, 2) + long(len(graph)) + graph
open("scopes.onnx", "wb").write(model)
PY
expect 0 "scopes" "$tenon" report scopes.onnx -O 0 -o scopes.html
for layer in 0 3 5; do has scopes.html "\"/net/layer.$layer ($((layer + 1)) of 6)\"" "the scope of a block"; done

# Names stand in JSON strings only, and in the title as text.
cp net.py "<img src=x onerror=window.hacked=1>&'.py"
expect 0 "a file's name" "$tenon" report "<img src=x onerror=window.hacked=1>&'.py" -o name.html
hasnot name.html '<img' "a file's name is markup"
evil='</script><script>window.hacked=1</script>"'"'"'&<!--'
python3 - "$evil" <<'PY'
import sys
# An ONNX model with one node, written field by field: the node and what it makes have the name.
def key(field, wire): return bytes([field << 3 | wire])
def size(n): return bytes([n & 127 | 128, n >> 7]) if n > 127 else bytes([n])
def put(field, data): return key(field, 2) + size(len(data)) + data
name = (sys.argv[1] + " \u2028\u202e\u00e9").encode()
shape = put(2, b"".join(put(1, key(1, 0) + size(d)) for d in (2, 3)))
def value(n): return put(1, n) + put(2, put(1, key(1, 0) + b"\x01" + shape))
node = put(1, b"x") + put(2, name) + put(3, name) + put(4, b"Relu")
tail = put(1, name) + put(2, b"y") + put(4, b"Exp")
graph = put(1, node) + put(1, tail) + put(2, b"g") + put(11, value(b"x")) + put(12, value(b"y"))
open("evil.onnx", "wb").write(key(1, 0) + b"\x08" + put(8, put(1, b"") + key(2, 0) + b"\x0d") + put(7, graph))
PY
expect 0 "a hostile name" "$tenon" report evil.onnx -O 0 -o evil.html
has evil.html 'window.hacked=1' "the name is there"
hasnot evil.html '<script>window' "the name is markup"
if [ "$(grep -c '</script>' evil.html)" -eq 2 ]; then ok; else bad "the name ends the script"; fi

# The UNet of 1,352 bindings: the page's size, and its time without that of the process.
"$build"/examples/sd_unet >unet.py
cat >unet-rules.py <<'PY'
@R.rewriter
class SiluParts:
    @R.function
    def pattern(x: R.Tensor):
        return R.nn.silu(x)
    @R.function
    def replacement(x: R.Tensor):
        return R.multiply(x, R.sigmoid(x))

@R.rewriter
class GeluParts:
    @R.function
    def pattern(x: R.Tensor(dtype="float32")):
        return R.nn.gelu(x)
    @R.function
    def replacement(x: R.Tensor(dtype="float32")):
        e = R.erf(R.multiply(x, R.const(0.70710678, "float32")))
        return R.multiply(R.multiply(x, R.const(0.5, "float32")), R.add(e, R.const(1.0, "float32")))
PY
before=$(awk '{ print $16 + $17 }' /proc/$$/stat)
expect 0 "the UNet" "$tenon" report unet.py -O2 --rules unet-rules.py -o unet.html
after=$(awk '{ print $16 + $17 }' /proc/$$/stat)
bytes=$(wc -c <unet.html) ms=$(((after - before) * 10))
if [ "$bytes" -lt 3000000 ]; then ok; else bad "the UNet's page has $bytes bytes"; fi
# A build for tests is slower than a release, and a busy machine than an idle one.
if [ "$ms" -lt 2000 ]; then ok; else bad "the UNet's page takes $ms ms of processor time"; fi
echo "the UNet's page: $bytes bytes, $ms ms of processor time"

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -n "$chromium" ] && command -v node >/dev/null; then
    # A long chain is folded from the start; a real model: every rule that fired.
    { printf '@R.function\ndef main(x0: R.Tensor((4,), "float32")):\n'
      awk 'BEGIN { for (i = 0; i < 5000; i++) printf "    x%d = R.%s(x%d)\n", i + 1, i * i % 7 < 3 ? "exp" : i % 3 ? "tanh" : "negative", i; print "    return x5000" }'; } >long.py
    expect 0 "a long chain" "$tenon" report long.py -O 0 -o long.html
    set --
    for model in "$models"/mobilenet*.onnx "$models"/unet_tiny*.onnx; do
        [ -f "$model" ] || continue
        name=$(basename "$model").html
        expect 0 "$name" "$tenon" report "$model" -o "$name"
        set -- "$@" -- "$name" rules most=15
    done
    timeout 300 node "$here/report_browser.mjs" "$chromium" net.html click rules panels -- two.html panels click \
        -- unet.html click rules most=30 -- host.html panels -- name.html click -- long.html most=20 click \
        -- evil.html "hostile=[$(printf '%s' "$evil" | sed 's/\\/\\\\/g; s/"/\\"/g; s/^/"/; s/$/"/')]" "$@" >seen 2>&1
    grep -v '^ok ' seen && failed=$((failed + $(grep -vc '^ok ' seen)))
    passed=$((passed + $(grep -c '^ok ' seen)))
    has seen "ok unet.html rules: 2 rules found, 63 applications" "each rule that fired in the UNet is found by searching"
    [ "$(grep -c '^ok ' seen)" -ge 13 ] || bad "the browser stopped early: $(tail -3 seen)"
    grep -E 'most:|rules:' seen
else
    echo "no chromium, or no node: what the page does is not tried"
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
