// SPDX-License-Identifier: Apache-2.0
// Calls net_main of a module of WebAssembly on .npy files, and holds what comes out against others, as run_npy.c does:
//     node run_npy.mjs NET.wasm RANK IN.npy ... -- OUT.npy ...
// RANK: how many dims the header's tensor has. Functions of libm are Math's.
import { readFileSync } from 'node:fs'

const npy = (path) => {
    const file = readFileSync(path)
    const end = 10 + file.readUInt16LE(8)
    const head = file.toString('latin1', 10, end)
    const dims = head.match(/'shape': *\(([^)]*)\)/)[1].split(',').filter((s) => s.trim()).map(Number)
    return { type: head.match(/'descr': *'.(\w+)'/)[1], dims, bytes: file.subarray(end) }
}
const [path, rank, ...files] = process.argv.slice(2)
const cut = files.indexOf('--')
const inputs = files.slice(0, cut).map(npy), wanted = files.slice(cut + 1).map(npy)

const module = new WebAssembly.Module(readFileSync(path))
const env = {}
let free
for (const { name } of WebAssembly.Module.imports(module)) {
    const own = { fmod: (a, b) => a % b, fabs: Math.abs, malloc: (n) => take(n), free: () => {} }
    const base = name.replace(/f$/, '')
    env[name] = own[name] ?? own[base] ?? Math[base] ?? (() => { throw new Error(`there is no ${name}`) })
}
const { exports: net } = new WebAssembly.Instance(module, { env })
free = net.__heap_base?.value ?? net.memory.buffer.byteLength
function take(bytes) {
    const at = (free + 63) & ~63
    free = at + Number(bytes)
    const lack = free - net.memory.buffer.byteLength
    if (lack > 0) net.memory.grow(Math.ceil(lack / 65536))
    return at
}

const tensorBytes = 8 + 8 * Number(rank)
const tensors = (n) => take(n * tensorBytes + 8)
const setTensor = (list, i, data, dims) => {
    const view = new DataView(net.memory.buffer, list + i * tensorBytes, tensorBytes)
    view.setUint32(0, data, true)
    dims.forEach((d, k) => view.setBigInt64(8 + 8 * k, BigInt(d), true))
}
const checked = (e) => {
    if (!e) return
    const text = new Uint8Array(net.memory.buffer, net.net_error(e))
    throw new Error(Buffer.from(text.subarray(0, text.indexOf(0))).toString())
}
const input = tensors(inputs.length), output = tensors(wanted.length), size = take(8)
inputs.forEach((a, i) => {
    const at = take(a.bytes.length)
    new Uint8Array(net.memory.buffer, at).set(a.bytes)
    setTensor(input, i, at, a.dims)
})
checked(net.net_main_plan(input, output, size))
const arena = take(new DataView(net.memory.buffer).getUint32(size, true))
const places = wanted.map((a) => take(a.bytes.length))
places.forEach((at, i) => setTensor(output, i, at, []))
const start = performance.now()
checked(net.net_main(input, output, arena))
const milliseconds = performance.now() - start
let farthest = 0
wanted.forEach((a, i) => {
    const view = new DataView(net.memory.buffer, output + i * tensorBytes, tensorBytes)
    a.dims.forEach((d, k) => { if (Number(view.getBigInt64(8 + 8 * k, true)) !== d) throw new Error(`extent ${k}`) })
    const bytes = Buffer.from(net.memory.buffer, places[i], a.bytes.length)
    if (a.type !== 'f4') {
        if (!bytes.equals(a.bytes)) throw new Error(`output ${i} is another one`)
        return
    }
    let largest = 1
    for (let k = 0; k < bytes.length; k += 4) largest = Math.max(largest, Math.abs(a.bytes.readFloatLE(k)))
    for (let k = 0; k < bytes.length; k += 4) {
        const off = Math.abs(bytes.readFloatLE(k) - a.bytes.readFloatLE(k)) / largest
        if (!(off <= 1e-5)) throw new Error(`element ${k / 4} is ${bytes.readFloatLE(k)}, not ${a.bytes.readFloatLE(k)}`)
        farthest = Math.max(farthest, off)
    }
})
console.log(`same: off by ${farthest.toPrecision(2)}, ${milliseconds.toFixed(2)} ms`)
