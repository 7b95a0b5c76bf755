/* What lies on the map: arrows, stacks, trays, frames around combats, on one canvas over the printed board; signs as SVG.
   A whole position is drawn in a few milliseconds, so that a seek is one picture and not a thousand elements changed. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const SVG = "http://www.w3.org/2000/svg";
const HEX = 72, MOST = 3000, SLIDE = 260;
const { SIZE, BLOCK, LETTER } = PBEM.faces;
const ARROWS = {
  move: ["#1d5fa8", 4, []], strategic: ["#1d5fa8", 4, [14, 7]], attack: ["#c01f2e", 6.5, []], retreat: ["#3d3d3d", 5, [3, 7]],
  advance: ["#d97a1a", 6, []], landing: ["#136f6b", 8, []],
};

function svg(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function described(look) {
  const steps = look.full > 1 ? `, ${look.steps}/${look.full}` : "";
  return look.title + steps + (look.marks.length ? ` [${look.marks.join(", ")}]` : "");
}

/* A tray off the map: how wide and deep it is without its name, and the slots in it around its middle. */
function tray(count) {
  const across = Math.min(Math.max(count, 1), count <= 9 ? 3 : Math.ceil(Math.sqrt(count * 1.4)));
  const rows = Math.max(1, Math.ceil(count / across)), pitch = HEX * 0.62;
  const places = Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / across), inRow = Math.min(across, count - row * across);
    return [((i % across) - (inRow - 1) / 2) * pitch, (row - (rows - 1) / 2) * pitch, (pitch * 0.93) / SIZE];
  });
  return { bare: across * pitch + HEX * 0.24, deep: rows * pitch + HEX * 0.15, places };
}

/* The lines of a name over a tray: whole, in two lines, or the names in it, the first that is not too broad (trays.heading). */
function heading(label, most, measure, font) {
  const pieces = label.split(" "), broad = (lines) => Math.max(...lines.map(measure));
  const halves = pieces.slice(1).map((_, n) => [pieces.slice(0, n + 1).join(" "), pieces.slice(n + 1).join(" ")]);
  const two = halves.reduce((best, lines) => (best && broad(best) <= broad(lines) ? best : lines), null) || [label];
  const named = pieces.filter((piece) => piece.toLowerCase() !== piece || /^[0-9:]+$/.test(piece)).map((piece) => piece.replace(/[:,]+$/, "")).join(" ");
  return [[label], ...(font < 35 ? [two, [named]] : [[named], two])].find((lines) => lines[0] && broad(lines) <= most) || (font < 18.2 ? two : []);
}

class Table {
  constructor(film, { canvas, signs, frame }, style) {
    Object.assign(this, { film, canvas, style, signs, frame, state: null, groups: [], combat: null, ring: null, mode: "units", moving: false, was: new Map(), items: [] });
    this.pen = canvas.getContext("2d");
    this.sprites = new Map();
    this.shownSigns = null;
    this.slid = 0;
  }

  spot(place) {
    const { places, trays } = this.film.reel;
    if (Object.hasOwn(places, place)) return places[place];
    return Object.hasOwn(trays, place) ? trays[place].slice(1, 3) : null;
  }

  /* What the position shows, by name, whatever of it is drawn at this size. */
  names() { return [...this.state.piles.values()].flatMap((looks) => looks.map((number) => this.film.look(number).name)); }

  show(state) {
    this.state = state;
    if (this.shownSigns !== state.signs) this.signs.replaceChildren(...this.film.signs(state).map(sign));
    this.shownSigns = state.signs;
    const now = new Map();
    for (const [place, looks] of state.piles) this.slots(place, looks.length).forEach(([x, y], i) => now.set(this.film.who(looks[i]), [x, y]));
    this.from = this.moving ? this.was : null;
    this.was = now;
    this.slid = performance.now();
    this.wish();
  }

  /* Middles and sizes of the counters of a place, in pixels of the map. */
  slots(place, count) {
    const { reel } = this.film, at = this.spot(place);
    if (at === null || !count) return [];
    if (!Object.hasOwn(reel.places, place)) return tray(count).places.map(([x, y, s]) => [at[0] + x, at[1] + y, s]);
    const flat = reel.shapes[reel.shape[place] || 0][1][count - 1], found = [];
    for (let i = 0; i < flat.length; i += 3) found.push([at[0] + flat[i] / 10, at[1] + flat[i + 1] / 10, flat[i + 2] / 1000]);
    return found;
  }

  arrows(groups) {
    this.groups = groups;
    this.wish();
  }

