/* SPDX-License-Identifier: Apache-2.0 */
/* JavaScript around a module of WebAssembly: a table of its entries, and code that is the same for
 * all. */
#include "backend/c/bind.h"

#include <inttypes.h>

static const char runtime[] =
    "const arrays = {\n"
    "    float32: Float32Array, float64: Float64Array, int8: Int8Array, int16: Int16Array, "
    "int32: Int32Array,\n"
    "    int64: BigInt64Array, uint8: Uint8Array, uint16: Uint16Array, uint32: "
    "Uint32Array, uint64: BigUint64Array,\n"
    "}\n"
    "// Conversions of float16, which WebAssembly has not.\n"
    "const fromHalf = (h) => {\n"
    "    const e = (h >> 10) & 31, m = h & 1023\n"
    "    return (h & 0x8000 ? -1 : 1) * (e === 31 ? (m ? NaN : Infinity) : e ? 2 ** (e - "
    "15) * (1 + m / 1024) : m * 2 ** -24)\n"
    "}\n"
    "const toHalf = (v) => {\n"
    "    const sign = v < 0 || Object.is(v, -0) ? 0x8000 : 0, a = Math.abs(v)\n"
    "    if (a !== a) return 0x7e00\n"
    "    if (a >= 65520) return sign | 0x7c00\n"
    "    let e = Math.max(Math.floor(Math.log2(a)), -14)\n"
    "    if (2 ** (e + 1) <= a) e++\n"
    "    if (e > -14 && 2 ** e > a) e--\n"
    "    const q = a * 2 ** (10 - e), down = Math.floor(q), rest = q - down\n"
    "    return sign | ((rest > 0.5 || (rest === 0.5 && down & 1) ? down + 1 : down) + (e "
    "+ 14) * 1024)\n"
    "}\n"
    "const compile = async (source) => {\n"
    "    source = await source\n"
    "    if (source instanceof WebAssembly.Module) return source\n"
    "    if (typeof Response !== 'undefined' && source instanceof Response) source = await "
    "source.arrayBuffer()\n"
    "    return WebAssembly.compile(source)\n"
    "}\n"
    "\n"
    "// From a module, its bytes, or what fetch() gives, to an object with a function for "
    "each entry. A call takes an object\n"
    "// with a value for each input (an array of its type; {data, dims} where extents are "
    "not all constant; a number) and gives\n"
    "// one with {data, dims} for each output. One call at a time; memory grows to what "
    "the largest call needs.\n"
    "export default async function load(source) {\n"
    "    const module = await compile(source), env = {}\n"
    "    let free = 0\n"
    "    for (const { name } of WebAssembly.Module.imports(module)) {\n"
    "        const own = { fmod: (a, b) => a % b, fabs: Math.abs, malloc: (n) => take(n), "
    "free: () => {}, "
    "__extendhfsf2: fromHalf, __truncsfhf2: toHalf }, base = name.replace(/f$/, '')\n"
    "        env[name] = own[name] ?? own[base] ?? Math[base]\n"
    "        if (!env[name]) throw new Error(`there is no ${name}`)\n"
    "    }\n"
    "    const { exports: code } = await WebAssembly.instantiate(module, { env })\n"
    "    const take = (bytes) => {\n"
    "        const at = (free + 63) & ~63\n"
    "        free = at + Number(bytes)\n"
    "        const lack = free - code.memory.buffer.byteLength\n"
    "        if (lack > 0) code.memory.grow(Math.ceil(lack / 65536))\n"
    "        return at\n"
    "    }\n"
    "    const view = () => new DataView(code.memory.buffer)\n"
    "    const checked = (e) => {\n"
    "        if (!e) return\n"
    "        const text = new Uint8Array(code.memory.buffer, code[error](e))\n"
    "        throw new Error(new TextDecoder().decode(text.slice(0, text.indexOf(0))))\n"
    "    }\n"
    "    const put = (at, port, given) => {\n"
    "        if (given === undefined) throw new TypeError(`there is no input "
    "'${port.name}'`)\n"
    "        const plain = typeof given === 'number' || typeof given === 'bigint'\n"
    "        const dims = plain ? [] : given.dims ?? (port.dims?.includes(-1) ? undefined "
    ": port.dims)\n"
    "        const Type = arrays[port.array]\n"
    "        const data = plain ? Type.of(port.array.endsWith('64') && port.array !== "
    "'float64' ? BigInt(given) : given) : given.data ?? given\n"
    "        if (!(data instanceof Type)) throw new TypeError(`input '${port.name}' takes "
    "a ${Type.name}`)\n"
    "        if (dims?.length !== port.rank) throw new TypeError(`input '${port.name}' has "
    "${port.rank} dims`)\n"
    "        const bytes = Math.ceil(dims.reduce((a, d) => a * d, 1) * port.bits / 8)\n"
    "        if (data.byteLength !== bytes) throw new RangeError(`input '${port.name}' has "
    "${bytes} bytes, not ${data.byteLength}`)\n"
    "        const to = take(bytes)\n"
    "        new Uint8Array(code.memory.buffer, to).set(new Uint8Array(data.buffer, "
    "data.byteOffset, data.byteLength))\n"
    "        view().setUint32(at, to, true)\n"
    "        dims.forEach((d, i) => view().setBigInt64(at + 8 + 8 * i, BigInt(d), true))\n"
    "    }\n"
    "    const extents = (at, port) => Array.from({ length: port.rank }, (_, i) => "
    "Number(view().getBigInt64(at + 8 + 8 * i, true)))\n"
    "    const size = (dims, port) => Math.ceil(dims.reduce((a, d) => a * d, 1) * "
    "port.bits / 8)\n"
    "    const call = ({ entry, inputs, outputs }, given) => {\n"
    "        const each = 8 + 8 * rank\n"
    "        free = code.__heap_base.value\n"
    "        const input = take(inputs.length * each + 8), output = take(outputs.length * "
    "each + 8), bytes = take(8)\n"
    "        inputs.forEach((port, i) => put(input + i * each, port, given[port.name]))\n"
    "        new Uint8Array(code.memory.buffer, output, outputs.length * each).fill(0)\n"
    "        checked(code[`${entry}_plan`](input, output, bytes))\n"
    "        const arena = take(view().getUint32(bytes, true))\n"
    "        outputs.forEach((port, i) => {\n"
    "            const dims = extents(output + i * each, port)\n"
    "            if (!dims.includes(-1)) {\n"
    "                const at = take(size(dims, port))\n"
    "                view().setUint32(output + i * each, at, true)\n"
    "            }\n"
    "        })\n"
    "        checked(code[entry](input, output, arena))\n"
    "        return Object.fromEntries(outputs.map((port, i) => {\n"
    "            const at = output + i * each, dims = extents(at, port), from = "
    "view().getUint32(at, true)\n"
    "            return [port.name, { data: new "
    "arrays[port.array](code.memory.buffer.slice(from, from + size(dims, port))), dims }]\n"
    "        }))\n"
    "    }\n"
    "    return Object.fromEntries(entries.map((e) => [e.name, (given) => call(e, given)]))\n"
    "}\n";

