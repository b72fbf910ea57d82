// The table by keyboard alone. Cards have a number or a letter, which shows while the keyboard is in use.
const on = byId("keys-on");
on.checked = localStorage.getItem("keys") !== "off";
on.addEventListener("change", () => localStorage.setItem("keys", on.checked ? "on" : "off"));
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const hand = () => all("#choose .hand .pick");
const items = () => all("#choose .layout .pick");
const moves = () => all("#options .buttons button");
let waiting = false; // Enter came before the moves of the latest choice
const letGo = (picks) => {
  for (const pick of picks) pick.checked = false;
  byId("choose").dispatchEvent(new Event("change"));
};
const choose = (pick) => {
  pick.focus();
  if (pick.type === "radio" && pick.checked) letGo([pick]);
  else pick.click();
};
const toMoves = () => { // a trail only by itself
  waiting = asking();
  const to = ["#options .primary", "#options button:is(:not(.trail), :only-child)", ".hand :focus", "#status"];
  if (!waiting) document.querySelector(to.find((place) => document.querySelector(place)))?.focus();
};
// Left and right among cards of a kind or moves, up and down from one kind to the other.
const go = (from, across, along) => {
  const rows = [items(), hand(), moves()].filter((row) => row.length);
  const here = rows.findIndex((row) => row.includes(from));
  if (here < 0) return hand()[0]?.focus();
  const place = along ? 0 : (rows[here].indexOf(from) + across) % rows[here].length;
  rows[here + along]?.at(place).focus();
};
const resting = (from) => from === document.body || from.matches(".pick, [tabindex='-1']");
const onward = () => document.querySelector("#table.playing .next .best"); // at the end of a round
// What a key does here; nothing for keys that are left to the browser.
const deed = (key, from) => {
  const card = /^[1-9]$/.test(key) ? hand()[key - 1] : /^[a-z]$/.test(key) ? items()[key.charCodeAt(0) - 97] : null;
  if (card) return () => choose(card);
  if (ARROWS[key]) return () => go(from, ...ARROWS[key]);
  if (key === "Escape") return () => letGo(all("#choose .pick:checked"));
  if (key !== "Enter") return null;
  if (from.matches(".hand [type=radio]:not(:checked)")) return () => choose(from); // not the moves of another
  return resting(from) || (asking() && moves().includes(from)) ? toMoves : null;
};
document.addEventListener("keydown", (event) => {
  const { key, target: from } = event;
  const typing = from.closest("dialog, textarea, select, input:not(.pick)") ?? document.querySelector(":popover-open");
  if (typing || event.altKey || event.ctrlKey || event.metaKey) return;
  if (key === "?") return byId("keys").showModal();
  const enters = key === "Enter" && !event.repeat && resting(from);
  const next = enters && onward() ? () => onward().click() : null;
  const act = document.querySelector("#table.mine") ? deed(key, from) : next;
  if (!act || !on.checked) return;
  event.preventDefault();
  act();
});
document.addEventListener("htmx:afterRequest", () => waiting && toMoves());
