#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tenon compile -o NAME.wasm --bind js: the ES module in Node, on types and extents of all kinds and on real models, and the
# page of examples/ in headless Chromium, where there is one. What is not installed is left out, and said.
#
#   bind_js.sh BUILD_FOLDER [MODEL...]       of tests/onnx/real
set -u
. "$(dirname "$0")/checks.sh"
shift
server=
trap '[ -z "$server" ] || kill $server 2>/dev/null; rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- rnn_gru blazeface_128 unet_tiny

cat >all.py <<'PY'
@R.function
def main(x: R.Tensor(("n", 3), "float32"), k: R.Prim("int64"), s: R.Tensor((2,), "bool")):
    return (R.tanh(x), R.logical_not(s), R.nonzero(R.greater(x, R.const(0, "float32"))))


@R.function
def twice(x: R.Tensor((2, 2), "int32"), h: R.Tensor((2,), "float16")):
    return (R.add(x, x), R.add(h, h))


@R.function
def halves(h: R.Tensor((65536,), "float16"), f: R.Tensor(("n",), "float32")):
    return (R.astype(h, "float32"), R.astype(f, "float16"))
PY
cat >all.mjs.test.mjs <<'JS'
import load, { entries } from './all.mjs'
import { readFileSync } from 'node:fs'
import assert from 'node:assert'
const bytes = readFileSync('all.wasm')
for (const source of [bytes, Promise.resolve(bytes), new WebAssembly.Module(bytes), new Response(bytes)]) {
    const net = await load(source)
    for (const n of [2, 0, 1000]) {
        const x = { data: new Float32Array(3 * n).fill(0.5), dims: [n, 3] }
        const r = net.main({ x, k: 3, s: Uint8Array.of(0, 1) })
        assert.deepEqual(r.out_0.dims, [n, 3])
        assert.ok(r.out_0.data.every((v) => Math.abs(v - Math.tanh(0.5)) < 1e-6) && r.out_0.data.length === 3 * n)
        assert.deepEqual(r.out_1, { data: Uint8Array.of(1, 0), dims: [2] })
        assert.deepEqual(r.out_2.dims, [2, 3 * n])
        assert.ok(r.out_2.data instanceof BigInt64Array)
    }
    assert.deepEqual(net.twice({ x: Int32Array.of(1, 2, 3, -4), h: Uint16Array.of(0x3c00, 0xbc00) }),
        { out_0: { data: Int32Array.of(2, 4, 6, -8), dims: [2, 2] }, out_1: { data: Uint16Array.of(0x4000, 0xc000), dims: [2] } })
    const x = { data: new Float32Array(3), dims: [1, 3] }, s = Uint8Array.of(0, 1)
    assert.throws(() => net.main({ x, k: 1 }), /no input 's'/)
    assert.throws(() => net.main({ x: x.data, k: 1, s }), /'x' has 2 dims/)
    assert.throws(() => net.main({ x: { data: new Float32Array(2), dims: [1, 3] }, k: 1, s }), /12 bytes, not 8/)
    assert.throws(() => net.main({ x: { data: new Float64Array(3), dims: [1, 3] }, k: 1, s }), /takes a Float32Array/)
    assert.throws(() => net.main({ x: { data: new Float32Array(4), dims: [1, 4] }, k: 1, s }), /input/) /* the module's own words */
}
const net = await load(bytes), back = new Float32Array(readFileSync('wide.bin').buffer)
const all = Uint16Array.from({ length: 65536 }, (_, i) => i)
const { out_0: wide, out_1: narrow } = net.halves({ h: all, f: { data: back, dims: [back.length] } })
const want = readFileSync('narrow.bin')
assert.deepEqual(wide.data.map((v) => (v === v ? v : 0)), back.slice(0, 65536).map((v) => (v === v ? v : 0)))
const halves = new Uint16Array(want.buffer.slice(want.byteOffset, want.byteOffset + want.length))
narrow.data.forEach((v, i) => { if (v !== halves[i] && !((v & 0x7fff) > 0x7c00 && (halves[i] & 0x7fff) > 0x7c00)) throw new Error(`half of ${back[i]}: ${v}, not ${halves[i]}`) })
assert.deepEqual(entries.map((e) => e.name), ['main', 'twice', 'halves'])
JS
command -v node >/dev/null && command -v wasm-ld >/dev/null || { echo 'skipped: there is no node or no wasm-ld'; echo "0 passed, 0 failed"; exit 0; }
# Every half, and floats beside and between them, as this machine converts them
cat >halves.c <<'C'
#include <stdio.h>
#include <string.h>
int main(void) {
    FILE *wide = fopen("wide.bin", "wb"), *narrow = fopen("narrow.bin", "wb");
    for (unsigned i = 0; i < 4 * 65536; i++) {
        unsigned short bits = (unsigned short)i, out;
        _Float16 h;
        float f;
        memcpy(&h, &bits, 2);
        f = (float)h;
        unsigned v;
        memcpy(&v, &f, 4);
        v += i < 65536 ? 0 : i < 2 * 65536 ? 1 : i < 3 * 65536 ? 0x1000 : 0x1001;
        memcpy(&f, &v, 4);
        h = (_Float16)f;
        memcpy(&out, &h, 2);
        if (f != f) out = 0x7e00;
        fwrite(&f, 4, 1, wide);
        fwrite(&out, 2, 1, narrow);
    }
    return fclose(wide) | fclose(narrow);
}
C
check 0 'the halves' gcc -O1 halves.c -o halves
check 0 'they are written' ./halves
check 0 'a module of all kinds' "$tenon" compile all.py -o all.wasm --bind js
check 0 'in Node' node all.mjs.test.mjs
check 1 '--bind js of an object' "$tenon" compile all.py -o all.o --bind js
check 1 '--bind of another language' "$tenon" compile all.py -o all.wasm --bind cobol

