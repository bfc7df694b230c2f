import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { Decrypter } from "age-encryption";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pattern, pieces } from "../../../testing/blobs-compliance.ts";
import { allOf, describePlace } from "../../../testing/places-compliance.ts";
import { folderPlace } from "./folder.ts";
import type { Place } from "./place.ts";
import { newBackupKey, parseBackupKey, sealedPlace } from "./sealed.ts";

const newFolder = () => mkdtemp(path.join(os.tmpdir(), "swellmates sealed-"));

describePlace("a sealed folder", async () => {
  const dir = await newFolder();
  const place = sealedPlace(folderPlace(path.join(dir, "backup")), await newBackupKey());
  return { place, close: () => rm(dir, { recursive: true }) };
});

let dir: string;
let key: string;
let plain: Place;
let sealed: Place;
beforeEach(async () => {
  dir = await newFolder();
  key = await newBackupKey();
  plain = folderPlace(dir);
  sealed = sealedPlace(plain, key);
});
afterEach(() => rm(dir, { recursive: true }));

/** What comes out before the stream ends or breaks, and how it broke. */
async function readOut(place: Place, name: string): Promise<{ bytes: Buffer; error: string }> {
  const got: Uint8Array[] = [];
  let error = "";
  try {
    for await (const piece of (await place.get(name))!) got.push(piece as Uint8Array);
  } catch (thrown) {
    error = String(thrown);
  }
  return { bytes: Buffer.concat(got), error };
}

test("files are in the age format, and the key alone opens them", async () => {
  const bytes = Buffer.from("Lena, Ana and Tomek ".repeat(10_000));
  await sealed.put("backups/now/people", pieces(bytes, 10_000));
  const file = await readFile(path.join(dir, "backups/now/people.age"));
  expect(file.subarray(0, 22).toString()).toBe("age-encryption.org/v1\n");
  expect(file.includes("Tomek")).toBe(false);
  const decrypter = new Decrypter();
  decrypter.addIdentity(key);
  expect(bytes.equals(await decrypter.decrypt(file))).toBe(true);
});

test("the same bytes are never encrypted alike", async () => {
  for (const name of ["one", "two"]) await sealed.put(name, pieces(pattern(1000), 1000));
  const [one, two] = await Promise.all(["one.age", "two.age"].map((name) => readFile(path.join(dir, name))));
  expect(one!.length).toBe(two!.length);
  expect(one!.subarray(-900).equals(two!.subarray(-900))).toBe(false);
});

test("another key gives one sentence, which shows neither key", async () => {
  await sealed.put("backups/now/backup.json", pieces(pattern(1000), 1000));
  const other = sealedPlace(plain, await newBackupKey());
  await expect(other.get("backups/now/backup.json")).rejects.toThrow(
    `backups/now/backup.json in the folder ${dir} cannot be decrypted: BACKUP_KEY is not its key, or it was changed.`,
  );
  await expect(other.get("backups/now/backup.json")).rejects.not.toThrow("AGE-SECRET");
});

test("one changed byte anywhere is found, and no changed byte comes out", async () => {
  const bytes = pattern(200_000);
  await sealed.put("photo", pieces(bytes, 50_000));
  const file = await readFile(path.join(dir, "photo.age"));
  const body = file.length - 200_000;
  for (const at of [0, 30, 120, body - 70, body, body + 70_000, body + 150_000, file.length - 1]) {
    const changed = Buffer.from(file);
    changed.writeUInt8(file.readUInt8(at) ^ 1, at);
    await writeFile(path.join(dir, "photo.age"), changed);
    const { bytes: got, error } = await readOut(sealed, "photo");
    expect(error, `${at}`).toMatch(/^Error: photo in the folder .* cannot be decrypted: [^.]*\.$/);
    expect(got.equals(bytes.subarray(0, got.length)), `${at}`).toBe(true);
    expect(got.length).toBeLessThan(bytes.length);
  }
});

