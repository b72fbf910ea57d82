// Steps by arrow keys, and keeps the present step in view in the list of all.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = byId({ ArrowLeft: "step-back", ArrowRight: "step-next" }[event.key]);
  if (!link || event.target.closest("input, textarea, select")) return;
  event.preventDefault();
  link.click();
});
const showCurrent = () => {
  const entry = document.querySelector(".moments [aria-current=step]");
  const list = entry?.closest(".moments");
  if (entry) list.scrollTop = entry.offsetTop - list.clientHeight / 2;
};
document.addEventListener("table:arrive", showCurrent);
showCurrent();
