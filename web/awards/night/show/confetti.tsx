import { use, useEffect, useRef } from "react";
import { gradientOf } from "#contract/award-look.ts";
import { letFall } from "../../../ui/confetti/let-fall.ts";
import { CardClock } from "./card-clock.ts";

/** The colours of the confetti that belongs to no award. */
const allColors = ["red", "orange", "yellow", "green", "blue", "purple", "pink"];

/**
 * Falling pieces of paper in the shape of waves. They have the colours of an award, or of all awards if there is no `color`. They start
 * `from` milliseconds after the card begins.
 * Where each piece is follows from the card's time, so that a screen that joins late shows it in mid-air, as all others do.
 */
export function Confetti({ color, from }: { color?: string; from: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const elapsed = use(CardClock);
  useEffect(() => {
    const paper = canvas.current;
    if (!paper || matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    return letFall(paper, {
      elapsed: () => elapsed() - from,
      colors: () => [
        ...(color === undefined ? allColors : [color]).flatMap((one) => gradientOf(one)),
        ...rolesOf(paper),
      ],
    });
  }, [color, from, elapsed]);
  return <canvas ref={canvas} aria-hidden="true" className="show-confetti" />;
}

function rolesOf(paper: Element): readonly string[] {
  const roles = getComputedStyle(paper);
  return ["--spot", "--card", "--action"].map((role) => roles.getPropertyValue(role));
}
