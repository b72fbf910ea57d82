// How much has been said since the talk was open last: a number beside it.
const place = `heard ${location.pathname}`;
const count = () => {
  if (byId("talk").open) localStorage.setItem(place, byId("lines").dataset.latest);
  const newer = (line) => Number(line.dataset.id) > Number(localStorage.getItem(place));
  byId("unread").textContent = all("#lines li:not(.mine)").filter(newer).length || "";
};
byId("talk").addEventListener("toggle", count);
document.addEventListener("htmx:oobAfterSwap", count);
count();
