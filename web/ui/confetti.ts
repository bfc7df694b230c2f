/**
 * Throws wave-shaped confetti over the whole page and resolves when it has landed. Does nothing for people who prefer
 * reduced motion. The code and the library load with the first throw.
 */
export async function throwConfetti(): Promise<void> {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { throwPaper } = await import("./paper.ts");
  await throwPaper();
}
