/* The file: which lines stand where, and which fields they have (schemas/log.md, the file). */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { Refused, need, readLine } = PBEM;

const MAX_LOG = 5 * 1024 * 1024;
const MAX_UNPACKED = 8 * 1024 * 1024;
const MAGIC = [0x89, 0x50, 0x42, 0x45, 0x4d, 0x31, 0x0d, 0x0a, 0x1a, 0x0a];

const integer = (low, high = Number.MAX_SAFE_INTEGER) => (v) => Number.isSafeInteger(v) && v >= low && v <= high;
const text = (pattern) => (v) => typeof v === "string" && pattern.test(v);
const list = (check) => (v) => Array.isArray(v) && v.every(check);
const object = (v) => v !== null && typeof v === "object" && !Array.isArray(v);
const letters = (v) => [...v].length;

const NAME = text(/^[a-z][a-z0-9-]{0,31}$/);
const KIND = text(/^[a-z][a-z0-9_-]{0,31}$/);
const TEXT = text(/^/);
const [HEX8, HEX32, HEX64] = [16, 64, 128].map((n) => text(new RegExp("^[0-9a-f]{" + n + "}$")));
const ANY = integer(Number.MIN_SAFE_INTEGER);
const WHO = (v) => typeof v === "string" && letters(v) >= 1 && letters(v) <= 64 && !/^\p{White_Space}|\p{White_Space}$/u.test(v);
const SIDES = (v) => list(NAME)(v) && v.length === 2 && v[0] !== v[1];
const OPENING = { k: KIND, v: integer(1, 1), who: WHO, id: HEX32, key: HEX32, tip: HEX32, vault: HEX32, n: integer(8, 65536), "agent?": HEX32 };

/* Fields by kind of line; a field that may be absent stands under its name with a question mark. */
const FIELDS = {
  sig: { k: KIND, key: HEX8, sig: HEX64 },
  invite: {
    ...OPENING, game: NAME, scenario: NAME, sides: SIDES, options: object, rules: HEX32, data: HEX32, "pack?": NAME, "challenge?": HEX32, setup: HEX32,
  },
  accept: { ...OPENING, invite: HEX32 },
  hdr: {
    k: KIND, v: integer(1, 1), by: text(/^[AB]$/), g: HEX32, n: integer(1), first: integer(0), last: integer(0), prev: HEX32,
    head: HEX32, rules: HEX8, state: HEX32,
  },
  start: { i: ANY, k: KIND },
  seal: { i: ANY, k: KIND, at: TEXT, c: list(HEX32) },
  req: { i: ANY, k: KIND, j: ANY, why: TEXT, "x?": HEX32 },
  rsp: { i: ANY, k: KIND, j: ANY, x: HEX32, "dice?": list(ANY) },
  open: { i: ANY, k: KIND, j: ANY, x: HEX32, dice: list(ANY) },
  show: { i: ANY, k: KIND, at: TEXT, n: ANY, salt: HEX32, v: () => true },
  reject: { i: ANY, k: KIND, n: ANY, head: HEX32, entry: ANY, code: TEXT, j: ANY, "par?": TEXT },
  audit: { i: ANY, k: KIND, vault: HEX32, "before?": list(HEX32) },
  back: { i: ANY, k: KIND, to: ANY },
  reply: { i: ANY, k: KIND, yes: (v) => typeof v === "boolean" },
  "deck-mask": {
    i: ANY, k: KIND, at: TEXT, q: HEX32, p: list(HEX32), bits: text(/^[0-9a-f]{12}$/), z: text(/^[0-9a-f]{3072}$/), "cards?": list(TEXT),
    "mix?": list(ANY),
  },
  "deck-key": { i: ANY, k: KIND, at: TEXT, n: list(ANY), u: list(HEX32), pf: list(HEX64) },
  "deck-show": { i: ANY, k: KIND, at: TEXT, n: ANY, card: ANY, v: TEXT, pf: HEX64 },
  upgrade: { i: ANY, k: KIND, data: HEX32, "pack?": NAME, rules: HEX32, state: HEX32, version: (v) => TEXT(v) && letters(v) >= 1 && letters(v) <= 64 },
  agent: { i: ANY, k: KIND, "key?": HEX32, "may?": list(KIND) },
  renew: { i: ANY, k: KIND, key: HEX32, tip: HEX32, vault: HEX32, n: integer(8, 65536) },
};

function faults(value, kind) {
  const fields = FIELDS[kind];
  const checks = new Map(Object.keys(fields).map((name) => [name.replace("?", ""), fields[name]]));
  return {
    missing: Object.keys(fields).some((name) => !name.endsWith("?") && !(name in value)),
    extra: Object.keys(value).some((name) => !checks.has(name)),
    bad: [...checks].filter(([name, check]) => name in value && !check(value[name])).map(([name]) => name),
  };
}

