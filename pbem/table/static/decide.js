/* What is to be decided, as a sentence with its buttons; and the turn that is about to leave, with the one button that seals it. */
import { ask } from "./api.js";
import { replying } from "./asides.js";
import { byId, h } from "./dom.js";
import { cardName, undo } from "./lists.js";
import { capital, decided, violations } from "./pieces.js";
import { openTake, outbox } from "./post.js";
import { waiting } from "./queue.js";
import { attempt, mark, panel, rule, say, state, take } from "./state.js";
import { open } from "./tabs.js";
import { begin } from "./unit.js";
import { kindName, sideName, t } from "./words.js";

panel("", () => {
  const { position, came, step } = state;
  if (!position) return;
  const { trial } = position;
  byId("whatif").setAttribute("aria-pressed", String(Boolean(trial)));
  byId("whatif").querySelector("span").textContent = t(trial ? "discard" : "whatIf");
  byId("take-in").disabled = Boolean(trial || came);
  const asked = came ? t(came.rolled || (step && step.fell.length) ? "rolled" : came.kept ? "meanwhile" : "inTitle") : question(position), about = deciding(position) ? capital(why(position)) : "";
  byId("due").textContent = asked;
  byId("why").textContent = came ? "" : [trial && !trial.stuck && !trial.over ? t("dueTrial", sideName(trial.side)) : "", about === asked ? "" : about, paragraph(position)].filter(Boolean).join(" · ");
  byId("next").replaceChildren(...(came || state.sitting ? [] : [...hasty(), ...endOffered(position), ...orders(position), ...(trial ? trialNext(trial) : next(position))]));
});

/* The computer would end the game: said until one plays on, with the way to where it is taken. */
const endOffered = ({ trial, offersEnd }) => (trial || !offersEnd ? [] : [h("p", { id: "offers-end", class: "said" }, offersEnd), h("div", { class: "row" }, h("button", { id: "take-end", type: "button", click: () => open("game") }, t("endTitle")))]);

const deciding = ({ trial, step }) => Boolean(trial) || step === "decide";
const why = ({ trial, due }) => (trial ? trial.why : due.why);
const paragraph = ({ trial, due, step }) => (!trial && due.paragraph && step === "decide" ? `[${due.paragraph}]` : "");

/* The decision in words: the sentence for the first kind of order that has one, else what the game calls the occasion. */
function question(position) {
  const { trial, due, kinds, step } = position;
  if (trial && (trial.over || trial.stuck)) return t(trial.over ? "trialOver" : "trialStuck");
  if (!trial && position.over) return t("overTitle");
  if (trial || step === "decide") {
    const known = kinds.find(({ kind, count }) => count && t("asks." + kind)) || kinds.find(({ kind }) => t("asks." + kind));
    return known ? t("asks." + known.kind) : capital(why(position)) || t("dueMine", t("debt.choice"));
  }
  if (step === "send" || step === "answer" || step === "again") return t("next." + (step === "answer" ? "send" : step));
  if (!due.what) return t("dueOver");
  return due.mine ? t("dueMine", t("debt." + due.what)) : t("dueTheirs", due.who, t("debtTheirs." + due.what));
}

/* Numbers that stand for places: a box for each place, and what is chosen shows on the map. A number that is given to another
   place changes with the one that was there, so that the row stays one that there is. */
function laid({ laid: found }) {
  if (!found) return [];
  const { row } = state.laid, values = [...new Set(found.start)].sort((a, b) => a - b);
  const put = (n, value) => {
    const other = row.findIndex((each, at) => at !== n && each === value && value !== row[n]);
    if (other >= 0) row[other] = row[n];
    row[n] = value;
    boxes.forEach((box, at) => { box.value = String(row[at]); });
    mark();
  };
  const boxes = found.places.map((place, n) => h("select", { id: `laid-${n}`, change: (event) => put(n, Number(event.target.value)) }, values.map((value) => h("option", { value, selected: value === row[n] }, String(value)))));
  return [h("div", { class: "laid" }, boxes.map((box, n) => h("label", {}, `${found.names[n]} (${found.places[n]})`, box))),
    h("button", { id: "lay", class: "main", click: () => decide({ obj: { k: found.kind, [found.field]: [...row] } }) }, t("sealThese"))];
}

