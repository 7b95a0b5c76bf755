/* What keys and buttons do. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const { $ } = PBEM;

PBEM.hands = (Base) => class extends Base {
  listen() {
    const does = {
      first: () => this.go(0), back: () => this.stepBy(-1), forward: () => this.stepBy(1), last: () => this.go(this.film.length),
      play: () => this.play(), zoomIn: () => this.stage.zoom(1.35), zoomOut: () => this.stage.zoom(1 / 1.35), fit: () => this.stage.fit(),
    };
    for (const button of document.querySelectorAll("[data-do]")) button.addEventListener("click", does[button.dataset.do]);
    $("slider").addEventListener("input", () => {
      // A slider is dragged faster than a far position is drawn: only the last place of a frame counts.
      cancelAnimationFrame(this.dragged);
      this.dragged = requestAnimationFrame(() => this.go(Number($("slider").value), { aloud: false }));
    });
    $("speed").addEventListener("change", () => { if (this.timer) { this.play(); this.play(); } });
    $("language").addEventListener("change", () => {
      this.language = $("language").value;
      this.keep("pbem-language", this.language);
      this.speak();
    });
    $("verdict").addEventListener("click", () => { this.tab("proof"); $("tab-proof").focus(); });
    $("search").addEventListener("input", () => this.searched());
    $("filter").addEventListener("input", () => this.showPosition());
    $("tabs").addEventListener("click", () => this.showPosition());
    $("export").addEventListener("click", () => this.save(`${this.data.file}.notes.json`, "application/json", this.notes.write()));
    $("import").addEventListener("click", () => $("file").click());
    $("file").addEventListener("change", () => { if ($("file").files.length) this.load($("file").files[0]); $("file").value = ""; });
    root.addEventListener("hashchange", () => {
      const entry = PBEM.entryOf(location.hash, this.film.length);
      if (entry !== null) this.go(entry + 1);
    });
    document.addEventListener("keydown", (event) => this.key(event, does));
  }

  searched() {
    const found = this.film.search($("search").value);
    $("found").textContent = $("search").value.trim() ? this.words.found(found.length) : "";
    $("hits").replaceChildren(...found.map((entry) => this.row(entry, this.film.events(entry).map(({ text }) => text).join(" "))));
  }

  key(event, does) {
    const target = event.target, writes = target.matches("textarea, select, input:not([type=range]):not([type=checkbox])");
    if (event.ctrlKey || event.metaKey || event.altKey || writes) return;
    const inTabs = target.matches("[role=tab]"), way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const pan = { ArrowRight: [-90, 0], ArrowLeft: [90, 0], ArrowUp: [0, 90], ArrowDown: [0, -90] }[event.key];
    let done = true;
    if (pan && event.shiftKey) this.stage.move(...pan);
    else if (way && inTabs) this.shift(way);
    else if (way) this.stepBy(way);
    else if (event.key === " " && !target.matches("button, summary, input")) this.play();
    else done = this.letter(event.key, does);
    if (done) event.preventDefault();
  }

  letter(key, does) {
    const act = {
      Home: does.first, End: does.last, PageDown: () => this.jump("turn", 1), PageUp: () => this.jump("turn", -1),
      "]": () => this.jump("phase", 1), "[": () => this.jump("phase", -1), a: () => this.jump("activation", 1),
      A: () => this.jump("activation", -1), c: () => this.jump("combat", 1), C: () => this.jump("combat", -1), u: () => this.along(1), U: () => this.along(-1),
      b: () => this.bookmark(), "+": does.zoomIn, "-": does.zoomOut, 0: does.fit,
      "/": () => { this.tab("events"); $("search").focus(); }, "?": () => this.tab("help"),
    };
    if (!Object.hasOwn(act, key)) return false;
    act[key]();
    return true;
  }
};
})(globalThis);
