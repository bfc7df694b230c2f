/** Aborts after so many milliseconds, or with the given signal. `AbortSignal.any` is younger than browsers people still have. */
export function within(ms: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  if (!signal) return timeout;
  const either = new AbortController();
  for (const one of [signal, timeout]) {
    if (one.aborted) either.abort(one.reason);
    else one.addEventListener("abort", () => either.abort(one.reason), { once: true, signal: either.signal });
  }
  return either.signal;
}
