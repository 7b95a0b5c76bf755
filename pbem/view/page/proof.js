/* The proof: the signed log is verified here, and what came of it is said; no more than was checked, and what is bad first. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { $, make } = PBEM;

const LONG = 220;

/* The first of some entries; null when there is none. */
const first = (entries) => entries.filter((each) => each !== null).reduce((least, each) => (least === null ? each : Math.min(least, each)), null);

PBEM.proving = (Base) => class extends Base {
  async check() {
    try {
      const verdict = await PBEM.verifyFile(PBEM.unbase64(this.data.log), {
        progress: (what, part) => { $("verdict-text").textContent = `${this.words.working[what]}: ${Math.round(100 * part)} %`; },
      });
      this.proof = this.judged(verdict, this.foreign(verdict));
    } catch (error) {
      const verdict = { code: "crash: " + error.message, entry: 0, entries: 0, bundles: 0, counts: null, method: "", log: [], parties: null, grade: "" };
      this.proof = this.judged(verdict, null);
    }
    root.PBEM.proof = this.proof;
    this.showProof();
    this.chapter = "";
    this.tell(false);
  }

  /* What was found here, what pbem said of the log, and the first entry that either does not stand for. */
  judged(verdict, foreign) {
    const { word, entries, at } = this.data.said, rejected = word === "rejected";
    const own = verdict.code === "ok" ? null : verdict.entry ?? verdict.entries;
    return { verdict, foreign, rejected, fault: first([own, foreign, rejected ? at ?? entries : null]) };
  }

  /* The first entry of the pictures that is not the one of the log; null when there is none. */
  foreign(verdict) {
    for (let entry = 0; entry < this.film.length; entry++) {
      const line = verdict.log[entry], { seat, kind } = this.film.step(entry + 1);
      if (line === undefined) return verdict.code === "ok" ? entry : null;
      if (line.by !== seat || line.value.k !== kind) return entry;
    }
    return null;
  }

  /* The headline: pbem's rejection first, then what does not hold here, then what holds. */
  headline() {
    const { verdict, foreign, rejected } = this.proof, { word, message } = this.data.said, w = this.words;
    if (rejected) return message || w.rejected;
    if (verdict.code !== "ok") {
      const unread = verdict.entries === 0 && verdict.log.length === 0, why = PBEM.why(verdict.code, this.language);
      return unread ? w.badFile(verdict.code, why) : w.badAt(verdict.entry ?? verdict.entries, verdict.code, why);
    }
    if (foreign !== null) return w.foreign;
    return `${w.holds(verdict)} ${w.legal(w[word] || "")}`;
  }

  showProof() {
    const w = this.words, button = $("verdict");
    if (!this.proof) {
      $("verdict-text").textContent = w.checking + " …";
      return;
    }
    const { fault } = this.proof, bad = fault !== null, said = this.headline();
    button.className = bad ? "bad" : "ok";
    $("verdict-text").textContent = said.length > LONG ? said.slice(0, LONG) + " …" : said;
    $("unproven").hidden = !bad || fault >= this.film.length;
    if (bad) $("unproven").style.width = `${100 - (100 * fault) / Math.max(1, this.film.length)}%`;
    $("panel-proof").replaceChildren(...this.verdictLines(said, bad), ...this.sentLines(), ...this.checkedLines(), ...this.codeLines());
  }

  /* What is wrong, and where: every reason that was found. */
  verdictLines(said, bad) {
    const w = this.words, { verdict, foreign, rejected, fault } = this.proof, out = [];
    out.push(make("p", { class: "state " + (bad ? "bad" : "ok") }, (bad ? "✗ " : "✓ ") + said));
    if (!bad) return out;
    if (rejected && verdict.code === "ok") out.push(make("p", {}, w.rejectedOnly));
    if (rejected && verdict.code !== "ok") out.push(make("p", {}, w.badAt(verdict.entry ?? verdict.entries, verdict.code, PBEM.why(verdict.code, this.language))));
    if (foreign !== null) out.push(make("p", {}, w.foreignAt(foreign)));
    out.push(make("p", {}, w.from(fault)));
    if (fault < this.film.length) out.push(make("p", {}, make("button", { onclick: () => this.go(fault + 1) }, `${w.entry} ${fault}`)));
    return out;
  }

  checkedLines() {
    const w = this.words, { verdict } = this.proof, list = (lines) => make("ul", {}, ...lines.map((line) => make("li", {}, line)));
    const { word, message, entries } = this.data.said;
    const told = message || `${w[word] || word}, ${entries === 1 ? w.found(1) : w.found(entries)}`;
    return [
      make("h3", {}, w.checkedHere), list(w.proofLines(verdict)), make("h3", {}, w.notCheckedHere), list(w.openLines()),
      make("h3", {}, w.said), make("p", {}, told), ...(verdict.grade ? [make("h3", {}, w.dice), make("p", {}, w.grades[verdict.grade])] : []),
    ];
  }

  codeLines() {
    const { parties } = this.proof.verdict;
    if (!parties) return [];
    const codes = ["A", "B"].map((seat) => `${parties[seat].who}: ${PBEM.fingerprint(PBEM.unhex(parties[seat].id))}`);
    return [make("h3", {}, this.words.codes), make("ul", {}, ...codes.map((line) => make("li", {}, line)))];
  }

  /* A page could say anything of itself: what to do with one that somebody sent. */
  sentLines() {
    const w = this.words, save = () => this.save(this.data.file, "application/octet-stream", PBEM.unbase64(this.data.log));
    return [
      make("h3", {}, w.sent), make("p", { class: "warning" }, w.alone), make("p", {}, make("button", { onclick: save }, w.saveLog)),
      make("p", {}, w.then, " ", make("code", {}, `pbem verify ${this.data.file}`)), make("p", {}, w.or, " ", make("code", {}, "pbem verify page PAGE.html")),
    ];
  }
};
})(globalThis);
