/** A signal that aborts after `ms` milliseconds or together with `signal`. Safari lacks `AbortSignal.any` before 17.4. */
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
