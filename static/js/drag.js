// A hand card laid on the table by mouse, finger or pen. That chooses cards; the move is made by a button all the same.
let held = null; // the hand card under the finger, and where it was taken up

const under = (event) =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest("#choose .layout .spot, #choose .layout");

const mark = (place) => {
  document.querySelector(".over")?.classList.remove("over");
  place?.classList.add("over");
};

const letGo = () => {
  mark(null);
  held?.spot.classList.remove("dragged");
  held?.spot.style.removeProperty("translate");
  held = null;
};

const lay = (card, place) => {
  if (!card.isConnected || !place) return;
  const item = place.matches(".spot") && place.querySelector(".pick");
  for (const each of item ? [] : all("#choose .layout .pick")) each.checked = false; // on the free felt it lies alone
  for (const each of item ? [card, item] : [card]) each.checked = true;
  card.dispatchEvent(new Event("change", { bubbles: true }));
  byId("options").scrollIntoView({ block: "nearest" });
};

document.addEventListener("pointerdown", (event) => {
  const spot = event.target.closest("#choose .hand label.spot");
  if (spot && !event.button && event.isPrimary) held = { spot, x: event.clientX, y: event.clientY };
});
document.addEventListener("pointermove", (event) => {
  if (!held || !event.isPrimary) return;
  if (!event.buttons) return letGo();
  const [right, down] = [event.clientX - held.x, event.clientY - held.y];
  if (Math.hypot(right, down) > 8) held.spot.classList.add("dragged");
  if (!held.spot.matches(".dragged")) return;
  held.spot.style.translate = `${right}px ${down}px`;
  mark(under(event));
});
document.addEventListener("pointerup", (event) => {
  const dragged = event.isPrimary && held?.spot.matches(".dragged") ? held.spot : null;
  letGo();
  if (dragged) lay(dragged.querySelector(".pick"), under(event));
});
document.addEventListener("pointercancel", letGo);
