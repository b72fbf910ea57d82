// Soft sounds: when a card is taken, and when it is one's turn. Loaded only for who has switched them on.
let audio = null; // browsers are silent until the page has been touched
const wake = () => (audio ??= new AudioContext());
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, { once: true });

const play = (after, ...pitches) => {
  for (const [place, frequency] of audio ? pitches.entries() : []) {
    const begin = audio.currentTime + after + place * 0.11;
    const loudness = new GainNode(audio, { gain: 0 });
    loudness.gain.setValueAtTime(0.07, begin).exponentialRampToValueAtTime(0.0005, begin + 0.35);
    const tone = new OscillatorNode(audio, { type: "triangle", frequency });
    tone.connect(loudness).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.35);
  }
};

const look = () => ["#table.mine", ".lately li:last-child"].map((found) => document.querySelector(found));
let [wasMine, last] = look();
new MutationObserver(() => {
  const [mine, turn] = look();
  const moved = turn?.textContent !== last?.textContent;
  if (moved && turn?.querySelector(".take, .sweep")) play(0, 392);
  if (mine && (moved || !wasMine)) play(0.2, 523, 659);
  [wasMine, last] = [mine, turn];
}).observe(byId("table").parentElement, { childList: true });
