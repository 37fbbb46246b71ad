// What stands beside the graph. A panel is a function that gives elements.
const LIST = 200; // rows of a list that are shown at once

function facts(rows) {
  return h("table", { class: "facts" }, rows.filter((r) => r && r[1] !== null && r[1] !== undefined && r[1] !== "")
    .map(([k, v]) => h("tr", {}, h("th", {}, k), h("td", {}, v))));
}
function bar(share, hot) {
  return h("div", { class: "bar", role: "img", "aria-label": Math.round(share * 100) + " %" },
    h("i", { class: hot ? "hot" : null, style: `width:${Math.max(0, Math.min(100, share * 100)).toFixed(1)}%` }));
}
function some(list, make, words) {
  const shown = list.slice(0, LIST).map(make);
  return list.length > LIST ? [shown, h("p", { class: "soft" }, `and ${list.length - LIST} more ${words}`)] : shown;
}

class Panels {
  constructor(app) { this.app = app; }
  chip(graph, id) {
    const n = graph.nodes[id];
    return h("button", { class: "chip", title: n.text || n.name, onclick: () => this.app.reveal(graph, n) },
      n.kind === 3 && !n.type ? graph.titleOf(n) : n.kind === 0 ? n.name + " = " + graph.titleOf(n) : n.name);
  }
  chips(graph, ids, none) {
    const list = [...new Set(ids)];
    return list.length ? h("div", { class: "chips" }, some(list.slice(0, 60), (id) => this.chip(graph, id), ""),
      list.length > 60 ? h("span", { class: "soft" }, `and ${list.length - 60} more`) : null) : h("p", { class: "soft" }, none);
  }
  code(before, after) {
    if (before === null && after === null) return h("p", { class: "soft" }, "The text was not kept: the budget was spent (--texts).");
    const lines = (t, kind, sign) => (t === null ? [] : t.split("\n").map((l) => h("span", { class: kind }, sign + " " + l)));
    return h("pre", {}, lines(before, "gone", "\u2212"), lines(after, "made", "+"));
  }
  by(step) {
    const [name, isRule, pass] = data.steps[step];
    const inPass = data.passes[pass] && isRule ? h("span", { class: "soft" }, " in " + data.passes[pass][0]) : null;
    return [h("button", { class: "link", onclick: () => this.app.tab(isRule ? "rules" : "passes", name) }, name), inPass];
  }
  step(step, words) {
    const [, , , before, after] = data.steps[step];
    return h("li", {}, h("div", {}, words ? words + " " : null, this.by(step)), this.code(before, after));
  }
  // Origins behind a node, each once: the oldest first.
  history(origin) {
    const seen = new Set(), order = [], stack = [[origin, false]];
    while (stack.length && seen.size < 2000) {
      const [o, done] = stack.pop();
      if (done) { order.push(o); continue; }
      if (seen.has(o)) continue;
      seen.add(o);
      stack.push([o, true]);
      for (const f of [...data.origins[o][3]].reverse()) if (!seen.has(f)) stack.push([f, false]);
    }
    return order;
  }
  whyThere(n) {
    const out = [], order = this.history(n.extra.o);
    const sources = order.map((o) => data.origins[o][4].i).filter((i) => i !== undefined);
    out.push(h("h3", {}, "Why it is there"));
    if (sources.length) out.push(h("p", {}, "In the module before:"), this.chips(this.app.graphs[0], sources, ""));
    const steps = [];
    for (const o of order) {
      const [kind, by, , , extra] = data.origins[o];
      if (kind === 1) steps.push(h("li", {}, "part of what ", h("b", {}, by), " became"));
      if (kind !== 0) continue;
      if (extra.s) steps.push(...extra.s.map((x) => this.step(x)));
      else steps.push(h("li", {}, "made by ", h("b", {}, by)));
    }
    for (const x of n.extra.c || []) steps.push(this.step(x, "changed by"));
    out.push(steps.length ? h("ol", { class: "steps" }, some(steps, (x) => x, "steps")) : h("p", { class: "soft" }, "No rule and no pass changed it."));
    return out;
  }
  whatBecame(n) {
    const out = [h("h3", {}, "What became of it")], became = this.app.became.get(n.id);
    if (became) out.push(this.chips(this.app.graphs[1], became, ""));
    else if (!n.extra.e && !n.extra.c) return [];
    else out.push(h("p", {}, "It is not in the result."));
    const steps = [...(n.extra.c || []).map((x) => this.step(x, "changed by")), ...(n.extra.e || []).map((x) => this.step(x, became ? "taken up by" : "removed by"))];
    if (steps.length) out.push(h("ol", { class: "steps" }, steps));
    return out;
  }
  difference(g, n) {
    if (data.other === null || (n.kind === 3 && !n.type)) return [];
    const mate = n.extra.p === undefined ? null : this.app.graphs[1 - g.index].nodes[n.extra.p];
    const out = [h("h3", {}, "In the other module")];
    if (!mate) return [...out, h("p", {}, "There is nothing that is the same.")];
    out.push(this.chips(this.app.graphs[1 - g.index], [mate.id], ""));
    if (n.extra.d) out.push(g.index ? this.code(mate.text, n.text) : this.code(n.text, mate.text));
    return out;
  }
  node(g, n) {
    const open = n.children.length > 0, x = n.extra, isCall = n.kind === 0;
    const kernel = x.k === undefined ? null : data.kernels[x.k];
    return [
      h("h2", {}, n.kind === 3 && !n.type ? g.titleOf(n) : n.name),
      h("p", { class: "soft" }, n.kind === 3 && !n.type ? g.subtitleOf(n) : [h("b", {}, g.titleOf(n)), "  ", shortType(n.type)],
        this.app.graphs.length > 1 ? "  \u00b7  " + this.app.labels[g.index] : ""),
      open ? h("p", {}, h("button", { class: "link", onclick: () => this.app.toggle(g, n) }, g.isOpen(n) ? "Fold" : "Unfold")) : null,
      n.text ? h("pre", {}, n.text) : null,
      h("h3", {}, "What it takes"),
      facts([
        isCall || n.kind === 1 ? ["memory", bytes(x.b) + (x.b > 1024 ? ` (${x.b.toLocaleString("en")} bytes)` : "")] : null,
        isCall ? ["operations", x.f === undefined ? "not known" : count(x.f) + " on floats"] : ["operations", n.sumf ? count(n.sumf) + " on floats" : null],
        isCall ? ["moved", bytes(x.m)] : ["moved", n.summ ? bytes(n.summ) : null],
        isCall && x.f > 0 && x.m > 0 ? ["per byte", (x.f / x.m).toPrecision(3) + " operations"] : null,
        kernel ? ["kernel", [h("button", { class: "link mono", onclick: () => this.app.tab("kernels", kernel[0]) }, kernel[0]), ` step ${kernel[2]}`]] : null,
        x.l ? ["source", "line " + x.l] : null,
        x.n ? ["ONNX node", `${x.N} ${x.n}`] : null,
        open ? ["bindings", String(n.leaves)] : null,
      ]),
      kernel && kernel[5].length > 1 ? [h("h3", {}, "In one kernel with"), this.chips(this.app.planned, kernel[5].filter((i) => i !== n.id), "")] : null,
      x.o !== undefined ? this.whyThere(n) : null,
      g.index === 0 && data.steps ? this.whatBecame(n) : null,
      this.difference(g, n),
      h("h3", {}, "It uses"), this.chips(g, g.inputsOf(n), "nothing"),
      n.users.length || !open ? [h("h3", {}, "It is used by"), this.chips(g, n.users, "nothing")] : null,
    ];
  }
  operators() {
    const counts = new Map();
    this.app.graphs.forEach((g, i) => g.nodes.forEach((n) => {
      if (n.kind !== 0) return;
      const row = counts.get(n.op) || [0, 0];
      row[i]++;
      counts.set(n.op, row);
    }));
    const two = this.app.graphs.length > 1, rows = [...counts].sort((a, b) => b[1][two ? 1 : 0] - a[1][two ? 1 : 0] || (a[0] < b[0] ? -1 : 1));
    return h("table", {}, h("tr", {}, h("th", {}, "operator"), this.app.labels.map((l) => h("th", { class: "n" }, l))),
      some(rows, ([op, n]) => h("tr", {}, h("td", {}, h("button", { class: "link", onclick: () => this.app.search(op) }, op)), (two ? n : [n[0]]).map((v) => h("td", { class: "n" }, String(v)))), "operators"));
  }
  overview() {
    const [a, b] = this.app.graphs, last = this.app.planned, two = Boolean(b);
    const pair = (f) => (two && f(a) !== f(b) ? `${f(a)} \u2192 ${f(b)}` : f(last));
    const plan = data.planned.reduce((most, f) => (f[2] > (most ? most[2] : -1) ? f : most), null);
    const tiles = [[pair((g) => g.nodes[0].leaves.toLocaleString("en")), "bindings"], [pair((g) => count(g.nodes[0].sumf)), "operations on floats"],
      data.planless === null ? [plan ? bytes(plan[2]) : "none", "planned memory"] : null, [String(data.kernels.length), "kernels"],
      data.rules ? [String(data.rules.reduce((n, r) => n + r[3], 0)), `applications of ${plural(data.rules.length, "rule")}`] : null].filter(Boolean);
    const hot = last.nodes.filter((n) => n.extra.f > 0).sort((x, y) => y.extra.f - x.extra.f || x.id - y.id).slice(0, 12);
    return [h("h2", {}, data.title + (data.other === null ? "" : " and " + data.other)),
      h("p", { class: "soft" }, "Click a box for what it is and why it is there; double-click a group to unfold it."),
      h("div", { class: "tiles" }, tiles.map(([v, k]) => h("div", { class: "tile" }, h("b", {}, v), h("span", {}, k)))),
      hot.length ? [h("h3", {}, "Most operations"), h("table", {}, hot.map((n) => h("tr", {}, h("td", {}, h("button", { class: "link", onclick: () => this.app.reveal(last, n) }, n.name), h("span", { class: "soft" }, " " + last.titleOf(n))),
        h("td", { class: "n" }, count(n.extra.f)), h("td", {}, bar(n.extra.f / hot[0].extra.f)))))] : null,
      h("h3", {}, "Operators"), this.operators(),
      data.answers.length ? [h("h3", {}, "Why not"), data.answers.map(([rule, text]) => [h("p", {}, h("b", {}, rule)), h("pre", {}, text)])] : null];
  }
  rulesOf(pass) {
    const counts = new Map();
    for (const [by, isRule, of] of data.steps) if (isRule && of === pass) counts.set(by, (counts.get(by) || 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  }
  passes() {
    return [h("h2", {}, "Passes"), h("p", { class: "soft" }, "In order; bindings that each made, removed and changed."),
      data.unrecorded ? h("p", {}, `${data.unrecorded} steps have no text: the budget was spent (--texts).`) : null,
      data.passes.map(([name, added, removed, changed], i) => {
        const own = data.steps.map((x, k) => [x, k]).filter(([x]) => x[2] === i && !x[1]);
        const rules = this.rulesOf(i);
        return h("details", { open: this.app.focus === name },
          h("summary", {}, h("b", {}, name), "  ", h("span", { class: "plus" }, "+" + added), " ", h("span", { class: "minus" }, "\u2212" + removed), " ", h("span", { class: "soft" }, "~" + changed)),
          rules.length ? h("div", { class: "chips" }, rules.map(([r, n]) => h("button", { class: "chip", onclick: () => this.app.tab("rules", r) }, `${r} \u00d7${n}`))) : null,
          own.length ? h("ol", { class: "steps" }, some(own, ([, k]) => this.step(k), "steps")) : rules.length ? null : h("p", { class: "soft" }, "It changed nothing."));
      })];
  }
  rules() {
    if (!data.rules.length) return [h("h2", {}, "Rules"), h("p", { class: "soft" }, "No rule applied.")];
    return [h("h2", {}, "Rules"), h("p", { class: "soft" }, "Those that applied, with each place."),
      [...data.rules].sort((a, b) => b[3] - a[3] || (a[0] < b[0] ? -1 : 1)).map(([name, doc, tries, hits]) => {
        const steps = h("ol", { class: "steps" }), own = [];
        data.steps.forEach((x, k) => { if (x[1] && x[0] === name) own.push(k); });
        const list = () => { if (!steps.childElementCount) fill(steps, {}, some(own, (k) => this.step(k), "applications")); };
        if (this.app.focus === name) list();
        return h("details", { open: this.app.focus === name, ontoggle: list, "data-rule": name },
          h("summary", {}, h("b", {}, name), h("span", { class: "soft" }, `  ${plural(hits, "time")} of ${tries} tries`)),
          doc ? h("p", {}, doc) : null, steps);
      })];
  }
  times() {
    const [gflops, gbytes] = data.ceilings.map((v) => v / 1e3), all = data.times.reduce((n, t) => n + t[2], 0);
    return [h("h3", {}, "Measured"), h("p", { class: "soft" }, `This machine: ${count(gflops * 1e9)}FLOP/s, ${count(gbytes * 1e9)}B/s of memory.`),
      h("table", {}, h("tr", {}, h("th", {}, "kernel"), h("th", { class: "n" }, "ms"), h("th", { class: "n" }, "share"), h("th", { class: "n" }, "of the ceiling"), h("th", {})),
        some(data.times, ([name, calls, us, ns, flop, moved, variables]) => {
          const seconds = (ns || (us * 1e3) / calls) * 1e-9;
          const compute = flop && gflops ? flop / calls / seconds / 1e9 / gflops : 0, memory = moved && gbytes ? moved / calls / seconds / 1e9 / gbytes : 0, near = Math.max(compute, memory);
          const first = variables.map((v) => this.app.graphs[0].nodes.find((n) => n.name === v && n.kind === 0)).find(Boolean);
          return h("tr", {}, h("td", { class: "mono" }, first ? h("button", { class: "link", onclick: () => this.app.reveal(this.app.graphs[0], first) }, name) : name),
            h("td", { class: "n" }, (us / 1e3).toFixed(3)), h("td", { class: "n" }, Math.round((100 * us) / all) + " %"),
            h("td", { class: "n" }, near ? `${Math.round(100 * near)} % ${compute > memory ? "compute" : "memory"}` : "\u2013"), h("td", {}, bar(near, near > 1.1)));
        }, "kernels"))];
  }
  kernels() {
    const rows = data.kernels.map((k, i) => [k, i]).sort((a, b) => (b[0][3] || 0) - (a[0][3] || 0) || a[1] - b[1]);
    const most = rows.length ? rows[0][0][3] : 0, focus = this.app.focus;
    if (focus) rows.sort((a, b) => (b[0][0] === focus) - (a[0][0] === focus));
    return [h("h2", {}, "Kernels"),
      data.planless !== null ? h("p", {}, "There is no plan: " + data.planless) : h("p", { class: "soft" }, "Loops that native code runs, without libraries; those with most operations first."),
      data.times.length ? this.times() : null,
      rows.length ? [h("h3", {}, "Planned"), h("table", {}, h("tr", {}, h("th", {}, "kernel"), h("th", { class: "n" }, "operations"), h("th", { class: "n" }, "moved"), h("th", {})),
        some(rows, ([[name, , , f, m, nodes]]) => h("tr", {},
          h("td", { class: "mono" }, nodes.length ? h("button", { class: "link", onclick: () => this.app.reveal(this.app.planned, this.app.planned.nodes[nodes[nodes.length - 1]]) }, name) : name,
            nodes.length > 1 ? h("span", { class: "soft" }, ` of ${nodes.length}`) : null),
          h("td", { class: "n" }, f === null ? "\u2013" : count(f)), h("td", { class: "n" }, m === null ? "\u2013" : bytes(m)), h("td", {}, bar(most ? (f || 0) / most : 0))), "kernels"))] : null];
  }
  memory() {
    if (data.planless !== null) return [h("h2", {}, "Memory"), h("p", {}, "There is no plan: " + data.planless)];
    const out = [h("h2", {}, "Memory"), h("p", { class: "soft" }, "The arena of each function: time goes right, addresses go up. Click a block for what makes it.")];
    data.planned.forEach(([name, steps, arena, bound, sum, open], i) => {
      const list = data.buffers.filter((b) => b[0] === i);
      if (!arena && !open) return;
      const canvas = h("canvas", { tabindex: 0, role: "img", "aria-label": `${plural(list.length, "value")} in ${bytes(arena)}` });
      out.push(h("h3", {}, name), facts([["arena", bytes(arena)], ["least possible", bytes(bound)], ["without sharing", bytes(sum)], ["values", String(list.length)],
        open ? ["sizes of a run", plural(open, "value")] : null]), canvas);
      requestAnimationFrame(() => this.app.drawMemory(canvas, list, steps, arena));
    });
    if (out.length === 2) out.push(h("p", {}, "No values need memory of their own."));
    return out;
  }
  differences() {
    const [a, b] = this.app.graphs, whole = (n) => n.kind !== 3 || n.type;
    const changed = a.nodes.filter((n) => whole(n) && n.extra.d), old = a.nodes.filter((n) => n.id && whole(n) && n.extra.p === undefined), fresh = b.nodes.filter((n) => n.id && whole(n) && n.extra.p === undefined);
    const list = (g, nodes) => h("table", {}, some(nodes, (n) => h("tr", {}, h("td", {}, h("button", { class: "link", onclick: () => this.app.reveal(g, n) }, n.name)), h("td", { class: "mono" }, cut(n.text || n.op, 160))), "bindings"));
    return [h("h2", {}, "Differences"),
      changed.length + old.length + fresh.length ? null : h("p", {}, "None: each binding of the one is in the other."),
      changed.length ? [h("h3", {}, `Changed (${changed.length})`), some(changed, (n) => h("div", {}, h("p", {}, h("button", { class: "link", onclick: () => this.app.reveal(a, n) }, n.name)), this.code(n.text, b.nodes[n.extra.p].text)), "bindings")] : null,
      old.length ? [h("h3", {}, `Only in ${data.title} (${old.length})`), list(a, old)] : null,
      fresh.length ? [h("h3", {}, `Only in ${data.other} (${fresh.length})`), list(b, fresh)] : null];
  }
}
