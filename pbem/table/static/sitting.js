/* The page of a sitting: what has happened since one last looked, what is asked now, the one button that seals and sends,
   and when one is needed again. It lies over the map, gives way to a film, and comes back behind it. */
import { ask } from "./api.js";
import { byId, h } from "./dom.js";
import { capital, decided } from "./pieces.js";
import { openTake, outbox, shown } from "./post.js";
import { attempt, panel, render, say, state, take } from "./state.js";
import { open } from "./tabs.js";
import { begin } from "./unit.js";
import { t, WORDS } from "./words.js";

Object.assign(WORDS.en, {
  sitting: "This sitting", sittingSince: "Since your last turn", sittingNothing: "Nothing has happened since your last turn.", sittingFilm: "Watch the last moves", sittingNoFilm: "There is no move to watch.",
  sittingLosses: "Losses", sittingGround: "Ground and points", sittingBeside: "Beside the map", sittingDid: "Your program did by itself", sittingComputer: "The computer says", sittingAsked: "Asked of you now",
  sittingMap: (n) => (n === 1 ? "Decide it on the map (1 legal order)" : `Decide it on the map (${n} legal orders)`), sittingClose: "To the map", sittingGame: "Look at it", sittingTake: "Take in a turn",
  sittingDone: "All is decided.", sittingSent: (n) => `Turn ${n} is sealed and ready to go.`, sittingSave: (name) => `Save ${name} again`, sittingHow: "How to hand it over", sittingWhole: { "": "Recommended" },
});
Object.assign(WORDS.es, {
  sitting: "Esta sentada", sittingSince: "Desde tu último turno", sittingNothing: "Nada ha ocurrido desde tu último turno.", sittingFilm: "Ver las últimas jugadas", sittingNoFilm: "No hay ninguna jugada que ver.",
  sittingLosses: "Bajas", sittingGround: "Terreno y puntos", sittingBeside: "Junto al mapa", sittingDid: "Tu programa hizo por sí mismo", sittingComputer: "El ordenador dice", sittingAsked: "Lo que se te pide ahora",
  sittingMap: (n) => (n === 1 ? "Decidirlo en el mapa (1 orden legal)" : `Decidirlo en el mapa (${n} órdenes legales)`), sittingClose: "Al mapa", sittingGame: "Mirarlo", sittingTake: "Recibir un turno",
  sittingDone: "Todo está decidido.", sittingSent: (n) => `El turno ${n} está sellado y listo para salir.`, sittingSave: (name) => `Guardar otra vez ${name}`, sittingHow: "Cómo entregarlo", sittingWhole: { "": "Recomendado" },
});

let found = null, of = null, asking = false;

/* What the server says of the sitting, anew for each position that is shown. */
async function look() {
  if (asking) return;
  asking = true;
  try {
    do {
      of = state.position;
      found = await ask("sitting");
    } while (of !== state.position);
  } finally {
    asking = false;
  }
}

async function show() {
  await look();
  state.sitting = true;
  render();
  byId("sitting").scrollTop = 0;
  byId("sitting-title").focus({ preventScroll: true });
}

function close(tab) {
  state.sitting = false;
  if (tab) open(tab);
  else render();
  return begin();
}

/* Whoever comes back to news finds the button that leads to it; the map is theirs at once. */
document.addEventListener("begun", () => {
  state.sitting = false;
});

panel("", () => {
  const box = byId("sitting"), on = Boolean(state.sitting && found && !state.came);
  document.body.classList.toggle("sat", on);
  box.hidden = !on;
  for (const each of ["map", "side", "fold"]) byId(each).inert = on;
  if (!on) return;
  if (of !== state.position) {
    attempt(async () => { await look(); render(); });
    return;
  }
  const held = box.contains(document.activeElement) ? document.activeElement.id : "";
  box.replaceChildren(h("div", { class: "sheet" }, h("header", {}, h("h2", { id: "sitting-title", tabindex: "-1" }, t("sitting")), h("span", { class: "note" }, [t("turn", state.position.moment.turn, state.position.moment.name), state.position.moment.phase].filter(Boolean).join(" · ")),
    h("button", { id: "sitting-close", type: "button", click: () => close() }, t("sittingClose"))),
  h("div", { class: "halves" }, h("section", { "aria-labelledby": "sitting-since" }, since(found.since), part("sittingComputer", found.computer)), h("section", { "aria-labelledby": "sitting-asked" }, asked(found)))));
  if (held) (byId(held) || box.querySelector("button.main, button.recommended") || byId("sitting-title")).focus({ preventScroll: true });
});

