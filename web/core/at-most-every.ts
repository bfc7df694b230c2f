/** Returns a function that passes values on at most once in `ms` milliseconds, and those for which `isLast` always. */
export function atMostEvery<T>(
  ms: number,
  tell: (value: T) => void,
  isLast: (value: T) => boolean,
): (value: T) => void {
  let toldAt = -Infinity;
  return (value) => {
    const now = performance.now();
    if (now - toldAt < ms && !isLast(value)) return;
    toldAt = now;
    tell(value);
  };
}
