/* An owner's own pictures of a game: brought, laid on our grid by a few clicks, and told apart counter by counter. */
import { ask, picture, upload } from "./api.js";
import { says } from "./copy_pictures_words.js";
import { byId, h, s } from "./dom.js";
import { attempt, say } from "./state.js";
import { current } from "./words.js";

const PART = 8 * 1024 * 1024, ROWS = 30, NEAREST = 2, FURTHEST = 0.05, STEP = 1, LEAP = 12, ENOUGH = 3, MOST = 500;
const t = (...given) => says(current())(...given);
let album = null, laying = null, from = 0, only = "all", place = null, typed = null;

/* The album of a game, drawn into what is given back; `counted` hears how much is typed then. */
export async function pictures(game, counted) {
  typed = counted;
  [laying, from, only] = [null, 0, "all"];
  album = await ask("own", { game });
  place = h("div", { id: "own-pictures" });
  draw();
  return place;
}

/* What charts and maps can be shown beside a form: name and picture. */
export async function charts(game) {
  const { charts: list, sheets } = await ask("own", { game });
  return [...list, ...sheets.map((each) => [each.name, each.picture])];
}

async function changed(name, given, game = album.game) {
  const found = await ask(name, { game, ...given });
  if (album.game !== game) return;
  album = found;
  if (laying) laying = album.sheets.find((each) => each.picture === laying.picture) || null;
}

/* A picture in an image element, as soon as it is there. */
function shown(sha, attributes) {
  const image = h("img", { alt: "", ...attributes });
  if (sha) picture(album.game, sha).then((href) => { image.src = href; });
  return image;
}

function draw() {
  const file = h("input", { type: "file", id: "own-file", multiple: true, accept: ".png,.jpg,.jpeg,.gif,.webp,.vmod", change: () => bring([...file.files]) });
  place.replaceChildren(h("div", {}, h("h3", {}, t("title")), h("p", { class: "note" }, t("about")),
    h("div", { class: "row" }, h("label", { for: "own-file" }, t("bring")), file, album.sheets.length || album.faces.length ? h("button", { type: "button", id: "own-all-away", click: () => attempt(async () => { await changed("own-away", {}); draw(); }) }, t("allAway")) : null),
    h("p", { id: "own-coming", role: "status" }), album.source ? h("p", {}, t("from", album.source)) : null,
    album.left.length ? [h("p", {}, t("left")), h("ul", { id: "own-left" }, album.left.map((each) => h("li", {}, t("leftWords", ...each.split(" ")))))] : null,
    maps(), album.faces.length ? counters() : null, album.starts.length ? starts() : null));
}

document.addEventListener("drop", (event) => {
  if (!place || !place.isConnected || !event.dataTransfer.files.length) return;
  event.preventDefault();
  bring([...event.dataTransfer.files]);
});

/* Files in parts that the door lets in, one file after another; what each is, is found out there. They come on while one
   looks at something else. */
let coming = Promise.resolve();
function bring(files) {
  const game = album.game;
  coming = coming.then(() => attempt(async () => {
    const tell = (...told) => { if (album.game === game) place.querySelector("#own-coming").textContent = t(...told); };
    for (const file of files) {
      await ask("own-begin", { game });
      for (let at = 0; at < file.size; at += PART) {
        tell("coming", file.name, Math.round((100 * at) / file.size));
        await upload(file.slice(at, at + PART), game, "own-part");
      }
      tell("reading", file.name);
      await changed("own-end", { file: file.name }, game);
    }
    if (album.game === game) draw();
    say(t("brought", files.length));
  }));
  return coming;
}

// --- maps -----------------------------------------------------------------------------------------------------------------

function maps() {
  if (!album.sheets.length) return null;
  return h("section", {}, h("h3", {}, t("maps")), h("ul", { class: "own-maps" }, album.sheets.map((each) => h("li", {}, shown(each.picture, { width: 120, height: Math.round((120 * each.height) / each.width) }), h("b", {}, each.name), " ", state(each),
    h("button", { type: "button", "data-lay": each.picture, "aria-pressed": String(laying === each), click: () => { laying = laying === each ? null : each; draw(); } }, t("lay")),
    h("button", { type: "button", class: "small", click: () => attempt(async () => { await changed("own-away", { picture: each.picture }); draw(); }) }, t("away"))))), laying ? laid() : null);
}

const state = ({ off, anchors }) => h("span", { class: "own-off" }, off === null ? t("notLaid", anchors.length) : t("off", off, anchors.length));

