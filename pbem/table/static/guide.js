/* A guided first turn: what is asked now, why, and what of the page to press. The server keeps how far it is. */
import { ask, heard } from "./api.js";
import { byId, h, paragraph } from "./dom.js";
import { attempt, panel, rule, state } from "./state.js";
import { current } from "./words.js";

const WORDS = {
  en: { step: (n, of) => `Step ${n} of ${of}`, next: "Next", leave: "Leave the guide", again: "Go on with the guide", over: "That was a turn: a move, an attack, the end of a phase. The game goes on, and all of it is yours.", close: "Close", wait: "Not yet: first decide what is asked below. The guide waits, or press Next.", look: "Press what is lit." },
  es: { step: (n, of) => `Paso ${n} de ${of}`, next: "Siguiente", leave: "Dejar la guía", again: "Seguir con la guía", over: "Eso es un turno: un movimiento, un ataque, el fin de una fase. La partida sigue, y es toda tuya.", close: "Cerrar", wait: "Aún no: decide antes lo que se pide abajo. La guía espera; o pulsa Siguiente.", look: "Pulsa lo que está iluminado." },
};
const LIGHTS = ["units", "places", "buttons", "recommended"];
let found = null, shown = "", offered = [];

const words = () => WORDS[current()] || WORDS.en;
const step = () => (found && !found.left ? found.steps[found.at] : undefined);
const ready = (one) => one.kinds.some((kind) => offered.includes(kind)) && (!one.among || offered.includes(one.among));
const go = (at, left = false) => attempt(async () => {
  found = await ask("guide", { at, left });
  draw();
});

/* An order that was given finishes the step that asks for it. */
heard((name, given) => {
  const one = step();
  if (!one || state.position.trial || !ready(one)) return;
  const kind = name === "do" && given.order ? given.order.k : "";
  if (one.kinds.includes(kind) || (name === "recommended" && one.light.includes("recommended"))) go(found.at + 1);
});

panel("", () => {
  const { position } = state, now = position && position.guided ? `${position.game}/${current()}` : "";
  offered = position && (position.trial || position.step === "decide") ? position.kinds.map(({ kind }) => kind) : [];
  if (now !== shown) {
    [shown, found] = [now, null];
    if (now) attempt(async () => { found = await ask("guide"); draw(); });
  }
  draw();
});

function draw() {
  const one = step(), place = byId("guide"), t = words(), here = one && !state.came && ready(one);
  place.hidden = !found || !found.steps.length || (found.left && found.at >= found.steps.length);
  for (const each of LIGHTS) document.body.classList.toggle(`guide-${each}`, Boolean(here && one.light.includes(each)));
  for (const each of document.querySelectorAll("#next [data-kind]")) each.classList.toggle("guided", Boolean(here && one.light.includes("buttons") && one.kinds.includes(each.dataset.kind)));
  if (place.hidden) return place.replaceChildren();
  const { at, steps } = found, button = (id, text, click, main) => h("button", { type: "button", id, class: main ? "main" : "small", click }, text);
  if (found.left) return place.replaceChildren(button("guide-again", t.again, () => go(at)));
  if (!one) return place.replaceChildren(h("p", { id: "guide-title" }, t.over), button("guide-close", t.close, () => go(at, true), true));
  return place.replaceChildren(h("p", { class: "note" }, t.step(at + 1, steps.length)), h("h3", { id: "guide-title" }, one.title),
    ...one.lines.map((line) => h("p", {}, line)), h("p", { class: "row" }, one.paragraphs.map((number) => paragraph(number, rule))),
    one.kinds.length ? h("p", { id: "guide-hint", class: here ? "here" : "note" }, here ? t.look : t.wait) : "",
    h("div", { class: "row" }, button("guide-next", t.next, () => go(at + 1), !one.kinds.length), button("guide-leave", t.leave, () => go(at, true))));
}
