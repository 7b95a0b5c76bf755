/* The first page: every game as a card, how to begin one, and the games that have begun. The table of a machine and the program
   in a browser alone show this same page; `doors` says what each of them does when something is pressed. */
import { h } from "./dom.js";
import { handed } from "./hand.js";
import { says } from "./lobby_words.js";

let opened = "", leaving = null, ways = {};

/* `found`: cards, games, waiting, whether a name was given (`named`), and whether a key may have a password here (`locks`). */
export function lobby(place, found, doors, language) {
  const t = says(language), again = () => lobby(place, found, doors, language);
  const file = h("input", { type: "file", id: "lobby-file", hidden: true, change: ({ target }) => { if (target.files.length) doors.open(target.files[0]); } });
  place.classList.add("lobby");
  ways = doors;
  const running = begun(found, doors, t), mine = found.games.length, held = document.activeElement?.id;
  const typed = [...place.querySelectorAll(".naming input")].map(({ id, value }) => [id, value]);
  place.replaceChildren(file, left(t),
    mine ? h("p", { id: "to-begun" }, h("button", { type: "button", click: () => place.querySelector("#begun").scrollIntoView() }, t("goOn", mine))) : "",
    h("section", { id: "cards", "aria-labelledby": "cards-title" }, h("h2", { id: "cards-title" }, t("newGame")),
      h("div", { class: "cards" }, found.cards.map((card) => one(card, found, doors, t, { again, file })))), ...running);
  for (const [id, value] of typed) if (document.getElementById(id)) document.getElementById(id).value = value;
  if (held && document.activeElement === document.body) document.getElementById(held)?.focus({ preventScroll: true });
}

/* Nothing is filled in any more. */
export const fold = () => { opened = ""; };

/* What was written to begin a game, and the ways in which it may leave. */
export function hand(place, made, language) {
  leaving = made;
  place.querySelector("#lobby-leaving")?.replaceWith(left(says(language)));
  place.querySelector("#lobby-leaving")?.scrollIntoView({ block: "nearest" });
}

const icon = (path) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of Object.entries({ width: 18, height: 18, viewBox: "-9 -9 18 18", "aria-hidden": "true" })) made.setAttribute(key, value);
  made.append(Object.assign(document.createElementNS("http://www.w3.org/2000/svg", "path")));
  made.firstChild.setAttribute("d", path);
  return made;
};
const DIE = "M-7-7H7V7H-7zM-3-3h.1M3 3h.1M-3 3h.1M3-3h.1", LETTER = "M-8-5H8V6H-8zM-8-5 0 2 8-5", LAMP = "M-3 4H3M-2 7H2M-3 4C-3 1-6 0-6-3A6 6 0 0 1 6-3C6 0 3 1 3 4", FOLDER = "M-8-6H-2L0-4H8V6H-8z", PEN = "M-7 7-6 3 4-7 7-4-3 6zM-7 7H7";

