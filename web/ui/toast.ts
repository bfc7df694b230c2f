import { createStore } from "./store.ts";

/** A short message above the page. `danger` is for failures. */
export interface Toast {
  readonly title: string;
  readonly text?: string;
  /** Why it happened, as a sentence of its own below the text. */
  readonly reason?: string | undefined;
  readonly look?: "plain" | "danger";
  /** A button. Other toasts do not replace a toast with an action, so it stays for its whole time. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** It stays until it is dismissed. */
  readonly stays?: true;
  /** Called once when the toast closes: by time, by dismissal, or, without an action, by replacement. */
  readonly onEnd?: () => void;
}

export interface ShownToast extends Toast {
  readonly id: number;
}

/** The toasts that `ToastTray` shows: those with an action, oldest first, and at most one without, which is last. */
export const toasts = createStore<readonly ShownToast[]>([]);
let count = 0;

const show = (change: (before: readonly ShownToast[]) => readonly ShownToast[]) => {
  const before = toasts.current();
  const after = change(before);
  toasts.set(after);
  for (const one of before) if (!after.includes(one)) one.onEnd?.();
};

/** Shows a toast for 5 s. It replaces the toast without an action, if there is one. */
export const toast = (message: Toast): void =>
  show((before) => [...before.filter(({ action }) => action), { ...message, id: (count += 1) }]);

export const dismissToast = (id: number): void => show((before) => before.filter((one) => one.id !== id));