  /* Draws once before the next picture of the screen, however often it is asked for. */
  wish() {
    if (this.wished || !this.stage) return;
    this.wished = requestAnimationFrame(() => { this.wished = 0; this.draw(); });
  }

  draw() {
    const { stage, pen, canvas, state } = this, ratio = root.devicePixelRatio || 1;
    if (!state) return;
    const { wide, high } = stage.room;
    if (canvas.width !== Math.round(wide * ratio) || canvas.height !== Math.round(high * ratio)) {
      Object.assign(canvas, { width: Math.round(wide * ratio), height: Math.round(high * ratio) });
      canvas.style.width = `${wide}px`;
      canvas.style.height = `${high}px`;
    }
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.items = [];
    const share = this.from ? Math.min(1, (performance.now() - this.slid) / SLIDE) : 1;
    if (this.mode === "control") PBEM.modes.control(this);
    if (this.mode !== "terrain") {
      for (const [arrows, faded] of this.groups) for (const each of arrows) this.arrow(each, Number(faded));
      for (const [place, looks] of state.piles) this.pile(place, looks, share);
      if (this.lettering) this.lettering.draw(this);
      if (this.mode === "supply") PBEM.modes.supply(this);
      if (this.combat) this.framed(this.combat);
    }
    else if (this.lettering) this.lettering.clear();
    if (this.ring) this.circle(this.ring);
    if (this.drawnAt !== stage.scale) { this.drawnAt = stage.scale; this.prepare(); }
    if (share < 1) this.wish();
    else this.from = null;
  }

  screen([x, y]) { return [x * this.stage.scale + this.stage.x, y * this.stage.scale + this.stage.y]; }

  inSight([x, y], margin) {
    const { wide, high } = this.stage.room;
    return x > -margin && y > -margin && x < wide + margin && y < high + margin;
  }

  pile(place, looks, share) {
    const { scale } = this.stage, at = this.spot(place);
    if (at === null || !this.inSight(this.screen(at), 400 * scale)) return;
    const places = this.slots(place, looks.length), off = !Object.hasOwn(this.film.reel.places, place);
    if (off) this.shelf(place, looks.length);
    const least = Math.min(...places.map(([, , s]) => s)) * SIZE * scale;
    if (least < BLOCK && looks.length > 1) return this.one(place, looks, places);
    const [left, top, first] = places[0];
    if (first * SIZE * scale < BLOCK) return this.small(place, looks, [left, top], first);
    looks.forEach((number, i) => {
      const [tx, ty, s] = places[i], from = this.from && this.from.get(this.film.who(number));
      const [x, y] = from ? [from[0] + (tx - from[0]) * share, from[1] + (ty - from[1]) * share] : [tx, ty];
      this.put(place, [number], [x, y], s);
    });
    return undefined;
  }

  /* A stack whose counters would be too small: its first one, or a block. */
  one(place, looks, places) {
    const { scale } = this.stage, [xs, ys] = [0, 1].map((n) => places.map((each) => each[n])), spread = (list) => Math.max(...list) - Math.min(...list);
    const at = [xs, ys].map((list) => (Math.max(...list) + Math.min(...list)) / 2), reach = Math.max(spread(xs), spread(ys)) / 2 + (SIZE * places[0][2]) / 2;
    const size = Math.min((0.7 * HEX) / SIZE, (2 * reach * 0.9) / SIZE);
    if (size * SIZE * scale < BLOCK) return this.small(place, looks, at, size);
    return this.put(place, looks, at, size);
  }

  small(place, looks, at, size) {
    const [x, y] = this.screen(at), { scale } = this.stage, wide = 56 * size * scale, high = 50 * size * scale;
    this.pen.save();
    this.pen.translate(x, y);
    PBEM.faces.block(this.pen, looks.map((number) => this.film.look(number)), this.style, wide, high);
    this.pen.restore();
    this.items.push({ place, looks, x, y, half: Math.max(wide, high) / 2 });
  }

  put(place, looks, at, size) {
    const [x, y] = this.screen(at), pixels = Math.round(size * SIZE * this.stage.scale);
    if (!this.inSight([x, y], pixels)) return;
    const half = pixels * 0.64, look = this.film.look(looks[0]), [face, steps, marks] = this.film.reel.looks[looks[0]];
    const lay = (sprite) => this.pen.drawImage(sprite, Math.round(x - half), Math.round(y - half), half * 2, half * 2);
    lay(this.sprite(`${face}/${steps}`, pixels, (pen) => PBEM.faces.counter(pen, look, this.style, pixels)));
    if (marks) lay(this.sprite(marks, pixels, (pen) => PBEM.faces.badges(pen, look.marks, this.style.marks, pixels)));
    if (looks.length > 1) lay(this.sprite(`#${looks.length}`, pixels, (pen) => PBEM.faces.counted(pen, looks.length, pixels)));
    this.items.push({ place, looks, x, y, half: pixels / 2 });
  }

