/* What the dice brought, at the place where they fell, and what the other side did, step by step where it happened. One's own
   roll asks for nothing: the next order, a press on the map or Escape ends it. A playback is gone through, or skipped. */
import { byId, h } from "./dom.js";
import { outcomes } from "./pieces.js";
import { bring } from "./sight.js";
import { hush, rule, say, state } from "./state.js";
import { sideName, t } from "./words.js";

const KEEP = "pbem-dice", HEX = 46;

/* Whether it is wanted; that is kept by the browser. */
export const wanted = () => localStorage.getItem(KEEP) !== "off";
export const want = (on) => localStorage.setItem(KEEP, on ? "on" : "off");

let held = false;

export const hide = () => {
  byId("fall").hidden = true;
  byId("fall").replaceChildren();
  held = false;
  state.map.stage.foot = 0;
};

export function fall(list) {
  const told = list.flatMap((each) => each.outcomes);
  hide();
  if (!told.length) return;
  if (!wanted()) {
    say(told.map((each) => each.text).join(" ").slice(0, 400));
    return;
  }
  show(told, [h("b", {}, t("rolled")),
    h("button", { class: "small", type: "button", id: "fall-off", click: () => { want(false); hide(); say(t("fallGone")); } }, t("fallOff")),
    h("button", { class: "small", type: "button", id: "fall-close", click: () => { hide(); bring(); } }, t("close"))], null);
}

/* A step of a playback; `buttons` lead on. */
export function film(told, head, buttons, said = []) {
  hide();
  show(told, head, h("div", {}, said.map((line) => h("p", { class: "said" }, line)), h("div", { class: "row film" }, buttons)));
  held = true;
}

function show(told, head, foot) {
  const box = byId("fall"), places = told.flatMap((each) => each.hexes);
  box.replaceChildren(h("div", { class: "row" }, head),
    h("div", { class: "told", tabindex: "0", role: "status" }, told.map((each) => [outcomes([each], { rule, open: Boolean(each.faces.length) }), each.odds ? h("p", { class: "note odds" }, chance(each.odds)) : null])), foot || "");
  box.hidden = false;
  state.told = places;
  hush();
  byId("map").scrollIntoView({ block: "nearest" });
  if (places.length) state.map.see(places, 0.45);
  place(box, places);
  if (!anew) follow(box);
}

/* The chance that the roll had of coming so. */
const chance = ({ side, ways, of, good }) => t("fallOdds", sideName(side), ways, of, Number(((100 * ways) / of).toFixed(1)).toLocaleString(document.documentElement.lang), good);

/* Where it covers none of the places that it tells of: where it lies already, else near the first. Where there is no such spot, or
   not all of them are in sight, it lies at the foot of the map, and the map shows them above it. */
function place(box, cells, ...here) {
  const { stage } = state.map, frame = byId("window"), { offsetWidth: wide, offsetHeight: high } = box, { clientWidth, clientHeight } = frame;
  const spots = [...new Set(cells)].map((cell) => state.map.spot(cell)).filter(Boolean), gap = HEX * stage.scale;
  const most = [clientWidth - wide - 6, clientHeight - high - 4], foot = [most[0] / 2, most[1]], within = ([x, y]) => [Math.max(6, Math.min(most[0], x)), Math.max(4, Math.min(most[1], y))];
  const seen = () => spots.map(([x, y]) => [x * stage.scale + stage.x, y * stage.scale + stage.y]);
  const covered = ([left, top]) => seen().some(([x, y]) => x > left - gap && x < left + wide + gap && y > top - gap && y < top + high + gap);
  const lost = seen().some(([x, y]) => x < 0 || y < 0 || x > clientWidth || y > clientHeight);
  const [[sx, sy]] = spots.length ? seen() : [[clientWidth / 2, clientHeight]];
  const ways = [...here, [sx + gap, sy - high / 2], [sx - gap - wide, sy - high / 2], [sx - wide / 2, sy + gap], [sx - wide / 2, sy - gap - high], [6, 4], [most[0], 4], [6, most[1]], most].map(within);
  const free = !lost && ways.find((way) => !covered(way)), [left, top] = free || foot;
  if (!free) {
    stage.foot = high + 4;
    stage.span(spots.flatMap(([x, y]) => [[x - HEX, y - HEX], [x + HEX, y + HEX]]), stage.scale);
  }
  box.style.left = `${left}px`;
  box.style.top = `${frame.offsetTop + top}px`;
}

/* What is drawn later, like another row of the strip, makes the map smaller, or the card larger. The map hears of it first. */
let anew;
function follow(box) {
  anew = new ResizeObserver(() => { if (!box.hidden) place(box, state.told, [box.offsetLeft, box.offsetTop - byId("window").offsetTop]); });
  for (const each of [byId("window"), box]) anew.observe(each);
}

const over = () => { if (!held) hide(); };
for (const kind of ["pointerdown", "wheel"]) byId("window").addEventListener(kind, over, { passive: true });
document.addEventListener("keydown", ({ key, target }) => { if (key === "Escape" || (!["Tab", "Shift"].includes(key) && target === byId("window"))) over(); });
