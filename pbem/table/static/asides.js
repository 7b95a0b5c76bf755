/* What players ask of each other: offers and their answers, going back, the end of the game, papers, standing orders. */
import { ask } from "./api.js";
import { byId, download, h } from "./dom.js";
import { noted, pen } from "./notes.js";
import { came } from "./post.js";
import { attempt, panel, render, say, state, take } from "./state.js";
import { open } from "./tabs.js";
import { sideName, t, WORDS } from "./words.js";

const add = (language, words, next, debt, theirs) => {
  Object.assign(WORDS[language], words);
  Object.assign(WORDS[language].next, { reply: next });
  Object.assign(WORDS[language].debt, { reply: debt });
  Object.assign(WORDS[language].debtTheirs, { reply: theirs });
};
add("en", {
  tabGame: "Game", offerTitle: "What is offered", offerYes: "Accept", offerNo: "Decline", offerUnsent: "It counts when it has been sent.", offerDrop: "Not after all",
  offerWaits: "Your opponent has not answered it yet.", historyTitle: "Go back to an earlier moment",
  historyAbout: "If both agree, the game stands there again: dice that were rolled and secrets that were opened stay so, and what follows has new dice.",
  historyShow: "Show what has happened", historyNone: "Nothing to go back to yet.", historyBack: "Back to here",
  historySure: (n) => `Offer to go back to where the game stood after entry ${n}? Your opponent has to agree.`, offerIt: "Offer it", keepOn: "No, play on",
  historyAgain: "The same orders again, with new dice: both programs give them while they are legal",
  endTitle: "End the game", resign: "Resign", draw: "Offer a draw", wins: (side) => `Offer: victory for ${side}`, ended: "Sign the result",
  endSure: { resign: "Resign? Your signature alone makes it bind, and it cannot be taken back.", agree: "Sign this offer? It binds when your opponent signs it too.", result: "Sign the result of this game, for your opponent and for ladders?" },
  elsewhereTitle: "At a command line", elsewhereHere: (game) => `The same game goes on in a terminal: type pbem play ${game}. What is done there shows here, and the other way round.`,
  elsewhereWithin: (game) => `Save a backup on the first page. Where pbem is installed, type pbem backup restore FILE, then pbem play ${game}. To come back, type pbem backup, and put its file back on the first page of an empty browser. Play at one of the two places at a time.`, signIt: "Sign", handTitle: "Hand this game to somebody", handAbout: "To a substitute, or to another machine of your own. There somebody opens a log of this game on the first page (or types pbem seat ask LOG), asks for your seat and sends you the file: choose it here. You give them a box that only they can open; they send a receipt, which you choose here too.", handKeep: "Play on myself", answerPaper: { give: "Give them the seat", agree: "I agree", receive: "Sign the seat over" },
  answerSure: { give: "Give them the seat? The game stands still here until their receipt comes.", agree: "Sign that your opponent may hand over their seat?", receive: "Sign the seat over? From then on this home signs nothing in this game." }, paperSaved: (name) => `Saved as ${name}.`, standTitle: "Standing orders", standShow: "Show what stands", standUsual: "Let these orders stand", standFollow: "Answer by them now", standPrepare: "Decide that as recommended", standDrop: "End them", openTitle: "Look at a file",
  openAbout: "A turn, evidence, a result, a ruling: choose it here, or drop it anywhere on this page. Nothing is stored before you say so.", openFile: "Choose a file",
  paperTitle: (kind) => `The paper: ${kind}`, paperSign: "Put my signature under it", dropHere: "Drop the file",
  paperKeep: "Keep it with the game", papersTitle: "Papers of this game", overTitle: "The game is over by a signed paper", playOn: "Play on all the same",
  playOnSure: "Play on although the game is over by a signed paper? The paper lapses when your opponent plays on too.", refusedTitle: "Your turn was refused", refereeTitle: "The referee",
  paceTitle: "Pace", paceAbout: "Days for each decision, a bank for what takes longer, holidays. Each turn with a decision then says when it was signed. Nothing ever happens by itself: who is late may be claimed.", paceEach: "A decision", paceBank: "Bank", paceHolidays: "Holidays, days a year", paceSlack: "A mail may take", paceOffer: "Offer this pace", paceAccept: "Sign the pace that is offered",
  paceSure: { offer: "Sign this pace? It counts when your opponent has signed it too.", accept: "Sign the pace? It counts from then on.", away: "Sign that you are away then?", give: "Sign that you give this time? It cannot be taken back." }, paceFirst: "Away from", paceLast: "to", paceAway: "Say that you are away", paceTime: "Time for your opponent", paceGive: "Give it",
}, "Answer what is offered.", "an answer to an offer", "an answer to an offer");
add("es", {
  tabGame: "Partida", offerTitle: "Lo que se ofrece", offerYes: "Aceptar", offerNo: "Rechazar", offerUnsent: "Cuenta cuando se haya enviado.", offerDrop: "Mejor no",
  offerWaits: "Tu rival aún no ha contestado.", historyTitle: "Volver a un momento anterior",
  historyAbout: "Si ambos están de acuerdo, la partida vuelve allí: los dados tirados y los secretos abiertos quedan así, y lo que sigue tiene dados nuevos.",
  historyShow: "Mostrar lo ocurrido", historyNone: "Aún no hay adónde volver.", historyBack: "Volver aquí",
  historySure: (n) => `¿Ofrecer volver a como estaba la partida tras la entrada ${n}? Tu rival tiene que aceptar.`, offerIt: "Ofrecerlo", keepOn: "No, seguir",
  historyAgain: "Otra vez las mismas órdenes, con dados nuevos: ambos programas las dan mientras sean legales",
  endTitle: "Acabar la partida", resign: "Abandonar", draw: "Ofrecer un empate", wins: (side) => `Ofrecer: victoria para ${side}`, ended: "Firmar el resultado",
  endSure: { resign: "¿Abandonar la partida? Tu firma sola obliga, y no se puede retirar.", agree: "¿Firmar esta oferta? Obliga cuando tu rival también firma.", result: "¿Firmar el resultado de esta partida, para tu rival y para clasificaciones?" },
  elsewhereTitle: "En una línea de comandos", elsewhereHere: (game) => `La misma partida sigue en un terminal: escribe pbem play ${game}. Lo que se hace allí se ve aquí, y al revés.`,
  elsewhereWithin: (game) => `Guarda una copia de seguridad en la primera página. Donde esté instalado pbem, escribe pbem backup restore ARCHIVO y después pbem play ${game}. Para volver, escribe pbem backup y recupera su archivo en la primera página de un navegador vacío. Juega en un solo sitio a la vez.`, signIt: "Firmar", handTitle: "Ceder esta partida a alguien", handAbout: "A un suplente, o a otra máquina tuya. Allí se abre un registro de esta partida en la primera página (o se escribe pbem seat ask REGISTRO), se pide tu asiento y te mandan el archivo: elígelo aquí. Les das un sobre que nadie más puede abrir; te mandan un recibo, que también eliges aquí.", handKeep: "Seguir jugando yo", answerPaper: { give: "Darles el asiento", agree: "Estoy de acuerdo", receive: "Firmar la cesión" },
  answerSure: { give: "¿Darles el asiento? La partida queda parada aquí hasta que llegue su recibo.", agree: "¿Firmar que tu rival puede ceder su asiento?", receive: "¿Firmar la cesión? Desde entonces esta carpeta no firma nada en esta partida." }, paperSaved: (name) => `Guardado como ${name}.`, standTitle: "Órdenes permanentes", standShow: "Mostrar las que hay", standUsual: "Dejar puestas estas órdenes", standFollow: "Contestar ahora con ellas", standPrepare: "Decidirlo como se recomienda", standDrop: "Quitarlas", openTitle: "Mirar un archivo",
  openAbout: "Un turno, una prueba, un resultado, un fallo: elígelo aquí o suéltalo sobre esta página. Nada se guarda antes de que lo digas.", openFile: "Elegir un archivo",
  paperTitle: (kind) => `El documento: ${kind}`, paperSign: "Poner mi firma", dropHere: "Suelta el archivo",
  paperKeep: "Guardarlo con la partida", papersTitle: "Documentos de esta partida", overTitle: "La partida ha acabado por escrito", playOn: "Seguir jugando de todos modos",
  playOnSure: "¿Seguir aunque la partida haya acabado por escrito? El documento caduca cuando tu rival también sigue.", refusedTitle: "Tu turno fue rechazado", refereeTitle: "El árbitro",
  paceTitle: "Ritmo", paceAbout: "Días para cada decisión, una reserva para lo que tarda más, vacaciones. Cada envío con una decisión dice entonces cuándo se firmó. Nada ocurre por sí solo: quien se retrasa puede ser reclamado.", paceEach: "Una decisión", paceBank: "Reserva", paceHolidays: "Vacaciones, días al año", paceSlack: "Un correo puede tardar", paceOffer: "Ofrecer este ritmo", paceAccept: "Firmar el ritmo que se ofrece",
  paceSure: { offer: "¿Firmar este ritmo? Vale cuando tu rival también lo haya firmado.", accept: "¿Firmar el ritmo? Vale desde entonces.", away: "¿Firmar que estarás fuera esos días?", give: "¿Firmar que das este tiempo? No se puede retirar." }, paceFirst: "Fuera desde el", paceLast: "hasta el", paceAway: "Decir que estarás fuera", paceTime: "Tiempo para tu rival", paceGive: "Darlo",
}, "Contesta a lo que se ofrece.", "una respuesta a una oferta", "una respuesta a una oferta");

