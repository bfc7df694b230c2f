/** A tab that holds the lock for longer than this is asleep: a call takes 20 seconds at most. */
const patienceMs = 30_000;

/**
 * Runs `work` in one tab of a person at a time. Another tab takes over when this one sleeps; then `isMine` is false. Sites without HTTPS
 * have no locks: there the keys of the entries alone make sure that nothing is done twice.
 */
export async function withSenderLock(
  locks: LockManager | undefined,
  person: string,
  work: (isMine: () => boolean) => Promise<void>,
): Promise<void> {
  if (!locks) return work(() => true);
  let isMine = true;
  const run = () => work(() => isMine);
  const name = `outbox:${person}`;
  const isLost = (error: unknown) => error instanceof DOMException && error.name === "AbortError";
  try {
    await locks.request(name, { signal: AbortSignal.timeout(patienceMs) }, run);
  } catch (error) {
    isMine = false;
    if (error instanceof DOMException && error.name === "TimeoutError") {
      isMine = true;
      await locks.request(name, { steal: true }, run);
    } else if (!isLost(error)) throw error;
  }
}
