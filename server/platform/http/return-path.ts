/** Characters of a path to return to. */
const maxPathLength = 2000;

/**
 * The page to return to after signing in, from a `return` parameter; `/` if it is another site, a call, a file or a sign-in page. It
 * resolves the path as a URL, since browsers treat backslashes and control characters in surprising ways.
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/") || wanted.length > maxPathLength) return "/";
  const here = "http://here.invalid";
  const url = URL.parse(wanted, here);
  if (!url || url.origin !== here || url.pathname.startsWith("//")) return "/";
  if (/^\/(api|objects|auth|register)(\/|$)/.test(url.pathname)) return "/";
  return url.pathname + url.search + url.hash;
}

/** Adds these query parameters to a path. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(path, "http://here.invalid");
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
