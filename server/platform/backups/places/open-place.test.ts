import { expect, test } from "vitest";
import { openPlace } from "./open-place.ts";
import { newBackupKey } from "./sealed.ts";

const bucket = {
  endpoint: "http://127.0.0.1:1",
  bucket: "copies",
  region: "us-east-1",
  accessKeyId: "AKIA",
  secretAccessKey: "secret",
};

test("the place is the folder or the bucket of the settings", async () => {
  const key = await newBackupKey();
  expect(openPlace({ place: null, days: 14, key: null })).toBeNull();
  expect(openPlace({ place: { dir: "/mnt/backup" }, days: 14, key: null })?.title).toBe("the folder /mnt/backup");
  expect(openPlace({ place: { bucket }, days: 14, key })?.title).toBe("the bucket copies");
});

test("a bucket needs no key", () => {
  expect(openPlace({ place: { bucket }, days: 14, key: null })?.title).toBe("the bucket copies");
});
