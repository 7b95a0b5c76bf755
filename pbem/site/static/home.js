/* Who plays here, every game as a card, and the games that have begun. */
import { ask, attempt, greet, leave, look, printed, state, table } from "./page.js";
import { byId, h, save } from "./parts.js";
import { lobby, turned } from "./static/lobby.js";
import { current, t } from "./words.js";

export async function draw(hello) {
  const place = byId("playing"), store = state.lasting ? null : h("p", { class: "note" }, t("noStore"));
  if (hello.state === "locked") return place.replaceChildren(locked(hello));
  const page = shown({ ...hello, cards: await ask("cards") }), open = hello.state === "open";
  place.replaceChildren(...[store, hello.named ? h("p", {}, t("hello", hello.name)) : null, hello.copy ? copied(hello.copy) : null, page,
    h("div", { id: "keeping" }, hello.named ? null : fresh(), open ? kept() : back())].filter(Boolean));
  if (open) await turns(hello.games.length);
  return undefined;
}

function shown(found) {
  const page = byId("lobby") || h("div", { id: "lobby" });
  lobby(page, { ...found, locks: true }, DOORS, current());
  return page;
}

/* The cards that came with the page: they can be pressed while the program is still on its way. */
export const early = () => byId("playing").replaceChildren(shown({ cards: JSON.parse(byId("cards").textContent)[current()], games: [], waiting: [], named: false }));

/* Each request finds out one more. */
async function turns(most) {
  for (let left = most; left > 0; ) {
    const found = await ask("turns");
    turned(byId("lobby"), found.turns, current());
    if (found.left >= left) return;
    left = found.left;
  }
}

const DOORS = {
  practice: (wanted) => attempt(async () => { const begun = await ask("practice", wanted); await greet(); await table(begun.game); }),
  enter: (game) => attempt(() => table(game)),
  named: (given, then) => attempt(async () => { await named(given); await then(); }),
  printed: (game) => attempt(() => printed(game)),
  invite: (wanted) => attempt(async () => leave(await ask("invite", wanted))),
  post: async (invitation) => (await ask("post", { invitation })).text,
  taken: (invitation, number) => attempt(async () => { const begun = await ask("take-answer", { invitation, number }); await greet(); await table(begun.game); }),
  open: (file) => attempt(async () => { await look(file, file.name); byId("verdict").scrollIntoView({ block: "nearest" }); }),
};

export async function named(given) {
  await ask("begin", given);
  await greet();
}

const field = (id, word, box) => h("div", { class: "field" }, h("label", { for: id }, t(word)), box);

const form = (word, id, act, ...parts) => h("form", { id, submit: (event) => {
  event.preventDefault();
  attempt(act);
} }, ...parts, h("div", { class: "row" }, h("button", { class: "main" }, t(word))));

function fresh() {
  const name = h("input", { id: "name", required: true, maxlength: "64", autocomplete: "nickname" });
  const password = h("input", { id: "new-password", type: "password", autocomplete: "new-password" });
  return h("details", { id: "naming" }, h("summary", {}, t("newHome")), form("create", "fresh", () => named({ name: name.value, password: password.value }),
    field("name", "name", name), field("new-password", "password", password), h("p", { class: "note" }, t("passwordAbout"))));
}

function locked(hello) {
  const password = h("input", { id: "password", type: "password", autocomplete: "current-password" });
  return form("unlock", "locked", async () => { await ask("unlock", { password: password.value }); await greet(); }, h("p", {}, t("locked", hello.name)), field("password", "password", password));
}

function back() {
  const file = h("input", { id: "backup", type: "file", required: true }), password = h("input", { id: "backup-password", type: "password", autocomplete: "current-password" });
  return h("details", {}, h("summary", {}, t("restore")), form("restore", "restoring", async () => {
    const { said } = await ask("restore", { password: password.value }, await file.files[0].arrayBuffer());
    await greet();
    if (said.length) byId("keeping").append(h("div", { id: "restored" }, said.map((line) => h("p", { class: "note" }, line))));
  }, h("p", { class: "note" }, t("restoreAbout")), file, field("backup-password", "password", password)));
}

const copied = (last) => h("p", {}, t("copy"), " ", last.join(" "), " ", t("isLast"), " ", h("button", { id: "moved", click: () => attempt(async () => { await ask("moved"); await greet(); }) }, t("moved")), " ", t("notLast"));

const kept = () => h("p", {}, h("button", { id: "make-backup", click: () => attempt(async () => save(await ask("backup"))) }, t("backup")), h("span", { class: "note", id: "elsewhere" }, " ", t("elsewhere")));