const here = { sure: null, rows: null, made: null, stands: null };

panel("game", (section) => {
  const { position, paper } = state;
  section.replaceChildren(...standing(position), ...offer(position), ...(paper ? verdict(paper) : []), ...(here.made ? written(here.made) : []), ...looking(),
    ...(position.trial ? [] : [...history(), ...ending(position), ...pacing(position), ...handing(position), ...stands(), ...noted(), ...elsewhere(position)]));
});

/* The same game where one types: how it goes there and comes back. */
const WITHIN = document.documentElement.classList.contains("within");
const elsewhere = ({ game }) => [h("h3", {}, t("elsewhereTitle")), h("p", { class: "note", id: "elsewhere" }, t(WITHIN ? "elsewhereWithin" : "elsewhereHere", game))];

/* A question before anything is signed. */
function sure(text, yes, go, more = null) {
  return h("section", { class: "card", role: "alertdialog", "aria-label": text }, h("p", {}, h("b", {}, text)), more, h("div", { class: "row" },
    h("button", { class: "grave", id: "sure", click: () => { here.sure = null; go(); } }, yes),
    h("button", { id: "keep-on", click: () => { here.sure = null; render(); } }, t("keepOn"))));
}

function ask_first(key, make) {
  here.sure = { key, make };
  render();
  const button = byId("sure");
  if (button) button.focus();
}

