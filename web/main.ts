// Decision 055: why the entry imports no code and picks one of two apps.
import "./ui/styles/index.css";
import type { User } from "#contract/people.ts";
import type { First } from "#contract/first.ts";
import type { Early } from "./shell/early-press.ts";

// zod must not use `new Function`: the Content-Security-Policy refuses it, and the browser would log that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// This file imports no code, so that it runs while the shared code still loads and requests the right app early.
const first = firstInDocument();

// The line about a lost connection stands in the document, because no other code may be there to show it.
const tell = () => document.querySelector("output > span")?.toggleAttribute("hidden", navigator.onLine);
addEventListener("online", tell);
addEventListener("offline", tell);
tell();

declare const early: Early;

const kept = first ? undefined : await openKept();
const viewer = first ? first.user : (kept?.user ?? (await fetchViewer()));
const code = document.querySelector<HTMLTemplateElement>("template#code");
if (code) {
  // The server drew this page. Its text and picture come first on a slow connection.
  await ("usable" in code.dataset ? firstUse() : firstPaint());
  // In short tasks, since each request takes a slow phone some milliseconds.
  const links = [...code.content.children];
  while (links.length > 0) {
    document.head.append(...links.splice(0, 3));
    await nextTask();
  }
}
await open();
if (!viewer && !hasOwner() && navigator.serviceWorker?.controller) await emptyDevice();

/** Opens the page. Without a connection it waits for one. */
async function open(): Promise<void> {
  try {
    // In three tasks, so that a slow phone hears presses in between.
    await import("./shell/show-app.tsx");
    await nextTask();
    const start = await (viewer ? memberApp(viewer) : visitorApp());
    await nextTask();
    await start();
  } catch (error) {
    if (!navigator.onLine) return addEventListener("online", () => void open(), { once: true });
    // index.html hides a sentence for this case.
    document.querySelector("p[hidden]")?.removeAttribute("hidden");
    throw error;
  }
}

async function memberApp(user: User) {
  const app = await import("./shell/member-app.tsx");
  return () => app.startMemberApp(user, first, kept);
}

async function visitorApp() {
  const app = await import("./shell/visitor-app.tsx");
  return () => app.startVisitorApp(first);
}

/** Waits until the browser has shown text or a picture; a second at most, because it shows nothing of a hidden page. */
function firstPaint(): Promise<unknown> {
  return new Promise((resolve) => {
    const watch = new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0) resolve(watch.disconnect());
    });
    watch.observe({ type: "paint", buffered: true });
    setTimeout(resolve, 1000);
  });
}

/** Waits until somebody touches the page, or until a second after all of it has loaded. */
function firstUse(): Promise<unknown> {
  return new Promise((resolve) => {
    if (early.last) resolve(early.last);
    for (const use of ["pointerdown", "click", "keydown", "scroll"]) addEventListener(use, resolve);
    const rest = () => setTimeout(resolve, 1000);
    if (document.readyState === "complete") rest();
    else addEventListener("load", rest);
  });
}

function nextTask(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** What the server wrote into the document; undefined if it could not reach its database. */
function firstInDocument(): First | undefined {
  const text = document.querySelector("script#first")?.textContent;
  return text ? (JSON.parse(text) as First) : undefined;
}

/** What this device keeps of the person who is logged in here, for a document that says nothing. */
async function openKept() {
  if (!hasOwner()) return undefined;
  const offline = await import("./offline/reading.ts");
  return offline.openKept().catch(() => undefined);
}

/** Whether somebody is logged in with this browser, as the server's last answer said. */
function hasOwner(): boolean {
  return /access=[\w-]{36}/.test(document.cookie);
}

/** Deletes what this device keeps of somebody whose session has ended elsewhere. */
async function emptyDevice(): Promise<void> {
  const { emptyStore } = await import("./core/device/store.ts");
  await emptyStore();
}

/** The viewer; null for a visitor. */
async function fetchViewer(): Promise<User | null> {
  const response = await fetch("/api/auth/user").catch(() => undefined);
  return response?.ok === true ? await response.json() : null;
}
