/* The map: the board, the pieces on it, what is lit, and which place or counter lies under a point. */
import { byId, draw, redraw, s } from "./dom.js";
import { show as fan, tooSmall } from "./fan.js";

const MANY = 120, NEAR = 10, TAP = 6, FOOT = 40, RING = "M-19-27H19Q27-27 27-19V19Q27 27 19 27H-19Q-27 27-27 19V-19Q-27-27-19-27z";

export class Map_ {
  constructor({ tap, key }) {
    Object.assign(this, { cells: new Map(), piles: new Map(), at: new Map(), cursor: "", number: 0, tap });
    this.frame = byId("window");
    this.stage = new globalThis.PBEM.Stage(this.frame, byId("plane"), 100, 100);
    this.brush = document.createElement("canvas").getContext("2d");
    let down = null;
    this.frame.addEventListener("pointerdown", (event) => { down = event.isPrimary ? event : null; });
    this.frame.addEventListener("pointerup", (event) => {
      if (down && event.isPrimary && event.button === 0 && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < TAP) this.tapped(event);
      down = null;
    });
    this.frame.addEventListener("keydown", key);
  }

  board(value) {
    const fresh = this.number !== value.number;
    this.number = value.number;
    this.cells = new Map(value.cells.map(([name, x, y, outline, title, terrain]) => [name, { name, x, y, outline, title, terrain, path: null }]));
    for (const id of ["board", "pieces"]) {
      byId(id).setAttribute("width", value.width);
      byId(id).setAttribute("height", value.height);
      byId(id).setAttribute("viewBox", `0 0 ${value.width} ${value.height}`);
    }
    draw(byId("board"), value.drawing);
    for (const each of byId("board").querySelectorAll(".cells [data-cell]")) {
      const cell = this.cells.get(each.dataset.cell);
      if (cell) each.querySelector("title").textContent = [cell.name, cell.title, cell.terrain].filter(Boolean).join(", ");
    }
    this.names = new Map([...byId("board").querySelectorAll("[data-n]")].map((each) => [each.dataset.n, each]));
    this.covered = [];
    byId("source").textContent = value.source;
    Object.assign(this, { width: value.width, height: value.height });
    this.stage.width = value.width;
    this.stage.height = value.height;
    if (fresh) this.stage.fit();
  }

  /* Lays a position on the board; `able` are the units that can be ordered about now. */
  show(position, able) {
    if (this.signs !== position.signs) draw(byId("signs"), this.signs = position.signs);
    redraw(byId("counters"), position.pieces);
    draw(byId("arrows"), position.arrows);
    this.uncover(position);
    this.stage.height = Math.max(this.height, position.deep);
    // Boxes below the map lie on the same paper.
    Object.assign(byId("plane").style, { width: `${this.width}px`, height: `${this.stage.height}px` });
    this.piles = new Map(position.piles.map((pile) => [pile.cell, pile]));
    this.at = new Map();
    for (const pile of byId("counters").querySelectorAll(".pile")) this.at.set(pile.dataset.cell, pile.dataset.at.split(" ").map(Number));
    this.able = able;
    this.marked("able", able);
  }

  /* Names of the map that would lie under counters are hidden, and written beside them. */
  uncover({ covered, names }) {
    const now = new Set(covered);
    for (const name of this.covered) if (!now.has(name)) this.names.get(name)?.classList.remove("covered");
    for (const name of covered) this.names.get(name)?.classList.add("covered");
    this.covered = covered;
    if (this.written !== names) draw(byId("names"), this.written = names);
  }

  /* Rings around counters: `able` thin, `chosen` bold. */
  marked(kind, names) {
    const wanted = new Set(names), ringed = new Set();
    for (const old of byId("counters").querySelectorAll("." + kind)) {
      if (wanted.has(old.parentNode.dataset.name)) ringed.add(old.parentNode);
      else old.remove();
    }
    for (const counter of byId("counters").querySelectorAll(".counter")) {
      if (!wanted.has(counter.dataset.name) || ringed.has(counter)) continue;
      const rings = kind === "chosen" ? [s("path", { d: RING, class: "out" }), s("path", { d: RING, class: "in" })] : [s("path", { d: RING, class: "in" })];
      counter.append(s("g", { class: kind }, ...rings));
    }
    for (const block of byId("counters").querySelectorAll(".block")) block.classList.toggle("has-" + kind, block.dataset.names.split("|").some((name) => wanted.has(name)));
  }

