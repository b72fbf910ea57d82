// Keeps the number of other games that wait for this person true on every page: in the title, the icon and the menu.
const badge = byId("turns");
const show = () => {
  document.title = (badge.textContent && `(${badge.textContent}) `) + document.title.replace(/^\(\d+\) /, "");
  for (const other of all(".turns")) other.textContent = badge.textContent; // at the table
};
const listen = () => {
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/me/?open=${badge.dataset.open}`);
  socket.onmessage = (message) => {
    const { count, icon } = JSON.parse(message.data);
    badge.textContent = count || "";
    document.querySelector("link[rel=icon]").href = icon;
    show();
  };
  socket.onclose = ({ code }) => code < 4000 && setTimeout(listen, 5000 + Math.random() * 15000); // else logged out
};
listen();
document.addEventListener("table:arrive", show); // with a title of its own
