/** Wraps `make` so that it keeps its results for the `max` keys that were added last. */
export function keepNewest<T>(max: number, make: (key: string) => T): (key: string) => T {
  const kept = new Map<string, T>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    kept.set(key, made);
    // A Map lists its keys in the order in which they were added.
    const [oldest] = kept.keys();
    if (kept.size > max) kept.delete(oldest!);
    return made;
  };
}
