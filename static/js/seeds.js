// Each player's browser gives a random seed to the shuffle: among people first its hash, so that nobody can choose a
// seed after seeing another. What was seen and given is kept, by commitment, for the page about the shuffle.
const KEY = "casino-seeds";
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const storage = navigator.cookieEnabled ? localStorage : {}; // where the browser keeps nothing, the page does
const known = () => JSON.parse(storage[KEY] ?? "[]");
const noteOf = (commitment) => known().find((note) => note.commitment === commitment);
const keep = (note) => {
  const others = known().filter(({ commitment }) => commitment !== note.commitment);
  storage[KEY] = JSON.stringify([note, ...others].slice(0, 50));
};
// Where a page comes without encryption a browser does not hash: then the seed goes at once.
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
  keep(sealed ? note : { ...note, sent: true });
  elements.seed_hash.value = sealed ? note.hash : "";
  elements.client_seed.value = sealed ? "" : note.seed;
  next = draw();
};
// A form that opens a game is sent once, however often its button is pressed.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.elements.seed_hash) return;
  if (form.dataset.sent) event.preventDefault();
  else fill(form);
  if (form.elements.token) form.dataset.sent = "yes";
}, true);
// The table asks for a first seed or hash, or for the promised seed: shown once, only for the hashes of that time.
document.addEventListener("htmx:load", () => {
  const form = document.getElementById("seed-request");
  if (!form || form.dataset.asked) return;
  form.dataset.asked = "yes";
  const note = noteOf(form.elements.commitment.value);
  const { wanted, hashes } = form.dataset;
  if (wanted === "first") fill(form);
  else if (!note || (note.hashes ?? hashes) !== hashes) return; // another browser promised it, or the others changed
  else {
    keep({ ...note, hashes });
    form.elements.client_seed.value = note.seed;
  }
  htmx.trigger(form, "give");
});
document.addEventListener("seed-accepted", ({ target: { elements } }) => {
  if (elements.client_seed.value) keep({ ...noteOf(elements.commitment.value), sent: true });
});
// The page about the shuffle: is this browser's seed in it, given to this commitment, with the hashes it saw then?
const verdict = document.getElementById("own-seed");
if (verdict) {
  const { commitment, seed, hashes, protection } = verdict.dataset;
  const note = noteOf(commitment) ?? known().find((other) => seed && other.seed === seed);
  const ours = note?.commitment === commitment;
  const same = ours && note.seed === seed && (protection !== "everyone" || note.hashes === hashes);
  const wrong = ours && !note.sent && !seed ? ".late" : ".wrong";
  verdict.querySelector(same ? ".right" : note ? wrong : ".unknown").hidden = false;
}
// A page that comes back from the browser's memory carries commitments that have been used.
addEventListener("pageshow", (event) => event.persisted && document.querySelector("[name=token]") && location.reload());
