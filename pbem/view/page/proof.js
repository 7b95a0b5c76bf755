/* The proof: the signed log is verified here, and what came of it is said. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { $, make } = PBEM;

PBEM.proving = (Base) => class extends Base {
  async check() {
    const file = PBEM.unbase64(this.data.log);
    try {
      const { data, stopped } = await PBEM.unpack(file);
      const verdict = await PBEM.verify(data, {
        dice: this.data.dice,
        progress: (done, all) => {
          $("verdict-text").textContent = `${this.words.checking}: ${Math.round((100 * done) / all)} %`;
          return new Promise((resolve) => setTimeout(resolve, 0));
        },
      });
      if (stopped !== null && (verdict.code === "ok" || verdict.code === "truncated")) {
        Object.assign(verdict, { code: stopped, entry: verdict.entries });
      }
      const foreign = this.foreign(verdict);
      const fault = verdict.code !== "ok" ? (verdict.entry ?? 0) : foreign;
      this.proof = { verdict, foreign, fault };
    } catch (error) {
      const verdict = { code: "crash: " + error.message, entry: 0, entries: 0, bundles: 0, counts: null, method: "", log: [], parties: null };
      this.proof = { verdict, foreign: null, fault: 0 };
    }
    root.PBEM.proof = this.proof;
    this.showProof();
    this.chapter = "";
    this.tell(false);
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

  showProof() {
    const w = this.words, button = $("verdict");
    if (!this.proof) {
      $("verdict-text").textContent = w.checking + " …";
      return;
    }
    const { verdict, foreign, fault } = this.proof, bad = fault !== null;
    const unread = verdict.entries === 0 && verdict.log.length === 0;
    const said = !bad ? (verdict.over ? w.ok : w.okOpen)
      : verdict.code === "ok" ? w.foreign : unread ? w.badFile(verdict.code) : w.badAt(fault, verdict.code);
    button.className = bad ? "bad" : "ok";
    $("verdict-text").textContent = said;
    $("unproven").hidden = !bad || fault >= this.film.length;
    if (bad) $("unproven").style.width = `${100 - (100 * fault) / Math.max(1, this.film.length)}%`;
    const list = (lines) => make("ul", {}, ...lines.map((line) => make("li", {}, line)));
    const parts = [make("p", { class: "state " + (bad ? "bad" : "ok") }, (bad ? "✗ " : "✓ ") + said)];
    const why = verdict.code === "ok" ? w.foreignAt(foreign) : Object.hasOwn(w.why, verdict.code) ? w.why[verdict.code] : "";
    if (bad) parts.push(make("p", {}, why, " ", w.from(fault)));
    if (bad) parts.push(make("p", {}, make("button", { onclick: () => this.go(fault + 1) }, `${w.entry} ${fault}`)));
    parts.push(make("h3", {}, w.checkedHere), list(w.proofLines(verdict)), make("h3", {}, w.notCheckedHere), list(w.openLines(verdict)));
    parts.push(make("p", {}, make("code", {}, w.rest(this.data.file))), make("p", {}, make("button", {
      onclick: () => this.save(this.data.file, "application/octet-stream", PBEM.unbase64(this.data.log)),
    }, w.saveLog)));
    const { word, entries, message } = this.data.said;
    parts.push(make("h3", {}, w.said), make("p", {}, `${w[word] || word}, ${w.entry} ${entries - 1}${message ? ": " + message : ""}`));
    if (verdict.parties) {
      parts.push(make("h3", {}, w.codes), list(["A", "B"].map((seat) => {
        return `${verdict.parties[seat].who}: ${PBEM.fingerprint(PBEM.unhex(verdict.parties[seat].id))}`;
      })));
    }
    $("panel-proof").replaceChildren(...parts);
  }
};
})(globalThis);
