/* Counters, stacks, trays, signs and arrows on the map. Every text comes in as text: nothing here is read as markup. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const SVG = "http://www.w3.org/2000/svg";
const HEX = 72, SIZE = 50;
const OUTSIDE = "translate(-99999px, -99999px)";
const CREAM = "#fdfbf2", INK = "#1c1b18";
const ARROWS = {
  move: ["#1d5fa8", 4, ""], strategic: ["#1d5fa8", 4, "14 7"], attack: ["#c01f2e", 6.5, ""], retreat: ["#3d3d3d", 5, "3 7"],
  advance: ["#d97a1a", 6, ""], landing: ["#136f6b", 8, ""],
};

function svg(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function words(text, x, y, size, width, ink) {
  const fit = Math.min(size, width / (0.62 * Math.max(text.length, 1)));
  return svg("text", { x, y, "font-size": fit.toFixed(2), "font-weight": "bold", fill: ink }, text);
}

function described(look) {
  const steps = look.full > 1 ? `, ${look.steps}/${look.full}` : "";
  return look.title + steps + (look.marks.length ? ` [${look.marks.join(", ")}]` : "");
}

function stepBar(steps, full, ink) {
  if (full < 1 || full > 12) return [];
  const pitch = Math.min(9, 40 / full), left = (-pitch * full) / 2;
  const bar = (from, to) => {
    let d = "";
    for (let i = from; i < to; i++) d += `M${left + i * pitch + 0.6} 20.6h${pitch - 1.2}v2.4h${1.2 - pitch}z`;
    return d;
  };
  const out = [svg("path", { d: bar(0, Math.min(steps, full)), fill: ink, stroke: ink, "stroke-width": 0.5 })];
  if (steps < full) out.push(svg("path", { d: bar(Math.max(steps, 0), full), fill: "none", stroke: ink, "stroke-width": 0.7 }));
  return out;
}

function badges(marks, colours) {
  return marks.flatMap((mark, row) => {
    const [ground, ink] = Object.hasOwn(colours, mark.toUpperCase()) ? colours[mark.toUpperCase()] : ["#2b2a26", "#ffffff"];
    const wide = Math.max(12, 3.6 + 4.9 * mark.length), y = -26 + row * 9.4;
    return [
      svg("rect", { x: 28.5 - wide, y, width: wide, height: 8.8, rx: 3.2, fill: ground, stroke: "#fff", "stroke-width": 0.9 }),
      svg("text", { x: 28.5 - wide / 2, y: y + 6.8, "font-size": 6.8, "font-weight": "bold", fill: ink }, mark),
    ];
  });
}

/* The inside of a counter, around its middle, without its markers. */
function counter(look, side) {
  const { ink, edge, number } = side;
  const parts = [svg("use", { href: "#b" + number })];
  if (look.steps < look.full) {
    const dark = ink === "#ffffff";
    parts.push(
      svg("path", { d: "M-24.4 8.8H24.4V20H-24.4z", fill: dark ? "#000" : "#fff", "fill-opacity": 0.3 }),
      svg("path", { d: "M-24.4 8.8H24.4M-24.4 20H24.4", stroke: "#fff", "stroke-width": 1.1, "stroke-opacity": 0.75 }),
    );
  }
  parts.push(
    svg("rect", { x: -17.6, y: -15.2, width: 36, height: 23.4, rx: 2, fill: look.band || edge, stroke: edge, "stroke-width": 0.6 }),
    svg("g", { transform: "translate(.4 -3.5)" },
      svg("rect", { x: -14, y: -9, width: 28, height: 18, fill: CREAM, stroke: INK, "stroke-width": 1.4 }),
      svg("use", { href: "#n-" + look.glyph })),
  );
  if (look.size) parts.push(words(look.size, 0.4, -17.1, 7.2, 20, ink));
  if (look.values) parts.push(words(look.values, 0, 18.4, 12.6, 45, ink));
  if (look.name) {
    const size = Math.min(7.2, 43 / (0.58 * look.name.length)).toFixed(2);
    parts.push(svg("text", { transform: "translate(-18.9 -1.5) rotate(-90)", "font-size": size, fill: ink }, look.name));
  }
  parts.push(...stepBar(look.steps, look.full, ink));
  return parts;
}

