// Steps by arrow keys, the address of the moment shown, and its words for those who listen.
(() => {
  const byId = (id) => document.getElementById(id);

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = { ArrowLeft: "step-back", ArrowRight: "step-next" }[event.key];
    const link = step && byId(step);
    if (!link || event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    link.click();
  });

  const showCurrent = () => {
    const list = document.querySelector(".moments");
    const entry = list.querySelector("[aria-current=step]");
    if (entry && list.scrollHeight > list.clientHeight) list.scrollTop = entry.offsetTop - list.clientHeight / 2;
  };

  document.addEventListener("htmx:afterSettle", () => {
    const { address, title } = byId("replay").dataset;
    history.replaceState(null, "", address);
    document.title = title;
    byId("said").textContent = [...document.querySelectorAll("#words .text")].map((line) => line.textContent).join(" ");
    showCurrent();
  });
  document.addEventListener("DOMContentLoaded", showCurrent);
})();
