/** What the JSON of a Takeout says about its photo. */
export interface Note {
  /** ISO 8601 in UTC. */
  readonly takenAtHint?: string | undefined;
  readonly caption?: string | undefined;
}

/** A longer file is no note. */
export const maxNoteBytes = 1_048_576;
const maxCaption = 500;
/** The oldest photograph that is left is of this year. */
const firstPhotographMs = Date.UTC(1826);

/** Reads a note; empty when it says nothing. Its coordinates are not taken. */
export function readNote(json: string, now = Date.now()): Note {
  const note = parse(json);
  const caption = captionOf(note["description"]);
  const takenAtHint = timeOf(note["photoTakenTime"], now);
  return { ...(takenAtHint !== undefined && { takenAtHint }), ...(caption !== "" && { caption }) };
}

/** Cuts a description to the length of a caption, and leaves out what no text may hold. */
const captionOf = (words: unknown): string =>
  typeof words === "string"
    ? words
        .replaceAll("\0", "")
        .trim()
        .slice(0, maxCaption)
        // Half an emoji, where it was cut.
        .replaceAll(/\p{Cs}/gu, "")
        .trim()
    : "";

/** Google writes seconds since 1970, as text. 0 means that it knows no time. */
function timeOf(taken: unknown, now: number): string | undefined {
  const { timestamp } = isRecord(taken) ? taken : {};
  if (typeof timestamp !== "string" && typeof timestamp !== "number") return undefined;
  const ms = /^-?\d{1,12}$/.test(String(timestamp)) ? Number(timestamp) * 1000 : 0;
  return ms !== 0 && ms >= firstPhotographMs && ms <= now ? new Date(ms).toISOString() : undefined;
}

function parse(json: string): Record<string, unknown> {
  try {
    const note: unknown = JSON.parse(json);
    return isRecord(note) ? note : {};
  } catch {
    return {};
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
