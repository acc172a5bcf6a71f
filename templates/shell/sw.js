{% autoescape off %}/**
 * Keeps the site's own files, and one page for a device without a connection. No page of anybody's is ever stored;
 * the API, sockets, tables and the admin pass by untouched.
 */
const CACHE = "shell-{{ version }}";
const OFFLINE = "{{ offline }}";
const FILES = new Set([{% for file in files %}
  "{{ file|escapejs }}",{% endfor %}
]);
const HASHED = {{ hashed|yesno:"true,false" }};
const NOT_OURS = /^\/(?:api|ws|tables|admin)\//;

/** Fetched without cookies: what is kept is what a stranger would get. */
async function fill() {
  const cache = await caches.open(CACHE);
  await cache.addAll([...FILES].map((file) => new Request(file, { credentials: "omit", cache: "no-cache" })));
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

/** A hashed name never changes its content; a plain one is asked for first. */
async function file(request, path) {
  const kept = () => caches.match(path, { cacheName: CACHE });
  if (HASHED) return (await kept()) || fetch(request);
  try {
    return await fetch(request);
  } catch (error) {
    const found = await kept();
    if (found) return found;
    throw error;
  }
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.match(OFFLINE, { cacheName: CACHE });
    if (found) return found;
    throw error;
  }
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(fill());
});
self.addEventListener("activate", (event) => event.waitUntil(dropOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || NOT_OURS.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (FILES.has(pathname)) event.respondWith(file(request, pathname));
});
{% endautoescape %}
