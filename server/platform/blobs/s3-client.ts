import type { IncomingMessage } from "node:http";
import type { S3, S3ServiceException } from "@aws-sdk/client-s3";
import { BlobsUnreachable, NoRoom } from "./blobs.ts";

/** A bucket of any S3 store, as plain data for other processes. */
export interface S3Settings {
  /** Undefined for AWS itself. */
  readonly endpoint: string | undefined;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Client {
  readonly bucket: string;
  /**
   * Sends a request to the store. Null if its object is missing. Rejects with `NoRoom` if the store is full, and with
   * `BlobsUnreachable` if it cannot be reached or refuses.
   */
  ask<T>(request: (s3: S3) => Promise<T>): Promise<T | null>;
  /** The same, but rejects also if the object is missing. */
  demand<T>(request: (s3: S3) => Promise<T>): Promise<T>;
  /** The client of the AWS SDK, for signing addresses. */
  sdk(): Promise<S3>;
  /** The time that the store gave with its last answer; null if it gave none. */
  lastAnswer(): Date | null;
}

/** What the SDK gives of an HTTP answer. */
interface HttpResponse {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

const connectMs = 3000;
/** The time in which an answer must begin, enough to send the largest part. */
const answerMs = 20_000;
/** A connection that transfers nothing for this long is closed; its reader requests the rest again. */
const silenceMs = 60_000;
/** Connections for short requests. Long downloads leave the pool: see `detachFromPool`. */
const maxSockets = 64;

/** Takes the connection of a long download out of the pool, so that slow readers do not block other requests. It closes with the download. */
export function detachFromPool(body: IncomingMessage): IncomingMessage {
  const { socket } = body;
  socket.emit("agentRemove");
  return body.once("close", () => socket.destroy());
}

/** Loads the AWS SDK with the first request. */
export function s3Client(settings: S3Settings): S3Client {
  let opening: Promise<S3> | undefined;
  let answered: string | undefined;
  const sdk = () =>
    (opening ??= open(settings, (date) => {
      answered = date;
    }));
  async function demand<T>(request: (s3: S3) => Promise<T>): Promise<T> {
    try {
      return await request(await sdk());
    } catch (error) {
      throw named(error);
    }
  }
  return {
    bucket: settings.bucket,
    sdk,
    demand,
    lastAnswer: () => (answered === undefined ? null : new Date(answered)),
    async ask(request) {
      try {
        return await demand(request);
      } catch (error) {
        if (error instanceof BlobsUnreachable && isMissing(error.cause)) return null;
        throw error;
      }
    },
  };
}

async function open(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  onAnswer: (date: string | undefined) => void,
): Promise<S3> {
  const { S3: Client } = await import("@aws-sdk/client-s3");
  const client = new Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // The SDK would add the checksum of an empty body to a signed address, and stores other than AWS do not know that header.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
  });
  client.middlewareStack.add(
    (next) => async (request) => {
      const answer = await next(request);
      onAnswer((answer.response as HttpResponse).headers["date"]);
      return answer;
    },
    { step: "deserialize", name: "date" },
  );
  return client;
}

/** A missing bucket must not look like one missing file. */
const isMissing = (error: unknown) =>
  isAnswer(error) && error.$metadata.httpStatusCode === 404 && error.name !== "NoSuchBucket";

export const isAnswer = (error: unknown): error is S3ServiceException =>
  error instanceof Error && "$metadata" in error && "$fault" in error;

const fullNames = ["QuotaExceeded", "InsufficientStorage", "InsufficientCapacity", "XMinioStorageFull"];

function named(error: unknown): Error {
  if (!(error instanceof Error)) return new BlobsUnreachable(String(error));
  if (!isAnswer(error)) return new BlobsUnreachable(`The object store cannot be reached: ${error.message}`, error);
  const isFull = error.$metadata.httpStatusCode === 507 || fullNames.includes(error.name);
  if (isFull) return new NoRoom(`The object store is full: ${error.name}`, error);
  // Some stores send only a status code.
  const status = error.$metadata.httpStatusCode ?? "no status";
  return new BlobsUnreachable(`The object store refuses: ${status} ${error.name}`, error);
}
