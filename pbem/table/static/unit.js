/* Choosing units on the map, where they can go, why not elsewhere, and the order that is about to be given. */
import { ask } from "./api.js";
import { chances } from "./chances.js";
import { byId, h } from "./dom.js";
import { form, ordered, orderButton, outcomes, violations } from "./pieces.js";
import { attempt, mark, panel, render, rule, say, state, take } from "./state.js";
import { open } from "./tabs.js";
import { kindName, t } from "./words.js";

/* A place or a counter was chosen with the mouse, a finger or the keyboard. */
export const tap = ({ cell, unit, more }) => attempt(async () => {
  if (state.came || !cell) return cell ? undefined : letGo();
  const { choice, units, card } = state;
  if (units.length && !more) {
    if (choice && choice.cell === cell && choice.preview && !choice.preview.violations.length) return give();
    const own = !unit || !units.includes(unit), aims = card && Object.hasOwn(card.targets, cell);
    const friend = unit && sideOf(unit) === state.position.acting;
    if (own && (aims || !friend)) return aim(cell);
  }
  if (!unit) {
    const pile = state.map.piles.get(cell);
    if (!pile) return units.length ? aim(cell) : place(cell);
    unit = pile.counters.map(([name]) => name).find((name) => state.position.able.includes(name)) || pile.counters[0][0];
  }
  return choose(more ? toggled(unit) : units.length === 1 && units[0] === unit ? units : [unit]);
});

const toggled = (unit) => (state.units.includes(unit) ? state.units.filter((each) => each !== unit) : [...state.units, unit]);
const sideOf = (name) => {
  for (const pile of state.position.piles) for (const [each, side] of pile.counters) if (each === name) return side;
  return "";
};

/* Chooses these units; the server says what they can do. */
export async function choose(units) {
  state.units = units;
  state.choice = null;
  state.card = units.length ? await ask("unit", { units }) : null;
  if (units.length) {
    const pile = state.map.said(state.card.cell);
    say(`${units.join(", ")}: ${t("canDo", state.card.count)}. ${pile.name}`);
  }
  mark();
  open("unit");
}

export function letGo() {
  if (state.choice) state.choice = null;
  else Object.assign(state, { units: [], card: null });
  mark();
  render();
}

/* The chosen units and a place: the orders that are legal, the first of them looked at, or the reasons why none is. */
async function aim(cell) {
  const found = await ask("cell", { cell, units: state.units });
  const choice = state.choice = { cell, orders: found.orders, why: null, preview: null, form: null };
  if (found.orders.length) await look(found.orders[0]);
  mark();
  open("unit");
  if (found.orders.length) return;
  const { why } = await ask("why", { cell, units: state.units });
  if (state.choice !== choice) return;
  choice.why = why;
  say(why.length ? `${t("cannot", state.map.said(cell).name)}: [${why[0].violations[0].paragraph}] ${why[0].violations[0].message}` : t("noReason"));
  render();
}

async function place(cell) {
  const { sheet } = await ask("cell", { cell, units: [] });
  Object.assign(state, { units: [], card: null, choice: { cell, sheet, orders: [], why: [], preview: null } });
  mark();
  open("unit");
}

/* What an order would do; nothing is done. */
export async function look(order) {
  const preview = await ask("check", { order: order.obj });
  if (!state.choice) state.choice = { cell: preview.cells.at(-1) || "", orders: [order], why: [], form: null };
  state.choice.preview = preview;
  const first = preview.violations[0] || (preview.outcomes || [])[0];
  say(first ? (first.text || `[${first.paragraph}] ${first.message}`) : t("sealedOrder"));
  mark();
}

export const lookAt = (order) => attempt(async () => {
  state.choice = null;
  await look(order);
  if (state.choice.cell) state.map.see([state.choice.cell]);
  open("unit");
  const main = document.querySelector("#panel-unit .choice .main");
  if (main) main.focus({ preventScroll: true });
});

/* Gives the order that is looked at. */
export const give = () => attempt(async () => {
  const { preview } = state.choice;
  const position = await ask("do", { order: preview.obj });
  Object.assign(state, { units: [], card: null });
  await take(position);
  say(t("given", preview.text));
});

export const nextUnit = () => attempt(async () => {
  const { able } = state.position;
  if (!able.length) return;
  const unit = able[(able.indexOf(state.units.at(-1)) + 1) % able.length];
  await choose([unit]);
  state.map.see([state.card.cell], 0.6);
  state.map.point(state.card.cell);
});

/* Where the panel lies below the map, what is about to be ordered stands at the foot of the window, too. */
panel("", () => {
  const quick = byId("quick"), preview = state.choice && state.choice.preview;
  quick.hidden = !preview || preview.violations.length > 0;
  if (!quick.hidden) quick.replaceChildren(h("span", {}, h("b", {}, kindName(preview.kind)), " ", ordered(preview.obj)), h("button", { class: "main", click: give }, t(state.position.trial ? "tryIt" : "give")));
});

// --- the panel -------------------------------------------------------------------------------------------------------

panel("unit", (section) => {
  const { units, card, choice } = state;
  const parts = [choice && chosenOrder(choice), choice && refusedOrder(choice), choice && choice.form && formFor(choice)];
  if (units.length && card) parts.push(stack(card), ...plain(card), units.length === 1 && card.card ? sheetOf(card.card) : null);
  else if (choice && choice.sheet) parts.push(ground(choice));
  else if (!choice) parts.push(h("p", { class: "note" }, t("chooseUnit")));
  section.replaceChildren(...parts.filter(Boolean));
});

