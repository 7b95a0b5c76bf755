/* What the page knows, and how a new position reaches the map and every panel. */
import { ask } from "./api.js";
import { byId, draw, h } from "./dom.js";
import * as own from "./own.js";
import { current, kindName, t } from "./words.js";

export const state = { position: null, sitting: false, units: [], choice: null, came: null, step: null, left: "", sent: null, paper: null, map: null, tab: "orders", card: null, laid: null, told: [], layers: new Map(), look: "units", laidOver: [] };
const panels = [], SHORT = 60, FOOT = 26, STEP = 6;

/* A panel draws itself into its section whenever something has changed. */
export const panel = (name, draw) => panels.push([name, draw]);

export function render() {
  const held = document.activeElement && document.activeElement.id;
  for (const [name, draw] of panels) if (name === "" || name === state.tab) draw(byId("panel-" + name));
  // What is drawn anew loses the focus: it goes back to what bears the same name.
  if (held && document.activeElement === document.body && byId(held)) byId(held).focus({ preventScroll: true });
}

export function say(text) {
  const said = byId("said");
  said.textContent = text;
  clearTimeout(say.timer);
  say.timer = setTimeout(hush, 6000);
  resettle();
}

/* What may be pressed, and the cards that lie on the map. */
const PRESSED = "#under .target, #counters :is(.able, .chosen, .has-able, .has-chosen), #map :is(.look, #map-legend), #fall, #fan, #quick, button, summary, a, select, input";

/* It lies in the window of the map, in the whole window where the map is scrolled away: as low as it covers least of what may be pressed. */
function settle() {
  settling = 0;
  const said = byId("said"), { left, right, height } = said.getBoundingClientRect(), { top, bottom } = byId("window").getBoundingClientRect();
  if (!height) return;
  const [head, foot] = bottom > SHORT && top < innerHeight - SHORT ? [Math.max(0, top), Math.min(innerHeight, bottom)] : [0, innerHeight];
  const boxes = [...document.querySelectorAll(PRESSED)].map((each) => each.getBoundingClientRect()).filter((box) => box.width && box.left < right && box.right > left);
  let best = foot - FOOT, least = Infinity;
  for (let low = best; low - height > head && least; low -= STEP) {
    const covers = boxes.filter((box) => box.top < low && box.bottom > low - height).length;
    if (covers < least) [best, least] = [low, covers];
  }
  said.style.bottom = `${innerHeight - best}px`;
}
let settling = 0;

/* As soon as the page is drawn anew, while something is said: the map may move, and light other places. */
export const resettle = () => { if (byId("said").textContent) settling = settling || requestAnimationFrame(settle); };
document.addEventListener("scroll", resettle, { passive: true });

/* What was said gives way to what is pressed or shown next. */
export const hush = () => { byId("said").textContent = ""; };
document.addEventListener("pointerdown", hush, true);
byId("window").addEventListener("wheel", hush, { passive: true });

export function trouble(error) {
  const box = byId("trouble");
  if (error.status === 0 || error.status === 401) {
    box.replaceChildren(h("p", {}, h("b", {}, t("closed"))));
  } else {
    box.replaceChildren(h("p", {}, h("b", {}, error.message || String(error))), error.hint ? h("p", {}, error.hint) : "",
      ...(error.violations || []).map((each) => h("p", {}, `[${each.paragraph}] ${each.message}`)),
      h("button", { class: "small", click: () => { box.hidden = true; } }, t("close")));
  }
  box.hidden = false;
  if (!("status" in error)) console.error(error);
}

/* What is thrown where an answer comes too late: one is elsewhere by then, and there is nothing to say. */
export const ELSEWHERE = new Error("elsewhere");

/* Does something that asks the server; what goes wrong is said in one place. Gives undefined then. */
export async function attempt(work) {
  byId("trouble").hidden = true;
  try {
    return await busy(work);
  } catch (error) {
    if (error !== ELSEWHERE) trouble(error);
    return undefined;
  }
}

let under_way = 0;

/* While something is asked the page says so. */
export async function busy(work) {
  under_way += 1;
  document.body.classList.add("busy");
  try {
    return await work();
  } finally {
    under_way -= 1;
    document.body.classList.toggle("busy", under_way > 0);
  }
}

