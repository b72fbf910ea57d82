// The service worker, once the page itself has everything it needs.
(() => {
  const { worker } = document.currentScript.dataset;
  if (!("serviceWorker" in navigator)) return;
  window.addEventListener("load", () => {
    navigator.serviceWorker.register(worker).catch((error) => console.info(`No service worker: ${error.message}`));
  });
})();
