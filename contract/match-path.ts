export type PathParams = Readonly<Record<string, string | undefined>>;

/**
 * The decoded parameters of a path that matches a pattern such as `/trips/:id` or `/profile/:userId?`;
 * undefined without a match. A trailing slash is ignored.
 */
export function matchPath(pattern: string, path: string): PathParams | undefined {
  const source = pattern.replaceAll(/\/:(\w+)\?/g, "(?:/(?<$1>[^/]+))?").replaceAll(/\/:(\w+)/g, "/(?<$1>[^/]+)");
  const found = new RegExp(`^${source}/?$`).exec(path);
  if (!found) return undefined;
  try {
    return Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([name, value]: [string, string | undefined]) => [
        name,
        value === undefined ? undefined : decodeURIComponent(value),
      ]),
    );
  } catch {
    return undefined;
  }
}
