import { create } from "qrcode";
import { expect, test } from "vitest";
import { qrPath } from "./qr-code.tsx";

const link = "https://swellmates.example/join-squad/0190b2a4-8f5c-7cc0-9d5e-0f1e2d3c4b5a?invite=aB3_-xyz";

test("a QR code draws each dark module as a square, two modules from the edge", () => {
  const code = create(link).modules;
  const { path, modules } = qrPath(link);
  expect(modules).toBe(code.size + 4);
  const squares = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x) - 2, Number(y) - 2]);
  expect(path).toBe(squares.map(([x = 0, y = 0]) => `M${x + 2} ${y + 2}h1v1h-1z`).join(""));
  const dark = Array.from({ length: code.size ** 2 }, (_, at) => [at % code.size, Math.floor(at / code.size)]).filter(
    ([x = 0, y = 0]) => code.get(y, x),
  );
  expect(squares).toEqual(dark);
  expect(dark.length).toBeGreaterThan(code.size);
});
