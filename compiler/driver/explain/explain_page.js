const data = JSON.parse(document.getElementById("data").textContent);
const by = id => document.getElementById(id);
const make = (tag, text, attributes) => {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, v);
  return e;
};
const kinds = [["c", "computes", "--compute", "compute"], ["o", "opens a fiber", "--open", "open"], ["p", "searches", "--probe", "probe"],
  ["s", "adds partial sums", "--combine", "combine"], ["v", "in vain", "--vain", "vain"],
  ["t", "copies to shared memory", "--stage", "stage"], ["m", "waits for its warp", "--idle", "masked"],
  ["w", "waits: barrier, next kernel", "--idle", "wait"], ["d", "no work left", "--paper", "done"]];
const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const panes = data.mappings.map(m => ({name: m.name, mapping: m}));
const order_name = o => data.mappings.length > 1 ? o.spec + ": " + o.loops : o.loops;
data.orders.forEach(o => { if (o.mapping) panes.push({name: order_name(o), mapping: o.mapping, order: o}); });
let sides = [0, Math.min(1, data.mappings.length - 1)], now = 0, timer = null;

// ---- What lanes do: shape says it as well as colour ----
function paint(g, kind, x, y, w, h) {
  g.fillStyle = g.strokeStyle = color(kinds.find(k => k[0] === kind)[2]);
  const wide = Math.max(w - (w > 4 ? 1 : 0), .5);
  if (kind === "c") g.fillRect(x, y, wide, h);
  if (kind === "s") g.fillRect(x, y + h * .3, wide, h * .7);
  if (kind === "o") g.fillRect(x, y + h * .5, wide, h * .5);
  if (kind === "t") g.fillRect(x, y, wide, h * .25), g.fillRect(x, y + h * .75, wide, h * .25);
  if (kind === "p") g.fillRect(x, y, wide, h * .35);
  if (kind === "v") { g.fillRect(x, y, wide, 1.5); g.fillRect(x, y + h - 1.5, wide, 1.5); }
  if (kind === "m" || kind === "w") g.fillStyle = color("--soft"), g.fillRect(x, y + h * .45, wide, kind === "m" ? 2 : 1);
}
function sized(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  canvas.width = width * scale; canvas.height = height * scale; canvas.style.height = height + "px";
  const g = canvas.getContext("2d");
  g.scale(scale, scale);
  return g;
}
const runs = text => [...text.matchAll(/(\d+)([a-z])/g)].map(r => [+r[1], r[2]]);
// Traces, spelled out once: a letter a lane and slot, a statement a warp and slot.
function expanded(pane) {
  const trace = pane.mapping.trace;
  if (!trace || !trace.whole) return [];
  return pane.warps ||= trace.warps.map(w => ({
    lanes: w.lanes.map(text => runs(text).map(([n, kind]) => kind.repeat(n)).join("")),
    statements: w.statements.flatMap(([s, n]) => Array(n).fill(s))}));
}
const slots_of = pane => pane.mapping.counts.slots;
const most_slots = () => Math.max(1, ...sides.map(s => slots_of(panes[s])));

