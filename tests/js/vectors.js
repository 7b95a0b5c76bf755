"use strict";
// Runs the verifier of the replay page over cases from standard input and writes what it finds, one JSON line a case.
const path = require("node:path");
// Node before 19 has WebCrypto, but not by its global name.
globalThis.crypto ??= require("node:crypto").webcrypto;
const PAGE = path.join(__dirname, "../../pbem/view/page");
for (const name of ["hashes", "ed25519", "lines", "layout", "decks", "seeds", "keys", "settled", "verifier"]) require(path.join(PAGE, name + ".js"));
const { PBEM } = globalThis;
const { unhex, hex, th } = PBEM;

function line(each) {
  try {
    const bytes = unhex(each.line_hex), value = PBEM.readLine(bytes);
    return PBEM.same(PBEM.canonical(value), bytes) ? "ok" : "not written back";
  } catch (error) {
    if (!(error instanceof PBEM.Refused)) throw error;
    return error.code;
  }
}

function dice(each) {
  const found = {};
  for (const seat of ["a", "b"]) {
    const key = unhex(each["key_" + seat]), end = th("chain-root", key, unhex(each["root_" + seat]));
    found["tip_" + seat] = hex(PBEM.chainBack(key, end, each.length, 0));
    found["x_" + seat] = hex(PBEM.chainBack(key, end, each.length, each.index));
  }
  const context = PBEM.rollContext(unhex(each.gid), each.index, unhex(each.request), each.why);
  found.context = hex(context);
  found.expect = PBEM.faces(context, unhex(found.x_a + found.x_b), each.why, each.dice);
  return found;
}

async function log(each) {
  const file = Buffer.from(each.base64, "base64");
  const { data, stopped } = await PBEM.unpack(new Uint8Array(file));
  const found = await PBEM.verify(data, { dice: each.dice === undefined ? null : each.dice, method: each.method });
  const { code, entry, bundles, entries, counts, method } = found;
  return { code: code === "ok" || code === "truncated" ? stopped || code : code, entry, bundles, entries, counts, method };
}

async function key(each) {
  try {
    PBEM.ed25519.checkKey(unhex(each.key));
    return "ok";
  } catch (error) {
    if (!(error instanceof PBEM.Refused)) throw error;
    return error.code;
  }
}

function link(each) {
  try {
    const { slot, seat, key, inner, outer } = each;
    const code = each.name.startsWith("key") ? "wrong-key" : "other-card";
    PBEM.decks.checkLink({ gid: unhex(each.gid), label: each.deck, slot, seat, key, inner, outer }, each.proof, code);
    return "ok";
  } catch (error) {
    if (!(error instanceof PBEM.Refused)) throw error;
    return error.code;
  }
}

const hash = (each) => hex(PBEM.sha256(unhex(each.hex)));
const mac = (each) => hex(PBEM.hmac(unhex(each.key), unhex(each.hex)));
const tagged = (each) => hex(th(each.purpose, ...each.parts));
const signature = (each) => PBEM.ed25519[each.method](unhex(each.key), unhex(each.sig), unhex(each.message));
const KINDS = { line, link, dice, log, key, hash, mac, tagged, signature };

(async () => {
  let input = "";
  for await (const chunk of process.stdin.setEncoding("utf-8")) input += chunk;
  for (const each of JSON.parse(input)) console.log(JSON.stringify(await KINDS[each.do](each)));
})();