/* The sheet itself: a place is named, then its middle clicked. Our grid lies over it as soon as three are known. */
function laid() {
  const sheet = laying;
  let scale = Math.min(1, 900 / sheet.width), at = [Math.round(sheet.width / 2), Math.round(sheet.height / 2)];
  const name = h("input", { id: "own-place", autocomplete: "off", spellcheck: "false", maxlength: "12", size: 8 });
  const over = s("svg", { viewBox: `0 0 ${sheet.width} ${sheet.height}`, "aria-hidden": "true" }), hair = s("path", { class: "hair" });
  const image = shown(sheet.picture, {}), paper = h("div", { class: "own-paper" }, image, over);
  const cross = () => hair.setAttribute("d", `M${at[0] - 40 / scale} ${at[1]}h${80 / scale}M${at[0]} ${at[1] - 40 / scale}v${80 / scale}`);
  const size = () => {
    for (const each of [image, over]) Object.assign(each.style, { width: `${sheet.width * scale}px`, height: `${sheet.height * scale}px` });
    over.style.setProperty("--line", `${1.5 / scale}px`);
    cross();
  };
  const set = () => attempt(async () => {
    const wanted = name.value.trim().toUpperCase();
    if (!wanted) return name.focus();
    await changed("own-lay", { picture: sheet.picture, anchors: [...sheet.anchors.filter(([each]) => each !== wanted), [wanted, ...at]] });
    draw();
    byId("own-place").focus();
  });
  const frame = h("div", { class: "scroll own-frame", tabindex: "0", role: "application", "aria-label": t("frame", sheet.name),
    click: (event) => {
      const box = over.getBoundingClientRect();
      at = [Math.round((event.clientX - box.left) / scale), Math.round((event.clientY - box.top) / scale)].map((each) => Math.max(0, each));
      cross();
      set();
    },
    keydown: (event) => {
      const by = event.shiftKey ? STEP : LEAP, way = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[event.key];
      if (way) at = at.map((each, n) => Math.max(0, Math.min([sheet.width, sheet.height][n], each + Math.round(way[n] / scale))));
      else if (event.key === "Enter") set();
      else if (event.key === "+" || event.key === "-") scale = Math.max(FURTHEST, Math.min(NEAREST, scale * (event.key === "+" ? 1.3 : 1 / 1.3)));
      else return;
      event.preventDefault();
      size();
      frame.scrollTo(at[0] * scale - frame.clientWidth / 2, at[1] * scale - frame.clientHeight / 2);
    } }, paper);
  const zoom = (by) => () => { scale = Math.max(FURTHEST, Math.min(NEAREST, scale * by)); size(); };
  over.append(hair, ...sheet.anchors.map(([each, x, y]) => s("g", { class: "own-anchor" }, s("circle", { cx: x, cy: y, r: 7 }), label(each, x + 10, y - 8))));
  size();
  if (sheet.anchors.length >= ENOUGH) attempt(async () => {
    const grid = await ask("own-grid", { game: album.game, picture: sheet.picture });
    const [first, second] = grid.names;
    if (second) over.style.setProperty("--name", `${Math.hypot(second[1] - first[1], second[2] - first[2]) / 4.5}px`);
    over.prepend(s("path", { d: grid.outlines, class: "own-grid" }), ...grid.names.map(([each, x, y]) => label(each, x, y, "own-name")));
  });
  return h("div", { id: "own-laying" }, h("p", { class: "note" }, t("layHow")),
    h("div", { class: "row" }, h("label", { for: "own-place" }, t("place")), name, h("button", { type: "button", "aria-label": t("nearer"), click: zoom(1.3) }, "+"), h("button", { type: "button", "aria-label": t("further"), click: zoom(1 / 1.3) }, "−"),
      sheet.anchors.map(([each]) => h("button", { type: "button", class: "small", "data-anchor": each, title: t("anchorAway"), click: () => attempt(async () => { await changed("own-lay", { picture: sheet.picture, anchors: sheet.anchors.filter(([other]) => other !== each) }); draw(); }) }, `${each} ×`))),
    frame);
}

function label(text, x, y, kind = "") {
  const made = s("text", { x, y, class: kind });
  made.textContent = text;
  return made;
}

// --- counters ---------------------------------------------------------------------------------------------------------------

