// SPDX-License-Identifier: Apache-2.0
// What programs of backend.c run on, and the loop that takes them. Memory is one ArrayBuffer and pointers are
// numbers of bytes in it, 0 is none. Integers are BigInts, floats numbers, bools booleans.
'use strict';
const fs = require('fs');
const OUT_OF_MEMORY = 1, OVERFLOW = 2, OUT_OF_RANGE = 7, WRONG_EXTENT = 8, FAULT = 9; // as in backend.c
const SCRATCH = 64, FIRST = 128;
const fail = number => { throw { number }; };

let memory, V, top, sizes, unused;
const look = size => {
    const old = memory && new Uint8Array(memory);
    memory = new ArrayBuffer(size);
    V = { u8: new Uint8Array(memory), u16: new Uint16Array(memory), u32: new Uint32Array(memory),
          u64: new BigUint64Array(memory), f32: new Float32Array(memory), f64: new Float64Array(memory) };
    if (old) V.u8.set(old);
};
const reset = () => { top = FIRST; sizes = new Map(); unused = new Map(); };
const push = bytes => {
    const at = top, n = (Math.max(Number(bytes), 1) + 63) / 64 >>> 0;
    if (!(bytes <= 2 ** 31)) fail(OUT_OF_MEMORY);
    top += n * 64;
    if (top > memory.byteLength) look(2 * top);
    return at;
};

const even = v => { const r = Math.round(v); return r - v === 0.5 && r % 2 ? r - 1 : r; };
const exponent = v => { V.f64[SCRATCH / 8] = v; return Number(V.u64[SCRATCH / 8] >> 52n & 2047n) - 1023; };
const half = (mant, bias) => v => { // to nearest, ties to even
    if (v === 0 || !Number.isFinite(v)) return v;
    const ulp = 2 ** (Math.max(exponent(v), 1 - bias) - mant), r = even(v / ulp) * ulp;
    return Math.abs(r) < 2 ** (bias + 1) ? r : r * Infinity;
};
const of16 = b => (b & 0x8000 ? -1 : 1) * ((b & 0x7c00) === 0x7c00 ? (b & 1023 ? NaN : Infinity)
    : b & 0x7c00 ? (1 + (b & 1023) / 1024) * 2 ** ((b >> 10 & 31) - 15) : (b & 1023) * 2 ** -24);
const to16 = v => {
    const a = Math.abs(v), sign = v < 0 || Object.is(v, -0) ? 0x8000 : 0, e = exponent(a);
    if (!(a < Infinity)) return a === a ? sign | 0x7c00 : 0x7e00;
    return sign | (a < 2 ** -14 ? a * 2 ** 24 : (e + 15 << 10) + (a / 2 ** e - 1) * 1024);
};
const ofB16 = b => { V.u32[SCRATCH / 4] = b << 16; return V.f32[SCRATCH / 4]; };
const toB16 = v => { V.f32[SCRATCH / 4] = v; return v === v ? V.u32[SCRATCH / 4] >>> 16 : 0x7fc0; };
const odd = v => v >> 53n && v >> 53n !== -1n && v & 2047n ? Number(v & ~2047n | 2048n) : Number(v);
const erf = x => { // sum of 2^n x^(2n+1) / (1 * 3 * ... * (2n+1))
    if (!(Math.abs(x) < 6)) return x === x ? Math.sign(x) : x;
    let term = x, sum = x;
    for (let n = 1; n < 200; n++) sum += term *= 2 * x * x / (2 * n + 1);
    return sum * Math.exp(-x * x) * 2 / Math.sqrt(Math.PI);
};
const pow = (a, b) => a === 1 || (a === -1 && Math.abs(b) === Infinity) ? 1 : a ** b;

const common = (size, get, set) => ({
    size, get, set, from: (t, v) => { t.set(SCRATCH / t.size, v); return get(SCRATCH / size); }, at: p => p % size ? fail(FAULT) : p / size,
    EQ: (a, b) => a === b, NE: (a, b) => a !== b, LT: (a, b) => a < b, LE: (a, b) => a <= b,
    SELECT: (c, a, b) => c ? a : b });
