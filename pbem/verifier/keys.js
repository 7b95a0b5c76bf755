/* Who may sign for a seat, from which chain it answers, and which vault its salts come from (schemas/log.md, agents, keys). */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { Refused, need, th, unhex, hex, ed25519, Chain } = PBEM;

const MAX_AGENTS = 100;
const MAX_RENEWALS = 30;
const SEATS = ["A", "B"];

const keyId = (key) => hex(th("key", unhex(key))).slice(0, 16);

/* An agent: its key, the chain it answers from, and what it may write. */
const agentOf = ({ key, n, tip, may }) => ({ key, id: keyId(key), chain: new Chain({ key, n, tip }), may: new Set(["rsp", "reject", ...(may || [])]) });

/*
 * What is in force changes with a bundle, never inside one: agent() and renew() check an entry, and settle() puts in force
 * what they found. `ids` and `ends` are all that stand in the log so far; keys are told apart by their ids.
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
      const head = heads[seat], agent = head.agent || null;
      for (const key of [head.id, head.key, ...(agent ? [agent.key] : [])]) this.ids.add(keyId(key));
      for (const end of [head.tip, head.vault, ...(agent ? [agent.tip] : [])]) this.ends.add(end);
      this.seats[seat] = {
        key: head.key, id: keyId(head.key), old: new Set(), chain: new Chain(head), vaults: [head.vault],
        agent: agent ? agentOf(agent) : null, agents: 0, next: null,
      };
    }
  }

  /* A referee, from now on in force. */
  appoint(key) {
    this.ids.add(keyId(key));
    this.referees.push(key);
  }

  /* Another agent, or none. */
  agent(entry, by) {
    const seat = this.seats[by];
    seat.next = { agent: null };
    need(++seat.agents <= MAX_AGENTS, "agents-often");
    const given = ["key", "n", "tip"].filter((name) => name in entry).length;
    need(given === 3 || (given === 0 && !("may" in entry)), "bad-fields");
    if (!given) return;
    need(!this.challenge || by === "A", "referee-plays");
    ed25519.checkKey(unhex(entry.key));
    need(!this.ids.has(keyId(entry.key)) && !this.ends.has(entry.tip), "reused-key");
    this.ids.add(keyId(entry.key));
    this.ends.add(entry.tip);
    seat.next = { agent: agentOf(entry) };
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
    seat.next = { agent: null, renewal: entry };
  }

  /* The bundle has ended. */
  settle() {
    for (const name of SEATS) {
      const seat = this.seats[name], next = seat.next;
      if (next === null) continue;
      seat.agent = next.agent;
      if (next.renewal) {
        const { key, vault } = next.renewal;
        seat.old.add(seat.id);
        Object.assign(seat, { key, id: keyId(key), chain: new Chain(next.renewal) });
        seat.vaults.push(vault);
      }
      seat.next = null;
    }
  }

  /* For reading without step 4: what an entry puts in force when nothing is wrong with it. */
  follow(entry, by, alone) {
    try {
      if (entry.k === "agent") {
        this.seats[by].next = { agent: null };
        PBEM.checkEntry(entry);
        this.agent(entry, by);
      } else if (entry.k === "renew" && alone) {
        PBEM.checkEntry(entry);
        this.renew(entry, by);
      } else if (!PBEM.BESIDE.has(entry.k)) this.renewed = false;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /* The key in force of a seat that a key id names, its own or its agent's; null when it names neither. */
  named(seat, id) {
    const { key, id: own, agent } = this.seats[seat];
    if (own === id) return { key, agent: null };
    return agent && agent.id === id ? { key: agent.key, agent } : null;
  }

  /* The chain from which a seat answers roll `index`, if it is asked for now. */
  answering(seat, index) {
    const { agent, chain } = this.seats[seat];
    return agent && agent.chain.n >= index ? agent.chain : chain;
  }
}

Object.assign(PBEM, { Keys, keyId, BESIDE: new Set(["back", "reply", "upgrade", "agent", "renew", "reject", "note", "ruling", "appoint"]) });
})(globalThis);
