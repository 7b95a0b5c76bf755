/* Verifying a log (schemas/log.md, verifying): a second implementation, written from the specifications. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { Refused, need, th, unhex, hex, same, ed25519, agentOf, newAgent, keyId, renewalOf, Settled } = PBEM;

async function checkGenesis(parts, holds) {
  for (const part of parts.slice(0, 2)) {
    const identity = unhex(part.head.id), kind = part.head.k;
    ed25519.checkKey(identity);
    ed25519.checkKey(unhex(part.head.key));
    if ("agent" in part.head) ed25519.checkKey(unhex(part.head.agent));
    need(part.sig.key === hex(th("key", identity)).slice(0, 16), "wrong-key");
    need(await holds(identity, unhex(part.sig.sig), th(kind, part.line)), "bad-signature");
    need(kind === "invite" || part.head.invite === hex(th("invite-line", parts[0].line)), "other-game");
  }
  const keys = parts.slice(0, 2).flatMap((part) => [part.head.id, part.head.key]);
  const agents = parts.slice(0, 2).flatMap((part) => ("agent" in part.head ? [part.head.agent] : []));
  const [a, b] = parts;
  if (b) need(["key", "tip", "vault"].every((name) => a.head[name] !== b.head[name]), "reused-key");
  if (b && "challenge" in a.head) need(b.head.tip === a.head.challenge, "other-challenge");
  need(agents.every((key) => !keys.includes(key)) && new Set(agents).size === agents.length, "reused-key");
}

/*
 * Step 3 for one bundle: the chained hashes of its entries. keys: every game key a seat has had before it, the last in
 * force; agents, rules: those in force before it.
 */
async function checkBundle(bundles, place, gid, keys, agents, rules, holds) {
  const part = bundles[place], head = part.head, other = head.by === "A" ? "B" : "A";
  const [mine, theirs] = [head.by, other].map((seat) => keys[seat][keys[seat].length - 1]);
  need(head.g === hex(gid), "other-game");
  const agent = agents[head.by], byAgent = agent !== undefined && part.sig.key === agent.id;
  if (!byAgent && part.sig.key !== keyId(mine)) {
    const others = [keyId(theirs), ...(agents[other] ? [agents[other].id] : [])];
    const old = keys[head.by].slice(0, -1).map(keyId);
    throw new Refused(others.includes(part.sig.key) ? "spoofed-author" : old.includes(part.sig.key) ? "old-key" : "wrong-key");
  }
  const message = th("bundle", gid, part.line), sig = unhex(part.sig.sig);
  if (!(await holds(byAgent ? agent.key : mine, sig, message))) throw new Refused((await holds(theirs, sig, message)) ? "spoofed-author" : "bad-signature");
  need(head.last - head.first + 1 === part.entries.length, "bad-count");
  part.entries.forEach(([, entry], i) => {
    const inside = entry.i >= head.first && entry.i <= head.last;
    need(entry.i === head.first + i, inside ? "order" : "gap");
  });
  let chained = unhex(head.prev);
  const hashes = part.entries.map(([line]) => (chained = th("event", chained, line)));
  need(hex(chained) === head.head, "bad-head");
  for (const [, entry] of part.entries) {
    if (byAgent && !agent.may.has(entry.k)) throw new Refused("beyond-agent", entry.i);
  }
  if (head.n <= place) throw new Refused(bundles.slice(0, place).some((old) => same(old.line, part.line)) ? "replay" : "fork");
  if (head.n > place + 1) throw new Refused(bundles.slice(place).some((later) => later.head.n === place + 1) ? "order" : "gap");
  need(head.rules === rules.slice(0, 16), "downgraded-rules");
  const entries = bundles.slice(0, place).reduce((sum, old) => sum + old.entries.length, 0);
  need(head.first === entries, head.first < entries ? "order" : "gap");
  need(head.prev === (place ? bundles[place - 1].head.head : hex(gid)), "fork");
  return hashes;
}

