/* Asking the server: the key of this run travels in a header and in nothing that a browser sends by itself. */
import { t } from "./words.js";

const KEEP = "pbem-key", LARGEST = 16 * 1024 * 1024;
let key = sessionStorage.getItem(KEEP) || "";

export class Refused extends Error {
  constructor(status, error) {
    super(error.message);
    Object.assign(this, { status, code: error.code, hint: error.hint || "", violations: error.violations || [] });
  }
}

async function post(path, headers, body) {
  let response;
  try {
    response = await fetch(path, { method: "POST", headers: { "X-Pbem-Token": key, "X-Pbem-Language": document.documentElement.lang, ...headers }, body, credentials: "omit", cache: "no-store" });
  } catch {
    throw new Refused(0, { code: "closed", message: "" });
  }
  const value = await response.json();
  if (!response.ok) throw new Refused(response.status, value.error);
  return value;
}

/* Drawn stacks by their numbers: each comes once. What is not on the map any more is kept while there is room. */
const drawn = new Map(), MOST = 4000;
let newest = 0;

function keep(found) {
  for (const [number, stack] of Object.entries(found)) drawn.set(Number(number), stack);
}

async function whole(position) {
  if (!position || !position.drawn) return;
  keep(position.drawn);
  newest = Math.max(newest, ...Object.keys(position.drawn).map(Number));
  const lacking = position.pieces.filter((number) => !drawn.has(number));
  if (lacking.length) keep((await called("pieces", { numbers: lacking })).drawn);
  const numbers = new Set(position.pieces);
  position.pieces = position.pieces.map((number) => drawn.get(number));
  if (drawn.size > MOST + numbers.size) for (const number of drawn.keys()) if (!numbers.has(number)) drawn.delete(number);
}

const called = (name, given) => post("/api/" + name, { "Content-Type": "application/json" }, JSON.stringify(given));

/* Who wants to know what was asked, once it has been answered. */
const hearing = [];
export const heard = (hear) => hearing.push(hear);

/* What the server answers to a request by its name. Throws Refused. */
export async function ask(name, given = {}) {
  const found = await called(name, { ...given, holds: newest });
  await whole(found);
  await whole(found && found.position);
  for (const hear of hearing) hear(name, given);
  return found;
}

/* A file or pasted letters, as bytes. The server closes the line on what is larger, and could not say why. */
export async function upload(data, name, to = "incoming") {
  if (data.size > LARGEST) throw new Refused(413, { message: t("tooLarge") });
  return post("/api/" + to, { "Content-Type": "application/octet-stream", "X-Pbem-Name": encodeURIComponent(name).slice(0, 120) }, data);
}

/* Pictures of one's own by what they are: each is asked for once, and lies in this browser until it is closed. */
const pictures = new Map();
export function picture(game, name) {
  if (!pictures.has(name)) pictures.set(name, fetched(game, name).catch((error) => { pictures.delete(name); throw error; }));
  return pictures.get(name);
}

async function fetched(game, name) {
  const response = await fetch("/api/own-picture", { method: "POST", headers: { "X-Pbem-Token": key, "Content-Type": "application/json" }, body: JSON.stringify({ game, picture: name }), credentials: "omit", cache: "no-store" });
  if (!response.ok) throw new Refused(response.status, (await response.json()).error);
  return URL.createObjectURL(await response.blob());
}

/* Exchanges the ticket in the address for the key, and takes it out of the address. Gives the language that was asked for, and the game whose printed copy is wanted (TICKET~GAME). */
export async function enter() {
  const [ticket, printed = ""] = location.hash.slice(1).split("~");
  if (!ticket) return { language: "", printed };
  history.replaceState(null, "", location.pathname);
  const { key: found, language } = await ask("enter", { ticket });
  key = found;
  sessionStorage.setItem(KEEP, key);
  return { language, printed };
}
