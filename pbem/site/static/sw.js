"use strict";
/* Offline after the first visit. Files under a name with their digest come from the cache; the few others are asked for anew
   and come from the cache when nobody answers. Everything is dressed in the policy, the worker's script too. */
const CACHE = "pbem", SHARED = "pbem-shared";
const MOST = 24 * 1024 * 1024;  // more than any file that is judged
const POLICY = "$policy";
const FIXED = /\/(python|keys|program)-[0-9a-f]{12}\//;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return event.respondWith(Response.error());
  if (event.request.method === "POST" && url.pathname.endsWith("/shared")) return event.respondWith(shared(event.request));
  if (event.request.method === "GET") return event.respondWith(answer(event.request, url));
});

async function answer(request, url) {
  const cache = await caches.open(CACHE), fixed = FIXED.test(url.pathname);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (fixed && kept) return dressed(kept);
  try {
    const found = await fetch(request);
    return found.ok && !fixed && request.mode === "navigate" ? dressed(await keep(cache, request, found)) : found.ok ? dressed(found) : found;
  } catch {
    return kept ? dressed(kept) : Response.error();
  }
}

async function keep(cache, request, found) {
  await cache.put(new URL(request.url).pathname, found.clone());
  return found;
}

function dressed(found) {
  const headers = new Headers(found.headers);
  headers.set("Content-Security-Policy", POLICY + "; frame-ancestors 'self'");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "no-referrer");
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}

/* What another app shares is laid aside for the page, which asks before it looks: a form of any other site comes the same way, and
   often cannot be told from it. One that can is left unread, and none is read beyond what is judged. */
async function shared(request) {
  if (request.referrer && URL.canParse(request.referrer) && new URL(request.referrer).origin !== location.origin) return Response.redirect("./", 303);
  const body = await bounded(request.body);
  if (!body) return Response.redirect("./", 303);
  const form = await new Response(body, { headers: { "Content-Type": request.headers.get("Content-Type") || "" } }).formData(), file = form.get("file");
  const cache = await caches.open(SHARED);
  await cache.put("./shared-file", new Response(file || form.get("text") || "", { headers: { "X-Name": encodeURIComponent(file ? file.name : "") } }));
  return Response.redirect("./", 303);
}

/* A body, null where it is larger than it may be. */
async function bounded(stream) {
  const parts = [], reader = stream.getReader();
  for (let size = 0, part; !(part = await reader.read()).done;) {
    size += part.value.length;
    if (size > MOST) { await reader.cancel(); return null; }
    parts.push(part.value);
  }
  return new Blob(parts);
}
