export interface UploadLock {
  /** The lock was free, so no other tab holds the upload. */
  readonly wasFree: boolean;
  readonly release: () => void;
}

/** What stands in for a lock on sites without HTTPS, where browsers have no Web Locks. */
const noLock: UploadLock = { wasFree: false, release: () => undefined };

/**
 * Takes the Web Lock of an upload, which the browser releases when the tab closes. Returns undefined when another tab has the lock,
 * unless `steal` is set. `onLost` is called when another tab steals it.
 */
export async function takeUploadLock(
  locks: LockManager | undefined,
  id: string,
  { steal, onLost }: { readonly steal: boolean; readonly onLost: () => void },
): Promise<UploadLock | undefined> {
  if (!locks) return noLock;
  return new Promise((resolve) => {
    let isTaken = false;
    const hold = (lock: Lock | null) => {
      if (!lock) return resolve(undefined);
      isTaken = true;
      return new Promise<void>((release) => resolve({ wasFree: !steal, release }));
    };
    locks
      .request(`upload:${id}`, steal ? { steal } : { ifAvailable: true }, hold)
      .catch(() => (isTaken ? onLost() : resolve(noLock)));
  });
}
