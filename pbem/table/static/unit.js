/* Choosing units on the map, where they can go, why not elsewhere, and the order that is about to be given. */
import { ask } from "./api.js";
import { brief, chances } from "./chances.js";
import { byId, h } from "./dom.js";
import { counterOf, show as fan } from "./fan.js";
import { capital, decided, form, ordered, orderButton, outcomes, violations } from "./pieces.js";
import { bring, follow, handy, placesOf } from "./sight.js";
import { attempt, attend, lookAs, LOOKS, mark, panel, render, rule, say, state, take, wrote } from "./state.js";
import { open } from "./tabs.js";
import { kindName, t } from "./words.js";

/* A place or a counter was chosen with the mouse, a finger or the keyboard; `look`: nothing is to be ordered yet. */
export const tap = ({ cell, unit, more, look: only }) => attempt(async () => {
  if (state.came || !cell) return cell ? undefined : letGo();
  const { choice, units, card, position } = state;
  if (units.length && !more) {
    if (choice && choice.cell === cell && choice.preview && !choice.preview.violations.length && !choice.preview.then?.length) return give();
    if (choice && choice.cell === cell && choice.preview?.violations.length) return letGo();
    const own = !unit || !units.includes(unit), aims = card && Object.hasOwn(card.targets, cell);
    const friend = unit && sideOf(unit) === position.acting;
    if (own && (aims || !friend)) return aim(cell, only);
  }
  if (!units.length && !more && Object.hasOwn(position.ask.aims, cell) && !position.able.includes(unit)) return aim(cell, only);
  if (!unit) {
    const pile = state.map.piles.get(cell);
    if (!pile) return units.length ? aim(cell, only) : place(cell);
    unit = pile.counters.map(([name]) => name).find((name) => position.able.includes(name)) || pile.counters[0][0];
  }
  return choose(more ? toggled(unit) : units.length === 1 && units[0] === unit ? units : [unit]);
});

const NARROW = 900;
const toggled = (unit) => (state.units.includes(unit) ? state.units.filter((each) => each !== unit) : [...state.units, unit]);
const sideOf = (name) => {
  for (const pile of state.position.piles) for (const [each, side] of pile.counters) if (each === name) return side;
  return "";
};

/* Chooses these units; the server says what they can do. */
export async function choose(units, spoken = true) {
  state.units = units;
  state.choice = null;
  state.card = units.length ? await ask("unit", { units }) : null;
  if (spoken && units.length && state.card.orders.length === 1 && !Object.keys(state.card.targets).length) {
    // There is one thing to decide of it: that is shown, and the next click on it does it.
    await look(state.card.orders[0]);
    Object.assign(state.choice, { cell: state.card.cell });
  }
  if (units.length && spoken) {
    const pile = state.map.said(state.card.cell);
    say(`${units.join(", ")}, ${pile.name}: ${t("canDo", state.card.count)}`);
  }
  mark();
  open("unit");
  if (spoken && units.length) bring(false);
}

export function letGo() {
  if (state.choice) state.choice = null;
  else Object.assign(state, { units: [], card: null });
  mark();
  render();
}

/* The chosen units and a place. What is plain - one order, no dice, to be taken back at will - is done; of anything else
   the legal orders are shown, the first of them looked at, or the reasons why none is. */
async function aim(cell, only) {
  const found = await ask("cell", { cell, units: state.units });
  const choice = state.choice = { cell, orders: found.orders, why: null, preview: found.first || null, form: null };
  if (found.first) {
    if (!only && found.plain && plainly(found.first)) return carryOut(found.first);
    tell(found.first);
  }
  mark();
  byId("panels").scrollTop = 0;
  open("unit");
  if (found.first) return;
  const { why } = await ask("why", { cell, units: state.units });
  if (state.choice !== choice) return;
  choice.why = why;
  say(why.length ? `${t("cannot", state.map.said(cell).name)}: [${why[0].violations[0].paragraph}] ${why[0].violations[0].message}` : t("noReason"));
  render();
}

const plainly = (preview) => !preview.violations.length && !preview.secret && !preview.forecast && !preview.chance && !preview.then.length;

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
  tell(preview);
  mark();
}

