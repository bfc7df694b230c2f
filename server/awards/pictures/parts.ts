import { facePaints, paints } from "#contract/paints.ts";
import {
  type Child,
  type Element,
  type Style,
  column,
  edge,
  image,
  poster,
  row,
  text,
  title,
  widthIn,
} from "../../media/painter/elements.ts";
import type { PictureFace } from "./picture.ts";

/** A photo on a picture. */
export interface Print {
  /** A `data:` address with all its bytes. */
  readonly address: string;
  readonly width: number;
  readonly height: number;
}

/** The photos that a picture shows, by their ids. */
export type Prints = ReadonlyMap<string, Print>;

const svg = (width: number, height: number, body: string) =>
  image(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`, { width, height });

/** A face: the profile photo in a circle, or else the first letter of the name on its colour. */
export function face({ name, paint, photo }: PictureFace, size: number, prints: Prints): Element {
  const print = photo === null ? undefined : prints.get(photo);
  const box: Style = { justifyContent: "center", flexShrink: 0, width: size, height: size };
  if (print) {
    const circle = `<circle cx="${size / 2}" cy="${size / 2}" r="${size / 2 - 2}"`;
    const photoIn = `<image href="${print.address}" width="${size}" height="${size}" preserveAspectRatio="xMidYMid slice" clip-path="url(#face)"/>`;
    const border = `${circle} fill="none" stroke="${paints.ink}" stroke-width="4"/>`;
    return row(box, svg(size, size, `<clipPath id="face">${circle}/></clipPath>${photoIn}${border}`));
  }
  return row(
    {
      ...edge,
      ...title,
      ...box,
      borderRadius: 999,
      backgroundColor: facePaints[paint % facePaints.length]!,
      color: paints.ink,
      fontSize: size * 0.5,
    },
    [...new Intl.Segmenter().segment(name.trim().toLocaleUpperCase("en"))][0]?.segment ?? "",
  );
}

/** A pill with an edge. */
export const chip = (style: Style, ...children: readonly Child[]): Element =>
  row(
    {
      ...edge,
      flexShrink: 0,
      borderRadius: 999,
      padding: "10px 32px",
      backgroundColor: paints.shell,
      color: paints.ink,
      ...style,
    },
    ...children,
  );

/** Smaller names are cut. */
const smallest = 22;

/** A name in poster type, as large as fits into `width`: in one line of at most `one` pixels, or in two lines of at most `two`. */
export function nameIn(name: string, width: number, one: number, two: number, side = "center"): Element {
  const letters = Math.max(widthIn(name), 1);
  // A letter of poster type is about this share of its size wide, and lines that break at words are not full.
  const [letterWidth, fill] = [0.5, 0.82];
  const oneLine = Math.min(one, width / (letters * letterWidth));
  const twoLines = Math.min(two, (2 * width * fill) / (letters * letterWidth));
  // A single word stays whole until it would be too small to read.
  const breaks = /[\s-]/.test(name) || oneLine < two / 2;
  const fontSize = Math.floor(Math.max(smallest, breaks ? Math.max(oneLine, twoLines) : oneLine));
  return text({ ...poster, fontSize, maxWidth: width, textAlign: side }, name, 2);
}

const tilt = 3;
const lean = Math.sin((tilt * Math.PI) / 180);
/** The white border of a print, at its foot too, and its shadow. */
const [border, foot, shadow] = [18, 52, 12];

/** A photo as a print that lies askew, as large as fits into a box. */
export function polaroid(
  { address, width, height }: Print,
  box: { readonly width: number; readonly height: number },
): Element {
  const around = {
    x: 2 * border + lean * (border + foot) + shadow,
    y: border + foot + 2 * lean * border + shadow,
  };
  const scale = Math.min(
    (box.width - around.x) / (width + lean * height),
    (box.height - around.y) / (height + lean * width),
  );
  const [wide, high] = [Math.floor(width * scale), Math.floor(height * scale)];
  const [paperWide, paperHigh] = [wide + 2 * border, high + border + foot];
  const whole = {
    width: Math.ceil(paperWide + lean * paperHigh + shadow),
    height: Math.ceil(paperHigh + lean * paperWide + shadow),
  };
  const place = `rotate(${tilt} ${whole.width / 2} ${whole.height / 2}) translate(${(lean * paperHigh) / 2} ${(lean * paperWide) / 2})`;
  const sheet = `width="${paperWide}" height="${paperHigh}" rx="10"`;
  const print = svg(
    whole.width,
    whole.height,
    `<g transform="${place}">
      <rect x="10" y="10" ${sheet} fill="${paints.ink}"/>
      <rect ${sheet} fill="${paints.shell}" stroke="${paints.ink}" stroke-width="4"/>
      <image x="${border}" y="${border}" width="${wide}" height="${high}" href="${address}" preserveAspectRatio="none"/>
    </g>`,
  );
  return row({ ...whole, flexShrink: 0 }, print);
}

/** A text as a note that lies askew. */
export const note = (words: string, width: number): Element =>
  row(
    { position: "relative", flexShrink: 0, maxWidth: width, transform: "rotate(-2deg)" },
    row({
      position: "absolute",
      left: 10,
      top: 10,
      right: -10,
      bottom: -10,
      borderRadius: 18,
      backgroundColor: paints.ink,
    }),
    column(
      {
        ...edge,
        borderRadius: 18,
        padding: "24px 36px",
        backgroundColor: paints.shell,
        color: paints.ink,
      },
      text(
        { fontSize: widthIn(words) > 90 ? 34 : 40, lineHeight: 1.25, maxWidth: width - 80, textAlign: "center" },
        `“${words}”`,
        4,
      ),
    ),
  );
