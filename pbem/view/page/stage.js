/* The map as something to look around in: drag, wheel, pinch, buttons and keys. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const LEAST = 0.08, MOST = 3;
/* So far from the edge of the window nothing lies under its buttons. */
const RIM = 58;
/* Where the map changes from one level of detail to the next (pbem.view.map.detail). */
const LEVELS = [0, 0.3, 0.5, 0.8, 1.1, 2.5];

class Stage {
  constructor(frame, plane, width, height) {
    Object.assign(this, { frame, plane, width, height, scale: 1, x: 0, y: 0, foot: 0, rim: RIM, fingers: new Map(), apart: 0 });
    frame.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event);
    }, { passive: false });
    frame.addEventListener("pointerdown", (event) => {
      if (event.target.closest("button")) return;
      frame.setPointerCapture(event.pointerId);
      this.fingers.set(event.pointerId, event);
      this.apart = 0;
    });
    frame.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel"]) {
      frame.addEventListener(name, (event) => {
        this.fingers.delete(event.pointerId);
        this.apart = 0;
      });
    }
    this.measure();
    new ResizeObserver(() => {
      this.measure();
      if (this.whole) this.fit(); else if (this.filled) this.fill(); else this.place();
    }).observe(frame);
  }

  /* The size of the frame is kept: to ask for it after every seek would have the browser lay out the whole map twice. */
  measure() { this.room = { wide: this.frame.clientWidth, high: this.frame.clientHeight }; }

  drag(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 1) {
      this.move(event.clientX - before.clientX, event.clientY - before.clientY);
      return;
    }
    const [a, b] = [...this.fingers.values()];
    const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    if (this.apart) this.zoom(apart / this.apart, { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
    this.apart = apart;
  }

  move(dx, dy) {
    this.free();
    this.x += dx;
    this.y += dy;
    this.place();
  }

  zoom(times, at) {
    this.free();
    const box = this.frame.getBoundingClientRect();
    const cx = at ? at.clientX - box.left : box.width / 2, cy = at ? at.clientY - box.top : box.height / 2;
    const scale = Math.min(MOST, Math.max(LEAST, this.scale * times)), grown = scale / this.scale;
    this.x = cx - (cx - this.x) * grown;
    this.y = cy - (cy - this.y) * grown;
    this.scale = scale;
    this.place();
  }

  fit() {
    const { wide, high } = this.room;
    if (!wide || !high) return;
    this.free();
    this.whole = true;
    this.scale = Math.min(wide / this.width, high / this.height);
    this.x = (wide - this.width * this.scale) / 2;
    this.y = (high - this.height * this.scale) / 2;
    this.place();
  }

  /* Brings points of the map into sight, if they are not; the first of them where the window is too small for all. `least` is the
     smallest scale to show them at. */
  see(points, least) {
    if (!points.length) return;
    const { wide, high } = this.room;
    const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    if (this.scale < least) {
      this.scale = least;
      this.x = this.y = Infinity;
    }
    const margin = Math.min(80, wide / 5, high / 5), s = this.scale;
    const inside = left * s + this.x >= margin && right * s + this.x <= wide - margin
      && top * s + this.y >= margin && bottom * s + this.y <= high - margin;
    if (inside) return;
    const all = (right - left) * s < wide - margin && (bottom - top) * s < high - margin;
    this.centre(all ? [left, right, top, bottom] : [xs[0], xs[0], ys[0], ys[0]]);
  }

  /* Shows all of these points at once, as large as the window takes them above its `foot`, where something lies on it; at most at
     this scale, unless the whole map is larger. */
  span(points, most) {
    if (!points.length) return;
    this.measure();
    const { wide } = this.room, high = this.room.high - this.foot, margin = Math.min(RIM, wide / 8, high / 8);
    const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
    const box = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const takes = Math.min((wide - 2 * margin) / Math.max(1, box[1] - box[0]), (high - 2 * margin) / Math.max(1, box[3] - box[2]));
    this.scale = Math.max(LEAST, Math.min(MOST, Math.max(most, Math.min(wide / this.width, high / this.height)), takes));
    this.centre(box);
  }

  /* A part of the map in the middle of the window, or as near to it as the edge of the map allows: beyond it there is room for buttons. */
  centre([left, right, top, bottom]) {
    const { wide } = this.room, high = this.room.high - this.foot, s = this.scale;
    const held = (at, size, room) => Math.min(RIM, Math.max(room - size * s - RIM, at));
    this.free();
    this.x = held(wide / 2 - ((left + right) / 2) * s, this.width, wide);
    this.y = held(high / 2 - ((top + bottom) / 2) * s, this.height, high);
    this.place();
  }

  /* Somebody looks where they want to: what lies at the edge can be brought out from under the buttons. */
  free() { Object.assign(this, { whole: false, filled: false, rim: RIM }); }

  /* The first sight: where it looks to already, but as large as fills the window, and nothing beyond the edges of the map. */
  fill() {
    this.measure();
    const { wide, high } = this.room;
    if (!wide || !high) return;
    const scale = Math.max(this.scale, wide / this.width, high / this.height), grown = scale / this.scale;
    this.x = wide / 2 - (wide / 2 - this.x) * grown;
    this.y = high / 2 - (high / 2 - this.y) * grown;
    Object.assign(this, { scale, whole: false, filled: true, rim: 0 });
    this.place();
  }

  place() {
    const { wide } = this.room, high = this.room.high - this.foot, s = this.scale;
    // The map fills its window where it is large enough.
    const keep = (at, size, room) => (size * s < room - 0.5 ? (room - size * s) / 2 : Math.min(this.rim, Math.max(room - size * s - this.rim, at)));
    this.x = keep(this.x, this.width, wide);
    this.y = keep(this.y, this.height, high);
    const level = String(LEVELS.findLastIndex((least) => s >= least));
    // Setting it to what it is would still have the browser match all styles anew.
    if (this.plane.dataset.level !== level) this.plane.dataset.level = level;
    if (this.placed) this.placed();
    // A layer of its own is moved without being painted anew; painted at another size it must be, or it would be blurred.
    if (s !== this.painted) {
      this.painted = s;
      this.plane.style.willChange = "auto";
      clearTimeout(this.settling);
      this.settling = setTimeout(() => { this.plane.style.willChange = "transform"; }, 200);
    }
    this.plane.style.transform = `translate(${this.x}px, ${this.y}px) scale(${s})`;
  }
}

Object.assign(PBEM, { Stage });
})(globalThis);
