/* The fields of every kind of line (schemas/log.md, the file): each of its type and range. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { need } = PBEM;

const integer = (low, high = Number.MAX_SAFE_INTEGER) => (v) => Number.isSafeInteger(v) && v >= low && v <= high;
const text = (pattern) => (v) => typeof v === "string" && pattern.test(v);
const list = (check) => (v) => Array.isArray(v) && v.every(check);
const object = (v) => v !== null && typeof v === "object" && !Array.isArray(v);
const letters = (v) => [...v].length;

/* Hexadecimal digits, `bad-hex` when a string is anything else. */
const digits = (n) => {
  const pattern = new RegExp("^[0-9a-f]{" + n + "}$");
  return Object.assign((v) => typeof v === "string" && pattern.test(v), { almost: (v) => typeof v === "string" });
};
const hexes = (check) => Object.assign(list(check), { almost: list(check.almost) });

const NAME = text(/^[a-z][a-z0-9-]{0,31}$/);
const KIND = text(/^[a-z][a-z0-9_-]{0,31}$/);
const TEXT = text(/^/);
const [HEX8, HEX32, HEX64, BITS, ROUNDS] = [16, 64, 128, 32, 8192].map(digits);
const ANY = integer(Number.MIN_SAFE_INTEGER);
const LENGTH = integer(8, 65536);
const words = (low, high) => (v) => typeof v === "string" && letters(v) >= low && letters(v) <= high;
const said = (most) => (v) => words(1, most)(v) && !/^ | $/.test(v);
const SIDES = (v) => list(NAME)(v) && v.length === 2 && v[0] !== v[1];
const DAYS = integer(1, 365);
const REFEREE = (v) => object(v) && Object.keys(v).sort().join() === "days,key,then" && HEX32(v.key) && DAYS(v.days) && ["loses", "referee"].includes(v.then);
const DIE = (v) => Array.isArray(v) && v.length === 2 && integer(1, 2 ** 32)(v[0]) && integer(-1000, 1000)(v[1]);
const DICE = (v) => list(DIE)(v) && v.length >= 1 && v.length <= 100;

const OPENING = { k: KIND, v: integer(1, 1), who: said(64), id: HEX32, key: HEX32, tip: HEX32, vault: HEX32, n: LENGTH };

/* Fields by kind of line; a field that may be absent stands under its name with a question mark. */
const FIELDS = {
  sig: { k: KIND, key: HEX8, sig: HEX64 },
  "sig of a first mail": { k: KIND, key: HEX8, own: HEX64, sig: HEX64 },
  invite: {
    ...OPENING, game: NAME, scenario: NAME, sides: SIDES, options: object, rules: HEX32, data: HEX32, "pack?": NAME, "challenge?": HEX32, setup: HEX32,
    "referee?": REFEREE, "pairing?": HEX8,
  },
  accept: { ...OPENING, invite: HEX32 },
  hdr: {
    k: KIND, v: integer(1, 1), by: text(/^[ABR]$/), g: HEX32, n: integer(1), first: integer(0), last: integer(0), prev: HEX32,
    head: HEX32, rules: HEX8, state: HEX32,
  },
};
const LINES = new Set(Object.keys(FIELDS));

