/*
 * What the entries of a log settle, one by one, as far as it follows without the rules of the game (schemas/log.md,
 * entries; schemas/dice.md): the pen, seeds and faces, secrets, offers, refusals, keys.
 */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { need, th, unhex, hex, join, hmac, canonical, rollContext, faces, dealtFaces, PROTOCOL, BESIDE } = PBEM;

const MAX_OFFERS = 3;
const MAX_REFUSALS = 4;
const MAX_REFUSED = 100;
const MAX_RULINGS = 16;
const MAX_JUMP = 100;
const other = (seat) => (seat === "A" ? "B" : "A");

class Settled {
  constructor(gid, heads, keys) {
    Object.assign(this, {
      gid, keys, challenge: "challenge" in heads.A, published: heads.B.tip, started: false, audited: [], last: "", next: 1, refusals: 0, refused: { A: 0, B: 0 },
      rulings: 0, ended: false, sides: heads.A.sides, offers: 0, roll: null, offer: null, backs: 0, names: new Set(), faces: new Map(), decks: new PBEM.Decks(gid),
      history: new PBEM.History(), secrets: new PBEM.Secrets(), version: { rules: heads.A.rules, data: heads.A.data },
    });
    this.counts = { rolls: 0, dice: 0, seeds: 0, sealed: 0, opened: 0, vaults: 0, refusals: 0, takeBacks: 0, upgrades: 0, renewals: 0, rulings: 0, allMasks: 0 };
  }

  /*
   * One entry. place: {by, at, size, refuses, before, after}: its seat, its place in its bundle, how many entries that
   * has, whether it begins with a refusal, the chained hash before and after. Gives what is left to prove (decks.js).
   */
  take(entry, place) {
    const kind = entry.k, number = entry.i, by = place.by;
    if (PROTOCOL.has(kind)) PBEM.checkEntry(entry);
    need(!place.refuses || place.at === 0 || kind === "note", "not-now");
    if (kind === "reject") this.reject(entry, place);
    else if (kind === "note") need(this.started && place.at > 0 && place.at === place.size - 1, "not-now");
    else if (kind === "ruling" || kind === "appoint") this.rules(entry, place);
    else this.pen(kind, place);
    const tasks = this.settle(entry, place) || [];
    if (!BESIDE.has(kind)) {
      Object.assign(this, { last: by, refusals: 0, offers: 0 });
      this.keys.renewed = false;
    }
    this.history.add(number, this.roll !== null || this.offer !== null);
    return tasks;
  }

  settle(entry, place) {
    const by = place.by;
    switch (entry.k) {
      case "start": this.start(entry); break;
      case "req": return this.request(entry, place);
      case "rsp": case "open": return this.answer(entry, by);
      case "seal": return this.seal(entry, place);
      case "show": return this.show(entry, by);
      case "audit": return this.audit(entry, by);
      case "deck-mask": case "deck-key": case "deck-show": return this.deck(entry, by);
      case "back": return this.back(entry, by);
      case "upgrade": return this.upgrade(entry, by);
      case "reply": return this.reply(entry);
      case "renew": this.keys.renew(entry, by); this.counts.renewals++; break;
      case "appoint": need(!this.keys.ids.has(PBEM.keyId(entry.key)), "reused-key"); break;
      case "ruling": this.ruling(entry); break;
      default: break;
    }
    return undefined;
  }

  /* Nobody goes back to before there was a game. */
  start(entry) {
    this.started = true;
    this.history.fix(entry.i);
  }

  /* Who holds the pen (null: only the rules know) and for what. */
  due() {
    if (!this.started) return ["A", "start"];
    if (this.offer) return [other(this.offer.by), "reply"];
    if (this.audited.length) return this.audited.length === 2 ? ["", "nothing"] : [other(this.audited[0]), "audit"];
    if (this.ended) return [other(this.last || "B"), "audit"];
    if (this.roll === null) return [null, "game"];
    return this.roll.answered ? [this.roll.asker, "open"] : [other(this.roll.asker), "answer"];
  }

