/**
 * What pushes need in this browser: nothing more, the person's permission in the settings of the browser, the app on the Home Screen, or
 * another browser.
 */
export type Support = "ready" | "denied" | "home-screen" | "none";

/** What `supportIn` reads of a browser. */
interface Browser {
  readonly hasPush: boolean;
  readonly permission: NotificationPermission;
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  /** The page runs as an app of its own, outside of a tab. */
  readonly isInstalled: boolean;
}

/** Whether pushes work in a browser, and if not, what the person can do. iPhones and iPads have them only in installed apps. */
export function supportIn({ hasPush, permission, userAgent, maxTouchPoints, isInstalled }: Browser): Support {
  if (hasPush) return permission === "denied" ? "denied" : "ready";
  // An iPad says that it is a Mac, and Macs have no touch screens.
  const isMobileApple = /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isMobileApple && !isInstalled ? "home-screen" : "none";
}

/** Whether pushes work here. */
export function pushSupport(): Support {
  // Each is missing in some browser, and on pages without https.
  const hasPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  return supportIn({
    hasPush,
    permission: hasPush ? Notification.permission : "default",
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    isInstalled: matchMedia("(display-mode: standalone)").matches,
  });
}
