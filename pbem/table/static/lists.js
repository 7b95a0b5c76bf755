/* Every legal order by kind, the turn so far, and how things stand. */
import { ask } from "./api.js";
import { die, h } from "./dom.js";
import { pen } from "./notes.js";
import { capital, decided, ordered, orderButton, outcomes } from "./pieces.js";
import { attempt, panel, rule, say, state, take } from "./state.js";
import { adjust, lookAt } from "./unit.js";
import { kindName, sideName, t } from "./words.js";

const opened = new Set();

panel("orders", (section) => {
  const { kinds, hand: cards } = state.position;
  const first = [...kinds].sort((a, b) => (b.count > 0) - (a.count > 0));
  section.replaceChildren(...hand(cards), ...first.map((about) => kindOf(about, kinds.length === 1)), kinds.length ? "" : h("p", { class: "note" }, t("next." + state.position.step)));
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
  h("summary", { class: about.count ? "" : "note" }, h("b", {}, capital(kindName(about.kind))), h("span", { class: "count" }, t(about.wide ? "unitsMay" : "legalOnes", about.count))),
  h("p", { class: "note" }, about.help), about.count > 8 ? box : null, list,
  h("p", {}, h("button", { class: "small", type: "button", click: () => adjust({ obj: {}, kind: about.kind }) }, t("form"))));
  if ((alone && about.count <= 60) || opened.has(about.kind)) details.open = true;
  return details;
}

panel("turn", (section) => {
  const { position } = state;
  // While a turn is played back the draft that was shown before is gone.
  if (state.came) return section.replaceChildren(h("p", { class: "note" }, t("meanwhile")));
  return section.replaceChildren(...(position.trial ? trial(position.trial) : draft(position)), ...brought("rolls", position.last.filter((each) => each.own)),
    ...brought("last", position.last.filter((each) => !each.own)), position.last.length ? "" : h("p", { class: "note" }, t("nothingYet")));
});

/* What one's own rolls brought, and what the other side did: each under its own heading. */
const brought = (word, list) => (list.length ? [h("h3", {}, t(word)), h("ol", { class: "draft" }, list.map((each) => h("li", {}, h("span", { class: "note" }, `${each.entry} `), each.entry < state.position.entries ? pen(each.entry) : null, outcomes(each.outcomes, { rule, open: false }))))] : []);

/* The hand as cards: what each does, and what it may be played for now. */
function hand(cards) {
  if (!cards.length) return [];
  return [h("h3", {}, t("yourHand")), h("ul", { class: "hand" }, cards.map((each) => h("li", { "data-card": each.card }, printed(each),
    each.plays.map((order) => h("button", { class: "order", type: "button", click: () => lookAt(order) }, decided({ ...order.obj, card: undefined, n: undefined }))),
    each.ways > each.plays.length ? h("p", { class: "note" }, t("playsMap", each.ways)) : each.ways ? null : h("p", { class: "note" }, t("playsNone")))))];
}

const HEAD = /^[^:]+: ([^,(]+)(?:, ([^(]*))?(\(.*\))?$/;

/* What a card in the hand is called. */
export function cardName(card) {
  const held = state.position.hand.find((each) => each.card === card), parts = held && HEAD.exec(held.about[0] || "");
  return parts ? parts[1].trim() : card;
}

/* The card as it is printed: its name, whose and when, what it does; where the words come from stands small below. */
function printed({ card, about }) {
  const [first, ...rest] = about, parts = HEAD.exec(first || "");
  return parts ? [h("h4", {}, parts[1].trim()), h("p", { class: "note" }, capital((parts[2] || "").trim())), ...rest.map((line) => h("p", {}, line)), parts[3] ? h("p", { class: "note" }, parts[3]) : null]
    : [h("h4", {}, capital(card.replaceAll("-", " "))), ...about.map((line) => h("p", {}, line))];
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
    position.free ? h("div", { class: "row" }, h("button", { click: () => undo({}) }, t("undo")), h("button", { click: () => undo({ all: true }) }, t("undoAll"))) : null,
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
  return [h("h3", {}, t("trialLine")), rows.length ? h("ol", { class: "draft" }, rows.reverse()) : h("p", { class: "note" }, t("trialBegin"))];
}
