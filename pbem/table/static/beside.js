/* What lies beside the map: a strip that always shows, and the same at length in a panel. */
import { byId, h } from "./dom.js";
import { show as fan } from "./fan.js";
import { capital, reasonRows } from "./pieces.js";
import { attempt, layers, panel, render, rule, state } from "./state.js";
import { open } from "./tabs.js";
import { choose } from "./unit.js";
import { kindName, sideName, t } from "./words.js";

const now = () => (state.came && state.step ? state.step.beside : state.position.beside);
const name = ({ kind, side }) => [t("stocks." + kind) || kindName(kind), side && kind !== "initiative" ? sideName(side) : ""].filter(Boolean).join(" · ");
const worth = ({ kind, side, value }) => (kind === "initiative" ? sideName(side) : t("modes." + value) || value);

/* --- the strip ------------------------------------------------------------------------------------------------------- */

panel("", () => {
  if (!state.position) return;
  const found = now(), chip = (id, label, value, more) => h("button", { class: "chip", id: "strip-" + id, type: "button", title: t("toBoard"), click: () => jump(id) }, h("span", { class: "what" }, label), h("b", {}, value), more);
  const turn = found.turns.find((each) => each.number === found.turn), next = found.turns.find((each) => each.number > found.turn && each.due.length);
  const lost = found.lost.reduce((sum, { units }) => sum + units.length, 0);
  byId("strip").replaceChildren(...[
    chip("turns", t("turn", found.turn), turn ? turn.name : "", track(found)),
    chip("phases", found.phases.length > 1 && found.phase >= 0 ? t("phaseOf", found.phase + 1, found.phases.length) : t("phase"), capital(found.phases[found.phase] || state.position.moment.phase)),
    found.weather ? chip("stocks", t("weather"), found.weather) : null,
    found.score ? chip("score", t("score", sideName(found.score.side)), String(found.score.value), gauge(found.score)) : null,
    ...found.stocks.filter(({ kind }) => !LONG.includes(kind)).map((each, n) => chip("stocks", name(each), worth(each))),
    next ? chip("turns", t("dueNext"), `${next.name}: ${next.due.length}`) : null,
    lost ? chip("lost", t("lost"), String(lost)) : null,
  ].filter(Boolean));
  // One name for one chip: of several that lead to the same place the first bears it.
  const seen = new Set();
  for (const each of byId("strip").children) seen.has(each.id) ? each.removeAttribute("id") : seen.add(each.id);
});

const LONG = ["active", "effects", "missions", "interdiction"];

function jump(id) {
  open("position");
  const goal = byId("board-" + id);
  if (goal) {
    goal.scrollIntoView({ block: "start" });
    goal.focus({ preventScroll: true });
  }
}

/* The turn track in small: a square a turn, dotted where somebody is due. Of a long game only the turns about this one,
   so that what stands beside it in the strip stays in sight. */
const NEAR = 15;
const track = (found) => h("span", { class: "track", "aria-hidden": "true" }, near(found).map((each) => h("i", { class: [each.number === found.turn ? "here" : each.number < found.turn ? "past" : "", each.due.length && each.number > found.turn ? "due" : ""].filter(Boolean).join(" ") })));

function near({ turns, turn }) {
  const at = turns.findIndex((each) => each.number >= turn), from = Math.max(0, Math.min(turns.length - NEAR, at - Math.floor(NEAR / 3)));
  return turns.slice(from, from + NEAR);
}

/* Points on a line with the thresholds that are left to reach or have been passed. */
function gauge({ value, level, thresholds }) {
  const real = thresholds.filter(({ at }) => at > -100), next = real.find(({ at }) => at > value);
  return h("span", { class: "what" }, next ? t("nextLevel", next.at, next.name) : level);
}

/* --- the panel ------------------------------------------------------------------------------------------------------- */

const head = (id, text) => h("h3", { id: "board-" + id, tabindex: "-1" }, text);

export function board() {
  const found = now();
  return [head("turns", t("turnTrack")), h("ol", { class: "turns" }, found.turns.map((each) => h("li", { class: each.number === found.turn ? "here" : each.number < found.turn ? "past" : "", "aria-current": each.number === found.turn ? "step" : null }, h("b", {}, `${each.number} `), each.name, each.due.length ? h("div", { class: "note" }, each.due.join(", ")) : null))),
    head("phases", t("phases")), h("ol", { class: "phases" }, found.phases.map((each, n) => h("li", { class: n === found.phase ? "here" : "", "aria-current": n === found.phase ? "step" : null }, capital(each)))),
    ...(found.score ? score(found.score) : []), head("stocks", t("besideMap")),
    h("table", {}, h("tbody", {}, found.weather ? h("tr", {}, h("td", {}, t("weather")), h("td", { class: "n" }, found.weather)) : null,
      found.stocks.map((each) => h("tr", {}, h("td", {}, name(each), each.lines.length ? h("div", { class: "note" }, each.lines.join(", ")) : null), h("td", { class: "n" }, worth(each)))))),
    ...boxes(), head("lost", t("lost")),
    found.lost.length ? found.lost.map(({ side, units }) => h("p", {}, h("b", {}, sideName(side)), ` (${units.length}): ${units.join(", ")}`)) : h("p", { class: "note" }, t("nothingYet"))];
}