function one(card, found, doors, t, { again, file }) {
  const id = `card-${card.name}`, scenario = chooser(`${id}-scenario`, card.scenarios.map(([name, title]) => [name, title]), card.chosen);
  const side = chooser(`${id}-side`, card.sides.map((name) => [name, t.side(name)]), card.sides[0]), long = h("dd", {}), equals = h("div", {});
  const options = h("details", { class: "options" }), chosen = kept.get(card.name)?.options || {};
  /* What may be agreed on for the scenario, each at what holds if nobody says anything. */
  const offer = () => {
    const found = card.options[scenario.value] || [];
    options.hidden = !found.length;
    options.replaceChildren(h("summary", {}, t("options", found.length)), ...found.map(([name, title, values], n) => {
      const box = chooser(`${id}-option-${n}`, values.map((value) => [value, t.option(value)]), values.includes(chosen[name]) ? chosen[name] : values[0]);
      box.addEventListener("change", () => { chosen[name] = box.value; remember(); });
      return field(box, title);
    }));
  };
  const said = () => Object.fromEntries((card.options[scenario.value] || []).filter(([name, , values]) => values.includes(chosen[name]) && chosen[name] !== values[0]).map(([name]) => [name, chosen[name]]));
  const told = () => {
    const [, , minutes, balance] = card.scenarios.find(([name]) => name === scenario.value);
    long.textContent = t("long", minutes);
    equals.replaceChildren(...(balance ? [h("dt", {}, t("equals")), h("dd", {}, balance)] : []));
  };
  const pack = chooser(`${id}-pack`, [["", t("ours")], ...card.packs.map(([code, name]) => [code, name])], kept.get(card.name)?.pack || "");
  pack.addEventListener("change", () => remember());
  const wanted = () => ({ game: card.name, pack: pack.value, scenario: scenario.value, side: side.value, options: said() });
  const invite = () => (found.named ? doors.invite(wanted()) : (opened = opened === card.name ? "" : card.name, remember(), again(), document.getElementById(`${id}-name`)?.focus()));
  const remember = () => { kept.set(card.name, wanted()); };
  if (kept.has(card.name)) Object.assign(scenario, { value: kept.get(card.name).scenario }), card.sides.length && (side.value = kept.get(card.name).side);
  scenario.addEventListener("change", () => { told(); offer(); remember(); });
  side.addEventListener("change", remember);
  told();
  offer();
  const says = (word) => `${id}-${word} ${id}-title`;
  const button = (word, main, path, click, more = {}) => h("button", { type: "button", id: `${id}-${word}`, class: main ? "main" : "", "aria-labelledby": says(word), click, ...more }, icon(path), t(word));
  return h("article", { class: "game", id, "aria-labelledby": `${id}-title` },
    h("img", { src: new URL(`./cover-${card.name}.svg`, import.meta.url).href, alt: t("picture", card.title), width: 480, height: 270 }),
    h("div", { class: "about" }, h("h3", { id: `${id}-title` }, card.title), card.lines.map((line) => h("p", {}, line)),
      h("dl", {}, h("div", {}, h("dt", {}, t("length")), long),
        h("div", {}, h("dt", {}, t("difficulty")), h("dd", {}, h("span", { class: "pips", role: "img", "aria-label": t("of", ...card.difficulty) }, Array.from({ length: card.difficulty[1] }, (_, n) => h("i", { class: n < card.difficulty[0] ? "on" : "" }))))), equals),
      h("div", { class: "choose" }, field(scenario, t("scenario")), card.sides.length > 1 ? field(side, t("side")) : null, card.packs.length ? field(pack, t("pack")) : null), options),
    h("div", { class: "doors" }, button("practice", true, DIE, () => doors.practice(wanted())), card.guided ? button("guide", false, LAMP, () => doors.practice({ game: card.name, guided: true })) : null, button("invite", false, LETTER, invite, found.named ? {} : { "aria-expanded": String(opened === card.name) }), button("open", false, FOLDER, () => file.click()), doors.printed ? button("printed", false, PEN, () => doors.printed(card.name)) : null),
    opened === card.name && !found.named ? naming(id, found, t, async (given) => { opened = ""; await doors.named(given, () => doors.invite(wanted())); }) : null);
}

const kept = new Map();

