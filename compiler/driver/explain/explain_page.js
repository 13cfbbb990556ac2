// ---- Stepping: where it is, slots or products ----
let now = 0, timer = null, marks = [];  // what a step moves
const in_products = () => by("sync").value === "product";
const most_positions = () => Math.max(1, ...shown().map(s => in_products() ? products(panes[s]).at(-1) : slots_of(panes[s])));
// The slot that a pane shows: this one, or the one with the product of this number.
function slot_at(pane) {
  if (!in_products()) return now;
  const done = products(pane);
  let from = 0, to = done.length - 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (done[middle + 1] > now) to = middle; else from = middle + 1;
  }
  return from;
}
const position_at = (pane, slot) => in_products() ? products(pane)[Math.max(0, Math.min(slot, slots_of(pane)))] : slot;

// "0, 1, 4 to 7"
function ranges(numbers) {
  const out = [];
  for (let from = 0, to; from < numbers.length; from = to) {
    for (to = from + 1; to < numbers.length && numbers[to] === numbers[to - 1] + 1; ++to);
    if (to - from > 2) out.push(`${numbers[from]} to ${numbers[to - 1]}`); else out.push(...numbers.slice(from, to));
  }
  return out.join(", ");
}
// What a warp's lanes do in a slot, in words.
function sentence(pane) {
  const slot = slot_at(pane), slots = slots_of(pane);
  if (slot >= slots) return `Finished after ${number(slots)} slots.`;
  const said = expanded(pane).slice(0, most_warps).map((warp, w) => {
    const of = new Map();  // by kind and rank: lanes
    warp.lanes.forEach((lane, l) => {
      const kind = lane[slot] || "d", rank = kind === "c" ? moved_rank(pane, warp.moved[l]?.[slot]) : undefined, key = kind + (rank ? ` (${rank} moved)` : "");
      of.set(key, [...(of.get(key) || []), l]);
    });
    if (of.size === 1 && of.has("d")) return "";
    return `${mark_of(w)} Warp ${w}: ` + [...of].map(([key, lanes]) => {
      const all = lanes.length === warp.lanes.length, many = lanes.length > 1 && !all;
      return `${all ? "every lane" : many ? "lanes " + ranges(lanes) : "lane " + lanes[0]} ${kind_of[key[0]][many ? 4 : 1]}${key.slice(1)}`;
    }).join("; ");
  }).filter(text => text);
  const done = products(pane);
  return `Slot ${number(slot + 1)} of ${number(slots)}. ${said.join(". ")}. ${number(done[slot + 1])} of ${number(done.at(-1))} visits that compute are done.`;
}
function pane_of(side) {
  const index = sides[side], pane = panes[index], trace = pane.mapping.trace, c = pane.mapping.counts;
  const box = make("article", undefined, {class: side ? "pane right" : "pane", "aria-label": `${side_names[side]}: ${pane.name}`});
  const head = make("div", undefined, {class: "head"}), figures = make("span", undefined, {class: "figures"}), select = make("select", undefined, {id: side ? "right" : "left", "aria-label": `${side_names[side]} mapping`});
  panes.forEach((p, n) => select.append(make("option", p.name, {value: n})));
  select.value = index;
  select.addEventListener("change", e => { sides[side] = +e.target.value; choose(); by(side ? "right" : "left")?.focus(); });
  [[number(c.slots), " slots  "], [per_cent(c.at_work), " at work  "], [c.imbalance.toFixed(2), " imbalance"]].forEach(([figure, what]) => figures.append(make("b", figure), what));
  head.append(badge(side), select, chips(pane.mapping.loops), figures);
  box.append(head);
  if (pane.mapping.what_costs) box.append(make("p", "What costs: " + pane.mapping.what_costs));
  if (!trace) { box.append(make("p", "The slots of this order are left out to keep the page small.")); return {box, draw: () => {}}; }
  const {box: lanes, draw} = strip(pane);
  const warps = trace.whole ? trace.warps.length : 0;
  if (!trace.whole) box.append(make("p", "There are too many slots to draw them all. Below are the longest warp and some that chance took, each in its own slots; and how many warps have how many. Counts are of all."));
  else if (warps > most_warps) box.append(make("p", `The first ${most_warps} of ${number(warps)} warps are drawn; the bars say how many have how many slots. Counts are of all.`));
  if (!trace.whole || warps > most_warps) box.append(warps_by_slots(pane));
  box.append(lanes);
  if (trace.whole) {
    const told = make("p", "", side ? {class: "now"} : {class: "now", "aria-live": timer === null ? "polite" : "off"});
    box.append(told);
    marks.push(() => { told.textContent = sentence(pane); });
    if (!pane.order && places_of(pane)) {
      const b = make("button", as_fibers ? "Show matrices" : "Show fibers", {class: "shape", "aria-label": `${pane.name}: ${as_fibers ? "show matrices" : "show fibers"}`});
      b.addEventListener("click", () => { swap_shape(); document.querySelectorAll(".shape")[Math.min(side, document.querySelectorAll(".shape").length - 1)].focus(); });
      box.append(b);
    }
    box.append(places(pane));
  }
  return {box, draw};
}
let redraw = [];
function draw_panes() {
  marks = [];
  const made = shown().map((_, side) => pane_of(side));
  by("panes").replaceChildren(...made.map(m => m.box));
  redraw = made.map(m => m.draw);
  redraw.forEach(draw => draw());
}

