// SPDX-License-Identifier: Apache-2.0
// Drives pages of `tenon report` in Chromium over its debugging pipe, without any package:
//   node report_browser.mjs CHROMIUM PAGE.html CASE... [-- PAGE.html CASE...]...
// CASE is the name of one of `cases`, with =ARGUMENT where it takes one; each has a page of its own, and a line says how
// it went. picture=OUT.png,WIDTH,HEIGHT,light|dark,HASH makes a picture.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [chromium, ...work] = process.argv.slice(2);
let page, argument;
const home = mkdtempSync(join(tmpdir(), "report-"));
const browser = spawn(chromium, ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--disable-extensions",
  "--no-first-run", "--hide-scrollbars", "--force-color-profile=srgb", `--user-data-dir=${home}`, "about:blank"],
  { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], env: { ...process.env, HOME: home } });

const waiting = new Map(), requests = [], problems = [];
let last = 0, pending = "", session;
browser.stdio[4].on("data", (chunk) => {
  const parts = (pending + chunk).split("\0");
  pending = parts.pop();
  for (const part of parts) {
    const message = JSON.parse(part);
    if (message.id) {
      const [done, fail] = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) fail(new Error(message.error.message)); else done(message.result);
    }
    if (message.method === "Network.requestWillBeSent") requests.push(message.params.request.url);
    if (message.method === "Runtime.exceptionThrown") problems.push(message.params.exceptionDetails.exception?.description || message.params.exceptionDetails.text);
    if (message.method === "Log.entryAdded" && message.params.entry.level === "error") problems.push(message.params.entry.text);
  }
});
function send(method, params = {}) {
  return new Promise((done, fail) => {
    waiting.set(++last, [done, fail]);
    browser.stdio[3].write(JSON.stringify({ id: last, method, params, ...(session ? { sessionId: session } : {}) }) + "\0");
  });
}
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// What an expression gives in the page; a promise is awaited.
async function ask(expression) {
  const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description || exceptionDetails.text);
  return result.value;
}
let target;
async function open(hash = "", width = 1440, height = 900) {
  session = undefined;
  if (target) await send("Target.closeTarget", { targetId: target });
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  target = targetId;
  session = (await send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
  await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await send(domain + ".enable");
  await send("Page.navigate", { url: pathToFileURL(resolve(page)).href + hash });
  for (let i = 0; i < 400; i++) {
    if (await ask("document.readyState === 'complete' && Boolean(document.querySelector('.pane svg .n'))")) return;
    await pause(50);
  }
  throw new Error("the page did not draw anything: " + problems.join("; "));
}
function check(holds, what) { if (!holds) throw new Error(what); }

const DRAWN = "document.querySelectorAll('.pane svg, .pane svg *').length";
const PANEL = "document.getElementById('panel').innerText";
async function clickOn(selector) {
  const at = await ask(`(() => { const e = ${selector}; if (!e) return null; e.scrollIntoView?.({ block: "nearest" }); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + Math.min(r.height / 2, 12)]; })()`);
  check(at, "there is nothing to click on: " + selector);
  for (const type of ["mousePressed", "mouseReleased"])
    await send("Input.dispatchMouseEvent", { type, x: at[0], y: at[1], button: "left", clickCount: 1 });
}
async function search(text) {
  await ask("document.getElementById('find').focus(), document.getElementById('find').value = ''");
  await send("Input.insertText", { text });
  return ask("[...document.querySelectorAll('#hits button')].map((b) => [b.querySelector('.kind').textContent, b.querySelector('b').textContent])");
}

const cases = {
  // What is clicked is shown: its name, its operator, its line.
  async click() {
    await open();
    const seen = [];
    for (let round = 0; round < 3; round++) {
      const id = await ask(`(() => { const all = [...document.querySelectorAll('.pane .n:not(.group):not(.in)')]; return all.length ? all[${round} % all.length].dataset.id : null; })()`);
      if (id === null) { // only groups so far: open one
        await ask("document.querySelector('.pane .n.group:not(.open)').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))");
        continue;
      }
      await clickOn(`document.querySelector('.pane .n[data-id="${id}"]')`);
      const [label, panel, marked] = await ask(`[document.querySelector('.pane .n[data-id="${id}"]').getAttribute('aria-label'), ${PANEL}, document.querySelector('.pane .n.on')?.dataset.id]`);
      const [, op, variable] = /^(.*), ([^:]*): /.exec(label);
      check(panel.split("\n")[0] === variable, `'${label}' was clicked and the panel says '${panel.slice(0, 60)}'`);
      check(panel.includes(op), `the panel of '${label}' does not name its operator`);
      check(marked === id, "what was clicked is not marked");
      seen.push(label);
    }
    check(seen.length, "nothing could be clicked");
    return seen.length + " clicked";
  },
  // Unfolds all that can be unfolded, one after the other: never too many elements.
  async most() {
    await open();
    let most = await ask(DRAWN), opened = 0;
    for (const limit = Number(argument || 60); opened < limit; opened++) {
      const some = await ask("(() => { const g = [...document.querySelectorAll('.pane .n.group:not(.open)')]; if (!g.length) return false; g[g.length >> 1].dispatchEvent(new MouseEvent('dblclick', { bubbles: true })); return true; })()");
      if (!some) break;
      most = Math.max(most, await ask(DRAWN));
    }
    check(most <= 2000, most + " elements were drawn");
    return `at most ${most} elements, ${opened} groups unfolded`;
  },
  // Every rule that fired is found by its name, and its places are listed.
  async rules() {
    await open();
    const rules = await ask("JSON.parse(document.getElementById('data').textContent).rules.map((r) => [r[0], r[3]])");
    const steps = await ask("JSON.parse(document.getElementById('data').textContent).steps.filter((x) => x[1]).length");
    for (const [rule] of rules) {
      const found = await search(rule);
      check(found.some(([kind, name]) => kind === "rule" && name === rule), `the rule ${rule} is not found`);
      await clickOn(`[...document.querySelectorAll('#hits button')].find((b) => b.querySelector('.kind').textContent === 'rule' && b.querySelector('b').textContent === ${JSON.stringify(rule)})`);
      const listed = await ask(`document.querySelector('#panel details[data-rule=${JSON.stringify(rule)}][open] .steps li') !== null`);
      check(listed, `no place of the rule ${rule} is listed`);
    }
    return `${rules.length} rules found, ${steps} applications`;
  },
  // A name is shown as it is, and nothing of it runs.
  async hostile() {
    await open();
    const names = JSON.parse(argument);
    for (const text of names) {
      check((await search(text)).length, `'${text}' is not found`);
      await clickOn("document.querySelector('#hits button')");
      check((await ask(PANEL)).includes(text), `'${text}' is not shown as it is`);
    }
    check(!(await ask("Boolean(window.hacked)")), "a name was run");
    check((await ask("document.querySelectorAll('script').length")) === 2, "there is a script of a model's");
    return names.length + " names";
  },
  // All panels give something, in both of the colour schemes, without an error.
  async panels() {
    await open();
    const tabs = await ask("[...document.querySelectorAll('#tabs button')].map((b) => b.dataset.tab)");
    for (const value of ["dark", "light"]) {
      await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
      for (const tab of tabs) {
        await clickOn(`document.querySelector('#tabs button[data-tab=${tab}]')`);
        check((await ask(PANEL)).length > 20, `the panel ${tab} is empty`);
      }
    }
    return tabs.join(" ");
  },
  // The text of the panel at an address, for the caller to look at.
  async panel() {
    await open(argument);
    return ask(PANEL);
  },
  async picture() {
    const [out, width, height, scheme, ...hash] = argument.split(",");
    await open("", +width, +height);
    await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
    await ask(`location.hash = ${JSON.stringify(hash.join(","))}, new Promise((done) => setTimeout(done, 300))`);
    const { data } = await send("Page.captureScreenshot", { format: "png" });
    writeFileSync(out, Buffer.from(data, "base64"));
    return out;
  },
};

let failed = 0;
for (const item of work) {
  if (item === "--") { page = undefined; continue; }
  if (!page) { page = item; continue; }
  const [, name, value] = /^(\w+)(?:=(.*))?$/s.exec(item);
  argument = value;
  session = undefined;
  requests.length = problems.length = 0;
  try {
    if (!cases[name]) throw new Error("there is no such case");
    const what = await cases[name]();
    const outside = requests.filter((url) => !/^(file|about|data):/.test(url));
    check(!outside.length, "the page asked for " + outside.join(" "));
    check(!problems.length, "the page reports " + problems.join("; "));
    console.log(`ok ${page} ${name}: ${what}`);
  } catch (e) {
    failed++;
    console.log(`FAILED ${page} ${name}: ${e.message}`);
  }
}
browser.kill("SIGKILL");
await new Promise((done) => browser.once("exit", done));
rmSync(home, { recursive: true, force: true, maxRetries: 5 });
process.exit(failed ? 1 : 0);
