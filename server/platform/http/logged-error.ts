// Written by hand because pino's own serializer copies every field of an error, and databases and mail servers repeat the data in them.

interface LoggedError {
  readonly type: string;
  readonly code?: unknown;
  readonly message: string;
  readonly stack: string;
  /** What PostgreSQL names of the schema. */
  readonly constraint?: unknown;
  readonly cause?: LoggedError;
  readonly errors?: readonly LoggedError[];
}

const maxDepth = 3;
const maxErrors = 5;

/** What the log says of an error: its kind, code, stack and causes, without what may be a person's. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutPeople(String(error)), stack: "" };
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  const message = withoutPeople(error.message);
  const inner = depth < maxDepth ? error.cause : undefined;
  return {
    type: error.constructor.name,
    ...(code !== undefined && { code }),
    message,
    stack: withoutPeople((error.stack ?? "").replace(error.message, () => message)),
    ...(constraint !== undefined && { constraint }),
    ...(inner instanceof Error && { cause: loggedError(inner, depth + 1) }),
    ...(error instanceof AggregateError &&
      depth < maxDepth && { errors: error.errors.slice(0, maxErrors).map((one) => loggedError(one, depth + 1)) }),
  };
}

/** Takes out of a message what a library repeats of the data. */
const withoutPeople = (text: string) =>
  text
    // JSON.parse quotes what it read.
    .replaceAll(/"[^]*?"(\.\.\.)? is not valid JSON/g, '"…" is not valid JSON')
    // PostgreSQL quotes the value that it could not read: `invalid input syntax for type uuid: "…"`.
    .replaceAll(/(\b(?:type|literal|value|range|string|json)[^\n":]*): "[^"]*"/gi, '$1: "…"')
    .replaceAll(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, "…@…")
    // Queries of addresses hold codes.
    .replaceAll(/(\w:\/\/[^\s?"']*|\s\/[^\s?"']*)\?[^\s"')]*/g, "$1?…");
