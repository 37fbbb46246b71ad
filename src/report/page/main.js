// The page: panes, panels, search, and the address behind # that says what is shown.
const app = {
  graphs: data.graphs.map((rows, i) => new Graph(rows, i)),
  labels: data.other === null ? ["Before", "After"] : [data.title, data.other],
  panes: [],
  focus: null,
  became: new Map(), // of nodes before: nodes after
  select(graph, n, quiet) {
    for (const g of app.graphs) { g.selected = null; g.mates = null; }
    graph.selected = n;
    const other = app.graphs[1 - graph.index];
    if (other) other.mates = app.matesOf(graph, n);
    app.current = "node";
    app.shown = [graph, n];
    app.renderTabs();
    app.render();
    for (const p of app.panes) p.draw();
    if (!quiet) history.replaceState(null, "", `#g=${graph.index}&n=${n.id}`);
  },
  matesOf(graph, n) {
    if (data.other !== null) return new Set(n.extra.p === undefined ? [] : [n.extra.p]);
    if (graph.index === 0) return new Set(app.became.get(n.id) || []);
    return new Set(n.extra.o === undefined ? [] : panels.history(n.extra.o).map((o) => data.origins[o][4].i).filter((i) => i !== undefined));
  },
  // Unfolds what is around it, and shows it.
  reveal(graph, n) {
    if (!app.panes.some((p) => p.graph === graph)) app.sides([graph.index]);
    if (n.parent >= 0) graph.unfold(graph.nodes[n.parent]);
    app.select(graph, n);
    const pane = app.panes.find((p) => p.graph === graph);
    pane.show(n);
    for (const p of app.panes) {
      const mates = p !== pane && p.graph.mates ? [...p.graph.mates] : [];
      if (!mates.length) continue;
      const mate = p.graph.nodes[mates[0]];
      p.graph.unfold(p.graph.nodes[mate.parent]);
      p.draw();
      p.show(mate);
    }
  },
  toggle(graph, n) {
    const pane = app.panes.find((p) => p.graph === graph);
    if (pane) pane.toggle(n);
    app.render();
  },
  sides(list) {
    app.list = list;
    app.panes = list.map((i) => new Pane(app.graphs[i], app.labels[i], app));
    byId("panes").replaceChildren(...app.panes.map((p) => p.root));
    for (const p of app.panes) { p.draw(); p.fit(); }
    for (const b of byId("sides").children) b.setAttribute("aria-pressed", String(b.dataset.sides === list.join()));
  },
  tabs() {
    const names = [["overview", "Overview"]];
    if (app.shown) names.push(["node", "Selected"]);
    if (data.other !== null) names.push(["differences", "Differences"]);
    if (data.passes) names.push(["passes", "Passes"], ["rules", "Rules"]);
    return [...names, ["kernels", "Kernels"], ["memory", "Memory"]];
  },
  renderTabs() {
    byId("tabs").replaceChildren(...app.tabs().map(([id, name]) =>
      h("button", { role: "tab", "aria-selected": String(app.current === id), "data-tab": id, onclick: () => app.tab(id, null) }, name)));
  },
  tab(id, focus) {
    app.current = id;
    app.focus = focus;
    app.renderTabs();
    app.render();
    history.replaceState(null, "", "#tab=" + id + (focus ? "&of=" + encodeURIComponent(focus) : ""));
    const open = byId("panel").querySelector("details[open]");
    if (open) open.scrollIntoView();
  },
  render() {
    const panel = byId("panel");
    panel.replaceChildren();
    fill(panel, {}, [app.current === "node" ? panels.node(...app.shown) : panels[app.current]()]);
    panel.scrollTop = 0;
  },
  drawMemory(canvas, list, steps, arena) {
    const box = canvas.getBoundingClientRect(), dpr = window.devicePixelRatio || 1, ctx = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement), color = (v) => style.getPropertyValue(v);
    canvas.width = box.width * dpr;
    canvas.height = box.height * dpr;
    ctx.scale(dpr, dpr);
    const x = (t) => (t / Math.max(steps, 1)) * box.width, y = (a) => box.height - (a / Math.max(arena, 1)) * box.height;
    const chosen = app.shown && app.shown[0] === app.planned ? app.shown[1].id : -1;
    const fills = { heavy: "--heavy", light: "--light", move: "--move", sum: "--sum" }, rects = [];
    for (const [, first, last, offset, size, node] of list) {
      const r = { x: x(first - 1), w: Math.max(1, x(last) - x(first - 1)), y: y(offset + size), h: Math.max(1, (size / Math.max(arena, 1)) * box.height), node };
      const kind = node < 0 ? "" : kindOf(app.planned.nodes[node]);
      ctx.fillStyle = node === chosen && node >= 0 ? color("--accent") : color(fills[kind] || "--shade");
      ctx.strokeStyle = color((fills[kind] || "--edge") + (fills[kind] ? "-line" : ""));
      ctx.fillRect(r.x, r.y, r.w, r.h);
      ctx.strokeRect(r.x + 0.5, r.y + 0.5, Math.max(0, r.w - 1), Math.max(0, r.h - 1));
      rects.push(r);
    }
    const at = (e) => rects.findLast((r) => e.offsetX >= r.x && e.offsetX <= r.x + r.w && e.offsetY >= r.y && e.offsetY <= r.y + r.h);
    canvas.onclick = (e) => { const r = at(e); if (r && r.node >= 0) app.reveal(app.planned, app.planned.nodes[r.node]); };
    canvas.onmousemove = (e) => { const r = at(e); canvas.title = r && r.node >= 0 ? app.planned.nodes[r.node].name : ""; };
  },
  // What has the words in it: nodes, rules, passes, kernels.
  find(query) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean), out = [];
    const has = (text) => words.every((w) => text.includes(w));
    if (!words.length) return out;
    for (const [name, doc] of data.rules || []) if (has((name + " " + (doc || "")).toLowerCase())) out.push({ kind: "rule", name, more: doc || "", go: () => app.tab("rules", name) });
    for (const [name] of data.passes || []) if (has(name.toLowerCase())) out.push({ kind: "pass", name, more: "", go: () => app.tab("passes", name) });
    for (const g of app.list.map((i) => app.graphs[i])) {
      for (const n of g.nodes) {
        if (n.kind === 3 && !n.type && n.op !== "function") continue;
        n.key ??= [n.name, n.op, n.type, n.text, n.extra.n, n.extra.N].filter(Boolean).join(" ").toLowerCase();
        if (has(n.key)) out.push({ kind: app.list.length > 1 ? app.labels[g.index] : n.kind === 1 ? "input" : n.kind === 3 ? "function" : "binding", name: n.name, more: g.titleOf(n) + "  " + shortType(n.type), node: n, graph: g, go: () => app.reveal(g, n) });
      }
    }
    const kernels = new Set();
    for (const [name] of data.kernels) if (has(name.toLowerCase()) && !kernels.has(name)) { kernels.add(name); out.push({ kind: "kernel", name, more: "", go: () => app.tab("kernels", name) }); }
    return out;
  },
  search(query) {
    const box = byId("hits"), found = app.find(query);
    byId("find").value = query;
    app.found = found;
    for (const g of app.graphs) g.found = new Set(found.filter((f) => f.graph === g).slice(0, 2000).map((f) => g.shown(f.node.id).id));
    for (const p of app.panes) p.draw();
    box.hidden = !query.trim();
    box.replaceChildren(h("p", {}, found.length === 1 ? "1 result" : found.length + " results"),
      ...found.slice(0, 60).map((f) => h("button", { onclick: () => { box.hidden = true; f.go(); } }, h("span", { class: "kind" }, f.kind), h("b", {}, f.name), h("span", { class: "more" }, f.more))));
  },
  start() {
    app.list = [];
    const one = app.graphs.length < 2;
    app.planned = data.other === null ? app.graphs[app.graphs.length - 1] : app.graphs[0];
    if (data.steps) {
      for (const n of app.graphs[1].nodes) {
        if (n.extra.o === undefined) continue;
        for (const i of app.matesOf(app.graphs[1], n)) app.became.set(i, [...(app.became.get(i) || []), n.id]);
      }
    }
    for (const g of app.graphs) g.openSome();
    if (!one) for (const [text, list] of [[app.labels[0], [0]], [app.labels[1], [1]], ["Both", [0, 1]]])
      byId("sides").append(h("button", { "data-sides": list.join(), onclick: () => app.sides(list) }, text));
    if (one) byId("sides").hidden = true;
    app.current = data.other === null ? "overview" : "differences";
    app.sides(one ? [0] : data.other === null ? [1] : [0, 1]);
    app.renderTabs();
    app.render();
    app.go();
  },
  go() {
    const at = new URLSearchParams(location.hash.slice(1)), g = app.graphs[+(at.get("g") || app.graphs.length - 1)];
    if (at.has("sides")) app.sides(at.get("sides").split("").map(Number).filter((i) => app.graphs[i]));
    if (at.has("n") && g && g.nodes[+at.get("n")]) app.reveal(g, g.nodes[+at.get("n")]);
    if (at.has("tab") && app.tabs().some(([id]) => id === at.get("tab"))) app.tab(at.get("tab"), at.get("of"));
    if (at.has("q")) app.search(at.get("q"));
  },
};
const panels = new Panels(app);
const zoomAll = (by) => { for (const p of app.panes) { const b = p.svg.getBoundingClientRect(); p.zoomAt(by, b.width / 2, b.height / 2); } };
byId("in").onclick = () => zoomAll(1.3);
byId("out").onclick = () => zoomAll(1 / 1.3);
byId("fit").onclick = () => app.panes.forEach((p) => p.fit());
byId("find").addEventListener("input", (e) => app.search(e.target.value));
byId("find").addEventListener("keydown", (e) => {
  if (e.key === "Enter" && app.found && app.found.length) { byId("hits").hidden = true; app.found[0].go(); }
  if (e.key === "Escape") app.search("");
  if (e.key === "ArrowDown") { const b = byId("hits").querySelector("button"); if (b) { e.preventDefault(); b.focus(); } }
});
byId("hits").addEventListener("keydown", (e) => {
  const to = e.key === "ArrowDown" ? e.target.nextElementSibling : e.key === "ArrowUp" ? e.target.previousElementSibling : null;
  if (to && to.tagName === "BUTTON") { e.preventDefault(); to.focus(); }
  if (e.key === "Escape") { byId("hits").hidden = true; byId("find").focus(); }
});
document.addEventListener("click", (e) => { if (!e.target.closest(".find")) byId("hits").hidden = true; });
document.addEventListener("keydown", (e) => {
  if (e.target.tagName === "INPUT" || e.ctrlKey || e.metaKey || e.altKey) return;
  const pan = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[e.key];
  if (e.key === "/") { e.preventDefault(); byId("find").focus(); }
  if (e.key === "+") zoomAll(1.3);
  if (e.key === "-") zoomAll(1 / 1.3);
  if (e.key === "0") app.panes.forEach((p) => p.fit());
  if (pan && e.target.closest(".pane")) { for (const p of app.panes) { p.x += pan[0]; p.y += pan[1]; p.move(); } e.preventDefault(); }
});
window.addEventListener("hashchange", () => app.go());
window.addEventListener("resize", () => app.panes.forEach((p) => p.draw()));
app.start();
