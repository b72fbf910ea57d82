// A hand card laid on the table by mouse, finger or pen. That chooses cards; the move is made by a button all the same.
(() => {
  const FAR = 8; // pixels from a tap to a drag
  let held = null; // the hand card under the finger, and where it was taken up

  const pickOf = (spot) => spot?.querySelector(".pick");
  const items = () => document.querySelectorAll("#choose .layout .pick");

  const mark = (under) => {
    document.querySelector(".over")?.classList.remove("over");
    (under?.closest("#choose .layout .spot") || under?.closest("#choose .layout"))?.classList.add("over");
  };

  const lay = (card, under) => {
    if (!card.isConnected || !under?.closest("#choose .layout")) return;
    const item = pickOf(under.closest(".spot"));
    if (item) item.checked = true;
    else for (const each of items()) each.checked = false; // on the free felt it lies alone
    card.checked = true;
    card.dispatchEvent(new Event("change", { bubbles: true }));
    document.getElementById("options").scrollIntoView({ block: "nearest" });
  };

  const letGo = () => {
    mark(null);
    held?.spot.classList.remove("dragged");
    held?.spot.style.removeProperty("translate");
    held = null;
  };

  document.addEventListener("pointerdown", (event) => {
    const spot = event.target.closest("#choose .hand label.spot");
    if (!spot || event.button || !event.isPrimary) return;
    held = { spot, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held || held.pointer !== event.pointerId) return;
    if (!event.buttons) return letGo();
    const [right, down] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.spot.classList.contains("dragged") && Math.hypot(right, down) < FAR) return;
    held.spot.classList.add("dragged");
    held.spot.style.translate = `${right}px ${down}px`;
    mark(document.elementFromPoint(event.clientX, event.clientY));
  });
  document.addEventListener("pointerup", (event) => {
    if (!held || held.pointer !== event.pointerId) return;
    const { spot } = held;
    const dragged = spot.classList.contains("dragged");
    const under = document.elementFromPoint(event.clientX, event.clientY);
    letGo();
    if (dragged) lay(pickOf(spot), under);
  });
  document.addEventListener("pointercancel", letGo);
})();
