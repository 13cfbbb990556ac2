// ---- What lanes do: shape says it as well as colour ----
// Of a rank that moved, the further inside the lower.
function paint(g, kind, x, y, w, h, rank, depth) {
  g.fillStyle = g.strokeStyle = rank ? color(rank_color(rank)) : color(kind_of[kind][2]);
  const wide = Math.max(w - (w > 4 ? 1 : 0), .5), low = h * Math.min(.16 * (depth || 0), .64);
  if (kind === "c") g.fillRect(x, y + low, wide, h - low);
  if (kind === "s") g.fillRect(x, y + h * .6, wide, h * .4), g.fillRect(x, y, wide, h * .15);
  if (kind === "o") g.fillRect(x, y + h * .3, wide, h * .4);
  if (kind === "t") g.fillRect(x, y, wide, h * .25), g.fillRect(x, y + h * .75, wide, h * .25);
  if (kind === "p") g.fillRect(x, y, wide, h * .35);
  if (kind === "v") g.fillRect(x, y, wide, 1.5), g.fillRect(x, y + h - 1.5, wide, 1.5);
  if (kind === "m" || kind === "w") g.fillStyle = color("--soft"), g.fillRect(x, y + h * .45, wide, kind === "m" ? 2 : 1);
}
function sized(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  canvas.width = width * scale; canvas.height = height * scale; canvas.style.height = height + "px";
  const g = canvas.getContext("2d");
  g.scale(scale, scale);
  return g;
}
// What fills most of a stretch.
function most_of(text, from, to) {
  const counts = {};
  let best = text[from];
  for (let s = from; s < to; ++s) {
    counts[text[s]] = (counts[text[s]] || 0) + 1;
    if (counts[text[s]] > counts[best]) best = text[s];
  }
  return best;
}
// A lane; many slots to a pixel are drawn as what fills most of them.
function paint_lane(g, pane, lane, moved, left, y, each, h) {
  const cells = each < 1 ? Math.ceil(lane.length * each) : lane.length, wide = Math.max(each, 1);
  for (let c = 0; c < cells; ++c) {
    const from = each < 1 ? Math.floor(c / each) : c, to = Math.min(lane.length, each < 1 ? Math.floor((c + 1) / each) : c + 1);
    if (from >= to) continue;
    const kind = to - from > 1 ? most_of(lane, from, to) : lane[from], letter = moved && moved[from];
    const rank = kind === "c" ? moved_rank(pane, letter) : undefined;
    if (kind !== "d") paint(g, kind, left + c * wide, y, wide, h, rank, rank ? letter.charCodeAt(0) - 97 : 0);
    if (rank && wide >= 13) {
      g.fillStyle = color("--paper"); g.font = "600 9px sans-serif"; g.textAlign = "center";
      g.fillText(rank[0], left + c * wide + wide / 2 - .5, y + h - 3);
    }
  }
}
const most_warps = 16, most_lanes_by_chance = 8;
// Warps of a pane that are drawn: all, or the first ones; or of a run that is too large the longest and some that chance took.
function warps_of(pane) {
  const trace = pane.mapping.trace;
  if (trace.whole) return expanded(pane).slice(0, most_warps).map((w, n) => ({...w, name: `warp ${n}`, mark: mark_of(n)}));
  const told = w => `warp ${w.warp} of block ${number(w.block)}`;
  const some = (lanes, most) => lanes.map((lane, l) => [lane, l]).filter((_, l) => l % Math.ceil(lanes.length / most) === 0);
  return [[trace.longest, "the longest: ", Infinity], ...trace.sampled.map(w => [w, "by chance: ", most_lanes_by_chance])].map(([w, how, most]) => {
    const lanes = some(w.lanes.map(spelled), most);
    return {lanes: lanes.map(([lane]) => lane), numbers: lanes.map(([, l]) => l), moved: [], name: how + told(w) + (lanes.length < w.lanes.length ? `, ${lanes.length} of its ${w.lanes.length} lanes` : ""), mark: ""};
  });
}
const working = lane => lane.length ? [...lane].filter(k => !"mwd".includes(k)).length / lane.length : 0;
const h_lane = 14, left_of_lanes = 34, right_of_lanes = 42, above_lanes = 16;
function step_of_ticks(slots, width) {
  for (let step = 1; ; step *= 10) for (const by of [1, 2, 5]) if (slots / (step * by) * 50 < width) return step * by;
}
// Lanes over slots, and what moves in it with a step.
function strip(pane) {
  const trace = pane.mapping.trace, warps = warps_of(pane), whole = trace.whole;
  const canvas = make("canvas", undefined, {role: "img", "aria-label": described(pane)});
  const box = make("div", undefined, {class: "strip"}), cursor = make("div", undefined, {class: "cursor"}), ahead = make("div", undefined, {class: "ahead"});
  box.append(canvas);
  const names = whole ? 0 : 15, height = above_lanes + warps.reduce((n, w) => n + w.lanes.length * h_lane + 8 + names, 0);
  let each = 1;
  const draw = () => {
    const width = box.clientWidth || 600, longest = Math.max(1, ...warps.flatMap(w => w.lanes.map(l => l.length)));
    const slots = whole ? Math.max(1, ...shown().filter(s => panes[s].mapping.trace?.whole).map(s => slots_of(panes[s]))) : longest;
    each = (width - left_of_lanes - right_of_lanes) / slots;
    const g = sized(canvas, width, height);
    const text = (what, x, y, align, font) => { g.fillStyle = color("--ink"); g.font = font || "11px sans-serif"; g.textAlign = align || "left"; g.fillText(what, x, y); };
    for (let t = 0, step = step_of_ticks(slots, width); t <= slots; t += step) text(number(t), left_of_lanes + t * each, 10, t ? "center" : "left");
    let y = above_lanes;
    warps.forEach(warp => {
      if (!whole) text(`${warp.name}`, 0, y + 11), y += names;
      warp.lanes.forEach((lane, l) => {
        text(whole ? (l ? String(l) : `${warp.mark} 0`) : String(warp.numbers[l]), left_of_lanes - 6, y + h_lane - 3, "right");
        paint_lane(g, pane, lane, warp.moved[l], left_of_lanes, y, each, h_lane - 2);
        text(per_cent(working(lane)), width, y + h_lane - 3, "right", "10px sans-serif");
        y += h_lane;
      });
      y += 8;
    });
  };
  if (whole) {
    box.append(ahead, cursor);
    canvas.addEventListener("click", e => go(position_at(pane, Math.floor((e.offsetX - left_of_lanes) / each))));
    marks.push(() => {
      const at = left_of_lanes + Math.min(slot_at(pane), slots_of(pane)) * each;
      cursor.style.left = at + "px"; cursor.style.width = each + 4 + "px";
      ahead.style.left = at + each + "px"; ahead.style.right = right_of_lanes + "px";
    });
  }
  const whole_box = make("div");
  whole_box.append(box, as_table("Lanes in numbers", () => slots_of_lanes(pane, warps)));
  return {box: whole_box, draw};
}
// The picture in numbers: in how many slots each lane that is drawn does what.
function slots_of_lanes(pane, warps) {
  const done = kinds.filter(k => warps.some(w => w.lanes.some(lane => lane.includes(k[0]))));
  return table(["lane", ...done.map(k => k[1]), "at work"], warps.flatMap((w, n) => w.lanes.map((lane, l) => {
    const counts = {};
    for (const kind of lane) counts[kind] = (counts[kind] || 0) + 1;
    const name = pane.mapping.trace.whole ? lane_name(n * data.machine.lanes + l) : `${w.name}, lane ${w.numbers[l]}`;
    return [name, ...done.map(k => number(counts[k[0]] || 0)), per_cent(working(lane))];
  })));
}
// How many warps have how many slots: a bar a power of two.
function warps_by_slots(pane) {
  const box = make("div", undefined, {class: "warps"});
  pane.mapping.counts.launches.forEach(launch => {
    const most = Math.max(1, ...launch.warps_by_slots);
    launch.warps_by_slots.forEach((n, b) => {
      if (!n) return;
      const bar = make("i"), slots = b ? `${number(2 ** (b - 1))}${b > 1 ? " to " + number(2 ** b - 1) : ""} ${b > 1 ? "slots" : "slot"}` : "no slot";
      bar.style.width = 100 * n / most + "%";
      box.append(make("span", `${pane.mapping.counts.launches.length > 1 ? launch.kernel + ", " : ""}${slots}`), bar, make("span", `${number(n)} ${n > 1 ? "warps" : "warp"}`));
    });
  });
  return box;
}
function shares(pane) {
  const w = pane.mapping.counts.work, all = Object.values(w).reduce((a, b) => a + b, 0) || 1;
  return kinds.map(k => [k, w[k[3]] / all]);
}
const described = pane => shares(pane).filter(([, part]) => part >= .005).map(([k, part]) => `${k[1]} ${per_cent(part)}`).join(", ");
function side_buttons(pane) {
  return side_names.map((name, side) => {
    const b = make("button", name[0], {class: side ? "side to-right" : "side", "aria-pressed": sides[side] === pane, "aria-label": `${panes[pane].name} on the ${name.toLowerCase()}`});
    b.addEventListener("click", () => { sides[side] = pane; choose(); });
    return b;
  });
}
// A bar a mapping, all on one scale: its length are slots, its parts what lanes do in them.
function overview() {
  const box = by("overview"), all = [...new Set([...data.mappings.keys(), ...sides])], most = Math.max(1, ...all.map(p => slots_of(panes[p])));
  const numbers = () => table(["", "slots", ...kinds.map(k => k[1])], all.map(p => [panes[p].name, number(slots_of(panes[p])), ...shares(panes[p]).map(([, part]) => per_cent(part))]));
  by("overview-numbers").replaceChildren(as_table("The bars in numbers", numbers));
  box.replaceChildren();
  all.forEach(index => {
    const pane = panes[index], buttons = make("span"), bar = make("div", undefined, {class: "bar", role: "img", "aria-label": `${pane.name}: ${described(pane)}`});
    if (panes.length > 1) buttons.append(...side_buttons(index));
    shares(pane).forEach(([k, part]) => {
      if (!part) return;
      const idle = k[3] === "masked" || k[3] === "wait";
      const span = make("span", part * slots_of(pane) / most > .12 && k[3] !== "done" && !idle ? k[1] : "", {title: `${k[1]}: ${per_cent(part)}`, class: idle ? "hatched" : ""});
      span.style.flex = `${part} 0 0`;
      if (!idle) span.style.background = `var(${k[2]})`, span.style.color = "var(--paper)";
      bar.append(span);
    });
    bar.style.width = 100 * slots_of(pane) / most + "%";
    box.append(buttons, make("strong", pane.order ? pane.order.spec + (pane.order.tiles ? ` (${pane.order.tiles})` : "") : pane.name), chips(pane.mapping.loops), bar,
      make("span", `${number(slots_of(pane))} slots, ${per_cent(pane.mapping.counts.at_work)} at work`, {class: "figures"}));
  });
}
function legend() {
  const box = by("legend"), item = (text, draw) => {
    const span = make("span"), c = make("canvas", undefined, {"aria-hidden": "true"});
    span.append(c, text);
    box.append(span);
    draw(sized(c, 16, 12));
  };
  box.replaceChildren();
  const any = panes.some(p => p.mapping.trace?.moved);
  if (any) box.append(make("span", "computes; the outermost rank that moved:"));
  if (any) ranks.forEach((rank, depth) => item(rank, g => paint(g, "c", 0, 0, 16, 12, rank, depth)));
  kinds.slice(any ? 1 : 0, 8).forEach(k => item(k[1], g => paint(g, k[0], 0, 0, 16, 12)));
}
