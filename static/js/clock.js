// Lets the clocks run that the server has set, and tells times as they are where the page is looked at.
(() => {
  const language = document.documentElement.lang;
  const set = new WeakMap(); // when each clock came onto the page

  const unit = (number, name) =>
    new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "narrow" }).format(number);

  const words = (seconds) => {
    const [days, hours, minutes] = [seconds / 86400, (seconds % 86400) / 3600, (seconds % 3600) / 60].map(Math.floor);
    if (days) return `${unit(days, "day")} ${unit(hours, "hour")}`;
    if (hours) return `${unit(hours, "hour")} ${unit(minutes, "minute")}`;
    return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  };

  const tick = () => {
    for (const clock of document.querySelectorAll(".clock[data-running]")) {
      if (!set.has(clock)) set.set(clock, Date.now());
      const left = Math.max(0, Math.ceil(clock.dataset.left - (Date.now() - set.get(clock)) / 1000));
      clock.textContent = words(left);
      clock.classList.toggle("low", left <= clock.dataset.low);
    }
    for (const time of document.querySelectorAll("time[data-local]")) {
      const here = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
      time.textContent = new Date(time.dateTime).toLocaleString(language, here);
      delete time.dataset.local;
    }
  };

  tick();
  setInterval(tick, 500);
  document.addEventListener("visibilitychange", tick);
})();
