/* Invitation, acceptance, and the outside of every bundle (schemas/log.md, verifying, steps 2 and 3). */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { Refused, need, th, unhex, hex, ed25519 } = PBEM;

const MAX_SHARE = 4194304;
const RESERVE = 524288;
const MAX_RULING = 4096;
const ANSWERS = new Set(["rsp", "open", "show", "reply", "reject", "audit", "note", "deck-mask", "deck-key", "deck-show"]);
const other = (seat) => (seat === "A" ? "B" : "A");
const written = (line) => new TextDecoder().decode(line);

const unlike = (values) => new Set(values).size === values.length;

/* No key, chain or vault of the first mails may have two uses; keys are told apart by their ids. */
function checkApart(heads) {
  const keys = heads.map((head) => PBEM.keyId(head.key)), ids = heads.map((head) => PBEM.keyId(head.id));
  const ends = heads.flatMap((head) => [head.tip, head.vault]);
  if (heads[0].referee) keys.push(PBEM.keyId(heads[0].referee.key));
  need(unlike(keys) && !keys.some((key) => ids.includes(key)) && unlike(ends), "reused-key");
}

async function checkGenesis(parts, holds) {
  const heads = [];
  for (const { head, sig, line } of parts.slice(0, 2)) {
    const identity = unhex(head.id);
    for (const key of [head.id, head.key, ...(head.referee ? [head.referee.key] : [])]) ed25519.checkKey(unhex(key));
    need(sig.key === PBEM.keyId(head.id), "wrong-key");
    need(await holds(identity, unhex(sig.sig), th(head.k, line)), "bad-signature");
    need(await holds(unhex(head.key), unhex(sig.own), th(head.k + "-key", line)), "unproven-key");
    need(head.k === "invite" || head.invite === hex(th("invite-line", parts[0].line)), "other-game");
    heads.push(head);
    checkApart(heads);
  }
  const [a, b] = heads;
  need(!b || !("challenge" in a) || b.tip === a.challenge, "other-challenge");
}

/* The header line that a refusal says was signed in its place; null when it is none. */
function refusedHeader(entry, head) {
  const made = {
    by: other(head.by), first: head.first, g: head.g, head: entry.head, k: "hdr", last: entry.last, n: head.n, prev: head.prev, rules: entry.rules,
    state: entry.state, v: 1,
  };
  return PBEM.isLine(made, "hdr") && PBEM.isLine({ k: "sig", key: entry.key, sig: entry.sig }, "sig") ? PBEM.canonical(made) : null;
}

/* What step 3 keeps from bundle to bundle; the work for each is as long as the bundle. */
class Bundles {
  constructor(bundles, gid, heads, keys, holds) {
    Object.assign(this, { bundles, gid, keys, holds, place: 0, entries: 0, chained: hex(gid), rules: heads.A.rules, offered: null });
    this.seen = new Set();
    this.shares = { A: 0, B: 0 };
    this.places = new Map(bundles.map(({ head }, place) => [head.n, place]));
  }

  /* The next bundle: the chained hashes after each of its entries. */
  async check(part) {
    const { head } = part;
    need(head.g === hex(this.gid), "other-game");
    const ruled = head.by === "R";
    await (ruled ? this.ruler(part) : this.author(part));
    need(head.last - head.first + 1 === part.entries.length, "bad-count");
    part.entries.forEach(([, entry], i) => {
      const inside = entry.i >= head.first && entry.i <= head.last;
      need(entry.i === head.first + i, inside ? "order" : "gap");
    });
    let chained = unhex(head.prev);
    const hashes = part.entries.map(([line]) => (chained = th("event", chained, line)));
    need(hex(chained) === head.head, "bad-head");
    for (const [, entry] of part.entries) {
      if (ruled && entry.k !== "ruling" && entry.k !== "appoint") throw new Refused("beyond-referee", entry.i);
    }
    this.placed(part);
    if (part.entries[0][1].k === "reject" && !ruled) await this.refusal(part.entries[0][1], head);
    this.share(part);
    return hashes;
  }

