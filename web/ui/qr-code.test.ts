import jsQR from "jsqr";
import { expect, test } from "vitest";
import { qrPath } from "./qr-code.tsx";

const link = "https://swellmates.example/join-squad/0190b2a4-8f5c-7cc0-9d5e-0f1e2d3c4b5a?invite=aB3_-xyz";
const { path, modules } = qrPath(link);
const squares = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));

test("a QR code draws each dark module as a square, at least two modules from the edge", () => {
  expect(path).toBe(squares.map(({ x, y }) => `M${x} ${y}h1v1h-1z`).join(""));
  for (const at of squares.flatMap(({ x, y }) => [x, y])) {
    expect(at).toBeGreaterThanOrEqual(2);
    expect(at).toBeLessThan(modules - 2);
  }
});

test("a QR code reader finds the link in the drawing", () => {
  const scale = 4;
  const side = modules * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const { x, y } of squares)
    for (let at = 0; at < scale * scale; at++) {
      const pixel = (y * scale + Math.floor(at / scale)) * side + x * scale + (at % scale);
      pixels.fill(0, pixel * 4, pixel * 4 + 3);
    }
  expect(jsQR(pixels, side, side)?.data).toBe(link);
});
