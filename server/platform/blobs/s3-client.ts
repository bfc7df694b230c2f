import type { IncomingMessage } from "node:http";
import type { S3, S3ServiceException } from "@aws-sdk/client-s3";
import { BlobsUnreachable, NoRoom } from "./blobs.ts";

/** A bucket of any store that speaks S3; plain, so that another process can be told. */
export interface S3Place {
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
   * Asks the store. Null when what it is about is not there; rejects with `NoRoom` when the store is full, and with
   * `BlobsUnreachable` when it cannot be reached, or refuses.
   */
  ask<T>(request: (s3: S3) => Promise<T>): Promise<T | null>;
  /** The same for what cannot be missing. */
  demand<T>(request: (s3: S3) => Promise<T>): Promise<T>;
  /** Signs nothing and sends nothing: for whoever makes addresses. */
  sdk(): Promise<S3>;
}

const connectMs = 3000;
/** For the answer to begin, with the largest part that is ever sent. */
const answerMs = 20_000;
/** A reader who stops reading for so long has to ask for the rest again. */
const silenceMs = 60_000;
/** For requests that come to their end by themselves; what a slow reader may hold up is on its own. */
const mostSockets = 64;

/** Takes an answer that waits for its reader out of the requests that others have to wait for; its line ends with it. */
export function onItsOwn(body: IncomingMessage): IncomingMessage {
  const { socket } = body;
  socket.emit("agentRemove");
  return body.once("close", () => socket.destroy());
}

/** Its libraries are loaded with the first request. */
export function s3Client(place: S3Place): S3Client {
  let opening: Promise<S3> | undefined;
  const sdk = () => (opening ??= open(place));
  async function demand<T>(request: (s3: S3) => Promise<T>): Promise<T> {
    try {
      return await request(await sdk());
    } catch (error) {
      throw named(error);
    }
  }
  return {
    bucket: place.bucket,
    sdk,
    demand,
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

async function open({ endpoint, region, accessKeyId, secretAccessKey }: S3Place): Promise<S3> {
  const { S3: Client } = await import("@aws-sdk/client-s3");
  return new Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // The usual checksums are those of an empty body in a signed address, and other stores than AWS know none of them.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: silenceMs,
      httpAgent: { keepAlive: true, maxSockets: mostSockets },
      httpsAgent: { keepAlive: true, maxSockets: mostSockets },
    },
  });
}

/** Of a bucket that is gone nothing must look as if only one file were. */
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
  // Some stores say no more than a number.
  const status = error.$metadata.httpStatusCode ?? "no status";
  return new BlobsUnreachable(`The object store refuses: ${status} ${error.name}`, error);
}
