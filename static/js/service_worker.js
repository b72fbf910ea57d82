// Shows calls, and one page when there is no network. It keeps nothing else: every table comes from the server.
const NEEDED = [CACHE.page, ...CACHE.files];
self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE.name).then((cache) => cache.addAll(NEEDED)));
  self.skipWaiting();
});
self.addEventListener("activate", async () => {
  for (const name of await caches.keys()) if (name !== CACHE.name) await caches.delete(name);
});
// From the network, else as it was kept: the page for any page, and what it is made of.
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const file = mode === "navigate" ? CACHE.page : url.replace(self.location.origin, "");
  if (method !== "GET" || !NEEDED.includes(file)) return;
  event.respondWith(fetch(event.request).catch(() => caches.match(file)));
});
self.addEventListener("push", (event) => {
  const { title, link, ...words } = event.data.json();
  event.waitUntil(registration.showNotification(title, { ...words, icon: CACHE.icon, renotify: true, data: { link } }));
});
// The window that shows the table already, else a new one.
self.addEventListener("notificationclick", (event) => {
  const { link } = event.notification.data;
  const show = (open) => open.find(({ url }) => new URL(url).pathname === link)?.focus() ?? clients.openWindow(link);
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window", includeUncontrolled: true }).then(show));
});
