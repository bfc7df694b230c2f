import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import * as lucide from "lucide-react";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pathOf } from "../../vite.icons.ts";

const web = path.resolve(import.meta.dirname, "../../web");
const codes = readdirSync(web, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => readFileSync(path.join(web, file), "utf8"));
const imported = codes
  .flatMap((code) => [...code.matchAll(/import \{([^}]+)\} from "lucide-react";/g)])
  .flatMap(([, names = ""]) => names.split(","))
  .map((name) => name.trim().split(" as ")[0]!)
  .filter((name) => name !== "");

// The server lets sharp read no SVG, and its tests may have run before in this process.
const readSvg = { operation: ["VipsForeignLoadSvg"] };
beforeAll(() => sharp.unblock(readSvg));
afterAll(() => sharp.block(readSvg));

/** The darkness of each pixel of black lines on white, 0 to 255. */
const pixelsOf = (svg: string) =>
  sharp(Buffer.from(svg)).resize(96).flatten({ background: "white" }).greyscale().raw().toBuffer();

test.each([...new Set(imported)].sort())("%s as one path looks as lucide draws it", async (name) => {
  const Icon = (lucide as unknown as Record<string, ComponentType<{ color: string }>>)[name]!;
  const theirs = renderToStaticMarkup(createElement(Icon, { color: "black" }));
  const ours = theirs.replace(/(<svg[^>]*>).*(<\/svg>)/, `$1<path d="${pathOf(name)}"/>$2`);
  const [one, other] = await Promise.all([pixelsOf(theirs), pixelsOf(ours)]);
  expect(one.some((pixel) => pixel < 50)).toBe(true);
  const difference = one.reduce((sum, pixel, index) => sum + Math.abs(pixel - other[index]!), 0) / one.length;
  // Where lines cross, two paths and one have other edges. The smallest dot, if it were missing, would make 1.4.
  expect(difference).toBeLessThan(0.6);
});
