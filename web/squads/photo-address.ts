import { ObjectPath } from "#contract/fields.ts";

/** A link that cannot become what is saved; its message is the sentence to show. */
export class UnusableLink extends Error {
  override readonly name = "UnusableLink";
}

/**
 * What is saved for a typed link or an uploaded photo's path: of a photo stored here the path alone, whatever size was copied; a link
 * elsewhere as it is; empty as it is. Throws `UnusableLink` for a page of this site that is no photo.
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
