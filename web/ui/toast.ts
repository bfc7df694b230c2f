/** A short message above the page. `danger` is for what failed. */
export interface Toast {
  readonly title: string;
  readonly text?: string;
  readonly look?: "plain" | "danger";
  /** One thing to do about it. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** Called once when it is no longer shown: its time is over, it was sent away, or another one took its place. */
  readonly onEnd?: () => void;
}

interface Shown extends Toast {
  readonly id: number;
}

let current: Shown | undefined;
let count = 0;
const listeners = new Set<() => void>();

const show = (next: Shown | undefined) => {
  const before = current;
  current = next;
  for (const tell of listeners) tell();
  before?.onEnd?.();
};

/** Shows a toast for 5 s, in place of the one that may stand there. */
export const toast = (message: Toast): void => show({ ...message, id: (count += 1) });

export const dismissToast = (id: number): void => {
  if (current?.id === id) show(undefined);
};

/** The store behind `<Toaster>`: one toast at a time. */
export const toasts = {
  subscribe: (tell: () => void) => {
    listeners.add(tell);
    return () => void listeners.delete(tell);
  },
  current: () => current,
};
