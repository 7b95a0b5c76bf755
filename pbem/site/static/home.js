/* Who plays here, the games, and new ones. */
import { ask, attempt, greet, leave, state, table } from "./page.js";
import { byId, h, save } from "./parts.js";
import { handed } from "./static/hand.js";
import { current, t } from "./words.js";

export function draw(hello) {
  const place = byId("playing");
  const store = state.lasting ? null : h("p", { class: "note" }, t("noStore"));
  if (hello.state === "new") place.replaceChildren(...[store, fresh(), back()].filter(Boolean));
  else if (hello.state === "locked") place.replaceChildren(locked(hello));
  else place.replaceChildren(...[store, h("p", {}, t("hello", hello.name)), hello.copy ? copied() : null, state.leaving ? leaving(state.leaving) : null, running(hello), another(hello), kept()].filter(Boolean));
}

const field = (id, word, box) => h("div", { class: "field" }, h("label", { for: id }, t(word)), box);

const form = (word, id, act, ...parts) => h("form", { id, submit: (event) => {
  event.preventDefault();
  attempt(act);
} }, ...parts, h("div", { class: "row" }, h("button", { class: "main" }, t(word))));

function fresh() {
  const name = h("input", { id: "name", required: true, maxlength: "64", autocomplete: "nickname" });
  const password = h("input", { id: "new-password", type: "password", autocomplete: "new-password" });
  return form("create", "fresh", async () => { await ask("begin", { name: name.value, password: password.value }); await greet(); },
    h("h3", {}, t("newHome")), field("name", "name", name), field("new-password", "password", password), h("p", { class: "note" }, t("passwordAbout")));
}

function locked(hello) {
  const password = h("input", { id: "password", type: "password", autocomplete: "current-password" });
  return form("unlock", "locked", async () => { await ask("unlock", { password: password.value }); await greet(); }, h("p", {}, t("locked", hello.name)), field("password", "password", password));
}

function back() {
  const file = h("input", { id: "backup", type: "file", required: true }), password = h("input", { id: "backup-password", type: "password", autocomplete: "current-password" });
  return h("details", {}, h("summary", {}, t("restore")), form("restore", "restoring", async () => {
    await ask("restore", { password: password.value }, await file.files[0].arrayBuffer());
    await greet();
  }, h("p", { class: "note" }, t("restoreAbout")), file, field("backup-password", "password", password)));
}

/* What was written to begin a game: with the downloads, and by any other way that this device has. */
function leaving(made) {
  const { share, mailto } = handed(made, "", t("attach", made.name));
  const copy = () => attempt(async () => { await navigator.clipboard.writeText(made.text); byId("copied").hidden = false; });
  return h("div", { id: "leaving", role: "status" }, h("p", {}, t("saved", made.name)), h("div", { class: "row" },
    share ? h("button", { id: "share", click: () => attempt(share) }, t("share")) : null, h("a", { id: "mailto", href: mailto }, t("mailto")),
    h("button", { id: "copy-letters", click: copy }, t("copyLetters"))), h("p", { id: "copied", class: "note", hidden: true }, t("copied")));
}

const copied = () => h("p", {}, t("copy"), " ", h("button", { id: "moved", click: () => attempt(async () => { await ask("moved"); await greet(); }) }, t("moved")));

const running = (hello) => h("div", {}, h("h3", {}, t("yourGames")), hello.games.length ? null : h("p", { class: "note" }, t("none")),
  hello.games.map(({ name, label }) => h("div", { class: "row" }, h("button", { class: "main", "data-game": name, title: t("open"), click: () => attempt(() => table(name)) }, label))),
  hello.waiting.length ? h("p", { class: "note" }, `${t("waiting")}: ${hello.waiting.map(({ label }) => label).join("; ")}`) : null);

function another(hello) {
  const game = h("select", { id: "game" }, hello.rules.map(({ name, title }) => h("option", { value: name }, title)));
  const scenario = h("select", { id: "scenario" }), side = h("select", { id: "side" });
  const chosen = () => ({ game: game.value, scenario: scenario.value, side: side.value });
  const fill = () => attempt(async () => {
    const found = await ask("about", { game: game.value, language: current() });
    for (const [box, values] of [[scenario, found.scenarios], [side, found.sides]]) box.replaceChildren(...values.map(([value, text]) => h("option", { value }, text)));
  });
  game.addEventListener("change", fill);
  const box = h("details", { id: "another", toggle: () => { if (box.open && !scenario.options.length) fill(); } }, h("summary", {}, t("newGame")),
    form("practice", "practice", async () => { const begun = await ask("practice", chosen()); await greet(); await table(begun.game); },
      field("game", "game", game), field("scenario", "scenario", scenario), field("side", "side", side)),
    h("button", { id: "invite", click: () => attempt(async () => leave(await ask("invite", chosen()))) }, t("invite")));
  return box;
}

const kept = () => h("p", {}, h("button", { id: "make-backup", click: () => attempt(async () => save(await ask("backup"))) }, t("backup")));
