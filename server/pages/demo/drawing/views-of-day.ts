import { beams, clouds, gulls, lights, rainbow, sky, sun } from "./air.ts";
import { type Canvas, between, circle, line, rect, shape, times } from "./canvas.ts";
import { grass, headland, hills, lighthouse, road, rock } from "./land.ts";
import { board, fish, mug, surfer, towel, umbrella, van } from "./things.ts";
import { barrel as wave, beach, foamFromAbove, glitter, sea, speckle } from "./water.ts";

const { morning, noon, storm } = lights;

/** What was seen between breakfast and the afternoon, by the name of its photo. */
export const viewsOfDay = {
  coffee(canvas) {
    const { width: w, height: h, unit } = canvas;
    sky(canvas, lights.dawn, h * 0.5);
    sun(canvas, lights.dawn, w * 0.7, h * 0.4, 70 * unit);
    headland(canvas, lights.dawn, { side: "left", horizon: h * 0.5, reach: 0.5, height: 170, tone: 1 });
    sea(canvas, lights.dawn, h * 0.5, 5, 0.5);
    glitter(canvas, lights.dawn.sun, w * 0.7, h * 0.5, h * 0.8);
    canvas.add(
      rect(0, h * 0.8, w, h * 0.2, "#8a5a3c"),
      times(5, (i) => rect(0, h * 0.8 + (i * h) / 25, w, 4 * unit, "#5f3a26", 'opacity=".6"')),
    );
    mug(canvas, w * 0.42, h * 0.86, 1.5, "#12938f");
  },

  van(canvas) {
    const { width: w, height: h, unit } = canvas;
    sky(canvas, noon, h * 0.56);
    clouds(canvas, "#ffffff", 7, h * 0.08, h * 0.34, 0.75);
    sea(canvas, noon, h * 0.56, 4, 0.3);
    headland(canvas, noon, { side: "right", horizon: h * 0.58, reach: 0.42, height: 190, tone: 1 });
    hills(canvas, { ...noon, land: ["#d9b874", "#c8a05c", "#c8a05c"] }, h * 0.7, [22, 12]);
    speckle(canvas, "#8a6a3a", h * 0.74, h, 300);
    grass(canvas, "#6f7a3c", h * 0.72, 120);
    van(canvas, w * 0.46, h * 0.84, 1.25, "#ff6f43");
    gulls(canvas, "#0b2530", 5, h * 0.1, h * 0.4);
    grass(canvas, "#4f5f2c", h * 0.97, Math.round(60 / unit) % 90);
  },

  barrel(canvas) {
    sky(canvas, morning, canvas.height);
    sun(canvas, morning, canvas.width * 0.15, canvas.height * 0.2, 50 * canvas.unit);
    wave(canvas, morning);
    surfer(canvas, canvas.width * 0.52, canvas.height * 0.72, 1, "#0b2530", "#ffc94d", -14);
  },

  lineUp(canvas) {
    const { width: w, height: h, unit } = canvas;
    const deep = canvas.gradient(
      [
        [0, "#0b4a68"],
        [0.45, "#12838f"],
        [0.8, "#5fc9c0"],
        [1, "#cfeedd"],
      ],
      "down",
    );
    canvas.add(rect(0, 0, w, h, deep));
    foamFromAbove(canvas, "#ffffff", h * 0.05, h * 0.5, 5);
    foamFromAbove(canvas, "#f4fbf4", h * 0.62, h, 9);
    const decks = ["#ffc94d", "#ff6f43", "#ffffff", "#d93a6e", "#c9e265"];
    for (let i = 0; i < 9; i++) {
      const [x, y] = [between(canvas, 0.1, 0.9) * w, between(canvas, 0.22, 0.56) * h];
      const turn = between(canvas, 60, 120);
      canvas.add(
        `<g transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${turn.toFixed(0)}) scale(${unit.toFixed(3)})"><ellipse cx="10" cy="12" rx="52" ry="13" fill="#04263a" opacity=".4"/><ellipse rx="52" ry="13" fill="${decks[i % 5]}"/><ellipse cx="-4" rx="18" ry="8" fill="#0b2530"/><circle cx="18" r="8" fill="#6b4a34"/></g>`,
      );
    }
  },

  tidePools(canvas) {
    const { width: w, height: h, unit } = canvas;
    canvas.add(
      rect(
        0,
        0,
        w,
        h,
        canvas.gradient(
          [
            [0, "#c9a06a"],
            [1, "#8d6a4a"],
          ],
          "diagonal",
        ),
      ),
    );
    speckle(canvas, "#4a3526", 0, h, 700);
    for (let i = 0; i < 17; i++) {
      const [x, y, r] = [canvas.random() * w, canvas.random() * h, between(canvas, 70, 220) * unit];
      const wobble = Array.from({ length: 12 }, (_, k) => {
        const reach = r * between(canvas, 0.7, 1.15);
        return [x + Math.cos((k * Math.PI) / 6) * reach * 1.3, y + Math.sin((k * Math.PI) / 6) * reach] as const;
      });
      const middle = (k: number) => {
        const [a, b] = [wobble[k % 12]!, wobble[(k + 1) % 12]!];
        return `${((a[0] + b[0]) / 2).toFixed(0)} ${((a[1] + b[1]) / 2).toFixed(0)}`;
      };
      const outline = `M${middle(0)}${times(12, (k) => `Q${wobble[(k + 1) % 12]!.map((n) => n.toFixed(0)).join(" ")} ${middle(k + 1)}`)}Z`;
      const water = canvas.gradient(
        [
          [0, "#7fd3d0"],
          [0.6, "#1f9aa5"],
          [1, "#0b4f6b"],
        ],
        "diagonal",
      );
      canvas.add(
        shape(outline, "#5a4030", `transform="translate(${8 * unit} ${10 * unit})" opacity=".6"`),
        shape(outline, water),
        line(outline, "#fff3d8", 7 * unit, 'opacity=".65"'),
        line(
          `M${x - r * 0.5} ${y - r * 0.3}q${r * 0.3} ${-r * 0.15} ${r * 0.6} 0`,
          "#ffffff",
          8 * unit,
          'opacity=".55"',
        ),
      );
    }
    fish(canvas, w * 0.5, h * 0.5, 0.35, ["#ff6f43", "#ffc94d"], 24);
  },

  shade(canvas) {
    const { width: w, height: h } = canvas;
    const ground = canvas.gradient([
      [0, "#f6e3b8"],
      [0.62, "#eed09a"],
      [0.7, "#c79a68"],
      [0.76, "#8fd3d0"],
      [1, "#12838f"],
    ]);
    canvas.add(rect(0, 0, w, h, ground));
    speckle(canvas, "#b08a58", 0, h * 0.64, 500);
    foamFromAbove(canvas, "#ffffff", h * 0.72, h * 0.86, 3);
    towel(canvas, w * 0.2, h * 0.4, 1, ["#d93a6e", "#ffe0b0"], -14);
    towel(canvas, w * 0.8, h * 0.24, 1, ["#12938f", "#f4fbf4"], 22);
    umbrella(canvas, w * 0.47, h * 0.3, 1.15, ["#ff6f43", "#fff3d8"]);
    board(canvas, w * 0.86, h * 0.62, 0.55, ["#ffc94d", "#0e5a73"], -64);
  },

  cliffs(canvas) {
    const { width: w, height: h, unit } = canvas;
    sky(canvas, noon, h * 0.44);
    clouds(canvas, "#ffffff", 5, h * 0.05, h * 0.25, 0.7);
    sea(canvas, noon, h * 0.44, 7, 0.6);
    headland(canvas, noon, { side: "left", horizon: h * 0.46, reach: 0.7, height: 210, tone: 0 });
    headland(
      canvas,
      { ...noon, land: ["#d9b48a", "#c48a5c", "#8a5a3c"] },
      { side: "left", horizon: h * 0.6, reach: 0.5, height: 400, tone: 1 },
    );
    rock(canvas, { ...noon, land: ["#d9b48a", "#b57c54", "#7a4e36"] }, w * 0.66, h * 0.56, 1.2);
    rock(canvas, { ...noon, land: ["#d9b48a", "#b57c54", "#7a4e36"] }, w * 0.78, h * 0.53, 0.6);
    hills(canvas, { ...noon, land: ["#6f8f4a", "#4f7a3c", "#35602f"] }, h * 0.9, [40, 60, 30]);
    grass(canvas, "#2f5a2a", h * 0.92, 160);
    gulls(canvas, "#ffffff", 7, h * 0.3, h * 0.6);
    canvas.add(circle(w * 0.9, h * 0.12, 46 * unit, noon.sun));
  },

  sardines(canvas) {
    const { width: w, height: h, unit } = canvas;
    const planks = times(7, (i) => {
      const y = (h / 7) * i;
      return rect(0, y, w, h / 7 - 5 * unit, ["#a8754a", "#9a6a42", "#b07e52"][i % 3]!);
    });
    canvas.add(rect(0, 0, w, h, "#5f3d26"), planks);
    for (let i = 0; i < 60; i++) {
      const y = canvas.random() * h;
      canvas.add(
        line(
          `M${canvas.random() * w} ${y}q${80 * unit} ${6 * unit} ${between(canvas, 120, 300) * unit} 0`,
          "#5f3d26",
          2 * unit,
          'opacity=".35"',
        ),
      );
    }
    const [x, y] = [w * 0.46, h * 0.52];
    canvas.add(
      circle(x + 16 * unit, y + 22 * unit, 380 * unit, "#2a1a10", 'opacity=".4"'),
      circle(x, y, 380 * unit, "#f4ead6"),
      circle(x, y, 372 * unit, "none", `stroke="#0e5a73" stroke-width="${10 * unit}"`),
      circle(x, y, 290 * unit, "#fffdf8"),
    );
    for (const [i, turn] of [-8, 4, -3, 9].entries())
      fish(canvas, x - 20 * unit, y + (i - 1.5) * 122 * unit, 1.35, ["#8fa3ad", "#4a606c"], turn);
    const lemon = (at: number, up: number) =>
      circle(at, up, 70 * unit, "#ffd84d") +
      circle(at, up, 56 * unit, "#fff3b0") +
      times(8, (i) =>
        line(
          `M${at} ${up}l${Math.cos((i * Math.PI) / 4) * 52 * unit} ${Math.sin((i * Math.PI) / 4) * 52 * unit}`,
          "#ffd84d",
          6 * unit,
        ),
      );
    canvas.add(lemon(x + 250 * unit, y - 190 * unit), lemon(x + 290 * unit, y + 150 * unit));
    const leaf = (i: number) =>
      `<ellipse cx="${(x - 240 * unit + i * 42 * unit).toFixed(0)}" cy="${(y - 262 * unit + (i % 2) * 26 * unit).toFixed(0)}" rx="${28 * unit}" ry="${12 * unit}" fill="#1f7a4f" transform="rotate(${i * 40} ${x - 240 * unit + i * 42 * unit} ${y - 262 * unit})"/>`;
    canvas.add(times(6, leaf));
  },

  lighthouse(canvas) {
    const { width: w, height: h, unit } = canvas;
    sky(canvas, morning, h * 0.62);
    clouds(canvas, "#ffffff", 8, h * 0.1, h * 0.45, 0.7);
    sea(canvas, morning, h * 0.62, 6, 0.9);
    headland(canvas, morning, { side: "right", horizon: h * 0.66, reach: 0.72, height: 260, tone: 2 });
    lighthouse(canvas, w * 0.8, h * 0.66 - 205 * unit, 1.15, "#fff0b0");
    rock(canvas, morning, w * 0.24, h * 0.72, 0.9);
    gulls(canvas, "#1f4a5a", 9, h * 0.12, h * 0.5);
  },

  rainDay(canvas) {
    const { width: w, height: h, unit } = canvas;
    sky(canvas, storm, h * 0.5);
    clouds(canvas, "#39474f", 12, 0, h * 0.3, 0.7);
    sea(canvas, storm, h * 0.5, 7, 1.7);
    headland(canvas, storm, { side: "left", horizon: h * 0.52, reach: 0.34, height: 220, tone: 1 });
    canvas.add(
      times(260, () => {
        const [x, y, l] = [canvas.random() * w * 1.1, canvas.random() * h, between(canvas, 30, 90) * unit];
        return line(
          `M${x.toFixed(0)} ${y.toFixed(0)}l${(-l * 0.3).toFixed(0)} ${l.toFixed(0)}`,
          "#e6efe8",
          2 * unit,
          'opacity=".35"',
        );
      }),
    );
  },

  rainbow(canvas) {
    const { width: w, height: h } = canvas;
    sky(canvas, { ...storm, sky: ["#4a6a80", "#7fa3b0", "#c4d8d0", "#f0e8cc"] }, h * 0.6);
    clouds(canvas, "#5f7f90", 8, 0, h * 0.25, 0.6);
    rainbow(canvas, w * 0.58, h * 0.6, w * 0.36);
    sea(canvas, morning, h * 0.6, 6, 0.8);
    headland(canvas, morning, { side: "left", horizon: h * 0.61, reach: 0.4, height: 180, tone: 1 });
    beach(canvas, morning, h * 0.9);
  },

  wax(canvas) {
    const { width: w, height: h, unit } = canvas;
    canvas.add(
      rect(
        0,
        0,
        w,
        h,
        canvas.gradient([
          [0, "#f3dcae"],
          [1, "#d8b37c"],
        ]),
      ),
    );
    speckle(canvas, "#a5824f", 0, h, 600);
    canvas.add(
      `<g transform="rotate(14 ${w / 2} ${h / 2})">${rect(w * 0.16 + 20 * unit, -h * 0.2, w * 0.62, h * 1.5, "#7a5c36", 'opacity=".35"')}</g>`,
    );
    board(canvas, w * 0.34, h * 1.18, 4.4, ["#fff3d8", "#12938f"], 14);
    canvas.add(
      `<g transform="translate(${w * 0.6} ${h * 0.6}) rotate(-18) scale(${unit})">${rect(-110, -60, 230, 130, "#000", 'opacity=".25" rx="26"')}${rect(-120, -75, 230, 130, "#ffc94d", 'rx="26"')}${rect(-104, -62, 198, 40, "#ffe9a8", 'rx="20"')}</g>`,
      times(90, () =>
        circle(
          w * 0.5 + between(canvas, -190, 190) * unit,
          h * 0.42 + between(canvas, -240, 200) * unit,
          between(canvas, 5, 12) * unit,
          "#ffffff",
          'opacity=".55"',
        ),
      ),
    );
  },

  duckDive(canvas) {
    const { width: w, height: h, unit } = canvas;
    canvas.add(
      rect(
        0,
        0,
        w,
        h,
        canvas.gradient([
          [0, "#bff0e6"],
          [0.18, "#4fc0c6"],
          [0.55, "#0e7a93"],
          [1, "#06304a"],
        ]),
      ),
    );
    beams(canvas, w * 0.55, -h * 0.1, "#eafff6", 0.2);
    foamFromAbove(canvas, "#ffffff", 0, h * 0.12, 3);
    for (let i = 0; i < 13; i++) {
      const [x, y] = [between(canvas, 0.08, 0.9) * w, between(canvas, 0.34, 0.8) * h];
      fish(
        canvas,
        x,
        y,
        between(canvas, 0.35, 0.75),
        i % 3 === 0 ? ["#ffc94d", "#ff6f43"] : ["#9fd8d4", "#3f93a0"],
        between(canvas, -14, 14),
      );
    }
    canvas.add(
      times(70, () =>
        circle(
          w * 0.35 + between(canvas, -160, 160) * unit,
          between(canvas, 0.1, 0.66) * h,
          between(canvas, 3, 16) * unit,
          "none",
          `stroke="#eafff6" stroke-width="${(3 * unit).toFixed(1)}" opacity=".6"`,
        ),
      ),
    );
    for (let i = 0; i < 9; i++) {
      const x = (w / 8) * i + between(canvas, -60, 60) * unit;
      const tall = between(canvas, 120, 330) * unit;
      canvas.add(
        line(
          `M${x} ${h}q${-60 * unit} ${-tall * 0.5} 0 ${-tall}M${x + 30 * unit} ${h}q${80 * unit} ${-tall * 0.4} ${20 * unit} ${-tall * 0.8}`,
          ["#d93a6e", "#ff8a5e", "#1f7a4f"][i % 3]!,
          26 * unit,
          'opacity=".85"',
        ),
      );
    }
  },

  roadTrip(canvas) {
    const { width: w, height: h } = canvas;
    sky(canvas, noon, h * 0.52);
    clouds(canvas, "#ffffff", 6, h * 0.05, h * 0.3, 0.75);
    sea(canvas, noon, h * 0.46, 3, 0.3);
    hills(canvas, noon, h * 0.52, [60, 34]);
    hills(canvas, { ...noon, land: ["#c9a85c", "#b8934c", "#b8934c"] }, h * 0.62, [30]);
    road(canvas, noon, h * 0.57);
    grass(canvas, "#7a6a34", h * 0.8, 130);
    van(canvas, w * 0.68, h * 0.73, 0.32, "#12938f");
  },
} satisfies Readonly<Record<string, (canvas: Canvas) => void>>;