let marks = [];  // what a step moves
function strips() {
  const box = by("strips");
  box.replaceChildren();
  marks = [];
  sides.forEach((side, i) => {
    if (i === 1 && side === sides[0]) return;
    const pane = panes[side], trace = pane.mapping.trace;
    box.append(make("p", `${i ? "Right" : "Left"}: ${pane.name}, ${pane.mapping.loops}: ${slots_of(pane).toLocaleString("en")} slots` +
      (pane.mapping.what_costs ? `; ${pane.mapping.what_costs}` : "")));
    if (!trace) { box.append(make("p", "The slots of this order are left out to keep the page small.")); return; }
    if (!trace.whole) box.append(make("p", "There are too many slots to draw them all: this is the longest warp, number " +
      `${trace.longest.warp} of block ${trace.longest.block} of ${trace.longest.kernel}. The counts below are whole.`));
    const warps = trace.whole ? trace.warps.slice(0, 16) : [trace.longest], h = 14, gap = 6;
    const canvas = make("canvas", undefined, {role: "img", "aria-label": described(pane)});
    const strip = make("div", undefined, {class: "strip"}), cursor = make("div", undefined, {class: "cursor"});
    strip.append(canvas, cursor);
    box.append(strip);
    const lanes = warps.reduce((n, w) => n + w.lanes.length, 0), width = box.clientWidth || 800;
    const g = sized(canvas, width, lanes * h + warps.length * gap), left = 44, each = (width - left) / most_slots();
    let y = 0;
    warps.forEach((warp, w) => {
      g.fillStyle = color("--ink"); g.font = "11px sans-serif";
      warp.lanes.forEach((text, l) => {
        g.fillStyle = color("--ink");
        g.fillText((w % 2 ? "■ " : "● ") + "w" + w + "." + l, 0, y + h - 4);
        let x = left;
        for (const [n, kind] of runs(text)) {
          if (each > 4) for (let k = 0; k < n; ++k) paint(g, kind, x + k * each, y, each, h - 2);
          else paint(g, kind, x, y, n * each, h - 2);
          x += n * each;
        }
        y += h;
      });
      y += gap;
    });
    marks.push(() => { cursor.style.left = left + now * each + "px"; });
    canvas.addEventListener("click", e => go(Math.floor((e.offsetX - left) / each)));
  });
}
function described(pane) {
  const w = pane.mapping.counts.work, all = Object.values(w).reduce((a, b) => a + b, 0) || 1;
  return kinds.map(k => `${k[1]} ${Math.round(100 * w[k[3]] / all)} %`).join(", ");
}
function bars() {
  const box = by("bars");
  box.replaceChildren();
  [...new Set(sides)].forEach(side => {
    const pane = panes[side], w = pane.mapping.counts.work, all = Object.values(w).reduce((a, b) => a + b, 0) || 1;
    box.append(make("p", `${pane.name}: ${described(pane)}`));
    const bar = make("div", undefined, {class: "bar", role: "img", "aria-label": described(pane)});
    kinds.forEach(k => {
      const part = make("span", w[k[3]] / all > .09 ? k[1] : "", {title: `${k[1]}: ${w[k[3]].toLocaleString("en")} lane-slots`});
      const dark = ["c", "o", "p", "s", "v", "t"].includes(k[0]);
      part.style.cssText = `flex: ${w[k[3]]} 0 0; background: var(${k[2]}); color: var(${dark ? "--paper" : "--ink"})`;
      bar.append(part);
    });
    box.append(bar);
  });
}
let lines = [];  // of the nests, of the CUDA text, and of the spec
function nests() {
  const box = by("nests");
  box.replaceChildren();
  lines = [];
  [...new Set(sides)].forEach(side => {
    const pane = panes[side];
    [["Loop nest of ", pane.mapping.nest], ["CUDA text of ", pane.mapping.cuda]].forEach(([title, text]) => {
      if (!text || !text.length) return;
      const section = make("section");
      section.append(make("p", title + pane.name + ": " + pane.mapping.loops));
      const pre = make("pre", undefined, {tabindex: 0, "aria-label": title + pane.name});
      text.forEach(line => {
        const div = make("div", "   " + line.text);
        lines.push({div, pane, line, text: line.text});
        pre.append(div);
      });
      section.append(pre);
      box.append(section);
    });
  });
  const spec = by("spec");
  spec.replaceChildren();
  data.mappings[Math.min(sides[0], data.mappings.length - 1)].spec.split("\n").forEach((text, i) => {
    const div = make("div", String(i + 1).padStart(3) + "  " + text);
    lines.push({div, number: i + 1});
    spec.append(div);
  });
  lines.forEach(l => l.div.addEventListener("click", () => link(l)));
}
// What belongs to a line: lines of the same statement, and the line of the spec; to a line of the spec all that came from it.
function link(chosen) {
  const again = chosen.div.classList.contains("chosen");
  lines.forEach(l => {
    const same = l === chosen ||
      (chosen.number ? l.line && l.line.line === chosen.number :
        l.number ? l.number === chosen.line.line : l.pane === chosen.pane && l.line.statement >= 0 && l.line.statement === chosen.line.statement);
    l.div.classList.toggle("chosen", same && !again);
  });
  if (!again) lines.filter(l => l.div.classList.contains("chosen")).forEach(l => {
    const pre = l.div.parentElement;
    if (l !== chosen && pre !== chosen.div.parentElement) pre.scrollTop = l.div.offsetTop - pre.offsetTop - pre.clientHeight / 3;
  });
}
function mark() {
  const of_spec = new Set();
  for (const l of lines) {
    if (!l.pane) continue;
    const here = l.line.statement < 0 ? [] :
      expanded(l.pane).slice(0, 16).flatMap((w, i) => w.statements[now] === l.line.statement ? [i] : []);
    if (here.length && l.pane === panes[sides[0]]) of_spec.add(l.line.line);
    show(l.div, here.length > 0, [...new Set(here.map(i => i % 2 ? "■" : "●"))].join("").padEnd(3) + l.text);
  }
  for (const l of lines) if (l.number) show(l.div, of_spec.has(l.number));
}
function show(div, here, text) {
  div.classList.toggle("here", here);
  if (text !== undefined && div.textContent !== text) div.textContent = text;
}
function table(titles, rows) {
  const t = make("table"), head = make("tr");
  titles.forEach(x => head.append(make("th", x, {scope: "col"})));
  t.append(head);
  rows.forEach(r => { const tr = make("tr"); r.forEach(c => tr.append(make("td", c))); t.append(tr); });
  return t;
}
function summary() {
  const chosen = [...new Set(sides)].map(s => panes[s]);
  const rows = chosen[0].mapping.summary.map((row, i) => [row[0], ...chosen.map(p => p.mapping.summary[i][1])]);
  by("summary").replaceChildren(table(["", ...chosen.map(p => p.name)], rows));
  const predicted = chosen[0].mapping.prediction.map((row, i) => [row[0], ...chosen.map(p => p.mapping.prediction[i][1])]);
  by("predicted").replaceChildren(table(["", ...chosen.map(p => p.name)], predicted));
  by("predicted-on").textContent = `On an ${chosen[0].mapping.predicted.gpu}, from counts on warps of 32 lanes: what each bound alone would take; the longest, and launches, make the time.`;
}
const number = n => n.toLocaleString("en");
function traffic() {
  const rows = [], cache = by("cache").value, chosen = [...new Set(sides)].map(s => panes[s]);
  const names = [...new Set(chosen.flatMap(p => p.mapping.counts.tensors.map(t => t.tensor)))];
  names.forEach(name => chosen.forEach(p => p.mapping.counts.tensors.filter(t => t.tensor === name).forEach(t => rows.push([name, p.name,
    number(t.operands), number(t.loads), number(t.stores), number(t.sectors),
    ...[t.load_sectors, t.least_load_sectors].map(n => t.load_requests ? (n / t.load_requests).toFixed(2) : "–"), number(t.dram_bytes[cache]), number(t.footprint_bytes)]))));
  by("traffic").replaceChildren(table(["tensor", "", "operands", "loads", "stores", "sectors", "a request", "least", "DRAM bytes", "floor"], rows));
}
// Arrays in shared memory: a request takes as many turns as it touches words of one bank.
function shared() {
  const chosen = [...new Set(sides)].map(s => panes[s]);
  const rows = chosen.flatMap(p => p.mapping.counts.shared.arrays.map(a => [a.name, p.name, number(a.loads), number(a.stores), number(a.requests),
    ...[a.turns, a.least_turns].map(n => a.requests ? (n / a.requests).toFixed(2) : "–"), number(a.worst)]));
  by("shared").replaceChildren(...(rows.length ? [make("p", "Shared memory has 32 banks; a request takes as many turns as it touches words of one."),
    table(["shared memory", "", "loads", "stores", "requests", "turns a request", "least", "worst"], rows)] : []));
}
function measured() {
  const found = data.mappings.filter(m => m.measured);
  if (!found.length) return;
  by("measured").replaceChildren(make("h2", "Prediction and measurement"),
    make("p", found.some(m => m.measured.emulated) ? "The CPU executor emulates: its times say nothing about a GPU." :
      `Bytes are those that miss a cache of ${number(data.cache_sectors)} sectors; slots are of ${data.machine.warps} warps of ${data.machine.lanes} lanes.`),
    table(["", "measured on", "µs", "predicted bytes", "GB/s", "slots", "ns a slot"], found.map(m => [m.name, m.measured.device,
      m.measured.us.toFixed(2), number(m.measured.dram_bytes), m.measured.gb_per_s.toFixed(1), number(m.counts.slots),
      (m.measured.us * 1000 / Math.max(m.counts.slots, 1)).toFixed(1)])));
}
let sorted = 1, upward = true;
const columns = [["loop order", order_name], ["slots", o => o.mapping.counts.slots], ["at work", o => o.mapping.counts.at_work], ["predicted µs", o => o.mapping.predicted.us],
  ["imbalance", o => o.mapping.counts.imbalance], ["in vain", o => o.mapping.counts.vain], ["searches", o => o.mapping.counts.probes],
  ["re-sorted", o => o.mapping.counts.resorts.reduce((n, r) => n + r.elements, 0)], ["workspace", o => o.mapping.counts.workspace_bytes]];
