// Keeps the number of waiting games true in title, icon and menu, and has htmx redraw lists.
const badge = byId("turns");
const show = () => {
  document.title = (badge.textContent && `(${badge.textContent}) `) + document.title.replace(/^\(\d+\) /, "");
  for (const other of all(".turns")) other.textContent = badge.textContent; // at the table
};
const redraw = () => document.hidden || document.dispatchEvent(new Event("games:changed"));
const listen = (again) => {
  if (again) redraw(); // even where no socket ever opens
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/me/?open=${badge.dataset.open}`);
  socket.onmessage = (message) => {
    const { count, icon, changed } = JSON.parse(message.data);
    if (again || changed || +badge.textContent !== count) redraw();
    badge.textContent = count || "";
    document.querySelector("link[rel=icon]").href = icon;
    show();
  };
  socket.onclose = ({ code }) => code < 4000 && setTimeout(listen, 5e3 + Math.random() * 15e3, true); // else logged out
};
listen();
document.addEventListener("visibilitychange", redraw);
document.addEventListener("table:arrive", show); // with its own title
