// Short synthesised sounds, none of them the only sign of anything: a click (a tile is lifted), a knock (one lies in a
// river, ringed), a bell (the sentence turns gold), a tick (the clock's ring is thick and red), a chord (the win is
// called out); and the calls that stand over the seats, spoken where the device has a voice for the language.

const SOUNDS = {
  click: [{ at: 0, hz: 900, ms: 14, kind: "triangle", level: 0.16 }],
  knock: [{ at: 0, hz: 190, ms: 60, kind: "triangle", level: 0.5 }, { at: 0, hz: 1400, ms: 18, kind: "square", level: 0.08 }],
  turn: [{ at: 0, hz: 660, ms: 120, kind: "sine", level: 0.25 }, { at: 0.11, hz: 880, ms: 180, kind: "sine", level: 0.25 }],
  tick: [{ at: 0, hz: 1000, ms: 35, kind: "square", level: 0.1 }],
  win: [523, 659, 784, 1047].map((hz, step) => ({ at: step * 0.1, hz, ms: 240, kind: "sine", level: 0.25 })),
};

/** Which volume a sound obeys. */
const CHANNELS = { tick: "ticks" };
const QUIETEST = 0.0011;

export class Sound {
  /**
   * `volume(channel)` gives 0 to 100 for "effects", "ticks" and "voice"; nothing is heard before the first touch,
   * browsers forbid it.
   */
  constructor(volume) {
    this.volume = volume;
    this.context = null;
    window.addEventListener("pointerup", () => this.unlock(), { once: true });
    window.addEventListener("keydown", () => this.unlock(), { once: true });
    document.addEventListener("WeixinJSBridgeReady", () => this.unlock(), { once: true });
  }

  unlock() {
    const Context = window.AudioContext || window.webkitAudioContext;
    if (Context) this.context ??= new Context();
  }

  play(name) {
    this.playAt(name, this.volume(CHANNELS[name] || "effects") / 100);
  }

  playAt(name, part) {
    if (!this.context || part === 0) return;
    if (this.context.state !== "running") this.context.resume(); // a call or a locked screen suspends it
    for (const note of SOUNDS[name]) this.note({ ...note, level: Math.max(QUIETEST, note.level * part) });
  }

  /** Say a word, the loudness being the reader's; silent without a voice of the page's language. */
  say(words) {
    const loud = this.volume("voice") / 100;
    const voice = loud > 0 && this.context ? voiceFor(document.documentElement.lang) : null;
    if (!voice) return;
    const spoken = new SpeechSynthesisUtterance(words);
    Object.assign(spoken, { voice, lang: voice.lang, volume: loud, rate: 1.2 });
    speechSynthesis.cancel();
    speechSynthesis.speak(spoken);
  }

  note({ at, hz, ms, kind, level }) {
    const start = this.context.currentTime + at;
    const end = start + ms / 1000;
    const tone = this.context.createOscillator();
    const volume = this.context.createGain();
    tone.type = kind;
    tone.frequency.value = hz;
    volume.gain.setValueAtTime(level, start);
    volume.gain.exponentialRampToValueAtTime(0.001, end);
    tone.connect(volume).connect(this.context.destination);
    tone.start(start);
    tone.stop(end);
  }
}

function voiceFor(language) {
  const wanted = language.slice(0, 2).toLowerCase();
  const voices = window.speechSynthesis?.getVoices() || [];
  return voices.find(({ lang }) => lang.toLowerCase().startsWith(wanted)) || null;
}