/* Where counters of a stack lie around its middle: [x, y, scale]. */
function slots(count) {
  if (count <= 1) return [[0, 0, (HEX * 0.7) / SIZE]];
  if (count === 2) return [[-0.175, 0.175], [0.175, -0.175]].map(([x, y]) => [x * HEX, y * HEX, (HEX * 0.56) / SIZE]);
  if (count === 3) return [[0, -1], [-1, 1], [1, 1]].map(([x, y]) => [x * HEX * 0.235, y * HEX * 0.235, (HEX * 0.46) / SIZE]);
  const across = Math.ceil(Math.sqrt(count)), rows = Math.ceil(count / across);
  const pitch = (HEX * (across === 2 ? 0.94 : 1)) / across;
  return Array.from({ length: count }, (_, i) => [
    ((i % across) - (across - 1) / 2) * pitch, (Math.floor(i / across) - (rows - 1) / 2) * pitch, (pitch * 0.97) / SIZE,
  ]);
}

/* A tray off the map: its drawing around the middle, and the slots in it. */
function tray(label, count) {
  const across = Math.min(Math.max(count, 1), count <= 9 ? 3 : Math.ceil(Math.sqrt(count * 1.4)));
  const rows = Math.max(1, Math.ceil(count / across)), pitch = HEX * 0.62;
  const wide = Math.max(across * pitch, label.length * HEX * 0.105) + HEX * 0.24, high = rows * pitch + HEX * 0.42;
  const left = -wide / 2, top = -high / 2, head = HEX * 0.27, middle = top + head + (high - head) / 2;
  const drawing = svg("g", {},
    svg("rect", { x: left, y: top, width: wide, height: high, rx: 6, fill: "#fbf6e4", "fill-opacity": 0.93, stroke: "#5b543f", "stroke-width": 1.6 }),
    svg("path", { d: `M${left} ${top + head}V${top + 6}q0-6 6-6h${wide - 12}q6 0 6 6V${top + head}z`, fill: "#5b543f" }),
    svg("text", { x: 0, y: top + head * 0.72, "font-size": HEX * 0.17, "font-weight": "bold", fill: "#fff" }, label));
  const places = Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / across), inRow = Math.min(across, count - row * across);
    return [((i % across) - (inRow - 1) / 2) * pitch, middle + (row - (rows - 1) / 2) * pitch, (pitch * 0.93) / SIZE];
  });
  return { drawing, places };
}

/* The pieces on the map; show(position) changes only what differs from what is shown. */
class Table {
  constructor(film, layers, style) {
    Object.assign(this, { film, layers, style, piles: new Map(), signs: null, units: new Map(), moving: false, last: 0 });
  }

  /* Where a place lies, in pixels of the map. */
  spot(place) {
    const { places, trays } = this.film.reel;
    if (Object.hasOwn(places, place)) return places[place];
    return Object.hasOwn(trays, place) ? trays[place].slice(1) : null;
  }

  show(state) {
    for (const [place, pile] of this.piles) {
      if (state.piles.get(place) !== pile.looks) this.clear(place, pile);
    }
    for (const [place, looks] of state.piles) {
      if (!this.piles.has(place)) this.lay(place, looks);
    }
    // Who is on the map no more is put out of sight: to draw a counter anew when it comes back takes far longer.
    for (const unit of this.units.values()) if (unit.place === null && unit.transform) this.hide(unit);
    if (this.signs !== state.signs) this.layers.signs.replaceChildren(...this.film.signs(state).map(sign));
    this.signs = state.signs;
  }

  hide(unit) {
    unit.transform = null;
    unit.element.style.transform = OUTSIDE;
  }

  clear(place, pile) {
    for (const key of pile.keys) if (this.units.get(key).place === place) this.units.get(key).place = null;
    if (pile.tray) pile.tray.remove();
    this.piles.delete(place);
  }

  lay(place, looks) {
    const at = this.spot(place);
    if (at === null) return;
    const off = !Object.hasOwn(this.film.reel.places, place);
    const shelf = off ? tray(this.film.reel.trays[place][0], looks.length) : null;
    if (shelf) {
      shelf.drawing.setAttribute("transform", `translate(${at[0]} ${at[1]})`);
      this.layers.trays.append(shelf.drawing);
    }
    const places = shelf ? shelf.places : slots(looks.length);
    let below = 0;
    const keys = looks.map((number, i) => {
      const key = this.put(number, place, at, places[i], below);
      below = this.units.get(key).order;
      return key;
    });
    this.piles.set(place, { looks, keys, tray: shelf && shelf.drawing });
  }

