/**
 * What is to be taken off this device is noted before that is tried: a store that cannot be reached just then must not bring it back
 * later. One note an upload, so that tabs do not write over each other's.
 */
const one = "forget upload ";
const all = "forget uploads of ";

export const toForget = {
  noteOne: (id: string) => note(one + id, "1"),
  /** All that someone chose until `now`, in milliseconds. */
  noteAll: (userId: string, now: number) => note(all + userId, String(now)),
  /** Those that are gone from this device. */
  strikeOne: (id: string) => strike(one + id),
  strikeAll: (userId: string) => strike(all + userId),
  /** Whether an upload is to be forgotten; `order` is when it was chosen. */
  has: ({ id, userId, order }: { readonly id: string; readonly userId: string; readonly order: number }): boolean =>
    read(one + id) !== null || order <= Number(read(all + userId) ?? -1),
};

function note(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

function strike(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // See above.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