/* The button that leads back to the page. */
panel("turn", (section) => {
  if (!state.came && !state.position.trial) section.prepend(h("div", { class: "row" }, h("button", { id: "to-sitting", type: "button", click: () => attempt(show) }, t("sitting"))), h("div", { id: "computer-says" }, part("sittingComputer", computer(state.position))));
});

let said = { lines: [] };

/* What the computer said when the last turn ended: asked anew for each position that is shown. */
function computer(position) {
  if (said.of !== position) {
    said = { of: position, lines: said.of && said.of.game === position.game ? said.lines : [] };
    if (position.practice) attempt(async () => { const lines = await ask("computer"); if (said.of === position) said.lines = lines; render(); });
  }
  return said.lines;
}

// --- what has happened -----------------------------------------------------------------------------------------------

const part = (word, lines) => (lines.length ? [h("h3", {}, t(word)), h("ul", { class: "lines" }, lines.map((line) => h("li", {}, line)))] : []);

function since(news) {
  const head = h("h3", { id: "sitting-since" }, t("sittingSince"));
  if (!news) return [head, h("p", { class: "note" }, t("sittingNothing"))];
  return [head, h("p", { class: "said" }, news.head), h("button", { id: "sitting-film", type: "button", click: film }, "▶ ", t("sittingFilm")),
    ...part("sittingLosses", news.losses), ...part("sittingGround", news.ground), ...part("sittingBeside", news.beside), ...part("sittingDid", news.did)];
}

const film = () => attempt(async () => {
  const shot = await ask("film");
  if (shot.steps) return shown(shot);
  await take(await ask("drop"));
  return say(t("sittingNoFilm"));
});

// --- what is asked ---------------------------------------------------------------------------------------------------

function asked(page) {
  const rows = page.asked.map((each) => h("li", { "data-ask": each.what }, h("p", { class: "said" }, each.what === "decide" ? h("b", {}, byId("due").textContent) : each.said), each.what === "decide" ? h("p", { class: "note" }, each.said) : null, ...answers(each, page)));
  return [h("h3", { id: "sitting-asked" }, t("sittingAsked")), rows.length ? h("ol", { class: "asks" }, rows) : null, ...sent(page),
    page.needed ? h("p", { id: "sitting-needed", class: "said" }, h("b", {}, page.needed)) : null].filter(Boolean);
}

function answers({ what }, { choice }) {
  const { position } = state;
  if (what === "send") return outbox(position);
  if (what !== "decide") return [h("div", { class: "row" }, h("button", { type: "button", class: "main", id: `sitting-${what}`, click: () => close("game") }, t("sittingGame")))];
  const after = position.free && position.orders ? t("draft") : "";
  return [choice ? h("div", { class: "row" }, h("button", { type: "button", class: "recommended", id: "sitting-recommended", title: choice.order.text, click: recommended }, "★ ", choice.whole && t("whole." + choice.whole) ? t("whole." + choice.whole) : decided(choice.order.obj))) : null,
    choice && choice.why ? h("p", { class: "note" }, choice.why) : null,
    h("div", { class: "row" }, h("button", { type: "button", id: "sitting-map", click: () => close("orders") }, t("sittingMap", choice ? choice.count : position.kinds.reduce((sum, { count }) => sum + count, 0))),
      position.free ? h("button", { type: "button", id: "sitting-undo", click: undo }, t("undo")) : null),
    after ? h("details", {}, h("summary", {}, `${after} (${position.orders})`), h("ol", { class: "draft" }, position.draft.filter((each) => each.obj).map((each) => h("li", { class: "own" }, decided(each.obj))))) : null].filter(Boolean);
}

const recommended = () => attempt(async () => {
  Object.assign(state, { units: [], card: null, choice: null });
  const position = await ask("recommended");
  await take(position);
  say([t("gaveTogether", position.together), capital(position.why || "")].filter(Boolean).join(" "));
});

const undo = () => attempt(async () => take(await ask("undo")));

/* What has been sealed in this sitting, and how it is handed over where no program does it. */
function sent(page) {
  if (page.asked.length) return [];
  const { out } = state.sent || {}, { step } = state.position;
  if (!out) return step === "over" ? [] : [h("p", {}, t("sittingDone")), h("div", { class: "row" }, h("button", { type: "button", id: "sitting-take", click: () => { state.sitting = false; openTake(); } }, t("sittingTake")))];
  return [h("p", { id: "sitting-sent" }, t("sittingSent", out.n)), ...(out.said || []).map((line) => h("p", { class: "note" }, line)), h("div", { class: "row" }, h("button", { type: "button", id: "sitting-how", click: () => close("mail") }, t("sittingHow")))];
}

document.addEventListener("keydown", (event) => { if (event.key === "Escape" && state.sitting && !state.came && !event.target.closest("input, select, textarea")) close(); });