export const rule = (number) => attempt(async () => {
  const { text } = await ask("rule", { paragraph: number });
  say(text ? `[${number}] ${text}` : `[${number}]`);
});

/* What was written without asking, in words. */
export const wrote = ({ wrote: list = [] }) => (list.length ? t("wroteItself", list.map(({ kind, moment }) => `${kindName(kind)} (${moment.phase})`).join(", ")) : "");

/* Takes a position of the server for the one to show. */
export async function take(position) {
  const before = state.position;
  state.position = position;
  byId("fall").hidden = true;
  await lay(position);
  document.body.classList.toggle("trial", Boolean(position.trial));
  byId("ribbon").hidden = !position.trial;
  const here = new Set(position.piles.flatMap((pile) => pile.counters.map(([name]) => name)));
  state.units = state.units.filter((name) => here.has(name));
  Object.assign(state, { choice: null, left: position.left || "" });
  state.laid = position.ask.laid && { row: state.laid ? state.laid.row : [...position.ask.laid.start] };
  mark();
  // Where the turn may be sent, it stands beside the button, and that has the focus.
  const news = [position.step === "decide" ? state.left : "", wrote(position)].filter(Boolean).join(" ");
  if (news) say(news);
  else if (before && before.moment.phase !== position.moment.phase) say([t("turn", position.moment.turn, position.moment.name), position.moment.phase].join(" · "));
  render();
}

const FEW = 4, COSTLY = ["buy", "discard"];

/* What comes next has the focus: what is to be pressed, or the map where units or places are to be chosen. Of many buttons none
   has it, nor one that gives something away: a key pressed unawares must not buy or discard. */
export function attend() {
  const { position } = state, { plain, aims } = position.ask;
  const costs = plain.length > FEW || plain.some(({ obj }) => obj.card || COSTLY.includes(obj.k));
  const map = position.step === "decide" && (position.able.length || Object.keys(aims).length || costs || position.recommended);
  const goal = map ? byId("window") : document.querySelector("#after-all") || document.querySelector("#next button.main, #next button") || byId("window");
  goal.focus({ preventScroll: true });
}

/* Lays any position, a step of a playback too, on the map. */
export async function lay(position) {
  if (position.board !== state.map.number || current() !== state.map.language) {
    state.map.board(await ask("board"));
    state.map.language = current();
  }
  state.map.show(position, position.able || []);
  await own.show(state.map.number, position);
  await layers(position === state.position);
  byId("heading").textContent = position.heading;
}

/* The ways to look at the map; in some of them no counters lie on it. */
export const LOOKS = ["units", "control", "supply", "terrain"];

export async function lookAs(mode) {
  state.look = mode;
  byId("look").value = mode;
  await layers();
  render();
}

/* Lays the layers that are wanted over the ground; a playback shows its counters, and none of the layers. */
export async function layers(wanted = true) {
  const laid = [], mode = wanted ? state.look : "units";
  byId("plane").dataset.look = mode;
  if (mode === "control" || mode === "supply") laid.push(await ask("look", { mode }));
  for (const [key, about] of wanted ? state.layers : []) {
    const [layer, side] = key.split("/");
    Object.assign(about, await ask("layer", { layer, side }));
    laid.push(about);
  }
  draw(byId("layers"), laid.map(({ drawing }) => drawing).join(""));
  state.laidOver = laid;
  document.dispatchEvent(new Event("laid"));
}

/* Marks what is chosen and where it can go. */
export function mark() {
  const { map, units, card, choice } = state;
  map.marked("chosen", units);
  const aims = Object.fromEntries(Object.keys(state.position.ask.aims).map((cell) => [cell, {}]));
  const { laid } = state.position.ask;
  if (laid && state.laid) laid.places.forEach((cell, n) => { aims[cell] = { words: String(state.laid.row[n]) }; });
  const targets = state.came ? {} : units.length ? (card && card.targets) || {} : aims;
  const shown = choice && choice.preview;
  map.light({
    targets: Object.fromEntries(Object.entries(targets).map(([cell, about]) => [cell, about.words || ""])),
    big: Boolean(laid),
    path: shown && !shown.violations.length ? shown.cells : [],
    goal: shown && !shown.violations.length ? choice.cell : "",
    bad: choice && (!shown || shown.violations.length) ? choice.cell : "",
  });
  resettle();
}
