// Hand cards laid on the table by mouse, finger or pen, or tapped a second time: if only one move fits, it is played.
let held = null; // the card under the finger, where it was picked up, what it is over, and what was chosen before
let again = null; // the chosen card that is being tapped
let meant = null; // the card laid down or tapped again, until its moves are known
const under = ({ clientX: x, clientY: y }) => document.elementFromPoint(x, y)?.closest(".layout .spot, .board") ?? null;
const letGo = () => {
  held?.place?.classList.remove("aimed");
  held?.spot.classList.remove("dragged");
  held = null;
};
const playOnly = () => {
  if (!meant || asking()) return;
  if (meant.isConnected && meant.checked) document.querySelector("#options[data-only] button")?.click();
  meant = null;
};
// What it is held over is chosen with it: marks and moves show what letting go does. On the free felt it lies alone.
const aim = (place) => {
  const { spot, items, place: last } = held;
  if (place === last || !spot.isConnected) return;
  last?.classList.remove("aimed");
  place?.classList.add("aimed");
  held.place = place;
  const kept = place?.matches(".board") ? [] : items;
  for (const each of all("#choose .layout .pick")) each.checked = kept.includes(each) || each.parentNode === place;
  spot.control.checked = true;
  spot.control.dispatchEvent(new Event("change", { bubbles: true }));
};
document.addEventListener("htmx:afterRequest", ({ detail }) => detail.successful && playOnly());
document.addEventListener("pointerdown", (event) => {
  const spot = event.target.closest("#choose .hand label.spot");
  if (!spot || event.button || !event.isPrimary) return;
  held = { spot, from: event, items: all("#choose .layout .pick:checked") };
  again = spot.querySelector(".pick:checked");
});
document.addEventListener("pointermove", (event) => {
  if (!held || !event.isPrimary) return;
  if (!event.buttons) return letGo();
  const [right, down] = [event.clientX - held.from.clientX, event.clientY - held.from.clientY];
  if (!held.spot.classList.toggle("dragged", held.spot.matches(".dragged") || Math.hypot(right, down) > 8)) return;
  again = null;
  held.spot.style.setProperty("--away", `${right}px ${down}px`);
  aim(under(event));
});
document.addEventListener("pointerup", ({ isPrimary }) => {
  if (isPrimary && held?.place) meant = held.spot.control;
  letGo();
  playOnly();
});
document.addEventListener("pointercancel", letGo);
document.addEventListener("click", (event) => {
  const plays = byId("options")?.matches("[data-second-tap]") && (asking() || byId("options").matches("[data-only]"));
  if (!event.detail || !again?.closest("label").contains(event.target) || (!plays && again.type === "checkbox")) return;
  event.preventDefault();
  if (plays) return setTimeout(playOnly, 0, (meant = again)); // once it is chosen as before
  document.querySelector("#options .clear")?.click();
});
