// ---- What is counted and predicted ----
function table(titles, rows) {
  const t = make("table"), head = make("tr");
  titles.forEach(x => head.append(make("th", x, {scope: "col"})));
  t.append(head);
  rows.forEach(r => {
    const tr = make("tr");
    r.forEach(c => { if (c instanceof Node) tr.append(c); else tr.append(make("td", c)); });
    t.append(tr);
  });
  return t;
}
// What a picture shows, as a table that opens; it is made when it is asked for, or printed. One that is drawn anew stays open.
const opened = new Set();
function as_table(title, made) {
  const details = make("details", undefined, {class: "numbers"}), scroll = make("div", undefined, {class: "scroll", tabindex: 0, role: "group", "aria-label": title});
  details.fill = () => { if (!scroll.firstChild) scroll.append(made()); };
  details.addEventListener("toggle", () => { details.fill(); opened[details.open ? "add" : "delete"](title); });
  details.append(make("summary", title), scroll);
  if (opened.has(title)) details.fill(), details.open = true;
  return details;
}
// A number with a bar: its part of the largest.
function sized_cell(text, value, most) {
  const td = make("td", text, {class: "sized"}), bar = make("span", undefined, {class: "share", "aria-hidden": "true"});
  bar.style.width = most > 0 ? Math.max(3.5 * value / most, value > 0 ? .1 : 0) + "rem" : "0";
  td.append(bar);
  return td;
}
const badge = side => make("span", side_names[side][0], {class: side ? "badge right" : "badge", title: side_names[side]});
function badged(side, text) {
  const td = make("td", undefined, {class: "name"});
  td.append(badge(side), " " + (text ?? ""));
  return td;
}
function summary() {
  const chosen = shown().map(s => panes[s]);
  const rows = chosen[0].mapping.summary.map((row, i) => [row[0], ...chosen.map(p => p.mapping.summary[i][1])]);
  by("summary").replaceChildren(table(["", ...chosen.map(p => p.name)], rows));
  const predicted = chosen[0].mapping.prediction.map((row, i) => [row[0], ...chosen.map(p => p.mapping.prediction[i][1])]);
  by("predicted").replaceChildren(table(["", ...chosen.map(p => p.name)], predicted));
  by("predicted-on").textContent = `On an ${chosen[0].mapping.predicted.gpu}, from counts on warps of 32 lanes: what each bound alone would take; the longest, and launches, make the time.`;
}
// Sizes of a cache, in sectors, that bytes are told for.
const cache_sizes = Object.keys(data.mappings[0].counts.tensors[0]?.dram_bytes || {8: 0}).map(Number).sort((a, b) => a - b);
const cache_size = () => cache_sizes[+by("cache").value];
const dram_of = (mapping, size) => mapping.counts.tensors.reduce((n, t) => n + t.dram_bytes[size], 0);
function traffic() {
  const cache = cache_size(), chosen = shown();
  const names = [...new Set(chosen.flatMap(s => panes[s].mapping.counts.tensors.map(t => t.tensor)))];
  const all = names.flatMap(name => chosen.flatMap((s, n) => panes[s].mapping.counts.tensors.filter(t => t.tensor === name).map(t => [name, n, t])));
  const elements = Math.max(1, ...all.map(([, , t]) => Math.max(t.operands, t.loads + t.stores))), most = Math.max(1, ...all.map(([, , t]) => Math.max(t.sectors * 32, t.dram_bytes[cache], t.footprint_bytes)));
  let last;
  const rows = all.map(([name, n, t]) => {
    const first = name !== last;
    last = name;
    return [make("td", first ? name : ""), badged(n), sized_cell(number(t.operands), t.operands, elements), sized_cell(number(t.loads + t.stores), t.loads + t.stores, elements),
      sized_cell(number(t.sectors), t.sectors * 32, most), ...[t.load_sectors, t.least_load_sectors].map(v => t.load_requests ? (v / t.load_requests).toFixed(2) : "–"),
      sized_cell(bytes(t.dram_bytes[cache]), t.dram_bytes[cache], most), sized_cell(bytes(t.footprint_bytes), t.footprint_bytes, most)];
  });
  by("traffic").replaceChildren(table(["tensor", "", "operands that expressions need", "loads + stores behind registers", "sectors behind coalescing", "sectors a request", "least possible",
    `DRAM, cache of ${number(cache)}`, "floor: each sector once"], rows));
  by("traffic").append(make("p", `On this machine, whose warps have ${data.machine.lanes} lanes. Bars of a kind share a scale.`));
  curve(cache, chosen);
}
// Bytes from DRAM over the size of the cache.
function curve(cache, chosen) {
  const w = 360, h = 190, left = 58, bottom = 30, of = (s, size) => dram_of(panes[s].mapping, size);
  const most = Math.max(1, ...chosen.map(s => of(s, cache_sizes[0])));
  // Where more cache saves nothing any more, the curve may end.
  const end = cache_sizes.findIndex(size => chosen.every(s => of(s, size) === of(s, cache_sizes.at(-1))));
  const sizes = cache_sizes.slice(0, Math.max(end + 2, cache_sizes.indexOf(cache) + 1, 4));
  const x = size => left + Math.log2(size) / Math.log2(sizes.at(-1)) * (w - left - 14), y = n => 12 + (1 - n / most) * (h - 12 - bottom);
  const text = (at, to, anchor, what) => `<text x="${at}" y="${to}" text-anchor="${anchor}" fill="var(--soft)">${what}</text>`;
  const parts = [0, most / 2, most].map(n => `<line x1="${left}" x2="${w - 10}" y1="${y(n)}" y2="${y(n)}" stroke="var(--line)"/>` + text(left - 6, y(n) + 4, "end", bytes(Math.round(n))));
  sizes.filter((_, i) => i % Math.ceil(sizes.length / 8) === 0).forEach(size => parts.push(text(x(size), h - bottom + 14, "middle", number(size))));
  parts.push(text((left + w) / 2, h - 3, "middle", "cache, sectors of 32 bytes; what was used last stays"));
  parts.push(`<line x1="${x(cache)}" x2="${x(cache)}" y1="8" y2="${h - bottom}" stroke="var(--focus)" stroke-dasharray="3 3"/>`);
  chosen.forEach((s, n) => {
    const stroke = n ? "var(--right)" : "var(--left)", points = sizes.map(size => `${x(size)},${y(of(s, size))}`).join(" ");
    parts.push(`<polyline points="${points}" fill="none" stroke="${stroke}" stroke-width="2" stroke-dasharray="${n ? "6 3" : "none"}"/><circle cx="${x(cache)}" cy="${y(of(s, cache))}" r="4" fill="${stroke}"/>`,
      `<text x="${x(sizes[0]) + 4}" y="${y(of(s, sizes[0])) + (n ? 14 : -4)}" fill="${stroke}" font-weight="700">${side_names[n][0]}</text>`);
  });
  const told = chosen.map((s, n) => `${side_names[n]}: ${sizes.map(size => `${bytes(of(s, size))} behind ${number(size)} sectors`).join(", ")}`).join(". ");
  by("curve").innerHTML = `<svg viewBox="0 0 ${w} ${h}" role="img" aria-label="${told}">${parts.join("")}</svg>`;
  by("curve").append(as_table("The curve in numbers", () => table(["cache, sectors", ...chosen.map(s => panes[s].name)], sizes.map(size => [number(size), ...chosen.map(s => bytes(of(s, size)))]))));
  by("cache-is").textContent = `${number(cache)} sectors, ${bytes(cache * 32)}: ` + chosen.map((s, n) => `${side_names[n].toLowerCase()} ${bytes(dram_of(panes[s].mapping, cache))}`).join(", ");
}
// Arrays in shared memory: a request takes as many turns as it touches words of one bank.
function shared() {
  const chosen = shown();
  const rows = chosen.flatMap((s, n) => panes[s].mapping.counts.shared.arrays.map(a => [badged(n, a.name), number(a.loads), number(a.stores), number(a.requests),
    ...[a.turns, a.least_turns].map(v => a.requests ? (v / a.requests).toFixed(2) : "–"), number(a.worst)]));
  by("shared").replaceChildren(...(rows.length ? [make("p", "Shared memory has 32 banks; a request takes as many turns as it touches words of one."),
    table(["shared memory", "loads", "stores", "requests", "turns a request", "least", "worst"], rows)] : []));
}
// Of the emitted text, access by access.
function asked() {
  const box = by("asked"), rows = [], shared_rows = [], kernels = [], each = (a, b) => b ? (a / b).toFixed(1) : "–";
  box.replaceChildren();
  shown().forEach((s, n) => (panes[s].mapping.text || []).forEach(k => {
    kernels.push([badged(n, k.kernel), number(k.blocks), number(k.block), bytes(k.shared_bytes), number(k.at_once), k.resident ? number(k.resident) : "–", number(k.barriers), number(k.accesses), k.imbalance.toFixed(2)]);
    k.arrays.forEach(a => (a.shared ? shared_rows : rows).push([badged(n, a.array), make("td", k.kernel, {class: "name"}), bytes(a.read_bytes), bytes(a.written_bytes), number(a.requests), each(a.lanes, a.requests),
      ...(a.shared ? [each(a.turns, a.requests), each(a.least_turns, a.requests), number(a.worst)] : [number(a.sectors), each(a.sectors, a.requests), each(a.least_sectors, a.requests), each(a.sectors, a.footprint)])]));
  }));
  if (!kernels.length) return;
  box.append(make("h2", "What the emitted text asks for"),
    make("p", "Counted from the CUDA text that ships, for warps of 32 lanes, access by access as the CPU executor runs it. A request is what the lanes of one warp ask for together."));
  const add = (titles, of) => { const scroll = make("div", undefined, {class: "scroll", tabindex: 0, role: "group", "aria-label": titles[0]}); scroll.append(table(titles, of)); box.append(scroll); };
  add(["array", "kernel", "read", "written", "requests", "lanes of 32", "sectors", "a request", "least possible", "times each"], rows);
  if (shared_rows.length) add(["in shared memory", "kernel", "read", "written", "requests", "lanes of 32", "turns of banks", "least possible", "worst"], shared_rows);
  add(["kernel", "blocks", "threads each", "shared memory each", "at once on a multiprocessor, at most", "registers for", "barriers", "accesses", "busiest thread over mean"], kernels);
}
function measured() {
  const found = data.mappings.filter(m => m.measured);
  if (!found.length) return;
  const most = Math.max(...found.map(m => Math.max(m.measured.us, m.measured.predicted_us)));
  by("measured").replaceChildren(make("h2", "Prediction and measurement"),
    make("p", found.some(m => m.measured.emulated) ? "The CPU executor emulates: its times say nothing about a GPU." :
      `Bytes and times are predicted from counts on warps of 32 lanes; slots are of ${data.machine.warps} warps of ${data.machine.lanes} lanes.`),
    table(["", "measured on", "µs", "predicted µs", "predicted bytes", "GB/s", "slots", "ns a slot"], found.map(m => [m.name, m.measured.device,
      sized_cell(m.measured.us.toFixed(2), m.measured.us, most), sized_cell(m.measured.predicted_us.toFixed(2), m.measured.predicted_us, most), number(m.measured.dram_bytes), m.measured.gb_per_s.toFixed(1), number(m.counts.slots),
      (m.measured.us * 1000 / Math.max(m.counts.slots, 1)).toFixed(1)])));
  const counters = found.filter(m => m.measured.ncu), told = n => n === undefined ? "–" : number(Math.round(n));
  if (counters.length) by("measured").append(make("p", "By ncu, beside what is predicted or counted."),
    table(["", "DRAM bytes", "predicted", "sectors", "counted", "sectors of the L2", "counted"], counters.map(({name, measured: m}) => [name,
      told(m.ncu.dram_bytes), told(m.dram_bytes), told(m.ncu.sectors), told(m.sectors), told(m.ncu.l2_sectors), told(m.l2_sectors)])));
}

