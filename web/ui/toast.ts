import { createStore } from "./store.ts";

/** A short message above the page. `danger` is for what failed. */
export interface Toast {
  readonly title: string;
  readonly text?: string;
  readonly look?: "plain" | "danger";
  /** One thing to do about it. It can be done for as long as the toast stands: no other one takes its place. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** Called once when it is no longer shown: its time is over, it was sent away, or, without an action, another one took its place. */
  readonly onEnd?: () => void;
}

interface Shown extends Toast {
  readonly id: number;
}

/** The toasts that `<Toaster>` shows: the latest one, after those that offer something to do. */
export const toasts = createStore<readonly Shown[]>([]);
let count = 0;

const show = (change: (before: readonly Shown[]) => readonly Shown[]) => {
  const before = toasts.current();
  const after = change(before);
  toasts.set(after);
  for (const one of before) if (!after.includes(one)) one.onEnd?.();
};

/** Shows a toast for 5 s, in place of the one that may stand there; beside those with an action. */
export const toast = (message: Toast): void =>
  show((before) => [...before.filter(({ action }) => action), { ...message, id: (count += 1) }]);

export const dismissToast = (id: number): void => show((before) => before.filter((one) => one.id !== id));
