import { type S3Settings, s3Client } from "../../blobs/s3-client.ts";
import { type S3Objects, s3Objects } from "../../blobs/s3-objects.ts";
import { ensureBucket, findRefusal, isNoBucket } from "../../blobs/s3-setup.ts";
import { dayMs } from "../../durations.ts";
import { checkName, isName } from "./names.ts";
import type { Place } from "./place.ts";

/** Longer than any upload takes. */
const oldPartsMs = 7 * dayMs;
/** The folders of a backup. Other programs may use the bucket. */
const ours = /^(backups|blobs|wal)\//;

/** Keeps backups as objects of a bucket, which `answers` makes if it is missing. A file has at most 80 GB: 10,000 parts of 8 MB. */
export function bucketPlace(settings: S3Settings): Place {
  const client = s3Client(settings);
  const objects = s3Objects(client);
  return {
    title: `the bucket ${settings.bucket}`,
    put: async (name, source) => objects.put(checkName(name), source),
    get: async (name) => (await objects.get(checkName(name)))?.body ?? null,
    async *list(prefix) {
      try {
        for await (const { key, size } of objects.list(prefix)) if (isName(key)) yield { name: key, bytes: size };
      } catch (error) {
        if (!isNoBucket(error)) throw error;
      }
    },
    remove: async (name) => objects.remove(checkName(name)),
    async answers() {
      await ensureBucket(client).catch((error: unknown) => {
        throw findRefusal(error, settings, "BACKUP") ?? error;
      });
      // Keys that may not list uploads can still make backups.
      await abortUploads(objects, new Date(Date.now() - oldPartsMs)).catch(() => {});
    },
  };
}

/** Removes the parts that killed processes left. No list of files shows them, but they cost money. */
export async function abortUploads(objects: S3Objects, before: Date): Promise<void> {
  for await (const { key, upload, begun } of objects.uploads(""))
    if (ours.test(key) && begun < before) await objects.abort(key, upload);
}
