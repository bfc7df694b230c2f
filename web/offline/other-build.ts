// Decision 121: how a page ends whose program is older or newer than the server's.
import { toast } from "../ui/toast.ts";

/** A page that opened from the device loads anew by itself only while nobody can have done much on it. In milliseconds. */
const freshMs = 10_000;
/** It does so once in this time: while a new version goes out, servers of two builds may answer in turns. */
const againMs = 60_000;
const place = "other-build";

let isTold = false;

/**
 * Answers the news that the server has another build than this page. A page that has just opened from the device loads anew from the server,
 * and this never resolves. Any other page says once that there is a new version.
 */
export async function onOtherBuild(): Promise<void> {
  const workers = await navigator.serviceWorker?.getRegistration();
  void workers?.update().catch(() => undefined);
  const isFromDevice = document.querySelector("script#first") === null && navigator.serviceWorker?.controller;
  if (isFromDevice && performance.now() < freshMs && noteTurn()) {
    await askToStepAside();
    location.reload();
    return new Promise(() => {});
  }
  if (isTold) return undefined;
  isTold = true;
  toast({
    title: "A new version is here",
    text: "It opens when you load this page again.",
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

/** False if a page of this tab has just loaded anew, or the browser cannot say. */
function noteTurn(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(place)) < againMs) return false;
    sessionStorage.setItem(place, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
