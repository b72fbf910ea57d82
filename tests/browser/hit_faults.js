// Returns what can be seen but not pressed, since something else lies over its middle. A label presses its field, and the
// piles of several opponents open together.
() => {
  const found = new Set();
  const name = (each) => `${[each.tagName.toLowerCase(), ...each.classList].join(".")} “${(each.textContent.trim() || each.getAttribute("aria-label") || each.name || "").replace(/\s+/g, " ").slice(0, 40)}”`;
  for (const each of document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])")) {
    if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || each.disabled || each.closest(".sr, .skip")) continue;
    each.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, width, height } = each.getClientRects()[0] ?? {};
    const [x, y] = [left + width / 2, top + height / 2];
    if (!(width > 1 && height > 1) || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
    const hit = document.elementFromPoint(x, y);
    const label = hit?.closest("label");
    if (each.contains(hit) || label?.control === each || (label && label.contains(each))) continue;
    if (each.closest(".opp .pile") && hit?.closest(".opp .pile")) continue;
    found.add(`${name(each)} lies under ${hit ? name(hit) : "nothing"} at ${innerWidth} x ${innerHeight}`);
  }
  scrollTo(0, 0);
  return [...found];
}