const asked = (key) => (here.sure && here.sure.key === key ? here.sure.make() : null);
const change = (name, given) => attempt(async () => {
  Object.assign(here, { sure: null, rows: null });
  await take(await ask(name, given));
});

// --- offers ----------------------------------------------------------------------------------------------------------

function offer({ offer: found, aside }) {
  if (!found && !aside) return [];
  const lines = found ? [h("p", { class: "said" }, h("b", {}, found.said)), ...found.lines.map((line) => h("p", { class: "note" }, line))] : [];
  return [h("section", { class: "card", id: "offer" }, h("h3", {}, t("offerTitle")), ...lines,
    found && found.answer ? answers() : null,
    found && found.mine && !aside ? h("p", { class: "note" }, t("offerWaits")) : null,
    aside ? h("p", { class: "note" }, t("offerUnsent")) : null,
    aside ? h("div", { class: "row" }, h("button", { id: "withdraw", click: () => change("withdraw") }, t("offerDrop"))) : null)];
}

const answers = () => h("div", { class: "row" }, h("button", { class: "main", id: "offer-yes", click: () => change("reply", { yes: true }) }, t("offerYes")),
  h("button", { id: "offer-no", click: () => change("reply", { yes: false }) }, t("offerNo")));

/* The same above the tabs, where the next step always stands. */
export function replying({ offer: found }) {
  return [found ? h("p", {}, h("b", {}, found.said)) : null, h("button", { class: "main", id: "to-offer", click: () => open("game") }, t("offerTitle"))].filter(Boolean);
}

// --- going back ------------------------------------------------------------------------------------------------------

function history() {
  const rows = here.rows;
  const list = rows === null ? h("div", { class: "row" }, h("button", { id: "history", click: () => attempt(async () => { here.rows = (await ask("history")).rows; render(); }) }, t("historyShow")))
    : rows.length ? h("ol", { class: "draft", id: "history-rows" }, rows.map(past)) : h("p", { class: "note" }, t("historyNone"));
  return [h("h3", {}, t("historyTitle")), h("p", { class: "note" }, t("historyAbout")), list];
}

function past(row) {
  const key = `back/${row.entry}`, again = h("input", { type: "checkbox", id: "again" });
  const offered = () => sure(t("historySure", row.entry), t("offerIt"), () => change("back", { to: row.entry, again: again.checked }), h("label", { class: "tick" }, again, t("historyAgain")));
  return h("li", { "data-entry": row.entry }, h("span", { class: "note" }, `${row.entry} · ${row.who} · ${row.when} `), pen(row.entry), h("p", {}, row.text),
    asked(key) || h("button", { class: "small", click: () => ask_first(key, offered) }, t("historyBack")));
}

