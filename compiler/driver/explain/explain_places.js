// ---- Where each lane is: elements of tensors, as matrices, as lists of fibers, and as a table ----
const mark_of = warp => warp % 2 ? "■" : "●";
// Of each lane and stored form: when it was where, by time.
function places_of(pane) {
  const trace = pane.mapping.trace;
  if (!trace || !trace.places) return null;
  return pane.places ||= trace.places.map(flat => {
    const of_form = new Map();
    let time = 0;
    for (let i = 0; i < flat.length; i += 3) {
      time += flat[i];
      if (!of_form.has(flat[i + 1])) of_form.set(flat[i + 1], {times: [], positions: []});
      const at = of_form.get(flat[i + 1]);
      at.times.push(time);
      at.positions.push(flat[i + 2]);
    }
    return of_form;
  });
}
// {position, now: whether it is of this slot}, or nothing before the first one.
function place_at(at, slot) {
  if (!at) return null;
  let from = 0, to = at.times.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (at.times[middle] <= slot) from = middle + 1; else to = middle;
  }
  if (!from) return null;
  let first = from - 1;  // of several at once the first: what the statement reads first
  while (first > 0 && at.times[first - 1] === at.times[first]) --first;
  return {position: at.positions[first], now: at.times[first] === slot};
}
const coordinates = (form, position) => form.coordinates.map(rank => rank[position]);
// The forms of a pane that lanes come by, one a tensor: the one that they come by most.
function forms_of(pane) {
  const uses = new Map();
  (places_of(pane) || []).forEach(lane => lane.forEach((at, form) => uses.set(form, (uses.get(form) || 0) + at.times.length)));
  const best = new Map();
  for (const [f, n] of uses) {
    const tensor = pane.mapping.trace.forms[f].tensor;
    if (!best.has(tensor) || uses.get(best.get(tensor)) < n) best.set(tensor, f);
  }
  return [...best.values()].sort((a, b) => a - b);
}
const most_marked = 64;  // lanes
const lane_name = lane => {
  const each = data.machine.lanes, warp = Math.floor(lane / each);
  return mark_of(warp) + "w" + warp + "." + lane % each;
};

// A matrix (or a vector, as one row): stored elements are squares, lanes are numbers on them (several a +), faint where they were before.
function matrix(pane, form, index, cell) {
  const flat = form.shape.length === 1, [rows, columns] = flat ? [1, form.shape[0]] : form.shape, margin = flat ? 1 : 26, top = 14;
  const canvas = make("canvas", undefined, {role: "img", "aria-label": `${form.tensor}: elements and lanes; the table of lanes says the same`});
  const place = position => flat ? [0, form.coordinates[0][position]] : coordinates(form, position);
  const dense = form.coordinates[0].length === rows * columns, ground = make("canvas"), width = columns * cell + margin + 12, height = rows * cell + top + 2;
  const draw_ground = () => {
    const g = sized(ground, width, height);
    g.font = "10px sans-serif"; g.fillStyle = color("--soft");
    const ticks = (count, tell) => { for (let step = step_of_ticks(count, count * cell), t = 0; t < count; t += step) tell(t); };
    g.textAlign = "left"; ticks(columns, t => g.fillText(t, margin + t * cell, top - 4));
    g.textAlign = "right"; if (!flat) ticks(rows, t => g.fillText(t, margin - 4, top + t * cell + Math.max(cell, 9)));
    g.strokeStyle = color("--line");
    g.strokeRect(margin + .5, top + .5, columns * cell, rows * cell);
    g.fillStyle = color("--open");
    g.globalAlpha = dense ? .3 : .75;
    for (let p = 0; p < form.coordinates[0].length; ++p) {
      const [r, c] = place(p);
      if (r >= 0) g.fillRect(margin + c * cell + 1, top + r * cell + 1, Math.max(cell - 1, 1), Math.max(cell - 1, 1));
    }
  };
  draw_ground();
  canvas.style.width = width + "px";
  const g = sized(canvas, width, height);
  marks.push(() => {
    const slot = slot_at(pane);
    g.clearRect(0, 0, width, height);
    g.drawImage(ground, 0, 0, width, height);
    // By element: the lanes that stand on it, in this slot or before.
    const standing = new Map();
    places_of(pane).slice(0, most_marked).forEach((lane, number) => {
      const at = place_at(lane.get(index), slot);
      if (!at || place(at.position)[0] < 0) return;
      const there = standing.get(at.position);
      if (there && there.now >= at.now) there.lanes += there.now === at.now ? 1 : 0;
      else standing.set(at.position, {now: at.now, lanes: 1, number});
    });
    const of_now = [...standing].filter(([, there]) => there.now).map(([position]) => place(position));
    g.globalAlpha = .25;
    if (!flat) {
      g.fillStyle = color(rank_color(form.ranks[0])); new Set(of_now.map(([r]) => r)).forEach(r => g.fillRect(margin, top + r * cell, columns * cell, cell));
      g.fillStyle = color(rank_color(form.ranks[1])); new Set(of_now.map(([, c]) => c)).forEach(c => g.fillRect(margin + c * cell, top, cell, rows * cell));
    }
    standing.forEach(({now, lanes, number}, position) => {
      const [r, c] = place(position), x = margin + c * cell, y = top + r * cell, big = Math.max(cell, 5);
      g.globalAlpha = now ? 1 : .35;
      g.fillStyle = color("--ink");
      g.beginPath();
      if (Math.floor(number / data.machine.lanes) % 2) g.rect(x + (cell - big) / 2 + .5, y + (cell - big) / 2 + .5, big, big);
      else g.arc(x + cell / 2 + .5, y + cell / 2 + .5, big / 2 + .5, 0, 7);
      g.fill();
      if (cell >= 9) {
        g.fillStyle = color("--paper"); g.font = `${cell - 2}px sans-serif`; g.textAlign = "center"; g.textBaseline = "middle";
        g.fillText(lanes > 1 ? "+" : number % data.machine.lanes, x + cell / 2 + .5, y + cell / 2 + 1);
      }
    });
    g.globalAlpha = 1;
  });
  return canvas;
}