function tell(preview) {
  const first = preview.violations[0] || (preview.outcomes || [])[0];
  // The bar at the foot of a narrow window says it.
  if (!preview.violations.length && globalThis.innerWidth <= NARROW) return;
  say(first ? (first.text || `[${first.paragraph}] ${first.message}`) : preview.secret ? t("sealedOrder") : decided(preview.obj));
}

export const lookAt = (order) => attempt(async () => {
  state.choice = null;
  await look(order);
  if (state.choice.cell) state.map.see([state.choice.cell]);
  byId("panels").scrollTop = 0;
  open("unit");
  const main = document.querySelector("#panel-unit .choice .main");
  if (main) main.focus({ preventScroll: true });
});

/* Gives the order that is looked at, and with it the answer to what it asks at once. */
export const give = (then = []) => attempt(() => carryOut(state.choice.preview, Array.isArray(then) ? then : []));

async function carryOut(preview, then = []) {
  const position = await ask("do", { order: preview.obj, then });
  Object.assign(state, { units: [], card: null, choice: null });
  await take(position);
  say([t("given", [decided(preview.obj), ...then.map(decided)].join(", ")), position.left, wrote(position)].filter(Boolean).join(". "));
  await begin();
}

/* The next decision: the units that it is about are chosen, and what is to be pressed has the focus. */
export async function begin() {
  const { position } = state;
  if (position.step === "decide" && !state.units.length && position.ask.focus.length) await choose(position.ask.focus, false);
  follow();
  attend();
}

export const nextUnit = () => attempt(async () => {
  const { able, ask: { aims } } = state.position;
  if (!able.length) return nextPlace(Object.keys(aims));
  const unit = able[(able.indexOf(state.units.at(-1)) + 1) % able.length];
  state.map.see(placesOf([unit]), handy());
  await choose([unit]);
  state.map.point(state.card.cell);
});

function nextPlace(places) {
  const { map } = state, cell = places[(places.indexOf(map.cursor) + 1) % places.length];
  if (!cell) return;
  map.see([cell], handy());
  map.point(cell);
  const about = map.said(cell);
  say(t("focusOn", about.name, about.ground, about.counters.map(([unit]) => unit).join(", ")));
}

/* Where the panel lies below the map, what is about to be ordered stands at the foot of the window, too. */
panel("", () => {
  const quick = byId("quick"), preview = state.choice && state.choice.preview, { position, came } = state;
  const legal = preview && !preview.violations.length, ready = position && !came && !position.trial && ["send", "answer"].includes(position.step);
  quick.hidden = !legal && !ready;
  if (legal) quick.replaceChildren(h("span", {}, h("b", {}, capital(kindName(preview.kind))), " ", ordered(preview.obj)), brief(preview) || "", ...givers(preview));
  else if (ready) quick.replaceChildren(h("span", {}, state.left || t("next.send")), state.left ? h("button", { type: "button", id: "quick-after-all", click: () => byId("after-all").click() }, t("afterAll")) : "", h("button", { class: "main", id: "quick-send", click: () => byId("send").click() }, t(position.due.mine && position.due.what === "roll" ? "rollSend" : "seal")));
});

// --- the panel -------------------------------------------------------------------------------------------------------

panel("unit", (section) => {
  const { units, card, choice } = state;
  const parts = [choice && chosenOrder(choice), choice && refusedOrder(choice), choice && choice.form && formFor(choice)];
  if (units.length && card) parts.push(stack(card), ...(units.length === 1 && card.card ? cardOf(card) : []));
  else if (choice && choice.sheet) parts.push(ground(choice));
  else if (!choice) parts.push(h("p", { class: "note" }, t("chooseUnit")));
  section.replaceChildren(...parts.filter(Boolean));
});

