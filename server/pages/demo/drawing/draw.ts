import sharp from "sharp";
import { canvasOf } from "./canvas.ts";
import { viewsOfDay } from "./views-of-day.ts";
import { viewsOfEvening } from "./views-of-evening.ts";

export const views = { ...viewsOfDay, ...viewsOfEvening };
export type View = keyof typeof views;

/** What a camera writes into a photo. */
export interface Shot {
  readonly view: View;
  readonly width: number;
  readonly height: number;
  /** By the clock of the place: `2025:09:13 07:02:11`. */
  readonly taken: string;
  /** East of Greenwich: `+01:00`. */
  readonly offset: string;
  readonly make: string;
  readonly model: string;
  /** Degrees. */
  readonly north: number;
  readonly east: number;
}

const seeds = Object.keys(views);

/** Draws a photo: a JPEG with the metadata of a camera. */
export async function draw(shot: Shot): Promise<Buffer> {
  const { width, height, view } = shot;
  const canvas = canvasOf(width, height, seeds.indexOf(view) * 7919 + 17);
  views[view](canvas);
  return sharp(Buffer.from(canvas.toSvg()))
    .removeAlpha()
    .composite([{ input: await film(width, height), raw: { width, height, channels: 3 }, blend: "soft-light" }])
    .jpeg({ quality: 82 })
    .withExif(exifOf(shot))
    .toBuffer();
}

const films = new Map<string, Promise<Buffer>>();

/** Grain and a darker edge, in grey: raw pixels. Every photo of a size is taken on the same film. */
function film(width: number, height: number): Promise<Buffer> {
  const key = `${width} ${height}`;
  const known = films.get(key) ?? grainOf(width, height);
  films.set(key, known);
  return known;
}

async function grainOf(width: number, height: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 132, sigma: 17 } as const;
  const size = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const coarse = await sharp({ create: { ...size, channels: 3, background: "#808080", noise } })
    .greyscale()
    .toColourspace("srgb")
    .png({ compressionLevel: 1 })
    .toBuffer();
  const edge = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="v" r=".75"><stop offset=".55" stop-opacity="0"/><stop offset="1" stop-opacity=".38"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#v)"/></svg>`;
  return sharp(coarse)
    .resize(width, height, { kernel: "linear" })
    .composite([{ input: Buffer.from(edge) }])
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** EXIF 2.32: the camera in the main directory, the moment in the photo's, the place in that of the satellites. */
function exifOf({ taken, offset, make, model, north, east }: Shot) {
  return {
    IFD0: { Make: make, Model: model },
    IFD2: {
      DateTimeOriginal: taken,
      DateTimeDigitized: taken,
      OffsetTime: offset,
      OffsetTimeOriginal: offset,
      OffsetTimeDigitized: offset,
    },
    IFD3: {
      GPSLatitudeRef: north < 0 ? "S" : "N",
      GPSLatitude: sexagesimal(north),
      GPSLongitudeRef: east < 0 ? "W" : "E",
      GPSLongitude: sexagesimal(east),
    },
  };
}

/** Degrees, minutes and hundredths of seconds, as three fractions. */
function sexagesimal(degrees: number): string {
  const hundredths = Math.round(Math.abs(degrees) * 360_000);
  const [whole, minutes, rest] = [
    Math.floor(hundredths / 360_000),
    Math.floor(hundredths / 6000) % 60,
    hundredths % 6000,
  ];
  return `${whole}/1 ${minutes}/1 ${rest}/100`;
}
