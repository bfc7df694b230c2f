import { expect, test } from "vitest";
import { newBackupKey } from "../backups/places/sealed.ts";
import { readConfig } from "./config.ts";

const photos = {
  S3_ENDPOINT: "https://s3.example.org",
  S3_BUCKET: "trips",
  S3_ACCESS_KEY_ID: "AKIA",
  S3_SECRET_ACCESS_KEY: "secret",
};
const keys = { accessKeyId: "AKIA", secretAccessKey: "secret" };
const readBackups = (environment: Record<string, string>) => readConfig(environment).backups;

test("without a place there are no backups", () => {
  expect(readBackups({})).toEqual({ place: null, days: 14, key: null });
  expect(readBackups(photos).place).toBeNull();
});

test("a folder for backups becomes absolute, and lies outside of the site's", () => {
  expect(readBackups({ BACKUP_DIR: "/mnt/backup/" })).toEqual({ place: { dir: "/mnt/backup" }, days: 14, key: null });
  for (const dir of ["/srv/data-2", "/srv/..data", "/srv/backup"])
    expect(readBackups({ DATA_DIR: "/srv/data", BACKUP_DIR: dir }).place).toEqual({ dir });
  expect(readBackups({ BACKUP_DIR: "copies" }).place).toEqual({ dir: `${process.cwd()}/copies` });
  for (const dir of ["/srv/data", "/srv/data/backup", "/srv/data/..backup", "/srv", "/"])
    expect(() => readBackups({ DATA_DIR: "/srv/data", BACKUP_DIR: dir }), dir).toThrow(
      /^Configuration: BACKUP_DIR must lie outside of DATA_DIR, [^;]*\.$/,
    );
});

test("a bucket for backups takes what it leaves out from the photos'", () => {
  const place = { endpoint: "https://s3.example.org", bucket: "copies", region: "us-east-1", ...keys };
  expect(readBackups({ ...photos, BACKUP_BUCKET: "copies" }).place).toEqual({ bucket: place });
  const own = {
    BACKUP_ENDPOINT: "https://store.example.net",
    BACKUP_BUCKET: "trips",
    BACKUP_REGION: "north",
    BACKUP_ACCESS_KEY_ID: "AKOTHER",
    BACKUP_SECRET_ACCESS_KEY: "hush",
  };
  const bucket = {
    endpoint: "https://store.example.net",
    bucket: "trips",
    region: "north",
    accessKeyId: "AKOTHER",
    secretAccessKey: "hush",
  };
  expect(readBackups(own).place).toEqual({ bucket });
  expect(readBackups({ ...photos, ...own }).place).toEqual({ bucket });
});

test("the photos' keys without their bucket can be for the backups alone", () => {
  const { S3_BUCKET, ...rest } = photos;
  expect(() => readConfig(rest)).toThrow("S3_BUCKET is missing");
  const config = readConfig({ ...rest, BACKUP_BUCKET: S3_BUCKET });
  expect(config.s3).toBeNull();
  expect(config.backups.place).toMatchObject({ bucket: { bucket: S3_BUCKET, ...keys } });
});

test.each([
  [{ BACKUP_BUCKET: "copies", BACKUP_DIR: "/mnt/backup" }, "BACKUP_DIR and BACKUP_BUCKET are both set"],
  [{ BACKUP_BUCKET: "trips" }, "BACKUP_BUCKET must not be the bucket of the photos"],
  [{ BACKUP_BUCKET: "My Copies" }, "BACKUP_BUCKET must be the name of a bucket, not 'My Copies'"],
  [{ BACKUP_REGION: "north" }, "BACKUP_BUCKET is missing: backups in an object store need all of its variables"],
  [{ BACKUP_BUCKET: "copies", S3_ACCESS_KEY_ID: "", S3_BUCKET: "" }, "BACKUP_ACCESS_KEY_ID is missing: backups"],
  [{ BACKUP_BUCKET: "copies", S3_ENDPOINT: "", S3_BUCKET: "" }, "BACKUP_REGION is missing for AWS"],
  [{ BACKUP_DAYS: "0" }, "BACKUP_DAYS must be a number of days from 1 to 3650, not '0'"],
  [{ BACKUP_DAYS: "3651" }, "BACKUP_DAYS must be a number of days from 1 to 3650, not '3651'"],
])("wrong variables of backups, %j, give one clear fault", (change, fault) => {
  expect(() => readConfig({ ...photos, ...change })).toThrow(`Configuration: ${fault}`);
  expect(() => readConfig({ ...photos, ...change })).toThrow(/^[^;]*\.$/);
});

test("BACKUP_DAYS takes its smallest and its largest value", () => {
  for (const days of [1, 3650]) expect(readBackups({ BACKUP_DAYS: String(days) }).days).toBe(days);
});

test("BACKUP_KEY is a key of age for a bucket, and no fault shows it", async () => {
  const key = await newBackupKey();
  expect(key).toMatch(/^AGE-SECRET-KEY-1/);
  const bucket = { ...photos, BACKUP_BUCKET: "copies" };
  expect(readBackups({ ...bucket, BACKUP_KEY: ` ${key} ` }).key).toBe(key);
  const typo = key.slice(0, -1) + (key.endsWith("Q") ? "P" : "Q");
  for (const wrong of [typo, key.slice(0, -1), "age1qqqqqqqqqqqq", "hunter2"])
    expect(() => readBackups({ ...bucket, BACKUP_KEY: wrong }), wrong).toThrow(
      /^Configuration: BACKUP_KEY must be a key like AGE-SECRET-KEY-1…\.$/,
    );
  for (const place of [{}, { BACKUP_DIR: "/mnt/backup" }] as Record<string, string>[])
    expect(() => readBackups({ ...place, BACKUP_KEY: key })).toThrow(
      /^Configuration: BACKUP_KEY needs BACKUP_BUCKET: backups in a folder are not encrypted\.$/,
    );
});
