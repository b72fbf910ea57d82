// Keeps the table steady while fragments are swapped in. It knows nothing about the game.
(() => {
  const byId = (id) => document.getElementById(id);
  const picks = () => [...document.querySelectorAll("#choose .pick")];
  const sentences = () => [...document.querySelectorAll("#table .news .text, #status")].map((line) => line.textContent);

  let socket = null; // the open connection
  let busy = 0; // requests under way: their answer is the table
  let missed = false; // something was pushed meanwhile
  let kept = null; // what the next table takes over from this one

  const catchUp = () => {
    const seen = Number(byId("table").dataset.seq);
    socket?.send(JSON.stringify({ seen, hidden: document.hidden }));
  };

  const offline = (lost) => {
    byId("offline").hidden = !lost;
  };

  // --- before and after a table is replaced ---

  const keep = () => {
    const focused = document.activeElement;
    kept = {
      focus: byId("table").contains(focused) ? focused.id || "status" : "",
      picks: picks().filter((pick) => pick.checked).map((pick) => pick.id),
      said: sentences(),
    };
  };

  const takeOver = (choice) => {
    if (!kept) return;
    document.title = byId("table").dataset.title;
    const asked = byId("options")?.querySelector("[autofocus]");
    if (kept.focus) (asked || byId(kept.focus) || byId("status"))?.focus({ preventScroll: true });
    byId("said").textContent = sentences().filter((line) => !kept.said.includes(line)).join(" ");
    const again = choice ? picks().filter((pick) => kept.picks.includes(pick.id) && !pick.checked) : [];
    for (const pick of again) pick.checked = true;
    if (again.length) htmx.trigger("#choose", "change");
    kept = null;
  };

  // --- what was chosen before this script could hear it: a quick tap, or a browser that fills the form in again ---

  const chosen = () => picks().some((pick) => pick.checked !== pick.defaultChecked);

  htmx.onLoad((loaded) => {
    if (loaded === document.body && chosen()) htmx.trigger("#choose", "change");
  });

  // --- tables asked for ---

  document.addEventListener("htmx:beforeRequest", () => {
    busy += 1;
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id === "table") keep();
  });
  document.addEventListener("htmx:afterSettle", () => takeOver(false));
  document.addEventListener("htmx:afterRequest", () => {
    busy -= 1;
    if (busy || !missed) return;
    missed = false;
    catchUp();
  });
  document.addEventListener("htmx:sendError", () => offline(true));

  // --- tables pushed ---

  htmx.config.wsReconnectDelay = (tries) => Math.min(8000, 250 * 2 ** tries) * (0.5 + Math.random() / 2);

  document.addEventListener("htmx:wsOpen", (event) => {
    offline(false);
    socket = event.detail.socketWrapper;
    catchUp();
  });
  document.addEventListener("htmx:wsClose", () => {
    offline(true);
    socket = null;
  });
  document.addEventListener("htmx:wsBeforeMessage", (event) => {
    if (!busy) return;
    missed = true;
    event.preventDefault();
  });
  document.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    const pushed = fragment.querySelector("#table");
    if (target.id !== "table" || !pushed) return;
    // One that comes late must not cover a newer one, nor the same one with its notice and choice.
    const older = Number(pushed.dataset.seq) < Number(target.dataset.seq);
    if (older || pushed.dataset.version === target.dataset.version) event.detail.shouldSwap = false;
    else keep();
  });
  document.addEventListener("htmx:wsAfterMessage", () => takeOver(true));

  // --- coming back to a page that lay hidden: what has happened meanwhile plays again ---

  document.addEventListener("visibilitychange", () => {
    catchUp();
    for (const motion of document.hidden ? [] : byId("table").getAnimations({ subtree: true })) {
      motion.currentTime = 0;
      motion.play();
    }
  });

  document.addEventListener("animationstart", (event) => {
    const turn = event.target.closest(".lately li"); // where they do not all fit, the one that plays is in sight
    if (turn) turn.parentElement.scrollTop = turn.offsetTop;
  });
})();
