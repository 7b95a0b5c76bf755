/* What the dice brought, at the place where they fell, and what the other side did, step by step where it happened. One's own
   roll asks for nothing: the next order, a press on the map or Escape ends it. A playback is gone through, or skipped. */
import { byId, h } from "./dom.js";
import { outcomes } from "./pieces.js";
import { rule, say, state } from "./state.js";
import { sideName, t } from "./words.js";

const KEEP = "pbem-dice";

/* Whether it is wanted; that is kept by the browser. */
export const wanted = () => localStorage.getItem(KEEP) !== "off";
export const want = (on) => localStorage.setItem(KEEP, on ? "on" : "off");

let held = false;

export const hide = () => {
  byId("fall").hidden = true;
  byId("fall").replaceChildren();
  held = false;
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
    h("button", { class: "small", type: "button", id: "fall-close", click: hide }, t("close"))], null);
}

/* A step of a playback; `buttons` lead on. */
export function film(told, head, buttons) {
  hide();
  show(told, head, h("div", { class: "row film" }, buttons));
  held = true;
}

function show(told, head, foot) {
  const box = byId("fall"), places = told.flatMap((each) => each.hexes);
  box.replaceChildren(h("div", { class: "row" }, head),
    h("div", { class: "told", tabindex: "0", role: "status" }, told.map((each) => [outcomes([each], { rule, open: Boolean(each.faces.length) }), each.odds ? h("p", { class: "note odds" }, chance(each.odds)) : null])), foot || "");
  box.hidden = false;
  if (places.length) state.map.see(places, 0.45);
  place(box, places[0]);
}

/* The chance that the roll had of coming so. */
const chance = ({ side, ways, of, good }) => t("fallOdds", sideName(side), ways, of, Number(((100 * ways) / of).toFixed(1)).toLocaleString(document.documentElement.lang), good);

/* Beside the place, so that it stays in sight; at the foot of the map where there is no place. */
function place(box, cell) {
  const spot = cell ? state.map.spot(cell) : null, frame = byId("window"), { scale, x, y } = state.map.stage;
  const { offsetWidth: wide, offsetHeight: high } = box, gap = 46 * scale;
  const [sx, sy] = spot ? [spot[0] * scale + x, spot[1] * scale + y] : [frame.clientWidth / 2, frame.clientHeight];
  const right = sx + gap + wide < frame.clientWidth - 60, left = sx - gap - wide > 6;
  const at = right ? sx + gap : left ? sx - gap - wide : sx - wide / 2;
  const from = right || left ? sy - high / 2 : sy < frame.clientHeight / 2 ? sy + gap : sy - gap - high;
  box.style.left = `${Math.max(6, Math.min(frame.clientWidth - wide - 6, at))}px`;
  box.style.top = `${frame.offsetTop + Math.max(4, Math.min(frame.clientHeight - high - 4, from))}px`;
}

const over = () => { if (!held) hide(); };
for (const kind of ["pointerdown", "wheel"]) byId("window").addEventListener(kind, over, { passive: true });
document.addEventListener("keydown", (event) => { if (event.key === "Escape") over(); });
