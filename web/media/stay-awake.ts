// Written by hand because a wake lock ends whenever the page is hidden: this requests it again while a reason lasts.
const reasons = new Set<string>();
let lock: WakeLockSentinel | undefined;
let isAsking = false;
let listening: AbortController | undefined;

/**
 * Keeps the screen of a phone on for as long as there is any reason to: when it sleeps, an upload sleeps with it, and nobody sees a
 * slideshow or a show.
 */
export function stayAwake(reason: "uploads" | "slideshow" | "show", isNeeded: boolean): void {
  if (reasons.has(reason) === isNeeded || !matchMedia("(pointer: coarse)").matches) return;
  const before = reasons.size;
  if (isNeeded) reasons.add(reason);
  else reasons.delete(reason);
  if (reasons.size > 0 && before === 0) {
    listening = new AbortController();
    document.addEventListener("visibilitychange", hold, { signal: listening.signal });
    // Safari gives the first one only just after the screen was touched.
    for (const touch of ["click", "touchend"])
      document.addEventListener(touch, hold, { signal: listening.signal, capture: true, passive: true });
    hold();
  }
  if (reasons.size > 0) return;
  listening?.abort();
  void lock?.release().catch(() => undefined);
  lock = undefined;
}

/** The system takes the lock away when the page is hidden. */
function hold(): void {
  if (document.hidden || isAsking || lock?.released === false) return;
  const { wakeLock } = navigator as { wakeLock?: WakeLock };
  if (wakeLock) void request(wakeLock).catch(() => undefined);
}

async function request(wakeLock: WakeLock): Promise<void> {
  isAsking = true;
  try {
    const held = await wakeLock.request("screen");
    if (reasons.size > 0) lock = held;
    else await held.release();
  } finally {
    isAsking = false;
  }
}
