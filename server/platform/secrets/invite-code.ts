import { createHash, randomBytes } from "node:crypto";

/** A new invite code: 192 random bits, in characters that need no encoding in a link. */
export const newInviteCode = (): string => randomBytes(24).toString("base64url");

/** SHA-256 of a personal invite code. The database stores only this. */
export const hashInviteCode = (code: string): Buffer => createHash("sha256").update(code).digest();
