/* A form of hexes as a map that is painted: a brush is chosen, and the mouse drawn over the hexes. What is still ours is pale. */
import { h, s } from "./dom.js";

const COLOURS = ["#f4efd9", "#7da35f", "#c9b26a", "#9cc7d8", "#d98c6a", "#b9a0cf", "#e6d36b", "#8fbfa4", "#c9c2b2", "#e0a9b8", "#88a0d0", "#b0d07a"];
const NEAREST = 2.4, FURTHEST = 0.35, STEP = 6;

/* `type` keeps cells and gives whether they could be kept; `t` says words. */
export function painter(found, t, type) {
  const shapes = new Map(), laid = new Map();
  let brush = 0, touched = null, last = null, scale = Math.min(1, 1100 / found.width);
  const svg = s("svg", { viewBox: `0 0 ${found.width} ${found.height}`, role: "img", "aria-label": t("mapAbout"), "font-family": "Arial, sans-serif", "font-size": 11, "text-anchor": "middle" });
  const size = () => { svg.setAttribute("width", found.width * scale); svg.setAttribute("height", found.height * scale); };
  const colour = (n) => (n < 0 ? "#fbf8ec" : COLOURS[n % COLOURS.length]);
  const sign = (n) => (n < 0 ? "" : found.brushes[n][0].slice(0, found.brushes[n][0].length > 3 ? 2 : 3));

  function show(name) {
    const [shape, letters] = shapes.get(name), cells = laid.get(name) || [], seen = cells.filter(([, n]) => n >= 0), ours = cells.every(([, , state]) => state === "ours");
    shape.setAttribute("fill", colour(seen.length ? seen[0][1] : -1));
    shape.setAttribute("fill-opacity", ours ? 0.45 : 1);
    shape.setAttribute("stroke", ours ? "#cfc4a0" : "#2b2a26");
    letters.textContent = seen.map(([, n]) => sign(n)).join(" ");
    letters.setAttribute("font-weight", ours ? "normal" : "bold");
  }
  for (const [name, x, y] of found.hexes) {
    const shape = s("path", { d: found.outline, transform: `translate(${x} ${y})`, "stroke-width": 1, "data-hex": name }), letters = s("text", { x, y: y + 4, "pointer-events": "none" });
    svg.append(shape, letters);
    shapes.set(name, [shape, letters]);
    laid.set(name, found.cells[name] || []);
    show(name);
  }
  size();

  /* What the brush makes of a hex: the cells to be typed, with their texts. */
  function stroke(name) {
    const cells = laid.get(name);
    if (brush === "ours") return cells.map(([at]) => [at, null]);
    if (brush === "none") return cells.filter(([, n]) => n >= 0 && found.brushes[n][1]).map(([at]) => [at, "no"]);
    const [text, table] = found.brushes[brush];
    if (table) return [[`${table}/${name}`, "yes"]];
    return cells.filter(([, n]) => n < 0 || !found.brushes[n][1]).slice(0, 1).map(([at]) => [at, text]);
  }
  /* Everything from where the pointer was last: a quick stroke leaves out no hex. */
  function touch({ clientX: x, clientY: y }) {
    const [from_x, from_y] = last || [x, y], steps = Math.ceil(Math.hypot(x - from_x, y - from_y) / STEP) || 1;
    for (let n = 1; n <= steps; n += 1) {
      const name = document.elementFromPoint(from_x + ((x - from_x) * n) / steps, from_y + ((y - from_y) * n) / steps)?.dataset?.hex;
      if (!name || touched.has(name)) continue;
      touched.add(name);
      shapes.get(name)[0].setAttribute("stroke", "#a31d28");
    }
    last = [x, y];
  }
  svg.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    [touched, last] = [new Set(), null];
    svg.setPointerCapture(event.pointerId);
    touch(event);
  });
  svg.addEventListener("pointermove", (event) => { if (touched) touch(event); });
  svg.addEventListener("pointerup", async () => {
    if (!touched) return;
    const names = [...touched], cells = names.flatMap(stroke);
    touched = null;
    if (cells.length) await type(cells);
    names.forEach(show);
  });
  svg.addEventListener("pointercancel", () => { const names = [...touched || []]; touched = null; names.forEach(show); });

  const choose = (value) => {
    brush = value;
    for (const each of brushes.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each.dataset.brush === String(value)));
  };
  const one = (value, text, key) => h("button", { type: "button", "data-brush": String(value), "aria-pressed": String(value === brush), click: () => choose(value) }, typeof value === "number" ? swatch(colour(value)) : null, text, key === "" ? null : h("small", {}, ` ${key}`));
  const swatch = (fill) => s("svg", { width: 14, height: 14, "aria-hidden": "true" }, s("rect", { width: 14, height: 14, fill, stroke: "#2b2a26" }));
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
    made: h("div", { id: "copy-map" }, h("p", { class: "note" }, t("mapHow")), h("div", { class: "row" }, h("button", { type: "button", "aria-label": t("nearer"), click: zoom(1.3) }, "+"), h("button", { type: "button", "aria-label": t("further"), click: zoom(1 / 1.3) }, "−")), brushes, place),
    /* A cell as the server has it now. */
    set(at, { state, text }) {
      const name = at.slice(at.lastIndexOf("/") + 1), cells = laid.get(name);
      if (!cells) return;
      const table = at.slice(0, at.lastIndexOf("/")), listed = found.brushes.findIndex(([, each]) => each === table);
      const n = listed >= 0 ? (text === "yes" ? listed : -1) : found.brushes.findIndex(([each, of]) => !of && each === text);
      const known = cells.find(([each]) => each === at);
      if (known) [known[1], known[2]] = [n, state];
      else cells.push([at, n, state]);
      show(name);
    },
  };
}
