/* An owner's own map and counters over ours, in play: only in their browser, and only while they want it. */
import { ask, picture } from "./api.js";
import { byId, h, s } from "./dom.js";

const KEEP = "pbem-own", HALF = 25;
let found = null, board = 0;

const wanted = () => sessionStorage.getItem(KEEP) !== "no";

/* Nothing is known of another game. */
export function forget() { board = 0; }

/* Lays what there is over a position; what there is, is asked once for a board. */
export async function show(number, position) {
  if (board !== number) {
    found = await ask("own-shown");
    await map();
    board = number;
  }
  const any = found.sheets.length > 0 || Object.keys(found.counters).length > 0;
  for (const id of ["own-look", "own-wanted"]) byId(id).hidden = !any;
  byId("own-wanted").checked = wanted();
  byId("plane").classList.toggle("own-map", wanted() && found.sheets.length > 0);
  if (any) await counters(position);
}

export async function want(yes, number, position) {
  sessionStorage.setItem(KEEP, yes ? "yes" : "no");
  await show(number, position);
}

async function map() {
  const sheets = await Promise.all(found.sheets.map(async (each) => {
    const image = h("img", { src: await picture(found.game, each.picture), alt: "", width: each.width, height: each.height });
    image.style.transform = each.lies;
    return image;
  }));
  Object.assign(byId("own").style, { width: `${byId("board").getAttribute("width")}px`, height: `${byId("board").getAttribute("height")}px` });
  byId("own").replaceChildren(...sheets);
}

/* The front while it has all its steps, else the back where there is one. A company shows the picture of the whole, and a
   counter that is one of many alike that of its kind: 2Platoon that of platoon. */
function faceOf(name, reduced) {
  const faces = found.counters[name] || found.counters[name.replace(/\.[0-9]+$/, "")] || found.counters[name.replace(/[0-9]/g, "").toLowerCase()];
  return faces && ((reduced.has(name) && faces[1]) || faces[0]);
}

/* Where pictures lie on what is drawn, and whose they may be: a counter shows its own; of a stack that is drawn as one block each
   side's half shows the first of that side that has one, and the ring around it stays. */
function places(drawn, sides) {
  if (!drawn.dataset.names) return [{ drawn, names: [drawn.dataset.name], box: { x: -HALF, y: -HALF, width: 2 * HALF, height: 2 * HALF } }];
  const names = drawn.dataset.names.split("|"), both = [...new Set(names.map((name) => sides.get(name)))].sort();
  const halves = [...drawn.querySelectorAll(":scope > rect")].slice(-both.length);
  return both.map((side, n) => ({ drawn, half: n, names: names.filter((name) => sides.get(name) === side), box: Object.fromEntries(["x", "y", "width", "height"].map((key) => [key, halves[n].getAttribute(key)])) }));
}

async function counters({ piles }) {
  const all = piles.flatMap((pile) => pile.counters), sides = new Map(all), reduced = new Set(all.filter(([, , , less]) => less).map(([name]) => name));
  const lie = [...byId("counters").querySelectorAll(".counter, .block")].flatMap((drawn) => places(drawn, sides))
    .map((place) => [place, wanted() ? place.names.map((name) => faceOf(name, reduced)).find(Boolean) : ""]);
  const pictures = new Map(await Promise.all([...new Set(lie.map(([, sha]) => sha).filter(Boolean))].map(async (sha) => [sha, await picture(found.game, sha)])));
  for (const [{ drawn, half = 0, box }, sha] of lie) {
    const laid = drawn.querySelector(`:scope > .own[data-half="${half}"]`);
    if ((laid ? laid.dataset.picture : "") === (sha || "")) continue;
    if (laid) laid.remove();
    if (!sha) continue;
    const image = s("image", { class: "own", "data-picture": sha, "data-half": half, href: pictures.get(sha), ...box, preserveAspectRatio: "none" });
    drawn.insertBefore(image, drawn.querySelector(":scope > :is(.able, .chosen, .guided)"));
  }
}