const shown = (c, v) => c === 0 ? v : c === 2 ? Math.round(v * 100) + " %" : c === 3 || c === 4 ? v.toFixed(2) : number(v);
function orders() {
  if (!data.orders.length) return;
  const box = by("all");
  box.replaceChildren(make("h2", "All loop orders"), make("p", "Choose a row to see it on the right; titles sort."));
  const t = make("table"), head = make("tr");
  columns.forEach(([title], c) => {
    const th = make("th", undefined, {scope: "col", "aria-sort": c === sorted ? (upward ? "ascending" : "descending") : "none"});
    const b = make("button", title + (c === sorted ? (upward ? " ▲" : " ▼") : ""));
    b.addEventListener("click", () => { upward = c === sorted ? !upward : true; sorted = c; orders(); });
    th.append(b); head.append(th);
  });
  head.append(make("th", "held still", {scope: "col"}), make("th", "what costs", {scope: "col"}));
  t.append(head);
  const counted = data.orders.filter(o => o.mapping), refused = data.orders.filter(o => !o.mapping);
  const value = columns[sorted][1];
  counted.sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0) * (upward ? 1 : -1));
  counted.forEach(o => {
    const tr = make("tr"), pane = panes.findIndex(p => p.order === o);
    if (sides[1] === pane) tr.className = "chosen";
    columns.forEach(([, get], c) => {
      const td = make("td", c ? shown(c, get(o)) : undefined);
      if (!c) {
        const b = make("button", get(o) + (o.is_spec ? " (the spec's)" : ""), {"aria-pressed": sides[1] === pane});
        b.addEventListener("click", () => { sides[1] = pane; choose(); });
        td.append(b);
      }
      tr.append(td);
    });
    tr.append(make("td", o.held_still.join(", ")), make("td", o.mapping.what_costs, {class: "words"}));
    t.append(tr);
  });
  refused.forEach(o => {
    const tr = make("tr", undefined, {class: "refused"});
    tr.append(make("td", order_name(o)), make("td", "refused: " + o.refusal, {class: "words", colspan: columns.length + 1}));
    t.append(tr);
  });
  const scroll = make("div", undefined, {class: "scroll"});
  scroll.append(t);
  box.append(scroll);
}
function go(slot) {
  now = Math.max(0, Math.min(slot, most_slots() - 1));
  by("slot").value = now;
  const words = {};
  expanded(panes[sides[0]]).forEach(w => w.lanes.forEach(l => {
    const k = kinds.find(x => x[0] === (l[now] || "d"))[1];
    words[k] = (words[k] || 0) + 1;
  }));
  by("where").textContent = `slot ${now + 1} of ${most_slots()}: ` + Object.entries(words).map(([k, n]) => `${n} ${n > 1 ? "lanes" : "lane"}: ${k}`).join(", ");
  marks.forEach(move => move());
  mark();
}
function choose() {
  by("left").value = sides[0]; by("right").value = sides[1];
  by("slot").max = most_slots() - 1;
  strips(); bars(); places(); nests(); summary(); traffic(); shared(); orders(); go(Math.min(now, most_slots() - 1));
}
function play() {
  const on = timer === null;
  by("play").setAttribute("aria-pressed", on); by("play").textContent = on ? "Pause" : "Play";
  if (!on) { clearInterval(timer); timer = null; return; }
  if (now >= most_slots() - 1) go(0);
  timer = setInterval(() => { if (now >= most_slots() - 1) play(); else go(now + 1); }, 180);
}
function start() {
  by("title").textContent = data.expressions.join("; ");
  by("inputs").textContent = data.inputs.join(", ") + `; ${data.machine.warps} warps of ${data.machine.lanes} lanes; counted by teaalc ${data.version}`;
  data.notes.forEach(n => by("notes").append(make("p", n)));
  ["left", "right"].forEach((id, i) => {
    panes.forEach((p, n) => by(id).append(make("option", p.name, {value: n})));
    by(id).addEventListener("change", e => { sides[i] = +e.target.value; choose(); });
  });
  kinds.slice(0, 8).forEach(k => {
    const item = make("span"), c = make("canvas", undefined, {"aria-hidden": "true"});
    item.append(c, k[1]);
    by("legend").append(item);
    paint(sized(c, 16, 12), k[0], 0, 0, 16, 12);
  });
  Object.keys(data.mappings[0].counts.tensors[0]?.dram_bytes || {8: 0}).forEach(n => by("cache").append(make("option", n)));
  const sizes = [...by("cache").options].map(o => +o.value);
  by("cache").value = sizes.reduce((a, b) => Math.abs(b - data.cache_sectors) < Math.abs(a - data.cache_sectors) ? b : a);
  by("cache").addEventListener("change", traffic);
  by("slot").addEventListener("input", e => go(+e.target.value));
  by("play").addEventListener("click", play);
  document.addEventListener("keydown", e => {
    if (e.target.matches("select, input, button") && !["Home", "End"].includes(e.key)) return;
    const step = {ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: most_slots() - 1}[e.key];
    if (step !== undefined) { e.preventDefault(); go(step); }
    if (e.key === " ") { e.preventDefault(); play(); }
    if (e.key === "s" || e.key === "S") { sides.reverse(); choose(); }
  });
  window.addEventListener("resize", () => { strips(); places(); go(now); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", choose);
  measured();
  choose();
}
start();
