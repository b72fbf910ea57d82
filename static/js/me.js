// Keeps the number of games that wait for this person true on every page: in the title, the icon and the menu.
(() => {
  const badge = document.getElementById("turns");
  const icon = document.querySelector("link[rel=icon]");
  const title = document.querySelector("title");
  let tries = 0;

  const show = () => {
    const count = Number(badge.textContent);
    const wanted = (count ? `(${count}) ` : "") + document.title.replace(/^\(\d+\) /, "");
    badge.hidden = !count;
    if (document.title !== wanted) document.title = wanted;
  };

  const listen = () => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/me/`);
    socket.onopen = () => {
      tries = 0;
    };
    socket.onmessage = (message) => {
      const told = JSON.parse(message.data);
      badge.textContent = told.count;
      icon.href = told.icon;
      show();
    };
    socket.onclose = (event) => {
      if (event.code >= 4000) return; // not known here any more
      tries += 1;
      setTimeout(listen, Math.min(60000, 1000 * 2 ** tries) * (0.5 + Math.random() / 2));
    };
  };

  new MutationObserver(show).observe(title, { childList: true }); // a pushed table changes it, too
  show();
  listen();
})();
