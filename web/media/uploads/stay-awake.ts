let wanted = false;
let lock: WakeLockSentinel | undefined;

/** Keeps the screen of a phone on for as long as something is being sent: when it sleeps, so does the upload. */
export function stayAwake(isNeeded: boolean): void {
  if (wanted === isNeeded || !matchMedia("(pointer: coarse)").matches) return;
  wanted = isNeeded;
  if (isNeeded) {
    document.addEventListener("visibilitychange", hold);
    hold();
  } else {
    document.removeEventListener("visibilitychange", hold);
    void lock?.release().catch(() => undefined);
    lock = undefined;
  }
}

/** The system takes the lock away when the page is hidden. */
function hold(): void {
  if (document.hidden) return;
  const { wakeLock } = navigator as { wakeLock?: WakeLock };
  if (wakeLock) void request(wakeLock).catch(() => undefined);
}

async function request(wakeLock: WakeLock): Promise<void> {
  const held = await wakeLock.request("screen");
  if (wanted) lock = held;
  else await held.release();
}
