import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { seeded } from "../../../try/stand-ins/seeded.ts";
import { chunk, jpeg, motionPhoto, phonePhoto, photo, pngBomb, stored, undecodablePng } from "../fixtures/pictures.ts";
import { inWords } from "../fixtures/in-words.ts";
import { inspect } from "./inspect.ts";

const dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-inspect-"));
afterAll(() => rmSync(dir, { recursive: true }));

async function look(bytes: Uint8Array) {
  const file = path.join(dir, "file");
  writeFileSync(file, bytes);
  return inWords(await inspect(file));
}

const refused = async (bytes: Uint8Array) => {
  const found = await look(bytes);
  return "code" in found ? found.code : "taken";
};

describe("a photo is identified by its content", () => {
  test.each([
    ["image/jpeg", () => photo().jpeg().toBuffer()],
    ["image/jpeg", () => photo().jpeg({ progressive: true }).toBuffer()],
    ["image/png", () => photo().png().toBuffer()],
    ["image/png", () => photo().png({ progressive: true, palette: true }).toBuffer()],
    ["image/webp", () => photo().webp().toBuffer()],
    ["image/webp", () => photo().webp({ lossless: true }).toBuffer()],
  ])("%s", async (type, make) => {
    const bytes = await make();
    expect(await look(bytes)).toMatchObject({
      type,
      size: bytes.length,
      width: 900,
      height: 600,
      hasAlpha: false,
      takenAt: null,
    });
  });

  test.each([
    ["of one window", () => jpeg()],
    ["of several windows", () => Buffer.concat([undecodablePng(), Buffer.alloc(3_500_000, "after the end")])],
    ["of which parts are skipped", () => padded(undecodablePng(), 2_500_000)],
  ])("with checksums over all bytes: a file %s", async (_what, make) => {
    const bytes = await make();
    expect(await look(bytes)).toMatchObject({
      size: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      crc32: crc32(bytes),
    });
  });

  test.each([
    ["PNG", () => sharp({ create: { width: 8, height: 8, channels: 4, background: "#0003" } }).png()],
    ["WebP", () => sharp({ create: { width: 8, height: 8, channels: 4, background: "#0003" } }).webp()],
    [
      "lossless WebP",
      () => sharp({ create: { width: 8, height: 8, channels: 4, background: "#0003" } }).webp({ lossless: true }),
    ],
  ])("with its alpha channel: %s", async (_name, make) => {
    expect(await look(await make().toBuffer())).toMatchObject({ hasAlpha: true });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("with its displayed size in orientation %i", async (orientation) => {
    const bytes = await phonePhoto(orientation, { width: 300, height: 200 });
    const shown = orientation < 5 ? { width: 300, height: 200 } : { width: 200, height: 300 };
    expect(await look(bytes)).toMatchObject({ ...shown, takenAt: "2025-07-14T07:41:07.000Z" });
    for (const format of ["png", "webp"] as const) {
      const other = await sharp(bytes).keepMetadata().toFormat(format).toBuffer();
      expect(await look(other)).toMatchObject({ ...shown, takenAt: "2025-07-14T07:41:07.000Z" });
      const upright = await sharp(other).autoOrient().toBuffer({ resolveWithObject: true });
      expect(upright.info).toMatchObject(shown);
    }
  });
});

describe("refused:", () => {
  // The last number is the length of the end mark, without which every row is there.
  test.each([
    ["JPEG", () => jpeg({ width: 60, height: 40 }), 2],
    ["JPEG in 4:4:4", () => photo({ width: 24, height: 20 }).jpeg({ chromaSubsampling: "4:4:4" }).toBuffer(), 2],
    ["grey JPEG", () => photo({ width: 24, height: 20 }).toColourspace("b-w").jpeg().toBuffer(), 2],
    ["progressive JPEG", () => photo({ width: 60, height: 40 }).jpeg({ progressive: true }).toBuffer(), 2],
    ["JPEG with restarts", restarting, 2],
    ["PNG", () => photo({ width: 60, height: 40 }).png().toBuffer(), 12],
    ["PNG in passes", () => photo({ width: 60, height: 40 }).png({ progressive: true }).toBuffer(), 12],
    ["WebP", () => photo({ width: 60, height: 40 }).webp().toBuffer(), 0],
  ])("a %s cut off at any byte before its end mark", async (_name, make, mark) => {
    const bytes = await make();
    expect(await refused(bytes)).toBe("taken");
    for (let left = 1; left <= mark; left++) expect(await refused(bytes.subarray(0, -left))).toBe("taken");
    for (let length = 0; length < bytes.length - mark; length++) {
      const code = await refused(bytes.subarray(0, length));
      if (code === "taken") throw new Error(`${length} of ${bytes.length} bytes were taken`);
    }
  });

  test.each([
    ["GIF", async () => withoutTrailer(await photo({ width: 60, height: 40 }).gif().toBuffer()), 1],
    ["AVIF", () => photo({ width: 60, height: 40 }).avif({ effort: 0 }).toBuffer(), 1],
    ["HEIC", async () => stored("quarters.heic"), 1],
    ["MOV", async () => stored("videos/turned.mov"), 5],
    ["WebM", async () => stored("videos/reel.webm"), 3],
  ])("a %s cut off at many bytes", async (_name, make, step) => {
    const bytes = await make();
    expect(await refused(bytes)).toBe("taken");
    for (let length = 0; length < bytes.length; length += step) {
      const code = await refused(bytes.subarray(0, length));
      if (code === "taken") throw new Error(`${length} of ${bytes.length} bytes were taken`);
    }
  });

  test("a PNG with any bit flipped in a chunk that the picture needs", async () => {
    const bytes = await photo({ width: 20, height: 20 }).png().toBuffer();
    const density = bytes.indexOf("pHYs");
    for (let at = 0; at < bytes.length; at++) {
      const wrong = Buffer.from(bytes);
      wrong[at]! ^= 0x10;
      // The density counts as absent when its checksum is wrong. A wrong length makes the file unreadable.
      const isNeeded = at < density || at >= density + 17;
      expect([at, await refused(wrong)]).toEqual([at, isNeeded ? expect.not.stringContaining("taken") : "taken"]);
    }
  });

  test("a decompression bomb", async () => {
    const bomb = pngBomb(15_000);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await look(bomb)).toEqual({ code: "broken_file", sentence: expect.stringContaining("225 million pixels") });
    expect(await refused(pngBomb(10_000))).toBe("taken");
  });

  test("a picture without a height", async () => {
    const bytes = Buffer.from(await jpeg({ width: 60, height: 40 }));
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes.writeUInt16BE(0, frame + 5);
    expect(await refused(bytes)).toBe("broken_file");
  });

  test("a JPEG of ten thousand scans", async () => {
    const bytes = await jpeg({ width: 60, height: 40 });
    const scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
    const again = bytes.subarray(scan, scan + 14);
    const many = Buffer.concat([
      bytes.subarray(0, scan),
      ...Array.from({ length: 10_000 }, () => again),
      bytes.subarray(scan),
    ]);
    expect(await refused(many)).toBe("broken_file");
  });

  test("an animation of 200,000 chunks", async () => {
    const empty = Buffer.from("XXXX\0\0\0\0", "latin1");
    const body = Buffer.concat([Buffer.from("WEBP"), ...Array.from({ length: 200_000 }, () => empty)]);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(body.length);
    expect(await refused(Buffer.concat([Buffer.from("RIFF"), size, body]))).toBe("broken_file");
  });

  test("an empty file", async () => {
    expect(await look(Buffer.alloc(0))).toEqual({
      code: "broken_file",
      sentence: "This file is empty. Please choose another one.",
    });
  });

  test.each([
    ["an SVG drawing", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["no photo or video", "<!doctype html><script>alert(1)</script>"],
    ["a playlist", "#EXTM3U\nhttp://127.0.0.1:9/x"],
    ["a Matroska video", "\x1aE\xdf\xa3\x8b\x42\x82\x88matroska"],
    ["an AVI video", "RIFF\0\0\0\0AVI LIST"],
    ["a sound recording", "\0\0\0\x18ftypM4A \0\0\0\0"],
    ["a sound recording", "OggS\0\x02OpusHead"],
    ["a sound recording", "ID3\x04\0"],
    ["a sound recording", "\xff\xfb\x90\x64"],
    ["a sound recording", "\xff\xf1\x50\x80"],
    ["a sound recording", "RIFF\x24\0\0\0WAVEfmt "],
    ["a sound recording", "fLaC\0\0\0\x22"],
    ["a sound recording", "#!AMR\n"],
    ["a sound recording", "caff\0\x01"],
    ["no photo or video", "OggS\0\x02\x80theora"],
    ["a TIFF or raw picture", "\0\0\0\x18ftypcrx \0\0\0\0"],
    ["a TIFF or raw picture", "II*\0\x08\0\0\0"],
  ])("%s, whatever its name is", async (called, text) => {
    expect(await look(Buffer.from(text, "latin1"))).toEqual({
      code: "unsupported_type",
      sentence: `This file is ${called}. Please choose a photo (JPEG, PNG, WebP, GIF, AVIF or HEIC) or a video (MP4, MOV or WebM).`,
    });
  });

  test("randomly changed photos: never an exception, never too many pixels", async () => {
    const below = seeded(7);
    const photos = await Promise.all([
      phonePhoto(6, { width: 60, height: 40 }),
      photo({ width: 60, height: 40 }).png().toBuffer(),
      photo({ width: 60, height: 40 }).webp().toBuffer(),
    ]);
    for (let round = 0; round < 1500; round++) {
      const bytes = Buffer.from(photos[below(3)]!);
      for (let change = 0; change <= below(8); change++) bytes[below(bytes.length)] = below(256);
      const found = await look(bytes);
      if ("type" in found) expect(found.width * found.height).toBeLessThanOrEqual(100_000_000);
    }
  });
});

test("randomly changed files of phones: never an exception, never too many pixels", async () => {
  const below = seeded(23);
  const files = [
    await photo({ width: 60, height: 40 }).gif().toBuffer(),
    await photo({ width: 60, height: 40 }).avif({ effort: 0 }).toBuffer(),
    ...["quarters.heic", "videos/reel.webm"].map(stored),
    await motionPhoto(),
  ];
  for (let round = 0; round < 400; round++) {
    const bytes = Buffer.from(files[round % files.length]!);
    // Most structure stands at the beginning or the end.
    const reach = below(2) === 0 ? Math.min(bytes.length, 700) : bytes.length;
    for (let change = 0; change <= below(8); change++) {
      const at = below(reach);
      bytes[below(3) === 0 ? bytes.length - 1 - at : at] = below(256);
    }
    const found = await look(bytes);
    if ("type" in found) expect(found.width * found.height).toBeLessThanOrEqual(100_000_000);
  }
});

test("a marker across the end of a read window is found", async () => {
  const bytes = await jpeg({ width: 60, height: 40 });
  // Without its Huffman tables nobody can tell whether the rows are there, so the end marker alone decides.
  for (let at = bytes.indexOf("ffc4", 0, "hex"); at >= 0; at = bytes.indexOf("ffc4", at, "hex")) bytes[at + 1] = 0xe5;
  const window = 1024 * 1024;
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
  const start = scan + 14;
  for (const before of [0, 1, 2, 3]) {
    // Coded data without a marker, then a stuffed zero and the end marker, moved across the edge byte by byte.
    const filler = Buffer.alloc(window - start - before, 0x11);
    const tail = Buffer.from([0xff, 0x00, 0xff, 0xd9]);
    expect(await refused(Buffer.concat([bytes.subarray(0, start), filler, tail]))).toBe("taken");
    expect(await refused(Buffer.concat([bytes.subarray(0, start), filler, tail.subarray(0, 3)]))).toBe("broken_file");
  }
});

/** A PNG with a chunk of `length` bytes before its pixels. */
function padded(png: Buffer, length: number, name = "tEXt"): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk(name, Buffer.alloc(length, "x")), png.subarray(33)]);
}

