// A random seed from each player's browser goes into the shuffle. Among people its hash goes first; the seed follows
// when the table is full, so that nobody can choose theirs after seeing another. What this browser has seen and given
// is kept here, by commitment, and compared with the deal on the page about the shuffle.
const KEY = "casino-seeds";
const KEPT = 50;

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const known = () => JSON.parse(localStorage.getItem(KEY) ?? "[]");
const noteOf = (commitment) => known().find((note) => note.commitment === commitment);
const keep = (note) => {
  const others = known().filter(({ commitment }) => commitment !== note.commitment);
  localStorage.setItem(KEY, JSON.stringify([note, ...others].slice(0, KEPT)));
};

// Where a page comes without encryption a browser does not hash: then the seed goes at once.
const draw = () => {
  const drawn = { seed: hex(crypto.getRandomValues(new Uint8Array(16))) };
  crypto.subtle?.digest("SHA-256", new TextEncoder().encode(drawn.seed)).then((hash) => {
    drawn.hash = hex(new Uint8Array(hash));
  });
  return drawn;
};
let next = draw();

const fill = ({ elements }) => {
  const commitment = elements.commitment.value;
  const note = noteOf(commitment) ?? { commitment, ...next };
  keep(note);
  const sealed = "sealed" in elements.commitment.dataset && note.hash;
  elements.seed_hash.value = sealed ? note.hash : "";
  elements.client_seed.value = sealed ? "" : note.seed;
  next = draw();
};

document.addEventListener("submit", ({ target }) => target.elements.seed_hash && fill(target), true);

// The table asks by itself for what is missing: a first seed or hash, or the seed that was promised.
document.addEventListener("htmx:load", () => {
  const form = document.getElementById("seed-request");
  if (!form || form.dataset.asked) return;
  form.dataset.asked = "yes";
  const note = noteOf(form.elements.commitment.value);
  if (form.dataset.wanted === "first") fill(form);
  else if (!note) return; // another browser promised it
  else {
    keep({ ...note, hashes: form.dataset.hashes });
    form.elements.client_seed.value = note.seed;
  }
  htmx.trigger(form, "give");
});

// The page about the shuffle: was this browser's seed part of it, with the hashes that it saw before it gave the seed?
const verdict = document.getElementById("own-seed");
const own = verdict && noteOf(verdict.dataset.commitment);
if (own) {
  const { seeds, hashes } = verdict.dataset;
  const right = seeds.split(" ").includes(own.seed) && (own.hashes ?? hashes) === hashes;
  verdict.querySelector(right ? ".right" : ".wrong").hidden = false;
}

// A page that comes back from the browser's memory carries commitments that have been used.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && document.querySelector("[name=token]")) location.reload();
});
