import { navigate as go, useLocationProperty, usePathname, useSearch } from "wouter/use-browser-location";
import type { Path } from "./paths.ts";

/** The path of the page one is on; renders again when it changes. */
export const useCurrentPath = (): string => usePathname();

/** The query string of the page one is on, with its `?`, or empty. */
export const useQueryString = (): string => useSearch();

/** The anchor in the address, with its `#`, or empty. */
export const useHash = (): string => useLocationProperty(() => location.hash);

/** Goes to a page without loading the document anew. */
export const navigate = (to: Path, options?: { replace?: boolean }): void => go(to, options);
