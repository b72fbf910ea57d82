// Keeps the table steady while fragments are swapped in, and its connection alive.
const picks = () => all("#choose:not([inert] *) .pick"); // not of a round that has ended
const sentences = () => [...all("#table .news .text").reverse(), ...all("#status")].map((line) => line.textContent);
const shown = () => Number(byId("table").dataset.seq);
const busy = () => document.querySelector(".htmx-request"); // the answer under way is the table
let missed = false; // something was pushed while busy
let kept = null; // what the next table takes over from this one
const makeRoom = (asked) => {
  document.dispatchEvent(new CustomEvent("table:leave", { detail: { asked } }));
  kept = {
    focus: all("#table :focus").map(({ id }) => id || "status")[0],
    picks: picks().filter((pick) => pick.checked).map((pick) => pick.id),
    said: sentences(),
    open: all(`#table :is(details[open]${asked ? ":not(.calls > *)" : ", :popover-open"})[id]`).map(({ id }) => id),
  };
  // At once: htmx would clean up each element.
  if (!byId("table").matches("[hx-boost]")) byId("table").replaceChildren();
};
const takeOver = (choice) => {
  if (!kept) return;
  const { title, address } = byId("table").dataset;
  document.title = title;
  if (address) history.replaceState(null, "", address);
  for (const part of kept.open.map(byId)) part?.popover ? part.showPopover() : part?.setAttribute("open", "");
  const asked = byId("options")?.querySelector("[autofocus]");
  if (kept.focus) (asked || byId(kept.focus) || byId("status"))?.focus({ preventScroll: true });
  byId("said").textContent = sentences().filter((sentence) => !kept.said.includes(sentence)).join(" ");
  const again = choice ? picks().filter((pick) => kept.picks.includes(pick.id) && !pick.checked) : [];
  for (const pick of again) pick.checked = true;
  if (again.length) htmx.trigger("#choose", "change");
  kept = null;
  document.dispatchEvent(new Event("table:arrive"));
};
// The style of the ends of rounds and games is not needed before.
addEventListener("load", () => all("[name=ends]").forEach(({ content: href }) => {
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}));
// Chosen before this script ran: a quick tap, or a form filled in again.
htmx.onLoad((loaded) => {
  const chosen = picks().some((pick) => pick.checked !== pick.defaultChecked);
  if (loaded === document.body && chosen) htmx.trigger("#choose", "change");
});
let socket = null; // the latest one, open or not
let patience; // runs until something is heard from it
let unopened = 0; // sockets in a row: something before the server may let none through
let unsent = null; // the last action or choice, if it had no answer
let sign = Date.now(); // of whoever sits there; after five minutes the page counts as hidden
const beat = Number(document.querySelector("[data-beat]")?.dataset.beat); // ms from ping to ping
const expect = (time) => (patience ??= socket?.readyState <= WebSocket.OPEN ? setTimeout(giveUp, time) : null);
htmx.createWebSocket = (address) => (socket = new WebSocket(address));
const lose = () => {
  patience = clearTimeout(patience);
  if (byId("polling")?.hidden === false) return;
  if (busy()) htmx.trigger(busy(), "htmx:abort"); // it may hang for minutes
  byId("offline").hidden = false;
  byId("unsent")?.toggleAttribute("hidden", unsent?.verb !== "post");
};
const giveUp = () => { // a new connection shows whether anyone is there
  const { onclose, readyState } = socket ?? { readyState: WebSocket.CLOSED };
  if (readyState > WebSocket.OPEN) return lose(); // htmx is trying, or may not
  socket.onclose = null; // that may come long after
  socket.close();
  onclose({ code: 1006 });
};
const send = (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
// Says what is shown here. The answer is what is newer, at least a sign of life.
const tell = (ask, more = { seen: shown(), hidden: document.hidden || Date.now() - sign > 300000 }) => {
  send({ ask, beat, ...more });
  expect(ask === "pulse" ? 3400 : 8000);
};
setInterval(() => document.hidden || tell("pulse"), 25000);
if (beat) setInterval(() => document.hidden || tell("pulse", {}), beat);
htmx.config.wsReconnectDelay = (tries) => Math.min(8000, 250 * 2 ** tries) * (0.5 + Math.random() / 2);
document.addEventListener("htmx:wsOpen", () => {
  tell(byId("offline").hidden && byId("polling").hidden ? "talk" : "again"); // what it missed
  unopened = 0;
  byId("polling").hidden = true;
});
document.addEventListener("htmx:wsClose", () => {
  unopened += 1;
  lose();
});
// Without a socket the page asks for what would have been pushed.
const poll = async () => {
  if (unopened < 3 || document.hidden || busy() || byId("table").matches(".over, .cancelled")) return;
  const asked = fetch(`${location.pathname}?news&seq=${shown()}`, { headers: { "HX-Request": "true" } });
  const news = await asked.then((answer) => answer.ok && answer.text()).catch(console.info);
  if (!unopened) return; // by now there is one
  byId("polling").hidden = !news;
  if (news) socket.dispatchEvent(new MessageEvent("message", { data: news }));
  else lose();
};
setInterval(poll, 4000);
const fail = ({ type, detail: { xhr, requestConfig } }) => {
  // The server knows a request again by the number of its table. It gives no answer 502 or 504 itself.
  if ([0, 502, 504].includes(xhr.status) && requestConfig.formData.has("seq")) unsent = requestConfig;
  if (type !== "htmx:sendAbort") giveUp();
};
for (const failed of ["sendError", "sendAbort", "responseError"]) document.addEventListener(`htmx:${failed}`, fail);
document.addEventListener("pointerdown", () => byId("again")?.replaceChildren());
for (const on of ["pointerover", "keydown", "visibilitychange"]) addEventListener(on, () => (sign = Date.now()), true);
document.addEventListener("htmx:beforeSwap", ({ detail: { shouldSwap, target } }) => {
  if (shouldSwap && target.id === "table") makeRoom(true);
});
document.addEventListener("htmx:afterSettle", (event) => {
  takeOver(false);
  if (event.detail.target?.id === "table") send({ has: shown() });
});
document.addEventListener("htmx:beforeRequest", ({ detail: { requestConfig } }) => {
  if (requestConfig.formData.has("seq")) unsent = null;
});
document.addEventListener("htmx:afterRequest", () => missed && !busy() && tell("talk"));
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  patience = clearTimeout(patience);
  byId("offline").hidden = true;
  const { verb, path, elt, formData } = unsent ?? {};
  unsent = null;
  if (elt?.isConnected) htmx.ajax(verb, path, { source: elt, values: formData }).catch(console.info);
  missed = Boolean(busy());
  if (missed) event.preventDefault();
});
document.addEventListener("table:resume", ({ detail }) => socket.dispatchEvent(new MessageEvent("message", detail)));
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (target.id !== "table") return;
  // A late one must not cover a newer one, nor the same one with its notice and choice.
  const { seq, version } = fragment.querySelector("#table").dataset;
  event.detail.shouldSwap = Number(seq) >= Number(target.dataset.seq) && version !== target.dataset.version;
  if (event.detail.shouldSwap) makeRoom(false);
});
document.addEventListener("htmx:wsAfterMessage", () => takeOver(true));
document.addEventListener("visibilitychange", () => tell("pulse"));
