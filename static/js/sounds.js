// Soft sounds: when a card is taken, and when it is one's turn. Loaded only for who has switched them on.
(() => {
  let audio = null; // browsers are silent until the page has been touched
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => (audio ??= new AudioContext()), { once: true });

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

  const look = () => {
    const last = document.querySelector(".lately li:last-child");
    return { told: last?.textContent, taken: last?.querySelector(".take, .sweep"), mine: document.querySelector("#table.mine") };
  };
  let before = look();
  new MutationObserver(() => {
    const now = look();
    const moved = now.told !== before.told;
    if (moved && now.taken) play(0, 392);
    if (now.mine && (moved || !before.mine)) play(0.2, 523, 659);
    before = now;
  }).observe(document.getElementById("table").parentElement, { childList: true });
})();
