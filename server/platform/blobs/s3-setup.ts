import type { CORSRule, S3 } from "@aws-sdk/client-s3";
import { type S3Client, type S3Settings, isAnswer, s3Client } from "./s3-client.ts";

const ruleId = "swellmates";

/**
 * Creates the bucket if it is missing, and lets browsers on our pages upload to it, if the keys allow that. Throws one clear Error
 * when the store refuses. If the store does not answer yet, it logs that and resolves.
 */
export async function prepareBucket(
  settings: S3Settings,
  { publicUrl, log }: { publicUrl: string | undefined; log: (line: string) => void },
): Promise<void> {
  const client = s3Client(settings);
  try {
    await ensureBucket(client);
  } catch (error) {
    const refused = findRefusal(error, settings, "S3");
    if (refused) throw refused;
    log(`${error instanceof Error ? error.message : String(error)}. Photos wait until it answers.`);
    return;
  }
  await allowBrowsers(client, publicUrl ?? "*").catch((error: unknown) =>
    log(
      `The bucket ${settings.bucket} has no CORS rule that lets browsers put files into it, and we may not make one ` +
        `(${error instanceof Error ? error.message : String(error)}). Uploads go through this server until it has.`,
    ),
  );
}

/**
 * The refusal of the store as one clear Error; null if the store does not answer, or has a fault. `prefix` begins the variables of these
 * settings.
 */
export function findRefusal(error: unknown, settings: S3Settings, prefix: "S3" | "BACKUP"): Error | null {
  const reason = error instanceof Error && error.cause;
  if (!isAnswer(reason) || (reason.$metadata.httpStatusCode ?? 500) >= 500) return null;
  const { bucket, endpoint, region } = settings;
  const at = endpoint ?? `AWS in ${region}`;
  const why =
    reason.name === "InvalidAccessKeyId" || reason.name === "SignatureDoesNotMatch"
      ? `${prefix}_ACCESS_KEY_ID or ${prefix}_SECRET_ACCESS_KEY is wrong`
      : `it may not be used with these keys, or belongs to somebody else`;
  const line = `the object store at ${at} refuses the bucket ${bucket} of ${prefix}_BUCKET (${reason.name}): ${why}`;
  return new Error(`Configuration: ${line}.`, { cause: error });
}

/** Creates the bucket if it is missing. Lists it, because the error of a HEAD has no reason. */
export async function ensureBucket({ bucket, demand, ask }: S3Client): Promise<void> {
  const isThere = () => ask((s3) => s3.listObjectsV2({ Bucket: bucket, MaxKeys: 1 })).catch(orNoBucket);
  if (await isThere()) return;
  await demand((s3) => s3.createBucket({ Bucket: bucket })).catch(async (error: unknown) => {
    // Another server may have created it meanwhile.
    if (!(await isThere().catch(() => null))) throw error;
  });
}

function orNoBucket(error: unknown): null {
  if (isNoBucket(error)) return null;
  throw error;
}

/** Whether the store refused a request because the bucket is missing. */
export const isNoBucket = (error: unknown): boolean =>
  error instanceof Error && isAnswer(error.cause) && error.cause.name === "NoSuchBucket";

async function allowBrowsers({ bucket: Bucket, ask, demand }: S3Client, origin: string): Promise<void> {
  const there = await ask((s3: S3) => s3.getBucketCors({ Bucket }));
  const rules = there?.CORSRules ?? [];
  if (rules.some((rule) => allows(rule, origin))) return;
  const ours: CORSRule = {
    ID: ruleId,
    AllowedOrigins: [origin],
    AllowedMethods: ["PUT"],
    AllowedHeaders: ["content-type"],
    ExposeHeaders: ["ETag"],
    MaxAgeSeconds: 3600,
  };
  const CORSRules = [...rules.filter(({ ID }) => ID !== ruleId), ours];
  await demand((s3) => s3.putBucketCors({ Bucket, CORSConfiguration: { CORSRules } }));
}

const allows = ({ AllowedOrigins = [], AllowedMethods = [], AllowedHeaders = [] }: CORSRule, origin: string) =>
  AllowedMethods.includes("PUT") &&
  AllowedOrigins.some((allowed) => allowed === "*" || allowed === origin) &&
  AllowedHeaders.some((header) => header === "*" || header.toLowerCase() === "content-type");