test("a file that was cut anywhere is found", async () => {
  const bytes = pattern(131_072);
  await sealed.put("photo", pieces(bytes, 50_000));
  const file = await readFile(path.join(dir, "photo.age"));
  const chunk = 65_536 + 16;
  const body = file.length - 2 * chunk;
  // Within and after the header, at the border of two chunks, and near it.
  for (const length of [
    0,
    5,
    100,
    body - 16,
    body - 1,
    body,
    body + 1,
    body + chunk - 1,
    body + chunk,
    file.length - 1,
  ]) {
    await writeFile(path.join(dir, "photo.age"), file.subarray(0, length));
    const { bytes: got, error } = await readOut(sealed, "photo");
    expect(error, `${length}`).toMatch(/^Error: photo in the folder .* cannot be decrypted: [^.]*\.$/);
    expect(got.equals(bytes.subarray(0, got.length)), `${length}`).toBe(true);
  }
  await writeFile(path.join(dir, "photo.age"), Buffer.concat([file, Buffer.from("more")]));
  expect((await readOut(sealed, "photo")).error).toContain("cannot be decrypted: it was changed or is cut.");
});

test("a fault of the place itself is passed on as it is", async () => {
  const fault = new Error("EIO: i/o error, read");
  await sealed.put("photo", pieces(pattern(200_000), 50_000));
  const file = await readFile(path.join(dir, "photo.age"));
  for (const good of [10, 150_000]) {
    const breaking = async function* () {
      yield file.subarray(0, good);
      throw fault;
    };
    const failing = sealedPlace({ ...plain, get: async () => Readable.from(breaking()) }, key);
    expect((await readOut(failing, "photo")).error).toBe(`Error: ${fault.message}`);
  }
  const refusing = sealedPlace({ ...plain, put: () => Promise.reject(fault) }, key);
  const source = pieces(pattern(10), 10);
  await expect(refusing.put("photo", source)).rejects.toBe(fault);
  expect(source.destroyed).toBe(true);
});

test("a reader that stops closes the file", async () => {
  await sealed.put("photo", pieces(pattern(1_000_000), 50_000));
  let file: Readable | undefined;
  const watched = sealedPlace({ ...plain, get: async (name) => (file = (await plain.get(name))!) }, key);
  const stream = (await watched.get("photo"))!;
  for await (const piece of stream) {
    expect((piece as Uint8Array).length).toBeGreaterThan(0);
    break;
  }
  await expect.poll(() => file?.closed).toBe(true);
});

test("files without encryption are neither listed nor read", async () => {
  await plain.put("backups/now/backup.json", pieces(pattern(10), 10));
  await sealed.put("backups/then/backup.json", pieces(pattern(10), 10));
  const files = await allOf(sealed.list("backups/"));
  expect(files.map(({ name }) => name)).toEqual(["backups/then/backup.json"]);
  expect(await sealed.get("backups/now/backup.json")).toBeNull();
});

test("a large file is encrypted in little memory, at the pace of its reader", async () => {
  let made = 0;
  const endless = async function* () {
    for (; made < 40; made++) yield pattern(1_000_000);
  };
  let waiting = 0;
  const counting: Place = {
    ...plain,
    async put(_name, source) {
      let taken = 0;
      for await (const piece of source) {
        taken += (piece as Uint8Array).length;
        waiting = Math.max(waiting, made * 1_000_000 - taken);
        await setImmediate();
      }
    },
  };
  await sealedPlace(counting, key).put("cluster", Readable.from(endless()));
  expect(made).toBe(40);
  expect(waiting).toBeLessThan(10_000_000);
});

test("a key is an identity of age", async () => {
  expect(parseBackupKey(key)).toBe(key);
  expect(parseBackupKey(key.toLowerCase())).toBeUndefined();
  expect(parseBackupKey(key.slice(0, -1))).toBeUndefined();
  expect(parseBackupKey("age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p")).toBeUndefined();
  expect(await newBackupKey()).not.toBe(key);
});
