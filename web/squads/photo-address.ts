import { ObjectPath } from "#contract/fields.ts";

/** A link that cannot be saved; its message is the sentence to show. */
export class UnusableLink extends Error {
  override readonly name = "UnusableLink";
}

/**
 * The value to save for a typed link or an uploaded photo: the path of a photo stored here without its size; a link
 * to another site unchanged; empty text unchanged. Throws `UnusableLink` for a page of this site that is no photo, and
 * for text that is no link.
 */
export function photoAddressOf(typed: string, origin: string): string {
  if (typed === "") return "";
  const url = urlOf(typed, origin);
  if (url && url.origin !== origin) return typed;
  const path = ObjectPath.safeParse(url?.pathname);
  if (!path.success) throw new UnusableLink("Failed to normalize photo URL");
  return path.data;
}

function urlOf(typed: string, origin: string): URL | undefined {
  try {
    return new URL(typed, origin);
  } catch {
    return undefined;
  }
}
