/* The reel of a game: the position after any entry, from a keyframe and at most a hundred changes. Knows no page. */
(function (root) {
"use strict";
const PBEM = root.PBEM = root.PBEM || {};

const KEYFRAME = 100;
const LOSSES = new Set(["eliminated", "destroyed", "surrendered", "reduced", "step-lost"]);
const COMBATS = new Set(["combat", "battle", "assault", "fight", "bombarded", "barrage"]);
const ACTIVATIONS = new Set(["activated", "corps-activation", "activation"]);
const CUT_OFF = new Set(["ISO", "OOS"]);

/* A step as it stands in the reel: [seat, kind, moment, changes, events]. */
class Film {
  constructor(reel) {
    this.reel = reel;
    this.length = reel.steps.length;
    this.sides = reel.sides;
    this.frames = [];
    this.series = { losses: {}, supply: {}, strength: {} };
    this.jumps = { turn: [], phase: [], activation: [], combat: [] };
    this.build();
  }

  word(number) { return this.reel.words[number]; }

  /* A text in the language that is spoken: the page's own, or (`foreign`) the other one that the reel holds. */
  said(text) { return this.foreign && Object.hasOwn(this.reel.other.said, text) ? this.reel.other.said[text] : text; }

  /* What a tray off the map is called. */
  tray(name) { return this.said(this.reel.trays[name][0]); }

  /* A place by its name and number. */
  place(name) {
    if (Object.hasOwn(this.reel.trays, name)) return this.tray(name);
    return Object.hasOwn(this.reel.titles, name) ? `${this.reel.titles[name]} (${name})` : name;
  }

  /* Whose counter a look is, whatever it has lost: side and name. */
  who(number) {
    const [name, side] = this.reel.faces[this.reel.looks[number][0]];
    return side + "\n" + name;
  }

  /* Where a unit stands in a position, and how it looks; null when it is not there. */
  find(state, who) {
    for (const [place, looks] of state.piles) for (const number of looks) if (this.who(number) === who) return [place, number];
    return null;
  }

  last(who) { return this.reel.looks.findLastIndex((_, number) => this.who(number) === who); }

  /* Every entry that a unit was changed by or that tells of it: {entry, place}. */
  history(who) {
    const found = [], name = who.split("\n")[1];
    let was = "", at = "";
    this.reel.steps.forEach((step, entry) => {
      const changes = step[3].p || {};
      let here = at, look = was;
      if (Object.hasOwn(changes, at) && !changes[at].some((number) => this.who(number) === who)) here = look = "";
      for (const [place, looks] of Object.entries(changes)) for (const number of looks) if (this.who(number) === who) [here, look] = [place, number];
      const told = step[4].some((event) => named(event[1], name));
      if (told || here !== at || look !== was) found.push({ entry, place: here });
      [at, was] = [here, look];
    });
    return found;
  }

  /* The side whose counters stood last in each place, after `count` entries. */
  holders(count) {
    if (!this.held) {
      this.held = [];
      [this.reel.start, ...this.reel.steps].forEach((step, n) => {
        for (const [place, looks] of Object.entries(step[3].p || {})) {
          if (looks.length && Object.hasOwn(this.reel.places, place)) this.held.push([n, place, this.reel.faces[this.reel.looks[looks[0]][0]][1]]);
        }
      });
    }
    const found = new Map();
    for (const [n, place, side] of this.held) {
      if (n > count) break;
      found.set(place, side);
    }
    return found;
  }

  moment(count) {
    const [turn, name, phase] = this.reel.moments[(count ? this.reel.steps[count - 1] : this.reel.start)[2]];
    return { turn, name: this.said(name), phase: this.said(phase) };
  }

  /* What came of an entry, with numbers turned to words. */
  events(entry) {
    return this.reel.steps[entry][4].map((event) => {
      const [kind, text, paragraph = 0, side = "", units = 0, hexes = [], faces = [], reasons = [], total = null] = event;
      return {
        kind: this.word(kind), text: this.said(text), paragraph: event.length > 2 ? this.word(paragraph) : "", side, units,
        hexes: hexes.map((n) => this.word(n)), faces, total,
        reasons: reasons.map(([where, why, value]) => ({ paragraph: this.word(where), text: this.said(why), value })),
      };
    });
  }

  arrows(entry) {
    return (this.reel.steps[entry][3].a || []).map(([style, ...points]) => ({ style: this.word(style), points }));
  }

  step(count) {
    const [seat, kind] = this.reel.steps[count - 1];
    return { seat, kind: this.word(kind) };
  }

  /* One pass over all entries: keyframes, where to jump, and the curves. */
  build() {
    const empty = { piles: new Map(), heading: "", panel: [], signs: [] };
    let state = apply(empty, this.reel.start[3]);
    const tally = new Map(), sums = { supply: {}, strength: {} }, lost = {};
    for (const side of this.sides) {
      lost[side] = sums.supply[side] = sums.strength[side] = 0;
      for (const name of Object.keys(this.series)) this.series[name][side] = [];
    }
    this.tally(this.reel.start[3], tally, sums);
    this.note(0, lost, sums);
    this.frames.push(snapshot(state));
    let last = this.reel.moments[this.reel.start[2]];
    this.reel.steps.forEach((step, entry) => {
      state = apply(state, step[3]);
      if ((entry + 1) % KEYFRAME === 0) this.frames.push(snapshot(state));
      const moment = this.reel.moments[step[2]];
      if (moment[0] !== last[0] || entry === 0) this.jumps.turn.push(entry);
      if (moment[0] !== last[0] || moment[2] !== last[2] || entry === 0) this.jumps.phase.push(entry);
      last = moment;
      const kinds = step[4].map((event) => this.word(event[0]));
      if (kinds.some((kind) => ACTIVATIONS.has(kind))) this.jumps.activation.push(entry);
      if (step[4].some((event) => COMBATS.has(this.word(event[0])))) this.jumps.combat.push(entry);
      for (const event of this.events(entry)) {
        if (LOSSES.has(event.kind) && event.side in lost) lost[event.side] += Math.max(1, event.units);
      }
      this.tally(step[3], tally, sums);
      this.note(entry + 1, lost, sums);
    });
  }

  tally(changes, tally, sums) {
    for (const [place, looks] of Object.entries(changes.p || {})) {
      const on = place in this.reel.places;
      for (const [side, steps, cut] of tally.get(place) || []) {
        sums.strength[side] -= steps;
        sums.supply[side] -= cut;
      }
      const found = looks.map((number) => {
        const [face, steps, marks] = this.reel.looks[number];
        return [this.reel.faces[face][1], on ? steps : 0, marks.split("\n").some((mark) => CUT_OFF.has(mark)) ? 1 : 0];
      });
      tally.set(place, found);
      for (const [side, steps, cut] of found) {
        sums.strength[side] += steps;
        sums.supply[side] += cut;
      }
    }
  }

  note(count, lost, sums) {
    for (const side of this.sides) {
      for (const [name, value] of [["losses", lost[side]], ["supply", sums.supply[side]], ["strength", sums.strength[side]]]) {
        const line = this.series[name][side];
        if (!line.length || line[line.length - 1][1] !== value) line.push([count, value]);
      }
    }
  }

  /* The position after `count` entries: {piles: place -> looks, heading, panel: lines, signs}. */
  at(count) {
    const frame = Math.floor(count / KEYFRAME);
    let state = snapshot(this.frames[frame]);
    for (let i = frame * KEYFRAME; i < count; i++) state = apply(state, this.reel.steps[i][3]);
    return state;
  }

  panel(state) { return state.panel.map((number) => this.said(this.reel.lines[number])); }

  signs(state) {
    return state.signs.map((number) => {
      const [style, x, y, text, title, turn] = this.reel.signs[number];
      return { number, style, x, y, text, title: this.said(title), turn };
    });
  }

  /* A counter in a pile: its face, steps and marks. */
  look(number) {
    const [face, steps, marks] = this.reel.looks[number];
    const [name, side, glyph, size, values, band, full, title] = this.reel.faces[face];
    return { name, side, glyph, size, values, band, full, title: this.said(title), steps, marks: marks ? marks.split("\n") : [] };
  }

  /* The next entry of a kind after (`way` 1) or before (-1) an entry; null when there is none. */
  jump(kind, entry, way) {
    const list = this.jumps[kind];
    const found = way > 0 ? list.find((each) => each > entry) : list.findLast((each) => each < entry);
    return found === undefined ? null : found;
  }

  /* The entries of the chapter around one: from its activation or phase to the next. */
  chapter(entry) {
    const cuts = this.cuts || (this.cuts = [...new Set([0, ...this.jumps.phase, ...this.jumps.activation])].sort((a, b) => a - b));
    const place = cuts.findLastIndex((each) => each <= entry);
    return [cuts[place], place + 1 < cuts.length ? cuts[place + 1] : this.length];
  }

  /* Entries whose events have all the words, at most `most` of them. */
  search(words, most = 200) {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean), found = [];
    for (let entry = 0; entry < this.length && found.length < most; entry++) {
      const said = this.reel.steps[entry][4].map((event) => this.said(event[1])).join(" ").toLowerCase();
      if (wanted.length && said && wanted.every((word) => said.includes(word))) found.push(entry);
    }
    return found;
  }
}

/* Changes in place; a snapshot is taken wherever a state is kept. */
function apply(state, changes) {
  for (const [place, looks] of Object.entries(changes.p || {})) {
    if (looks.length) state.piles.set(place, looks); else state.piles.delete(place);
  }
  if ("h" in changes) state.heading = changes.h;
  if ("l" in changes) {
    // How many lines stay at the start and at the end, then those between.
    const [head, tail, ...between] = changes.l;
    state.panel = [...state.panel.slice(0, head), ...between, ...state.panel.slice(state.panel.length - tail)];
  }
  if ("s" in changes) state.signs = changes.s;
  return state;
}

/* Whether a sentence names a unit: the whole name, and not the beginning of a longer one. */
function named(text, name) {
  const at = text.indexOf(name);
  return at >= 0 && !/[\p{L}\p{N}/]/u.test(text.charAt(at - 1)) && !/[\p{L}\p{N}/]/u.test(text.charAt(at + name.length));
}

const snapshot = (state) => ({ ...state, piles: new Map(state.piles) });

/* What a link names: the position after an entry, from "#entry=412". */
function entryOf(hash, length) {
  const found = /^#entry=(\d{1,9})$/.exec(hash);
  return found && Number(found[1]) < length ? Number(found[1]) : null;
}

Object.assign(PBEM, { Film, entryOf, COMBATS });
})(globalThis);
