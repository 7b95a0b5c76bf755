/* What of the map is looked at: who may act, or the places that are lit, when the game comes to them. */
import { byId } from "./dom.js";
import { state } from "./state.js";

/* The first view is no nearer than this: what lies around is seen, too. */
const NEAR = 0.82, MANY = 100, OVER = 0.4, PHONE = 600;

/* The smallest scale to look at a unit: on a phone a finger has to hit its counter. */
export const handy = () => (globalThis.innerWidth < PHONE ? 1.05 : 0.6);

/* Where these units lie. */
export const placesOf = (units) => [...state.map.piles.values()].filter((pile) => pile.counters.some(([name]) => units.includes(name))).map((pile) => pile.cell);

/* Where somebody may act, else what is lit. */
function lit() {
  const { position, units, card } = state, aims = Object.keys(position.ask.aims);
  if (units.length && card) return [card.cell, ...Object.keys(card.targets)];
  const able = placesOf(position.able);
  return able.length ? able : aims;
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

/* When another decision has come, or others may act than before, and nothing that is lit is in sight, the map goes there. */
export function follow() {
  const { position } = state, now = named(position), fresh = now !== known || position.able.some((name) => !could.includes(name));
  [known, could] = [now, position.able];
  if (fresh && (position.trial || position.step === "decide")) bring();
}

/* Brings what is lit into sight, where none of it is. */
export function bring() {
  const { map, units, card } = state, places = lit();
  if (!places.length) return;
  if (!places.some((cell) => map.shows(cell))) units.length && card ? map.see([card.cell], handy()) : goTo();
  // Where the panel lies below the map, the map may have been scrolled away.
  if (byId("window").getBoundingClientRect().bottom < globalThis.innerHeight / 4) byId("map").scrollIntoView();
}
