/* Verifying a log (schemas/log.md, verifying): a second implementation, written from the specifications. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { Refused, th, hex, ed25519, Keys, Settled } = PBEM;

/* A pause for whoever watches, at most every 30 ms; tells how far the work is, 0 to 1, and with what. */
function pacer(progress) {
  let last = performance.now();
  return async (what, part) => {
    if (performance.now() - last < 30) return;
    await progress(what, part);
    await new Promise((resolve) => setTimeout(resolve, 0));
    last = performance.now();
  };
}

/* What the dice of a game prove (dice.md). */
const gradeOf = ({ A, B }) => (A.id === B.id ? "unwitnessed" : "challenge" in A ? "challenge" : "witnessed");

/* One reading of one log. */
class Reading {
  constructor(data, { steps = 4, method, progress = () => undefined }) {
    Object.assign(this, { data, steps, pace: pacer(progress), tasks: [], starts: [], table: null });
    this.holds = ed25519.checker(method);
    this.verdict = {
      code: "ok", entry: null, bundles: 0, entries: 0, method, counts: null, parties: null, grade: "", game: "", faces: null, over: false, log: [],
    };
  }

  fail(error) {
    if (!(error instanceof Refused)) throw error;
    Object.assign(this.verdict, { code: error.code, entry: error.entry });
  }

  async run() {
    const { parts, stopped } = await PBEM.readLog(this.data, this.pace), bundles = parts.slice(2);
    for (const { head, entries } of bundles) {
      for (const [line, value] of entries) this.verdict.log.push({ by: head.by, bundle: head.n, value, line });
    }
    try {
      await PBEM.checkGenesis(parts, this.holds);
      if (parts.length >= 2) {
        this.begin(parts, bundles);
        for (const part of bundles) {
          const hashes = await this.outside(part);
          for (const [i, [, entry]] of part.entries.entries()) this.entry(part, i, entry, hashes);
          this.chain.extend(part);
          Object.assign(this.verdict, { bundles: this.chain.place, entries: this.chain.entries });
          await this.pace("checking", this.chain.place / bundles.length);
        }
      }
      if (stopped !== null) throw new Refused(stopped);
    } catch (error) {
      this.fail(error);
    }
    await this.prove();
    if (this.table) Object.assign(this.verdict, { counts: this.table.counts, faces: this.table.faces, over: this.table.audited.length === 2 });
    return this.verdict;
  }

  begin(parts, bundles) {
    const heads = { A: parts[0].head, B: parts[1].head }, gid = th("game", parts[0].line, parts[1].line);
    Object.assign(this.verdict, { parties: heads, game: hex(gid), grade: gradeOf(heads) });
    this.keys = new Keys(heads);
    this.chain = new PBEM.Bundles(bundles, gid, heads, this.keys, this.holds);
    if (this.steps === 4) this.table = new Settled(gid, heads, this.keys);
  }

  /* Step 3 for one bundle. Of a failure of the whole bundle the first entry in its place is named. */
  async outside(part) {
    try {
      return await this.chain.check(part);
    } catch (error) {
      if (error instanceof Refused && error.entry === null) error.entry = this.chain.entries;
      throw error;
    }
  }

  /* Step 4 for one entry; without it only what it says of keys. */
  entry({ head, entries }, at, entry, hashes) {
    if (this.steps === 3) return this.keys.follow(entry, head.by, entries.length === 1);
    const place = {
      by: head.by, at, size: entries.length, refuses: entries[0][1].k === "reject",
      appoints: entries[0][1].k === "appoint",
      before: at ? hashes[at - 1] : PBEM.unhex(head.prev), after: hashes[at],
    };
    try {
      const { bundles, entries: count } = this.verdict;
      for (const task of this.table.take(entry, place)) this.tasks.push({ ...task, entry: entry.i, bundles, count });
    } catch (error) {
      if (error instanceof Refused && error.entry === null) error.entry = entry.i;
      throw error;
    }
    return undefined;
  }

  /* What takes long comes last; its failure stands before any that came after it in the log. */
  async prove() {
    for (const [i, { name, run, entry, bundles, count }] of this.tasks.entries()) {
      try {
        await run((part) => this.pace("decks", (i + part) / this.tasks.length));
        this.table.counts[name] = (this.table.counts[name] || 0) + 1;
        await this.pace("decks", (i + 1) / this.tasks.length);
      } catch (error) {
        this.fail(error);
        Object.assign(this.verdict, { entry, bundles, entries: count });
        return;
      }
    }
  }
}

/*
 * Verify the bytes of a log (lines, not packed): steps 1 to 3, and step 4 as far as it follows without the rules.
 *
 * options.steps: 3 leaves out step 4. options.method: see ed25519.method(). options.progress(what, part): called now and
 * then, `what` is "reading", "checking" or "decks", `part` from 0 to 1.
 * Gives {code, entry, bundles, entries, ...}: "ok" or the first failure, the entry at fault (of a bundle as a whole its
 * first; null when there is none, or what is wrong cannot be read), how many bundles and the entries in them hold, what was
 * counted, and every entry that was read with its seat, line and bundle.
 */
async function verify(data, options = {}) {
  const method = options.method === undefined ? await ed25519.method() : options.method;
  return new Reading(data, { ...options, method }).run();
}

/* The same for a file as it comes by mail, packed or not. */
async function verifyFile(file, options = {}) {
  const { data, stopped } = PBEM.unpack(file), verdict = await verify(data, options);
  if (stopped !== null && (verdict.code === "ok" || verdict.code === "truncated")) Object.assign(verdict, { code: stopped, entry: null });
  return verdict;
}

/* What players read to each other: thirty digits in six groups (log.md, fingerprint). */
function fingerprint(key) {
  const number = [...th("voice", key)].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n) % 10n ** 30n;
  return number.toString().padStart(30, "0").match(/.{5}/g).join(" ");
}

Object.assign(PBEM, { fingerprint, verify, verifyFile });
})(globalThis);
