/* Verifying a log (schemas/log.md, verifying; schemas/dice.md): a second implementation, written from the specifications. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { Refused, need, th, unhex, hex, same, join, hmac, unsigned, utf8, canonical, ed25519 } = PBEM;

/* The seed x[to] that follows from x[index]. */
function chainBack(key, x, index, to) {
  for (let i = index; i > to; i--) x = th("chain", key, unsigned(i, 8), x);
  return x;
}

const rollContext = (gid, index, request, why) => th("roll", gid, unsigned(index, 8), request, why);

/* The faces of a roll; seeds are x_A | x_B, a die is [sides, lowest face]. */
function faces(context, seeds, label, dice) {
  const key = hmac(hmac(context, seeds), join(utf8("pbem/1/stream\0"), utf8(label), new Uint8Array([1])));
  let block = null, counter = 0, at = 32;
  function word() {
    if (at === 32) {
      block = new DataView(hmac(key, unsigned(counter++, 4)).buffer);
      at = 0;
    }
    at += 4;
    return block.getUint32(at - 4);
  }
  return dice.map(([sides, low]) => {
    const limit = 2 ** 32 - (2 ** 32 % sides);
    let drawn = word();
    while (drawn >= limit) drawn = word();
    return low + (drawn % sides);
  });
}

/* What the entries so far have settled: the pen, the seeds, the secrets. */
class Table {
  constructor(gid, heads, dice) {
    Object.assign(this, { gid, heads: { ...heads }, dice, started: false, audits: 0, next: 1, refusals: 0, roll: null, offer: null, offers: 0, agents: { A: 0, B: 0 } });
    this.disclosed = { A: [0, unhex(heads.A.tip)], B: [0, unhex(heads.B.tip)] };
    this.names = new Set();
    this.decks = new Map();
    this.sealed = new Map();
    this.labels = new Set();
    this.shown = [];
    this.renewed = false;
    this.vaults = { A: [heads.A.vault], B: [heads.B.vault] };
    this.worn = new Set(["A", "B"].flatMap((seat) => [heads[seat].tip, heads[seat].vault]));
    this.keys = new Set(["A", "B"].flatMap((seat) => ["id", "key", "agent"].map((name) => heads[seat][name])));
    this.version = { rules: heads.A.rules, data: heads.A.data };
    this.counts = { rolls: 0, facesChecked: 0, facesUnknown: 0, seeds: 0, sealed: 0, opened: 0, vaults: 0, refusals: 0 };
    this.faces = new Map();
  }

  take(entry, head, chained) {
    const kind = entry.k, by = head.by;
    need(kind !== "renew" || head.first === head.last, "not-now");
    if (PBEM.PROTOCOL.has(kind)) PBEM.checkEntry(entry, kind);
    if (kind !== "reject") this.pen(kind, by);
    switch (kind) {
      case "start": this.started = true; break;
      case "req": this.request(entry, by, chained); break;
      case "rsp": case "open": this.answer(entry, by, kind); break;
      case "seal": this.seal(entry, by); break;
      case "show": this.show(entry, by); break;
      case "audit": this.audit(entry, by); break;
      case "deck-mask": case "deck-key": case "deck-show": this.deck(entry, by, kind); break;
      case "back": this.back(entry, by); break;
      case "upgrade": this.upgrade(entry, by); break;
      case "reply": this.reply(entry); break;
      case "reject": this.reject(entry, head); break;
      case "agent": this.agent(entry, by); break;
      case "renew": this.renew(entry, by); break;
      default: break;
    }
    if (!["renew", "agent", "reject"].includes(kind)) this.renewed = false;
    this.refusals = kind === "reject" ? this.refusals + 1 : 0;
    if (!["back", "reply", "upgrade"].includes(kind)) this.offers = 0;
  }

  count(name, more) {
    this.counts[name] = (this.counts[name] || 0) + more;
  }

  deck(entry, by, kind) {
    const known = this.decks.get(entry.at);
    if (kind === "deck-mask") {
      need((known === undefined) === ("cards" in entry), "wrong-label");
      if (!known) this.decks.set(entry.at, new PBEM.Deck(this.gid, entry.at, entry.cards));
      this.decks.get(entry.at).mask(entry, by, this.vaults[by].length - 1);
      this.count("masks", 1);
      return;
    }
    need(known !== undefined, "wrong-label");
    if (kind === "deck-key") known.keys(entry, by);
    else known.show(entry, by);
    this.count(kind === "deck-key" ? "dealt" : "cards", kind === "deck-key" ? entry.n.length : 1);
  }

  /* What an opened vault says of the decks; apart from take() because the platform hashes in its own time. */
  async openDecks(entry, by) {
    if (!root.crypto || !root.crypto.subtle) return;
    for (const deck of this.decks.values()) this.count("masksMade", await deck.audit(by, [...(entry.before || []), entry.vault].map(unhex)));
  }

