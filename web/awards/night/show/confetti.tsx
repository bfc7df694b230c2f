import { use, useEffect, useRef } from "react";
import { gradientOf } from "#contract/award-look.ts";
import { letFall } from "../../../ui/confetti/let-fall.ts";
import { CardClock } from "./card-clock.ts";

/**
 * Wave-shaped paper in the colours of an award, from `from` milliseconds after the card begins. Where each piece is follows from the
 * card's time, so that a screen that joins late shows it in mid-air, as all others do.
 */
export function Confetti({ color, from }: { color: string; from: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const elapsed = use(CardClock);
  useEffect(() => {
    const paper = canvas.current;
    if (!paper || matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    return letFall(paper, {
      elapsed: () => elapsed() - from,
      colors: () => [...gradientOf(color), ...rolesOf(paper)],
    });
  }, [color, from, elapsed]);
  return <canvas ref={canvas} aria-hidden="true" className="show-confetti" />;
}

function rolesOf(paper: Element): readonly string[] {
  const roles = getComputedStyle(paper);
  return ["--spot", "--card", "--action"].map((role) => roles.getPropertyValue(role));
}
