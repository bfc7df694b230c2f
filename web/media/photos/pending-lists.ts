const place = "deletions";

type Kept = Readonly<Record<string, readonly string[]>>;

export interface Pending {
  readonly done: () => void;
  readonly later: () => void;
}

function read(): Kept {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "{}") as Kept;
  } catch {
    // Storage is off, or holds what is not ours.
    return {};
  }
}

function write(pending: Kept): void {
  try {
    if (Object.keys(pending).length > 0) localStorage.setItem(place, JSON.stringify(pending));
    else localStorage.removeItem(place);
  } catch {
    // Then a crash within these seconds leaves the photos where they are.
  }
}

const forget = (key: string) => {
  const { [key]: _, ...rest } = read();
  write(rest);
};

/** Taken from the page that holds it only when that page is gone. */
const lockOf = (key: string) => `deletion ${key}`;

/** Which lists of photos this browser has told its person are deleted, and is still to finish. Kept on the device until then. */
export const pendingLists = {
  /** `done` when they are finished, or it was undone; `later` when another try is needed, by this page or the next. */
  add(lists: readonly string[]): Pending {
    const key = crypto.randomUUID?.();
    // Without locks nobody could tell whether its page still offers to undo it.
    if (!key || !navigator.locks || lists.length === 0) return { done: () => undefined, later: () => undefined };
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    void navigator.locks.request(lockOf(key), () => held);
    write({ ...read(), [key]: lists });
    return {
      done: () => {
        forget(key);
        release();
      },
      later: () => release(),
    };
  },

  /** Gives the lists of pages that are gone to `finish`, which answers whether they are settled. */
  async takeLeftOver(finish: (lists: readonly string[]) => Promise<boolean>): Promise<void> {
    for (const [key, lists] of Object.entries(read())) {
      await navigator.locks?.request(lockOf(key), { ifAvailable: true }, async (lock) => {
        if (lock && (await finish(lists))) forget(key);
      });
    }
  },
};