  pen(kind, { by, size }) {
    const [seat, what] = this.due(), own = !PROTOCOL.has(kind);
    need(size === 1 || (kind !== "renew" && kind !== "audit"), "not-now");
    need(seat === null || seat === by, "out-of-turn");
    if (kind === "renew") return need(what === "game", "not-now");
    if (kind === "audit") {
      need(what === "game" || what === "audit", "not-now");
      return need(by !== this.last, "out-of-turn");
    }
    // Who deals the dice of a challenge knows them all.
    const plays = own || ["req", "seal", "deck-mask", "deck-key"].includes(kind) || (kind === "show" && what === "game");
    need(!this.challenge || by === "A" || !plays, "referee-plays");
    if (what === "game") return need(!["start", "rsp", "open", "reply"].includes(kind), "not-now");
    if (what === "answer") return need(kind === "rsp" || (!this.roll.open && (own || kind === "deck-show")), "not-now");
    return need(kind === what || (what === "open" && kind === "show"), "not-now");
  }

  // --- rolls ------------------------------------------------------------------------------------------------------------

  disclose(chain, text) {
    const seed = chain.disclose(this.roll.number, text);
    this.counts.seeds++;
    return seed;
  }

  request(entry, { by, after }) {
    const { A, B } = this.keys.seats;
    need(entry.j >= this.next, "roll-again");
    need(entry.j === this.next, "skipped-seed");
    need(entry.j <= A.chain.n && entry.j <= B.chain.n, "chain-end");
    need(!this.names.has(entry.why) && this.labelled(entry.why), "wrong-roll");
    this.roll = {
      number: entry.j, asker: by, why: entry.why, dice: entry.dice, request: after, open: "x" in entry, answered: false, seeds: {},
      chains: { A: A.chain, B: B.chain },
    };
    this.next++;
    this.names.add(entry.why);
    if (this.roll.open) this.roll.seeds[by] = this.disclose(this.roll.chains[by], entry.x);
  }

  /* The answer, or the opening. Faces stand in the entry that makes them known, and in no other. */
  answer(entry, by) {
    const roll = this.roll, complete = roll.open || entry.k === "open";
    need(entry.j === roll.number, entry.k === "rsp" ? "skipped-answer" : "skipped-open");
    roll.seeds[by] = this.disclose(roll.chains[by], entry.x);
    roll.answered = true;
    const found = complete ? this.thrown(roll) : [], said = entry.dice || [];
    need(found.length === said.length && found.every((face, i) => face === said[i]), "better-dice");
    if (!complete) return;
    this.counts.rolls++;
    this.counts.dice += found.length;
    this.faces.set(entry.i, found);
    this.roll = null;
  }

  /* The faces of a roll: from both seeds, in a challenge from B's alone. */
  thrown({ number, request, why, dice, seeds }) {
    if (this.challenge) return dealtFaces(this.published, number, seeds.B, dice);
    return faces(rollContext(this.gid, number, request, why), join(seeds.A, seeds.B), why, dice);
  }

  /* After b take-backs a new label ends in ~b. */
  labelled(label) { return this.backs === 0 || label.endsWith("~" + this.backs); }

  // --- secrets and decks --------------------------------------------------------------------------------------------------

  seal(entry, { by, before }) {
    need(!this.secrets.used.has(entry.at), "sealed-twice");
    need(this.labelled(entry.at), "wrong-label");
    const era = this.keys.seats[by].vaults.length - 1;
    this.secrets.seal(entry.at, entry.i, entry.c.map((commitment) => ({ by, commitment, era, place: before })));
    this.counts.sealed += entry.c.length;
  }

  show(entry, by) {
    const label = `${entry.at}/${entry.n}`, made = this.secrets.closed(entry.at, entry.n, by);
    need(hex(th("commit", this.gid, label, unhex(entry.salt), canonical(entry.v))) === made.commitment, "other-value");
    this.secrets.open(made, label, entry.i, entry.salt);
    this.counts.opened++;
  }

