// ---- What the page shows, and small tools ----
const data = JSON.parse(document.getElementById("data").textContent);
const by = id => document.getElementById(id);
const make = (tag, text, attributes) => {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  for (const [k, v] of Object.entries(attributes || {})) e.setAttribute(k, v);
  return e;
};
const number = n => n.toLocaleString("en");
const per_cent = part => Math.round(100 * part) + " %";
const bytes = n => n < 1000 ? n + " B" : n < 1e6 ? (n / 1e3).toPrecision(3) + " kB" : n < 1e9 ? (n / 1e6).toPrecision(3) + " MB" : (n / 1e9).toPrecision(3) + " GB";
// A letter of the trace, what a lane does, its colour, its name in the counts, what several lanes do.
const kinds = [["c", "computes", "--compute", "compute", "compute"], ["o", "opens a fiber", "--open", "open", "open fibers"], ["p", "searches", "--probe", "probe", "search"],
  ["s", "adds partial sums", "--combine", "combine", "add partial sums"], ["t", "copies to shared memory", "--stage", "stage", "copy to shared memory"],
  ["v", "looks in vain", "--vain", "vain", "look in vain"], ["m", "waits for its warp", "--idle", "masked", "wait for their warp"],
  ["w", "waits: barrier, next kernel", "--idle", "wait", "wait: barrier, next kernel"], ["d", "has no work left", "--paper", "done", "have no work left"]];
const kind_of = Object.fromEntries(kinds.map(k => [k[0], k]));
let colors = {};  // as they are in this theme
const color = name => colors[name] ||= getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// A mapping that a side can show: a spec's, or one of the loop orders.
const order_name = o => (data.mappings.length > 1 ? o.spec + ": " + o.loops : o.loops) + (o.tiles ? ` (${o.tiles})` : "");
const panes = data.mappings.map(m => ({name: m.name, mapping: m, spec: m.spec}));
data.orders.forEach(o => {
  if (o.mapping) panes.push({name: order_name(o), mapping: o.mapping, order: o, spec: (data.mappings.find(m => m.name === o.spec) || data.mappings[0]).spec});
});
let sides = [0, Math.min(1, data.mappings.length - 1)];
const side_names = ["Left", "Right"];
const shown = () => [...new Set(sides)];

// Ranks keep their colour in every pane.
const ranks = [...new Set(panes.flatMap(p => p.mapping.ranks))];
const rank_color = rank => `--r${Math.min(ranks.indexOf(rank), 5)}`;
const rank_of = token => ranks.filter(r => token.replace(/[0-9]+$/, "") === r)[0] || ranks.find(r => token.startsWith(r));
// "I1 |I0| J" as chips; what is in space has a frame.
function chips(loops) {
  const box = make("span", undefined, {class: "chips"});
  loops.split("; ").forEach((order, n) => {
    if (n) box.append("; ");
    order.split(" ").filter(t => t).forEach(token => {
      if (token.endsWith(":")) return box.append(token + " ");  // the expression whose order it is
      const space = token.startsWith("|"), name = token.replaceAll("|", ""), rank = rank_of(name);
      const chip = make("span", name, {class: space ? "chip space" : "chip", title: space ? "in space" : "in time"});
      if (rank) chip.style.setProperty("--of", `var(${rank_color(rank)})`);
      box.append(chip);
    });
  });
  box.append(make("span", loops.includes("|") ? " (framed: in space)" : "", {class: "out-of-sight"}));
  return box;
}
// A line of text in which ranks, and variables that are called like them, bear their colour.
const rank_words = ranks.length ? new RegExp(`(?<![\\w'])(${[...ranks, ...ranks.map(r => r.toLowerCase())].sort((a, b) => b.length - a.length).join("|")})(\\d*)(?![\\w'])`, "g") : null;
function coloured(text) {
  const out = [];
  let from = 0;
  for (const found of rank_words ? text.matchAll(rank_words) : []) {
    const rank = ranks.find(r => r === found[1]) || ranks.find(r => r.toLowerCase() === found[1]);
    const word = make("span", found[0], {class: "rank"});
    word.style.setProperty("--of", `var(${rank_color(rank)})`);
    out.push(text.slice(from, found.index), word);
    from = found.index + found[0].length;
  }
  return [...out, text.slice(from)];
}

// ---- Traces, spelled out once ----
const runs = text => [...text.matchAll(/(\d+)([a-z-])/g)].map(r => [+r[1], r[2]]);
const spelled = text => runs(text).map(([n, letter]) => letter.repeat(n)).join("");
const slots_of = pane => pane.mapping.counts.slots;
// Of each warp: a letter a lane and slot; of lanes that compute a letter which rank moved, else a space; a statement a slot.
function expanded(pane) {
  const trace = pane.mapping.trace;
  if (!trace || !trace.whole) return [];
  return pane.warps ||= trace.warps.map((w, n) => {
    const lanes = w.lanes.map(spelled), moved = lanes.map((lane, l) => moved_along(lane, trace.moved?.[n * data.machine.lanes + l]));
    return {lanes, moved, statements: Int32Array.from(w.statements.flatMap(([s, count]) => Array(count).fill(s)))};
  });
}
function moved_along(lane, text) {
  if (!text) return "";
  const letters = spelled(text);
  let next = 0;
  return lane.replace(/[^]/g, kind => kind === "c" ? letters[next++] : " ");
}
// The rank that moved: a letter of the mapping's own ranks.
const moved_rank = (pane, letter) => letter && letter !== " " && letter !== "-" ? pane.mapping.ranks[letter.charCodeAt(0) - 97] : undefined;
// How many products are done before each slot, and behind the last one.
function products(pane) {
  if (pane.products) return pane.products;
  const warps = expanded(pane), out = new Float64Array(slots_of(pane) + 1);
  for (let s = 0; s + 1 < out.length; ++s) {
    let here = 0;
    for (const w of warps) for (const lane of w.lanes) here += lane[s] === "c" ? 1 : 0;
    out[s + 1] = out[s] + here;
  }
  return pane.products = out;
}