/* The ruleset in force, from entry to entry; whether an upgrade may be, is for step 4. */
function follow(version, entry) {
  if (entry.k === "upgrade") version.offered = String(entry.rules);
  else if (entry.k === "back") version.offered = null;
  else if (entry.k === "reply") {
    if (version.offered !== null && entry.yes === true) version.rules = version.offered;
    version.offered = null;
  }
}

/* How signatures are checked: by the platform, by the script itself, or not at all. */
function checker(method) {
  if (method === "webcrypto") return ed25519.verifyPlatform;
  if (method === "own") return ed25519.verifyOwn;
  return async () => true;
}

/*
 * Verify the bytes of a log (lines, not packed): steps 1 to 3, and step 4 as far as it follows without the rules.
 *
 * options.dice: the dice of each roll by name, [[sides, lowest face], ...]; null leaves out step 4 altogether.
 * options.method: see ed25519.method(). options.progress(done, all): called between bundles.
 * Gives {code, entry, bundles, entries, counts, method, log}: "ok" or the first failure, the entry at fault (null: none),
 * how many bundles and entries hold, what was counted, and every entry that was read with its seat, line and hash.
 */
async function verify(data, options = {}) {
  const { dice = null, progress = () => undefined } = options;
  const method = options.method === undefined ? await ed25519.method() : options.method;
  const holds = checker(method);
  const verdict = { code: "ok", entry: null, bundles: 0, entries: 0, method, counts: null, parties: null, log: [] };
  const { parts, stopped } = PBEM.readLog(data);
  const bundles = parts.slice(2);
  let at = null, table = null;
  try {
    await checkGenesis(parts, holds);
    if (parts.length >= 2) {
      const heads = { A: parts[0].head, B: parts[1].head }, gid = th("game", parts[0].line, parts[1].line);
      verdict.parties = heads;
      verdict.gid = hex(gid);
      table = new Settled(gid, heads, dice || {});
      const agents = {}, keys = { A: [unhex(heads.A.key)], B: [unhex(heads.B.key)] };
      const version = { rules: heads.A.rules, offered: null };
      for (const seat of ["A", "B"]) if ("agent" in heads[seat]) agents[seat] = newAgent(heads[seat].agent, []);
      for (let place = 0; place < bundles.length; place++) {
        at = bundles[place].head.first;
        const hashes = await checkBundle(bundles, place, gid, keys, agents, version.rules, holds);
        for (const [i, [, entry]] of bundles[place].entries.entries()) {
          if (dice !== null) table.take(entry, bundles[place].head, hashes[i]);
          if (dice !== null && entry.k === "audit" && table.decks.size) await table.openDecks(entry, bundles[place].head.by);
          at++;
        }
        for (const [, entry] of bundles[place].entries) {
          if (entry.k === "agent") agents[bundles[place].head.by] = agentOf(entry);
          follow(version, entry);
        }
        const renewed = renewalOf(bundles[place]);
        if (renewed !== undefined) {
          keys[bundles[place].head.by].push(renewed);
          agents[bundles[place].head.by] = undefined;
        }
        verdict.bundles = place + 1;
        verdict.entries += bundles[place].entries.length;
        at = null;
        if (place % 20 === 19) await progress(place + 1, bundles.length);
      }
    }
    if (stopped !== null) {
      at = verdict.entries;
      throw new Refused(stopped);
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    verdict.code = error.code;
    verdict.entry = error.entry === null ? at : error.entry;
  }
  for (const part of bundles) {
    for (const [line, value] of part.entries) {
      verdict.log.push({ by: part.head.by, bundle: part.head.n, value, line });
    }
  }
  if (table) Object.assign(verdict, { counts: table.counts, faces: table.faces, over: table.audits === 2 });
  return verdict;
}

/* What players read to each other: thirty digits in six groups (log.md, fingerprint). */
function fingerprint(key) {
  const number = [...th("voice", key)].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n) % 10n ** 30n;
  return number.toString().padStart(30, "0").match(/.{5}/g).join(" ");
}

Object.assign(PBEM, { fingerprint, verify });
})(globalThis);
