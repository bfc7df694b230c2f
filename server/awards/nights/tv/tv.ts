// Decision 081: what a TV may see, and how its code is kept.
import { hash, randomBytes, randomInt } from "node:crypto";
import { isId } from "#contract/id.ts";
import { tvAlphabet, tvCodeLength } from "#contract/tv.ts";

/** How long a code opens screens, and how long a screen shows a night. */
export const tvHours = 2;
/** The last card stays on the screens for this long. */
export const minutesAfterShow = 30;

/** A code of random characters. */
export const newCode = (): string =>
  Array.from({ length: tvCodeLength }, () => tvAlphabet[randomInt(tvAlphabet.length)]).join("");

/** The code that somebody typed, in capitals and without spaces and dashes. */
export const readCode = (typed: string): string => typed.toUpperCase().replaceAll(/[\s-]/g, "");

export const newToken = (): string => randomBytes(32).toString("base64url");

export const hashOf = (secret: string): Buffer => hash("sha256", `tv ${secret}`, "buffer");

const ours = "/objects/";

/**
 * What goes to a screen: the same, with picture addresses of screens, and without what people say about themselves and who uploaded what.
 * Pictures on other sites are left out.
 */
export function forScreen<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (key: string, field: unknown) => {
    if (key === "bio" || key === "uploader") return null;
    if (key !== "profileImageUrl" && key !== "coverUrl" && key !== "filePath") return field;
    const id = idIn(field);
    return id === null ? (key === "filePath" ? "" : null) : `/api/tv/pictures/${id}`;
  }) as T;
}

/** The ids of the pictures that a value names for screens. */
export function picturesIn(value: unknown): Set<string> {
  const ids = JSON.stringify(value).matchAll(/"\/api\/tv\/pictures\/([^"]+)"/g);
  return new Set([...ids].map(([, id]) => id!));
}

const idIn = (address: unknown): string | null => {
  const id = typeof address === "string" && address.startsWith(ours) ? address.slice(ours.length).split("?")[0]! : "";
  return isId(id) ? id : null;
};
