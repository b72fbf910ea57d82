// Returns what can be pressed on less than 44 px either way. A link in a sentence is part of its text, and a bar of the
// graph is as wide as the game allows (buttons beside it do the same). The piles of several opponents open together, and
// are pressed as one.
() => {
  const found = new Set();
  const inSentence = ({ parentElement }) => [...parentElement.childNodes].some(({ nodeType, data }) => nodeType === 3 && /[\p{L}\p{N}]/u.test(data));
  const piles = (each) => each.closest(".pile") && each.closest(".opp");
  const pressed = (target, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (target.contains(hit) || (piles(hit) && piles(hit) === piles(target)) || hit.closest("label")?.control === target || hit.closest("label") === target);
  };
  for (const each of document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])")) {
    if (!each.checkVisibility({ visibilityProperty: true }) || each.closest(".sr, .skip, .graph") || (each.matches("a, button") && inSentence(each))) continue;
    const target = (each.matches("[type=radio], [type=checkbox]") && each.closest("label")) || each;
    if (Math.min(target.getBoundingClientRect().width, target.getBoundingClientRect().height) >= 43.5) continue;
    target.scrollIntoView({ block: "center", inline: "center" });
    const rows = [...(piles(target)?.querySelectorAll("summary") ?? [target])].map((row) => row.getBoundingClientRect());
    const [left, top, right, bottom] = ["left", "top", "right", "bottom"].map((side, at) => Math[at < 2 ? "min" : "max"](...rows.map((row) => row[side])));
    const [width, height] = [right - left, bottom - top];
    if (!width || !height) continue;
    const [x, y] = [left + width / 2, top + height / 2];
    const reaches = [[21, 0], [-21, 0], [0, 21], [0, -21]].filter(([across, down]) => !pressed(each, x + across, y + down));
    const label = each.textContent.trim() || each.getAttribute("aria-label") || each.name;
    if (reaches.length) found.add(`${[each.tagName.toLowerCase(), ...each.classList].join(".")} “${label.slice(0, 40)}” is ${Math.round(width)} x ${Math.round(height)} px`);
  }
  scrollTo(0, 0);
  return [...found];
}
