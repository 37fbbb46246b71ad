// SPDX-License-Identifier: Apache-2.0
// Runs a model once by ONNX Runtime, which says what Tenon is to compute. Not part of `make check`: real.sh has its
// answers in files. To repeat them:
//
//   npm install --ignore-scripts --prefix DIR onnxruntime-node@1.30.0
//   ORT=DIR node tests/onnx/ort.mjs MODEL.onnx OUT [NAME=N]... [NAME=@FILE.npy]... [seed=N] [like=DIR] [bits=N] [expect=DIR]
//
// NAME=N gives a symbolic dim of an input its value, by its name or (without one) by INPUT.AXIS; integers are drawn
// from 0 to 7, floats are eighths from -1 to 7/8, so that files of them are small; like=DIR takes inputs from there;
// bits=N rounds float outputs to multiples of 2^-N, for files that are small. Of an input of rank 0, NAME=N is the value.
// Writes OUT/in_NAME.npy and OUT/out_0.npy, ..., as `tenon run --save OUT` does. With expect=DIR the exit status is 3 where
// an output is further from DIR's than 1e-5 + 1e-4 of it.
import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';

const ort = createRequire(path.resolve(process.env.ORT ?? '.', 'package.json'))('onnxruntime-node');

const kinds = {
  float32: ['<f4', Float32Array], float64: ['<f8', Float64Array], int64: ['<i8', BigInt64Array],
  int32: ['<i4', Int32Array], bool: ['|b1', Uint8Array], uint8: ['|u1', Uint8Array], int8: ['|i1', Int8Array],
};

function read(file) {
  const bytes = fs.readFileSync(file), length = bytes.readUInt16LE(8), header = bytes.toString('latin1', 10, 10 + length);
  const code = header.match(/'descr': '(...)'/)[1], type = Object.keys(kinds).find(k => kinds[k][0] === code);
  const dims = header.match(/'shape': \((.*?)\)/)[1].split(',').filter(s => s.trim()).map(Number);
  const data = bytes.subarray(10 + length);
  return new ort.Tensor(type, new kinds[type][1](data.buffer.slice(data.byteOffset, data.byteOffset + data.length)), dims);
}

function write(file, tensor) {
  const dims = tensor.dims.map(d => `${d},`).join(' ');
  const header = `{'descr': '${kinds[tensor.type][0]}', 'fortran_order': False, 'shape': (${dims}), }`;
  const padded = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + '\n', start = Buffer.alloc(10);
  start.write('\x93NUMPY\x01\x00', 'latin1');
  start.writeUInt16LE(padded.length, 8);
  const { buffer, byteOffset, byteLength } = tensor.data;
  fs.writeFileSync(file, Buffer.concat([start, Buffer.from(padded, 'latin1'), Buffer.from(buffer, byteOffset, byteLength)]));
}

const [model, out, ...given] = process.argv.slice(2);
const said = new Map(given.map(arg => arg.split(/=(.*)/s).slice(0, 2)));
let state = Number(said.get('seed') ?? 1);
const below8 = () => { // the high bits of a linear congruential generator
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state >>> 29;
};
const eighth = () => (below8() * 2 + (below8() & 1) - 8) / 8;
const fit = name => name.replace(/[^A-Za-z0-9_]/g, '_');

const session = await ort.InferenceSession.create(model, { logSeverityLevel: 3 });
const feeds = {};
for (const input of session.inputMetadata) {
  const told = said.get(input.name);
  const file = said.has('like') ? path.join(said.get('like'), `in_${fit(input.name)}.npy`) : told?.startsWith('@') && told.slice(1);
  if (file) {
    feeds[input.name] = read(file);
    continue;
  }
  const dims = input.shape.map((d, i) => (typeof d === 'number' && d > 0 ? d : Number(said.get(d) ?? said.get(`${input.name}.${i}`) ?? 1)));
  const data = new kinds[input.type][1](dims.reduce((a, b) => a * b, 1));
  const number = told ? () => Number(told) : input.type.startsWith('float') ? eighth : below8;
  for (let i = 0; i < data.length; i++)
    data[i] = input.type === 'int64' ? BigInt(number()) : number();
  feeds[input.name] = new ort.Tensor(input.type, data, dims);
}
const results = await session.run(feeds);
fs.mkdirSync(out, { recursive: true });
for (const [name, tensor] of Object.entries(feeds)) write(path.join(out, `in_${fit(name)}.npy`), tensor);
const unit = said.has('bits') ? 2 ** Number(said.get('bits')) : 0;
for (const t of Object.values(results))
  for (let i = 0; unit && t.type === 'float32' && i < t.data.length; i++) t.data[i] = Math.round(t.data[i] * unit) / unit;
session.outputNames.forEach((name, i) => write(path.join(out, `out_${i}.npy`), results[name]));

const want = said.get('expect');
for (let i = 0; want && i < session.outputNames.length; i++) {
  const a = results[session.outputNames[i]], b = read(path.join(want, `out_${i}.npy`));
  let worst = a.dims.join() === b.dims.join() ? 0 : Infinity;
  for (let k = 0; k < a.data.length && worst < Infinity; k++) {
    const x = Number(a.data[k]), y = Number(b.data[k]), d = Math.abs(x - y);
    worst = Math.max(worst, Object.is(x, y) || d === 0 ? 0 : d / (1e-5 + 1e-4 * Math.abs(y)));
  }
  if (worst <= 1) continue;
  console.error(`${model}: out_${i} differs, ${worst} times what is allowed`);
  process.exitCode = 3;
}
