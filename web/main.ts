// Decision 055: why the entry imports no code and picks one of two apps.
import "./ui/styles/index.css";
import type { User } from "#contract/people.ts";
import type { First } from "./core/first.ts";

// zod must not use `new Function`: the Content-Security-Policy refuses it, and the browser would log that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// This file imports no code, so that it runs while the shared code still loads and requests the right app early.
const first = firstInDocument();

// Remembers the button that a person presses before the code of a drawn page runs.
let pressed: HTMLButtonElement | null = null;
const wait = ({ target }: MouseEvent) => (pressed = (target as Element).closest("button"));
addEventListener("click", wait);
const pressAgain = () => {
  removeEventListener("click", wait);
  // Tabs hear the first event, everything else the second.
  pressed?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  pressed?.click();
};

const viewer = first ? first.user : await fetchViewer();
try {
  if (viewer) (await import("./shell/member-app.tsx")).startMemberApp(viewer, first);
  else (await import("./shell/visitor-app.tsx")).startVisitorApp(first, pressAgain);
} catch (error) {
  // index.html hides a sentence for this case.
  document.querySelector("[hidden]")?.removeAttribute("hidden");
  throw error;
}

/** What the server wrote into the document; undefined if it could not reach its database. */
function firstInDocument(): First | undefined {
  const text = document.querySelector("script#first")?.textContent;
  return text ? (JSON.parse(text) as First) : undefined;
}

/** The viewer; null for a visitor. */
async function fetchViewer(): Promise<User | null> {
  const response = await fetch("/api/auth/user").catch(() => undefined);
  return response?.ok === true ? await response.json() : null;
}
