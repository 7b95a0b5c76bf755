/* What the entries of a log settle, one by one (schemas/log.md, entries; schemas/dice.md). */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { need, th, unhex, hex, same, join, hmac, canonical, ed25519, chainBack, rollContext, faces, mayWrite } = PBEM;

/* The pen, the seeds, the secrets, the decks, the agents after some entries. */
class Settled {
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

Object.assign(PBEM, { Settled });
})(globalThis);
