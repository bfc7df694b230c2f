import { useEffect, useRef, useState } from "react";
import { hasDrum, showDrumMs } from "./timing.ts";
import type { Showing } from "./card-player.tsx";

/** A drum roll of filtered noise: strokes that grow closer to the reveal. */
function playDrum(audio: AudioContext, from: number, seconds: number): void {
  const noise = audio.createBuffer(1, audio.sampleRate * 0.05, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length);
  for (let moment = 0; moment < seconds; moment += 0.055) {
    const stroke = audio.createBufferSource();
    const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: 260, Q: 0.8 });
    const volume = new GainNode(audio, { gain: 0.12 + 0.3 * (moment / seconds) });
    stroke.buffer = noise;
    stroke.connect(filter).connect(volume).connect(audio.destination);
    stroke.start(from + moment);
  }
}

/** Notes in hertz, each with its start and length in seconds. */
const fanfare = [
  [523.25, 0, 0.14],
  [659.25, 0.13, 0.14],
  [783.99, 0.26, 0.14],
  [1046.5, 0.4, 0.8],
  [659.25, 0.4, 0.8],
] as const;

function playNotes(audio: AudioContext, from: number, notes: readonly (readonly [number, number, number])[]): void {
  for (const [frequency, start, length] of notes) {
    const tone = new OscillatorNode(audio, { type: "triangle", frequency });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0.0001, from + start);
    volume.gain.exponentialRampToValueAtTime(0.25, from + start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(from + start);
    tone.stop(from + start + length);
  }
}

/** A card that began longer ago stays silent. */
const lateMs = 300;

/** The sound of the show: off until `toggle` is pressed. Winners get a drum roll and a fanfare, other cards a knock. */
export function useSound({ cardAt, card }: Showing, now: () => number) {
  const [isOn, setOn] = useState(false);
  const audio = useRef<AudioContext>(null);
  useEffect(() => () => void audio.current?.close(), []);
  const isPlace = card.kind === "place";
  const isDrum = hasDrum(card);
  useEffect(() => {
    const wait = cardAt - now();
    if (!isOn || !audio.current || wait < -lateMs) return;
    const from = audio.current.currentTime + Math.max(0, wait) / 1000;
    if (isDrum) {
      playDrum(audio.current, from, showDrumMs / 1000);
      playNotes(audio.current, from + showDrumMs / 1000, fanfare);
    } else playNotes(audio.current, from, [[isPlace ? 392 : 261.63, 0, 0.25]]);
    // A sound plays once for each card, whenever it is turned on.
  }, [isOn, cardAt, isPlace, isDrum, now]);
  const toggle = () => {
    // Browsers let a page sound only after a press.
    audio.current ??= new AudioContext();
    void (isOn ? audio.current.suspend() : audio.current.resume());
    setOn(!isOn);
  };
  return { isOn, toggle };
}
