// Lets the clocks run that the server has set, and tells times as they are where the page is looked at.
const HERE = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" };
const tick = () => {
  for (const clock of all(".clock[data-running]")) {
    clock.dataset.end ??= Date.now() + clock.dataset.left * 1000;
    const left = Math.max(0, Math.ceil((clock.dataset.end - Date.now()) / 1000));
    const words = new Date(left * 1000).toISOString().slice(11, 19).replace(/^[0:]{1,4}/, ""); // 1:00:00, 0:09
    if (left < 86400) clock.textContent = words; // days are as the server has said
    clock.classList.toggle("low", left <= clock.dataset.low);
  }
  for (const time of all("time[data-local]")) {
    time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, HERE);
    delete time.dataset.local;
  }
};
tick();
setInterval(tick, 500);
