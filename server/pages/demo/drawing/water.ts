import type { Light } from "./air.ts";
import { type Canvas, below, between, line, rect, shape, times, wavy } from "./canvas.ts";

/** The sea from the horizon to the lower edge, its waves growing towards one's feet. */
export function sea(canvas: Canvas, light: Light, horizon: number, waves = 6, height = 1): void {
  const { width, unit } = canvas;
  const depth = canvas.height - horizon;
  const [far, middle, near] = light.sea;
  const paint = canvas.gradient([
    [0, far],
    [0.35, middle],
    [1, near],
  ]);
  canvas.add(rect(0, horizon, width, depth, paint));
  for (let i = 1; i <= waves; i++) {
    const nearness = (i / (waves + 0.4)) ** 1.7;
    const swell = (4 + nearness * 34) * unit * height;
    const points = wavy(canvas, horizon + depth * nearness, swell, (180 + nearness * 900) * unit);
    const shade = canvas.gradient([
      [0, near, 0.16 + nearness * 0.3],
      [0.25, near, 0],
    ]);
    canvas.add(
      shape(below(canvas, points), shade),
      line(`M${points}`, light.foam, (1.2 + nearness * 6) * unit, `opacity="${(0.25 + nearness * 0.4).toFixed(2)}"`),
    );
  }
}

/** The sun's path on the water. */
export function glitter(canvas: Canvas, color: string, x: number, horizon: number, bottom: number): void {
  const { unit } = canvas;
  const steps = 46;
  canvas.add(
    times(steps, (i) => {
      const down = i / steps;
      const y = horizon + 4 * unit + down ** 1.5 * (bottom - horizon);
      const wide = (30 + down * 190 + canvas.random() * 60) * unit;
      const drift = (canvas.random() - 0.5) * (30 + down * 170) * unit;
      const thick = (2 + down * 9) * unit;
      return rect(
        x + drift - wide / 2,
        y,
        wide * between(canvas, 0.3, 1),
        thick,
        color,
        `rx="${thick / 2}" opacity="${(0.85 - down * 0.6).toFixed(2)}"`,
      );
    }),
  );
}

/** Sand along the lower edge, wet and foaming where the sea ends. */
export function beach(canvas: Canvas, light: Light, y: number): void {
  const { unit } = canvas;
  const [dry, wet] = light.sand;
  const edge = wavy(canvas, y, 26 * unit, 900 * unit);
  const inner = wavy(canvas, y + 60 * unit, 18 * unit, 700 * unit);
  const sheen = canvas.gradient([
    [0, wet],
    [0.3, dry],
    [1, dry],
  ]);
  canvas.add(
    shape(below(canvas, edge), wet),
    shape(below(canvas, inner), sheen),
    line(`M${edge}`, light.foam, 20 * unit, 'opacity=".9"'),
    line(`M${wavy(canvas, y - 46 * unit, 20 * unit, 600 * unit)}`, light.foam, 7 * unit, 'opacity=".6"'),
  );
  speckle(canvas, wet, y + 90 * unit, canvas.height, 260);
}

/** Grains and shells. */
export function speckle(canvas: Canvas, color: string, top: number, bottom: number, count: number): void {
  const { width, unit } = canvas;
  canvas.add(
    times(count, () => {
      const size = between(canvas, 1.5, 5) * unit;
      return `<ellipse cx="${(canvas.random() * width).toFixed(0)}" cy="${between(canvas, top, bottom).toFixed(0)}" rx="${size.toFixed(1)}" ry="${(size * 0.6).toFixed(1)}" fill="${color}" opacity="${between(canvas, 0.15, 0.5).toFixed(2)}"/>`;
    }),
  );
}

/** Lines of foam on water seen from above, drifting one way. */
export function foamFromAbove(canvas: Canvas, color: string, top: number, bottom: number, count: number): void {
  const { unit } = canvas;
  for (let i = 0; i < count; i++) {
    const y = top + ((bottom - top) * i) / count;
    const points = wavy(canvas, y, between(canvas, 20, 44) * unit, between(canvas, 320, 760) * unit);
    const wide = between(canvas, 3, 22) * unit;
    const dash = `${(wide * between(canvas, 3, 9)).toFixed(0)} ${(wide * between(canvas, 1, 4)).toFixed(0)}`;
    canvas.add(
      line(`M${points}`, color, wide, `opacity="${between(canvas, 0.3, 0.85).toFixed(2)}" stroke-dasharray="${dash}"`),
    );
  }
}

/** A wave breaking from the right over a hollow, 600 by 450 of its own units, stretched over the canvas. */
export function barrel(canvas: Canvas, light: Light): void {
  const { width, height } = canvas;
  const [far, middle, near] = light.sea;
  const face = canvas.gradient(
    [
      [0, light.foam],
      [0.22, far],
      [0.6, middle],
      [1, near],
    ],
    "diagonal",
  );
  const hollow = canvas.gradient([
    [0, middle],
    [1, near],
  ]);
  const streaks = times(16, (i) => {
    const bend = i * 13;
    return line(
      `M${600 - i * 3} ${70 + bend * 0.7}C${470 - bend * 0.4} ${30 + bend} ${330 - bend * 0.35} ${70 + bend} ${240 - bend * 0.25} ${190 + bend * 0.9}`,
      light.foam,
      between(canvas, 0.8, 2.6),
      `opacity="${between(canvas, 0.12, 0.4).toFixed(2)}"`,
    );
  });
  const spray = times(120, () => {
    const along = canvas.random();
    const [x, y] = [186 + along * 400, 150 - Math.sin(along * 2.2) * 150];
    return `<circle cx="${(x + between(canvas, -26, 14)).toFixed(1)}" cy="${(y + between(canvas, -34, 22)).toFixed(1)}" r="${between(canvas, 0.6, 3.4).toFixed(1)}" fill="${light.foam}" opacity="${between(canvas, 0.3, 0.95).toFixed(2)}"/>`;
  });
  const body =
    shape("M0 330c90-40 170-40 250 0h350v130H0z", near) +
    shape("M620 60C470 0 300 40 210 150c-70 86-60 200 0 310h410z", face) +
    shape("M620 170c-130-60-250-20-310 70-44 76-24 150 30 220h280z", hollow) +
    shape("M620 264c-96-40-176-4-210 60-18 38-8 84 14 136h196z", near) +
    streaks +
    shape(
      "M620 42C460-16 270 20 186 146c-22 32-36 72-36 72s34-22 52-8c-12 22-8 42-8 42s22-24 40-18c-8-86 60-160 146-180 84-20 170 0 240 36z",
      light.foam,
    ) +
    spray +
    shape("M0 392c120-24 260-24 360-4s180 6 260-8v90H0z", light.foam) +
    shape("M0 416c130-18 240-10 340 4s200 0 280-6v50H0z", far, 'opacity=".5"');
  canvas.add(`<g transform="scale(${(width / 600).toFixed(3)} ${(height / 450).toFixed(3)})">${body}</g>`);
}