const float = (size, round, get, set) => {
    const type = { ...common(size, get, set), cast: v => round(typeof v === 'bigint' ? odd(v) : Number(v)),
        ADD: (a, b) => round(a + b), SUB: (a, b) => round(a - b), MUL: (a, b) => round(a * b), DIV: (a, b) => round(a / b),
        MIN: (a, b) => Math.min(a, b), MAX: (a, b) => Math.max(a, b), NEG: a => -a, ISNAN: a => a !== a, ISINF: a => Math.abs(a) === Infinity,
        FMOD: (a, b) => a % b, ROUND: even, POW: (a, b) => round(pow(a, b)), ERF: a => round(erf(a)) };
    for (const f of ['abs', 'exp', 'expm1', 'log', 'log1p', 'sqrt', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh',
                     'cosh', 'tanh', 'asinh', 'acosh', 'atanh', 'floor', 'ceil', 'trunc'])
        type[f.toUpperCase()] = a => round(Math[f](a));
    return type;
};
const floordiv = (a, b) => b ? a / b - (a % b && a < 0n !== b < 0n ? 1n : 0n) : 0n;
const int = (bits, signed) => {
    const wrap = v => signed ? BigInt.asIntN(bits, v) : BigInt.asUintN(bits, v), n = BigInt(bits);
    const lo = signed ? -(1n << n - 1n) : 0n, hi = lo + (1n << n) - 1n, u = 'u' + bits;
    return { ...common(bits / 8, i => wrap(BigInt(V[u][i])),
                       (i, v) => { V[u][i] = bits === 64 ? v : Number(BigInt.asUintN(bits, v)); }),
        cast: v => typeof v !== 'number' ? wrap(BigInt(v)) : v !== v ? 0n : v <= Number(lo) ? lo
            : v >= Number(hi) ? hi : BigInt(Math.trunc(v)),
        ADD: (a, b) => wrap(a + b), SUB: (a, b) => wrap(a - b), MUL: (a, b) => wrap(a * b), NEG: a => wrap(-a),
        FLOORDIV: (a, b) => wrap(floordiv(a, b)), FLOORMOD: (a, b) => b ? a - floordiv(a, b) * b : 0n,
        TRUNCDIV: (a, b) => b ? wrap(a / b) : 0n, TRUNCMOD: (a, b) => b ? a % b : 0n,
        MIN: (a, b) => a < b ? a : b, MAX: (a, b) => a > b ? a : b, ABS: a => wrap(a < 0n ? -a : a),
        BITAND: (a, b) => a & b, BITOR: (a, b) => a | b, BITXOR: (a, b) => a ^ b, BITNOT: a => wrap(~a),
        SHL: (a, b) => b >= 0n && b < n ? wrap(a << b) : 0n, MULHI: (a, b) => wrap(a * b >> n),
        SHR: (a, b) => b >= 0n && b < n ? a >> b : a < 0n ? -1n : 0n };
};
const and = (a, b) => a && b, or = (a, b) => a || b, not = a => !a;
const T = {
    bool: { ...common(1, i => V.u8[i] !== 0, (i, v) => { V.u8[i] = v ? 1 : 0; }), cast: v => v != 0,
            AND: and, OR: or, NOT: not, BITAND: and, BITOR: or, BITXOR: (a, b) => a !== b, BITNOT: not },
    float64: float(8, v => v, i => V.f64[i], (i, v) => { V.f64[i] = v; }),
    float32: float(4, Math.fround, i => V.f32[i], (i, v) => { V.f32[i] = v; }),
    float16: float(2, half(10, 15), i => of16(V.u16[i]), (i, v) => { V.u16[i] = to16(v); }),
    bfloat16: float(2, half(7, 127), i => ofB16(V.u16[i]), (i, v) => { V.u16[i] = toB16(v); }) };
for (const bits of [8, 16, 32, 64]) T['int' + bits] = int(bits, true), T['uint' + bits] = int(bits, false);
T.float64.cast = Number;

