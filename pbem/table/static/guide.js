/* A guided first turn: what is asked now, why, and what of the page to press. Its end is reached by the last order alone. The server keeps how far it is, and says which
   counter, place or button an order of the step begins with; one thing is lit at a time. */
import { ask, heard } from "./api.js";
import { byId, h, paragraph, s } from "./dom.js";
import { attempt, panel, rule, state, take } from "./state.js";
import { begin } from "./unit.js";
import { current } from "./words.js";

const WORDS = {
  en: {
    step: (n, of) => `Step ${n} of ${of}`, next: "Next", skip: "Skip this step", coming: (title) => `Comes next: ${title}`, leave: "Leave the guide", again: "Go on with the guide", over: "That is how a turn goes: a move, an attack, the end of a phase. The game goes on, and all of it is yours.", close: "Close",
    wait: "First the game asks for other things. Decide them yourself below, or press the button in the red frame.", pass: "Let the computer decide this", lit: "What a step asks you to press has a red frame.",
    unit: (name) => `Press the counter in the red frame: ${name}.`, row: (name) => `Several lie here: press ${name} in the row.`, place: "Press the place in the red frame.", button: "Press the button in the red frame.", card: "This is the order, before it is given. Press the button in the red frame to give it.", film: "This is what happened meanwhile. Go through it, then press the button in the red frame.",
  },
  es: {
    step: (n, of) => `Paso ${n} de ${of}`, next: "Siguiente", skip: "Saltar este paso", coming: (title) => `Después: ${title}`, leave: "Dejar la guía", again: "Seguir con la guía", over: "Así va un turno: un movimiento, un ataque, el fin de una fase. La partida sigue, y es toda tuya.", close: "Cerrar",
    wait: "Antes el juego pide otras cosas. Decídelas tú abajo, o pulsa el botón del marco rojo.", pass: "Que lo decida el ordenador", lit: "Lo que un paso te pide pulsar lleva un marco rojo.",
    unit: (name) => `Pulsa la ficha del marco rojo: ${name}.`, row: (name) => `Aquí hay varias: pulsa ${name} en la fila.`, place: "Pulsa el lugar del marco rojo.", button: "Pulsa el botón del marco rojo.", card: "Esta es la orden, antes de darla. Pulsa el botón del marco rojo para darla.", film: "Esto es lo que ha pasado entretanto. Míralo y pulsa el botón del marco rojo.",
  },
};
const RIM = 58, LEAST = 0.5;
let found = null, shown = "", offered = [], pending = null, lit = null, seen = "", under;

const words = () => WORDS[current()] || WORDS.en;
const step = () => (found && !found.left ? found.steps[pending ?? found.at] : undefined);
const ready = (one) => one.kinds.some((kind) => offered.includes(kind)) && (!one.among || offered.includes(one.among));
const hear = (how) => attempt(async () => {
  const now = state.position;
  const answer = await ask("guide", how);
  if (now !== state.position) return;
  [found, pending] = [answer, null];
  draw();
});
const go = (at, left = false) => hear({ at, left });

/* An order that was given finishes the step that asks for it. */
heard((name, given) => {
  const one = step();
  if (!one || state.position.trial || !ready(one) || given.guide) return;
  const kind = name === "do" && given.order ? given.order.k : "";
  if (one.kinds.includes(kind) || (name === "recommended" && one.light.includes("recommended"))) pending = (pending ?? found.at) + 1;
});

panel("", () => {
  const { position } = state, now = position && position.guided ? `${position.game}/${current()}` : "";
  offered = position && (position.trial || position.step === "decide") ? position.kinds.map(({ kind }) => kind) : [];
  if (now !== shown) [shown, found, pending, lit] = [now, null, null, null];
  if (now && position !== lit) {
    lit = position;
    hear(pending === null ? {} : { at: pending, left: false });
  }
  draw();
});

/* What has to be pressed next: its kind, and where it is. Nothing while a step is only read. */
function asked(one) {
  const { position, came, choice, units, card } = state, lights = (lit === position && found.lights) || {};
  if (!one.kinds.length || position.trial) return null;
  if (came) return { say: "film", buttons: "#accept, #leave" };
  if (["send", "answer"].includes(position.step)) return { say: "button", buttons: "#send, #quick-send" };
  if (position.step !== "decide") return null;
  if (!ready(one) || !(lights.order || lights.target)) return lit === position && found.lights ? { say: "wait", buttons: "#guide-pass" } : null;
  const wanted = one.kinds, looked = choice && choice.preview;
  if (looked && !looked.violations.length && wanted.includes(looked.kind)) return { say: "card", buttons: "#panel-unit .choice .main, #quick .main" };
  if (position.recommended && one.light.includes("recommended")) return { say: "button", buttons: "#recommended" };
  if (lights.order) return { say: "button", buttons: `#next [data-kind="${CSS.escape(lights.order.k)}"]`, order: JSON.stringify(lights.order) };
  // Where the unit lies itself a press would choose another counter of the stack.
  const goals = units.length && card ? Object.keys(card.targets).filter((cell) => cell !== lights.cell && card.targets[cell].kinds.some((kind) => wanted.includes(kind))) : [];
  if (goals.length) return { say: "place", places: units.includes(lights.unit) && goals.includes(lights.target) ? [lights.target] : goals };
  if (!lights.unit) return { say: "place", places: [lights.target] };
  // An order about the place where the unit lies itself stands in its panel.
  if (units.includes(lights.unit) && card && card.orders.some(({ obj }) => wanted.includes(obj.k))) return { say: "button", buttons: wanted.map((kind) => `#panel-unit button.order[data-kind="${CSS.escape(kind)}"]`).join(", ") };
  const row = `#fan [data-unit="${CSS.escape(lights.unit)}"]`;
  return !byId("fan").hidden && document.querySelector(row) ? { say: "row", buttons: row, unit: lights.unit } : { say: "unit", unit: lights.unit, cell: lights.cell };
}

