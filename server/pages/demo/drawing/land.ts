import type { Light } from "./air.ts";
import { type Canvas, below, between, line, placed, rect, shape, times, wavy } from "./canvas.ts";

/** Rows of hills, each nearer and darker. */
export function hills(canvas: Canvas, light: Light, y: number, heights: readonly number[]): void {
  const { unit } = canvas;
  for (const [i, height] of heights.entries()) {
    const points = wavy(canvas, y, height * unit, between(canvas, 700, 1300) * unit);
    canvas.add(shape(below(canvas, points), light.land[Math.min(i, 2)]!));
  }
}

/** A headland that falls to the sea from one side; `reach` is its part of the width, `height` in units. */
export function headland(
  canvas: Canvas,
  light: Light,
  {
    side,
    horizon,
    reach,
    height,
    tone,
  }: { side: "left" | "right"; horizon: number; reach: number; height: number; tone: 0 | 1 | 2 },
): void {
  const { width, unit } = canvas;
  const long = width * reach;
  const steps = 9;
  let path = `M-20 ${horizon}L-20 ${horizon - height * unit}`;
  for (let i = 1; i <= steps; i++) {
    const along = i / steps;
    const top = height * (1 - along ** 1.6) * between(canvas, 0.86, 1.06) * unit;
    path += `L${(along * long - between(canvas, 0, 0.05) * long).toFixed(0)} ${(horizon - top).toFixed(0)}L${(along * long).toFixed(0)} ${(horizon - top * between(canvas, 0.78, 0.97)).toFixed(0)}`;
  }
  path += `L${(long * 1.04).toFixed(0)} ${horizon}Z`;
  const strata = times(5, (i) =>
    line(
      `M0 ${horizon - height * unit * (0.16 + i * 0.15)}L${long * (0.8 - i * 0.12)} ${horizon - height * unit * (0.05 + i * 0.12)}`,
      light.land[2],
      3 * unit,
      'opacity=".22"',
    ),
  );
  const paint = canvas.gradient([
    [0, light.land[tone]],
    [1, light.land[Math.max(0, tone - 1)]!],
  ]);
  const mirror = side === "right" ? `transform="translate(${width} 0) scale(-1 1)"` : "";
  canvas.add(`<g ${mirror}>${shape(path, paint)}${strata}</g>`);
}

/** A stack of rock in the sea. */
export function rock(canvas: Canvas, light: Light, x: number, y: number, size: number): void {
  const body = shape("M-60 0L-46-70L-30-92L-18-150L6-168L22-120L40-104L48-48L64 0Z", light.land[1]);
  const shade = shape("M6-168L22-120L40-104L48-48L64 0L18 0L10-80Z", light.land[2]);
  const surf = line("M-84 2Q-40-12 0 2T90 0", light.foam, 7, 'opacity=".8"');
  canvas.add(placed(x, y, size * canvas.unit, body + shade + surf));
}

/** A road from the lower edge to a bend below the horizon. */
export function road(canvas: Canvas, light: Light, horizon: number): void {
  const { width: w, height: h } = canvas;
  const tarmac = canvas.gradient([
    [0, light.land[1]],
    [1, "#2b3238"],
  ]);
  canvas.add(
    shape(
      `M${w * 0.12} ${h}C${w * 0.5} ${h * 0.82} ${w * 0.74} ${h * 0.72} ${w * 0.55} ${horizon}L${w * 0.58} ${horizon}C${w * 0.86} ${h * 0.72} ${w * 0.86} ${h * 0.84} ${w * 0.72} ${h}Z`,
      tarmac,
    ),
    line(
      `M${w * 0.43} ${h}C${w * 0.7} ${h * 0.82} ${w * 0.81} ${h * 0.72} ${w * 0.567} ${horizon}`,
      "#ffe0a0",
      7 * canvas.unit,
      `stroke-dasharray="${(60 * canvas.unit).toFixed(0)} ${(48 * canvas.unit).toFixed(0)}"`,
    ),
  );
}

/** A palm, its foot at a place, leaning by so many degrees. */
export function palm(canvas: Canvas, x: number, y: number, size: number, color: string, lean = 6): void {
  const trunk = shape("M-9 0C-4-120 6-250 30-380L44-376C28-250 18-120 13 0Z", color);
  const fronds = [-160, -128, -96, -62, -30, 4, 34, -200]
    .map((turn) => {
      const length = between(canvas, 150, 210);
      const droop = length * 0.32;
      const frond = `M0 0C${length * 0.4} ${-droop * 0.7} ${length * 0.8} ${-droop * 0.1} ${length} ${droop}C${length * 0.7} ${droop * 0.3} ${length * 0.35} ${droop * 0.15} 0 0Z`;
      return `<g transform="translate(37 -380) rotate(${turn})">${shape(frond, color)}</g>`;
    })
    .join("");
  const nuts = `<circle cx="32" cy="-368" r="11" fill="${color}"/><circle cx="48" cy="-364" r="10" fill="${color}"/>`;
  canvas.add(placed(x, y, size * canvas.unit, trunk + fronds + nuts, lean));
}

export function lighthouse(canvas: Canvas, x: number, y: number, size: number, beam: string): void {
  const tower = canvas.gradient(
    [
      [0, "#ffffff"],
      [0.6, "#f1e6d2"],
      [1, "#b8a890"],
    ],
    "across",
  );
  const bands = times(3, (i) =>
    shape(
      `M${-33 + i * 4} ${-60 - i * 90}L${33 - i * 4} ${-60 - i * 90}L${31 - i * 4} ${-105 - i * 90}L${-31 + i * 4} ${-105 - i * 90}Z`,
      "#d9483f",
    ),
  );
  const light = canvas.gradient(
    [
      [0, beam, 0.75],
      [1, beam, 0],
    ],
    "across",
  );
  canvas.add(
    placed(
      x,
      y,
      size * canvas.unit,
      shape("M0-352L900-520L900-230Z", light) +
        shape("M-36 0L-20-320L20-320L36 0Z", tower) +
        bands +
        rect(-30, -334, 60, 16, "#2b3238") +
        rect(-17, -372, 34, 40, beam) +
        shape("M-24-372L0-404L24-372Z", "#d9483f") +
        rect(36, -60, 90, 60, "#f4ead6") +
        shape("M28-60L81-98L134-60Z", "#c2553f"),
    ),
  );
}

/** Tufts of grass along a line. */
export function grass(canvas: Canvas, color: string, y: number, count: number): void {
  const { width, unit } = canvas;
  canvas.add(
    times(count, () => {
      const x = canvas.random() * width;
      const foot = y + canvas.random() * 90 * unit;
      const tall = between(canvas, 24, 70) * unit;
      const bend = between(canvas, -22, 30) * unit;
      return line(
        `M${x.toFixed(0)} ${foot.toFixed(0)}q${(bend * 0.2).toFixed(0)} ${(-tall * 0.6).toFixed(0)} ${bend.toFixed(0)} ${(-tall).toFixed(0)}`,
        color,
        4 * unit,
        `opacity="${between(canvas, 0.5, 1).toFixed(2)}"`,
      );
    }),
  );
}
