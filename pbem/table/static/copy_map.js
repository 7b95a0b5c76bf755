/* A form as a map that is painted: a brush is chosen, and the mouse drawn over hexes, along sides, or along a road. What is
   still ours is pale. */
import { h, s } from "./dom.js";
import { say } from "./state.js";

const COLOURS = ["#f4efd9", "#7da35f", "#c9b26a", "#9cc7d8", "#d98c6a", "#b9a0cf", "#e6d36b", "#8fbfa4", "#c9c2b2", "#e0a9b8", "#88a0d0", "#b0d07a"];
const INKS = ["#a31d28", "#1d6fa5", "#2f6b2f", "#8a5a00", "#6b3fa0", "#0f7f78", "#b0447a", "#5b5b5b", "#c06000", "#3a4fb0", "#7a7a00", "#444"];
/* What the map has for a brush, else one of these. */
const colour = ({ brushes, pairs }, n) => brushes[n][3] || (pairs ? INKS : COLOURS)[n % COLOURS.length];
const NEAREST = 2.4, FURTHEST = 0.35, STEP = 6, BESIDE = 1.3, SNAP = 0.36, SHOWN = 6;

/* `type` keeps cells and gives whether they could be kept; `t` says words. */
export function painter(found, t, type) {
  const laid = new Map(), brushed = (n) => found.brushes[n];
  let brush = 0, touched = null, last = null, scale = Math.min(1, 1100 / found.width);
  const svg = s("svg", { viewBox: `0 0 ${found.width} ${found.height}`, role: "img", "aria-label": t("mapAbout"), "font-family": "Arial, sans-serif", "font-size": 11, "text-anchor": "middle" });
  const size = () => { svg.setAttribute("width", found.width * scale); svg.setAttribute("height", found.height * scale); };
  const cells = (name) => laid.get(name) || laid.set(name, [...found.cells[name] || []]).get(name);
  const seen = (name) => cells(name).filter(([, n]) => n >= 0), ours = (name) => cells(name).every(([, , state]) => state === "ours");
  const drawn = found.pairs ? lines(svg, found, { seen, ours }) : hexes(svg, found, { seen, ours });
  size();

  /* What the brush makes of a place: the cells to be typed, with their texts. */
  function stroke(name) {
    if (brush === "ours") return cells(name).map(([at]) => [at, null]);
    if (brush === "none") return cells(name).filter(([, n]) => n >= 0 && brushed(n)[1]).map(([at]) => [at, "no"]);
    const [text, table] = brushed(brush);
    if (table) return [[`${table}/${name}`, "yes"]];
    const at = cells(name).find(([, n]) => n < 0 || !brushed(n)[1])?.[0] || (found.open && `${found.open}/${name}`);
    return at ? [[at, text]] : [];
  }
  /* Everything from where the pointer was last: a quick stroke leaves out nothing. */
  function touch({ clientX: x, clientY: y }) {
    const [from_x, from_y] = last || [x, y], steps = Math.ceil(Math.hypot(x - from_x, y - from_y) / STEP) || 1;
    for (let n = 1; n <= steps; n += 1) {
      for (const name of drawn.under(from_x + ((x - from_x) * n) / steps, from_y + ((y - from_y) * n) / steps, scale)) {
        if (touched.has(name)) continue;
        touched.add(name);
        drawn.touched(name);
      }
    }
    last = [x, y];
  }
  svg.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    [touched, last] = [new Set(), null];
    drawn.begin();
    svg.setPointerCapture(event.pointerId);
    touch(event);
  });
  svg.addEventListener("pointermove", (event) => { if (touched) touch(event); });
  svg.addEventListener("pointerup", async () => {
    if (!touched) return;
    const names = [...touched], strokes = names.map(stroke), past = names.filter((_, n) => !strokes[n].length && brush !== "ours" && brush !== "none");
    touched = null;
    if (strokes.some(({ length }) => length)) await type(strokes.flat());
    if (past.length) say(t("passed", past.length, past.slice(0, SHOWN).join(", ") + (past.length > SHOWN ? " …" : "")));
    names.forEach(drawn.show);
  });
  svg.addEventListener("pointercancel", () => { const names = [...touched || []]; touched = null; names.forEach(drawn.show); });

  const choose = (value) => {
    brush = value;
    for (const each of brushes.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each.dataset.brush === String(value)));
  };
  const swatch = (fill) => s("svg", { width: 14, height: 14, "aria-hidden": "true" }, s("rect", { width: 14, height: 14, fill, stroke: "#2b2a26" }));
  const one = (value, text, key) => h("button", { type: "button", "data-brush": String(value), "aria-pressed": String(value === brush), click: () => choose(value) }, typeof value === "number" ? swatch(colour(found, value)) : null, text, key === "" ? null : h("small", {}, ` ${key}`));
  const brushes = h("div", { class: "row brushes", role: "group", "aria-label": t("brushes") }, found.brushes.map(([text, , meant], n) => one(n, meant ? `${text} ${meant}` : text, n < 9 ? n + 1 : "")), found.brushes.some(([, table]) => table) ? one("none", t("brushNone"), "") : null, one("ours", t("brushOurs"), 0));
  const zoom = (by) => () => { scale = Math.min(NEAREST, Math.max(FURTHEST, scale * by)); size(); };
  const place = h("div", { class: "scroll map", tabindex: "0", role: "region", "aria-label": t("mapAbout"), keydown: (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const n = Number(event.key);
    if (event.key === "0") choose("ours");
    else if (n >= 1 && n <= found.brushes.length) choose(n - 1);
    else if (event.key === "+") zoom(1.3)();
    else if (event.key === "-") zoom(1 / 1.3)();
  } }, svg);
  return {
    made: h("div", { id: "copy-map" }, h("p", { class: "note" }, t(`mapHow${found.pairs || ""}`)), h("div", { class: "row" }, h("button", { type: "button", "aria-label": t("nearer"), click: zoom(1.3) }, "+"), h("button", { type: "button", "aria-label": t("further"), click: zoom(1 / 1.3) }, "−")), brushes, place),
    /* A cell as the server has it now. */
    set(at, { state, text }) {
      const listed = found.brushes.findIndex(([, table]) => table && at.startsWith(`${table}/`));
      const name = listed >= 0 ? at.slice(brushed(listed)[1].length + 1) : at.slice(at.lastIndexOf("/") + 1);
      if (listed < 0 && !found.cells[name] && !at.startsWith(`${found.open}/`)) return;
      const n = listed >= 0 ? (text === "yes" ? listed : -1) : found.brushes.findIndex(([each, of]) => !of && each === text);
      const known = cells(name).find(([each]) => each === at);
      if (known) [known[1], known[2]] = [n, state];
      else cells(name).push([at, n, state]);
      drawn.show(name);
    },
  };
}

