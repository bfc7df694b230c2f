/** How many pieces of paper fly, and for how long. */
export const pieceCount = 70;
export const lastsMs = 5200;

/** How fast the air slows a piece, and how fast it falls in the end, in heights of the screen a second. */
const drag = 2.6;
const fall = 0.34;

/** A number from 0 to 1 that is the same on all screens. Multiples of these steps never cluster. */
const spread = (piece: number, step: number) => (piece * step) % 1;

/**
 * Where a piece of confetti is after some seconds, the same on every screen: from the middle, in widths and heights of the screen, with its
 * turn in radians. `flip` is how much of its face shows, from -1 to 1; `size` is a share of the shorter side.
 */
export function flightOf(piece: number, seconds: number) {
  const angle = -Math.PI * (0.08 + 0.84 * spread(piece, 0.618));
  const speed = 1.1 + 1.7 * spread(piece, 0.755);
  const slowed = (1 - Math.exp(-drag * seconds)) / drag;
  const spin = 2 + 5 * spread(piece, 0.569);
  const sway = 0.015 * Math.sin(seconds * (1.5 + 2 * spread(piece, 0.37)) + piece) * Math.min(1, seconds);
  return {
    x: Math.cos(angle) * speed * slowed + sway,
    y: Math.sin(angle) * speed * slowed + fall * (seconds - slowed),
    turn: spin * seconds * (piece % 2 === 0 ? 1 : -1),
    flip: Math.cos(seconds * spin * 1.3 + piece),
    size: 0.042 + 0.034 * spread(piece, 0.819),
  };
}
