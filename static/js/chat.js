// How much has been said since the talk was in view last: a number on the button that opens it.
const place = `heard ${location.pathname}`;
const count = () => {
  const lines = byId("lines");
  if (byId("talk").checkVisibility()) localStorage.setItem(place, lines.dataset.latest);
  const newer = (line) => Number(line.dataset.id) > Number(localStorage.getItem(place));
  byId("unread").textContent = all("#lines li:not(.mine)").filter(newer).length || "";
  lines.scrollTop = lines.scrollHeight;
};
byId("talk").addEventListener("toggle", count);
for (const swapped of ["oobAfterSwap", "afterSettle"]) document.addEventListener(`htmx:${swapped}`, count);
count();