// ---- All loop orders ----
let sorted = 1, upward = true;
const counts_of = o => o.mapping.counts;
const columns = [["loop order", order_name], ["slots", o => counts_of(o).slots], ["× best", o => counts_of(o).slots / least_slots()], ["computing", o => part_computing(o)],
  ["at work", o => counts_of(o).at_work], ["predicted µs", o => o.mapping.predicted.us], ["imbalance", o => counts_of(o).imbalance], ["in vain", o => counts_of(o).vain],
  ["searches", o => counts_of(o).probes], ["loads", o => counts_of(o).tensors.reduce((n, t) => n + t.loads, 0)], ["DRAM bytes", o => dram_of(o.mapping, cache_size())],
  ["re-sorted", o => counts_of(o).resorts.reduce((n, r) => n + r.elements, 0)], ["workspace", o => counts_of(o).workspace_bytes]];
const least_slots = () => Math.max(1, Math.min(...data.orders.filter(o => o.mapping).map(o => counts_of(o).slots)));
const part_computing = o => shares({mapping: o.mapping}).find(([k]) => k[0] === "c")[1];
const column_text = (title, v) => ["computing", "at work"].includes(title) ? per_cent(v) : ["× best", "predicted µs", "imbalance"].includes(title) ? v.toFixed(2) :
  ["DRAM bytes", "workspace"].includes(title) ? bytes(v) : number(v);