/* Hexes, each filled with the colour of what lies on it. */
function hexes(svg, found, { seen, ours }) {
  const shapes = new Map(), sign = (n) => found.brushes[n][0].slice(0, found.brushes[n][0].length > 3 ? 2 : 3);
  function show(name) {
    const [shape, letters] = shapes.get(name), pale = ours(name), [first] = seen(name);
    shape.setAttribute("fill", first ? colour(found, first[1]) : "#fbf8ec");
    shape.setAttribute("fill-opacity", pale ? 0.45 : 1);
    shape.setAttribute("stroke", pale ? "#cfc4a0" : "#2b2a26");
    letters.textContent = seen(name).map(([, n]) => sign(n)).join(" ");
    letters.setAttribute("font-weight", pale ? "normal" : "bold");
  }
  for (const [name, x, y] of found.hexes) {
    const letters = s("text", { x, y: y + 4, "pointer-events": "none" });
    shapes.set(name, [hex(found, name, x, y), letters]);
    svg.append(...shapes.get(name));
    show(name);
  }
  return { show, begin() {}, touched: (name) => shapes.get(name)[0].setAttribute("stroke", "#a31d28"), under: (x, y) => [at(x, y)].filter(Boolean) };
}

const hex = (found, name, x, y) => s("path", { d: found.outline, transform: `translate(${x} ${y})`, "stroke-width": 1, "data-hex": name });
const at = (x, y) => document.elementFromPoint(x, y)?.dataset?.hex;