function chooser(id, values, chosen) {
  return h("select", { id }, values.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
}

const field = (box, word) => h("div", {}, h("label", { for: box.id }, word), box);

/* The name is asked for when a mail is to be signed, and not before. */
export function naming(id, found, t, then) {
  const name = h("input", { id: `${id}-name`, required: true, maxlength: "64", autocomplete: "nickname" });
  const password = h("input", { id: `${id}-password`, type: "password", autocomplete: "new-password" });
  return h("form", { class: "naming", submit: (event) => { event.preventDefault(); then({ name: name.value, password: password.value }); } },
    h("p", {}, t("whoAsks")), field(name, t("name")), field(password, t("password")), h("p", { class: "note" }, t("passwordAbout")), h("button", { class: "main" }, t("sign")));
}

function begun({ games, waiting }, doors, t) {
  if (!games.length && !waiting.length) return [];
  const silent = waiting.filter(({ answers }) => !answers);
  return [h("section", { id: "begun", "aria-labelledby": "begun-title" }, h("h2", { id: "begun-title" }, t("begun")),
    h("ul", {}, games.map(({ name, title, scenario, opponent, turn }) => h("li", {}, h("button", { type: "button", "data-game": name, click: () => doors.enter(name) },
      h("b", {}, title, ": ", scenario), " ", h("span", {}, opponent ? t("against", opponent) : ""), h("span", { class: `turn ${turn || "unknown"}`, "data-turn": name }, turn ? t(turn) : ""))))),
    silent.length ? h("p", { class: "note" }, t("waiting"), " ", silent.map(({ title, scenario }) => `${title}: ${scenario}`).join("; ")) : null,
    ...waiting.filter(({ answers }) => answers).map((each) => answered(each, doors, t)))];
}

/* An invitation that was posted: who has answered, and a button to begin with each. */
const answered = ({ name, title, scenario, answers }, doors, t) => h("section", { class: "answers", "data-invitation": name }, h("p", { class: "note" }, t("answers", `${title}: ${scenario}`, answers.length)),
  h("ul", {}, answers.map(([number, who, about]) => h("li", {}, h("button", { type: "button", "data-answer": number, click: () => doors.taken(name, number) }, t("playWith", who)), " ", h("span", { class: "note" }, about)))));

/* Whose turn it is, as it comes to be known. */
export function turned(place, turns, language) {
  const t = says(language);
  for (const each of place.querySelectorAll("[data-turn]")) {
    const turn = turns[each.dataset.turn];
    if (turn) Object.assign(each, { textContent: t(turn), className: `turn ${turn}` });
  }
}

function left(t) {
  if (!leaving) return h("div", { id: "lobby-leaving", hidden: true });
  const { share, mailto } = handed(leaving, "", t("attach", leaving.name)), copied = h("p", { class: "note", role: "status" });
  return h("section", { id: "lobby-leaving", role: "status" }, h("p", {}, t("saved", leaving.name)), h("div", { class: "row" },
    share ? h("button", { type: "button", id: "lobby-share", click: share }, t("share")) : null, h("a", { id: "lobby-mailto", href: mailto, target: "_top" }, t("mailto")),
    h("button", { type: "button", id: "lobby-copy", click: async () => { await navigator.clipboard.writeText(leaving.text); copied.textContent = t("copied"); } }, t("copy")),
    leaving.invitation ? h("button", { type: "button", id: "lobby-post", click: async () => { await navigator.clipboard.writeText(await ways.post(leaving.invitation)); copied.textContent = t("posted"); } }, t("post")) : null), copied);
}

/* What a file is that was opened, and what can be done with it here. */
export function judged(found, doors, named, language) {
  const t = says(language), box = h("section", { id: "lobby-file-told", class: found.good ? "good" : "bad", role: "status" });
  const sign = (act) => (named() ? act() : box.append(naming("brought", {}, t, (given) => doors.named(given, act))));
  const does = !found.good ? null : found.kind === "turn" && found.game ? ["take", () => doors.take(found.game)] : found.kind === "invitation" ? ["join", () => sign(doors.join)] : found.kind === "acceptance" ? ["start", doors.start] : found.kind === "box" ? ["takeSeat", doors.takeSeat] : null;
  const seats = found.good ? found.sides.map((side) => h("button", { type: "button", class: "small", "data-seat": side, click: () => sign(() => doors.askSeat(side)) }, t("askSeat", t.side(side)))) : [];
  box.append(h("p", {}, h("b", {}, found.said)), ...found.more.filter(Boolean).map((line) => h("p", { class: "note" }, line)), does ? h("button", { type: "button", id: `lobby-${does[0]}`, class: "main", click: does[1] }, t(does[0])) : "", seats.length ? h("div", { class: "row" }, ...seats) : "");
  return box;
}
