// "Call me on this device": asks the browser for a subscription and posts it with the form that stands on the page.
(() => {
  const form = document.getElementById("subscribe");
  const said = document.getElementById("push-said");
  const say = (name) => {
    said.textContent = said.dataset[name];
  };

  const bytes = (text) => {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
  };

  const subscribe = async () => {
    if ((await Notification.requestPermission()) !== "granted") return say("denied");
    const { pushManager } = await navigator.serviceWorker.ready;
    const key = { userVisibleOnly: true, applicationServerKey: bytes(form.dataset.key) };
    const { endpoint, keys } = (await pushManager.subscribe(key)).toJSON();
    Object.assign(form.elements.endpoint, { value: endpoint });
    Object.assign(form.elements.p256dh, { value: keys.p256dh });
    Object.assign(form.elements.auth, { value: keys.auth });
    form.submit();
  };

  const possible = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!window.isSecureContext) say("insecure");
  else if (!possible) say("impossible");
  else form.hidden = false;

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    subscribe().catch((error) => {
      say("failed");
      console.info(error.message);
    });
  });

  // Somebody who has chosen none yet is offered the time zone of this device.
  const zone = document.querySelector("select[data-unset]");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && [...zone.options].some((option) => option.value === here)) zone.value = here;
})();
