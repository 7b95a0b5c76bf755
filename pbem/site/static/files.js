/* The files of the program: fetched once, each held against its digest, and kept for the next time. */
import { h } from "./parts.js";
import { t } from "./words.js";

const CACHE = "pbem", SUMS = "SHA256SUMS";
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const digest = async (data) => hex(await crypto.subtle.digest("SHA-256", data));

/* Fetches what is not here yet; `told` hears what comes: a part, how many bytes of it all are here, and of how many. The sums, as text. */
export async function fetched({ sizes }, told) {
  const listed = await (await fetch(SUMS, { cache: "no-cache" })).text();
  const sums = new Map(listed.trim().split("\n").map((line) => [line.slice(66), line.slice(0, 64)]));
  const cache = await caches.open(CACHE), total = Object.values(sizes).reduce((one, two) => one + two, 0);
  let come = 0;
  const wanted = Object.keys(sizes);
  for (const name of wanted) {
    if (!(await cache.match(name))) {
      const response = await fetch(name), data = await whole(response, (bytes) => told(name.split("-")[0], Math.min(total, come + bytes), total));
      if (!response.ok || (await digest(data)) !== sums.get(name)) throw new Error(t("damaged", name));
      await cache.put(name, new Response(data, { headers: { "Content-Type": response.headers.get("Content-Type") || kind(name) } }));
    }
    come += sizes[name];
  }
  for (const name of ["./", "manifest.webmanifest", "icon.svg"]) if (!(await cache.match(name))) await cache.add(name);
  await cache.put(SUMS, new Response(listed));
  await sweep(cache, wanted);
  return listed;
}

const kind = (name) => (name.endsWith(".wasm") ? "application/wasm" : name.endsWith("js") ? "text/javascript" : "application/octet-stream");

async function whole(response, told) {
  const parts = [], reader = response.body.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    parts.push(value);
    told((size += value.length));
  }
}

/* Takes away what an older build left. */
async function sweep(cache, wanted) {
  const keep = new Set([...wanted, "", SUMS, "manifest.webmanifest", "icon.svg", "index.html"].map((name) => new URL(name, location.href).pathname));
  for (const request of await cache.keys()) if (!keep.has(new URL(request.url).pathname)) await cache.delete(request);
}

/* What names the build and the rules, for the foot of the page. */
export function digests(sums, about, rules) {
  const list = [h("dt", {}, t("version")), h("dd", {}, about.version), h("dt", {}, t("build")), h("dd", { id: "build" })];
  digest(new TextEncoder().encode(sums)).then((found) => { document.getElementById("build").textContent = found; });
  return [...list, ...rules.flatMap((each) => [h("dt", {}, `${each.title} ${each.version}`), h("dd", {}, each.digest)])];
}