// A line a fiber of the innermost rank, in the order of storage: what leads to it, then its coordinates.
const most_fibers = 64, most_leaves = 1500;
function fibertree(pane, form, index) {
  const inner = form.order[form.order.length - 1], outer = form.order.slice(0, -1);
  const fibers = new Map();
  for (let p = 0; p < form.coordinates[0].length; ++p) {
    const at = coordinates(form, p);
    if (at[0] < 0) continue;
    const head = outer.map(r => `${form.ranks[r]} ${at[r]}`).join(", ");
    if (!fibers.has(head)) fibers.set(head, []);
    fibers.get(head).push([p, at[inner]]);
  }
  const box = make("pre", undefined, {tabindex: 0, "aria-label": `Fibers of ${form.tensor}, coordinates of ${form.ranks[inner]}`, class: "fibers"}), leaves = new Map();
  let shown = 0;
  for (const [head, elements] of fibers) {
    if (box.childElementCount >= most_fibers || shown + elements.length > most_leaves) {
      box.append(make("div", `… ${fibers.size - box.childElementCount} more fibers`));
      break;
    }
    shown += elements.length;
    const line = make("div");
    line.append(...coloured(head || form.ranks[inner]), ": ");
    elements.forEach(([p, coordinate]) => {
      const leaf = make("span", String(coordinate));
      leaves.set(p, leaf);
      line.append(leaf, " ");
    });
    box.append(line);
  }
  if (ranks.includes(form.ranks[inner])) box.style.setProperty("--of", `var(${rank_color(form.ranks[inner])})`);
  let marked = [];
  marks.push(() => {
    const slot = slot_at(pane);
    marked.forEach(leaf => { leaf.className = ""; leaf.removeAttribute("data-lanes"); });
    marked = [];
    places_of(pane).slice(0, most_marked).forEach((lane, number) => {
      const at = place_at(lane.get(index), slot), leaf = at && leaves.get(at.position);
      if (!leaf) return;
      leaf.className = at.now || leaf.className === "at" ? "at" : "was";
      leaf.setAttribute("data-lanes", (leaf.getAttribute("data-lanes") || "") + mark_of(Math.floor(number / data.machine.lanes)));
      marked.push(leaf);
    });
  });
  return box;
}

// The same in words.
function lane_table(pane, forms) {
  const lanes = places_of(pane).slice(0, most_marked);
  const t = table(["lane", ...forms.map(f => pane.mapping.trace.forms[f].tensor)], lanes.map((_, l) => [lane_name(l), ...forms.map(() => "")]));
  const cells = [...t.rows].slice(1).map(row => [...row.cells].slice(1));
  marks.push(() => {
    const slot = slot_at(pane);
    lanes.forEach((lane, l) => forms.forEach((f, n) => {
      const at = place_at(lane.get(f), slot), form = pane.mapping.trace.forms[f];
      const text = at ? "[" + coordinates(form, at.position).join(", ") + "]" + (at.now ? "" : " before") : "–";
      if (cells[l][n].textContent !== text) cells[l][n].textContent = text;
      cells[l][n].className = at && at.now ? "at" : "was";
    }));
  });
  return t;
}

// The tensors of a pane, as matrices or as fibers, and the table of lanes. A phone has little room for a matrix.
let as_fibers = false;
function places(pane) {
  const row = make("div", undefined, {class: "places"}), figures = make("div", undefined, {class: "tensors"}), forms = forms_of(pane);
  if (!forms.length) {
    row.append(make("p", pane.order ? "Where lanes are is kept for the specs' own orders alone." : "No places are kept: tensors, or slots, are too many."));
    return row;
  }
  const all = forms.map(index => pane.mapping.trace.forms[index]), extents = all.filter(f => f.shape.length <= 2).map(f => Math.max(...f.shape));
  const cell = Math.max(3, Math.min(18, Math.floor(Math.min(300, innerWidth - 110) / Math.max(1, ...extents))));
  forms.forEach((index, n) => {
    const form = all[n], figure = make("figure", undefined, {class: form.shape.length === 1 ? "flat" : ""}), caption = make("figcaption");
    caption.append(...coloured(`${form.tensor}[${form.ranks.join(", ")}]`), form.shape.length > 1 ? `, stored ${form.order.map(r => form.ranks[r]).join(", ")}` : "");
    figure.append(caption);
    const dense = form.coordinates[0].length === form.shape.reduce((a, b) => a * b, 1), flat = form.shape.length <= 2;
    if (form.shape.length > 2 || (as_fibers && !dense)) figure.append(fibertree(pane, form, index));
    else if (flat && form.shape.length) figure.append(matrix(pane, form, index, cell));
    figures.append(figure);
  });
  row.append(figures);
  const scroll = make("div", undefined, {class: "scroll", tabindex: 0, role: "group", "aria-label": `Where lanes of ${pane.name} are`});
  scroll.append(lane_table(pane, forms));
  row.append(scroll);
  return row;
}
