// Keeps the number of other games that wait for this person true on every page: in the title, the icon and the menu.
const badge = byId("turns");
const show = () => {
  const title = document.title.replace(/^\(\d+\) /, "");
  const wanted = badge.textContent ? `(${badge.textContent}) ${title}` : title;
  if (document.title !== wanted) document.title = wanted;
};
const listen = () => {
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/me/?open=${badge.dataset.open}`);
  socket.onmessage = (message) => {
    const { count, icon } = JSON.parse(message.data);
    badge.textContent = count || "";
    document.querySelector("link[rel=icon]").href = icon;
    show();
  };
  socket.onclose = (event) => {
    if (event.code < 4000) setTimeout(listen, 5000 + Math.random() * 15000); // else not known here any more
  };
};
listen();
new MutationObserver(show).observe(document.querySelector("title"), { childList: true }); // a table changes it, too