test("a chunk larger than a read window is checked to its last byte", async () => {
  for (const [name, code] of [
    ["IDAT", "broken_file"],
    ["tEXt", "taken"],
  ] as const) {
    const whole = padded(undecodablePng(), 3 * 1024 * 1024, name);
    expect(await refused(whole)).toBe("taken");
    whole[33 + 2_500_000]! ^= 1;
    expect(await refused(whole)).toBe(code);
  }
});

const withoutTrailer = (gif: Buffer) => gif.subarray(0, -1);

/** A grey JPEG of eight empty blocks whose coded data restart after every second one. */
function restarting(): Buffer {
  const segment = (marker: number, hex: string) => {
    const content = Buffer.from(hex, "hex");
    return Buffer.concat([Buffer.from([0xff, marker, 0, content.length + 2]), content]);
  };
  // Each table has one code, a single zero bit, so an empty block takes two bits.
  const codes = `01${"00".repeat(15)}00`;
  return Buffer.concat([
    Buffer.from("ffd8", "hex"),
    segment(0xdb, `00${"10".repeat(64)}`),
    segment(0xc0, "0800080040010111 00".replace(" ", "")),
    segment(0xc4, `00${codes}10${codes}`),
    segment(0xdd, "0002"),
    segment(0xda, "010100003f00"),
    Buffer.from("0fffd00fffd10fffd20fffd9", "hex"),
  ]);
}
