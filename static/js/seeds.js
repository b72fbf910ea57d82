// The browser gives a seed to the shuffle: among people first its hash, so that nobody chooses one after another.
// What was seen and given is kept, by commitment.
const KEY = "casino-seeds";
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const storage = navigator.cookieEnabled ? localStorage : {}; // else the page keeps it
const known = () => JSON.parse(storage[KEY] ?? "[]");
const noteOf = (commitment) => known().find((note) => note.commitment === commitment);
const keep = (note) => {
  const others = known().filter(({ commitment, seed }) => commitment !== note.commitment && seed !== note.seed);
  storage[KEY] = JSON.stringify([note, ...others].slice(0, 50));
  return note;
};
// Without HTTPS there is no hash: the seed goes at once.
const draw = () => {
  const drawn = { seed: hex(crypto.getRandomValues(new Uint8Array(16))) };
  crypto.subtle?.digest("SHA-256", new TextEncoder().encode(drawn.seed)).then((hash) => (drawn.hash = hex(hash)));
  return drawn;
};
let next = draw();
const fill = ({ elements }) => {
  const commitment = elements.commitment.value;
  const note = noteOf(commitment) ?? { commitment, ...next };
  const sealed = "sealed" in elements.commitment.dataset && note.hash;
  if (!commitment && !sealed) return;
  keep(sealed ? note : { ...note, sent: true });
  elements.seed_hash.value = sealed ? note.hash : "";
  elements.client_seed.value = sealed ? "" : note.seed;
  next = draw();
};
// A form that opens a game is sent once. One without a commitment promises a seed to any table.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.elements.seed_hash) return;
  if (form.dataset.sent) event.preventDefault();
  else fill(form);
  if (form.elements.token) form.dataset.sent = "yes";
}, true);
document.addEventListener("htmx:confirm", ({ target }) => target.elements?.commitment?.value === "" && fill(target));
// The table asks for a first seed or hash, or for the promised seed, shown once.
document.addEventListener("htmx:load", () => {
  const form = document.getElementById("seed-request");
  if (!form || form.dataset.asked) return;
  form.dataset.asked = "yes";
  const { elements, dataset: { wanted, hashes } } = form;
  const note = noteOf(elements.commitment.value) ?? known().find((it) => !it.commitment && hashes.includes(it.hash));
  if (wanted === "first") fill(form);
  else if (!note || (note.hashes ?? hashes) !== hashes) return; // of another browser, or the others changed
  else elements.client_seed.value = keep({ ...note, commitment: elements.commitment.value, hashes }).seed;
  htmx.trigger(form, "give");
});
document.addEventListener("seed-accepted", ({ target: { elements } }) => {
  if (elements.client_seed.value) keep({ ...noteOf(elements.commitment.value), sent: true });
});
// The page about the shuffle: is the seed in it, given to this commitment, with the hashes of that time?
const verdict = document.getElementById("own-seed");
if (verdict) {
  const { commitment, seed, hashes, protection } = verdict.dataset;
  const note = noteOf(commitment) ?? known().find((other) => seed && other.seed === seed);
  const ours = note?.commitment === commitment;
  const same = ours && note.seed === seed && (protection !== "everyone" || note.hashes === hashes);
  const wrong = ours && !note.sent && !seed ? ".late" : ".wrong";
  verdict.querySelector(same ? ".right" : note ? wrong : ".unknown").hidden = false;
}
// A page from the browser's memory has commitments that were used.
addEventListener("pageshow", (event) => event.persisted && document.querySelector("[name=token]") && location.reload());
