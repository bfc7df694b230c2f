// Decision 055: why the entry imports no code and picks one of two apps.
import "./ui/styles/index.css";
import type { User } from "#contract/people.ts";

// zod must not use `new Function`: the Content-Security-Policy refuses it, and the browser would log that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// This file imports no code, so that it runs while the shared code still loads and requests the right app early.
const viewer = await findViewer();
try {
  if (viewer) (await import("./shell/member-app.tsx")).startMemberApp(viewer);
  else (await import("./shell/visitor-app.tsx")).startVisitorApp();
} catch (error) {
  // index.html hides a sentence for this case.
  document.querySelector("[hidden]")?.removeAttribute("hidden");
  throw error;
}

/** The viewer from the document, else from the server; null for a visitor. */
async function findViewer(): Promise<User | null> {
  const told = document.querySelector("script#first")?.textContent;
  if (told) {
    const first: { user: User | null } = JSON.parse(told);
    return first.user;
  }
  const response = await fetch("/api/auth/user").catch(() => undefined);
  return response?.ok === true ? await response.json() : null;
}
