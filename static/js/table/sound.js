// Short synthesised sounds: a knock for a tile, a bell for the reader's turn, a tick for the last seconds.

const SOUNDS = {
  knock: [{ at: 0, hz: 190, ms: 60, kind: "triangle", level: 0.5 }, { at: 0, hz: 1400, ms: 18, kind: "square", level: 0.08 }],
  turn: [{ at: 0, hz: 660, ms: 120, kind: "sine", level: 0.25 }, { at: 0.11, hz: 880, ms: 180, kind: "sine", level: 0.25 }],
  tick: [{ at: 0, hz: 1000, ms: 35, kind: "square", level: 0.1 }],
  win: [523, 659, 784, 1047].map((hz, step) => ({ at: step * 0.1, hz, ms: 240, kind: "sine", level: 0.25 })),
};

export class Sound {
  /** `enabled()` is asked before every sound; nothing is heard before the first touch, browsers forbid it. */
  constructor(enabled) {
    this.enabled = enabled;
    this.context = null;
    window.addEventListener("pointerup", () => this.unlock(), { once: true });
    window.addEventListener("keydown", () => this.unlock(), { once: true });
  }

  unlock() {
    const Context = window.AudioContext || window.webkitAudioContext;
    if (Context) this.context = new Context();
  }

  play(name) {
    if (!this.context || !this.enabled()) return;
    for (const note of SOUNDS[name]) this.note(note);
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
