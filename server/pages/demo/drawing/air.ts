import { type Canvas, type Stop, between, circle, line, rect, shape, times } from "./canvas.ts";

/** The light of an hour: the sky from the top down to the horizon, and the sea from there to one's feet. */
export interface Light {
  readonly sky: readonly string[];
  readonly sun: string;
  readonly sea: readonly [far: string, middle: string, near: string];
  readonly foam: string;
  /** Land seen against this light, the farthest first. */
  readonly land: readonly [string, string, string];
  readonly sand: readonly [string, string];
}

export const lights = {
  dawn: {
    sky: ["#3d4f86", "#a26a9a", "#f08a7c", "#ffc08a"],
    sun: "#ffe2a0",
    sea: ["#f0a184", "#3f7f95", "#0f4a63"],
    foam: "#fff0dc",
    land: ["#b0728f", "#6d4c78", "#2e2f52"],
    sand: ["#d9a98c", "#8d6a6f"],
  },
  morning: {
    sky: ["#4fb0cf", "#8fd3df", "#d5eee2", "#fbe8c4"],
    sun: "#fff3c9",
    sea: ["#79c9cf", "#1f9aa5", "#0c5d78"],
    foam: "#f4fbf4",
    land: ["#8fb7b0", "#4f8f80", "#1f6a5a"],
    sand: ["#f3dcae", "#d8b37c"],
  },
  noon: {
    sky: ["#2f9ccb", "#63bede", "#a8e0e8", "#e4f6ee"],
    sun: "#fffbe6",
    sea: ["#4fc0c6", "#12938f", "#0b5f83"],
    foam: "#ffffff",
    land: ["#a8bfa0", "#6f9a62", "#3c7a4c"],
    sand: ["#f8e6bd", "#e2c08a"],
  },
  golden: {
    sky: ["#5d6ea8", "#f0967c", "#ffb35c", "#ffe08a"],
    sun: "#fff0b0",
    sea: ["#ffc26b", "#d0715a", "#23506a"],
    foam: "#fff2d0",
    land: ["#d98a5e", "#93524e", "#3b2b40"],
    sand: ["#e8ab6c", "#a5674c"],
  },
  dusk: {
    sky: ["#232350", "#6d3a7c", "#d84b6c", "#ff8f5a"],
    sun: "#ffc94d",
    sea: ["#e8686a", "#5a3a78", "#1a2450"],
    foam: "#ffd9c4",
    land: ["#7a3a6a", "#452a5a", "#171a38"],
    sand: ["#9a5568", "#4f3450"],
  },
  night: {
    sky: ["#050b1e", "#0d1c3e", "#1b3560", "#3b5c84"],
    sun: "#f4f0d8",
    sea: ["#3f6488", "#16345a", "#071630"],
    foam: "#b8d0e4",
    land: ["#1c3354", "#11223e", "#070f20"],
    sand: ["#2d4260", "#131f38"],
  },
  storm: {
    sky: ["#39474f", "#5f7377", "#8fa09b", "#c8d0bf"],
    sun: "#f4f2dd",
    sea: ["#9aaea4", "#4a7473", "#1b3f48"],
    foam: "#eef3ea",
    land: ["#7d8f88", "#4c625f", "#263b3d"],
    sand: ["#b5ab90", "#7d7765"],
  },
} as const satisfies Readonly<Record<string, Light>>;

/** The sky down to the horizon, `y` in pixels. */
export function sky(canvas: Canvas, light: Light, horizon: number): void {
  const stops = light.sky.map((color, i): Stop => [i / (light.sky.length - 1), color]);
  canvas.add(rect(0, 0, canvas.width, horizon + 2, canvas.gradient(stops)));
}

/** A sun or moon with its glow. */
export function sun(canvas: Canvas, light: Light, x: number, y: number, radius: number): void {
  const glow = canvas.gradient(
    [
      [0, light.sun, 0.9],
      [0.25, light.sun, 0.45],
      [1, light.sun, 0],
    ],
    "out",
  );
  canvas.add(circle(x, y, radius * 4.2, glow), circle(x, y, radius, light.sun));
}

