/*
 * Shared decks (schemas/deck.md). What an entry does to a deck is followed at once; what it has to prove takes many
 * multiplications, and is handed on as a task: {name, run}, where run() refuses what is not proved.
 */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { need, th, hex, unhex, join, unsigned, same, hmac512, group } = PBEM;
const { G, ORDER, big, element, scalar, multiply, either } = group;

const ROUNDS = 128;

/* The element a card is: the first hash that is one. */
function cardPoint(gid, label, number, name) {
  for (let t = 0; ; t++) {
    const found = hex(th("deck-card", gid, label, unsigned(number, 4), name, unsigned(t, 4)));
    if (group.isElement(found)) return found;
  }
}

const whole = (points) => join(...points.map(unhex));
const other = (seat) => (seat === "A" ? "B" : "A");

/* That one number leads from G to link.key and from link.inner to link.outer; else the code. */
function checkLink(link, proof, code) {
  const c = scalar(proof.slice(0, 64)), e = scalar(proof.slice(64));
  const points = [link.key, link.inner, link.outer].map(unhex);
  const statement = th("deck-link", link.gid, link.label, unsigned(link.slot, 4), link.seat, ...points);
  const one = either(multiply(e, G), multiply(c, link.key)), two = either(multiply(e, link.inner), multiply(c, link.outer));
  const challenge = (v, w) => (big(hex(th("deck-challenge", statement, unhex(v), unhex(w)))) % (ORDER - 1n)) + 1n;
  need(one.some((v) => two.some((w) => challenge(v, w) === c)), code);
}

/* The proof of a mask: 128 more masks, from the input or from the output as the hash of them all says. */
async function checkMask(mask, progress = () => undefined) {
  const { digest, given, made, bits, numbers } = mask;
  const statement = th("deck-mask", digest, unhex(made.base), whole(made.fixed), whole(made.mixed));
  const points = new group.Points(), rounds = [];
  for (let r = 0; r < ROUNDS; r++) {
    const side = (bits[r >> 3] >> (7 - (r & 7))) & 1 ? made : given;
    const found = await points.times(numbers[r], [side.base, ...side.fixed, ...side.mixed]);
    const fixed = found.slice(1, 1 + side.fixed.length), mixed = found.slice(1 + side.fixed.length).sort();
    rounds.push(th("deck-round", unhex(found[0]), whole(fixed), whole(mixed)));
    await progress((r + 1) / ROUNDS);
  }
  need(same(th("deck-bits", statement, ...rounds).subarray(0, ROUNDS / 8), bits), "bad-shuffle");
}

/* s(label) of deck.md: a secret number of an opened vault. */
const secret = (vault, label) => (big(hex(hmac512(vault, label))) % (ORDER - 1n)) + 1n;

/* A mask made again from the vault key that was in force when it was made. */
async function remake({ given, made, digest }, vault) {
  const k = secret(vault, th("deck-key", digest));
  const [base, ...found] = await new group.Points().times(k, [given.base, ...given.fixed, ...given.mixed]);
  const fixed = found.slice(0, given.fixed.length), mixed = found.slice(given.fixed.length);
  need(base === made.base && fixed.join() === made.fixed.join(), "other-mask");
  need(mixed.sort().join() === [...made.mixed].sort().join(), "other-mask");
}

class Deck {
  constructor(gid, label, names) {
    Object.assign(this, { gid, label, names, base: { A: G, B: G }, hand: new Map(), dealt: new Set(), masks: [], mixing: [], last: "" });
    this.points = names.map((name, i) => cardPoint(gid, label, i + 1, name));
  }

  /* What is shuffled is nobody's and can be dealt again. */
  open(mix) {
    const every = this.points.map((_, i) => i + 1);
    need((mix.length > 0) === (this.masks.length > 0), "wrong-label");
    need(mix.every((n, i) => n >= 1 && n <= every.length && (!i || n > mix[i - 1])), "wrong-label");
    this.mixing = mix.length ? mix : every;
    for (const n of this.mixing) for (const known of [this.hand, this.dealt]) known.delete(n);
  }

