/* The beginning: the door, the game, and everything that is pressed outside the panels. */
import { ask, enter } from "./api.js";
import { forget, replying } from "./asides.js";
import { byId, h } from "./dom.js";
import { undo } from "./lists.js";
import { Map_ } from "./map.js";
import { openSend, openTake } from "./post.js";
import { attempt, busy, panel, render, state, take, trouble } from "./state.js";
import { draw as tabs, open } from "./tabs.js";
import { key, letGo, tap } from "./unit.js";
import { current, kindName, label, sideName, speak, t } from "./words.js";

async function begin() {
  label();
  byId("language").value = current();
  tabs();
  state.map = new Map_({ tap, key });
  try {
    await enter();
    await greet(await ask("hello"));
  } catch (error) {
    gate(h("h2", {}, "pbem"), h("p", {}, error.status === 0 || error.status === 401 ? t("closed") : error.message), error.hint ? h("p", { class: "note" }, error.hint) : "");
    if (!("status" in error)) console.error(error);
  }
}

const gate = (...parts) => {
  document.body.classList.add("waiting");
  byId("gate").replaceChildren(h("section", { class: "card" }, ...parts));
};

async function greet(hello) {
  if (hello.locked) return ask_password(hello);
  const list = byId("game");
  list.replaceChildren(...hello.games.map(({ name, label: text }) => h("option", { value: name, selected: name === hello.chosen }, text)));
  byId("game-label").hidden = hello.games.length < 2;
  if (hello.chosen) return start(await ask("position"));
  if (!hello.games.length) return gate(h("h2", {}, "pbem"), h("p", {}, t("noGame")), h("pre", {}, "pbem practice june6\npbem new june6\npbem join invitation.pbem"));
  return gate(h("h2", {}, t("whichGame")), ...hello.games.map(({ name, label: text }) => h("button", { class: "order", click: () => attempt(async () => { list.value = name; await start(await ask("choose", { game: name })); }) }, text)));
}

function ask_password(hello) {
  const box = h("input", { type: "password", id: "password", autocomplete: "current-password" }), wrong = h("p", { role: "alert" });
  gate(h("h2", {}, t("password", hello.name)), h("form", { submit: async (event) => {
    event.preventDefault();
    try {
      wrong.textContent = t("working");
      await greet(await ask("unlock", { password: box.value }));
    } catch (error) {
      wrong.textContent = error.message;
      box.select();
    }
  } }, h("div", { class: "field" }, h("label", { for: "password" }, t("password", hello.name)), box), wrong, h("button", { class: "main" }, t("unlock"))));
  box.focus();
}

async function start(position) {
  document.body.classList.remove("waiting");
  state.tab = position.step === "decide" ? "orders" : "turn";
  await take(position);
  open(state.tab);
  state.map.stage.fit();
  const able = [...state.map.piles.values()].filter((pile) => pile.counters.some(([name]) => position.able.includes(name))).map((pile) => pile.cell);
  const places = able.length ? able : [...position.draft, ...position.last].flatMap((each) => each.outcomes.flatMap((outcome) => outcome.hexes)).slice(-40);
  if (places.length) state.map.see(places, 0.45);
  byId("window").focus({ preventScroll: true });
}

// --- what is owed ------------------------------------------------------------------------------------------------------

panel("", () => {
  const { position } = state;
  if (!position) return;
  byId("title").textContent = `${position.title}: ${position.scenario}`;
  document.title = `${position.title} · pbem`;
  byId("players").textContent = t("youPlay", sideName(position.side), position.opponent, sideName(position.theirs));
  byId("whatif").setAttribute("aria-pressed", String(Boolean(position.trial)));
  byId("whatif").querySelector("span").textContent = t(position.trial ? "discard" : "whatIf");
  byId("take-in").disabled = Boolean(position.trial || state.came);
  byId("due").textContent = position.trial ? trialDue(position.trial) : realDue(position.due);
  byId("why").textContent = position.trial ? position.trial.why : [position.due.kinds.map(kindName).join(", "), position.due.why].filter(Boolean).join(" · ");
  byId("next").replaceChildren(...(state.came ? [] : position.trial ? trialNext(position.trial) : next(position)));
});

