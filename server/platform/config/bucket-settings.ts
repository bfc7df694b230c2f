import type { S3Settings } from "../blobs/s3-client.ts";

/** The variables of a bucket, without their prefix. */
export type BucketValues = { readonly [Name in keyof S3Settings]: string | undefined };

export const isAnySet = (values: BucketValues): boolean => Object.values(values).some((value) => value !== undefined);

/** The bucket from its variables; null if none is set. AWS needs a region, every other store an address. */
export function bucketOf(values: BucketValues, prefix: "S3" | "BACKUP", faults: string[]): S3Settings | null {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = values;
  if (!isAnySet(values)) return null;
  const needed = { BUCKET: bucket, ACCESS_KEY_ID: accessKeyId, SECRET_ACCESS_KEY: secretAccessKey };
  const what = prefix === "S3" ? "photos" : "backups";
  for (const [field, value] of Object.entries(needed)) {
    const name = `${prefix}_${field}`;
    // An invalid value already has its own fault.
    if (value === undefined && !faults.some((fault) => fault.startsWith(name)))
      faults.push(`${name} is missing: ${what} in an object store need all of its variables`);
  }
  if (endpoint === undefined && region === undefined)
    faults.push(`${prefix}_REGION is missing for AWS, or ${prefix}_ENDPOINT for another object store`);
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null;
  return { endpoint, bucket, region: region ?? "us-east-1", accessKeyId, secretAccessKey };
}