function score(found) {
  const real = found.thresholds.filter(({ at }) => at > -100), most = Math.max(found.value, ...real.map(({ at }) => at), 1);
  const bar = h("div", { class: "gauge", role: "img", "aria-label": `${found.value}: ${found.level}` }, h("i", { class: "fill", "data-share": found.value / most }), real.map(({ at, name: text }) => h("i", { class: "mark", "data-share": at / most, title: `${at} ${text}` })));
  for (const each of bar.children) each.style[each.className === "fill" ? "width" : "left"] = `${Math.max(0, Math.min(1, Number(each.dataset.share))) * 100}%`;
  return [head("score", t("score", sideName(found.side))), h("p", {}, h("b", {}, String(found.value)), found.level ? ` · ${found.level}` : ""), bar,
    h("ul", { class: "lines" }, real.map(({ at, name: text }) => h("li", { class: at <= found.value ? "" : "sub" }, `${at <= found.value ? "✓ " : ""}${at}: ${text}`))),
    found.terms.length ? h("details", {}, h("summary", {}, t("terms")), h("table", {}, h("tbody", {}, reasonRows(found.terms, rule)))) : null].filter(Boolean);
}

/* Boxes off the map, each with what lies in it. */
function boxes() {
  const piles = (state.came && state.step ? state.step : state.position).piles.filter((pile) => pile.label);
  if (!piles.length) return [];
  return [head("boxes", t("boxes")), ...piles.map((pile) => h("button", { class: "order", type: "button", click: () => { state.map.see([pile.cell], 0.5); fan(pile.cell, true); } }, h("b", {}, pile.label), ` (${pile.counters.length}): ${pile.counters.map(([unit]) => unit).join(", ")}`))];
}

panel("position", (section) => {
  const { position } = state, results = h("ul", { class: "found" });
  const box = h("input", { type: "search", id: "find", "aria-label": t("find"), placeholder: t("find"), autocomplete: "off", spellcheck: "false", input: () => results.replaceChildren(...search(box.value)) });
  section.replaceChildren(box, results, ...board().flat(), ...layerBoxes(position), h("details", {}, h("summary", {}, t("state")),
    h("ul", { class: "lines" }, position.panel.map((line) => h("li", { class: line.startsWith(" ") ? "sub" : "" }, line || " ")))));
});

function layerBoxes({ layers: known, sides }) {
  if (!known.length) return [];
  return [h("h3", {}, t("layers")), ...known.map(([layer, about]) => h("div", { class: "field", title: about }, h("b", {}, t("layer." + layer) || layer), sides.map((side) => {
    const key = `${layer}/${side}`, on = state.layers.get(key);
    return h("label", { class: "tick" }, h("input", { type: "checkbox", id: `layer-${layer}-${side}`, checked: Boolean(on), change: (event) => attempt(async () => {
      if (event.target.checked) state.layers.set(key, { drawing: "", key: [] });
      else state.layers.delete(key);
      await layers();
      render();
    }) }), sideName(side));
  }))), h("ul", { class: "lines" }, [...state.layers.values()].flatMap((each) => each.key.map((line) => h("li", { class: "sub" }, line))))];
}

function search(words) {
  const wanted = words.trim().toLowerCase();
  if (!wanted) return [];
  const rows = [];
  for (const pile of state.position.piles) {
    for (const [unit, , said] of pile.counters) {
      if (`${unit} ${said}`.toLowerCase().includes(wanted)) rows.push([`${unit} · ${state.map.said(pile.cell).name}`, () => attempt(async () => { await choose([unit]); state.map.see([pile.cell], 0.6); state.map.point(pile.cell); })]);
    }
  }
  for (const { name: cell, title } of state.map.cells.values()) {
    if (`${cell} ${title}`.toLowerCase().includes(wanted)) rows.push([`${cell} ${title}`.trim(), () => { state.map.see([cell], 0.6); state.map.point(cell); }]);
    if (rows.length > 30) break;
  }
  return rows.slice(0, 30).map(([text, go]) => h("li", {}, h("button", { class: "order", type: "button", click: go }, text)));
}

