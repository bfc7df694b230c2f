import { navigate as go, useLocationProperty, usePathname } from "wouter/use-browser-location";
import type { Path } from "./paths.ts";

/** The path of the current page. Rerenders on change. */
export const useCurrentPath = (): string => usePathname();

/** The query string of the current page with its `?`, or empty. */
export const useQueryString = (): string => useLocationProperty(currentSearch, currentSearch);
const currentSearch = () => location.search;

/** The anchor in the address, with its `#`, or empty. */
export const useHash = (): string =>
  useLocationProperty(
    () => location.hash,
    () => "",
  );

/** Opens a page without a document load. */
export const navigate = (to: Path, options?: { replace?: boolean }): void => go(to, options);
