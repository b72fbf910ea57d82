// What every page shares. The other scripts come after this one.
const byId = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];
const asking = () => byId("choose").matches(".htmx-request"); // at a table: for the moves of the cards chosen
// Buttons that share or copy what is in a field beside them, or open a dialog.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-opens]");
  const { copy, copied, share, opens } = button?.dataset ?? {};
  if (!copy) return opens && byId(opens).showModal();
  byId(copy).select();
  if (share && navigator.share) return navigator.share({ text: share, url: byId(copy).value }).catch(console.info);
  navigator.clipboard?.writeText(byId(copy).value).then(() => (button.textContent = copied), console.info);
});
// Tells the server the time zone.
document.cookie = `time_zone=${Intl.DateTimeFormat().resolvedOptions().timeZone};path=/;samesite=lax`;
// The service worker, once the page itself has everything it needs.
const { worker } = document.currentScript.dataset;
window.addEventListener("load", () => navigator.serviceWorker?.register(worker).catch(console.info));