// ---- Lines: spec, loop nest and CUDA text ----
let lines = [];
function nests() {
  const box = by("nests");
  box.replaceChildren();
  lines = [];
  shown().forEach((index, side) => {
    const pane = panes[index], row = make("div", undefined, {class: "codes"}), title = make("h3");
    title.append(badge(side), " " + pane.name);
    box.append(title, row);
    const spec = pane.spec.split("\n").map((text, i) => ({text: String(i + 1).padStart(3) + "  " + text, number: i + 1}));
    [["The spec", spec], ["Loop nest", pane.mapping.nest], ["CUDA text", pane.mapping.cuda]].forEach(([what, text]) => {
      if (!text || !text.length) return;
      const section = make("section"), pre = make("pre", undefined, {tabindex: 0, role: "listbox", "aria-label": `${what} of ${pane.name}, ${side_names[side].toLowerCase()}`, "data-what": what});
      text.forEach((line, n) => {
        const div = make("div", undefined, {role: "option", "aria-selected": false, id: `line-${side}-${what[0]}-${n}`}), at = make("span", "", {class: "at-line"});
        if (line.number === undefined) div.append(at);
        div.append(...coloured(line.text));
        lines.push({div, at, pane, side, number: line.number, line: line.number === undefined ? line : undefined});
        pre.append(div);
      });
      pre.addEventListener("keydown", step_line);
      section.append(make("p", what), pre);
      row.append(section);
    });
  });
  lines.forEach(l => l.div.addEventListener("click", () => link(l)));
}
// What belongs to a line of the same side: lines of the same statement, and the line of the spec; to one of the spec all that came from it.
function link(chosen, stays) {
  const again = !stays && chosen.div.classList.contains("chosen"), same_statement = l => l.line && l.line.statement >= 0 && l.line.statement === chosen.line.statement;
  lines.forEach(l => {
    const same = l === chosen || (l.side === chosen.side &&
      (chosen.number ? l.line && l.line.line === chosen.number : l.number ? l.number === chosen.line.line : same_statement(l)));
    l.div.classList.toggle("chosen", same && !again);
    l.div.setAttribute("aria-selected", same && !again);
  });
  if (!again) lines.filter(l => l.div.classList.contains("chosen")).reverse().forEach(l => {
    const pre = l.div.parentElement;
    if (l !== chosen && pre !== chosen.div.parentElement) pre.scrollTop = l.div.offsetTop - pre.offsetTop - pre.clientHeight / 3;
  });
}
// Arrows up and down choose the next line of a text that has the focus.
function step_line(e) {
  const by_key = {ArrowDown: 1, ArrowUp: -1}[e.key], pre = e.currentTarget;
  if (!by_key || e.ctrlKey || e.altKey || e.metaKey) return;
  e.preventDefault();
  const active = pre.querySelector(".active"), next = active ? (by_key > 0 ? active.nextElementSibling : active.previousElementSibling) : pre.querySelector(".here") || pre.firstElementChild;
  if (!next) return;
  active?.classList.remove("active");
  next.classList.add("active");
  pre.setAttribute("aria-activedescendant", next.id);
  const line = lines.find(l => l.div === next);
  if (!next.classList.contains("chosen") || !active) link(line, true);
  next.scrollIntoView({block: "nearest"});
}
function mark() {
  const of_spec = [new Set(), new Set()];
  const at = shown().map(s => { const slot = slot_at(panes[s]); return expanded(panes[s]).slice(0, most_warps).map(w => w.statements[slot]); });
  for (const l of lines) {
    if (!l.line) continue;
    const here = l.line.statement < 0 ? [] : at[l.side].flatMap((statement, w) => statement === l.line.statement ? [w] : []);
    if (here.length) of_spec[l.side].add(l.line.line);
    show(l, here.length > 0, [...new Set(here.map(mark_of))].join(""));
  }
  for (const l of lines) if (l.number) show(l, of_spec[l.side].has(l.number), "");
}
function show(l, here, text) {
  if (l.here !== here) l.div.classList.toggle("here", here), l.here = here;
  if (l.text !== text) l.at.textContent = l.text = text;
}