  /* Who may write, and what, as far as that follows without the rules of the game. */
  pen(kind, by) {
    const roll = this.roll;
    let holder, due;
    if (!this.started) [holder, due] = ["A", kind === "start"];
    else if (this.offer) [holder, due] = [this.offer.by === "A" ? "B" : "A", kind === "reply"];
    else if (this.audits) [holder, due] = ["B", kind === "audit" && this.audits === 1];
    else if (roll === null) [holder, due] = [kind === "audit" ? "A" : by, !["start", "rsp", "open", "reply"].includes(kind)];
    else if (!roll.answered) {
      const choice = (!PBEM.PROTOCOL.has(kind) || kind === "deck-show") && !roll.open;
      [holder, due] = [roll.asker === "A" ? "B" : "A", kind === "rsp" || choice];
    } else [holder, due] = [roll.asker, ["show", "deck-show", "open"].includes(kind)];
    need(by === holder, "out-of-turn");
    need(due || (kind === "agent" && this.started && !this.audits && !this.offer), "not-now");
  }

  agent(entry, by) {
    need(++this.agents[by] <= 100, "agents-often");
    need(mayWrite(entry) !== null && ("key" in entry || !("may" in entry)), "bad-fields");
    if (!("key" in entry)) return;
    ed25519.checkKey(unhex(entry.key));
    need(!this.keys.has(entry.key), "reused-key");
    this.keys.add(entry.key);
  }

  /* From here on this seat has another key, chain and vault; what it sealed before keeps its salts. */
  renew(entry, by) {
    need(!("challenge" in this.heads.A) || by === "A", "referee-plays");
    need(!this.renewed, "renewed-often");
    ed25519.checkKey(unhex(entry.key));
    const used = this.keys.has(entry.key) || this.worn.has(entry.tip) || this.worn.has(entry.vault);
    need(!used && entry.tip !== entry.vault, "reused-key");
    need(entry.n >= this.heads[by].n, "chain-end");
    this.heads[by] = { ...this.heads[by], key: entry.key, tip: entry.tip, n: entry.n, vault: entry.vault };
    this.disclosed[by] = [0, unhex(entry.tip)];
    this.vaults[by].push(entry.vault);
    this.keys.add(entry.key);
    this.worn.add(entry.tip).add(entry.vault);
    this.renewed = true;
    this.count("renewals", 1);
  }

  disclose(roll, by, text) {
    const x = unhex(text), [index, seed] = this.disclosed[by];
    need(same(chainBack(unhex(this.heads[by].key), x, roll.number, index), seed), "wrong-seed");
    this.disclosed[by] = [roll.number, x];
    roll.seeds[by] = x;
    this.counts.seeds++;
  }

  request(entry, by, chained) {
    const roll = { number: entry.j, asker: by, why: entry.why, request: chained, open: "x" in entry, answered: false, seeds: {} };
    need(roll.number >= this.next, "roll-again");
    need(roll.number === this.next, "skipped-seed");
    need(roll.number <= this.heads.A.n && roll.number <= this.heads.B.n, "chain-end");
    need(!this.names.has(roll.why), "wrong-roll");
    if (roll.open) this.disclose(roll, by, entry.x);
    this.roll = roll;
    this.next = roll.number + 1;
    this.names.add(roll.why);
  }

  answer(entry, by, kind) {
    const roll = this.roll;
    need(entry.j === roll.number, kind === "rsp" ? "skipped-answer" : "skipped-open");
    need(kind === "open" || ("dice" in entry) === roll.open, "bad-fields");
    this.disclose(roll, by, entry.x);
    roll.answered = true;
    if (!("dice" in entry)) return;
    const dice = Object.hasOwn(this.dice, roll.why) ? this.dice[roll.why] : null;
    if (dice) {
      const found = this.thrown(roll, dice);
      need(found.length === entry.dice.length && found.every((face, i) => face === entry.dice[i]), "better-dice");
      this.counts.facesChecked += found.length;
      this.faces.set(entry.i, found);
    } else this.counts.facesUnknown += entry.dice.length;
    this.counts.rolls++;
    this.roll = null;
  }

  /* The faces of a roll: from both seeds, in a challenge from B's alone. */
  thrown(roll, dice) {
    if (!("challenge" in this.heads.A)) {
      const context = rollContext(this.gid, roll.number, roll.request, roll.why);
      return faces(context, join(roll.seeds.A, roll.seeds.B), roll.why, dice);
    }
    const none = new Uint8Array(32), context = rollContext(unhex(this.heads.B.tip), roll.number, none, "challenge");
    return faces(context, join(none, roll.seeds.B), "challenge", dice);
  }

