/* The stack viewer: the counters of a place side by side, large; on hover to look, on a tap or with the keyboard to choose. */
import { byId, h, s } from "./dom.js";
import { attempt, state } from "./state.js";
import { choose } from "./unit.js";
import { t } from "./words.js";

const WAIT = 350, GRACE = 300, FINGER = 44;
let waiting = 0, leaving = 0, wanted = "", shown = "", held = false, pressed = false;

/* A counter by itself, as it lies on the map, with its badges. */
export function counterOf(name, size) {
  const found = [...byId("counters").querySelectorAll(".counter")].findLast((each) => each.dataset.name === name);
  const svg = s("svg", { viewBox: "-30 -30 60 60", width: size, height: size, "aria-hidden": "true", "text-anchor": "middle", "font-family": "'Helvetica Neue',Arial,'Liberation Sans','DejaVu Sans',sans-serif" });
  if (!found) return svg;
  const where = found.getAttribute("transform"), pile = found.parentNode;
  for (const part of [found, ...pile.children].filter((each, n) => n === 0 || (!each.classList.contains("counter") && each.getAttribute("transform") === where))) {
    const copy = part.cloneNode(true);
    copy.removeAttribute("transform");
    copy.removeAttribute("data-name");
    copy.classList.remove("counter");
    for (const ring of copy.querySelectorAll(".able, .chosen, .guided, title")) ring.remove();
    svg.append(copy);
  }
  return svg;
}

/* Shows what lies at a place; `keep`: until something is chosen or it is closed, with the focus inside. */
export function show(cell, keep = false) {
  const pile = state.map.piles.get(cell), box = byId("fan");
  if (!pile || !pile.counters.length) return;
  const from = document.activeElement;
  shown = cell;
  held = keep;
  pressed = false;
  const close = () => { hide(); (from && from.isConnected ? from : byId("window")).focus({ preventScroll: true }); };
  const items = pile.counters.map(([name, , said], n) => h("button", { type: "button", id: `fan-${n}`, class: state.position.able.includes(name) ? "able" : "", "data-unit": name, title: said, click: (event) => { const more = event.shiftKey; close(); attempt(() => choose(more ? [...state.units, name] : [name])); } },
    counterOf(name, 64), h("span", {}, name)));
  box.replaceChildren(h("p", {}, h("b", {}, state.map.said(cell).name), ` · ${t("units", pile.counters.length)}`, keep ? h("button", { type: "button", class: "small", id: "fan-close", click: close }, t("close")) : null), h("div", { class: "items", role: "group", "aria-label": t("stackAt", state.map.said(cell).name) }, items));
  box.hidden = false;
  place(box, cell);
  box.onkeydown = (event) => {
    const at = items.indexOf(document.activeElement), step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) items[(at + step + items.length) % items.length].focus();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (keep) items[0].focus({ preventScroll: true });
}

/* Beside the stack and inside the window, so that the stack itself stays in sight. */
function place(box, cell) {
  const spot = state.map.spot(cell), frame = byId("window"), { scale, x, y } = state.map.stage;
  const [sx, sy] = spot ? [spot[0] * scale + x, spot[1] * scale + y] : [frame.clientWidth / 2, 40];
  const gap = 40 * scale + 14, { offsetWidth: wide, offsetHeight: high } = box;
  const below = sy + gap + high < frame.clientHeight;
  box.style.left = `${Math.max(6, Math.min(frame.clientWidth - wide - 6, sx - wide / 2))}px`;
  box.style.top = `${frame.offsetTop + Math.max(4, Math.min(frame.clientHeight - high - 4, below ? sy + gap : sy - gap - high))}px`;
}

export function hide() {
  clearTimeout(waiting);
  stay();
  byId("fan").hidden = true;
  wanted = shown = "";
  held = false;
}

/* A mouse on its way from the stack to the viewer may cross other places: the viewer goes a moment later. */
const stay = () => { clearTimeout(leaving); leaving = 0; };
const fade = () => { leaving = leaving || setTimeout(() => { leaving = 0; if (!held && !wanted) hide(); else if (!held) { byId("fan").hidden = true; shown = ""; } }, GRACE); };

const pileAt = (event) => event.target.closest && event.target.closest(".pile");

export function watch() {
  const frame = byId("window"), box = byId("fan");
  frame.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || held || event.buttons) return;
    const pile = pileAt(event), cell = pile ? pile.dataset.cell : "";
    if (shown && cell !== shown) fade();
    else stay();
    if (cell === wanted) return;
    clearTimeout(waiting);
    wanted = cell;
    if (cell && cell !== shown && (state.map.piles.get(cell)?.counters.length || 0) > 1) waiting = setTimeout(() => { stay(); show(cell); }, WAIT);
  });
  // A tap that opens the viewer clicks once more where the finger leaves it: only what was pressed here is meant.
  box.addEventListener("pointerdown", () => { pressed = true; }, true);
  box.addEventListener("click", (event) => { if (event.detail && !pressed) event.stopPropagation(); }, true);
  box.addEventListener("pointerenter", () => { stay(); clearTimeout(waiting); });
  box.addEventListener("pointerleave", () => { if (!held) fade(); });
  frame.addEventListener("pointerleave", () => { clearTimeout(waiting); wanted = ""; if (!held) fade(); });
  for (const kind of ["pointerdown", "wheel"]) frame.addEventListener(kind, () => hide(), { passive: true });
}

/* Whether a finger could not tell the counters of a stack apart: then the viewer asks which is meant. */
export function tooSmall(event) {
  const pile = pileAt({ target: document.elementFromPoint(event.clientX, event.clientY) });
  const count = pile ? state.map.piles.get(pile.dataset.cell)?.counters.length || 0 : 0;
  if (count < 2) return "";
  const seen = [...pile.querySelectorAll(".counter")].map((each) => each.getBoundingClientRect()).filter(({ width }) => width);
  const middles = seen.map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
  // Counters that overlap are less than a finger apart, however large they are drawn.
  const close = middles.some(([x, y], n) => seen[n].width < FINGER || middles.slice(0, n).some((other) => Math.hypot(other[0] - x, other[1] - y) < FINGER));
  // A mouse can tell counters apart that are drawn; of a stack drawn as one it asks, unless it means the place as a target.
  const small = event.pointerType === "mouse" ? seen.length < count && !meant(pile.dataset.cell) : (seen.length < count || close) && !(meant(pile.dataset.cell) && state.card?.cell !== pile.dataset.cell);
  return small ? pile.dataset.cell : "";
}

/* Whether the units that are chosen are to go for a place: it is lit for them, or nothing in it may act. */
function meant(cell) {
  const { units, card, map, position } = state;
  return units.length > 0 && (Boolean(card && Object.hasOwn(card.targets, cell)) || !map.piles.get(cell).counters.some(([name]) => position.able.includes(name)));
}
