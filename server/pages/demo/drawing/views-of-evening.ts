import { beams, clouds, gulls, lights, milkyWay, sky, stars, sun } from "./air.ts";
import { type Canvas, circle, rect, shape, times } from "./canvas.ts";
import { headland, hills, palm, rock } from "./land.ts";
import { board, bulbs, fire, sitter, surfer, tent, van, walker } from "./things.ts";
import { beach, glitter, sea } from "./water.ts";

const { dawn, dusk, golden, night } = lights;

/** What was seen at the ends of the days, by the name of its photo. */
export const viewsOfEvening = {
  firstLight(canvas) {
    const { width: w, height: h, unit } = canvas;
    sky(canvas, dawn, h * 0.52);
    beams(canvas, w * 0.62, h * 0.5, dawn.sun, 0.1);
    sun(canvas, dawn, w * 0.62, h * 0.47, 84 * unit);
    clouds(canvas, "#ffd0b0", 7, h * 0.14, h * 0.4, 0.45);
    headland(canvas, dawn, { side: "left", horizon: h * 0.53, reach: 0.6, height: 150, tone: 0 });
    sea(canvas, dawn, h * 0.52, 7);
    headland(canvas, dawn, { side: "left", horizon: h * 0.56, reach: 0.34, height: 290, tone: 2 });
    glitter(canvas, dawn.sun, w * 0.62, h * 0.52, h * 0.86);
    gulls(canvas, "#3d3350", 6, h * 0.12, h * 0.36);
  },

  rack(canvas) {
    const { width: w, height: h, unit } = canvas;
    const wall = canvas.gradient(
      [
        [0, "#f6d7a8"],
        [1, "#e8a877"],
      ],
      "diagonal",
    );
    canvas.add(
      rect(0, 0, w, h * 0.82, wall),
      times(18, (i) => rect((w / 18) * i, 0, 3 * unit, h * 0.82, "#b9784c", 'opacity=".35"')),
    );
    canvas.add(
      rect(
        0,
        h * 0.82,
        w,
        h * 0.18,
        canvas.gradient([
          [0, "#c98f62"],
          [1, "#9a6444"],
        ]),
      ),
    );
    const paints = [
      ["#ff6f43", "#fff3d8"],
      ["#12938f", "#ffc94d"],
      ["#fff3d8", "#d93a6e"],
      ["#ffc94d", "#0e5a73"],
      ["#d93a6e", "#ffe0b0"],
      ["#0e5a73", "#8fd3d0"],
      ["#f4fbf4", "#1f7a4f"],
      ["#8fd3d0", "#ff6f43"],
      ["#2b3a55", "#ffc94d"],
    ] as const;
    for (const [i, paint] of paints.entries()) {
      const x = w * (0.1 + i * 0.1);
      const lean = -5 + (i % 3) * 4;
      canvas.add(
        `<ellipse cx="${x + 24 * unit}" cy="${h * 0.885}" rx="${70 * unit}" ry="${13 * unit}" fill="#4a2c20" opacity=".35"/>`,
      );
      board(canvas, x, h * 0.885, 1.12 + (i % 4) * 0.07, paint, lean);
    }
    canvas.add(shape(`M${w} 0L${w * 0.52} 0L${w * 0.16} ${h}L${w} ${h}Z`, "#fff0c0", 'opacity=".16"'));
  },

  goldenHour(canvas) {
    const { width: w, height: h, unit } = canvas;
    sky(canvas, golden, h * 0.5);
    sun(canvas, golden, w * 0.5, h * 0.42, 130 * unit);
    clouds(canvas, "#ffe2b0", 6, h * 0.08, h * 0.3, 0.5);
    sea(canvas, golden, h * 0.5, 7, 1.1);
    glitter(canvas, golden.sun, w * 0.5, h * 0.5, h * 0.94);
    surfer(canvas, w * 0.5, h * 0.66, 1.15, "#3b2b40", "#2a1d30", -6);
  },

  dawnPatrol(canvas) {
    const { width: w, height: h, unit } = canvas;
    sky(canvas, dusk, h * 0.55);
    sun(canvas, dusk, w * 0.3, h * 0.5, 110 * unit);
    clouds(canvas, "#ff9a7a", 8, h * 0.1, h * 0.42, 0.5);
    sea(canvas, dusk, h * 0.55, 4, 0.5);
    glitter(canvas, dusk.sun, w * 0.3, h * 0.55, h * 0.78);
    beach(canvas, dusk, h * 0.78);
    for (const [i, at] of [0.42, 0.58, 0.72, 0.87].entries())
      walker(canvas, w * at, h * (0.9 + (i % 2) * 0.015), 1.05 - i * 0.03, "#171a38", 8 + i * 5);
  },

  campfire(canvas) {
    const { width: w, height: h, unit } = canvas;
    sky(canvas, night, h * 0.7);
    stars(canvas, 320, h * 0.6);
    hills(canvas, night, h * 0.62, [70, 50]);
    canvas.add(
      rect(
        0,
        h * 0.68,
        w,
        h * 0.32,
        canvas.gradient([
          [0, "#1d2a30"],
          [1, "#0b1216"],
        ]),
      ),
    );
    tent(canvas, w * 0.2, h * 0.72, 1.05, "#12605f", "#ffd88a");
    tent(canvas, w * 0.82, h * 0.71, 0.85, "#8a2f52", "#ffb38a");
    fire(canvas, w * 0.52, h * 0.83, 1);
    for (const [at, size] of [
      [0.32, 1.1],
      [0.41, 1.2],
      [0.64, 1.2],
      [0.73, 1.1],
    ] as const)
      sitter(canvas, w * at, h * 0.93, size, "#070c12");
    bulbs(canvas, [w * 0.02, h * 0.3], [w * 0.52, h * 0.22]);
    bulbs(canvas, [w * 0.52, h * 0.22], [w * 0.99, h * 0.34]);
    canvas.add(rect(w * 0.515, h * 0.22, 10 * unit, h * 0.46, "#0b1526"));
  },

  milkyWay(canvas) {
    const { width: w, height: h, unit } = canvas;
    sky(canvas, night, h);
    milkyWay(canvas, h * 0.8);
    stars(canvas, 620, h * 0.8);
    hills(canvas, night, h * 0.8, [80, 40]);
    canvas.add(rect(0, h * 0.86, w, h * 0.14, "#060d1a"));
    van(canvas, w * 0.4, h * 0.9, 0.72, "#2f6a78");
    canvas.add(
      shape(
        `M${w * 0.4 + 200 * unit} ${h * 0.9 - 70 * unit}L${w} ${h * 0.84}L${w} ${h * 0.96}L${w * 0.4 + 206 * unit} ${h * 0.9 - 50 * unit}Z`,
        "#ffe9a8",
        'opacity=".2"',
      ),
    );
    palm(canvas, w * 0.86, h * 0.92, 1.1, "#050a14", 4);
  },

  palms(canvas) {
    const { width: w, height: h, unit } = canvas;
    sky(canvas, dusk, h * 0.74);
    sun(canvas, dusk, w * 0.42, h * 0.58, 150 * unit);
    clouds(canvas, "#ff9a7a", 6, h * 0.14, h * 0.5, 0.45);
    sea(canvas, dusk, h * 0.74, 4, 0.5);
    glitter(canvas, dusk.sun, w * 0.42, h * 0.74, h);
    hills(canvas, dusk, h * 0.93, [34]);
    palm(canvas, w * 0.24, h * 0.96, 1.75, "#171a38", 7);
    palm(canvas, w * 0.74, h * 0.97, 1.4, "#171a38", -16);
    palm(canvas, w * 0.86, h * 0.98, 1.05, "#171a38", 3);
  },

  moonrise(canvas) {
    const { width: w, height: h, unit } = canvas;
    sky(canvas, { ...night, sky: ["#0d1c3e", "#27406e", "#6f7fae", "#d8a8a8"] }, h * 0.55);
    stars(canvas, 120, h * 0.3);
    sun(canvas, night, w * 0.68, h * 0.34, 92 * unit);
    canvas.add(
      circle(w * 0.68 - 26 * unit, h * 0.34 - 16 * unit, 20 * unit, "#d8d4ba", 'opacity=".6"'),
      circle(w * 0.68 + 30 * unit, h * 0.34 + 24 * unit, 28 * unit, "#d8d4ba", 'opacity=".5"'),
    );
    sea(canvas, night, h * 0.55, 7, 0.9);
    glitter(canvas, night.sun, w * 0.68, h * 0.55, h * 0.96);
    rock(canvas, night, w * 0.26, h * 0.62, 1.7);
    rock(canvas, night, w * 0.4, h * 0.59, 0.7);
  },

  terns(canvas) {
    const { height: h } = canvas;
    const pastel = {
      ...dawn,
      sky: ["#a8c4e0", "#d8c8e0", "#f6cfc4", "#ffe8c8"],
      sea: ["#f0d0c4", "#8fb7c4", "#4a86a0"],
    } as const;
    sky(canvas, pastel, h * 0.6);
    clouds(canvas, "#ffffff", 9, h * 0.1, h * 0.5, 0.55);
    sea(canvas, pastel, h * 0.6, 5, 0.7);
    gulls(canvas, "#ffffff", 26, h * 0.12, h * 0.66);
    gulls(canvas, "#4a5a78", 9, h * 0.16, h * 0.5);
    beach(canvas, { ...dawn, sand: ["#f0d8b8", "#c8a48c"] }, h * 0.88);
  },

  lastSunset(canvas) {
    const { width: w, height: h, unit } = canvas;
    sky(canvas, dusk, h * 0.58);
    beams(canvas, w * 0.5, h * 0.56, "#ffd27a", 0.14);
    sun(canvas, dusk, w * 0.5, h * 0.5, 190 * unit);
    canvas.add(
      times(5, (i) =>
        rect(
          w * 0.5 - 230 * unit,
          h * 0.5 + (20 + i * 34) * unit,
          460 * unit,
          (5 + i * 4) * unit,
          "#ff8f5a",
          'opacity=".85"',
        ),
      ),
    );
    headland(canvas, dusk, { side: "right", horizon: h * 0.6, reach: 0.36, height: 210, tone: 2 });
    headland(canvas, dusk, { side: "left", horizon: h * 0.59, reach: 0.26, height: 110, tone: 1 });
    sea(canvas, dusk, h * 0.58, 6);
    glitter(canvas, dusk.sun, w * 0.5, h * 0.58, h);
    gulls(canvas, "#171a38", 8, h * 0.12, h * 0.4);
  },
} satisfies Readonly<Record<string, (canvas: Canvas) => void>>;