/* The buttons of an order: itself, or one for each answer to what it asks at once. */
function givers({ obj, then }, id = null) {
  const trial = Boolean(state.position.trial), word = (text) => (trial ? `${t("tryIt")}: ${text}` : text);
  if (!then || !then.length) return [h("button", { class: "main", id, type: "button", click: () => give() }, word(capital(kindName(obj.k))))];
  return then.map((each, n) => h("button", { class: "main", id: id && `${id}-${n}`, type: "button", click: () => give([each.obj]) }, word(`${capital(kindName(obj.k))}: ${decided(each.obj)}`)));
}

function chosenOrder(choice) {
  const { preview } = choice;
  if (!preview) return null;
  const legal = !preview.violations.length;
  const others = choice.orders.filter((each) => each.text !== preview.text);
  return h("section", { class: legal ? "card choice" : "card refused" },
    h("h3", {}, legal ? kindName(preview.kind) : t("cannotGive")), h("p", { class: "said" }, h("b", {}, ordered(preview.obj) || kindName(preview.kind))),
    legal ? brief(preview) : violations(preview.violations, rule),
    h("div", { class: "row" }, legal ? givers(preview, "give") : null,
      h("button", { type: "button", class: "small", click: () => adjust(preview) }, t("adjust"))),
    legal ? (preview.secret ? h("p", {}, t("sealedOrder")) : preview.outcomes.length ? [h("h4", { id: "would" }, t("would")), outcomes(preview.outcomes, { rule })] : null) : null,
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
  return h("section", {}, h("h3", {}, t("stackAt", pile.name)), ...card.orders.map((order) => orderButton(order, lookAt)), h("ul", { class: "stack" }, rows), h("p", { class: "note" }, card.count ? `${t("canDo", card.count)}. ${t("together")}` : t("noOrders")));
}

/* A unit's card: its counter large, what it says in words, its sheet, and what it has been through in this game. */
const cardOf = ({ card: { name, said, sheet }, history = [] }) => [h("section", { class: "card unit-card" }, h("div", { class: "face" }, counterOf(name, 110), h("p", {}, said)),
  sheet.length ? h("details", {}, h("summary", {}, t("details")), h("pre", { tabindex: "0" }, sheet.join("\n"))) : null,
  h("details", { open: history.length > 0 && history.length < 6 }, h("summary", {}, t("history", history.length)), history.length ? h("ol", { class: "draft" }, history.map((each) => h("li", {}, h("span", { class: "note" }, `${t("turn", each.turn)} · `), each.text))) : h("p", { class: "note" }, t("nothingYet"))))];
const ground = ({ cell, sheet }) => h("section", { class: "card" }, h("h3", {}, state.map.said(cell).name), h("p", {}, state.map.said(cell).ground), sheet.length ? h("pre", {}, sheet.join("\n")) : null);

// --- the keyboard on the map -----------------------------------------------------------------------------------------

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function key(event) {
  const { map } = state;
  if ((event.altKey && event.key !== "Enter") || event.ctrlKey || event.metaKey) return;
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
    tap({ cell: map.cursor, unit: pile && !aimsAt(map.cursor) ? firstOf(pile) : "", more: event.shiftKey, look: event.altKey });
  } else if (event.key === " ") {
    const pile = map.piles.get(map.cursor);
    if (pile) {
      const names = pile.counters.map(([name]) => name);
      attempt(() => choose([names[(names.indexOf(state.units.at(-1)) + 1) % names.length]]));
    }
  } else if (event.key === "Escape") letGo();
  else if ((event.key === "s" || event.key === "S") && map.piles.has(map.cursor)) fan(map.cursor, true);
  else if (event.key === "n" || event.key === "N") nextUnit();
  else if (event.key === "m" || event.key === "M") attempt(() => lookAs(LOOKS[(LOOKS.indexOf(state.look) + 1) % LOOKS.length]));
  else if (event.key === "+" || event.key === "=") map.stage.zoom(1.3);
  else if (event.key === "-") map.stage.zoom(1 / 1.3);
  else if (event.key === "0") map.stage.fit();
  else return;
  event.preventDefault();
}

const aimsAt = (cell) => state.units.length && state.card && Object.hasOwn(state.card.targets, cell);
const firstOf = (pile) => (pile.counters.map(([name]) => name).find((name) => state.position.able.includes(name)) || pile.counters[0][0]);
