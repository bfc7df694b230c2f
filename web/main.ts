// Decision 055: why the entry imports nothing and picks one of two apps.
import "./ui/styles/index.css";
import type { User } from "#contract/people.ts";

// zod must not try `new Function`: the Content-Security-Policy refuses it, and the browser would report that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// This file stays tiny and imports nothing, so that it runs while the shared code is still on its way
// and can already ask for the right one of the two apps.
const viewer = await findViewer();
try {
  if (viewer) (await import("./shell/member-app.tsx")).startMemberApp(viewer);
  else (await import("./shell/visitor-app.tsx")).startVisitorApp();
} catch (error) {
  document.querySelector("[hidden]")?.removeAttribute("hidden");
  throw error;
}

/** Who is here, as the page itself says it; asked of the server when it does not. Null is a visitor. */
async function findViewer(): Promise<User | null> {
  const told = document.querySelector("script#first")?.textContent;
  if (told) {
    const first: { user: User | null } = JSON.parse(told);
    return first.user;
  }
  const response = await fetch("/api/auth/user").catch(() => undefined);
  return response?.ok === true ? await response.json() : null;
}