// ---- Steps, keys, and the start ----
function go(position) {
  now = Math.max(0, Math.min(position, most_positions() - 1));
  by("slot").value = now;
  const said = `${in_products() ? "product" : "slot"} ${number(now + 1)} of ${number(most_positions())}`;
  by("slot").setAttribute("aria-valuetext", said);
  by("where").textContent = said;
  marks.forEach(move => move());
  mark();
}
// What has the focus keeps it when it is drawn anew.
function keeping_focus(redraw) {
  const focused = document.activeElement, id = focused?.id, label = focused?.getAttribute("aria-label");
  redraw();
  if (document.activeElement === focused && focused?.isConnected) return;
  const same = id ? by(id) : label && [...document.querySelectorAll(focused.tagName)].find(e => e.getAttribute("aria-label") === label);
  same?.focus({preventScroll: true});
}
function choose() { keeping_focus(draw_all); }
function draw_all() {
  draw_panes();
  by("slot").max = most_positions() - 1;
  overview(); nests(); summary(); traffic(); shared(); asked(); orders(); go(now);
  document.querySelectorAll("#nests pre").forEach(pre => {
    const here = pre.querySelector(".here");
    if (here) pre.scrollTop = here.offsetTop - pre.offsetTop - pre.clientHeight / 3;
  });
}
function play() {
  const on = timer === null;
  by("play").setAttribute("aria-pressed", on); by("play").textContent = on ? "Pause" : "Play";
  document.querySelector(".now[aria-live]")?.setAttribute("aria-live", on ? "off" : "polite");
  if (!on) { clearInterval(timer); timer = null; return; }
  if (now >= most_positions() - 1) go(0);
  timer = setInterval(() => { if (now >= most_positions() - 1) play(); else go(now + 1); }, +by("speed").value);
}
function sync() {
  const before = slot_at(panes[sides[0]]);
  by("slot").max = most_positions() - 1;
  go(position_at(panes[sides[0]], before));
}
function swap_shape() { as_fibers = !as_fibers; draw_panes(); go(now); }
function set_theme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  colors = {};
}
const set_key = {
  ArrowRight: e => go(now + (e.shiftKey ? 10 : 1)), ArrowLeft: e => go(now - (e.shiftKey ? 10 : 1)), Home: () => go(0), End: () => go(most_positions() - 1), " ": play,
  s: () => { sides.reverse(); choose(); }, t: swap_shape, p: () => { by("sync").value = in_products() ? "slot" : "product"; sync(); }, "?": () => by("keys").showModal()};
function key(e) {
  if (by("keys").open || e.ctrlKey || e.altKey || e.metaKey) return;
  const typing = e.target.matches("select, input"), on_button = e.target.matches("button") && e.key === " ";
  if (on_button || (typing && !["Home", "End"].includes(e.key)) || (e.target.matches("input[type=range], select") && ["Home", "End"].includes(e.key))) return;
  const digit = e.code?.match(/^Digit([1-9])$/);
  if (digit && +digit[1] <= panes.length) { sides[e.shiftKey ? 0 : 1] = +digit[1] - 1; choose(); return; }
  const act = set_key[e.key.length === 1 ? e.key.toLowerCase() : e.key];
  if (act) { e.preventDefault(); act(e); }
}
function start() {
  set_theme(matchMedia("(prefers-color-scheme: dark)").matches);
  by("title").append(...coloured(data.expressions.join("; ")));
  by("inputs").textContent = [...data.inputs, `${number(data.machine.warps)} warps of ${data.machine.lanes} lanes`, `counted by teaalc ${data.version}`].join("; ");
  data.notes.forEach(n => by("notes").append(make("p", n)));
  by("cache").max = cache_sizes.length - 1;
  by("cache").value = cache_sizes.reduce((best, size, i) => Math.abs(size - data.cache_sectors) < Math.abs(cache_sizes[best] - data.cache_sectors) ? i : best, 0);
  by("cache").addEventListener("input", () => { traffic(); orders(); });
  by("slot").addEventListener("input", e => go(+e.target.value));
  [["play", play], ["first", () => go(0)], ["back", () => go(now - 1)], ["forth", () => go(now + 1)], ["last", () => go(most_positions() - 1)], ["help", () => by("keys").showModal()],
    ["print", () => window.print()], ["theme", () => { set_theme(document.documentElement.dataset.theme !== "dark"); legend(); choose(); }]].forEach(([id, act]) => by(id).addEventListener("click", act));
  by("sync").addEventListener("change", sync);
  by("speed").addEventListener("change", () => { if (timer !== null) play(), play(); });
  document.addEventListener("keydown", key);
  window.addEventListener("resize", () => { draw_panes(); go(now); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", e => { set_theme(e.matches); legend(); choose(); });
  let theme;
  // Print is light, and opens all.
  window.addEventListener("beforeprint", () => {
    theme = document.documentElement.dataset.theme;
    set_theme(false); draw_panes(); go(now);
    document.querySelectorAll("details").forEach(d => { d.fill?.(); d.open = true; });
  });
  window.addEventListener("afterprint", () => { set_theme(theme === "dark"); choose(); document.querySelectorAll("details").forEach(d => { d.open = false; }); });
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) by("speed").value = "500";
  legend();
  measured();
  choose();
  if (!panes.some(p => p.mapping.trace?.whole)) document.querySelector(".controls").hidden = true;
  if (panes.length < 2) by("synced").hidden = true;
}
start();
