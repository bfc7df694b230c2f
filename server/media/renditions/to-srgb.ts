// Decision 043: why HDR is tone-mapped with mobius.
import type { NamedColours } from "../inspect/structure.ts";
import type { DecodedPixels } from "./tiff.ts";

/** How pixels become what sharp can show: they are sRGB or Display P3 already, or they need `toSrgb`. */
export type Palette = "sRGB" | "Display P3" | "other";

/** Code points of ITU-T H.273. */
const bt2020 = 9;
const p3Primaries: readonly number[] = [11, 12];
const pq = 16;
const hlg = 18;

export const isHdr = ({ transfer }: NamedColours): boolean => transfer === pq || transfer === hlg;

/** The palette of named colours. Unknown numbers count as sRGB. */
export function paletteOf(colours: NamedColours): Palette {
  if (colours.isNarrow || curveOf(colours.transfer) !== srgb) return "other";
  if (p3Primaries.includes(colours.primaries)) return "Display P3";
  return colours.primaries === bt2020 ? "other" : "sRGB";
}

/** From linear light to linear light in sRGB (ITU-R BT.2087, and the same for Display P3). */
const matrices = {
  bt2020: [1.660491, -0.587641, -0.07285, -0.12455, 1.1329, -0.008349, -0.018151, -0.100579, 1.11873],
  p3: [1.22494, -0.22494, 0, -0.042057, 1.042057, 0, -0.019638, -0.078636, 1.098274],
  srgb: [1, 0, 0, 0, 1, 0, 0, 0, 1],
} as const;

/** White paper, in cd/m² (ITU-R BT.2408). It is 1 in linear light. */
const paper = 203;

type Curve = (value: number) => number;

const srgb: Curve = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** ITU-R BT.2100, table 4. */
const pqLight: Curve = (value) => {
  const root = value ** (1 / 78.84375);
  const share = Math.max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root);
  return (10_000 / paper) * share ** (1 / 0.1593017578125);
};

/** The light of the scene (ITU-R BT.2100, table 5). */
const hlgLight: Curve = (value) =>
  value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;

const curves: Readonly<Record<number, Curve>> = {
  4: (value) => value ** 2.2,
  5: (value) => value ** 2.8,
  8: (value) => value,
  [pq]: pqLight,
  [hlg]: hlgLight,
};

const curveOf = (transfer: number): Curve => curves[transfer] ?? srgb;

/** A screen of 1000 cd/m² shows the light of an HLG scene with this exponent (ITU-R BT.2100, table 5). */
const hlgScreen = 1000 / paper;
const hlgGamma = 1.2;

/** Tones up to this stay as they are. */
const knee = 0.5;
/** The brightest light that keeps a tone of its own, in units of white paper. */
const brightest = 10;

/** The tone curve of ffmpeg's filter `tonemap=mobius`, with which videos are made. */
function toned(light: number): number {
  if (light <= knee) return light;
  const a = (-knee * knee * (brightest - 1)) / (knee * knee - 2 * knee + brightest);
  const b = (knee * knee - 2 * knee * brightest + brightest) / (brightest - 1);
  return (((b + knee) ** 2 / (b - a)) * (light + a)) / (light + b);
}

/** The eight bits of sRGB for linear light from 0 to 1. */
const steps = 16_383;
let encoded: Uint8Array | undefined;
const encodedSteps = () =>
  Uint8Array.from({ length: steps + 1 }, (_, i) => {
    const light = i / steps;
    return Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));
  });

/** Converts pixels of named colours to sRGB of eight bits a channel, and HDR to SDR with the tone curve of videos. */
export function toSrgb({ data, channels }: DecodedPixels, colours: NamedColours): Buffer {
  encoded ??= encodedSteps();
  const top = data instanceof Uint16Array ? 65_535 : 255;
  const curve = curveOf(colours.transfer);
  const [black, range] = colours.isNarrow ? [(16 / 255) * top, (219 / 255) * top] : [0, top];
  const light = Float32Array.from({ length: top + 1 }, (_, i) => curve(Math.min(1, Math.max(0, (i - black) / range))));
  const isWide = colours.primaries === bt2020;
  const m = matrices[isWide ? "bt2020" : p3Primaries.includes(colours.primaries) ? "p3" : "srgb"];
  const isMapped = isHdr(colours);
  const made = Buffer.allocUnsafe(data.length);
  const code = (value: number) => encoded![value <= 0 ? 0 : value >= 1 ? steps : Math.round(value * steps)]!;
  for (let at = 0; at < data.length; at += channels) {
    const [r, g, b] = [light[data[at]!]!, light[data[at + 1]!]!, light[data[at + 2]!]!];
    let red = m[0] * r + m[1] * g + m[2] * b;
    let green = m[3] * r + m[4] * g + m[5] * b;
    let blue = m[6] * r + m[7] * g + m[8] * b;
    if (isMapped) {
      let scale = 1;
      // The luminance of sRGB's primaries is that of the scene, whatever its own primaries are.
      if (colours.transfer === hlg)
        scale = hlgScreen * Math.max(0, 0.2126 * red + 0.7152 * green + 0.0722 * blue) ** (hlgGamma - 1);
      const largest = scale * Math.max(red, green, blue);
      if (largest > knee) scale *= toned(largest) / largest;
      red *= scale;
      green *= scale;
      blue *= scale;
    }
    made[at] = code(red);
    made[at + 1] = code(green);
    made[at + 2] = code(blue);
    if (channels === 4) made[at + 3] = (data[at + 3]! * 255) / top;
  }
  return made;
}