  /* A counter, or what lies on it, drawn once at a size and kept. */
  sprite(what, pixels, paint) {
    const key = `${what}/${pixels}`, known = this.sprites.get(key);
    if (known) return known;
    if (this.sprites.size > MOST) this.sprites.clear();
    const ratio = root.devicePixelRatio || 1, wide = Math.ceil(pixels * 1.28 * ratio), canvas = document.createElement("canvas");
    Object.assign(canvas, { width: wide, height: wide });
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.translate(wide / 2, wide / 2);
    pen.scale((pixels * ratio) / SIZE, (pixels * ratio) / SIZE);
    paint(pen);
    this.sprites.set(key, canvas);
    return canvas;
  }

  /* When nothing else is to be done: the counters of the whole game at this size, so that a seek finds them drawn. */
  prepare() {
    root.clearTimeout(this.preparing);
    const { looks, faces } = this.film.reel, scale = this.stage.scale, idle = root.requestIdleCallback || ((act) => setTimeout(act, 60));
    const sizes = [...new Set([0.7 * HEX, ...this.film.reel.shapes.flatMap(([, laid]) => laid.slice(0, 4).map((flat) => (flat[2] / 1000) * SIZE))].map((size) => Math.round(size * scale)))].filter((size) => size >= BLOCK);
    const wanted = new Map(looks.flatMap(([face, steps], number) => sizes.map((pixels) => [`${face}/${steps}/${pixels}`, [number, pixels]])));
    if (!sizes.length || faces.length * sizes.length > MOST) return;
    const left = [...wanted].filter(([key]) => !this.sprites.has(key));
    const go = (deadline) => {
      const end = performance.now() + (deadline && deadline.timeRemaining ? Math.max(4, deadline.timeRemaining()) : 8);
      while (left.length && scale === this.stage.scale && performance.now() < end) {
        const [, [number, pixels]] = left.pop(), [face, steps] = looks[number];
        this.sprite(`${face}/${steps}`, pixels, (pen) => PBEM.faces.counter(pen, this.film.look(number), this.style, pixels));
      }
      if (left.length && scale === this.stage.scale) idle(go);
    };
    this.preparing = setTimeout(() => idle(go), 250);
  }

  /* The tray of a place under its name; without one it has no bar for it. */
  shelf(place, count) {
    const { bare, deep } = tray(count), { pen, stage: { scale } } = this, font = Math.max(12.2 * scale, LETTER), line = font * 1.16;
    pen.font = `bold ${font}px ${PBEM.faces.SANS}`;
    const measure = (text) => pen.measureText(text).width + 14 * scale;
    const lines = heading(this.film.tray(place), Math.max(bare * 1.25, 132) * scale, measure, font / scale), head = lines.length ? lines.length * line + 5 * scale : 0;
    const [x, y] = this.screen(this.spot(place)), wide = Math.max(bare * scale, ...lines.map(measure)), top = y - (deep / 2) * scale - head;
    PBEM.faces.box(pen, x - wide / 2, top, wide, deep * scale + head, 6 * scale, "rgba(251, 246, 228, .93)", "#5b543f", 1.6 * scale);
    if (!head) return;
    PBEM.faces.box(pen, x - wide / 2, top, wide, head, 6 * scale, "#5b543f");
    pen.fillStyle = "#fff";
    lines.forEach((each, n) => PBEM.faces.words(pen, each, x, top + 2.5 * scale + line * (n + 0.8), font, true, wide));
  }