  /* A ring around one counter: where a stack shows only some of its own, around what is drawn of it. */
  ring(wanted) {
    for (const old of byId("counters").querySelectorAll(".guided")) old.remove();
    for (const old of byId("counters").querySelectorAll(".has-guided")) old.classList.remove("has-guided");
    for (const level of wanted ? byId("counters").querySelectorAll(`.pile[data-cell="${CSS.escape(wanted.cell)}"] .level`) : []) {
      const parts = [...level.querySelectorAll(".counter, .block")];
      const part = parts.find(({ dataset }) => dataset.name === wanted.unit || (dataset.names || "").split("|").includes(wanted.unit)) || parts.at(-1);
      // What is to be pressed lies on top, whatever lies beside it in a narrow place.
      if (part) byId("counters").append(part.closest(".pile"));
      if (part && part.classList.contains("block")) part.classList.add("has-guided");
      else if (part) part.append(s("g", { class: "guided" }, s("path", { d: RING, class: "in" })));
    }
  }

  /* Lights places: `targets` maps a place to the words in it, `path` runs through places, `bad` is where it cannot go. */
  light({ targets = {}, big = false, path = [], goal = "", bad = "" }) {
    const under = [], over = [], many = Object.keys(targets).length > MANY;
    for (const [name, words] of Object.entries(targets)) {
      const cell = this.cells.get(name);
      if (cell) under.push(s("path", { d: cell.outline, class: many ? "target many" : "target" }));
      else if (this.at.has(name)) under.push(s("circle", { cx: this.at.get(name)[0], cy: this.at.get(name)[1], r: 60, class: "target" }));
      if (cell && words && (!this.piles.has(name) || big)) over.push(s("text", { x: cell.x, y: cell.y + 8, class: "cost" }, words));
      else if (cell && this.piles.has(name) && !many) over.push(s("path", { d: cell.outline, class: "target-edge" }));
    }
    for (const [name, kind] of [[goal, "goal"], [bad, "bad"]]) {
      const cell = this.cells.get(name);
      if (cell) over.push(s("path", { d: cell.outline, class: kind }));
    }
    const points = path.map((name) => this.spot(name)).filter(Boolean);
    if (points.length > 1) {
      const d = "M" + points.map((point) => point.join(" ")).join("L");
      over.push(s("path", { d, class: "way-edge" }), s("path", { d, class: "way" }), s("circle", { cx: points.at(-1)[0], cy: points.at(-1)[1], r: 9, class: "way-end" }));
    }
    byId("under").replaceChildren(...under);
    byId("over").replaceChildren(...over, this.hair || "");
    this.points = points;
  }

  spot(name) {
    const cell = this.cells.get(name);
    return cell ? [cell.x, cell.y] : this.at.get(name) || null;
  }

  see(names, least = 0.5) {
    this.stage.see(names.map((name) => this.spot(name)).filter(Boolean), least);
  }

  /* Whether a place lies in the window, clear of its edge, of the buttons that lie on it, and of its foot, where a word may lie. */
  shows(name) {
    const { scale, x, y, room } = this.stage, at = this.spot(name), rim = Math.max(20, 32 * scale);
    if (!at) return false;
    const [across, down] = [at[0] * scale + x, at[1] * scale + y], box = this.frame.getBoundingClientRect();
    if (across < rim || across > room.wide - rim || down < rim || down > room.high - rim - FOOT) return false;
    const over = document.elementFromPoint(box.x + across, box.y + down);
    return !over || over.closest("#window") !== null;
  }

