// Decision 081: what a TV may see, and how its code is kept.
import { randomInt } from "node:crypto";
import type { z } from "zod";
import { isId } from "#contract/id.ts";
import type { LikedPhoto } from "#contract/media-item.ts";
import type { Person } from "#contract/people.ts";
import type { TripCard } from "#contract/trips.ts";
import { tvAlphabet, tvCodeLength } from "#contract/tv.ts";
import { hourMs } from "../../../platform/durations.ts";

/** How long a code opens screens, and how long a screen shows a night. */
export const tvMs = 2 * hourMs;
/** The last card stays on the screens for this long. */
export const minutesAfterShow = 30;

/** A code of random characters. */
export const newCode = (): string =>
  Array.from({ length: tvCodeLength }, () => tvAlphabet[randomInt(tvAlphabet.length)]).join("");

/** The code that somebody typed, in capitals and without spaces and dashes. */
export const readCode = (typed: string): string => typed.toUpperCase().replaceAll(/[\s-]/g, "");

/** What a screen gets, and the ids of the pictures in it. */
interface OnScreen<T> {
  readonly shown: T;
  readonly pictures: ReadonlySet<string>;
}

/** The fields that hold addresses of pictures. People write none of them: each names a photo that the server has checked. */
const addresses: ReadonlySet<string> = new Set<keyof Person | keyof TripCard | keyof LikedPhoto>([
  "profileImageUrl",
  "coverUrl",
  "filePath",
]);

/** Cuts a value down to the schema of what screens get. Pictures get the addresses of screens; those on other sites are left out. */
export function forScreen<T>(schema: z.ZodType<T>, value: unknown): OnScreen<T> {
  const pictures = new Set<string>();
  const shown = JSON.parse(JSON.stringify(schema.parse(value)), (key: string, field: unknown) => {
    if (!addresses.has(key)) return field;
    const id = idIn(field);
    if (id === null) return key === "filePath" ? "" : null;
    pictures.add(id);
    return `/api/tv/pictures/${id}`;
  }) as T;
  return { shown, pictures };
}

const ours = "/objects/";

const idIn = (address: unknown): string | null => {
  const id = typeof address === "string" && address.startsWith(ours) ? address.slice(ours.length).split("?")[0]! : "";
  return isId(id) ? id : null;
};