/* Sides of hexes, or steps of a road from middle to middle, each a line in the colour of its kind. */
function lines(svg, found, { seen, ours }) {
  const centres = new Map(found.hexes.map(([name, x, y]) => [name, [x, y]])), shapes = new Map(), near = new Map(), along = found.pairs === "steps";
  const corners = [...found.outline.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]), pitch = 2 * Math.min(...corners.map((_, n) => apart(middle(corners[n], corners[(n + 1) % corners.length]), [0, 0])));
  let before = "";
  for (const [name, x, y] of found.hexes) {
    const shape = hex(found, name, x, y), letters = s("text", { x, y: y + 3, "font-size": 7, fill: "#8a8164", "pointer-events": "none" });
    for (const [key, value] of [["fill", "#fbf8ec"], ["stroke", "#ddd3b4"]]) shape.setAttribute(key, value);
    letters.textContent = name;
    svg.append(shape, letters);
  }
  const key = (one, other) => [one, other].sort().join(found.sep), ends = (name) => name.split(found.sep).map((each) => centres.get(each));
  function neighbours(name) {
    if (!near.has(name)) near.set(name, [...centres.keys()].filter((each) => each !== name && apart(centres.get(each), centres.get(name)) < BESIDE * pitch));
    return near.get(name);
  }
  function drawing(name) {
    const [one, other] = ends(name), half = middle(one, other);
    const from_to = along ? [one, other] : corners.map(([x, y]) => [one[0] + x, one[1] + y]).sort((a, b) => apart(a, half) - apart(b, half)).slice(0, 2);
    return "M" + from_to.map((point) => point.join(" ")).join("L");
  }
  function show(name) {
    const lies = seen(name), pale = ours(name);
    if (!lies.length && !shapes.has(name)) return;
    if (!shapes.has(name)) {
      shapes.set(name, s("path", { d: drawing(name), fill: "none", "stroke-linecap": "round", "pointer-events": "none", "data-pair": name }));
      svg.append(shapes.get(name));
    }
    const shape = shapes.get(name);
    shape.setAttribute("stroke", lies.length ? colour(found, lies[0][1]) : "none");
    shape.setAttribute("stroke-width", pale ? 2 : 4);
    shape.setAttribute("stroke-opacity", pale ? 0.5 : 1);
  }
  Object.keys(found.cells).forEach(show);
  return {
    show,
    begin() { before = ""; },
    touched(name) {
      if (!shapes.has(name)) shapes.set(name, svg.appendChild(s("path", { d: drawing(name), fill: "none", "stroke-linecap": "round", "pointer-events": "none", "data-pair": name })));
      for (const [each, value] of [["stroke", "#1b1a17"], ["stroke-width", 3], ["stroke-opacity", 1]]) shapes.get(name).setAttribute(each, value);
    },
    under(x, y, scale) {
      const name = at(x, y);
      if (!name) return [];
      if (along) {
        const from = before;
        before = name;
        return from && from !== name && neighbours(from).includes(name) ? [key(from, name)] : [];
      }
      const box = svg.getBoundingClientRect(), point = [(x - box.left) / scale, (y - box.top) / scale];
      const beside = neighbours(name).map((each) => [apart(middle(centres.get(each), centres.get(name)), point), each]).sort((a, b) => a[0] - b[0])[0];
      return beside && beside[0] < SNAP * pitch ? [key(name, beside[1])] : [];
    },
  };
}

const apart = ([x, y], [a, b]) => Math.hypot(x - a, y - b);
const middle = ([x, y], [a, b]) => [(x + a) / 2, (y + b) / 2];
