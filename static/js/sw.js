// Shows calls, and one page when there is no network. It keeps nothing else: every table comes from the server.

self.addEventListener("install", (event) => {
  const keep = (cache) => cache.addAll([KEPT.page, ...KEPT.files]);
  event.waitUntil(caches.open(KEPT.name).then(keep).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const forget = (names) => Promise.all(names.filter((name) => name !== KEPT.name).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || request.mode !== "navigate") return keptFile(event);
  event.respondWith(fetch(request).catch(() => kept(KEPT.page)));
});

// What the offline page is made of: from the network, else as it was kept.
const keptFile = (event) => {
  const { pathname, search } = new URL(event.request.url);
  const file = pathname + search;
  if (KEPT.files.includes(file)) event.respondWith(fetch(event.request).catch(() => kept(file)));
};

const kept = async (file) => {
  const cache = await caches.open(KEPT.name);
  return (await cache.match(file)) || Response.error();
};

// --- calls ---

self.addEventListener("push", (event) => {
  const { title, body, link, tag } = event.data.json();
  const shown = { body, tag, icon: KEPT.icon, renotify: true, data: { link } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.link));
});

// The window that shows the table already, else a new one.
const show = async (link) => {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => new URL(each.url).pathname === link);
  return there ? there.focus() : self.clients.openWindow(link);
};
