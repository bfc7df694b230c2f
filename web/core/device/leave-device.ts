import { leavePushes } from "./leave-pushes.ts";
import { forgetShared } from "./shared-files.ts";
import { emptyStore } from "./store.ts";

/** As long as browsers keep a cookie. */
const maxSeconds = 400 * 24 * 3600;

/**
 * Takes what this device keeps of its person away, before their session ends. From now on no page opens for them here. The server ends the
 * session when it sees the cookie, at the latest, so this works without a connection too.
 */
export async function leaveDevice(): Promise<void> {
  const empty = () => emptyStore().catch(() => undefined);
  await empty();
  // Before the cookie: with it the server knows nobody here, and an open page still asks for things meanwhile.
  await Promise.all([forgetShared().catch(() => undefined), leavePushes()]);
  const isHttps = location.protocol === "https:";
  const name = isHttps ? "__Host-access" : "access";
  document.cookie = `${name}=left; Path=/; Max-Age=${maxSeconds}; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  // Another page of this person may have kept something meanwhile.
  await empty();
}
