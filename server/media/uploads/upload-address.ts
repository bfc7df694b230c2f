import { createHmac, timingSafeEqual } from "node:crypto";

/** Milliseconds that an upload address is good for. */
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

/** Whether we signed exactly this for this user; compared in constant time. */
export function isSigned(key: Buffer, upload: Upload, expires: number, signature: string): boolean {
  const given = Buffer.from(signature);
  const right = Buffer.from(signatureOf(key, upload, expires));
  return given.length === right.length && timingSafeEqual(given, right);
}

const signatureOf = (key: Buffer, { id, userId }: Upload, expires: number) =>
  createHmac("sha256", key).update(`PUT ${id} ${userId} ${expires}`).digest("base64url");

const uploadPath = /^\/api\/uploads\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const pathOf = (address: string) => URL.parse(address, "http://localhost")?.pathname ?? "";

/** The id in an upload address, with or without the site before it; undefined when it is none. */
export const uploadIdOf = (address: string): string | undefined =>
  uploadPath.exec(pathOf(address))?.[1] ?? directIdOf(address);

/** The place where a store takes bytes from browsers, in whatever bucket. */
const directPath = /\/incoming\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/put$/;

/** The id in an address of the object store; undefined when it is none. Who brought it, its row knows. */
export const directIdOf = (address: string): string | undefined => directPath.exec(pathOf(address))?.[1];
