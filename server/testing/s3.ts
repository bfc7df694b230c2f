import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import type { S3Settings } from "../platform/blobs/s3-client.ts";
import { prepareBucket } from "../platform/blobs/s3-setup.ts";
import type { TestDatabase } from "./database.ts";
import { type Store, hasRadosgw, sharedRadosgw } from "./radosgw.ts";

/** Tests of the object store run only if Ceph is installed; otherwise they are reported as skipped. */
export const hasStore = hasRadosgw();

/** The real object store of this run. */
const testStore = (): Promise<Store> => sharedRadosgw(inject("storeDir"));

/** The settings of a new bucket that does not exist yet. */
export async function newBucketSettings(): Promise<S3Settings> {
  return { ...(await testStore()), bucket: `test-${randomUUID()}`, region: "us-east-1" };
}

/** The settings of a new bucket that exists. */
export async function newBucket(): Promise<S3Settings> {
  const place = await newBucketSettings();
  await prepareBucket(place, { publicUrl: undefined, log: () => {} });
  return place;
}

/** With `TEST_STORE=s3`, the settings of a bucket for the apps of this database; empty otherwise. */
export async function environmentFor({ connection }: TestDatabase): Promise<Record<string, string>> {
  if (process.env["TEST_STORE"] !== "s3") return {};
  const name = connection.database ?? new URL(connection.connectionString ?? "").pathname.slice(1);
  const place = { ...(await testStore()), bucket: name.replaceAll("_", "-"), region: "us-east-1" };
  await prepareBucket(place, { publicUrl: undefined, log: () => {} });
  return environmentOf(place);
}

/** The settings of a bucket as environment variables. */
export const environmentOf = (place: S3Settings): Record<string, string> => ({
  ...(place.endpoint !== undefined && { S3_ENDPOINT: place.endpoint }),
  S3_BUCKET: place.bucket,
  S3_REGION: place.region,
  S3_ACCESS_KEY_ID: place.accessKeyId,
  S3_SECRET_ACCESS_KEY: place.secretAccessKey,
});