  /* A unit keeps its element, so that it can be seen to move; it lies over the one whose order is `below`. */
  put(number, place, at, [dx, dy, scale], below) {
    const face = this.film.reel.looks[number][0], [name, sideName] = this.film.reel.faces[face];
    let key = sideName + "\n" + name, again = 0;
    while (this.units.has(key) && this.units.get(key).place !== null) key = `${sideName}\n${name}\n${++again}`;
    let unit = this.units.get(key);
    if (!unit) {
      unit = { element: svg("g", { class: "counter" }), title: svg("title"), body: svg("g"), badges: svg("g"), number: null, face: "", marks: "", order: 0 };
      unit.element.append(unit.title, unit.body, unit.badges);
      this.units.set(key, unit);
    }
    if (unit.number !== number) this.dress(unit, number);
    const before = unit.transform;
    unit.transform = `translate(${at[0] + dx}px, ${at[1] + dy}px) scale(${scale.toFixed(3)})`;
    unit.place = place;
    unit.element.style.transform = unit.transform;
    // To put it into the drawing again has the browser lay it out again: only where another of its stack would hide it.
    if (unit.order <= below) {
      unit.order = ++this.last;
      this.layers.pieces.append(unit.element);
    }
    if (this.moving && before && before !== unit.transform) {
      unit.element.animate([{ transform: before }, { transform: unit.transform }], { duration: 260, easing: "ease-out" });
    }
    return key;
  }

  /* Draws only what differs from what the unit wore: laying out text is what takes the time. */
  dress(unit, number) {
    const [face, steps, marks] = this.film.reel.looks[number], look = this.film.look(number);
    unit.title.textContent = described(look);
    if (unit.face !== `${face}/${steps}`) unit.body.replaceChildren(...counter(look, this.style.sides[look.side]));
    if (unit.marks !== marks) unit.badges.replaceChildren(...badges(look.marks, this.style.marks));
    unit.element.dataset.name = look.name;
    Object.assign(unit, { number, face: `${face}/${steps}`, marks });
  }

  arrows(groups) {
    this.layers.arrows.replaceChildren(...groups.flatMap(([arrows, faded]) => arrows.map((each) => arrow(each, faded))));
  }
}

function sign({ style, x, y, text, title, turn }) {
  const known = ["bridge", "blown-bridge", "strongpoint", "supply", "delay-point", "objective", "result"];
  const name = known.includes(style) ? style : "plain";
  const group = svg("g", { transform: `translate(${x} ${y})` }, svg("title", {}, title || text || style));
  group.append(svg("use", turn ? { href: "#s-" + name, transform: `rotate(${turn})` } : { href: "#s-" + name }));
  if (text) {
    group.append(svg("text", {
      y: 17, "font-size": 8, fill: "#2b2a26", stroke: "#f6f1e2", "stroke-width": 2.4, "paint-order": "stroke",
    }, text));
  }
  return group;
}

/* A line through points with a head, paler when it is older. */
function arrow({ style, points }, faded) {
  const [colour, width, dash] = Object.hasOwn(ARROWS, style) ? ARROWS[style] : ["#4b4a45", 4, ""];
  const pairs = [];
  for (let i = 0; i < points.length; i += 2) pairs.push([points[i], points[i + 1]]);
  const [tx, ty] = pairs[pairs.length - 1], [bx, by] = pairs[pairs.length - 2];
  const length = Math.hypot(tx - bx, ty - by) || 1, ux = (tx - bx) / length, uy = (ty - by) / length;
  const h = width * 2 + 5, w = h * 0.55;
  pairs[pairs.length - 1] = [tx - ux * h * 0.8, ty - uy * h * 0.8];
  let d = `M${pairs[0].join(" ")}`;
  for (let i = 1; i + 1 < pairs.length; i++) {
    const [x, y] = pairs[i], [nx, ny] = pairs[i + 1];
    d += i + 2 < pairs.length ? `Q${x} ${y} ${(x + nx) / 2} ${(y + ny) / 2}` : `Q${x} ${y} ${nx} ${ny}`;
  }
  if (pairs.length === 2) d += `L${pairs[1].join(" ")}`;
  const head = `M${tx} ${ty}L${tx - ux * h - uy * w} ${ty - uy * h + ux * w}L${tx - ux * h * 0.72} ${ty - uy * h * 0.72}`
    + `L${tx - ux * h + uy * w} ${ty - uy * h - ux * w}z`;
  const line = { d, fill: "none", stroke: colour, "stroke-width": width, "stroke-linejoin": "round" };
  if (dash) line["stroke-dasharray"] = dash;
  return svg("g", { opacity: faded },
    svg("path", { ...line, stroke: "#fff", "stroke-width": width + 3, "stroke-opacity": 0.85, "stroke-dasharray": "none" }),
    svg("path", { d: head, fill: colour, stroke: "#fff", "stroke-width": 1.2 }),
    svg("path", line));
}

Object.assign(PBEM, { Table, svg, described });
})(globalThis);