const checked = v => v === BigInt.asIntN(64, v) ? v : fail(OVERFLOW);
const each = f => (...list) => list.reduce(f);
const bit = f => (...list) => f(...list) ? 1n : 0n;
T.extent = { ...T.int64, ADD: (a, b) => checked(a + b), SUB: (a, b) => checked(a - b), MUL: (a, b) => checked(a * b) };
const H = { // expressions of host programs by their names there, and what statements need
    add: each(T.extent.ADD), mul: each(T.extent.MUL), min: each(T.int64.MIN), max: each(T.int64.MAX),
    floordiv: each((a, b) => b ? checked(floordiv(a, b)) : fail(OVERFLOW)),
    round: v => v > 0n ? checked((v + 63n) / 64n * 64n) : 0n,
    eq: bit((a, b) => a === b), ne: bit((a, b) => a !== b), lt: bit((a, b) => a < b), is_same: bit((a, b) => a === b),
    all: bit((...list) => list.every(Boolean)), any: bit((...list) => list.some(Boolean)), is_none: bit(p => !p),
    none: () => 0, nothing: () => SCRATCH, choose: (c, p, q) => c ? p : q, at: (p, n, size) => p + Number(n * size),
    load: (t, i, p) => { const v = t.get(t.at(p) + i); return typeof v === 'boolean' ? BigInt(v) : v; },
    store: (t, i, p, v) => t.set(t.at(p) + i, t === T.bool ? v != 0n : t.cast(v)),
    work: () => 0n, // loop functions take memory themselves
    in_dim: (io, i, d) => io.in[i].dims[d], out_dim: (io, i, d) => io.out[i].dims[d],
    in_data: (io, i) => io.in[i].data, out_data: (io, i) => io.out[i].data,
    in_bytes: (io, i, rank, size) => H.bytes(io.in[i].dims, rank, size),
    out_bytes: (io, i, rank, size) => H.bytes(io.out[i].dims, rank, size),
    bytes: (dims, rank, size) => dims.slice(0, rank).includes(0n) ? 0n : H.mul(size, ...dims.slice(0, rank)),
    copy: (to, from, n) => { if (n > 0n && to !== from) V.u8.copyWithin(to, from, from + Number(n)); },
    alloc: bytes => {
        const list = unused.get(Number(bytes)), at = list && list.length ? list.pop() : push(bytes);
        return sizes.set(at, Number(bytes)), at;
    },
    free: p => {
        const n = sizes.get(p);
        if (n !== undefined) sizes.delete(p), unused.has(n) ? unused.get(n).push(p) : unused.set(n, [p]);
        return 0; // no memory
    },
    outputs: io => { // whose extents are known before the run
        for (const o of io.out) if (o.dims.length === o.rank) o.data = H.alloc(H.bytes(o.dims, o.rank, 8n));
    },
    frame: (depth, layout, body) => ({ depth, arena: 0, bytes: 0n, i: [], o: [], s: [], x: [], t: [], p: [], d: [], h: [], r: [], rd: [],
        layout() { layout(this); }, body() { body(this); } }),
    // of loop functions
    index: (i, n) => i >= 0n && i < n ? i : fail(OUT_OF_RANGE),
    stack: (t, dims) => dims.some(n => n < 0n) ? fail(WRONG_EXTENT) : t.at(push(H.mul(BigInt(t.size), ...dims))),
    mark: () => top, release: mark => { top = mark; },
    strides: (dims, want) => {
        for (let i = dims.length, n = 1n; i-- > 0; n *= dims[i])
            if (dims[i] > 1n && want[i] !== n && !dims.includes(0n)) fail(WRONG_EXTENT);
    },
    lanes: (t, a, n, first, op) => {
        const q = Array(n).fill(first);
        q[0] = t.get(a);
        return {
            load: v => t.set(a, q[Number(v) % n]), keep: v => { q[Number(v) % n] = t.get(a); },
            fold: () => {
                for (let s = n / 2; s >= 1; s /= 2) for (let l = 0; l < s; l++) q[l] = t[op](q[l], q[l + s]);
                t.set(a, q[0]);
            } };
    },
    fail };

// Requests and answers: backend/script.h.
const read = n => {
    const data = Buffer.alloc(n);
    for (let at = 0, k; at < n; at += k) if (!(k = fs.readSync(0, data, at, n - at))) process.exit(0);
    return data;
};
const readInt = () => read(8).readBigInt64LE();
const readData = () => {
    const data = read(Number(readInt())), at = push(data.length);
    return V.u8.set(data, at), at;
};
const readList = item => Array.from({ length: Number(readInt()) }, item);
const write = data => { for (let at = 0; at < data.length;) at += fs.writeSync(1, data, at); };
const ints = (...list) => Buffer.from(BigInt64Array.from(list).buffer);
const programs = new Map();
look(1 << 20);
for (;;) {
    const text = read(Number(readInt())).toString(), answer = [ints(0n)];
    reset();
    const io = { constants: readList(readData),
                 out: readList(() => ({ rank: Number(readInt()), bits: readInt(), dims: [] })),
                 in: readList(() => ({ dims: readList(readInt), data: readData() })) };
    try {
        if (!programs.has(text)) programs.clear(), programs.set(text, new Function('H', 'T', 'io', `'use strict';\n${text}`));
        programs.get(text)(H, T, io);
        for (const o of io.out) {
            const n = Number((o.dims.reduce((a, b) => a * b, 1n) * o.bits + 7n) / 8n);
            answer.push(ints(...o.dims, BigInt(n)), Buffer.from(memory, o.data, n));
        }
        write(Buffer.concat(answer));
    } catch (e) {
        if (!e.number) console.error(e, text);
        write(ints(BigInt(e.number || FAULT)));
    }
}