// --- what stands on paper --------------------------------------------------------------------------------------------

function standing({ over, papers, refused, referee, trial }) {
  const said = (lines) => lines.map((line) => h("p", {}, line));
  const play = asked("play-on") || h("div", { class: "row" }, h("button", { id: "play-on", click: () => ask_first("play-on", () => sure(t("playOnSure"), t("playOn"), () => change("play-on", {}))) }, t("playOn")));
  return [over ? h("section", { class: "card", id: "over-on-paper" }, h("h3", {}, t("overTitle")), h("p", { class: "said" }, h("b", {}, over)), trial ? null : play) : null,
    refused.length ? h("section", { class: "card", id: "refused" }, h("h3", {}, t("refusedTitle")), ...said(refused)) : null,
    referee.length ? h("section", { class: "card", id: "referee" }, h("h3", {}, t("refereeTitle")), ...said(referee)) : null,
    papers.length ? h("section", { class: "card", id: "papers" }, h("h3", {}, t("papersTitle")), ...papers.map((each) => h("div", { "data-paper": each.digits }, ...said(each.lines), each.next ? h("p", { class: "note" }, each.next) : null))) : null].filter(Boolean);
}

const keepPaper = () => attempt(async () => {
  const { came: found, position } = await ask("accept");
  state.paper = null;
  await take(position);
  say(found.notes.map((note) => note.text).join(" "));
});

// --- the end ---------------------------------------------------------------------------------------------------------

function ending({ plays, step, ruled }) {
  const ways = step === "over" || ruled ? [["ended", { how: "result" }, t("ended")]]
    : [...(plays.length > 1 ? [["resign", { how: "resign" }, t("resign")]] : []), ["draw", { how: "agree", winner: "" }, t("draw")],
      ...plays.map((side) => [`wins-${side}`, { how: "agree", winner: side }, t("wins", sideName(side))])];
  const dialog = ways.map(([id]) => asked(`end/${id}`)).find(Boolean);
  return [h("h3", {}, t("endTitle")), dialog || h("div", { class: "row" }, ways.map(([id, given, text]) => h("button", { id: `end-${id}`, click: () =>
    ask_first(`end/${id}`, () => sure(`${text}: ${t("endSure." + given.how)}`, t("signIt"), () => sign("end", given))) }, text)))];
}

const sign = (name, given) => attempt(async () => {
  here.made = await ask(name, given);
  state.paper = null;
  download(here.made.file, here.made.name);
  await take(await ask("position"));
  say(t("paperSaved", here.made.name));
});

function written(made) {
  return [h("section", { class: "card", id: "made" }, h("h3", {}, made.name), ...made.lines.map((line) => h("p", {}, line)), h("p", { class: "note" }, made.next),
    h("div", { class: "row" }, h("button", { click: () => download(made.file, made.name) }, made.name), h("button", { click: () => { here.made = null; render(); } }, t("close"))))];
}

// --- the pace --------------------------------------------------------------------------------------------------------

function pacing({ mail, pace: { lines, agreed, answer } }) {
  if (mail.practice) return [];
  const field = (id, value, type = "text") => h("label", {}, t(id), " ", h("input", { id, value, type, size: "8" })), said = (id) => byId(id).value;
  const ways = { offer: () => ({ each: said("paceEach"), bank: said("paceBank"), holidays: Number(said("paceHolidays")), slack: said("paceSlack") }),
    accept: () => ({}), away: () => ({ first: said("paceFirst"), last: said("paceLast") }), give: () => ({ time: said("paceTime") }) };
  const press = (how, text, main = "") => h("button", { id: `pace-${how}`, class: main, click: () => { const given = { how, ...ways[how]() }; ask_first(`pace/${how}`, () => sure(t(`paceSure.${how}`), t("signIt"), () => sign("pace", given))); } }, text);
  const dialog = Object.keys(ways).map((how) => asked(`pace/${how}`)).find(Boolean);
  const forms = [answer ? h("div", { class: "row" }, press("accept", t("paceAccept"), "main")) : null,
    agreed ? h("div", { class: "row" }, field("paceFirst", "", "date"), field("paceLast", "", "date"), press("away", t("paceAway"))) : null,
    agreed ? h("div", { class: "row" }, field("paceTime", "3d"), press("give", t("paceGive"))) : null,
    h("div", { class: "row" }, field("paceEach", "4d"), field("paceBank", "30d"), field("paceHolidays", "21"), field("paceSlack", "24h"), press("offer", t("paceOffer")))];
  return [h("h3", {}, t("paceTitle")), ...(lines.length ? lines.map((line) => h("p", {}, line)) : [h("p", { class: "note" }, t("paceAbout"))]), ...(dialog ? [dialog] : forms.filter(Boolean))];
}