/* A button for each order that names no unit and no place. */
function orders(position) {
  if (!position.trial && position.step !== "decide") return [];
  const { plain } = position.ask, ends = plain.filter(({ obj }) => ENDS.includes(obj.k)), others = plain.filter(({ obj }) => !ENDS.includes(obj.k));
  const still = position.able.length, map = still || Object.keys(position.ask.aims).length;
  return [...whole(position), ...laid(position.ask), ...[...others, ...ends].map((order, n) => h("button", { id: `decide-${n}`, class: !map && !position.recommended && !order.obj.card && (!others.length || !ENDS.includes(order.obj.k)) ? "main" : "", "data-kind": order.obj.k, "data-order": JSON.stringify(order.obj), title: order.text, click: () => decide(order) }, label(order.obj, position))),
    ...position.ask.blocked.map(({ k, why }) => h("div", { class: "blocked", "data-blocked": k }, h("p", {}, t("notYet", label({ k }, position))),
      violations(why.slice(0, MOST), rule), why.length > MOST ? h("p", { class: "note" }, t("andMore", why.length - MOST)) : null)),
    ends.length && still ? h("p", { class: "note" }, t("canStill", still)) : null,
    Object.keys(position.ask.aims).length ? h("p", { class: "note" }, position.ask.next ? t("litFor", position.ask.next) : t("litPlaces")) : null].filter(Boolean);
}

/* The end of movement was given, and units could have moved: one press brings them back. */
const hasty = () => (state.left ? [h("p", { id: "left" }, h("b", {}, state.left)), h("button", { id: "after-all", "aria-describedby": "left", click: () => undo({}) }, t("afterAll"))] : []);

/* All of a decision that takes many orders, as the computer would take it: marked, never what has the focus at first. */
function whole({ trial, step, recommended }) {
  if (trial || step !== "decide" || !recommended) return [];
  return [h("button", { id: "recommended", class: "recommended", "aria-describedby": "recommended-about", click: () => attempt(async () => {
    Object.assign(state, { units: [], card: null, choice: null });
    const position = await ask("recommended");
    await take(position);
    say([t("gaveTogether", position.together), position.why].filter(Boolean).join(" "));
    await begin();
  }) }, "★ ", t("whole." + recommended)), h("p", { class: "note", id: "recommended-about" }, t("wholeAbout"))];
}

const MOST = 6;
const ENDS = ["done", "fight", "halt", "waive", "wait"];

function label(obj, position) {
  if (obj.card) return `${capital(kindName(obj.k))}: ${cardName(obj.card)}`;
  if (Object.keys(obj).length > 1) return decided(obj);
  if (obj.k === "done") return t("endOf", capital(why(position) || position.moment.phase).replace(/ \(.*\)/, ""));
  return { fight: t("onToCombat"), halt: t("stopHere") }[obj.k] || capital(kindName(obj.k));
}

const decide = (order) => attempt(async () => {
  Object.assign(state, { units: [], card: null, choice: null });
  await take(await ask("do", { order: order.obj }));
  await begin();
});

const button = (id, word, click, main = true) => h("button", { id, class: main ? "main" : "", click }, t(word));

function next(position) {
  const parts = [];
  if (position.result) parts.unshift(h("p", { id: "result" }, h("b", {}, ended(position))));
  if (position.over) parts.unshift(h("p", { id: "over" }, h("b", {}, position.over)));
  if (position.refused.length) parts.unshift(h("p", { id: "turn-refused" }, position.refused[0]));
  if (position.step === "reply") parts.push(...replying(position));
  if (["answer", "send"].includes(position.step)) parts.push(...outbox(position));
  if (position.step === "again") parts.push(button("to-take", "takeIn", openTake), ...outbox(position));
  if (position.step === "wait") parts.push(h("p", { class: "note" }, t("next.wait")), button("to-take", "takeIn", openTake));
  parts.push(...waiting(position));
  if (position.free) parts.push(button("undo", "undo", () => undo({}), false));
  return parts;
}

/* How the game ended. Of a ruling the winner is a side of the log, and the words behind it are the referee's own. */
const ended = ({ ruled, result }) => (ruled ? t("ruled", ruled.winner ? t("sideWins", sideName(ruled.winner)) : t("nobodyWins"), ruled.level) : result);

const trialNext = (trial) => [
  trial.over || trial.stuck ? "" : button("advise", "advise", () => attempt(async () => { const position = await ask("advise"); await take(position); open("turn"); if (position.why) say(position.why); }), false),
  trial.line.length ? button("undo", "trialUndo", () => undo({ count: 1 }), false) : "",
];
