import { expect, test } from "vitest";
import { openZip } from "./read-zip.ts";
import { forge, inFourBytes, makeZip, manyIn } from "./testing/make-zip.ts";

const broken = "This zip is broken or incomplete. Please download it again.";
const noise = (length: number) => Uint8Array.from({ length }, (_, n) => (n * 7919 + (n >> 5)) & 255);

test("entries are listed, and inflated to their bytes", async () => {
  const bytes = noise(300_000);
  for (const isStored of [true, false]) {
    const zip = await openZip(await makeZip([{ path: "Größe 🌊/a.jpg", bytes }], { isStored }));
    expect(zip.entries).toEqual([{ path: "Größe 🌊/a.jpg", size: 300_000, isLocked: false }]);
    const found = await zip.read(0, "image/jpeg");
    expect(found.type).toBe("image/jpeg");
    expect(new Uint8Array(await found.arrayBuffer())).toEqual(bytes);
  }
});

test("a large file is inflated in parts, whole", async () => {
  const bytes = noise(11_000_000);
  const zip = await openZip(await makeZip([{ path: "a.mp4", bytes }]));
  const found = new Uint8Array(await (await zip.read(0, "video/mp4")).arrayBuffer());
  expect(found.every((byte, at) => byte === bytes[at])).toBe(true);
  expect(found).toHaveLength(bytes.length);
});

test("ZIP64, deep folders, slip paths and names that repeat are listed", async () => {
  const deep = `${"d/".repeat(500)}a.jpg`;
  const made = await makeZip([{ path: deep }, { path: "x1.jpg" }, { path: "x2.jpg" }, { path: "AA/AA/b.jpg" }], {
    zip64: true,
  });
  const zip = await openZip(await forge(await forge(made, "x2.jpg", "x1.jpg"), "AA/AA/b.jpg", "../../b.jpg"));
  expect(zip.entries.map(({ path }) => path)).toEqual([deep, "x1.jpg", "x1.jpg", "../../b.jpg"]);
  expect(await (await zip.read(2, "")).text()).toBe("bytes");
  expect(await (await zip.read(3, "")).text()).toBe("bytes");
});

test("10,000 entries are listed", async () => {
  const zip = await openZip(manyIn("Surf", 10_000));
  expect(zip.entries).toHaveLength(10_000);
  expect(await (await zip.read(9999, "")).text()).toBe("x");
});

test("a locked zip lists its entries as locked, and none opens", async () => {
  const zip = await openZip(await makeZip([{ path: "a.jpg" }], { password: "secret" }));
  expect(zip.entries).toMatchObject([{ isLocked: true }]);
  await expect(zip.read(0, "")).rejects.toThrow("This file has a password.");
});

test("a file whose sum is wrong is refused, and the others are not", async () => {
  const made = await makeZip(
    [
      { path: "a.jpg", bytes: "aaaaaaaaaa" },
      { path: "b.jpg", bytes: "bb" },
    ],
    { isStored: true },
  );
  const zip = await openZip(await forge(made, "aaaaaaaaaa", "aaaaaXaaaa"));
  await expect(zip.read(0, "")).rejects.toThrow("This file is broken in the zip.");
  expect(await (await zip.read(1, "")).text()).toBe("bb");
});

test("a bomb ends when it passes the size that it promised", async () => {
  const made = await makeZip([{ path: "a.jpg", bytes: new Uint8Array(50_000_000) }]);
  const zip = await openZip(await forge(made, inFourBytes(50_000_000), inFourBytes(1000)));
  expect(zip.entries[0]?.size).toBe(1000);
  await expect(zip.read(0, "")).rejects.toThrow("This file is broken in the zip.");
});

test.each([0, 1, 21, 22, 100])("noise of %i bytes is no zip", async (length) => {
  await expect(openZip(new Blob([noise(length)]))).rejects.toThrow(broken);
});

test("a zip that was cut off, or cut in the middle of its list, says what to do", async () => {
  const made = await makeZip(Array.from({ length: 50 }, (_, n) => ({ path: `IMG_${n}.jpg` })));
  await expect(openZip(made.slice(0, made.size - 30))).rejects.toThrow(broken);
  await expect(openZip(made.slice(0, made.size / 2))).rejects.toThrow(broken);
});

test("an end that claims a list of gigabytes is refused before it is read", async () => {
  const start = 3_000_000_000;
  const end = `PK\x05\x06\0\0\0\0${inFourBytes(0xea60_ea60)}${inFourBytes(start)}${inFourBytes(0)}\0\0`;
  const file = new Blob([Uint8Array.from(end, (sign) => sign.codePointAt(0)!)]);
  const asked: number[] = [];
  /** Three gigabytes of nothing, and the end. */
  const zip = Object.create(file, {
    size: { value: start + file.size },
    slice: {
      value: (from: number, to: number) => {
        asked.push(to - from);
        return from >= start ? file.slice(from - start, to - start) : new Blob([new Uint8Array(to - from)]);
      },
    },
  }) as Blob;
  await expect(openZip(zip)).rejects.toThrow("This zip has too many files. Please choose smaller ones.");
  expect(Math.max(...asked)).toBeLessThan(100_000_000);
});