const trialDue = (trial) => (trial.over ? t("trialOver") : trial.stuck ? t("trialStuck") : t("dueTrial", sideName(trial.side)));

function realDue(due) {
  if (!due.what) return t("dueOver");
  const text = due.mine ? t("dueMine", t("debt." + due.what)) : t("dueTheirs", due.who, t("debtTheirs." + due.what));
  return due.paragraph ? `${text} [${due.paragraph}]` : text;
}

const button = (id, word, click, main = true) => h("button", { id, class: main ? "main" : "", click }, t(word));

function next(position) {
  const parts = [h("p", { class: "note" }, t("next." + position.step))];
  if (position.result) parts.unshift(h("p", { id: "result" }, h("b", {}, ended(position))));
  if (position.over) parts.unshift(h("p", { id: "over" }, h("b", {}, position.over)));
  if (position.refused.length) parts.unshift(h("p", { id: "turn-refused" }, position.refused[0]));
  if (position.step === "reply") parts.push(...replying(position));
  if (position.step === "answer") parts.push(button("write", "write", () => attempt(async () => take(await ask("answer")))), position.orders ? button("to-send", "sealWhat", openSend, false) : "");
  if (position.step === "send") parts.push(button("to-send", "sealWhat", openSend));
  if (position.step === "again") parts.push(button("to-take", "takeIn", openTake), button("to-send", "sendAgain", openSend, false));
  if (position.step === "wait") parts.push(button("to-take", "takeIn", openTake));
  if (position.free) parts.push(button("undo", "undo", () => undo({ count: 1 }), false));
  return parts;
}

/* How the game ended. Of a ruling the winner is a side of the log, and the words behind it are the referee's own. */
const ended = ({ ruled, result }) => (ruled ? t("ruled", ruled.winner ? t("sideWins", sideName(ruled.winner)) : t("nobodyWins"), ruled.level) : result);

const trialNext = (trial) => [
  trial.over || trial.stuck ? "" : button("advise", "advise", () => attempt(async () => { await take(await ask("advise")); open("turn"); }), false),
  trial.line.length ? button("undo", "trialUndo", () => undo({ count: 1 }), false) : "",
];

panel("help", (section) => section.replaceChildren(h("dl", { class: "keys" }, t("helpLines").flatMap(([keys, about]) => [h("dt", {}, keys), h("dd", {}, about)])), h("p", { class: "note" }, t("helpRest"))));

// --- pressed -----------------------------------------------------------------------------------------------------------

const DO = {
  zoomIn: () => state.map.stage.zoom(1.3), zoomOut: () => state.map.stage.zoom(1 / 1.3), fit: () => state.map.stage.fit(),
  takeIn: openTake,
  try: () => attempt(async () => {
    Object.assign(state, { units: [], card: null });
    await take(await ask(state.position.trial ? "discard" : "try"));
    open(state.position.trial ? "turn" : "orders");
  }),
};
for (const each of document.querySelectorAll("[data-do]")) each.addEventListener("click", () => DO[each.dataset.do]());
byId("language").addEventListener("change", (event) => {
  speak(event.target.value);
  tabs();
  if (state.position) render();
  if (state.position && !state.came) attempt(async () => take(await ask("position")));
});
byId("game").addEventListener("change", (event) => attempt(async () => {
  Object.assign(state, { units: [], card: null, came: null, sent: null, mail: null });
  state.map.number = 0;
  forget();
  await start(await ask("choose", { game: event.target.value }));
}));
document.addEventListener("keydown", (event) => {
  if (!state.position || event.target.closest("input, textarea, select")) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && state.position.free + (state.position.trial ? 1 : 0)) {
    event.preventDefault();
    undo({ count: 1 });
  } else if (event.key === "Escape" && !event.target.closest("#window")) letGo();
});
window.addEventListener("hashchange", () => location.reload());
document.addEventListener("visibilitychange", () => {
  // The command line may have written meanwhile.
  if (document.hidden || !state.position || state.came || state.choice || state.units.length) return;
  attempt(async () => {
    const now = await ask("position"), { entries, orders, game } = state.position;
    if (now.entries !== entries || now.orders !== orders || now.game !== game) await take(now);
  });
});
window.addEventListener("unhandledrejection", (event) => trouble(event.reason));
window.pbem = state;
busy(begin);
