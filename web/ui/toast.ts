/** A short message above the page. `danger` is for failures. */
export interface Toast {
  readonly title: string;
  readonly text?: string;
  readonly look?: "plain" | "danger";
  /** An action. A toast with an action stays for its whole time; other toasts do not replace it. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
  /** Called once when the toast closes: by time, by dismissal, or, without an action, by replacement. */
  readonly onEnd?: () => void;
}

interface Shown extends Toast {
  readonly id: number;
}

let current: readonly Shown[] = [];
let count = 0;
const listeners = new Set<() => void>();

const show = (next: readonly Shown[]) => {
  const before = current;
  current = next;
  for (const tell of listeners) tell();
  for (const one of before) if (!next.includes(one)) one.onEnd?.();
};

/** Shows a toast for 5 s. It replaces a toast without an action. */
export const toast = (message: Toast): void =>
  show([...current.filter(({ action }) => action), { ...message, id: (count += 1) }]);

export const dismissToast = (id: number): void => show(current.filter((one) => one.id !== id));

/** The store of `<Toaster>`: the toasts with actions, then the latest toast. */
export const toasts = {
  subscribe: (tell: () => void) => {
    listeners.add(tell);
    return () => void listeners.delete(tell);
  },
  current: () => current,
};
