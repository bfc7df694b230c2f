/** A value that components and other code share. */
export interface Store<T> {
  readonly current: () => T;
  readonly set: (value: T) => void;
  /** Calls `onChange` after each change. Returns a function that unsubscribes. */
  readonly subscribe: (onChange: () => void) => () => unknown;
}

export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>();
  return {
    current: () => value,
    set: (next) => {
      value = next;
      listeners.forEach((onChange) => onChange());
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
