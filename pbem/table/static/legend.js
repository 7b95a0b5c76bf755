/* The legend: what each part of a counter says, what each badge, ring, line and sign means. */
import { ask } from "./api.js";
import { byId, draw, h, s } from "./dom.js";
import { want, wanted } from "./fall.js";
import { counterOf } from "./fan.js";
import { attempt, panel, state } from "./state.js";
import { current, t } from "./words.js";

/* Where each part lies on a counter of 50 by 50, and where its number stands. */
const PARTS = [["size", [0, -20], [0, -37]], ["name", [-19, 0], [-37, 0]], ["symbol", [4, -3], [37, -12]], ["band", [16, 5], [37, 4]], ["values", [8, 15], [37, 20]], ["steps", [-6, 22], [-16, 37]], ["marks", [20, -20], [30, -34]]];
let kept = null;

function anatomy() {
  const units = state.position.piles.flatMap((pile) => pile.counters.map(([name]) => name)), name = units.find((each) => state.position.able.includes(each)) || units[0];
  const large = counterOf(name, 260);
  large.setAttribute("viewBox", "-44 -44 88 88");
  for (const [n, [, [x, y], [tx, ty]]] of PARTS.entries()) {
    large.append(s("path", { d: `M${x} ${y}L${tx} ${ty}`, stroke: "#a31d28", "stroke-width": "0.8" }), s("circle", { cx: tx, cy: ty, r: 4.6, fill: "#fff", stroke: "#a31d28" }), s("text", { x: tx, y: ty + 2.2, "font-size": 6.4, "font-weight": "bold", fill: "#7d131d" }, String(n + 1)));
  }
  return h("figure", { class: "anatomy" }, large, h("figcaption", {}, h("b", {}, name), h("ol", {}, PARTS.map(([part]) => h("li", {}, t("parts." + part))))));
}

panel("help", (section) => {
  const map = h("div", { class: "map-key" }), turn = h("div", { class: "turn-guide" });
  section.replaceChildren(turn, h("dl", { class: "keys" }, t("helpLines").flatMap(([keys, about]) => [h("dt", {}, keys), h("dd", {}, about)])), h("p", { class: "note" }, t("helpRest")),
    h("label", { class: "tick" }, h("input", { type: "checkbox", id: "show-rolls", checked: wanted(), change: (event) => want(event.target.checked) }), t("fallShow")),
    h("h3", {}, t("legendCounter")), anatomy(), h("p", { class: "note" }, t("legendFar")), h("h3", {}, t("legendRings")), h("ul", { class: "lines rings" }, ["able", "chosen", "target", "bad", "way"].map((each) => h("li", { class: "ring-" + each }, t("rings." + each)))),
    h("h3", {}, t("legendMap")), map);
  const both = () => { shown(map, kept); told(turn, kept.turn); };
  if (kept) both();
  else attempt(async () => { kept = await ask("legend", { language: current() }); both(); });
});

/* How a turn goes: a phase is opened to see who is asked what in it, and every order with an example. */
function told(place, { about, phases }) {
  const line = ({ text, asked, row }) => (row
    ? [h("dt", {}, h("code", {}, row[0])), h("dd", {}, row[1], row[2] ? h("code", { class: "example" }, row[2].replace(/^pbem do /, "")) : null)]
    : [h("dt", { class: asked ? "asked" : "note" }, asked || text)]);
  place.replaceChildren(...(phases.length ? [h("h3", {}, t("howATurnGoes")), h("p", { class: "note" }, about),
    ...phases.map(({ title, lines }) => (lines.length ? h("details", {}, h("summary", {}, title), h("dl", {}, lines.flatMap(line))) : h("p", { class: "alone" }, title)))] : []));
}

function shown(map, found) {
  const svg = s("svg", { width: found.width, height: found.height, viewBox: `0 0 ${found.width} ${found.height}`, role: "img", "aria-label": t("legendMap") });
  draw(svg, found.drawing);
  map.replaceChildren(svg, found.marks.length ? h("h3", {}, t("legendMarks")) : "", found.marks.length ? h("dl", { class: "keys" }, found.marks.flatMap((mark) => [h("dt", {}, mark), h("dd", {}, badge(mark))])) : "");
}

const badge = (mark) => t("badges." + mark) || (/^D[0-9]$/.test(mark) ? t("badges.D", mark.slice(1)) : /^P[0-9]$/.test(mark) ? t("badges.P", mark.slice(1)) : t("badges.other"));

/* On the map itself, folded away until somebody asks: the same key, and what lies over the map now. */
export function fold() {
  const place = byId("map-legend");
  const full = () => attempt(async () => {
    if (!place.open || !state.position) return;
    kept = kept || await ask("legend", { language: current() });
    const map = h("div", { class: "map-key" });
    shown(map, { ...kept, marks: [] });
    const rows = state.laidOver.flatMap(({ key, swatches }) => key.map((line, n) => h("li", {}, swatch(swatches[n]), line)));
    place.lastElementChild.replaceChildren(map, rows.length ? h("ul", { class: "lines laid" }, rows) : "");
  });
  place.addEventListener("toggle", full);
  document.addEventListener("laid", full);
}

function swatch(drawing) {
  const svg = s("svg", { width: 24, height: 17, viewBox: "0 0 24 17", "aria-hidden": "true" });
  draw(svg, drawing);
  return svg;
}

/* Another language, another game: it is asked for anew. */
export const forget = () => {
  kept = null;
  for (const each of [byId("panel-help"), byId("map-legend").lastElementChild]) each.replaceChildren();
};
