/** Aborts after `ms` milliseconds, or with the given signal. Supported browsers lack `AbortSignal.any`. */
export function within(ms: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  if (!signal) return timeout;
  const either = new AbortController();
  for (const one of [signal, timeout]) {
    const pass = () => either.abort(one.reason);
    if (one.aborted) pass();
    else one.addEventListener("abort", pass);
  }
  return either.signal;
}