function chosenOrder(choice) {
  const { preview } = choice;
  if (!preview) return null;
  const legal = !preview.violations.length, trial = Boolean(state.position.trial);
  const others = choice.orders.filter((each) => each.text !== preview.text);
  return h("section", { class: legal ? "card choice" : "card refused" },
    h("h3", {}, legal ? kindName(preview.kind) : t("cannotGive")), h("p", { class: "said" }, h("b", {}, ordered(preview.obj) || kindName(preview.kind))),
    legal ? null : violations(preview.violations, rule),
    h("div", { class: "row" }, legal ? h("button", { class: "main", id: "give", type: "button", click: give }, t(trial ? "tryIt" : "give")) : null,
      h("button", { type: "button", class: "small", click: () => adjust(preview) }, t("adjust"))),
    legal ? (preview.secret ? h("p", {}, t("sealedOrder")) : outcomes(preview.outcomes, { rule })) : null,
    legal && preview.forecast ? chances(preview.forecast, rule) : null,
    others.length ? h("details", { open: others.length < 4 }, h("summary", {}, t("others")), others.map((each) => orderButton(each, (order) => attempt(async () => { await look(order); render(); })))) : null);
}

function refusedOrder(choice) {
  if (choice.preview || choice.sheet) return null;
  const name = state.map.said(choice.cell).name;
  if (!choice.why) return h("section", { class: "card refused" }, h("h3", {}, t("cannot", name)), h("p", { class: "note" }, t("working")));
  if (!choice.why.length) return h("section", { class: "card refused" }, h("h3", {}, t("cannot", name)), h("p", {}, t("noReason")));
  return h("section", { class: "card refused" }, h("h3", {}, t("cannot", name)),
    choice.why.map((each) => [h("p", {}, h("b", {}, kindName(each.kind))), violations(each.violations, rule)]),
    h("div", { class: "row" }, choice.why.map((each) => h("button", { type: "button", class: "small", click: () => adjust({ obj: each.obj, kind: each.kind }) }, `${t("form")}: ${kindName(each.kind)}`))));
}

export const adjust = ({ obj, kind }) => attempt(async () => {
  const about = await ask("form", { kind });
  state.choice = { cell: "", orders: [], why: [], preview: null, ...state.choice, form: { about, given: obj } };
  open("unit");
  const first = document.querySelector("#panel-unit .fields input");
  if (first) first.focus();
});

const formFor = ({ form: { about, given } }) => h("section", { class: "card" }, h("h3", {}, kindName(about.kind)), h("p", { class: "note" }, about.help),
  form(about, { given, chosen: () => state.units, submit: (fields) => attempt(async () => {
    const preview = await ask("check", { kind: about.kind, fields });
    state.choice = { ...state.choice, cell: preview.cells.at(-1) || "", preview, form: { about, given: preview.obj } };
    mark();
    render();
  }) }));

function stack(card) {
  const pile = state.map.said(card.cell), chosen = ([name]) => !state.units.includes(name);
  const rows = [...pile.counters].sort((a, b) => chosen(a) - chosen(b)).map(([name, side, said]) => h("li", { class: state.position.able.includes(name) ? "mine" : "" }, h("label", {},
    h("input", { type: "checkbox", checked: state.units.includes(name), change: () => attempt(() => choose(toggled(name))) }),
    h("span", {}, h("b", {}, name), " ", said.startsWith(name + ": ") ? said.slice(name.length + 2) : said.startsWith(name + " ") ? said.slice(name.length + 1) : said))));
  return h("section", {}, h("h3", {}, t("stackAt", pile.name)), h("ul", { class: "stack" }, rows), h("p", { class: "note" }, card.count ? `${t("canDo", card.count)}. ${t("together")}` : t("noOrders")));
}

const plain = (card) => (card.orders.length ? [h("h3", {}, t("here")), ...card.orders.map((order) => orderButton(order, lookAt))] : []);
const sheetOf = ({ sheet }) => (sheet.length ? h("details", {}, h("summary", {}, t("details")), h("pre", {}, sheet.join("\n"))) : null);
const ground = ({ cell, sheet }) => h("section", { class: "card" }, h("h3", {}, state.map.said(cell).name), h("p", {}, state.map.said(cell).ground), sheet.length ? h("pre", {}, sheet.join("\n")) : null);

// --- the keyboard on the map -----------------------------------------------------------------------------------------

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function key(event) {
  const { map } = state;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (Object.hasOwn(WAYS, event.key)) {
    const name = map.towards(...WAYS[event.key]);
    if (name) {
      map.point(name);
      map.see([name], map.stage.scale);
      const about = map.said(name);
      say(t("focusOn", about.name, about.ground, about.counters.map(([unit]) => unit).join(", ")));
    }
  } else if (event.key === "Enter") {
    const pile = map.piles.get(map.cursor);
    tap({ cell: map.cursor, unit: pile && !aimsAt(map.cursor) ? firstOf(pile) : "", more: event.shiftKey });
  } else if (event.key === " ") {
    const pile = map.piles.get(map.cursor);
    if (pile) {
      const names = pile.counters.map(([name]) => name);
      attempt(() => choose([names[(names.indexOf(state.units.at(-1)) + 1) % names.length]]));
    }
  } else if (event.key === "Escape") letGo();
  else if (event.key === "n" || event.key === "N") nextUnit();
  else if (event.key === "+" || event.key === "=") map.stage.zoom(1.3);
  else if (event.key === "-") map.stage.zoom(1 / 1.3);
  else if (event.key === "0") map.stage.fit();
  else return;
  event.preventDefault();
}

const aimsAt = (cell) => state.units.length && state.card && Object.hasOwn(state.card.targets, cell);
const firstOf = (pile) => (pile.counters.map(([name]) => name).find((name) => state.position.able.includes(name)) || pile.counters[0][0]);
