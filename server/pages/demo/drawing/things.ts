import { type Canvas, between, circle, line, placed, rect, shape, times } from "./canvas.ts";

/** A surfboard standing on its tail at a place, 600 units long at size 1. */
export function board(
  canvas: Canvas,
  x: number,
  y: number,
  size: number,
  [deck, stripe]: readonly [string, string],
  turn = 0,
): void {
  const outline = "M0 0C-46-40-66-150-64-300C-62-450-36-560 0-600C36-560 62-450 64-300C66-150 46-40 0 0Z";
  const id = canvas.gradient(
    [
      [0, deck],
      [0.55, deck],
      [1, "#00000055"],
    ],
    "across",
  );
  const svg =
    shape(outline, deck) +
    shape("M-63-330C-62-300-62-270-62-240L62-240C62-270 62-300 63-330Z", stripe) +
    shape("M-60-200L60-200L58-170L-58-170Z", stripe, 'opacity=".7"') +
    line("M0-4L0-596", "#0b2530", 3, 'opacity=".45"') +
    shape(outline, id, 'opacity=".35"') +
    line(outline, "#0b2530", 5, 'opacity=".85"');
  canvas.add(placed(x, y, size * canvas.unit, svg, turn));
}

/** Someone standing with a board under the arm, seen against the light. */
export function walker(canvas: Canvas, x: number, y: number, size: number, color: string, turn = 12): void {
  const svg =
    shape("M-150-176C-80-206 110-214 190-170C110-146-80-146-150-176Z", color) +
    circle(0, -268, 25, color) +
    shape("M-26-238C-34-200-32-150-26-120L26-120C34-160 32-206 24-238C10-250-12-250-26-238Z", color) +
    shape("M-26-124L-40 0L-18 0L0-96L18 0L42 0L26-124Z", color) +
    line("M22-226Q56-190 40-164", color, 16);
  canvas.add(placed(x, y, size * canvas.unit, `<g transform="rotate(${(turn - 12) / 3})">${svg}</g>`));
}

/** A surfer low on a board. */
export function surfer(
  canvas: Canvas,
  x: number,
  y: number,
  size: number,
  color: string,
  boardColor: string,
  turn = -10,
): void {
  const svg =
    shape("M-130 26C-60 6 90 6 150-8C110 44-70 52-130 26Z", boardColor) +
    circle(-24, -112, 20, color) +
    shape("M-34-94C-46-70-38-52-14-36L-40 16L-16 20L14-30L44 12L68 6L34-52L12-84C0-98-24-102-34-94Z", color) +
    line("M-22-80Q-70-66-98-92", color, 13) +
    line("M8-74Q56-74 88-100", color, 13);
  canvas.add(placed(x, y, size * canvas.unit, svg, turn));
}

export function van(canvas: Canvas, x: number, y: number, size: number, paint: string): void {
  const wheel = (at: number) => circle(at, -34, 42, "#1d2a30") + circle(at, -34, 20, "#cfd8d6");
  const glass = "#bfe6e8";
  const svg =
    `<ellipse cx="0" cy="6" rx="310" ry="20" fill="#000" opacity=".25"/>` +
    shape("M-280-40C-290-150-272-250-236-262L190-262C232-258 268-190 284-140L288-40Z", "#fdf3dc") +
    shape("M-284-40L-282-150L282-150L290-40Z", paint) +
    line("M-282-150L282-150", "#0b2530", 5) +
    rect(-236, -236, 104, 72, glass, 'rx="12"') +
    rect(-114, -236, 116, 72, glass, 'rx="12"') +
    rect(20, -236, 104, 72, glass, 'rx="12"') +
    shape("M146-236L186-236C214-230 234-192 244-164L146-164Z", glass) +
    circle(276, -96, 17, "#ffe9a8") +
    rect(-292, -62, 588, 20, "#e8e2d2", 'rx="8"') +
    wheel(-170) +
    wheel(172) +
    line("M-250-276L230-276M-200-262L-200-276M150-262L150-276", "#0b2530", 8) +
    shape("M-270-290C-140-312 150-312 260-290C150-276-140-276-270-290Z", "#ffc94d") +
    shape("M-240-308C-110-330 140-328 236-308C140-296-110-296-240-308Z", "#ff6f43") +
    line("M-280-40C-290-150-272-250-236-262L190-262C232-258 268-190 284-140L288-40Z", "#0b2530", 5, 'opacity=".7"');
  canvas.add(placed(x, y, size * canvas.unit, svg));
}

export function tent(canvas: Canvas, x: number, y: number, size: number, paint: string, glow: string): void {
  const inside = canvas.gradient([
    [0, glow],
    [1, paint],
  ]);
  const svg =
    shape("M-220 0L-20-230L210 0Z", inside) +
    shape("M-20-230L210 0L70 0Z", "#000", 'opacity=".28"') +
    shape("M-20-230L-70 0L28 0Z", glow) +
    line("M-20-230L-70 0M-20-230L28 0M-20-230L-270 14M-20-230L262 14", "#0b2530", 4, 'opacity=".6"');
  canvas.add(placed(x, y, size * canvas.unit, svg));
}

