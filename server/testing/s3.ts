import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import type { S3Place } from "../blobs/s3-client.ts";
import { prepareBucket } from "../blobs/s3-setup.ts";
import type { TestDatabase } from "./database.ts";
import { type Store, hasRadosgw, startRadosgw } from "./radosgw.ts";

/** Tests of the object store run where Ceph is; elsewhere they are skipped, and the run says so. */
export const hasStore = hasRadosgw();

/** The one object store of this run, a real one: started by whichever test file asks first. */
export async function testStore(): Promise<Store> {
  const dir = inject("storeDir");
  const told = path.join(dir, "store.json");
  const isFirst = await mkdir(path.join(dir, "begun")).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const answer = await startRadosgw(dir).catch((error: unknown) => ({ fault: String(error) }));
    await writeFile(told, JSON.stringify(answer));
  }
  for (const began = performance.now(); performance.now() - began < 120_000; await sleep(100)) {
    const text = await readFile(told, "utf8").catch(() => "");
    if (!text.endsWith("}")) continue;
    const answer = JSON.parse(text) as Store | { fault: string };
    if ("fault" in answer) throw new Error(`The object store did not start: ${answer.fault}`);
    return answer;
  }
  throw new Error("The object store did not start");
}

/** A bucket of the test's own that is not there yet. */
export async function newPlace(): Promise<S3Place> {
  return { ...(await testStore()), bucket: `test-${randomUUID()}`, region: "us-east-1" };
}

/** A bucket that is there. */
export async function newBucket(): Promise<S3Place> {
  const place = await newPlace();
  await prepareBucket(place, { publicUrl: undefined, log: () => {} });
  return place;
}

/** For apps whose photos are to lie in a bucket (`TEST_STORE=s3`): one for all that share a database. Nothing otherwise. */
export async function environmentFor({ connection }: TestDatabase): Promise<Record<string, string>> {
  if (process.env["TEST_STORE"] !== "s3") return {};
  const name = connection.database ?? new URL(connection.connectionString ?? "").pathname.slice(1);
  const place = { ...(await testStore()), bucket: name.replaceAll("_", "-"), region: "us-east-1" };
  await prepareBucket(place, { publicUrl: undefined, log: () => {} });
  return environmentOf(place);
}

/** The same as environment variables. */
export const environmentOf = (place: S3Place): Record<string, string> => ({
  ...(place.endpoint !== undefined && { S3_ENDPOINT: place.endpoint }),
  S3_BUCKET: place.bucket,
  S3_REGION: place.region,
  S3_ACCESS_KEY_ID: place.accessKeyId,
  S3_SECRET_ACCESS_KEY: place.secretAccessKey,
});
