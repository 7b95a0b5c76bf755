/* What of the map is looked at: who may act, or the places that are lit, when the game comes to them. */
import { byId } from "./dom.js";
import { state } from "./state.js";

/* The first view is no nearer than this: what lies around is seen, too. */
const NEAR = 0.82, MANY = 100, OVER = 0.4, PHONE = 600, APART = 0.45;

/* The smallest scale to look at a unit: on a phone a finger has to hit its counter. */
export const handy = () => (globalThis.innerWidth < PHONE ? 1.05 : 0.6);

/* Where these units lie. */
export const placesOf = (units) => [...state.map.piles.values()].filter((pile) => pile.counters.some(([name]) => units.includes(name))).map((pile) => pile.cell);

/* What may be pressed on the map: where the chosen units can go, else where somebody may act, else what is lit. */
function lit() {
  const { position, units, card } = state, goals = units.length && card ? Object.keys(card.targets) : [];
  if (units.length && card) return goals.length ? goals : [card.cell];
  const able = placesOf(position.able);
  return able.length ? able : Object.keys(position.ask.aims);
}

/* The units that may act, else the places that may be chosen, else where something happened last: all of it at once. On a phone the
   first of it that lies on the map, as large as a finger needs it. */
export function goTo() {
  const { map, position } = state, able = placesOf(position.able);
  const aims = Object.keys(position.ask.aims), last = [...position.draft, ...position.last].flatMap((each) => each.outcomes.flatMap((outcome) => outcome.hexes)).slice(-40);
  const first = able.length ? able : aims.length && aims.length < MANY ? aims : last;
  const on = able.find((cell) => map.cells.has(cell)) || [able, aims, last].flat()[0];
  if (globalThis.innerWidth >= PHONE && first.length) map.span(first, NEAR);
  else if (on) map.see([on], handy());
  else map.see(map.amid(), globalThis.innerWidth < PHONE ? OVER : 0);
}

let known = "", could = [];

/* The decision in hand, so that another one is known for what it is. */
const named = ({ step, due, trial, kinds, moment }) => [step, moment.turn, moment.phase, trial ? trial.why : due.why, ...kinds.map(({ kind }) => kind)].join("/");

/* When nothing that is lit is in sight, the map goes there; where another decision has come, or others may act than before, and
   the panel lies below the map, the map is scrolled back into the window, too. */
export function follow() {
  const { position } = state, now = named(position), fresh = now !== known || position.able.some((name) => !could.includes(name));
  [known, could] = [now, position.able];
  if (position.trial || position.step === "decide") bring(fresh);
}

/* Brings what is lit into sight, where none of it is; an order that only the panel has, too. */
export function bring(back = true) {
  const { map, units, card } = state, places = lit();
  if (!places.length) return;
  if (back && byId("window").getBoundingClientRect().bottom < globalThis.innerHeight / 4) byId("map").scrollIntoView();
  if (!places.some((cell) => map.shows(cell))) units.length && card ? between(card.cell, places) : goTo();
  if (units.length && card && !state.choice && !Object.keys(card.targets).length) document.querySelector("#panel-unit button.order")?.scrollIntoView({ block: "nearest" });
}

/* The chosen units and the nearest place where they can go; that place alone where they lie too far apart. */
function between(cell, goals) {
  const { map } = state, from = map.spot(cell) || map.middle(), far = (name) => { const at = map.spot(name); return at ? Math.hypot(at[0] - from[0], at[1] - from[1]) : Infinity; };
  const near = goals.reduce((best, name) => (far(name) < far(best) ? name : best));
  map.span([cell, near], Math.max(map.stage.scale, handy()));
  if (map.stage.scale < APART) map.see([near], handy());
}
