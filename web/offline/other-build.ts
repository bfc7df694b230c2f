// Decision 121: how a page ends whose program is older or newer than the server's.
import { toast } from "../ui/toast.ts";

/** A page that opened from the device loads anew by itself only while nobody can have done much on it. In milliseconds. */
const freshMs = 10_000;
/** It does so twice in a minute at most: while a new version goes out, servers of two builds may answer in turns. */
const turns = { most: 2, ms: 60_000 };
const place = "other-build";

let isTold = false;
let isTurning = false;

/**
 * Answers the news that the server has another build than this page. A page that has just opened from the device loads anew from the server,
 * and this never resolves. Any other page says once that there is a new version.
 */
export async function onOtherBuild(): Promise<void> {
  const workers = await navigator.serviceWorker?.getRegistration();
  void workers?.update().catch(() => undefined);
  if (isTurning) return new Promise(() => {});
  const isFromDevice = document.querySelector("script#first") === null && navigator.serviceWorker?.controller;
  if (isFromDevice && performance.now() < freshMs && noteTurn()) {
    isTurning = true;
    await askToStepAside();
    location.reload();
    return new Promise(() => {});
  }
  if (isTold) return undefined;
  isTold = true;
  toast({
    title: "A new version is here",
    text: "It opens when you load this page again.",
    stays: true,
    action: { label: "Reload", onPress: () => void askToStepAside().then(() => location.reload()) },
  });
  return undefined;
}

/** Has the worker leave the next document to the server. */
function askToStepAside(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const heard = new Promise((resolve) => {
    port1.addEventListener("message", resolve);
    port1.start();
    setTimeout(resolve, 1000);
  });
  navigator.serviceWorker?.controller?.postMessage("step-aside", [port2]);
  return heard;
}

/** Counts the pages of this tab that load anew. False if there were too many, or the browser cannot say. */
function noteTurn(): boolean {
  try {
    const before = JSON.parse(sessionStorage.getItem(place) ?? "[]") as number[];
    const recent = before.filter((at) => Date.now() - at < turns.ms);
    if (recent.length >= turns.most) return false;
    sessionStorage.setItem(place, JSON.stringify([...recent, Date.now()]));
    return true;
  } catch {
    return false;
  }
}
