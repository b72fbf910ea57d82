// Moves cards to their new places, step by step. The card is there at once: what travels is a copy, above the page
// and outside its body, where :has() would have the styles of the whole page worked out for each copy.
const [RISE, PLAY, GATHER, REST, SLIDE, GAP, PAUSE] = [80, 240, 220, 120, 280, 70, 400]; // ms
const easing = "cubic-bezier(.22, .8, .28, 1)";
const sky = document.documentElement.appendChild(Object.assign(document.createElement("div"), { className: "sky" }));
const flights = new Map(); // by card: its copy, where that ends, and the parts of its way
let [speed, landing, old, now, held] = [1, 0]; // when the last copy is there; the tables before, after, and to come

const spot = (node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  const [size, turn] = [node.matches(".card") ? node.offsetWidth : 48, getComputedStyle(node).rotate];
  return { x: left + width / 2, y: top + height / 2, size, turn, node };
};
const stepsIn = (page, steps = page.querySelector("#card-moves")?.content.children ?? []) =>
  Array.from(steps, ({ dataset, children }) => ({ ...dataset, cards: [...children] }));
const look = () => {
  const cards = all("#table :not(.spread) > [data-card]:not([inert] *)").filter((card) => card.offsetWidth);
  const spots = new Map(cards.map((card) => [card.dataset.card, spot(card)]));
  const [table, felt, ending] = ["#table", ".felt:not(.ending)", ".ending"].map((part) => document.querySelector(part));
  const told = all("#table:has(.board) :is(.score, .taken, .stock b, .running .sheet, .log .news):not([inert])");
  return { table, felt, seq: Number(table.dataset.seq), spots, steps: stepsIn(document), ending, told };
};
const counting = () => document.querySelector(".ending")?.getAnimations({ subtree: true }) ?? [];
const still = () => document.querySelector("[data-motion=off]") || matchMedia("(prefers-reduced-motion)").matches;
const known = ({ dataset }) => flights.get(dataset.card)?.to ?? old.spots.get(dataset.card);
const home = ({ dataset }) => [now.spots.get(dataset.card)].find((found) => found && !found.node.closest(".pile"));
const place = (name, seat = 0) => {
  const base = seat ? `:is(${name}[data-seat="${seat}"], .spread[data-seats~="${seat}"])` : name;
  const found = all(`${base}, ${base} .back, ${base}.pile .card`).findLast((node) => node.offsetWidth);
  return found || name === ".seat" ? spot(found ?? now.table) : place(".seat", seat);
};
const beside = ({ x, y, size }, far) => ({ x: x + far * size, y: y + far * size * 0.3, size });
const left = () => [...old.spots.values()].filter(({ node: n }) => n.closest(".board") && !flights.has(n.dataset.card));
const rest = () => [...left(), ...[...flights.values()].filter(({ gone }) => !gone)].map(({ node }) => node);
const sound = (name, at) => document.dispatchEvent(new CustomEvent("sound", { detail: { name, after: at / speed } }));
// One card: lifted, or unseen where it comes from, it moves in parts, above those lifted before.
const lift = (node, origin) => {
  const flight = { node, to: known(node) ?? { ...origin, opacity: 0 }, copy: node.cloneNode(true), parts: [] };
  const lifted = flights.get(node.dataset.card) ?? flight;
  flights.delete(node.dataset.card);
  flights.set(node.dataset.card, lifted);
  return node;
};
const twins = ({ node }) => [node, ...all(`[data-card="${node.dataset.card}"]`)];
const land = (flight) => {
  for (const each of twins(flight)) each.classList.remove("aloft");
  flight.copy.remove();
  if (flights.delete(flight.node.dataset.card) && !flights.size) landing = 0; // nothing waits for those cut short
};
const fly = ({ dataset }, to, delay, duration = SLIDE) => {
  const flight = flights.get(dataset.card);
  const fill = flight.width ? "forwards" : "both"; // it is seen where it was until it sets out
  const width = (flight.width ??= left()[0]?.size ?? Math.max(flight.to.size, to.size));
  const [from, until] = [flight.to, to].map(({ x, y, size, turn = "none", opacity = 1 }) => {
    return { translate: `${x - width / 2}px ${y - width * 0.7}px`, scale: size / width, rotate: turn, opacity };
  });
  flight.parts.push([[from, { offset: 0.1, opacity: 1 }, until], { easing, fill, delay, duration }]);
  flight.to = to;
};
const launch = (flight) => { // after all measuring: each copy makes the page lay out again
  sky.append(flight.copy);
  flight.copy.style.setProperty("--w", `${flight.width}px`);
  for (const [frames, timing] of flight.parts.splice(0)) {
    const way = (flight.way = flight.copy.animate(frames, timing));
    Object.assign(way, { playbackRate: speed, currentTime: 16, onfinish: () => flight.way === way && land(flight) });
    landing = Math.max(landing, performance.now() + (timing.delay + timing.duration) / speed);
  }
  for (const each of twins(flight)) each.classList.add("aloft");
};
const glide = (from, to, delay) => {
  const frames = [{ translate: `${from.x - to.x}px ${from.y - to.y}px`, scale: from.size / to.size }, { translate: 0 }];
  const timing = { easing, fill: "backwards", delay, duration: SLIDE };
  (to.node.closest(".spot") ?? to.node).animate(frames, timing).playbackRate = speed;
};
// Steps return when they end. Hand cards go to the others; all gather, and stay there or go to the pile of the seat.
const join = (cards, { kind, seat, played }, at) => {
  const [hand, others, last] = [cards.slice(0, played), cards.slice(played), left().at(-1) ?? place(".board")];
  for (const card of [...others, ...hand]) lift(card, hand.includes(card) ? place(".seat", seat) : place(".board"));
  const [target, laid] = [others.length && known(others[0]), hand.length ? at + PLAY : at];
  hand.forEach((card, index) => {
    fly(card, target ? beside(target, 0.4 + index / 5) : (home(card) ?? beside(last, 1.1)), at, PLAY);
    sound("card", at + PLAY / 2);
  });
  if (!target) return laid;
  const away = kind !== "build" && laid + GATHER + REST;
  [...others, ...hand].forEach((card, index) => {
    fly(card, (!away && home(card)) || beside(target, index / 5), laid, GATHER);
    if (away) fly(card, now.spots.get(card.dataset.card) ?? place(".pile", seat), away);
    flights.get(card.dataset.card).gone = away;
  });
  sound(away ? "slide" : "square", laid + GATHER);
  return away ? away + SLIDE : laid + GATHER;
};
const undo = ({ kind, cards, seat, played }, at) => {
  const from = (index) => (index < played ? place(".seat", seat) : place(kind === "deal" ? ".stock" : ".board"));
  cards.forEach((card, index) => fly(lift(card, place(".pile", seat)), home(card) ?? from(index), at));
  sound("slide", at);
  return at + SLIDE;
};
const run = (step, at) => {
  if (step.back) return undo(step, at);
  const gone = step.kind === "deal" ? step.cards.filter((card) => !home(card)) : []; // dealt, and taken or played since
  gone.forEach((card, i) => fly(lift(card, place(".stock")), beside(place(".board"), i - 1), at + GAP * i));
  if (step.kind === "deal") return at + GAP * now.spots.size + SLIDE;
  return step.kind === "rest" ? join(rest(), step, at + PAUSE) : join(step.cards, step, at);
};
const perform = (steps) => {
  if (now.ending && old.felt) now.ending.append(Object.assign(old.felt, { inert: true }));
  speed = steps.filter(({ played }) => played > 0).length > 1 ? 1.4 : 1;
  const start = Math.max(0, landing - performance.now()) * speed;
  const times = steps.reduce((ends, step) => [...ends, run(step, ends.at(-1))], [start]);
  const dealt = times[steps.findIndex(({ kind, back }) => kind === "deal" && !back)];
  const end = Math.max(start, ((steps.at(-1)?.kind === "deal" && dealt) || times.at(-1)) - SLIDE);
  const backs = dealt === undefined ? [] : all(".seat .back");
  backs.forEach((node, index) => (node.dataset.card = `back ${index} of ${now.seq}`));
  let next = dealt ?? end;
  for (const to of [...now.spots.values(), ...backs.map(spot)]) {
    const from = known(to.node);
    if (from && Math.hypot(from.x - to.x, from.y - to.y) + Math.abs(from.size - to.size) < 3) continue;
    if (flights.has(to.node.dataset.card)) fly(to.node, to, end);
    else if (from) glide(from, to, end);
    else if (steps.length && !to.node.closest(".pile, .tops")) {
      fly(lift(to.node, place(".stock")), to, next);
      sound("card", next + SLIDE / 2);
      next += GAP;
    }
  }
  flights.forEach(launch);
  const before = flights.size && !old.ending && old.told.length === now.told.length ? old.told : [];
  before.forEach((was, at) => now.told[at].before(Object.assign(was, { inert: true })));
  document.querySelector(".ending")?.style.setProperty("--after", `${Math.max(0, landing - performance.now())}ms`);
};
const arrive = () => {
  if (!old) return;
  now = look();
  const began = (state) => now.table.matches(state) && !old.table.matches(state);
  const undone = now.seq === old.seq - 1 ? old.steps.reverse().map((step) => ({ ...step, back: !step.back })) : [];
  const later = now.steps.filter(({ seq }) => (seq ? seq > old.seq : now.seq === old.seq + 1));
  if (!document.hidden && !still()) perform([...undone, ...later]);
  if (old.ending && now.ending && !flights.size) counting().forEach((each) => each.finish());
  const call = began(".over") ? (now.ending?.matches(".lost") ? "lost" : "end") : began(".mine") && "knock";
  const counted = Math.max(0, ...counting().map((each) => each.effect.getTiming().delay));
  if (call) sound(call, Math.max(counted, landing - performance.now()) * speed);
  if (!document.hidden) old = null; // else it is shown when somebody looks
};
// A card that is played rises at once. Its table takes longer to lay out, and follows a frame later.
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  held?.((held = null)); // the move before this one
  const incoming = document.createRange().createContextualFragment(event.detail.message.split("</template>")[0]);
  const step = stepsIn(incoming).find(({ seq }) => seq > Number(byId("table").dataset.seq));
  if (event.defaultPrevented || old || document.hidden || still() || !(step?.played > 0) || step.back) return;
  old = look();
  lift(step.cards[0], place(".seat", step.seat));
  fly(step.cards[0], beside(known(step.cards[0]), 0.2), 0, RISE);
  flights.forEach(launch);
  event.preventDefault();
  held = () => document.dispatchEvent(new CustomEvent("table:resume", { detail: { data: event.detail.message } }));
  requestAnimationFrame(() => setTimeout(() => held?.((held = null))));
});
document.addEventListener("table:leave", ({ detail }) => {
  if (detail.asked) [...flights.values()].forEach(land); // one's own deed waits for nothing
  old ??= look();
});
for (const event of ["table:arrive", "visibilitychange"]) document.addEventListener(event, arrive);
// A tap on the felt or Enter ends the count of a round; then the next one begins.
const goOn = ({ target, key = "" }) => {
  const ending = document.querySelector(".ending");
  const taken = target.closest("a, button, input, summary, dialog, [popover]") || !(key || ending?.contains(target));
  if (!ending || taken || !["", "Enter"].includes(key)) return;
  const cut = counting().map((each) => each.finish()).length;
  [...flights.values()].forEach(land);
  if (!cut && (key || !target.closest(".slip"))) ending.querySelector("form.next .best")?.click();
};
for (const event of ["click", "keydown"]) document.addEventListener(event, goOn);
document.addEventListener("pointerdown", () => speed > 1 && [...flights.values()].forEach(land));
// What happened while the page was closed: the cards of those steps lay elsewhere.
old = { ...look(), seq: -2, told: [] };
if (old.steps.length) old.ending = null; // seen before, the result is there at once
for (const card of old.steps.flatMap(({ cards }) => cards)) old.spots.delete(card.dataset.card);
arrive();
