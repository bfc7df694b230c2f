/** The longest page address that is remembered. */
const longest = 2000;

/**
 * Where to go afterwards: a page of this site, as `return` of an address asks for; `/` for other sites, calls, files, and the way
 * in itself. Browsers read backslashes and control characters their own way, so the address is resolved as they would.
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/") || wanted.length > longest) return "/";
  const here = "http://here.invalid";
  const url = URL.parse(wanted, here);
  if (!url || url.origin !== here || url.pathname.startsWith("//")) return "/";
  if (/^\/(api|objects|auth|register)(\/|$)/.test(url.pathname)) return "/";
  return url.pathname + url.search + url.hash;
}

/** The same page with these parameters in its address. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(path, "http://here.invalid");
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
