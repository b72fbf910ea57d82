// The connection that is looked after, and what is said beside the table. It knows nothing about the game.
(() => {
  const byId = (id) => document.getElementById(id);
  const PATIENCE = 8000; // milliseconds in which a living connection answers

  let socket = null; // the open connection, and the bare one under it
  let bare = null;
  let stale = null; // one that was given up; it may close long after
  let lost = false;
  let missed = false; // something was pushed while the page was busy
  let asked = 0; // when a sign of life was asked for

  const ask = (what) => socket?.send(JSON.stringify({ ask: what }));

  const pulse = () => {
    if (!socket || document.hidden) return;
    if (!asked) {
      asked = Date.now();
      ask("pulse");
      setTimeout(pulse, PATIENCE + 500);
    } else if (Date.now() - asked > PATIENCE) {
      [stale, asked, lost] = [bare, 0, true];
      byId("offline").hidden = false;
      socket.reconnect();
    }
  };
  setInterval(pulse, 25000);
  document.addEventListener("visibilitychange", pulse);

  document.addEventListener("htmx:wsOpen", (event) => {
    [socket, bare, asked] = [event.detail.socketWrapper, event.detail.event.target, 0];
    byId("again").hidden = !lost;
    ask("talk"); // what was said since the page was written, or since the connection was lost
    lost = false;
  });
  document.addEventListener("htmx:wsClose", (event) => {
    if (stale && event.detail.event.target === stale) event.stopImmediatePropagation();
    else [socket, lost] = [null, true];
    byId("again").hidden = true;
  }, true);
  document.addEventListener("htmx:wsBeforeMessage", (event) => {
    asked = 0;
    missed ||= event.defaultPrevented;
  });
  document.addEventListener("htmx:afterRequest", () => {
    if (missed) ask("talk");
    missed = false;
  });
  document.addEventListener("pointerdown", () => {
    byId("again").hidden = true;
  });

  // --- talk: what is new is read out, and counted until the talk is opened ---

  const talk = byId("talk");
  if (!talk) return;
  const place = `heard ${location.pathname}`;
  const newer = (id) => [...document.querySelectorAll("#lines li:not(.mine)")].filter((line) => Number(line.dataset.id) > id);
  let latest = Number(byId("lines").dataset.latest);

  const count = () => {
    if (talk.open) localStorage.setItem(place, byId("lines").dataset.latest);
    const unread = newer(Number(localStorage.getItem(place))).length;
    byId("unread").hidden = !unread;
    byId("unread").textContent = unread || "";
  };
  const hear = () => {
    const heard = newer(latest).map((line) => line.querySelector(".words").textContent.trim());
    if (heard.length) byId("heard").textContent = heard.join(" ");
    latest = Number(byId("lines").dataset.latest);
    count();
  };
  talk.addEventListener("toggle", count);
  for (const swapped of ["htmx:oobAfterSwap", "htmx:afterSettle"]) document.addEventListener(swapped, hear);
  count();
})();
