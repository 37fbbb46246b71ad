// A graph: its nodes with the groups that they are in, which of these are open, and a drawing. Layers
// and places come with the data; what is done here is to add up the sizes of what is open.
const WIDE = 172, HIGH = 44, ACROSS = 22, DOWN = 34, EDGE = 14, HEAD = 30, MOST = 2000;

class Graph {
  constructor(rows, index) {
    this.index = index;
    this.nodes = rows.map(([kind, parent, layer, x, name, op, type, text, inputs, extra], id) =>
      ({ id, kind, parent, layer, x: x / 100, name, op: data.texts[op], type: data.texts[type], text, inputs, extra, children: [], users: [], depth: 0 }));
    for (const n of this.nodes) if (n.parent >= 0) this.nodes[n.parent].children.push(n);
    for (const n of this.nodes) {
      for (const i of new Set(n.inputs)) this.nodes[i].users.push(n.id);
      if (n.children.length) n.children.sort((a, b) => a.layer - b.layer || a.x - b.x || a.id - b.id);
    }
    const queue = [this.nodes[0]];
    for (let at = 0; at < queue.length; at++) {
      for (const c of queue[at].children) { c.depth = queue[at].depth + 1; queue.push(c); }
    }
    for (let at = queue.length; at-- > 0;) {
      const n = queue[at];
      n.leaves = n.children.length ? n.children.reduce((sum, c) => sum + c.leaves, 0) : n.kind === 0 ? 1 : 0;
      for (const k of ["f", "m"]) {
        if (n.kind === 3) n["sum" + k] = n.children.reduce((sum, c) => sum + (c["sum" + k] || 0), 0);
        else n["sum" + k] = n.extra[k] || 0;
      }
    }
    this.open = new Map(); // group -> when it was opened
    this.clock = 0;
    this.selected = this.mates = null;
    this.found = new Set();
  }
  isOpen(n) { return this.open.has(n.id); }
  // Of a closed group: what nodes within it use from outside.
  inputsOf(n) {
    if (!n.children.length) return n.inputs;
    if (!n.outside) {
      const inside = new Set(), out = new Set(), stack = [n];
      while (stack.length) { const c = stack.pop(); inside.add(c.id); stack.push(...c.children); }
      for (const id of inside) for (const i of this.nodes[id].inputs) if (!inside.has(i)) out.add(i);
      n.outside = [...out];
    }
    return n.outside;
  }
  // The node itself, or the outermost closed group around it.
  shown(id) {
    let n = this.nodes[id], shown = n;
    for (; n.parent >= 0; n = this.nodes[n.parent]) if (!this.open.has(n.parent)) shown = this.nodes[n.parent];
    return shown;
  }
  titleOf(n) {
    if (n.kind === 1) return n.name;
    if (n.kind !== 3 || n.type) return n.op;
    if (n.op === "function" || n.op === "branch") return n.name;
    const ops = new Map(), stack = [n];
    while (stack.length) {
      const c = stack.pop();
      stack.push(...c.children);
      if (c.kind === 0) ops.set(c.op, (ops.get(c.op) || 0) + 1);
    }
    // what does the work says more of a block than what moves values about
    const weight = ([op, n]) => n * ({ heavy: 1e6, sum: 1e3, light: 1, move: 0.5 }[kindOf({ kind: 0, op })] || 0.1);
    const top = [...ops].sort((a, b) => weight(b) - weight(a) || (a[0] < b[0] ? -1 : 1)).slice(0, 2).map(([op]) => op.replace(/^(relax\.)?(nn\.)?/, ""));
    if (n.op === "parameters") return "parameters";
    return top.join(", ") || n.op;
  }
  subtitleOf(n) {
    if (n.kind !== 3) return shortType(n.type);
    if (n.op === "parameters") return plural(n.children.length, "parameter");
    const what = n.op === "block" || n.op === "part" ? n.op + " " + n.name + " \u00b7 " : "";
    return what + plural(n.leaves, "binding");
  }
  // Opens a group, and those around it; others close where too much would be drawn, the oldest first.
  unfold(n) {
    for (let g = n; g; g = this.nodes[g.parent]) if (g.children.length) this.open.set(g.id, ++this.clock);
    const keep = new Set();
    for (let g = n; g; g = this.nodes[g.parent]) keep.add(g.id);
    while (this.weight() > MOST * 0.85) {
      const oldest = [...this.open].filter(([id]) => !keep.has(id)).sort((a, b) => a[1] - b[1])[0];
      if (!oldest) break;
      this.fold(this.nodes[oldest[0]]);
    }
  }
  fold(n) {
    this.open.delete(n.id);
    for (const id of [...this.open.keys()]) {
      for (let g = this.nodes[id]; g; g = this.nodes[g.parent]) if (g === n) { this.open.delete(id); break; }
    }
  }
  // Elements that would be drawn.
  weight() {
    let n = 0;
    for (const id of this.open.keys()) n += 3 + 5.5 * this.nodes[id].children.length;
    return n;
  }
  openSome() {
    const queue = [this.nodes[0]];
    for (let at = 0; at < queue.length; at++) {
      const g = queue[at];
      if (at && this.weight() + 5.5 * g.children.length > 420) continue;
      this.open.set(g.id, ++this.clock);
      // what stands for itself first: functions, then what is in them
      for (const c of g.children) if (c.children.length && (g.depth < 1 || g.children.length === 1)) queue.push(c);
    }
  }
  // Sizes and places of all that is shown; places are relative to the group until `place`.
  measure(g) {
    const rows = [];
    for (const c of g.children) {
      if (this.isOpen(c)) this.measure(c); else { c.w = WIDE; c.h = HIGH; }
      (rows[c.layer] ||= []).push(c);
    }
    let y = g.parent < 0 ? 0 : HEAD, left = Infinity, right = -Infinity;
    for (const row of rows) {
      if (!row) continue;
      let edge = -Infinity, high = 0;
      for (const c of row) {
        c.cx = Math.max(c.x * (WIDE + ACROSS), edge + ACROSS + c.w / 2);
        edge = c.cx + c.w / 2;
        high = Math.max(high, c.h);
        left = Math.min(left, c.cx - c.w / 2);
        right = Math.max(right, edge);
      }
      for (const c of row) c.ry = y + (high - c.h) / 2;
      y += high + DOWN;
    }
    for (const c of g.children) c.rx = c.cx - c.w / 2 - left + EDGE;
    g.w = Math.max(right - left + 2 * EDGE, WIDE);
    g.h = y - DOWN + EDGE;
  }
  place() {
    const root = this.nodes[0], items = [], stack = [root];
    this.measure(root);
    root.ax = root.ay = 0;
    while (stack.length) {
      const g = stack.pop();
      if (g.parent >= 0) items.push(g);
      if (!this.isOpen(g)) continue;
      for (let i = g.children.length; i-- > 0;) {
        const c = g.children[i];
        c.ax = g.ax + c.rx;
        c.ay = g.ay + c.ry;
        stack.push(c);
      }
    }
    this.width = root.w;
    this.height = root.h;
    return items;
  }
  edges(items) {
    const out = new Map();
    for (const n of items) {
      if (this.isOpen(n)) continue;
      for (const i of this.inputsOf(n)) {
        const from = this.shown(i);
        if (from !== n) out.set(from.id + " " + n.id, [from, n]);
      }
    }
    return [...out.values()];
  }
}