/* Lights it, and brings it into sight when it is another thing than before. */
function light(wanted) {
  const { map } = state;
  for (const each of document.querySelectorAll("button.guided")) each.classList.remove("guided");
  const buttons = wanted && wanted.buttons ? [...document.querySelectorAll(wanted.buttons)] : [];
  // On a narrow window the bar at its foot lies over the panel: its button is the one to press.
  const same = buttons.filter(({ dataset }) => wanted.order && dataset.order === wanted.order), quick = buttons.filter((each) => each.closest("#quick") && each.getClientRects().length);
  const pressed = same.length ? same : quick.length ? quick : buttons;
  for (const each of pressed) each.classList.add("guided");
  byId("side").dataset.lit = pressed[0]?.closest("#now, #panels")?.id || "";
  map.ring(wanted && wanted.say === "unit" ? wanted : null);
  const places = (wanted && wanted.places) || [];
  byId("guided").replaceChildren(...places.map((name) => {
    const cell = map.cells.get(name), [x, y] = map.spot(name) || [];
    return cell ? s("path", { d: cell.outline, "data-cell": name }) : s("circle", { cx: x, cy: y, r: RIM, "data-cell": name });
  }));
  const now = wanted ? JSON.stringify([wanted.say, wanted.unit, places, shown]) : "";
  const goals = wanted && wanted.say === "unit" ? [wanted.cell] : places.length === 1 ? places : [];
  if (now !== seen && goals.length) {
    map.see(goals, LEAST);
    // Where the panel lies below the map, one of the two may be out of sight.
    if (byId("window").getBoundingClientRect().top < 0) byId("map").scrollIntoView();
  }
  // A button below the edge of its panel, or of a narrow window, is brought up to it.
  if (now !== seen || pressed[0] !== under) pressed[0]?.scrollIntoView({ block: "nearest" });
  [seen, under] = [now, pressed[0]];
}

/* The row of a stack and what a roll brought draw their buttons themselves. */
const anew = new MutationObserver(() => { if (step()) draw(); });
for (const id of ["fan", "fall"]) anew.observe(byId(id), { attributes: true, attributeFilter: ["hidden"], childList: true });

function draw() {
  const one = step(), place = byId("guide"), wanted = one ? asked(one) : null;
  place.hidden = !found || !found.steps.length || (found.left && found.at >= found.steps.length);
  document.body.classList.toggle("guiding", Boolean(one));
  place.replaceChildren(...(place.hidden ? [] : told(one, wanted)));
  light(wanted);
}

function told(one, wanted) {
  const t = words(), { steps } = found, at = pending ?? found.at, say = wanted && (typeof t[wanted.say] === "function" ? t[wanted.say](wanted.unit) : t[wanted.say]);
  const button = (id, text, click, main) => h("button", { type: "button", id, class: main ? "main" : "small", click }, text);
  if (found.left) return [button("guide-again", t.again, () => go(at))];
  if (!one) return [h("p", { id: "guide-title" }, t.over), button("guide-close", t.close, () => go(at, true), true)];
  // What a step says is true when its decision has come: until then its title is enough.
  const here = !one.kinds.length || ready(one);
  return [h("p", { class: "note" }, t.step(at + 1, steps.length)), h("h3", { id: "guide-title" }, here ? one.title : t.coming(one.title)),
    ...(here ? one.lines.map((line) => h("p", {}, line)) : []), here && one.paragraphs.length ? h("p", { class: "row" }, one.paragraphs.map((number) => paragraph(number, rule))) : "",
    say ? h("p", { id: "guide-hint", class: "here" }, say) : one.kinds.length ? "" : h("p", { class: "note" }, t.lit),
    h("div", { class: "row" }, wanted && wanted.say === "wait" ? button("guide-pass", t.pass, pass) : "", one.kinds.length && at + 1 === steps.length ? "" : button("guide-next", one.kinds.length ? t.skip : t.next, () => go(at + 1), !one.kinds.length), button("guide-leave", t.leave, () => go(at, true)))];
}

/* What the game asks before it comes to the step, as the computer would decide it; one undo takes it back. */
const pass = () => attempt(async () => {
  Object.assign(state, { units: [], card: null, choice: null });
  await take(await ask("recommended", { guide: true }));
  await begin();
});
