/* Every legal order by kind, the turn so far, and how things stand. */
import { ask } from "./api.js";
import { die, h } from "./dom.js";
import { ordered, orderButton, outcomes } from "./pieces.js";
import { attempt, layers, panel, render, rule, say, state, take } from "./state.js";
import { adjust, choose, lookAt } from "./unit.js";
import { kindName, sideName, t } from "./words.js";

const opened = new Set();

panel("orders", (section) => {
  const { kinds } = state.position;
  section.replaceChildren(...kinds.map((about) => kindOf(about, kinds.length === 1)), kinds.length ? "" : h("p", { class: "note" }, t("next." + state.position.step)));
});

function kindOf(about, alone) {
  const list = h("div", {}), box = h("input", { type: "search", "aria-label": t("search"), placeholder: t("search"), autocomplete: "off", spellcheck: "false" });
  let start = 0, wait = 0;
  const fill = (from) => attempt(async () => {
    const found = await ask("orders", { kind: about.kind, words: box.value, start: from });
    start = found.more;
    if (!from) list.replaceChildren();
    list.append(...found.orders.map((order) => orderButton(order, lookAt)));
    if (start !== null) {
      const more = h("button", { class: "small", click: () => { more.remove(); fill(start); } }, t("more"));
      list.append(more);
    }
  });
  box.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(() => fill(0), 200); });
  const details = h("details", { class: "kind", "data-kind": about.kind, toggle: () => {
    opened[details.open ? "add" : "delete"](about.kind);
    if (details.open && !list.childElementCount) fill(0);
  } },
  h("summary", {}, h("b", {}, kindName(about.kind)), h("span", { class: "count" }, `${about.count} ${t("legal")}`)),
  h("p", { class: "note" }, about.help), about.count > 8 ? box : null, list,
  h("p", {}, h("button", { class: "small", type: "button", click: () => adjust({ obj: {}, kind: about.kind }) }, t("form"))));
  if (alone || opened.has(about.kind)) details.open = true;
  return details;
}

panel("turn", (section) => {
  const { position } = state;
  section.replaceChildren(...hand(position.hand), ...(position.trial ? trial(position.trial) : draft(position)), h("h3", {}, t("last")),
    position.last.length ? h("ol", { class: "draft" }, position.last.map((each) => h("li", {}, h("span", { class: "note" }, String(each.entry)), outcomes(each.outcomes, { rule, open: false })))) : h("p", { class: "note" }, t("nothingYet")));
});

function hand(cards) {
  if (!cards.length) return [];
  return [h("h3", {}, t("yourHand")), h("ul", { class: "lines hand" }, cards.map((each) => h("li", {}, h("details", { class: "card" },
    h("summary", {}, h("b", {}, each.card), h("span", { class: "note" }, ` ${each.deck} ${each.slot}`)), h("p", { class: "note" }, each.about)))))];
}

function draft(position) {
  const shown = position.draft.filter((each) => each.order || each.outcomes.length);
  let left = position.orders;
  const rows = shown.map((each) => {
    const own = Boolean(each.order), back = own ? left : 0;
    if (own) left -= 1;
    return h("li", { class: own ? "own" : "" }, h("b", { title: each.order }, each.obj ? [kindName(each.obj.k), " ", ordered(each.obj)] : each.order), outcomes(each.outcomes, { rule, open: false }),
      own && back <= position.free ? h("button", { class: "small", click: () => undo({ count: back }) }, t("undoTo")) : null);
  });
  return [h("h3", {}, t("draft")), rows.length ? h("ol", { class: "draft" }, rows) : h("p", { class: "note" }, t("noDraft")),
    position.free ? h("div", { class: "row" }, h("button", { click: () => undo({ count: 1 }) }, t("undo")), h("button", { click: () => undo({ all: true }) }, t("undoAll"))) : null,
    position.orders > position.free ? h("p", { class: "note" }, t("noUndo")) : null,
    position.secrets.length ? h("h3", {}, t("yourSecrets")) : null,
    ...position.secrets.map((each) => h("p", {}, h("b", {}, each.at), ": ", each.values.join(" · ")))].filter(Boolean);
}

export const undo = (how) => attempt(async () => {
  await take(await ask("undo", how));
  say(t("taken"));
});

function trial(tried) {
  const rows = tried.line.map((each) => h("li", { class: each.order ? "own" : "" }, each.order ? h("b", { title: each.order }, `${sideName(each.side)}: `, kindName(each.obj.k), " ", ordered(each.obj)) : null,
    each.faces.length && !each.outcomes.some((outcome) => outcome.faces.length) ? h("p", {}, each.faces.map((face) => die(face, true)), h("span", { class: "note" }, t("imaginary"))) : null,
    outcomes(each.outcomes, { rule, imaginary: true, open: false })));
  return [h("h3", {}, t("trialLine")), rows.length ? h("ol", { class: "draft" }, rows) : h("p", { class: "note" }, t("trialBegin"))];
}

panel("position", (section) => {
  const { position } = state;
  const results = h("ul", { class: "found" });
  const box = h("input", { type: "search", id: "find", "aria-label": t("find"), placeholder: t("find"), autocomplete: "off", spellcheck: "false", input: () => results.replaceChildren(...search(box.value)) });
  section.replaceChildren(h("h3", {}, t("find")), box, results, ...layerBoxes(position), h("h3", {}, t("state")),
    h("ul", { class: "lines" }, position.panel.map((line) => h("li", { class: line.startsWith(" ") ? "sub" : "" }, line || " "))));
});

function layerBoxes({ layers: known, sides }) {
  if (!known.length) return [];
  return [h("h3", {}, t("layers")), ...known.map(([name, about]) => h("div", { class: "field", title: about }, h("b", {}, t("layer." + name) || name), sides.map((side) => {
    const key = `${name}/${side}`, on = state.layers.get(key);
    return h("label", { class: "tick" }, h("input", { type: "checkbox", checked: Boolean(on), change: (event) => attempt(async () => {
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
    for (const [name, , said] of pile.counters) {
      if (`${name} ${said}`.toLowerCase().includes(wanted)) rows.push([`${name} · ${state.map.said(pile.cell).name}`, () => attempt(async () => { await choose([name]); state.map.see([pile.cell], 0.6); state.map.point(pile.cell); })]);
    }
  }
  for (const { name, title } of state.map.cells.values()) {
    if (`${name} ${title}`.toLowerCase().includes(wanted)) rows.push([`${name} ${title}`.trim(), () => { state.map.see([name], 0.6); state.map.point(name); }]);
    if (rows.length > 30) break;
  }
  return rows.slice(0, 30).map(([text, go]) => h("li", {}, h("button", { class: "order", type: "button", click: go }, text)));
}
