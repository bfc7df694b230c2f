import { flightOf, lastsMs, pieceCount } from "./flight.ts";

/** The shape of the paper: a wave in a 24 × 24 box. */
const wave = "M1 19c3 0 5-2 6-6C8 7 12 3 17 4c4 1 6 4 6 7-2-2-5-2-6 0-1 3 2 6 6 6v2Z";
const box = 24;
/** A canvas of more pixels costs a phone frames, and nobody sees the difference in falling paper. */
const maxPixels = 1_000_000;

interface Fall {
  /** The milliseconds since the paper was thrown; negative before. */
  readonly elapsed: () => number;
  /** Called with the first piece in the air. */
  readonly colors: () => readonly string[];
  readonly landed?: () => void;
}

/**
 * Draws paper on a canvas until it has fallen out of it. Returns a function that stops that. Elements that CSS moves would cost a slow phone four
 * times as much.
 */
export function letFall(canvas: HTMLCanvasElement, { elapsed, colors, landed }: Fall): () => void {
  const pen = canvas.getContext("2d")!;
  const shape = new Path2D(wave);
  let paints: readonly string[] | undefined;
  let isFitted = false;
  let frame = 0;
  const draw = () => {
    const ms = elapsed();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    if (ms > lastsMs) {
      stop();
      landed?.();
      return;
    }
    if (ms > 0) {
      // Both make the browser compute the styles of the page, which takes a slow phone a frame, so they wait until it has them.
      paints ??= colors();
      if (!isFitted) fit(canvas);
      isFitted = true;
      drawPieces(pen, shape, paints, ms);
    }
    // A hidden page draws nothing, and goes on where all are.
    frame = requestAnimationFrame(draw);
  };
  const refit = () => (isFitted = false);
  const stop = () => {
    cancelAnimationFrame(frame);
    removeEventListener("resize", refit);
  };
  frame = requestAnimationFrame(draw);
  addEventListener("resize", refit);
  return stop;
}

function fit(canvas: HTMLCanvasElement): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = Math.min(devicePixelRatio, Math.sqrt(maxPixels / Math.max(1, width * height)));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
}

function drawPieces(pen: CanvasRenderingContext2D, shape: Path2D, paints: readonly string[], ms: number): void {
  const { width, height } = pen.canvas;
  const unit = Math.min(width, height);
  for (let piece = 0; piece < pieceCount; piece++) {
    const { x, y, turn, flip, size } = flightOf(piece, ms / 1000);
    const scale = (size * unit) / box;
    pen.setTransform(scale, 0, 0, scale, width * (0.5 + x), height * (0.42 + y));
    pen.rotate(turn);
    pen.scale(1, flip);
    pen.translate(-box / 2, -box / 2);
    pen.fillStyle = paints[piece % paints.length]!;
    pen.fill(shape);
  }
}