/** Flat-footed clouds between two heights. */
export function clouds(canvas: Canvas, color: string, count: number, low: number, high: number, opacity = 0.5): void {
  const { width, unit } = canvas;
  for (let i = 0; i < count; i++) {
    const [x, y] = [between(canvas, -0.1, 0.95) * width, between(canvas, low, high)];
    const length = between(canvas, 140, 330) * unit;
    const puff = (k: number) => {
      const radius = length * between(canvas, 0.11, 0.19) * (1 - Math.abs(k - 2) * 0.2);
      return `M${x + length * (0.16 + k * 0.17) - radius} ${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0Z`;
    };
    const foot = length * 0.035;
    const body = `M${x} ${y}h${length}a${foot} ${foot} 0 0 1 0 ${2 * foot}h${-length}a${foot} ${foot} 0 0 1 0 ${-2 * foot}Z`;
    canvas.add(shape(body + times(5, puff), color, `opacity="${opacity}" fill-rule="nonzero"`));
  }
}

/** Beams from behind a cloud or a hill. */
export function beams(canvas: Canvas, x: number, y: number, color: string, opacity = 0.12): void {
  const reach = Math.max(canvas.width, canvas.height) * 1.4;
  const fan = times(14, (i) => {
    const angle = ((i + between(canvas, 0.2, 0.6)) / 14) * 2 * Math.PI;
    const spread = between(canvas, 0.06, 0.13);
    const at = (turn: number) =>
      `${(x + Math.cos(turn) * reach).toFixed(0)} ${(y + Math.sin(turn) * reach).toFixed(0)}`;
    return `M${x} ${y}L${at(angle - spread)}L${at(angle + spread)}Z`;
  });
  canvas.add(shape(fan, color, `opacity="${opacity}"`));
}

export function stars(canvas: Canvas, count: number, horizon: number): void {
  const { width, unit } = canvas;
  canvas.add(
    times(count, () =>
      circle(
        canvas.random() * width,
        canvas.random() ** 1.4 * horizon,
        between(canvas, 0.6, 2.6) * unit,
        canvas.random() > 0.8 ? "#ffe9c0" : "#ffffff",
        `opacity="${between(canvas, 0.3, 1).toFixed(2)}"`,
      ),
    ),
  );
}

/** The band of the Milky Way, from the upper left to the horizon on the right. */
export function milkyWay(canvas: Canvas, horizon: number): void {
  const { width, unit } = canvas;
  const haze = (color: string, wide: number, opacity: number) => {
    const paint = canvas.gradient(
      [
        [0, color, 0],
        [0.5, color, opacity],
        [1, color, 0],
      ],
      "across",
    );
    return rect((-wide / 2) * unit, -horizon, wide * unit, horizon * 2.4, paint);
  };
  const band = haze("#6f7fc4", 760, 0.4) + haze("#c9b8e8", 380, 0.36) + haze("#fff0d8", 110, 0.3);
  canvas.add(`<g transform="translate(${width * 0.5} ${horizon * 0.45}) rotate(-34)">${band}</g>`);
}

export function gulls(canvas: Canvas, color: string, count: number, top: number, bottom: number): void {
  const { width, unit } = canvas;
  canvas.add(
    times(count, () => {
      const [x, y] = [between(canvas, 0.1, 0.9) * width, between(canvas, top, bottom)];
      const wing = between(canvas, 14, 34) * unit;
      const path = `M${x - wing} ${y - wing * 0.35}Q${x - wing * 0.4} ${y - wing * 0.6} ${x} ${y}Q${x + wing * 0.45} ${y - wing * 0.7} ${x + wing} ${y - wing * 0.25}`;
      return line(path, color, wing * 0.16);
    }),
  );
}

/** A rainbow whose feet stand on the horizon. */
export function rainbow(canvas: Canvas, x: number, horizon: number, radius: number): void {
  const colors = ["#e0584f", "#f2994a", "#ffd25e", "#6fbf73", "#4aa3c9", "#7a6fc0"];
  const wide = radius * 0.035;
  const arcs = colors.map((color, i) => {
    const r = radius - i * wide;
    return line(`M${x - r} ${horizon}A${r} ${r} 0 0 1 ${x + r} ${horizon}`, color, wide * 1.15);
  });
  canvas.add(`<g opacity=".42" ${canvas.blur(wide * 0.5)}>${arcs.join("")}</g>`);
}
