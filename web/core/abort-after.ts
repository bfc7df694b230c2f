/** Aborts after `ms` milliseconds, or together with `signal`. By hand, because Safari has `AbortSignal.any` only since 17.4. */
export function abortAfter(ms: number, signal: AbortSignal | undefined): AbortSignal {
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