  deck(entry, by) {
    const tasks = this.decks.take(entry, by, this.keys.seats[by].vaults.length - 1);
    if (entry.k === "deck-mask") this.counts.allMasks++;
    this.history.fix(entry.i);
    return tasks;
  }

  audit(entry, by) {
    const opened = [...(entry.before || []), entry.vault].map(unhex), due = this.keys.seats[by].vaults;
    need(opened.length === due.length && opened.every((vault, i) => hex(th("K", vault)) === due[i]), "other-vault");
    for (const { label, salt, era, place } of this.secrets.shown[by]) {
      need(hex(hmac(opened[era], th("salt", this.gid, label, place))) === salt, "other-salt");
    }
    this.audited.push(by);
    this.counts.vaults++;
    return this.decks.audit(by, opened);
  }

  // --- offers and refusals ------------------------------------------------------------------------------------------------

  /* A take-back is offered; what it does to the game is for the rules. */
  back(entry, by) {
    need(!this.challenge, "no-takeback");
    need(this.offers < MAX_OFFERS, "offered-often");
    this.history.check(entry.to, entry.i);
    this.offer = { by, to: entry.to };
    this.offers++;
  }

  /* Another version is offered; what it makes of the state is for the rules. */
  upgrade(entry, by) {
    need(!this.challenge, "no-upgrade");
    need(this.offers < MAX_OFFERS, "offered-often");
    need(entry.rules !== this.version.rules || entry.data !== this.version.data, "same-rules");
    this.offer = { by, version: { rules: entry.rules, data: entry.data } };
    this.offers++;
  }

  reply(entry) {
    const { to, version } = this.offer;
    this.offer = null;
    if (!entry.yes) return;
    this.offers = 0;
    if (version) {
      this.version = version;
      this.history.fix(entry.i);
      this.counts.upgrades++;
      return;
    }
    this.backTo(to);
    this.counts.takeBacks++;
  }

  backTo(to) {
    this.history.backTo(to);
    this.secrets.backTo(to);
    this.backs++;
  }

  // --- rulings ------------------------------------------------------------------------------------------------------------

  /* Whether the referee may write this here: a ruling, before which an appointment may stand. */
  rules(entry, { by, at, size, appoints }) {
    need(entry.k !== "ruling" || entry.winner === undefined || this.sides.includes(entry.winner), "bad-fields");
    need(entry.k === "appoint" ? at === 0 && size === 2 : at === size - 1 && (size === 1 || (size === 2 && appoints)), "not-now");
    need(by === "R", "out-of-turn");
    need(this.started && this.audited.length === 0 && !this.ended, "not-now");
  }

  ruling(entry) {
    const { A, B } = this.keys.seats;
    need(this.rulings < MAX_RULINGS, "ruled-often");
    if ("j" in entry) {
      need(entry.j > this.next && entry.j <= this.next + MAX_JUMP, "bad-ruling");
      need(entry.j <= A.chain.n && entry.j <= B.chain.n, "chain-end");
    }
    if (entry.how === "void") {
      this.history.check(entry.to, entry.i, "bad-ruling");
      this.backTo(entry.to);
      this.offers = 0;
    }
    if (entry.how !== "stands") Object.assign(this, { roll: null, offer: null, ended: entry.how === "over" });
    this.next = entry.j || this.next;
    this.rulings++;
    this.counts.rulings++;
  }

  /* Whether the other seat signed what is refused was looked at with the bundle. */
  reject(entry, { by, at }) {
    need(at === 0, "not-now");
    const [seat, what] = this.due();
    need(seat !== by && what !== "audit" && what !== "nothing", "out-of-turn");
    need(this.refusals < MAX_REFUSALS && this.refused[by] < MAX_REFUSED, "refused-often");
    need(entry.entry >= entry.i && entry.entry <= entry.last, "bad-fields");
    this.next++;
    this.refusals++;
    this.refused[by]++;
    this.counts.refusals++;
  }
}

Object.assign(PBEM, { Settled });
})(globalThis);
