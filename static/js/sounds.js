// Sounds of paper, felt and wood: short bursts of noise that ring in a filter. Browsers are silent until the first tap.
const SOUNDS = { // the bursts of each: when it begins, how long it lasts (ms), its pitch (Hz), how it rings, how loud
  card: [[0, 45, 2300, 0.7, 0.35], [4, 30, 260, 1.2, 1.2]],
  square: [[0, 30, 2900, 0.8, 0.3], [80, 35, 2400, 0.8, 0.4], [84, 30, 320, 1.5, 1]],
  slide: [[0, 230, 1300, 0.6, 0.3], [40, 210, 2600, 0.9, 0.25]],
  knock: [[0, 14, 330, 16, 14], [0, 6, 900, 8, 4], [140, 14, 310, 16, 12], [140, 6, 860, 8, 3]],
  end: [[0, 8, 620, 34, 15], [85, 8, 780, 34, 15], [170, 8, 930, 34, 15]],
  lost: [[0, 10, 470, 30, 15], [150, 12, 390, 30, 15]],
};
let [audio, noise, output] = [];
const wake = () => {
  if (audio) return;
  audio = new AudioContext();
  noise = new AudioBuffer({ length: audio.sampleRate * 0.3, sampleRate: audio.sampleRate });
  noise.getChannelData(0).forEach((_, index, samples) => (samples[index] = Math.random() * 2 - 1));
  const curve = Float32Array.from({ length: 513 }, (_, index) => 0.125 * Math.tanh((index - 256) / 64));
  output = new WaveShaperNode(audio, { curve }); // at most -18 dB
  output.connect(audio.destination);
};
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, { once: true });
document.addEventListener("sound", ({ detail: { name, after } }) => {
  const muted = !audio || document.querySelector("#sounds [aria-pressed=false]");
  for (const [delay, lasting, frequency, Q, gain] of muted ? [] : SOUNDS[name]) {
    const begin = audio.currentTime + (after + delay) / 1000;
    const source = new AudioBufferSourceNode(audio, { buffer: noise });
    const burst = new GainNode(audio, { gain: 0 });
    burst.gain.setValueAtTime(gain, begin).exponentialRampToValueAtTime(gain / 300, begin + lasting / 1000);
    source.connect(burst).connect(new BiquadFilterNode(audio, { type: "bandpass", frequency, Q })).connect(output);
    source.start(begin, 0, lasting / 1000);
  }
});