/* Those of the entries, besides their number and kind. */
const ENTRIES = {
  start: {},
  seal: { at: TEXT, c: hexes(HEX32) },
  req: { dice: DICE, j: ANY, why: TEXT, "x?": HEX32 },
  rsp: { j: ANY, x: HEX32, "dice?": list(ANY) },
  open: { j: ANY, x: HEX32, dice: list(ANY) },
  show: { at: TEXT, n: ANY, salt: HEX32, v: () => true },
  reject: {
    code: words(0, 64), entry: ANY, head: HEX32, key: HEX8, last: ANY, "par?": words(0, 64), rules: HEX8, sig: HEX64, state: HEX32,
  },
  audit: { vault: HEX32, "before?": hexes(HEX32) },
  back: { to: ANY },
  note: { text: said(500) },
  reply: { yes: (v) => typeof v === "boolean" },
  upgrade: { data: HEX32, "pack?": NAME, rules: HEX32, state: HEX32, version: words(1, 64) },
  renew: { key: HEX32, n: LENGTH, tip: HEX32, vault: HEX32 },
  appoint: { a: HEX64, b: HEX64, "days?": DAYS, key: HEX32, who: said(64) },
  ruling: {
    how: text(/^(void|stands|over)$/), text: said(500), "days?": DAYS, "j?": integer(1), "to?": integer(0), "level?": text(/^(?! )[ -~]{1,64}(?<! )$/),
    "winner?": TEXT,
  },
  "deck-mask": { at: TEXT, q: HEX32, p: hexes(HEX32), bits: BITS, z: ROUNDS, "cards?": list(TEXT), "mix?": list(ANY) },
  "deck-key": { at: TEXT, n: list(ANY), u: hexes(HEX32), pf: hexes(HEX64) },
  "deck-show": { at: TEXT, n: ANY, card: ANY, v: TEXT, pf: HEX64 },
};
const PROTOCOL = new Set(Object.keys(ENTRIES));
for (const kind of PROTOCOL) FIELDS[kind] = { i: ANY, k: KIND, ...ENTRIES[kind] };

/* The fields that go with each way to rule, besides reason and days: those that must be there, and those that may. */
const WAYS = { void: [["to", "j"], []], stands: [[], ["j"]], over: [["level"], ["winner"]] };

function fitsItsWay(value) {
  const [must, may] = WAYS[value.how], have = ["to", "j", "level", "winner"].filter((name) => name in value);
  return must.every((name) => have.includes(name)) && have.every((name) => must.includes(name) || may.includes(name));
}

/* What is left out when it has this value: an empty list, no number, no entry, and in every other field an empty string. */
const LISTS = new Set(["dice", "may", "before", "cards", "mix"]);

function isDefault(name, v) {
  if (LISTS.has(name)) return Array.isArray(v) && v.length === 0;
  if (name === "to") return v === -1;
  return v === (["n", "days", "j"].includes(name) ? 0 : "");
}

const CHECKS = new Map(Object.entries(FIELDS).map(([kind, fields]) => {
  return [kind, new Map(Object.entries(fields).map(([name, check]) => [name.replace("?", ""), { check, left: name.endsWith("?") }]))];
}));

function faults(value, kind) {
  const checks = CHECKS.get(kind);
  return {
    missing: [...checks].some(([name, { left }]) => !left && !(name in value)),
    extra: Object.keys(value).some((name) => !checks.has(name)),
    bad: [...checks].filter(([name, { check }]) => name in value && !check(value[name])).map(([name]) => name),
  };
}

/* A line of the file itself: invitation, acceptance, header or signature. */
function checkLine(value, kind) {
  need(value.k === kind.split(" ")[0], "unknown-line");
  need(value.k === "sig" || !("v" in value) || value.v === 1, "version");
  const found = faults(value, kind);
  need(!found.missing, "missing-field");
  need(!found.extra, "extra-field");
  need(found.bad.length === 0, "bad-field");
  need(kind !== "invite" || !("challenge" in value && "referee" in value), "bad-field");
  need(kind !== "hdr" || (value.last >= value.first && value.last - value.first <= 1999), "bad-field");
  return value;
}

/* An entry of the protocol, in step 4. */
function checkEntry(value) {
  const kind = value.k, checks = CHECKS.get(kind), found = faults(value, kind);
  need(![...checks].some(([name, { left }]) => left && name in value && isDefault(name, value[name])), "two-forms");
  need(!found.missing && !found.extra, "bad-fields");
  need(found.bad.every((name) => (checks.get(name).check.almost || (() => false))(value[name])), "bad-fields");
  need(found.bad.length === 0, "bad-hex");
  need(kind !== "ruling" || fitsItsWay(value), "bad-fields");
}

/* Whether a value could stand on a line of the file. */
const isLine = (value, kind) => {
  try {
    checkLine(value, kind);
    return true;
  } catch {
    return false;
  }
};

Object.assign(PBEM, { checkLine, checkEntry, isLine, isKind: KIND, isNumber: integer(0), PROTOCOL, LINES });
})(globalThis);
