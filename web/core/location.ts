import { useMemo } from "react";
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

/** The parameters of the query string, and a function that changes them on the same page. */
export function useSearchParams(): readonly [URLSearchParams, typeof changeSearch] {
  const query = useQueryString();
  return [useMemo(() => new URLSearchParams(query), [query]), changeSearch];
}
const changeSearch = (
  change: (now: URLSearchParams) => URLSearchParams,
  options?: { replace?: boolean; state?: unknown },
): void => {
  const query = change(new URLSearchParams(location.search)).toString();
  go(query === "" ? location.pathname : `?${query}`, options);
};

/** Opens a page without a document load. */
export const navigate = (to: Path, options?: { replace?: boolean }): void => go(to, options);
