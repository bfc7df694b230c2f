import type { DirectUploads } from "./blobs.ts";
import type { S3Client } from "./s3-client.ts";

/** Signed addresses of objects to be. The type and the length are signed too: the store takes nothing else. */
export function s3Addresses(
  { bucket, sdk }: S3Client,
  nameOf: (id: string) => string,
): Pick<DirectUploads, "origin" | "addressFor"> {
  async function sign(Key: string, size: number, type: string, expiresIn: number): Promise<string> {
    const [{ PutObjectCommand }, { getSignedUrl }] = await Promise.all([
      import("@aws-sdk/client-s3"),
      import("@aws-sdk/s3-request-presigner"),
    ]);
    const command = new PutObjectCommand({ Bucket: bucket, Key, ContentType: type, ContentLength: size });
    const signableHeaders = new Set(["content-type", "content-length"]);
    return getSignedUrl(await sdk(), command, { expiresIn, signableHeaders });
  }
  return {
    origin: async () => new URL(await sign("any", 1, "image/jpeg", 60)).origin,
    addressFor: async (id, { size, type }, seconds) => sign(nameOf(id), size, type, seconds),
  };
}