  /* A line through points with a head, paler when it is older; it ends where the counter begins that would hide it. */
  arrow({ style, points }, faded) {
    const [colour, width, dash] = Object.hasOwn(ARROWS, style) ? ARROWS[style] : ["#4b4a45", 4, []], { pen } = this, { scale } = this.stage;
    const pairs = [];
    for (let i = 0; i < points.length; i += 2) pairs.push([points[i], points[i + 1]]);
    const [ex, ey] = pairs[pairs.length - 1], [bx, by] = pairs[pairs.length - 2], far = Math.hypot(ex - bx, ey - by) || 1;
    const ux = (ex - bx) / far, uy = (ey - by) / far, short = far > HEX * 0.6 ? HEX * 0.36 : 0, tx = ex - ux * short, ty = ey - uy * short;
    const h = width * 2 + 5, w = h * 0.55;
    pairs[pairs.length - 1] = [tx - ux * h * 0.8, ty - uy * h * 0.8];
    pen.save();
    pen.translate(this.stage.x, this.stage.y);
    pen.scale(scale, scale);
    pen.globalAlpha = faded;
    pen.lineJoin = "round";
    const line = new Path2D();
    line.moveTo(...pairs[0]);
    for (let i = 1; i + 1 < pairs.length; i++) {
      const [x, y] = pairs[i], [nx, ny] = pairs[i + 1];
      line.quadraticCurveTo(x, y, ...(i + 2 < pairs.length ? [(x + nx) / 2, (y + ny) / 2] : [nx, ny]));
    }
    if (pairs.length === 2) line.lineTo(...pairs[1]);
    const head = new Path2D(`M${tx} ${ty}L${tx - ux * h - uy * w} ${ty - uy * h + ux * w}L${tx - ux * h * 0.72} ${ty - uy * h * 0.72}L${tx - ux * h + uy * w} ${ty - uy * h - ux * w}z`);
    for (const [ink, wide, dashes] of [["#fff", width + 3, []], [colour, width, dash]]) {
      Object.assign(pen, { strokeStyle: ink, lineWidth: wide });
      pen.setLineDash(dashes);
      pen.stroke(line);
    }
    pen.setLineDash([]);
    Object.assign(pen, { fillStyle: colour, strokeStyle: "#fff", lineWidth: 1.2 });
    pen.stroke(head);
    pen.fill(head);
    pen.restore();
  }

  /* A combat: a frame around its places, and its name and result beside it, as large on the screen at any size. */
  framed({ hexes, name, said }) {
    const spots = hexes.map((hex) => this.spot(hex)).filter(Boolean).map((at) => this.screen(at));
    if (!spots.length) return;
    const { pen } = this, reach = HEX * 0.62 * this.stage.scale, { box, words, SANS } = PBEM.faces;
    const [left, right] = [Math.min, Math.max].map((most, i) => most(...spots.map(([x]) => x)) + (i ? reach : -reach));
    const [top, bottom] = [Math.min, Math.max].map((most, i) => most(...spots.map(([, y]) => y)) + (i ? reach : -reach));
    for (const [ink, wide] of [["#fff", 7], ["#c01f2e", 3.5]]) box(pen, left, top, right - left, bottom - top, 8, "", ink, wide);
    const lines = [name, ...said];
    const wide = Math.max(...lines.map((line, i) => { pen.font = `${i ? "" : "bold "}13px ${SANS}`; return pen.measureText(line).width; })) + 16, high = 18 * lines.length + 8;
    const x = Math.max(4, Math.min(this.stage.room.wide - wide - 4, (left + right) / 2 - wide / 2)), y = bottom + high + 8 < this.stage.room.high ? bottom + 6 : Math.max(4, top - high - 6);
    box(pen, x, y, wide, high, 6, "rgba(255, 253, 245, .95)", "#c01f2e", 1.6);
    pen.fillStyle = INK;
    lines.forEach((line, i) => words(pen, line, x + wide / 2, y + 18 + i * 18, 13, i === 0));
  }

  circle(at) {
    const [x, y] = this.screen(at), { pen } = this;
    pen.beginPath();
    pen.arc(x, y, Math.max(24, 46 * this.stage.scale), 0, 7);
    Object.assign(pen, { strokeStyle: "#e0218a", lineWidth: 4 });
    pen.stroke();
  }

  /* What lies under a point of the window: the topmost counter, or the pile drawn as one. */
  under(x, y) { return this.items.findLast((item) => Math.abs(item.x - x) <= item.half && Math.abs(item.y - y) <= item.half) || null; }
}

const INK = "#1c1b18";

function sign({ style, x, y, text, title, turn }) {
  const known = ["bridge", "blown-bridge", "strongpoint", "supply", "delay-point", "objective", "result"];
  const name = known.includes(style) ? style : "plain";
  const group = svg("g", { transform: `translate(${x} ${y})` }, svg("title", {}, title || text || style));
  group.append(svg("use", turn ? { href: "#s-" + name, transform: `rotate(${turn})` } : { href: "#s-" + name }));
  if (text) {
    group.append(svg("text", {
      y: 19, "font-size": 11.4, class: "level l3 l4 l5", fill: "#2b2a26", stroke: "#f6f1e2", "stroke-width": 2.4, "paint-order": "stroke",
    }, text));
  }
  return group;
}

Object.assign(PBEM, { Table, svg, described });
})(globalThis);