  /* The seat itself signed, with its key in force. */
  async author({ head, sig, line }) {
    const { by } = head, message = th("bundle", this.gid, line), bytes = unhex(sig.sig);
    const mine = this.keys.seats[by], theirs = this.keys.seats[other(by)];
    if (mine.id !== sig.key) {
      if (theirs.id === sig.key) throw new Refused("spoofed-author");
      throw new Refused(mine.old.has(sig.key) ? "old-key" : "wrong-key");
    }
    if (await this.holds(unhex(mine.key), bytes, message)) return;
    throw new Refused((await this.holds(unhex(theirs.key), bytes, message)) ? "spoofed-author" : "bad-signature");
  }

  /* The referee in force, or one whom this very bundle appoints, has signed (schemas/log.md, rulings). */
  async ruler({ head, sig, line, entries }) {
    const { challenge, referees } = this.keys, first = entries[0][1], named = (seat) => this.keys.seats[seat].id === sig.key;
    const key = first.k === "appoint" && !challenge ? await this.appointed(first, head) : referees[referees.length - 1];
    need(key !== undefined && !challenge, "no-referee");
    if (sig.key !== PBEM.keyId(key)) {
      if (named("A") || named("B")) throw new Refused("spoofed-author");
      throw new Refused(referees.some((each) => PBEM.keyId(each) === sig.key) ? "old-key" : "wrong-key");
    }
    need(await this.holds(unhex(key), unhex(sig.sig), th("bundle", this.gid, line)), "bad-signature");
  }

  /* The key of a referee for whom both seats have signed with their keys in force. */
  async appointed(entry, head) {
    const refuse = () => { throw new Refused("unsigned-appointment", head.first); };
    try {
      PBEM.checkEntry(entry);
      ed25519.checkKey(unhex(entry.key));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse();
    }
    const days = "days" in entry ? { days: entry.days } : {};
    const message = th("referee", this.gid, PBEM.canonical({ ...days, gid: hex(this.gid), k: "appoint", key: entry.key, v: 1, who: entry.who }));
    for (const [seat, sig] of [["A", entry.a], ["B", entry.b]]) {
      if (!(await this.holds(unhex(this.keys.seats[seat].key), unhex(sig), message))) refuse();
    }
    return entry.key;
  }

  /* The number of the bundle, its version of the rules, its first entry and what it continues. */
  placed({ head, line }) {
    const wanted = this.place + 1;
    if (head.n < wanted) throw new Refused(this.seen.has(written(line)) ? "replay" : "fork");
    if (head.n > wanted) throw new Refused((this.places.get(wanted) ?? -1) > this.place ? "order" : "gap");
    need(head.rules === this.rules.slice(0, 16), "downgraded-rules");
    need(head.first === this.entries, head.first < this.entries ? "order" : "gap");
    need(head.prev === this.chained, "fork");
  }

  /* A refusal carries the signature of the other seat on the header that it refuses. */
  async refusal(entry, head) {
    const line = refusedHeader(entry, head);
    if (line === null) throw new Refused("unsigned-refusal", head.first);
    const message = th("bundle", this.gid, line), sig = unhex(entry.sig);
    const found = this.keys.seats[other(head.by)];
    if (found.id !== entry.key || !(await this.holds(unhex(found.key), sig, message))) throw new Refused("unsigned-refusal", head.first);
  }

  share({ head, entries, size }) {
    if (head.by === "R") return need(size <= MAX_RULING, "too-large");
    const sum = this.shares[head.by] + size, answers = entries.every(([, entry]) => ANSWERS.has(entry.k));
    return need(sum <= (answers ? MAX_SHARE : MAX_SHARE - RESERVE), "too-large");
  }

  /* The bundle holds: what it changes for the next. Whether an upgrade may be, is for step 4. */
  extend(part) {
    this.seen.add(written(part.line));
    if (part.head.by !== "R") this.shares[part.head.by] += part.size;
    else if (part.entries[0][1].k === "appoint") this.keys.appoint(part.entries[0][1].key);
    this.place++;
    this.entries += part.entries.length;
    this.chained = part.head.head;
    for (const [, entry] of part.entries) {
      if (entry.k === "upgrade") this.offered = String(entry.rules);
      else if (entry.k === "back" || (entry.k === "ruling" && entry.how !== "stands")) this.offered = null;
      else if (entry.k === "reply") {
        if (this.offered !== null && entry.yes === true) this.rules = this.offered;
        this.offered = null;
      }
    }
    this.keys.settle();
  }
}

Object.assign(PBEM, { checkGenesis, Bundles });
})(globalThis);
