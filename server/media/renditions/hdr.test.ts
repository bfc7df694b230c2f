import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { stored } from "../fixtures/pictures.ts";
import { stillOf, transcode } from "./ffmpeg.ts";
import { openVideo, readVideoFacts } from "./video-facts.ts";

const hasToneMapping = spawnSync("ffmpeg", ["-hide_banner", "-filters"], { encoding: "utf8" }).stdout?.includes(
  "zscale",
);

const dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-hdr-"));
afterAll(() => rmSync(dir, { recursive: true }));

/**
 * The test videos show four colours above dark grey, mid grey, paper white and a light three times as bright, as phones record them: white
 * paper at 203 cd/m². These are the expected sRGB values.
 */
const expected = {
  red: [200, 50, 50],
  green: [50, 160, 50],
  blue: [50, 50, 180],
  yellow: [200, 180, 50],
  dark: [51, 51, 51],
  grey: [128, 128, 128],
} as const;

async function patchesOf(picture: Buffer) {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (column: number, row: number) => {
    const [x, y] = [Math.floor(info.width * (0.125 + column / 4)), Math.floor(info.height * (0.25 + row / 2))];
    return [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  };
  const [red, green, blue, yellow, dark, grey, white, light] = Array.from({ length: 8 }, (_, i) => at(i % 4, i >> 2));
  return {
    red: red!,
    green: green!,
    blue: blue!,
    yellow: yellow!,
    dark: dark!,
    grey: grey!,
    white: white!,
    light: light!,
  };
}

function expectNatural({ white, light, ...others }: Awaited<ReturnType<typeof patchesOf>>) {
  for (const [name, colour] of Object.entries(others)) {
    const wanted = expected[name as keyof typeof expected];
    // The two systems differ in how they treat saturated colours.
    const off = colour.map((value, i) => Math.abs(value - wanted[i]!));
    expect(Math.max(...off), `${name}: ${colour.join(",")}`).toBeLessThanOrEqual(55);
  }
  for (const grey of [others.dark, others.grey]) expect(Math.max(...grey) - Math.min(...grey)).toBeLessThanOrEqual(6);
  expect(Math.abs(others.grey[0]! - 128)).toBeLessThanOrEqual(14);
  // Paper is nearly white, and the light is brighter still.
  expect(Math.min(...white)).toBeGreaterThan(210);
  expect(light[0]! - white[0]!).toBeGreaterThan(8);
}

test.skipIf(!hasToneMapping).each(["hlg", "pq"])(
  "a video in %s has natural colours, as a still and transcoded",
  async (name) => {
    const file = path.join(dir, `${name}.mov`);
    writeFileSync(file, stored(`videos/${name}.mov`));
    const input = openVideo(file, null);
    const facts = await readVideoFacts(input, file, null).finally(() => input.dispose());
    expect(facts).toMatchObject({ isHdr: true, isPlayable: false, width: 320, height: 180 });
    expectNatural(await patchesOf(await stillOf("ffmpeg", file, facts)));
    const output = path.join(dir, `${name}.mp4`);
    await transcode("ffmpeg", file, facts, output);
    const made = openVideo(output, null);
    const video = await readVideoFacts(made, output, null).finally(() => made.dispose());
    expect(video).toMatchObject({ isHdr: false, isPlayable: true });
    expectNatural(await patchesOf(await stillOf("ffmpeg", output, video)));
  },
);

test.skipIf(!hasToneMapping)("an ffmpeg without tone mapping still makes a picture", async () => {
  const file = path.join(dir, "plain.mov");
  writeFileSync(file, stored("videos/hlg.mov"));
  const program = path.join(dir, "ffmpeg");
  writeFileSync(
    program,
    '#!/bin/sh\ncase "$*" in *zscale*) echo "No such filter: zscale" >&2; exit 1;; esac\nexec ffmpeg "$@"\n',
    {
      mode: 0o700,
    },
  );
  const picture = await stillOf(program, file, { width: 320, height: 180, isHdr: true, durationMs: 500 });
  const { dark, grey, white } = await patchesOf(picture);
  expect(dark[0]! < grey[0]! && grey[0]! < white[0]!).toBe(true);
});
