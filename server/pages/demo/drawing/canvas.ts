/** A picture while it is being drawn: its size in pixels, and what is on it so far, the farthest first. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  /** A thousandth of the shorter side: what things are measured in. */
  readonly unit: number;
  /** The same numbers from 0 to 1 for the same picture, each time. */
  readonly random: () => number;
  /** Puts SVG on top. */
  readonly add: (...svg: readonly string[]) => void;
  /** Defines a gradient and answers the paint that it is. */
  readonly gradient: (stops: readonly Stop[], direction?: Direction) => string;
  /** Defines a blur of so many pixels and answers the attribute that applies it. */
  readonly blur: (pixels: number) => string;
  readonly toSvg: () => string;
}

/** Where from 0 to 1, which colour, and how opaque. */
export type Stop = readonly [at: number, color: string, opacity?: number];
export type Direction = "down" | "across" | "diagonal" | "out";

const directions: Readonly<Record<Exclude<Direction, "out">, string>> = {
  down: 'x1="0" y1="0" x2="0" y2="1"',
  across: 'x1="0" y1="0" x2="1" y2="0"',
  diagonal: 'x1="0" y1="0" x2="1" y2="1"',
};

export function canvasOf(width: number, height: number, seed: number): Canvas {
  const defs: string[] = [];
  const body: string[] = [];
  const define = (svg: (id: string) => string) => {
    const id = `d${defs.length}`;
    defs.push(svg(id));
    return `url(#${id})`;
  };
  return {
    width,
    height,
    unit: Math.min(width, height) / 1000,
    random: randomOf(seed),
    add: (...svg) => void body.push(...svg),
    gradient: (stops, direction = "down") =>
      define((id) => {
        const inner = stops
          .map(([at, color, opacity = 1]) => `<stop offset="${at}" stop-color="${color}" stop-opacity="${opacity}"/>`)
          .join("");
        return direction === "out"
          ? `<radialGradient id="${id}">${inner}</radialGradient>`
          : `<linearGradient id="${id}" ${directions[direction]}>${inner}</linearGradient>`;
      }),
    blur: (pixels) => {
      const room = 'x="-50%" y="-50%" width="200%" height="200%"';
      const made = define(
        (id) => `<filter id="${id}" ${room}><feGaussianBlur stdDeviation="${pixels.toFixed(1)}"/></filter>`,
      );
      return `filter="${made}"`;
    },
    toSvg: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs.join("")}</defs>${body.join("")}</svg>`,
  };
}

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const between = (canvas: Canvas, low: number, high: number): number => low + canvas.random() * (high - low);

/** Does something so many times and joins what it drew. */
export const times = (count: number, draw: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => draw(i)).join("");

export const rect = (x: number, y: number, width: number, height: number, paint: string, more = ""): string =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${paint}" ${more}/>`;

export const circle = (x: number, y: number, radius: number, paint: string, more = ""): string =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="${paint}" ${more}/>`;

export const shape = (path: string, paint: string, more = ""): string => `<path d="${path}" fill="${paint}" ${more}/>`;

export const line = (path: string, paint: string, width: number, more = ""): string =>
  `<path d="${path}" fill="none" stroke="${paint}" stroke-width="${width.toFixed(1)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

/** Draws in units of its own at a place of the canvas: `scale` pixels each, turned by so many degrees. */
export const placed = (x: number, y: number, scale: number, svg: string, degrees = 0): string =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${degrees}) scale(${scale.toFixed(3)})">${svg}</g>`;

/** The points of a wavy line across the canvas, as the middle of a path. `swell` its height in pixels, `length` of one wave. */
export function wavy(canvas: Canvas, y: number, swell: number, length: number): string {
  const phases = [canvas.random(), canvas.random(), canvas.random()].map((phase) => phase * 2 * Math.PI);
  const step = Math.max(8, length / 16);
  const points: string[] = [];
  for (let x = -step; x <= canvas.width + step; x += step) {
    const at = (2 * Math.PI * x) / length;
    const rise =
      Math.sin(at + phases[0]!) * 0.6 + Math.sin(at * 1.7 + phases[1]!) * 0.28 + Math.sin(at * 3.9 + phases[2]!) * 0.12;
    points.push(`${x.toFixed(1)} ${(y - rise * swell).toFixed(1)}`);
  }
  return points.join("L");
}

/** Everything below a wavy line. */
export const below = (canvas: Canvas, points: string): string =>
  `M${points}L${canvas.width + 200} ${canvas.height + 20}L-200 ${canvas.height + 20}Z`;
