// "Call me on this device": asks the browser for a subscription and posts it with the form that stands on the page.
const form = byId("subscribe");
const say = (name) => (byId("push-said").textContent = byId("push-said").dataset[name]);
const subscribe = async (event) => {
  event.preventDefault();
  if ((await Notification.requestPermission()) !== "granted") return say("denied");
  const { pushManager } = await navigator.serviceWorker.ready;
  const asked = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: form.dataset.key });
  const { endpoint, keys } = asked.toJSON();
  for (const [name, value] of Object.entries({ endpoint, ...keys })) form.elements[name].value = value;
  form.submit();
};
if (window.PushManager && window.Notification) form.hidden = false;
else say(window.isSecureContext ? "impossible" : "insecure");
form.addEventListener("submit", (event) => subscribe(event).catch(() => say("failed")));