/* A line of the file itself: invitation, acceptance, header or signature. */
function checkLine(value, kind) {
  need(value.k === kind, "unknown-line");
  need(!("v" in value) || value.v === 1, "version");
  const found = faults(value, kind);
  need(!found.missing, "missing-field");
  need(!found.extra, "extra-field");
  need(found.bad.length === 0, "bad-field");
  need(kind !== "hdr" || (value.last >= value.first && value.last - value.first <= 1999), "bad-field");
  return value;
}

const HEXES = new Set(["x", "c", "salt", "head", "vault", "key", "tip", "before", "rules", "data", "state"]);

/* An entry of the protocol, in step 4. */
function checkEntry(value, kind) {
  const found = faults(value, kind);
  need(!found.bad.some((name) => name + "?" in FIELDS[kind] && value[name] === null), "two-forms");
  need(!found.missing && !found.extra, "bad-fields");
  const only = found.bad.every((name) => HEXES.has(name) && (["c", "before"].includes(name) ? Array.isArray(value[name]) : typeof value[name] === "string"));
  need(found.bad.length === 0, only ? "bad-hex" : "bad-fields");
}

/* A part of the file: the invitation, the acceptance, or a bundle. */
function readPart(line, value, kind, next) {
  const head = checkLine(value, kind);
  const entries = [];
  for (let pair = next(); pair !== null; pair = next()) {
    const [below, entry] = pair;
    if (kind !== "hdr" || (entry.k === "sig" && entries.length)) return { line, head, entries, sig: checkLine(entry, "sig") };
    need(entry.k !== "hdr", "truncated");
    need(KIND(entry.k) && !["invite", "accept", "sig"].includes(entry.k), "unknown-line");
    need(integer(0)(entry.i), "bad-field");
    entries.push([below, entry]);
  }
  throw new Refused("truncated");
}

/* As many parts as can be read, and the code of what stopped the reading (null when nothing did). */
function readLog(data) {
  const parts = [];
  let at = 0;
  function next() {
    const end = data.indexOf(10, at);
    if (end < 0) return null;
    const line = data.subarray(at, end);
    at = end + 1;
    return [line, readLine(line)];
  }
  try {
    need(data.length > 0, "truncated");
    need(data.length <= MAX_LOG, "too-large");
    for (let pair = next(); pair !== null; pair = next()) {
      parts.push(readPart(pair[0], pair[1], ["invite", "accept", "hdr"][Math.min(parts.length, 2)], next));
    }
    need(at === data.length, "truncated");
    return { parts, stopped: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { parts, stopped: error.code };
  }
}

function wrongMagic(data) {
  if (data.every((byte, i) => byte === MAGIC[i])) return "truncated";
  const start = String.fromCharCode(...data.subarray(0, 16));
  return start.includes("PBEM1") ? "mangled" : "not-a-turn";
}

/* The log bytes of a turn file, or as many as come before damage: {data, stopped}. */
async function unpack(file) {
  if (file[0] === 0x7b && file[1] === 0x22) return { data: file, stopped: null };
  if (!MAGIC.every((byte, i) => byte === file[i])) return { data: new Uint8Array(0), stopped: wrongMagic(file) };
  if (file.length > MAX_LOG + MAGIC.length) return { data: new Uint8Array(0), stopped: "too-large" };
  const stream = new root.DecompressionStream("deflate");
  const writer = stream.writable.getWriter(), reader = stream.readable.getReader();
  let broken = false;
  const fed = (async () => {
    // In small pieces: what comes before damage is given out before the damage is found.
    for (let at = MAGIC.length; at < file.length; at += 1024) await writer.write(file.slice(at, at + 1024));
    await writer.close();
  })().catch(() => { broken = true; });
  const chunks = [];
  let size = 0, stopped = null;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      chunks.push(part.value);
      size += part.value.length;
      if (size > MAX_UNPACKED) {
        await reader.cancel();
        return { data: new Uint8Array(0), stopped: "too-large" };
      }
    }
  } catch {
    broken = true;
  }
  await fed;
  const data = PBEM.join(...chunks), end = checksumAt(file, data);
  // Some platforms find what follows the end of the stream, some do not; a stream that is cut off counts as damaged.
  if (end >= 0 && end + 4 < file.length) stopped = "trailing";
  else if (broken || end < 0) stopped = "damaged";
  return { data, stopped };
}

/* Where in the file the Adler-32 (RFC 1950) of the data stands, -1 when nowhere. */
function checksumAt(file, data) {
  let a = 1, b = 0;
  for (const byte of data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  const sum = [b >> 8, b & 255, a >> 8, a & 255];
  for (let at = file.indexOf(sum[0], MAGIC.length); at >= 0; at = file.indexOf(sum[0], at + 1)) {
    if (sum.every((byte, i) => file[at + i] === byte)) return at;
  }
  return -1;
}

Object.assign(PBEM, { readLog, checkEntry, unpack, PROTOCOL: new Set(Object.keys(FIELDS).slice(4)) });
})(globalThis);
