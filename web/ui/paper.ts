import confetti from "canvas-confetti";

/** The shape of the paper: a wave in a 24 × 24 box. */
const wave = "M1 19c3 0 5-2 6-6C8 7 12 3 17 4c4 1 6 4 6 7-2-2-5-2-6 0-1 3 2 6 6 6v2Z";

/** Throws wave-shaped confetti over the whole page and resolves when it has landed. */
export async function throwPaper(): Promise<void> {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  canvas.style.cssText = "position:fixed;inset:0;width:100%;height:100%;pointer-events:none;z-index:80";
  document.body.append(canvas);
  // The Content-Security-Policy refuses the library's worker, which it loads from a blob.
  const fire = confetti.create(canvas, { resize: true, useWorker: false });
  const roles = getComputedStyle(document.documentElement);
  const paper = {
    shapes: [confetti.shapeFromPath({ path: wave })],
    colors: ["--coral", "--sun", "--lagoon", "--hibiscus", "--palm"].map((name) => roles.getPropertyValue(name).trim()),
    scalar: 1.3,
    ticks: 220,
    gravity: 0.9,
  };
  await Promise.all([
    fire({ ...paper, particleCount: 70, angle: 60, spread: 65, origin: { x: 0, y: 0.75 } }),
    fire({ ...paper, particleCount: 70, angle: 120, spread: 65, origin: { x: 1, y: 0.75 } }),
  ]);
  canvas.remove();
}
