// Hand cards laid on the table by mouse, finger or pen, or tapped a second time: if only one move fits, it is played.
let held = null; // the hand card under the finger, and where it was taken up
let again = null; // the chosen card that is being tapped
let meant = null; // the card laid down or tapped again, until its moves are known
const under = ({ clientX: x, clientY: y }) => document.elementFromPoint(x, y)?.closest(".layout .spot, .board");
const mark = (place) => {
  document.querySelector(".aimed")?.classList.remove("aimed");
  place?.classList.add("aimed");
};
const letGo = () => {
  mark(null);
  held?.spot.classList.remove("dragged");
  held = null;
};
const playOnly = () => {
  if (!meant || asking()) return;
  if (meant.isConnected && meant.checked) document.querySelector("#options[data-only] button")?.click();
  meant = null;
};
const lay = (card, place) => {
  if (!card.isConnected || !place) return;
  const item = place.matches(".spot") && place.querySelector(".pick");
  for (const each of item ? [] : all("#choose .layout .pick")) each.checked = false; // on the free felt it lies alone
  for (const each of item ? [card, item] : [card]) each.checked = true;
  card.dispatchEvent(new Event("change", { bubbles: true }));
  meant = card;
};
document.addEventListener("htmx:afterRequest", ({ detail }) => detail.successful && playOnly());
document.addEventListener("pointerdown", (event) => {
  const spot = event.target.closest("#choose .hand label.spot");
  if (!spot || event.button || !event.isPrimary) return;
  held = { spot, x: event.clientX, y: event.clientY };
  again = spot.querySelector(".pick:checked");
});
document.addEventListener("pointermove", (event) => {
  if (!held || !event.isPrimary) return;
  if (!event.buttons) return letGo();
  const [right, down] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.spot.classList.toggle("dragged", held.spot.matches(".dragged") || Math.hypot(right, down) > 8)) return;
  again = null;
  held.spot.style.setProperty("--away", `${right}px ${down}px`);
  mark(under(event));
});
document.addEventListener("pointerup", (event) => {
  const dragged = event.isPrimary && held?.spot.matches(".dragged") ? held.spot : null;
  letGo();
  if (dragged) lay(dragged.querySelector(".pick"), under(event));
});
document.addEventListener("pointercancel", letGo);
document.addEventListener("click", (event) => {
  const plays = byId("options")?.matches("[data-second-tap]") && (asking() || byId("options").matches("[data-only]"));
  if (!event.detail || !again?.closest("label").contains(event.target) || (!plays && again.type === "checkbox")) return;
  event.preventDefault();
  if (plays) return setTimeout(playOnly, 0, (meant = again)); // once it is chosen as before
  document.querySelector("#options .clear")?.click();
});
