import { createHmac, timingSafeEqual } from "node:crypto";
import { idPattern } from "#contract/id.ts";

/** The lifetime of an upload address, in milliseconds. */
export const addressLifeMs = 15 * 60 * 1000;

export interface Upload {
  readonly id: string;
  readonly userId: string;
}

/** The address that takes the bytes of one upload of one user: `/api/uploads/{id}?expires={ms}&signature={HMAC-SHA256}`. */
export function uploadAddress(key: Buffer, upload: Upload, now: number): string {
  const expires = now + addressLifeMs;
  return `/api/uploads/${upload.id}?expires=${expires}&signature=${signatureOf(key, upload, expires)}`;
}

/** Whether the signature is ours, for this upload, user and end. Compares in constant time. */
export function isSigned(key: Buffer, upload: Upload, expires: number, signature: string): boolean {
  const given = Buffer.from(signature);
  const right = Buffer.from(signatureOf(key, upload, expires));
  return given.length === right.length && timingSafeEqual(given, right);
}

const signatureOf = (key: Buffer, { id, userId }: Upload, expires: number) =>
  createHmac("sha256", key).update(`PUT ${id} ${userId} ${expires}`).digest("base64url");

const uploadPath = new RegExp(`^/api/uploads/(${idPattern})$`);

const pathOf = (address: string) => URL.parse(address, "http://localhost")?.pathname ?? "";

/** The id in an upload address, with or without its origin; undefined when it is no upload address. */
export const uploadIdOf = (address: string): string | undefined =>
  uploadPath.exec(pathOf(address))?.[1] ?? directIdOf(address);

/** The path in a bucket that takes bytes from browsers. */
const directPath = new RegExp(`/incoming/(${idPattern})/put$`);

/** The id in an upload address of the object store; undefined when it is none. The upload's row has its owner. */
export const directIdOf = (address: string): string | undefined => directPath.exec(pathOf(address))?.[1];