/* Within ' '. */
static void print_text(StrBuf *out, const char *s) {
    strbuf_putc(out, '\'');
    for (; *s; s++) {
        const unsigned char c = (unsigned char)*s;
        if (c < ' ' || c == '\'' || c == '\\')
            strbuf_printf(out, "\\x%02x", c);
        else
            strbuf_putc(out, *s);
    }
    strbuf_putc(out, '\'');
}

/* The element of the typed array: what has none goes by its bits. */
static const char *array_of(const CPort *p) {
    const char *element = c_port_element(p); /* of C: int8_t */
    if (strcmp(element, "float") == 0) return "float32";
    return strcmp(element, "double") == 0 ? "float64" : element;
}

static void print_port(const CPort *p, StrBuf *out) {
    const DType t = emit_leaf_dtype(&p->v);
    const uint32_t rank = c_port_is_tensor(p) ? p->v.ndim : c_port_is_shape(p);
    const char *array = array_of(p), *end = strstr(array, "_t");
    const size_t len = end ? (size_t)(end - array) : strlen(array);
    const unsigned bits = dtype_is_packed(t) ? 8 / dtype_per_byte(t) : 8 * (unsigned)dtype_size(t);
    strbuf_puts(out, "            { name: ");
    print_text(out, p->name);
    strbuf_printf(out, ", dtype: '%s', array: '%.*s', bits: %u, rank: %u, dims: [", dtype_name(t),
                  (int)len, array, bits, rank);
    for (uint32_t i = 0; i < rank; i++) {
        const bool is_known =
            c_port_is_tensor(p) && p->extents && p->extents[i].kind == C_EXTENT_CONSTANT;
        const int64_t extent = is_known             ? p->extents[i].n
                               : c_port_is_shape(p) ? (int64_t)p->v.ndim
                                                    : -1;
        strbuf_printf(out, "%s%" PRId64, i ? ", " : "", extent);
    }
    strbuf_puts(out, "] },\n");
}

static void print_side(const char *name, const CSide *side, StrBuf *out) {
    strbuf_printf(out, "        %s: [\n", name);
    for (size_t i = 0; i < side->n; i++) print_port(&side->ports[i], out);
    strbuf_puts(out, "        ],\n");
}

void c_bind_js(const CInterface *self, StrBuf *out) {
    strbuf_puts(out, "// Made by tenon.\n// dims: -1 where an extent is not constant\n"
                     "export const entries = [\n");
    for (size_t i = 0; i < self->entries.len; i++) {
        const CEntryPoint *e = self->entries.at[i];
        strbuf_puts(out, "    {\n        name: ");
        print_text(out, e->name);
        strbuf_printf(out, ",\n        entry: '%s',\n", e->entry);
        print_side("inputs", &e->in, out);
        print_side("outputs", &e->out, out);
        strbuf_puts(out, "    },\n");
    }
    strbuf_printf(out, "]\nconst rank = %zu, error = '%s'\n", self->rank, self->error);
    strbuf_puts(out, runtime);
}
