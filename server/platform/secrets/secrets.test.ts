import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { keyOfFolder } from "./key.ts";
import { openSecrets } from "./secrets.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "swellmates-secrets-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const text = "1//refresh-of-ana";
const purpose = "identity ana refresh";

test("a sealed text opens only for its own purpose, and only unchanged", async () => {
  const secrets = openSecrets({ keys: null, dataDir: folder });
  const sealed = await secrets.seal(text, purpose);
  expect(sealed.includes(text)).toBe(false);
  expect(await secrets.unseal(sealed, purpose)).toBe(text);
  expect(await secrets.unseal(sealed, "identity bo refresh")).toBeNull();
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i]! ^= 1;
    expect(await secrets.unseal(changed, purpose), `byte ${i}`).toBeNull();
  }
  for (const length of [0, 1, 20, 33]) expect(await secrets.unseal(sealed.subarray(0, length), purpose)).toBeNull();
  expect((await secrets.seal(text, purpose)).equals(sealed)).toBe(false);
});

test("servers that start together make one private key file", async () => {
  const shared = path.join(folder, "shared");
  const keys = await Promise.all(Array.from({ length: 8 }, () => keyOfFolder(shared)));
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  const file = path.join(shared, "secret.key");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(Buffer.from(await readFile(file, "utf8"), "base64").equals(keys[0]!)).toBe(true);
  expect(await readdir(shared)).toEqual(["secret.key"]);
  const sealed = await openSecrets({ keys: null, dataDir: shared }).seal(text, purpose);
  expect(await openSecrets({ keys: null, dataDir: shared }).unseal(sealed, purpose)).toBe(text);
});

test("the first key seals, and replaced keys still open", async () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)];
  const before = openSecrets({ keys: [old], dataDir: folder });
  const sealed = await before.seal(text, purpose);
  const after = openSecrets({ keys: [fresh, old], dataDir: folder });
  expect(await after.unseal(sealed, purpose)).toBe(text);
  const anew = await after.seal(text, purpose);
  expect(await before.unseal(anew, purpose)).toBeNull();
  expect(await openSecrets({ keys: [fresh], dataDir: folder }).unseal(sealed, purpose)).toBeNull();
});

test("SECRET_KEY and the key file must hold 32 bytes in base64", async () => {
  const key = randomBytes(32).toString("base64");
  expect(readConfig({}).secretKeys).toBeNull();
  expect(readConfig({ SECRET_KEY: `${key}, ${key}` }).secretKeys).toHaveLength(2);
  for (const bad of ["short", randomBytes(31).toString("base64"), `${key},`, "x".repeat(44)]) {
    const start = () => readConfig({ SECRET_KEY: bad });
    expect(start, bad).toThrow("Configuration: SECRET_KEY must be 32 bytes in base64");
    expect(start, bad).not.toThrow(bad);
  }
  const broken = await mkdtemp(path.join(folder, "broken-"));
  await writeFile(path.join(broken, "secret.key"), "not a key");
  const secrets = openSecrets({ keys: null, dataDir: broken });
  await expect(secrets.seal(text, purpose)).rejects.toThrow("does not hold a key of 32 bytes");
});
