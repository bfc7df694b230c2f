import type { CSSProperties } from "react";
import { gradientOf } from "../../colors.ts";

/** The shape of the paper: a wave in a 24 × 24 box. */
const wave = "M1 19c3 0 5-2 6-6C8 7 12 3 17 4c4 1 6 4 6 7-2-2-5-2-6 0-1 3 2 6 6 6v2Z";
const pieceCount = 48;

/** A number from 0 to 1 that is the same on all screens. Multiples of these steps never cluster. */
const spread = (piece: number, step: number) => (piece * step) % 1;

/**
 * Wave-shaped paper in the colours of an award. CSS moves it, so that a screen that joins late shows it in mid-air, as all others do.
 * (The library of `throwConfetti` draws each frame by script and starts when the page does.)
 */
export function Confetti({ color }: { color: string }) {
  const colors = [...gradientOf(color), "var(--spot)", "var(--card)", "var(--action)"];
  return (
    <div aria-hidden="true" className="show-confetti">
      {Array.from({ length: pieceCount }, (_, piece) => (
        <svg
          key={piece}
          viewBox="0 0 24 24"
          fill={colors[piece % colors.length]}
          style={
            {
              "--x": spread(piece, 0.618) * 2 - 1,
              "--up": 0.25 + 0.75 * spread(piece, 0.755),
              "--turn": `${Math.round(400 + 900 * spread(piece, 0.569))}deg`,
              "--late": `${Math.round(260 * spread(piece, 0.819))}ms`,
              "--size": 0.7 + 0.6 * spread(piece, 0.37),
            } as CSSProperties
          }
        >
          <path d={wave} />
        </svg>
      ))}
    </div>
  );
}