  /* A take-back is offered; what it does to the game is for the rules. */
  back(entry, by) {
    need(!("challenge" in this.heads.A), "no-takeback");
    need(this.offers < 3, "offered-often");
    need(entry.to >= 0 && entry.to < entry.i - 1, "bad-back");
    this.offer = { by, to: entry.to };
    this.offers++;
  }

  /* Another version is offered; what it makes of the state is for the rules. */
  upgrade(entry, by) {
    need(!("challenge" in this.heads.A), "no-upgrade");
    need(this.offers < 3, "offered-often");
    need(entry.rules !== this.version.rules || entry.data !== this.version.data, "same-rules");
    this.offer = { by, to: -1, upgrade: { rules: entry.rules, data: entry.data } };
    this.offers++;
  }

  /* What was opened since may be opened again: it is the same value under the same commitment. */
  reply(entry) {
    if (entry.yes && this.offer.upgrade) {
      this.version = this.offer.upgrade;
      this.offers = 0;
      this.count("upgrades", 1);
    } else if (entry.yes) {
      for (const [, label, , at] of this.shown) if (at > this.offer.to) this.sealed.get(label).open = false;
      this.offers = 0;
      this.counts.takeBacks = (this.counts.takeBacks || 0) + 1;
    }
    this.offer = null;
  }

  seal(entry, by) {
    need(!this.labels.has(entry.at), "sealed-twice");
    this.labels.add(entry.at);
    const era = this.vaults[by].length - 1;
    entry.c.forEach((commitment, i) => this.sealed.set(entry.at + "/" + (i + 1), { by, commitment, era, open: false }));
    this.counts.sealed += entry.c.length;
  }

  show(entry, by) {
    const label = entry.at + "/" + entry.n;
    const made = this.labels.has(entry.at) ? this.sealed.get(label) : undefined;
    need(made !== undefined && made.by === by && !made.open, "never-sealed");
    need(hex(th("commit", this.gid, label, unhex(entry.salt), canonical(entry.v))) === made.commitment, "other-value");
    made.open = true;
    this.shown.push([by, label, entry.salt, entry.i]);
    this.counts.opened++;
  }

  audit(entry, by) {
    need(!entry.before || entry.before.length > 0, "two-forms");
    const opened = [...(entry.before || []), entry.vault].map(unhex), due = this.vaults[by];
    need(opened.length === due.length && opened.every((vault, i) => hex(th("K", vault)) === due[i]), "other-vault");
    for (const [owner, label, salt] of this.shown) {
      const made = owner === by ? hex(hmac(opened[this.sealed.get(label).era], th("salt", this.gid, label))) : salt;
      need(made === salt, "other-salt");
    }
    this.audits++;
    this.counts.vaults++;
  }

  reject(entry, head) {
    need(entry.i === head.first, "not-now");
    need(!this.started || this.audits < 2, "out-of-turn");
    need(this.refusals < 4, "refused-often");
    need([...entry.code].length <= 64 && [...(entry.par || "")].length <= 64, "bad-fields");
    need(entry.j >= 0 && entry.j <= this.next, "burnt-chain");
    this.next = Math.max(this.next, entry.j + 1);
    this.counts.refusals++;
  }
}

/* The kinds of the game that an agent may write; null when that is no list it can have. */
function mayWrite(entry) {
  const may = entry.may || [];
  const kind = (each) => typeof each === "string" && /^[a-z][a-z0-9_-]{0,31}$/.test(each) && !PBEM.PROTOCOL.has(each);
  const fine = Array.isArray(may) && may.length <= 32 && may.every((each, i) => kind(each) && (i === 0 || may[i - 1] < each));
  return fine ? may : null;
}

/* The agent that an entry puts in force, undefined when something is wrong with it. */
function agentOf(entry) {
  const may = mayWrite(entry);
  if (may === null || typeof entry.key !== "string" || !/^[0-9a-f]{64}$/.test(entry.key)) return undefined;
  try {
    ed25519.checkKey(unhex(entry.key));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return undefined;
  }
  return newAgent(entry.key, may);
}

const newAgent = (key, may) => ({ key: unhex(key), id: keyId(unhex(key)), may: new Set(["rsp", "reject", ...may]) });
const keyId = (key) => hex(th("key", key)).slice(0, 16);

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

/* The game key that a bundle puts in force, undefined when it is no renewal or one that cannot be used. */
function renewalOf(part) {
  const [, entry] = part.entries[0];
  if (part.entries.length !== 1 || entry.k !== "renew" || typeof entry.key !== "string" || !/^[0-9a-f]{64}$/.test(entry.key)) return undefined;
  try {
    ed25519.checkKey(unhex(entry.key));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return undefined;
  }
  return unhex(entry.key);
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
      table = new Table(gid, heads, dice || {});
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

Object.assign(PBEM, { fingerprint, verify, faces, chainBack, rollContext });
})(globalThis);
