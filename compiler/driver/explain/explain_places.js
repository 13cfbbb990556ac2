// ---- Where each lane is: elements of tensors, as matrices, as lists of fibers, and as a table ----
const mark_of = lane_warp => lane_warp % 2 ? "■" : "●";
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
const most_marked = 16;  // lanes
const lane_name = (pane, lane) => {
  const each = data.machine.lanes;
  return mark_of(Math.floor(lane / each)) + "w" + Math.floor(lane / each) + "." + lane % each;
};

// A matrix (or a vector, as one row): stored elements are squares, lanes are numbers on them, faint where they were before.
function matrix(pane, form, index) {
  const [rows, columns] = form.shape.length === 1 ? [1, form.shape[0]] : form.shape;
  const cell = Math.max(3, Math.min(18, Math.floor(420 / Math.max(rows, columns, 1))));
  const canvas = make("canvas", undefined, {role: "img", "aria-label": `${form.tensor}: elements and lanes; the table says the same`});
  const draw = () => {
    canvas.style.width = columns * cell + 1 + "px";
    const g = sized(canvas, columns * cell + 1, rows * cell + 1);
    const place = position => form.shape.length === 1 ? [0, form.coordinates[0][position]] : coordinates(form, position);
    g.strokeStyle = color("--line");
    g.strokeRect(.5, .5, columns * cell, rows * cell);
    g.fillStyle = color("--idle");
    for (let p = 0; p < form.coordinates[0].length; ++p) {
      const [r, c] = place(p);
      if (r >= 0) g.fillRect(c * cell + 1, r * cell + 1, Math.max(cell - 1, 1), Math.max(cell - 1, 1));
    }
    places_of(pane).slice(0, most_marked).forEach((lane, number) => {
      const at = place_at(lane.get(index), now);
      if (!at) return;
      const [r, c] = place(at.position);
      if (r < 0) return;
      g.globalAlpha = at.now ? 1 : .3;
      g.fillStyle = color("--compute");
      if (Math.floor(number / data.machine.lanes) % 2) g.fillRect(c * cell + 1, r * cell + 1, cell - 1, cell - 1);
      else { g.beginPath(); g.arc(c * cell + cell / 2 + .5, r * cell + cell / 2 + .5, Math.max(cell / 2, 2), 0, 7); g.fill(); }
      if (cell >= 11) {
        g.fillStyle = color("--paper"); g.font = `${cell - 4}px sans-serif`; g.textAlign = "center"; g.textBaseline = "middle";
        g.fillText(number % data.machine.lanes, c * cell + cell / 2 + .5, r * cell + cell / 2 + 1);
      }
      g.globalAlpha = 1;
    });
  };
  marks.push(draw);
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
    const head = outer.map(r => `${form.ranks[r].toLowerCase()} ${at[r]}`).join(", ");
    if (!fibers.has(head)) fibers.set(head, []);
    fibers.get(head).push([p, at[inner]]);
  }
  const box = make("pre", undefined, {tabindex: 0, "aria-label": `Fibers of ${form.tensor}`, class: "fibers"}), leaves = new Map();
  let shown = 0;
  for (const [head, elements] of fibers) {
    if (box.childElementCount >= most_fibers || shown + elements.length > most_leaves) {
      box.append(make("div", `… ${fibers.size - box.childElementCount} more fibers`));
      break;
    }
    shown += elements.length;
    const line = make("div", (head || form.ranks[inner].toLowerCase()) + ": ");
    elements.forEach(([p, coordinate]) => {
      const leaf = make("span", String(coordinate));
      leaves.set(p, leaf);
      line.append(leaf, " ");
    });
    box.append(line);
  }
  let marked = [];
  marks.push(() => {
    marked.forEach(leaf => { leaf.className = ""; leaf.removeAttribute("data-lanes"); });
    marked = [];
    places_of(pane).slice(0, most_marked).forEach((lane, number) => {
      const at = place_at(lane.get(index), now), leaf = at && leaves.get(at.position);
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
  const t = table(["lane", ...forms.map(f => pane.mapping.trace.forms[f].tensor)], lanes.map((_, l) => [lane_name(pane, l), ...forms.map(() => "")]));
  const cells = [...t.rows].slice(1).map(row => [...row.cells].slice(1));
  marks.push(() => lanes.forEach((lane, l) => forms.forEach((f, n) => {
    const at = place_at(lane.get(f), now), form = pane.mapping.trace.forms[f];
    const text = at ? "[" + coordinates(form, at.position).join(", ") + "]" + (at.now ? "" : " before") : "–";
    if (cells[l][n].textContent !== text) cells[l][n].textContent = text;
    cells[l][n].className = at && at.now ? "at" : "was";
  })));
  return t;
}

function places() {
  const box = by("places");
  box.replaceChildren();
  [...new Set(sides)].forEach(side => {
    const pane = panes[side], forms = forms_of(pane);
    if (!forms.length) {
      box.append(make("p", `${pane.name}: no places are kept; tensors, or slots, are too many, or it is another order than the spec's.`));
      return;
    }
    box.append(make("p", `${pane.name}: lanes stand on what they load or store in this slot, faint where they were last.`));
    const row = make("div", undefined, {class: "places"});
    forms.forEach(index => {
      const form = pane.mapping.trace.forms[index], figure = make("figure");
      figure.append(make("figcaption", `${form.tensor}[${form.ranks.join(", ")}], stored ${form.order.map(r => form.ranks[r]).join(", ")}`));
      if (form.shape.length === 1 || form.shape.length === 2) figure.append(matrix(pane, form, index));
      const dense = form.coordinates[0].length === form.shape.reduce((a, b) => a * b, 1);
      if (!dense || form.shape.length > 2) figure.append(fibertree(pane, form, index));
      row.append(figure);
    });
    const scroll = make("div", undefined, {class: "scroll"});
    scroll.append(lane_table(pane, forms));
    row.append(scroll);
    box.append(row);
  });
}
