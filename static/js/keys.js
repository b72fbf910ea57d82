// The table by keyboard alone. Cards have a number or a letter, which shows while the keyboard is in use.
(() => {
  const byId = (id) => document.getElementById(id);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const hand = () => all("#choose .hand .pick");
  const items = () => all("#choose .layout .pick");
  const moves = () => all("#options .moves button");

  const off = () => localStorage.getItem("keys") === "off";
  const asking = () => byId("choose").classList.contains("htmx-request");
  const inUse = (used) => document.body.classList.toggle("keyboard", used && !off());

  let waiting = false; // Enter came before the moves of the latest choice

  const choose = (pick) => {
    pick.focus();
    if (pick.type === "checkbox" || !pick.checked) return pick.click();
    pick.checked = false;
    pick.dispatchEvent(new Event("change", { bubbles: true }));
  };

  const clear = () => {
    for (const pick of all("#choose .pick:checked")) pick.checked = false;
    byId("choose").dispatchEvent(new Event("change"));
  };

  const toMoves = () => {
    waiting = asking();
    if (!waiting) moves()[0]?.focus();
  };

  // Left and right among cards of a kind or moves, up and down from one kind to the other.
  const go = (from, across, along) => {
    const rows = [items(), hand(), moves()].filter((row) => row.length);
    const here = rows.findIndex((row) => row.includes(from));
    if (here < 0) return hand()[0]?.focus();
    const row = rows[here];
    if (along) rows[here + along]?.[0].focus();
    else row[(row.indexOf(from) + across + row.length) % row.length].focus();
  };

  // What a key does here; nothing for keys that are left to the browser.
  const deed = (key, from) => {
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const card = /^[1-9]$/.test(key) ? hand()[key - 1] : /^[a-z]$/.test(key) ? items()[key.charCodeAt(0) - 97] : null;
    if (card) return () => choose(card);
    if (arrows[key]) return () => go(from, ...arrows[key]);
    if (key === "Escape") return clear;
    if (key === "Enter" && (from === document.body || from.matches(".pick, [tabindex='-1']"))) return toMoves;
    if (key === "Enter" && asking() && moves().includes(from)) return toMoves; // these moves are out of date
    return null;
  };

  document.addEventListener("keydown", (event) => {
    const from = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey || from.closest("dialog, textarea, select, input:not(.pick)")) return;
    if (event.key === "?") return byId("keys").showModal();
    if (event.key === "Tab") return inUse(true);
    const act = !off() && document.querySelector("#table.mine") ? deed(event.key, from) : null;
    if (!act) return;
    event.preventDefault();
    inUse(true);
    act();
  });
  document.addEventListener("htmx:afterSettle", () => waiting && toMoves());
  document.addEventListener("pointerdown", () => inUse(false));

  // --- the help ---

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-opens]")) byId(event.target.closest("[data-opens]").dataset.opens).showModal();
  });
  document.addEventListener("DOMContentLoaded", () => {
    byId("keys-on").checked = !off();
    byId("keys-on").addEventListener("change", (event) => {
      localStorage.setItem("keys", event.target.checked ? "on" : "off");
      inUse(event.target.checked);
    });
  });
})();
