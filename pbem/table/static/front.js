/* The first page at the table: which games there are, and what its buttons ask of the server. */
import { ask, upload } from "./api.js";
import * as copy from "./copy.js";
import { byId, download } from "./dom.js";
import { fold, hand, judged, lobby, turned } from "./lobby.js";
import { attempt, state } from "./state.js";
import { current } from "./words.js";

let shown = null, enter = null, take = null;

/* Shows it; `go` opens the game that is chosen then, `bring` gives it a file that was opened here. */
export async function front(hello, go, bring) {
  [enter, take] = [go, bring];
  copy.close();
  shown = { ...hello, cards: await ask("cards") };
  state.position = null;
  document.body.classList.add("waiting");
  byId("title").textContent = document.title = "pbem";
  byId("players").textContent = "";
  draw();
  await turns();
}

export const showing = () => shown !== null;
export const leaveFront = () => {
  shown = null;
  fold();
  byId("gate").replaceChildren();
};

const place = () => {
  const made = byId("lobby") || Object.assign(document.createElement("div"), { id: "lobby" });
  if (!made.isConnected) byId("gate").replaceChildren(made);
  return made;
};
const draw = () => lobby(place(), shown, DOORS, current());

/* Each request finds out one more; the page can be used meanwhile. */
async function turns() {
  for (let left = shown.games.length; shown && left > 0; ) {
    const found = await ask("turns");
    if (!shown) return;
    for (const each of shown.games) each.turn = found.turns[each.name];
    turned(place(), found.turns, current());
    if (found.left >= left) return;
    left = found.left;
  }
}

const leave = (made) => {
  download(made.file, made.name);
  hand(place(), made, current());
};

const DOORS = {
  practice: (wanted) => attempt(async () => { await ask("practice", wanted); await enter(); }),
  enter: (game) => attempt(async () => { await ask("choose", { game }); await enter(); }),
  named: (given, then) => attempt(async () => {
    await ask("begin", given);
    shown.named = true;
    draw();
    await then();
  }),
  invite: (wanted) => attempt(async () => {
    const made = await ask("invite", wanted);
    await again();
    leave(made);
  }),
  open: (file) => attempt(async () => {
    const found = await upload(file, file.name, "brought");
    DOORS.file = file;
    byId("lobby-file-told")?.remove();
    place().prepend(judged(found, DOORS, () => shown.named, current()));
    place().firstChild.scrollIntoView({ block: "nearest" });
  }),
  take: (game) => attempt(async () => {
    await ask("choose", { game });
    await enter();
    await take(DOORS.file, DOORS.file.name);
  }),
  join: () => attempt(async () => {
    const made = await ask("join");
    await again();
    leave(made);
  }),
  askSeat: (side) => attempt(async () => { leave(await ask("ask-seat", { side })); }),
  takeSeat: () => attempt(async () => {
    const made = await ask("take-seat");
    await again();
    leave(made);
  }),
  start: () => attempt(async () => { await ((await ask("start")).game ? enter() : again()); }),
  post: async (invitation) => (await ask("post", { invitation })).text,
  taken: (invitation, number) => attempt(async () => { await ask("take-answer", { invitation, number }); await enter(); }),
  printed: (game) => attempt(() => copy.open(game, again)),
};

/* The page anew, in the language of now. */
export const again = async () => (copy.copying() ? copy.again() : front(await ask("hello"), enter, take));
export const brought = (file) => DOORS.open(file);