function edgePath(a, b) {
  const x1 = a.ax + a.w / 2, y1 = a.ay + a.h, x2 = b.ax + b.w / 2, y2 = b.ay, dy = y2 - y1;
  const bend = Math.max(14, Math.min(dy / 2, 60));
  // what passes layers goes around them
  const bow = dy > HIGH + DOWN && Math.abs(x1 - x2) < WIDE ? WIDE / 2 + Math.min(24 + dy * 0.05, 90) : 0;
  return `M${x1},${y1}C${x1 + bow},${y1 + bend} ${x2 + bow},${y2 - bend} ${x2},${y2}`;
}

const cut = (t, n) => (t.length > n ? t.slice(0, n - 1) + "\u2026" : t);

// A drawing of a graph: the pane, how far it is moved and enlarged.
class Pane {
  constructor(graph, label, app) {
    this.graph = graph;
    this.app = app;
    this.zoom = 1;
    this.x = this.y = 0;
    this.world = s("g", {});
    this.svg = s("svg", { role: "img", "aria-label": label + ": the graph" },
      s("defs", {}, s("marker", { id: "tip" + graph.index, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" },
        s("path", { d: "M0,0L8,4L0,8z", style: "fill:var(--edge)" }))), this.world);
    this.note = h("div", { class: "note" });
    this.root = h("div", { class: "pane" }, this.svg, h("div", { class: "label" }, label), this.note);
    this.listen();
  }
  listen() {
    const points = new Map();
    let moved = 0, apart = 0;
    const gap = () => { const [a, b] = [...points.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };
    this.svg.addEventListener("wheel", (e) => {
      e.preventDefault();
      if (e.ctrlKey || !e.shiftKey) this.zoomAt(Math.exp(-e.deltaY * 0.0016), e.offsetX, e.offsetY);
      else { this.x -= e.deltaY; this.move(); }
    }, { passive: false });
    this.svg.addEventListener("pointerdown", (e) => {
      points.set(e.pointerId, { x: e.clientX, y: e.clientY });
      moved = 0;
      if (points.size === 2) apart = gap();
    });
    this.svg.addEventListener("pointermove", (e) => {
      const p = points.get(e.pointerId);
      if (!p) return;
      const dx = e.clientX - p.x, dy = e.clientY - p.y;
      p.x = e.clientX; p.y = e.clientY;
      moved += Math.abs(dx) + Math.abs(dy);
      if (moved > 4 && !this.svg.classList.contains("drag")) { this.svg.classList.add("drag"); this.svg.setPointerCapture(e.pointerId); }
      if (points.size === 2) { const now = gap(); this.zoomAt(now / apart, e.offsetX, e.offsetY); apart = now; return; }
      if (moved > 4) { this.x += dx; this.y += dy; this.move(); }
    });
    const end = (e) => { points.delete(e.pointerId); this.svg.classList.remove("drag"); };
    this.svg.addEventListener("pointerup", end);
    this.svg.addEventListener("pointercancel", end);
    const nodeOf = (e) => { const g = e.target.closest(".n"); return g && this.graph.nodes[+g.dataset.id]; };
    this.svg.addEventListener("click", (e) => { const n = nodeOf(e); if (n && moved <= 4) this.app.select(this.graph, n); });
    this.svg.addEventListener("dblclick", (e) => { const n = nodeOf(e); if (n) this.toggle(n); });
    this.svg.addEventListener("keydown", (e) => {
      const n = nodeOf(e);
      if (!n || (e.key !== "Enter" && e.key !== " ")) return;
      e.preventDefault();
      if (e.key === " ") this.toggle(n); else this.app.select(this.graph, n);
    });
  }
  toggle(n) {
    if (!n.children.length) return;
    const before = n.ax * this.zoom + this.x, top = n.ay * this.zoom + this.y;
    if (this.graph.isOpen(n)) this.graph.fold(n); else this.graph.unfold(n);
    this.draw();
    this.x = before - n.ax * this.zoom;
    this.y = top - n.ay * this.zoom;
    this.move();
  }
  move() { this.world.setAttribute("transform", `translate(${this.x.toFixed(1)},${this.y.toFixed(1)}) scale(${this.zoom.toFixed(4)})`); }
  zoomAt(by, x, y) {
    const zoom = Math.max(0.02, Math.min(4, this.zoom * by)), k = zoom / this.zoom;
    this.x = x - (x - this.x) * k;
    this.y = y - (y - this.y) * k;
    this.zoom = zoom;
    this.move();
  }
  fit() {
    const box = this.svg.getBoundingClientRect(), g = this.graph;
    this.zoom = Math.max(0.02, Math.min(1.1, (box.width - 40) / g.width, (box.height - 70) / g.height));
    // a long graph is read from its top
    if (this.zoom < 0.45) this.zoom = Math.max(this.zoom, Math.min(0.6, (box.width - 40) / g.width));
    this.x = (box.width - g.width * this.zoom) / 2;
    this.y = g.height * this.zoom < box.height - 60 ? (box.height - g.height * this.zoom) / 2 : 44;
    this.move();
  }
  show(n) {
    const box = this.svg.getBoundingClientRect();
    this.zoom = Math.max(this.zoom, 0.8);
    this.x = box.width / 2 - (n.ax + n.w / 2) * this.zoom;
    this.y = box.height / 2 - (n.ay + Math.min(n.h, 200) / 2) * this.zoom;
    this.move();
  }
  classOf(n) {
    const g = this.graph, names = ["n", kindOf(n)];
    if (g.isOpen(n)) names.push("open");
    if (g.selected === n) names.push("on");
    if (g.mates && g.mates.has(n.id)) names.push("mate");
    if (g.found.has(n.id)) names.push("hit");
    if (data.other !== null && (n.kind !== 3 || n.type)) names.push(n.extra.p === undefined ? (g.index ? "new" : "old") : n.extra.d ? "changed" : "");
    return names.filter(Boolean).join(" ");
  }
  drawNode(n) {
    const g = this.graph, title = g.titleOf(n), sub = g.subtitleOf(n), open = g.isOpen(n);
    const of = n.kind === 3 && !n.type ? sub : n.name + ": " + shortType(n.type);
    return s("g", { class: this.classOf(n), "data-id": n.id, transform: `translate(${n.ax},${n.ay})`, tabindex: 0, role: "button",
      "aria-label": title + ", " + of, "aria-expanded": n.children.length ? String(open) : null },
      !open && n.children.length ? s("rect", { x: 4, y: 4, width: n.w, height: n.h, rx: 7 }) : null,
      s("rect", { width: n.w, height: n.h, rx: open ? 10 : 7 }),
      open ? s("text", { x: 14, y: 20 }, cut(title + (sub ? "  \u00b7  " + sub : ""), Math.floor(n.w / 7))) : [
        s("text", { x: 11, y: 18 }, cut(title, 22)), s("text", { x: 11, y: 34, class: "ty" }, cut(sub, 27))]);
  }
  draw() {
    const items = this.graph.place(), chosen = this.graph.selected;
    let room = MOST - 12;
    const nodes = [];
    for (const n of items) {
      const weight = this.graph.isOpen(n) ? 3 : n.children.length ? 5 : 4;
      if (room < weight) break;
      room -= weight;
      nodes.push(n);
    }
    const edges = this.graph.edges(nodes);
    const drawn = edges.slice(0, room).map(([a, b]) =>
      s("path", { class: "e" + (chosen && (a === chosen || b === chosen) ? " on" : ""), d: edgePath(a, b), "marker-end": `url(#tip${this.graph.index})` }));
    const open = nodes.filter((n) => this.graph.isOpen(n)), closed = nodes.filter((n) => !this.graph.isOpen(n));
    this.world.replaceChildren(...open.map((n) => this.drawNode(n)), ...drawn, ...closed.map((n) => this.drawNode(n)));
    const left = items.length - nodes.length + edges.length - drawn.length;
    this.note.textContent = left ? left + " more are not drawn: fold something" : "";
    this.move();
  }
}