# Real models, in Node and by the page
cp "$root/examples/web.html" .
cat >serve.mjs <<'JS'
import { createServer } from 'node:http'
import { readFileSync, writeFileSync } from 'node:fs'
const types = { html: 'text/html', mjs: 'text/javascript', wasm: 'application/wasm' }
const server = createServer((request, response) => {
    const path = '.' + decodeURIComponent(new URL(request.url, 'http://localhost').pathname)
    try {
        const body = readFileSync(path)
        response.writeHead(200, { 'Content-Type': types[path.split('.').pop()] ?? 'application/octet-stream' }).end(body)
    } catch { response.writeHead(404).end() }
}).listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)))
JS
cat >model.mjs <<'JS'
import { readFileSync } from 'node:fs'
const [name, ...files] = process.argv.slice(2), cut = files.indexOf('--')
const npy = (path) => {
    const file = readFileSync(path), end = 10 + file.readUInt16LE(8), head = file.toString('latin1', 10, end)
    const dims = head.match(/'shape': *\(([^)]*)\)/)[1].split(',').filter((s) => s.trim()).map(Number)
    return { data: new Float32Array(file.buffer.slice(file.byteOffset + end, file.byteOffset + file.length)), dims }
}
const { default: load, entries } = await import(`./${name}.mjs`), net = await load(readFileSync(`${name}.wasm`))
const inputs = Object.fromEntries(entries[0].inputs.map((p, i) => [p.name, npy(files[i])]))
let outputs, least = Infinity
for (let i = 0; i < 20; i++) {
    const start = performance.now()
    outputs = Object.values(net.main(inputs))
    least = Math.min(least, performance.now() - start)
}
let off = 0
files.slice(cut + 1).map(npy).forEach((want, i) => {
    const largest = want.data.reduce((a, v) => Math.max(a, Math.abs(v)), 1)
    if (outputs[i].dims.join() !== want.dims.join()) throw new Error('extents')
    want.data.forEach((v, k) => { off = Math.max(off, Math.abs(v - outputs[i].data[k]) / largest) })
})
console.log(`off by ${off.toPrecision(2)}, ${least.toFixed(2)} ms`)
process.exit(off <= 1e-5 ? 0 : 1)
JS
browser=$(command -v chromium || command -v chromium-browser) || echo 'skipped: there is no chromium'
[ -z "$browser" ] || { node serve.mjs & server=$!; for _ in $(seq 50); do [ -s port ] && break; sleep 0.1; done; }
for model; do
    mkdir "$model"
    tar xzf "$root/tests/onnx/real/$model.a.tar.gz" -C "$model"
    "$tenon" run "$root/tests/onnx/real/$model.onnx" --inputs "$model" --save "$model" >out
    check 0 "$model" "$tenon" compile "$root/tests/onnx/real/$model.onnx" -o "$model.wasm" --bind js
    check 0 "$model in Node" node model.mjs "$model" "$model"/in_*.npy -- "$model"/out_*.npy
    echo "$model in Node: $(cat out)"
    [ -n "$browser" ] || continue
    query="net=$model&in=$(ls "$model"/in_*.npy | paste -sd,)&out=$(ls "$model"/out_*.npy | paste -sd,)"
    # A browser that starts for the first time may use up its time before the page has begun.
    for _ in 1 2 3; do
        timeout 60 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/profile" --virtual-time-budget=20000 \
            --dump-dom "http://127.0.0.1:$(cat port)/web.html?$query" >page 2>err
        ! grep -q '^same: ' page || break
    done
    grep -q '^same: ' page && ok || { bad "$model in $browser"; grep -A3 said page; tail -n 3 err; }
    echo "$model in Chromium: $(grep -o '^same: .*ms' page)"
done
finish
