/* The history that stands: which entries were taken back, and where one can go back to (schemas/log.md, taking back). */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { need } = PBEM;

/* Every entry is laid on once and taken off once, however often the players go back: the work is as long as the log. */
class History {
  constructor() { Object.assign(this, { standing: [], places: new Map(), fixed: -1 }); }

  /* An entry has been taken; `waiting`: a roll is under way behind it, or an offer waits for its reply. */
  add(number, waiting) {
    this.standing.push(number);
    this.places.set(number, waiting);
  }

  /* Nobody goes back behind this entry: a deck changed, or another version was agreed to. */
  fix(number) { this.fixed = number; }

  /* Whether an offer written as entry `number` may name entry `to`. */
  check(to, number, code = "bad-back") {
    need(to < number - 1 && this.places.get(to) === false && to >= this.fixed, code);
  }

  backTo(to) {
    while (this.standing.length && this.standing[this.standing.length - 1] > to) this.places.delete(this.standing.pop());
  }
}

/* What was sealed and what was opened, in order, so that a take-back undoes it without looking at the rest. */
class Secrets {
  constructor() { Object.assign(this, { sealed: new Map(), used: new Set(), seals: [], opened: [], shown: { A: [], B: [] } }); }

  seal(at, number, made) {
    this.used.add(at);
    made.forEach((each, i) => this.sealed.set(`${at}/${i + 1}`, { ...each, open: false }));
    this.seals.push({ at, number, count: made.length });
  }

  /* The commitment under a label, if this seat may open it. */
  closed(at, n, by) {
    const made = this.used.has(at) ? this.sealed.get(`${at}/${n}`) : undefined;
    need(made !== undefined && made.by === by && !made.open, "never-sealed");
    return made;
  }

  open(made, label, number, salt) {
    made.open = true;
    this.opened.push({ made, number });
    this.shown[made.by].push({ label, salt, era: made.era, place: made.place });
  }

  /* What was sealed since is void; what was opened since may be opened again, to the same value. */
  backTo(to) {
    while (this.opened.length && this.opened[this.opened.length - 1].number > to) this.opened.pop().made.open = false;
    while (this.seals.length && this.seals[this.seals.length - 1].number > to) {
      const { at, count } = this.seals.pop();
      for (let n = 1; n <= count; n++) this.sealed.delete(`${at}/${n}`);
    }
  }
}

Object.assign(PBEM, { History, Secrets });
})(globalThis);