/** A fire with its light on the ground. */
export function fire(canvas: Canvas, x: number, y: number, size: number): void {
  const light = canvas.gradient(
    [
      [0, "#ffb347", 0.85],
      [0.4, "#ff7a3c", 0.35],
      [1, "#ff7a3c", 0],
    ],
    "out",
  );
  const sparks = times(36, () =>
    circle(
      between(canvas, -120, 120),
      between(canvas, -420, -90),
      between(canvas, 1.5, 4.5),
      "#ffd27a",
      `opacity="${between(canvas, 0.4, 1).toFixed(2)}"`,
    ),
  );
  const svg =
    `<ellipse cx="0" cy="-30" rx="620" ry="380" fill="${light}"/>` +
    line("M-90 8L90-24M-90-24L90 8M-60 18L70 18", "#4a2c20", 24) +
    shape("M-74 0C-100-80-30-110-44-190C10-150 6-110 22-92C36-120 30-150 26-176C84-120 96-50 70 0Z", "#ff6f43") +
    shape("M-46 0C-60-56-14-76-20-126C20-92 22-66 30-54C40-70 40-84 38-94C66-60 62-26 46 0Z", "#ffb347") +
    shape("M-22 0C-28-34 0-46-2-76C24-50 34-24 22 0Z", "#fff0b0") +
    sparks;
  canvas.add(placed(x, y, size * canvas.unit, svg));
}

/** Someone sitting, seen from behind. */
export function sitter(canvas: Canvas, x: number, y: number, size: number, color: string): void {
  const svg = circle(0, -128, 26, color) + shape("M-52 0C-62-60-46-100-18-106L18-106C46-100 62-60 52 0Z", color);
  canvas.add(placed(x, y, size * canvas.unit, svg));
}

/** A beach umbrella from above, its shadow beside it. */
export function umbrella(canvas: Canvas, x: number, y: number, size: number, colors: readonly [string, string]): void {
  const slices = times(12, (i) => {
    const at = (turn: number) =>
      `${(Math.cos((turn * Math.PI) / 6) * 200).toFixed(1)} ${(Math.sin((turn * Math.PI) / 6) * 200).toFixed(1)}`;
    return shape(`M0 0L${at(i)}A200 200 0 0 1 ${at(i + 1)}Z`, colors[i % 2]!);
  });
  const svg =
    `<ellipse cx="90" cy="80" rx="206" ry="198" fill="#5a4630" opacity=".35"/>` +
    slices +
    circle(0, 0, 200, "none", 'stroke="#0b2530" stroke-width="5" opacity="1"') +
    circle(0, 0, 12, "#0b2530");
  canvas.add(placed(x, y, size * canvas.unit, svg));
}

/** A towel from above. */
export function towel(
  canvas: Canvas,
  x: number,
  y: number,
  size: number,
  [cloth, stripe]: readonly [string, string],
  turn: number,
): void {
  const svg =
    rect(-74, -164, 160, 336, "#5a4630", 'opacity=".28" rx="8"') +
    rect(-80, -170, 160, 340, cloth, 'rx="8"') +
    times(5, (i) => rect(-80, -140 + i * 64, 160, 24, stripe));
  canvas.add(placed(x, y, size * canvas.unit, svg, turn));
}

export function fish(
  canvas: Canvas,
  x: number,
  y: number,
  size: number,
  [body, fin]: readonly [string, string],
  turn = 0,
): void {
  const svg =
    shape("M-70 0L-124-42Q-108 0-124 42Z", fin) +
    shape("M-84 0C-40-54 50-58 104 0C50 58-40 54-84 0Z", body) +
    shape("M-20-42Q10-86 46-38Z", fin) +
    line("M44-32Q30 0 44 32", fin, 7) +
    circle(70, -10, 9, "#fff") +
    circle(72, -10, 5, "#0b2530");
  canvas.add(placed(x, y, size * canvas.unit, svg, turn));
}

/** A mug with steam. */
export function mug(canvas: Canvas, x: number, y: number, size: number, paint: string): void {
  const shine = canvas.gradient(
    [
      [0, "#ffffff", 0.35],
      [0.35, "#ffffff", 0],
      [1, "#000000", 0.3],
    ],
    "across",
  );
  const cup = "M-130-240L130-240L116-20Q112 0 90 0L-90 0Q-112 0-116-20Z";
  const steam = [-50, 0, 52].map((at) => `M${at}-270C${at - 50}-340 ${at + 56}-390 ${at}-470`).join("");
  const svg =
    `<ellipse cx="10" cy="4" rx="170" ry="22" fill="#000" opacity=".3"/>` +
    line("M124-190C220-200 220-70 112-70", paint, 30) +
    shape(cup, paint) +
    shape("M-124-150L124-150L121-110L-121-110Z", "#ffffff", 'opacity=".85"') +
    shape(cup, shine) +
    `<ellipse cx="0" cy="-240" rx="130" ry="26" fill="#fdf3dc"/><ellipse cx="0" cy="-238" rx="112" ry="19" fill="#4a2c20"/>` +
    line(steam, "#ffffff", 14, `opacity=".5" ${canvas.blur(7)}`);
  canvas.add(placed(x, y, size * canvas.unit, svg));
}

/** Bulbs on a string between two points. */
export function bulbs(canvas: Canvas, from: readonly [number, number], to: readonly [number, number]): void {
  const { unit } = canvas;
  const sag = 70 * unit;
  const at = (t: number): [number, number] => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t + Math.sin(t * Math.PI) * sag,
  ];
  const wire = times(
    20,
    (i) =>
      `${i === 0 ? "M" : "L"}${at(i / 19)
        .map((n) => n.toFixed(0))
        .join(" ")}`,
  );
  const glow = canvas.gradient(
    [
      [0, "#ffe9a8", 0.9],
      [1, "#ffb347", 0],
    ],
    "out",
  );
  canvas.add(
    line(wire, "#0b1526", 3 * unit),
    times(9, (i) => {
      const [x, y] = at((i + 0.5) / 9);
      return circle(x, y + 10 * unit, 40 * unit, glow) + circle(x, y + 10 * unit, 9 * unit, "#fff3c9");
    }),
  );
}
