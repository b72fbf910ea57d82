// Returns in words where the page lacks the header or the footer, or begins at another left edge than the site. A table
// has no footer, and its heading is not seen while cards lie on it; the page shown without a network leads nowhere; on a
// screen on the wall, no one presses anything.
() => {
  const found = [];
  if (document.querySelector("main .wall")) return found;
  const seen = (selector) => [...document.querySelectorAll(selector)].some((each) => each.checkVisibility());
  if (!seen("body > header .brand")) found.push("has no header");
  if (!seen("body > footer.site") && !document.querySelector("header.topbar") && location.pathname !== "/offline/") found.push("has no footer");
  const heading = document.querySelector("main h1");
  if (!heading) return [...found, "has no heading"];
  const edge = Math.max(0, (document.body.clientWidth - 1136) / 2) + 16;
  const { left } = heading.getBoundingClientRect();
  if (!heading.closest(".sr, .felt") && Math.abs(left - edge) > 1) found.push(`begins ${Math.round(left)} px from the left, not ${edge}`);
  return found;
}
