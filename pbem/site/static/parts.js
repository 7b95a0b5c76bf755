/* Building the page: every word becomes text, never markup. */
export const byId = (id) => document.getElementById(id);

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

/* One sentence, until the next thing is tried. */
export function say(text) {
  byId("trouble").textContent = text;
  byId("trouble").hidden = !text;
}

/* A file of the program, with the downloads. */
export function save({ file, name }) {
  const bytes = Uint8Array.from(atob(file), (sign) => sign.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}
