/**
 * Throws wave-shaped confetti over the whole page and resolves when it has landed. Does nothing for people who prefer reduced motion. The code
 * that draws it loads with the first throw.
 */
export async function throwConfetti(): Promise<void> {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { letFall } = await import("./let-fall.ts");
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  canvas.style.cssText = "position:fixed;inset:0;width:100%;height:100%;pointer-events:none;z-index:80";
  document.body.append(canvas);
  const startedAt = performance.now();
  const roles = getComputedStyle(document.documentElement);
  const colors = ["--coral", "--sun", "--lagoon", "--hibiscus", "--palm"].map((name) => roles.getPropertyValue(name));
  await new Promise<void>((resolve) => {
    letFall(canvas, { elapsed: () => performance.now() - startedAt, colors: () => colors, landed: resolve });
  });
  canvas.remove();
}
