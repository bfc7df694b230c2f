import { gradientOf } from "#contract/award-look.ts";
import { paints } from "#contract/paints.ts";
import { pictureSizes } from "#contract/picture-sizes.ts";
import type { Picture } from "./picture.ts";

/** The colour of a picture, as awards name theirs. */
export const colorOf = (picture: Picture): string => (picture.kind === "winner" ? picture.award.color : "yellow");

/** How high the sea at the foot of a picture stands, in pixels. */
export const seaHeights = { portrait: 180, landscape: 150 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The sky of a picture as an SVG: the rays of the winner's card, paper in the air, and the sea. The same picture has the same sky. */
export function skyOf(picture: Picture): string {
  const size = pictureSizes[picture.shape];
  const { width, height } = size;
  const gradient = gradientOf(colorOf(picture));
  const sea = height - seaHeights[picture.shape];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <linearGradient id="sky" x2="0.5" y2="1"><stop stop-color="${gradient[0]}"/><stop offset="1" stop-color="${gradient[1]}"/></linearGradient>
    <path d="M0 0H${width}V${height}H0Z" fill="url(#sky)"/>
    <path d="${raysIn(size)}" fill="#fff" fill-opacity="0.16"/>
    ${paperIn({ width, height: sea }, [...gradient, paints.sun, paints.shell, paints.coral])}
    <path d="${waveIn(size, sea, 36)}" fill="${paints.lagoon}"/>
    <path d="${waveIn(size, sea + 22, -28)}" fill="${paints.night}"/>
  </svg>`;
}

/** Every second of forty equal rays. */
function raysIn({ width, height }: Size): string {
  const [x, y] = [width / 2, height * 0.42];
  const far = Math.hypot(width, height);
  const edgeAt = (ray: number) => {
    const angle = (ray * Math.PI) / 20;
    return `${(x + far * Math.cos(angle)).toFixed(1)} ${(y + far * Math.sin(angle)).toFixed(1)}`;
  };
  return Array.from({ length: 20 }, (_, i) => `M${x} ${y}L${edgeAt(2 * i)}L${edgeAt(2 * i + 1)}Z`).join("");
}

/** Four swells in a row, the first one `rise` high. */
const waveIn = ({ width, height }: Size, top: number, rise: number): string =>
  `M0 ${top}q${width / 8} ${-rise} ${width / 4} 0${`t${width / 4} 0`.repeat(3)}V${height}H0Z`;

/** The paper of the show's confetti: a wave in a 24 × 24 box. */
const paper = "M1 19c3 0 5-2 6-6C8 7 12 3 17 4c4 1 6 4 6 7-2-2-5-2-6 0-1 3 2 6 6 6v2Z";

/** A number from 0 to 1. Multiples of these steps never cluster. */
const spread = (piece: number, step: number) => (piece * step) % 1;

/** Paper around the middle, where names and faces stand. */
function paperIn({ width, height }: Size, colors: readonly string[]): string {
  return Array.from({ length: 110 }, (_, piece) => {
    const [x, y] = [spread(piece + 1, 0.618), spread(piece + 1, 0.755)];
    if (((x - 0.5) / 0.4) ** 2 + ((y - 0.5) / 0.46) ** 2 < 1) return "";
    const scale = (Math.min(width, height) * (0.03 + 0.025 * spread(piece, 0.819))) / 24;
    const flip = scale * (0.45 + 0.55 * spread(piece, 0.37));
    const place = `translate(${Math.round(x * width)} ${Math.round(y * height)})`;
    const turn = `rotate(${Math.round(360 * spread(piece, 0.569))}) scale(${scale.toFixed(2)} ${flip.toFixed(2)})`;
    return `<path transform="${place} ${turn}" d="${paper}" fill="${colors[piece % colors.length]!}"/>`;
  }).join("");
}
