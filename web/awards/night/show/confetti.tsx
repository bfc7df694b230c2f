import { use, useEffect, useRef } from "react";
import { gradientOf } from "#contract/award-look.ts";
import { CardClock } from "./card-clock.ts";
import { flightOf, lastsMs, pieceCount } from "./flight.ts";

/** The shape of the paper: a wave in a 24 × 24 box. */
const wave = "M1 19c3 0 5-2 6-6C8 7 12 3 17 4c4 1 6 4 6 7-2-2-5-2-6 0-1 3 2 6 6 6v2Z";
const box = 24;
/** A canvas of more pixels costs a phone frames, and nobody sees the difference in falling paper. */
const maxPixels = 1_000_000;

/**
 * Wave-shaped paper in the colours of an award, from `from` milliseconds after the card begins. Where each piece is follows from the
 * card's time, so that a screen that joins late shows it in mid-air, as all others do. (The library of `throwConfetti` starts when the page
 * does. Elements that CSS moves cost a slow phone four times as much.)
 */
export function Confetti({ color, from }: { color: string; from: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const elapsed = use(CardClock);
  useEffect(() => {
    const paper = canvas.current;
    const pen = paper?.getContext("2d");
    if (!paper || !pen || matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    const shape = new Path2D(wave);
    const gradient = gradientOf(color);
    let colors: readonly string[] | undefined;
    let isFilled = false;
    let frame = 0;
    const draw = () => {
      const ms = elapsed() - from;
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.clearRect(0, 0, paper.width, paper.height);
      if (ms > lastsMs) return;
      if (ms > 0) {
        // Both make the browser compute the styles of the page, which takes a slow phone a frame, so they wait until it has them.
        colors ??= [...gradient, ...colorsOf(paper)];
        if (!isFilled) fill();
        drawPieces(pen, paper, shape, colors, ms);
      }
      // A hidden page draws nothing, and goes on where all are.
      frame = requestAnimationFrame(draw);
    };
    const fill = () => {
      const { clientWidth: width, clientHeight: height } = paper;
      const scale = Math.min(devicePixelRatio, Math.sqrt(maxPixels / Math.max(1, width * height)));
      paper.width = Math.round(width * scale);
      paper.height = Math.round(height * scale);
      isFilled = true;
    };
    const resize = () => (isFilled = false);
    frame = requestAnimationFrame(draw);
    addEventListener("resize", resize);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("resize", resize);
    };
  }, [color, from, elapsed]);
  return <canvas ref={canvas} aria-hidden="true" className="show-confetti" />;
}

function colorsOf(paper: Element): readonly string[] {
  const roles = getComputedStyle(paper);
  return ["--spot", "--card", "--action"].map((role) => roles.getPropertyValue(role));
}

function drawPieces(
  pen: CanvasRenderingContext2D,
  { width, height }: HTMLCanvasElement,
  shape: Path2D,
  colors: readonly string[],
  ms: number,
): void {
  const unit = Math.min(width, height);
  for (let piece = 0; piece < pieceCount; piece++) {
    const { x, y, turn, flip, size } = flightOf(piece, ms / 1000);
    const scale = (size * unit) / box;
    pen.setTransform(scale, 0, 0, scale, width * (0.5 + x), height * (0.42 + y));
    pen.rotate(turn);
    pen.scale(1, flip);
    pen.translate(-box / 2, -box / 2);
    pen.fillStyle = colors[piece % colors.length]!;
    pen.fill(shape);
  }
}