// --- handing it over -------------------------------------------------------------------------------------------------

function handing({ mail, given }) {
  if (mail.practice) return [];
  const keep = h("button", { id: "keep-seat", click: () => change("keep-seat", {}) }, t("handKeep"));
  return [h("h3", {}, t("handTitle")), h("p", { class: "note" }, t("handAbout")), h("div", { class: "row" }, h("button", { id: "hand-file", click: () => byId("any-file").click() }, t("openFile")), given ? keep : null)];
}

// --- papers ----------------------------------------------------------------------------------------------------------

function looking() {
  const file = h("input", { type: "file", hidden: true, id: "any-file", change: () => { if (file.files.length) came(file.files[0], file.files[0].name); } });
  return [h("h3", {}, t("openTitle")), h("p", { class: "note" }, t("openAbout")), h("div", { class: "row" }, h("button", { id: "open-file", click: () => file.click() }, t("openFile")), file)];
}

const question = ({ sign: how }) => t(how === true ? "paperSign" : `answerSure.${how}`);

function verdict(paper) {
  return [h("section", { class: "card", id: "paper" }, h("h3", {}, t("paperTitle", paper.kind)), h("p", { class: "said" }, h("b", {}, `${paper.good ? "✓" : paper.open ? "…" : "✗"} ${paper.word}`), paper.game ? ` · ${paper.game}` : ""),
    ...paper.lines.map((line) => h("p", {}, line)), asked("paper"),
    h("div", { class: "row" }, paper.sign && !asked("paper") ? h("button", { class: "grave", id: "sign-paper", click: () => ask_first("paper", () => sure(question(paper), t("signIt"), () => sign("sign", {}))) }, paper.sign === true ? t("paperSign") : t(`answerPaper.${paper.sign}`)) : null,
      paper.keep ? h("button", { class: "main", id: "keep-paper", click: keepPaper }, t("paperKeep")) : null,
      h("button", { id: "close-paper", click: () => { state.paper = null; render(); } }, t("close"))))];
}

for (const kind of ["dragenter", "dragover"]) document.addEventListener(kind, (event) => { if (state.position) event.preventDefault(); });
document.addEventListener("drop", (event) => {
  if (!state.position) return;
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file && !state.position.trial) came(file, file.name);
});

// --- what stands -----------------------------------------------------------------------------------------------------

function stands() {
  const { stands: found } = here;
  const shown = found ? [h("p", {}, found.said), ...(found.outlook || []).map((line) => h("p", { class: "note" }, line)), ...found.slips.map((line) => h("p", { class: "note" }, line)), found.sheet || found.usual ? h("pre", { id: "orders-sheet", tabindex: "0" }, found.sheet || found.usual) : null, standButtons(found)].filter(Boolean)
    : [h("div", { class: "row" }, h("button", { id: "stands", click: () => attempt(async () => { here.stands = await ask("stands"); render(); }) }, t("standShow")))];
  return [h("h3", {}, t("standTitle")), ...shown];
}

/* The usual sheet with one press; what stands answers now, or ends. */
function standButtons(found) {
  const give = (drop) => attempt(async () => { here.stands = await ask("usual", { drop }); render(); });
  const prepare = () => attempt(async () => { here.stands = await ask("prepare"); render(); });
  const now = () => change("follow", {}).then(() => { here.stands = null; render(); });
  const buttons = [found.usual ? ["usual", () => give(false), t("standUsual")] : null, found.answers ? ["follow", now, t("standFollow")] : null, found.draft ? ["prepare", prepare, t("standPrepare")] : null, found.sheet ? ["drop", () => give(true), t("standDrop")] : null].filter(Boolean);
  return buttons.length ? h("div", { class: "row" }, buttons.map(([id, click, text]) => h("button", { id: `stand-${id}`, click }, text))) : null;
}

/* Another game, another language: what was shown of the one before is gone. */
export function forget() {
  Object.assign(here, { sure: null, rows: null, made: null, stands: null });
  state.paper = null;
}
