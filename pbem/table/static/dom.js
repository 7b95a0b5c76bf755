/* Building the page: every word becomes text, never markup. */
export const byId = (id) => document.getElementById(id);

/* An element with attributes (functions become listeners, null leaves one away) and children. */
export function h(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(key, value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

export function s(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/* Puts a drawing of the server inside an SVG element; it is read as XML, and the policy of the page runs nothing in it. */
export function draw(element, text) {
  element.replaceChildren(...parsed(text));
}

function parsed(text) {
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml").documentElement;
  return [...read.childNodes].map((each) => document.importNode(each, true));
}

const drawn = new WeakMap();

/* Puts drawings, each one element, inside an SVG element in this order. What is there already stays as it is: only what has
   changed is read, laid out and painted again. */
export function redraw(element, drawings) {
  const before = drawn.get(element) || new Map(), wanted = new Set(drawings);
  const missing = [...wanted].filter((each) => !before.has(each)), made = parsed(missing.join("")), now = new Map();
  const fresh = new Map(missing.map((each, n) => [each, made[n]]));
  for (const [each, node] of before) if (!wanted.has(each)) node.remove();
  let at = element.firstChild;
  for (const each of wanted) {
    const node = before.get(each) || fresh.get(each);
    if (node === at) at = at.nextSibling;
    else element.insertBefore(node, at);
    now.set(each, node);
  }
  drawn.set(element, now);
}

/* A paragraph in brackets; pressed, it shows the rule. */
export const paragraph = (number, show) =>
  (number ? h("button", { class: "par", type: "button", "data-rule": number, click: () => show(number) }, `[${number}]`) : null);

export const die = (face, imaginary) => h("span", { class: imaginary ? "die ghost" : "die" }, String(face));

export const unpacked = (base64) => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));

export function download(base64, name) {
  const url = URL.createObjectURL(new Blob([unpacked(base64)], { type: "application/octet-stream" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}
