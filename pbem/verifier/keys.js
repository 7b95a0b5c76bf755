/* Who may sign for a seat, from which chain it answers, and which vault its salts come from (schemas/log.md, keys). */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { Refused, need, th, unhex, hex, ed25519, Chain } = PBEM;

const MAX_RENEWALS = 30;
const SEATS = ["A", "B"];

const keyId = (key) => hex(th("key", unhex(key))).slice(0, 16);

/*
 * What is in force changes with a bundle, never inside one: renew() checks an entry, and settle() puts in force
 * what it found. `ids` and `ends` are all that stand in the log so far; keys are told apart by their ids.
 */
class Keys {
  constructor(heads) {
    this.challenge = "challenge" in heads.A;
    this.seats = {};
    this.ids = new Set();
    this.ends = new Set();
    this.renewed = false;
    this.referees = [];
    if ("referee" in heads.A) this.appoint(heads.A.referee.key);
    for (const seat of SEATS) {
      const head = heads[seat];
      for (const key of [head.id, head.key]) this.ids.add(keyId(key));
      for (const end of [head.tip, head.vault]) this.ends.add(end);
      this.seats[seat] = { key: head.key, id: keyId(head.key), old: new Set(), chain: new Chain(head), vaults: [head.vault], next: null };
    }
  }

  /* A referee, from now on in force. */
  appoint(key) {
    this.ids.add(keyId(key));
    this.referees.push(key);
  }

  /* Another key, chain and vault; what was sealed before keeps its salts. */
  renew(entry, by) {
    const seat = this.seats[by];
    need(!this.challenge || by === "A", "referee-plays");
    need(!this.renewed && seat.vaults.length <= MAX_RENEWALS, "renewed-often");
    ed25519.checkKey(unhex(entry.key));
    const used = this.ids.has(keyId(entry.key)) || this.ends.has(entry.tip) || this.ends.has(entry.vault);
    need(!used && entry.tip !== entry.vault, "reused-key");
    need(entry.n >= seat.chain.n, "chain-end");
    this.ids.add(keyId(entry.key));
    this.ends.add(entry.tip).add(entry.vault);
    this.renewed = true;
    seat.next = entry;
  }

  /* The bundle has ended. */
  settle() {
    for (const name of SEATS) {
      const seat = this.seats[name], next = seat.next;
      if (next === null) continue;
      seat.old.add(seat.id);
      Object.assign(seat, { key: next.key, id: keyId(next.key), chain: new Chain(next), next: null });
      seat.vaults.push(next.vault);
    }
  }

  /* For reading without step 4: what an entry puts in force when nothing is wrong with it. */
  follow(entry, by, alone) {
    try {
      if (entry.k === "renew" && alone) {
        PBEM.checkEntry(entry);
        this.renew(entry, by);
      } else if (!PBEM.BESIDE.has(entry.k)) this.renewed = false;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }
}

Object.assign(PBEM, { Keys, keyId, BESIDE: new Set(["back", "reply", "upgrade", "renew", "reject", "note", "ruling", "appoint"]) });
})(globalThis);
