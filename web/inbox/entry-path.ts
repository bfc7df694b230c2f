import { entryPath as pathOf } from "#contract/entry-path.ts";
import type { Path } from "../core/link.tsx";

/** The page that an entry opens. Undefined if it names no place. */
export const entryPath = (entry: Parameters<typeof pathOf>[0]) => pathOf(entry) as Path | undefined;
