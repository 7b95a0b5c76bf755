/* Runs published vectors (schemas/vectors/README.md): JSON files, each with one point and what is expected of it. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { PBEM } from "./load.mjs";

const { hex, unhex, th, Refused } = PBEM;

const read = (file) => JSON.parse(readFileSync(file, "utf8"));

function* files(folder) {
  for (const each of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const found = path.join(folder, each.name);
    if (each.isDirectory()) yield* files(found);
    else if (each.name.endsWith(".json")) yield found;
  }
}

/* "ok" or the code of a refusal. */
async function coded(run) {
  try {
    await run();
    return "ok";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.code;
  }
}

async function line(vector) {
  const bytes = unhex(vector.line_hex);
  const code = await coded(() => {
    if (!PBEM.same(PBEM.canonical(PBEM.readLine(bytes)), bytes)) throw new Error("not written back byte for byte");
  });
  return { expect: code };
}

/* A log whose entries mean something is read to the end; those of the folders `log` and `packed` test bytes, signatures and order alone. */
async function log(vector, folder, whole) {
  // A change may begin as another vector does: with as many lines of that as it keeps.
  const lines = vector.lines && [...("base" in vector ? whole(vector.base).slice(0, vector.keep) : []), ...vector.lines];
  const text = lines && new TextEncoder().encode(lines.map((each) => each + "\n").join(""));
  const found = await PBEM.verifyFile(text || unhex(vector.input_hex), { steps: ["log", "packed"].includes(folder) ? 3 : 4 });
  const name = "without_rules" in vector ? "without_rules" : "expect", rules = name === "without_rules" && vector.without_rules !== vector.expect;
  const out = { [name]: found.code };
  // What only rules find lies further back for those who have none. Where no entry is named, none is compared.
  if (!rules && "valid_bundles" in vector) out.valid_bundles = found.bundles;
  if (!rules && (vector.entry ?? null) !== null) out.entry = found.entry;
  return out;
}

function dice(vector) {
  const found = {};
  for (const seat of ["a", "b"]) {
    const key = unhex(vector["key_" + seat]), end = th("chain-root", key, unhex(vector["root_" + seat]));
    found["tip_" + seat] = hex(PBEM.chainBack(key, end, vector.length, 0));
    found["x_" + seat] = hex(PBEM.chainBack(key, end, vector.length, vector.index));
  }
  const context = PBEM.rollContext(unhex(vector.gid), vector.index, unhex(vector.request), vector.why);
  const expect = PBEM.faces(context, unhex(found.x_a + found.x_b), vector.why, vector.dice);
  return { ...found, context: hex(context), expect };
}

const points = (part) => ({ base: part.base, fixed: part.fixed, mixed: part.mixed });

/* The points of cards, a mask, or a key handed over or a card shown: by the fields that a vector has. */
async function deck(vector, name) {
  const gid = unhex(vector.gid), label = vector.deck;
  if ("cards" in vector) return { points: vector.cards.map((card, i) => PBEM.decks.cardPoint(gid, label, i + 1, card)) };
  if ("slot" in vector) {
    const code = name.startsWith("key") ? "wrong-key" : "other-card";
    return { expect: await coded(() => PBEM.decks.checkLink({ ...vector, gid, label }, vector.proof, code)) };
  }
  const given = points(vector.in), made = points(vector.out), whole = (each) => unhex(each.join(""));
  const head = [gid, label, PBEM.unsigned(vector.turn, 4), vector.seat, unhex(given.base)];
  const digest = th("deck-input", ...head, whole(given.fixed), whole(given.mixed));
  const expect = await coded(async () => {
    if (!/^[0-9a-f]{32}$/.test(vector.bits) || !/^[0-9a-f]{8192}$/.test(vector.numbers)) throw new Refused("bad-hex");
    [made.base, ...made.fixed, ...made.mixed].forEach(PBEM.group.element);
    const numbers = vector.numbers.match(/.{64}/g).map(PBEM.group.scalar);
    await PBEM.decks.checkMask({ digest, given, made, bits: unhex(vector.bits), numbers });
  });
  return { digest: hex(digest), expect };
}

/* What this verifier makes of a vector, under the names of what it is expected to make; null for a kind it does not know. */
async function findings(vector, folder, name, whole) {
  if ("line_hex" in vector) return line(vector);
  if ("lines" in vector || "input_hex" in vector) return log(vector, folder, whole);
  if ("request" in vector) return dice(vector);
  if ("deck" in vector) return deck(vector, name);
  return null;
}

/* Every vector under a folder: a table of those that give something else. Exit code 0, 1, or 2 when there are none. */
export async function runVectors(folder, json) {
  let good = 0;
  const bad = [], unknown = [];
  let found;
  try {
    found = [...files(folder)];
  } catch (error) {
    process.stderr.write(`${folder} cannot be read: ${error.code || error.message}\n`);
    return 2;
  }
  for (const file of found) {
    const vector = read(file), place = path.dirname(file), whole = (name) => read(path.join(place, name + ".json")).lines;
    const made = await findings(vector, path.basename(place), path.basename(file), whole);
    const wrong = made && Object.keys(made).filter((name) => JSON.stringify(made[name]) !== JSON.stringify(vector[name]));
    if (made === null) unknown.push(file);
    else if (!wrong.length) good++;
    else bad.push({ file, wrong: wrong.map((name) => ({ field: name, expected: vector[name] ?? null, found: made[name] })) });
  }
  if (json) process.stdout.write(JSON.stringify({ good, bad, unknown }) + "\n");
  else {
    const short = (value) => JSON.stringify(value).slice(0, 60);
    for (const { file, wrong } of bad) for (const each of wrong) process.stdout.write(`${file}  ${each.field}: expected ${short(each.expected)}, found ${short(each.found)}\n`);
    for (const file of unknown) process.stdout.write(`${file}  is of a kind that is not known here\n`);
    process.stdout.write(`${good} as expected, ${bad.length} not, ${unknown.length} of a kind not known here\n`);
  }
  if (!found.length) return 2;
  return bad.length ? 1 : 0;
}
