/* The beginning: the door, the game, and everything that is pressed outside the panels. */
import { ask, enter } from "./api.js";
import { forget } from "./asides.js";
import "./beside.js";
import * as copy from "./copy.js";
import "./decide.js";
import { byId, h } from "./dom.js";
import { watch } from "./fan.js";
import { again, brought, front, leaveFront, showing } from "./front.js";
import "./guide.js";
import { fold, forget as forgetLegend } from "./legend.js";
import { undo } from "./lists.js";
import { Map_ } from "./map.js";
import "./news.js";
import "./sitting.js";
import * as own from "./own.js";
import { came, openTake } from "./post.js";
import { goTo, placesOf } from "./sight.js";
import { attempt, busy, lookAs, LOOKS, panel, render, resettle, state, take, trouble } from "./state.js";
import { draw as tabs, open } from "./tabs.js";
import { begin as decide, key, letGo, tap } from "./unit.js";
import { current, label, sideName, speak, t } from "./words.js";

async function begin() {
  label();
  byId("language").value = current();
  byId("look").append(...LOOKS.map((mode) => h("option", { value: mode, "data-word": `looks.${mode}` }, t(`looks.${mode}`))));
  tabs();
  state.map = new Map_({ tap, key });
  state.map.stage.placed = resettle;
  fold();
  watch();
  try {
    const { language: wanted, printed } = await enter();
    if (wanted) {
      speak(wanted);
      byId("language").value = current();
      tabs();
    }
    if (printed) return await copy.open(printed, null);
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
  list.replaceChildren(...hello.games.map(({ name, title, scenario, opponent }) => h("option", { value: name, selected: name === hello.chosen }, `${title}: ${scenario}${opponent ? ` · ${opponent}` : ""}`)));
  byId("game-label").hidden = hello.games.length < 2;
  if (!hello.chosen) return front(hello, other, came);
  leaveFront();
  return start(await ask("onward"));
}

/* Another game is the one that is looked at: nothing of the last one stays. */
async function other() {
  Object.assign(state, { units: [], card: null, choice: null, came: null, step: null, sent: null, mail: null, laid: null, sitting: false });
  document.body.classList.remove("playback");
  state.map.number = 0;
  own.forget();
  forget();
  forgetLegend();
  await greet(await ask("hello"));
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
  state.map.stage.measure();
  state.map.stage.fit();
  goTo();
  // Who may act never lies under a button: the rim that keeps them out stays, where there is somebody.
  if (!placesOf(position.able).length) state.map.stage.fill();
  await decide();
  document.dispatchEvent(new Event("begun"));
}

// --- the head ------------------------------------------------------------------------------------------------------------

panel("", () => {
  const { position } = state;
  if (!position) return;
  byId("title").textContent = position.title;
  document.title = `${position.title} · pbem`;
  byId("players").textContent = `${position.scenario}. ${t("youPlay", sideName(position.side), position.practice ? t("computer") : position.opponent, sideName(position.theirs))}${position.pack ? `. ${position.pack}` : ""}`;
});

// --- pressed -----------------------------------------------------------------------------------------------------------

const DO = {
  zoomIn: () => state.map.stage.zoom(1.3), zoomOut: () => state.map.stage.zoom(1 / 1.3), fit: () => state.map.stage.fit(),
  takeIn: openTake,
  lobby: () => attempt(async () => front(await ask("hello"), other, came)),
  try: () => attempt(async () => {
    Object.assign(state, { units: [], card: null });
    await take(await ask(state.position.trial ? "discard" : "try"));
    open(state.position.trial ? "turn" : "orders");
    await decide();
  }),
};
for (const each of document.querySelectorAll("[data-do]")) each.addEventListener("click", () => DO[each.dataset.do]());
byId("language").addEventListener("change", (event) => {
  speak(event.target.value);
  forgetLegend();
  tabs();
  if (showing() || copy.copying()) attempt(again);
  if (state.position) render();
  if (state.position && !state.came) attempt(async () => take(await ask("position")));
});
byId("look").addEventListener("change", (event) => attempt(() => lookAs(event.target.value)));
byId("own-wanted").addEventListener("change", (event) => attempt(() => own.want(event.target.checked, state.map.number, state.position)));
byId("game").addEventListener("change", (event) => attempt(async () => {
  await ask("choose", { game: event.target.value });
  await other();
}));
byId("fold").addEventListener("click", () => {
  const folded = document.body.classList.toggle("folded");
  byId("fold").setAttribute("aria-expanded", String(!folded));
});
document.addEventListener("keydown", (event) => {
  if (!state.position || event.target.closest("input, textarea, select")) return;
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && state.position.free + (state.position.trial ? 1 : 0)) {
    event.preventDefault();
    undo({});
  } else if (event.key === "Escape" && !event.target.closest("#window")) letGo();
});
/* Without this a browser opens a file that is dropped in place of the page. */
for (const kind of ["dragenter", "dragover", "drop"]) document.addEventListener(kind, (event) => { if (showing() || copy.copying()) event.preventDefault(); });
document.addEventListener("drop", (event) => {
  const file = showing() && !copy.copying() && event.dataTransfer.files[0];
  if (!file) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  brought(file);
}, true);
window.addEventListener("hashchange", () => location.reload());
window.addEventListener("unhandledrejection", (event) => trouble(event.reason));
window.pbem = state;
busy(begin);