function counters() {
  const faces = new Map(album.faces.map((each) => [each[0], each])), given = (unit) => faces.get((album.matches[unit] || [""])[0]);
  const wanted = { all: () => true, none: (unit) => !given(unit), guessed: (unit) => given(unit) && !album.matches[unit][1] }, list = album.counters.filter(wanted[only]);
  from = Math.max(0, Math.min(from, list.length - 1));
  const choose = h("select", { id: "own-only", "aria-label": t("only"), change: () => { [only, from] = [choose.value, 0]; draw(); byId("own-only").focus(); } }, Object.keys(wanted).map((each) => h("option", { value: each, selected: each === only }, t("onlyWords")[each])));
  const matched = album.counters.filter(given).length;
  return h("section", {}, h("h3", {}, t("counters")), h("p", {}, t("matched", matched, album.counters.length, album.faces.length)), h("p", { class: "note" }, t("matchHow")),
    h("div", { class: "row" }, choose, h("button", { type: "button", disabled: from === 0, click: () => { from -= ROWS; draw(); } }, t("before")), h("span", {}, t("rows", list.length ? from + 1 : 0, Math.min(from + ROWS, list.length), list.length)), h("button", { type: "button", disabled: from + ROWS >= list.length, click: () => { from += ROWS; draw(); } }, t("after"))),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("counters") }, h("table", { id: "own-counters" }, h("thead", {}, h("tr", {}, ["unit", "face", "front", "back", "sure"].map((each) => h("th", { scope: "col" }, t(each))))),
      h("tbody", {}, list.slice(from, from + ROWS).map((unit, n) => row(unit, n, given(unit)))))),
    h("datalist", { id: "own-faces" }, album.faces.map(([, name]) => h("option", { value: name }))));
}

function row(unit, n, face) {
  const box = h("input", { list: "own-faces", "data-unit": unit, value: face ? face[1] : "", "aria-label": t("faceOf", unit), autocomplete: "off",
    keydown: (event) => { if (event.key === "Enter") { event.preventDefault(); keep(); } }, change: () => keep() });
  const keep = () => {
    const wanted = box.value.trim(), found = wanted === (face ? face[1] : "") ? face : album.faces.find(([, name]) => name === wanted);
    if (wanted && !found) return say(t("noFace", wanted));
    return attempt(async () => {
      await changed("own-match", { unit, face: found ? found[0] : "" });
      draw();
      const boxes = [...document.querySelectorAll("#own-counters input")], at = boxes.findIndex((each) => each.dataset.unit === unit);
      (boxes[at < 0 ? n : at + 1] || boxes.at(-1) || byId("own-only")).focus();
    });
  };
  return h("tr", {}, h("th", { scope: "row" }, unit), h("td", {}, box), h("td", {}, face ? shown(face[2], { height: 44 }) : null), h("td", {}, face && face[3] ? shown(face[3], { height: 44 }) : null), h("td", {}, face ? (album.matches[unit][1] ? "✓" : "?") : ""));
}

// --- beginnings -------------------------------------------------------------------------------------------------------------

/* A beginning beside the cells of a scenario: what differs can be taken, all at once. */
function start(name, places) {
  const list = h("select", { "aria-label": t("scenario") }), rows = h("div"), made = h("details", { "data-start": name, toggle: () => { if (made.open && !list.options.length) attempt(fill); } }, h("summary", {}, name || t("noName"), ` · ${places.length}`), h("div", { class: "row" }, list), rows);
  const ask_for = () => ask("own-proposals", { game: album.game, start: name, table: list.value });
  async function fill() {
    const { tables } = await ask_for();
    list.replaceChildren(...tables.map(([each, n]) => h("option", { value: each }, `${each} (${n})`)));
    list.hidden = !tables.length;
    await show();
  }
  async function show() {
    const { rows: found } = list.value ? await ask_for() : { rows: [] }, differ = found.filter(([, , now, place]) => now !== place);
    rows.replaceChildren(...(list.value ? [h("p", {}, t("differs", differ.length, found.length)), ...(differ.length ? [h("button", { type: "button", class: "own-take", click: () => attempt(() => take(differ)) }, t("takeAll", differ.length))] : []),
      h("table", {}, h("thead", {}, h("tr", {}, ["unit", "now", "theirs"].map((each) => h("th", { scope: "col" }, t(each))))), h("tbody", {}, found.map(([, unit, now, place]) => h("tr", {}, h("th", { scope: "row" }, unit), h("td", {}, now), h("td", {}, now === place ? "=" : place)))))]
      : [h("table", {}, h("tbody", {}, places.map(([unit, place]) => h("tr", {}, h("th", { scope: "row" }, unit), h("td", {}, place)))))]));
  }
  /* Typed like anything else: it can be taken back. */
  async function take(differ) {
    for (let at = 0; at < differ.length; at += MOST) typed(await ask("copy-type", { game: album.game, cells: differ.slice(at, at + MOST).map(([cell, , , place]) => [cell, place]) }));
    await show();
  }
  list.addEventListener("change", () => attempt(show));
  return made;
}

const starts = () => h("section", { id: "own-starts" }, h("h3", {}, t("starts")), h("p", { class: "note" }, t("startsHow")), album.starts.map(([name, places]) => start(name, places)));
