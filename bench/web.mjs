// SPDX-License-Identifier: Apache-2.0
// Behind bench/web.sh: a model by `tenon compile --bind js` and by onnxruntime-web (one thread, WebAssembly with SIMD), in
// this process, in turn; the same inputs, drawn here.
//
//     node web.mjs FOLDER_OF_MODULES NAME MODEL.onnx ROUNDS [NAME=N...]
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createRequire } from 'node:module'
const [modules, name, file, rounds, ...given] = process.argv.slice(2)
const dims = Object.fromEntries(given.map((d) => [d.split('=')[0], Number(d.split('=')[1])]))
const ort = createRequire(pathToFileURL(`${modules}/`))('onnxruntime-web')
ort.env.wasm.numThreads = 1
ort.env.logLevel = 'error'
const { default: load, entries } = await import(pathToFileURL(`${process.cwd()}/${name}.mjs`))
const net = await load(readFileSync(`${name}.wasm`)), entry = entries.find((e) => e.name === 'main')
const session = await ort.InferenceSession.create(file, { executionProviders: ['wasm'] })

let seed = 1
const drawn = () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648) * 2 - 1
const inputs = {}, feeds = {}
entry.inputs.forEach((port, i) => {
    const metadata = session.inputMetadata?.[i]
    const all = port.dims.map((d, k) => (d >= 0 ? d : dims[metadata.shape[k]] ?? 1)), n = all.reduce((a, d) => a * d, 1)
    const data = port.array === 'int64' ? BigInt64Array.from({ length: n }, (_, k) => BigInt(k % 7)) : Float32Array.from({ length: n }, drawn)
    inputs[port.name] = { data, dims: all }
    feeds[session.inputNames[i]] = new ort.Tensor(port.array, data, all)
})
const least = { tenon: Infinity, peer: Infinity }, ratios = []
let own, other
for (let round = 0; round < Number(rounds); round++) {
    const time = {}
    for (const who of round % 2 ? ['tenon', 'peer'] : ['peer', 'tenon']) {
        time[who] = Infinity
        for (let i = 0; i < 5; i++) {
            const start = performance.now()
            if (who === 'tenon') own = net.main(inputs)
            else other = await session.run(feeds)
            time[who] = Math.min(time[who], performance.now() - start)
        }
        least[who] = Math.min(least[who], time[who])
    }
    ratios.push(time.tenon / time.peer)
}
let off = 0
Object.values(own).forEach((got, i) => {
    const want = other[session.outputNames[i]].data
    let largest = 1
    for (const v of want) largest = Math.max(largest, Math.abs(Number(v)))
    if (want.length !== got.data.length) throw new Error(`${want.length} elements, not ${got.data.length}`)
    for (let k = 0; k < want.length; k++) off = Math.max(off, Math.abs(Number(want[k]) - Number(got.data[k])) / largest)
})
ratios.sort((a, b) => a - b)
console.log(`| ${name} | ${least.peer.toFixed(3)} | ${least.tenon.toFixed(3)} | ${ratios[ratios.length >> 1].toFixed(2)} | ${off.toPrecision(2)} |`)
process.exit(0) // the peer leaves timers behind
