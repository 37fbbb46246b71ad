// What the page's parts share. All that comes from a model is text: it goes into the document by
// text nodes and attributes alone.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

function fill(e, attrs, children) {
  for (const [k, v] of Object.entries(attrs || {})) {
    if (v === null || v === undefined || v === false) continue;
    if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
    else e.setAttribute(k, v === true ? "" : v);
  }
  for (const c of children.flat(3)) if (c !== null && c !== undefined && c !== false) e.append(c);
  return e;
}
const h = (tag, attrs, ...children) => fill(document.createElement(tag), attrs, children);
const s = (tag, attrs, ...children) => fill(document.createElementNS(SVG, tag), attrs, children);

// Numbers as people read them: 1.2 M, 3.4 GiB.
function scaled(v, step, units) {
  let i = 0;
  while (v >= step && i < units.length - 1) { v /= step; i++; }
  return (v >= 100 || i === 0 || Number.isInteger(v) ? Math.round(v) : v.toPrecision(3)) + (units[i] ? " " + units[i] : "");
}
const count = (v) => (v === undefined || v === null ? "not known" : scaled(v, 1000, ["", "K", "M", "G", "T", "P"]));
const bytes = (v) => (v === undefined || v === null ? "not known" : scaled(v, 1024, ["B", "KiB", "MiB", "GiB", "TiB"]));
const plural = (n, word) => n + " " + word + (n === 1 ? "" : "s");

const DTYPES = { float: "f", int: "i", uint: "u", bfloat: "bf", bool: "bool" };
function shortType(t) {
  if (!t) return "";
  return t.replace(/R\.Tensor\(\(([^()]*(?:\([^()]*\)[^()]*)*)\), dtype="(\w+)"\)/g, (_, dims, dtype) => {
    const m = /^([a-z]+)(\d*)$/.exec(dtype);
    return (m && DTYPES[m[1]] ? DTYPES[m[1]] + m[2] : dtype) + "[" + dims.replace(/,$/, "").replace(/ /g, "") + "]";
  }).replace(/R\.Tuple\(/g, "(").replace(/R\./g, "");
}

// What an operator does, for its colour.
const HEAVY = /matmul|conv|einsum|attention|linear|lstm|gru/, SUM = /sum|mean|max|min|prod|softmax|norm|pool|arg|cum|sort|topk|all|any/;
const MOVE = /reshape|permute|transpose|concat|split|slice|take|gather|scatter|pad|expand|squeeze|broadcast|flip|tile|repeat|stack|layout|flatten|resize/;
function kindOf(node) {
  if (node.kind === 1 || node.kind === 2) return "in";
  if (node.kind === 3) return "group";
  const op = node.op.replace(/^relax\.|^R\./, "");
  if (/^(value|field|match_cast|function|if|invoke|tuple|bind)/.test(op)) return "";
  return HEAVY.test(op) ? "heavy" : MOVE.test(op) ? "move" : SUM.test(op.replace(/^(maximum|minimum)$/, "")) ? "sum" : "light";
}
