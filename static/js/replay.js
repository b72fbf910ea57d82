// Steps by arrow keys, the address of the moment shown, and its words for those who listen.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = byId({ ArrowLeft: "step-back", ArrowRight: "step-next" }[event.key]);
  if (!link || event.target.closest("input, textarea, select")) return;
  event.preventDefault();
  link.click();
});

const showCurrent = () => {
  const list = document.querySelector(".moments");
  const entry = list.querySelector("[aria-current=step]");
  if (entry) list.scrollTop = entry.offsetTop - list.clientHeight / 2;
};

document.addEventListener("htmx:afterSettle", () => {
  const { address, title } = byId("replay").dataset;
  history.replaceState(null, "", address);
  document.title = title;
  byId("said").textContent = all("#words .text").map((line) => line.textContent).join(" ");
  showCurrent();
});
showCurrent();