  /* The place in the midst of all counters on the map. */
  amid() {
    const held = [...this.piles.keys()].filter((name) => this.cells.has(name)).map((name) => this.cells.get(name)).sort((a, b) => a.x - b.x);
    return held.length ? [held[held.length >> 1].name] : [];
  }

  /* All of these places at once, boxes off the map with everything that lies in them. */
  span(names, most) {
    const room = 44, points = [];
    for (const pile of byId("counters").querySelectorAll(".pile")) {
      if (!names.includes(pile.dataset.cell) || this.cells.has(pile.dataset.cell)) continue;
      const { x, y, width, height } = pile.getBBox();
      points.push([x, y], [x + width, y + height]);
    }
    for (const [x, y] of names.map((name) => this.spot(name)).filter(Boolean)) points.push([x - room, y - room], [x + room, y + room]);
    this.stage.span(points, most);
  }

  /* The keyboard's place on the map. */
  point(name) {
    this.cursor = name;
    if (this.hair) this.hair.remove();
    const cell = this.cells.get(name), at = this.spot(name);
    this.hair = cell ? s("g", { class: "hair" }, s("path", { d: cell.outline, class: "out" }), s("path", { d: cell.outline, class: "in" }))
      : at ? s("g", { class: "hair" }, s("circle", { cx: at[0], cy: at[1], r: 50, class: "out" }), s("circle", { cx: at[0], cy: at[1], r: 50, class: "in" })) : null;
    if (this.hair) byId("over").append(this.hair);
  }

  /* The place next to the cursor in a direction: near, and not far to the side. */
  towards(dx, dy) {
    const from = this.spot(this.cursor) || this.middle();
    let best = null, least = Infinity;
    const places = [...this.cells.keys(), ...[...this.at.keys()].filter((name) => !this.cells.has(name))];
    for (const name of places) {
      if (name === this.cursor) continue;
      const [x, y] = this.spot(name), along = (x - from[0]) * dx + (y - from[1]) * dy;
      if (along < 12) continue;
      const aside = Math.abs((x - from[0]) * dy - (y - from[1]) * dx), score = along + 2.2 * aside;
      if (aside <= along * 1.8 && score < least) [best, least] = [name, score];
    }
    return best;
  }

  middle() {
    const { clientWidth, clientHeight } = this.frame, { x, y, scale } = this.stage;
    return [(clientWidth / 2 - x) / scale, (clientHeight / 2 - y) / scale];
  }

  tapped(event) {
    const stack = tooSmall(event);
    if (stack) return fan(stack, true);
    const found = document.elementFromPoint(event.clientX, event.clientY);
    const counter = found && found.closest(".counter"), pile = found && found.closest(".pile");
    const box = byId("plane").getBoundingClientRect(), { scale } = this.stage;
    const cell = pile ? pile.dataset.cell : this.cellAt((event.clientX - box.left) / scale, (event.clientY - box.top) / scale);
    if (cell) this.point(cell);
    return this.tap({ cell, unit: counter ? counter.dataset.name : this.inBlock(found), more: event.shiftKey || event.ctrlKey || event.metaKey, look: event.altKey });
  }

  /* Of units drawn as a block: the first that may act, as if it had been pressed itself. */
  inBlock(found) {
    const block = found && found.closest(".block");
    return (block && block.dataset.names.split("|").find((name) => this.able.includes(name))) || "";
  }

  cellAt(x, y) {
    const near = [...this.cells.values()].map((cell) => [Math.hypot(cell.x - x, cell.y - y), cell]).sort((a, b) => a[0] - b[0]).slice(0, NEAR);
    for (const [, cell] of near) {
      cell.path = cell.path || new Path2D(cell.outline);
      if (this.brush.isPointInPath(cell.path, x, y)) return cell.name;
    }
    return "";
  }

  /* A place in words. */
  said(name) {
    const cell = this.cells.get(name), pile = this.piles.get(name);
    return { name: cell ? [name, cell.title].filter(Boolean).join(" ") : (pile && pile.label) || name, ground: cell ? cell.terrain : "", counters: pile ? pile.counters : [] };
  }
}
