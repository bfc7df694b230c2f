// Decision 113: what a site that is read-only refuses. A page asks about it only after a refusal.
import { page } from "../ui/page.ts";
import { api } from "./api.ts";
import { readOnly } from "./read-only.ts";

const againMs = 30_000;
const place = "read-only";
let timer: ReturnType<typeof setTimeout> | undefined;
let asking: Promise<void> | undefined;

/**
 * Asks whether the site is read-only and, as long as it is, asks again after each write and every 30 seconds. Without an answer, what was
 * known stands.
 */
export const watchReadOnly = (): Promise<void> => (asking ??= ask().finally(() => (asking = undefined)));

async function ask(): Promise<void> {
  clearTimeout(timer);
  try {
    const site = await api("GET /api/public/site");
    readOnly.set(site.readOnly);
  } catch {}
  const isOn = readOnly.current() !== null;
  note(isOn);
  if (isOn) {
    page.onWritten = watchReadOnly;
    timer = setTimeout(watchReadOnly, againMs);
  } else delete page.onWritten;
}

/** Goes on watching if an earlier document of this tab was told that the site is read-only. */
export function resumeReadOnly(): void {
  try {
    if (sessionStorage.getItem(place) !== null) void watchReadOnly();
  } catch {}
}

function note(isOn: boolean): void {
  try {
    if (isOn) sessionStorage.setItem(place, "on");
    else sessionStorage.removeItem(place);
  } catch {}
}