  /* era: how often this seat had renewed its keys, and so which of its vault keys the mask follows from. */
  mask(entry, by, era) {
    const mix = entry.mix || [];
    if (this.last) need(by !== this.last && !mix.length, "wrong-label");
    else this.open(mix);
    const mixing = new Set(this.mixing), stays = this.points.map((_, i) => i + 1).filter((n) => !mixing.has(n));
    const held = [...this.hand.keys()].filter((n) => this.hand.get(n).owner === by).sort((a, b) => a - b);
    need(entry.p.length === this.points.length + held.length, "bad-shuffle");
    const slots = entry.p.slice(0, this.points.length), handed = entry.p.slice(this.points.length);
    const side = (base, points, hand) => ({
      base, fixed: [...stays.map((n) => points[n - 1]), ...hand], mixed: this.mixing.map((n) => points[n - 1]),
    });
    const given = side(this.base[by], this.points, held.map((n) => this.hand.get(n).outer));
    const made = side(element(entry.q), slots.map(element), handed.map(element));
    const head = [this.gid, this.label, unsigned(this.masks.length + 1, 4), by, unhex(given.base)];
    const numbers = entry.z.match(/.{64}/g).map(scalar);
    const digest = th("deck-input", ...head, whole(given.fixed), whole(given.mixed));
    const mask = { by, era, given, made, digest, bits: unhex(entry.bits), numbers };
    this.masks.push(mask);
    held.forEach((n, i) => this.hand.set(n, { owner: by, outer: handed[i] }));
    this.points = slots;
    this.base[by] = entry.q;
    this.last = this.last ? "" : by;
    return [{ name: "masks", run: (progress) => checkMask(mask, progress) }];
  }

  link(slot, seat, inner, outer) {
    return { gid: this.gid, label: this.label, slot, seat, key: this.base[seat], inner, outer };
  }

  keys(entry, by) {
    need(!this.last && entry.n.length > 0 && entry.n.length === entry.u.length && entry.u.length === entry.pf.length, "wrong-label");
    return entry.n.map((n, i) => {
      need(n >= 1 && n <= this.points.length && !this.dealt.has(n), "wrong-label");
      const link = this.link(n, by, element(entry.u[i]), this.points[n - 1]), proof = entry.pf[i];
      this.hand.set(n, { owner: other(by), outer: entry.u[i] });
      this.dealt.add(n);
      return { name: "dealt", run: () => checkLink(link, proof, "wrong-key") };
    });
  }

  show(entry, by) {
    need(!this.last, "wrong-label");
    const held = this.hand.get(entry.n);
    need(held !== undefined && held.owner === by, "never-dealt");
    need(this.names[entry.card - 1] === entry.v, "other-card");
    const link = this.link(entry.n, by, cardPoint(this.gid, this.label, entry.card, entry.v), held.outer);
    this.hand.delete(entry.n);
    return [{ name: "cards", run: () => checkLink(link, entry.pf, "other-card") }];
  }

  /* Every mask of a seat made again from its vault keys. */
  audit(by, vaults) {
    return this.masks.filter((each) => each.by === by).map((mask) => ({ name: "masksMade", run: () => remake(mask, vaults[mask.era]) }));
  }
}

/* The decks of a game by label, and what their entries have to prove. */
class Decks {
  constructor(gid) { Object.assign(this, { gid, known: new Map() }); }

  take(entry, by, era) {
    let deck = this.known.get(entry.at);
    if (entry.k === "deck-mask") {
      need((deck === undefined) === ("cards" in entry), "wrong-label");
      if (!deck) {
        need(entry.cards.length <= 110, "wrong-label");
        this.known.set(entry.at, (deck = new Deck(this.gid, entry.at, entry.cards)));
      }
      return deck.mask(entry, by, era);
    }
    need(deck !== undefined, "wrong-label");
    return entry.k === "deck-key" ? deck.keys(entry, by) : deck.show(entry, by);
  }

  audit(by, vaults) {
    return [...this.known.values()].flatMap((deck) => deck.audit(by, vaults));
  }
}

Object.assign(PBEM, { Decks, decks: { checkLink, checkMask, cardPoint } });
})(globalThis);
