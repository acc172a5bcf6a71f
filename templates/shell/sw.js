{% autoescape off %}/**
 * Keeps the site's own files, and one page for a device without a connection. No page of anybody's is ever stored;
 * the API, sockets, tables and the admin pass by untouched. And it shows the notices that a reader has asked for.
 */
const CACHE = "shell-{{ version }}";
const OFFLINE = "{{ offline }}";
const FILES = new Set([{% for file in files %}
  "{{ file|escapejs }}",{% endfor %}
]);
const ICON = "{{ icon }}";
const BADGE = "{{ badge }}";
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

/** Every push is shown: browsers take the permission away from sites that swallow one. */
async function show(data) {
  const { title, body, url, tag, lang } = data || {};
  await self.registration.showNotification(title || "玉环麻将 · Yuhuan Mahjong", {
    body: body || "", tag: tag || "notice", renotify: true, lang: lang || "", icon: ICON, badge: BADGE,
    data: { url: url || "/" },
  });
}

/** What was sent, null when it is not ours to read. */
function read(message) {
  try {
    return message.json();
  } catch {
    return null;
  }
}

/** The tab that shows it already, else one that is not at a table, else a new one. */
async function open(address) {
  const url = new URL(address, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find((tab) => new URL(tab.url).pathname === url.pathname);
  if (there) {
    await there.focus();
    return;
  }
  const free = tabs.find((tab) => !new URL(tab.url).pathname.startsWith("/tables/"));
  const moved = free && await free.focus().then((tab) => tab.navigate(url.href)).catch(() => null);
  if (!moved) await self.clients.openWindow(url.href);
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data && read(event.data))));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
{% endautoescape %}