function order_row(o, most) {
  const tr = make("tr"), pane = panes.findIndex(p => p.order === o), buttons = make("td", undefined, {class: "name"}), name = make("td", undefined, {class: "name"});
  if (sides[1] === pane) tr.className = "of-right";
  buttons.append(...side_buttons(pane));
  if (data.mappings.length > 1 || o.tiles) name.append(`${data.mappings.length > 1 ? o.spec : ""}${o.tiles ? ` (${o.tiles})` : ""} `);
  name.append(chips(o.loops), o.is_spec ? " the spec's" : "");
  tr.append(buttons, name);
  columns.slice(1).forEach(([title, get]) => {
    const v = get(o);
    tr.append(title === "slots" ? sized_cell(number(v), v, most) : make("td", column_text(title, v)));
  });
  tr.append(make("td", o.held_still.join(", "), {class: "name"}), make("td", o.mapping.what_costs, {class: "words"}));
  return tr;
}
function orders() {
  if (!data.orders.length) return;
  const box = by("all"), counted = data.orders.filter(o => o.mapping), refused = data.orders.filter(o => !o.mapping), focused = document.activeElement?.id;
  box.replaceChildren(make("h2", "What another order would do"), make("p", "Each row is the same einsum, compiled and run turn by turn on the same data; every result agrees with reference math. " +
    "L and R show it on a side; titles sort. An order that a tensor's storage does not offer pays for a re-sort first."));
  const t = make("table"), head = make("tr");
  head.append(make("th", "show", {scope: "col", class: "words"}));
  columns.forEach(([title], c) => {
    const th = make("th", undefined, {scope: "col", "aria-sort": c === sorted ? (upward ? "ascending" : "descending") : "none", class: c ? "" : "words"});
    const b = make("button", title + (c === sorted ? (upward ? " ▲" : " ▼") : ""), {id: `by-${c}`});
    b.addEventListener("click", () => { upward = c === sorted ? !upward : true; sorted = c; orders(); });
    th.append(b); head.append(th);
  });
  head.append(make("th", "held still", {scope: "col", class: "words"}), make("th", "what costs", {scope: "col", class: "words"}));
  t.append(head);
  const value = columns[sorted][1];
  counted.sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0) * (upward ? 1 : -1));
  const most = Math.max(1, ...counted.map(o => counts_of(o).slots));
  counted.forEach(o => t.append(order_row(o, most)));
  refused.forEach(o => {
    const tr = make("tr", undefined, {class: "refused"});
    tr.append(make("td"), make("td", order_name(o), {class: "name"}), make("td", "refused: " + o.refusal, {class: "words", colspan: columns.length + 1}));
    t.append(tr);
  });
  const scroll = make("div", undefined, {class: "scroll", tabindex: 0, role: "group", "aria-label": "Loop orders"});
  scroll.append(t);
  box.append(scroll);
  if (focused?.startsWith("by-")) by(focused)?.focus();
}
