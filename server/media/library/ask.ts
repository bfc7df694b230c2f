import { setTimeout as sleep } from "node:timers/promises";
import { LibraryFault, isPassing } from "./faults.ts";

const attempts = 3;
const firstWaitMs = 400;
const mostWaitMs = 3000;

/** Sends one request. Rejects with a `LibraryFault` for every answer but a success, and when none comes in time. */
export async function ask(url: URL | string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    throw new LibraryFault("down", error instanceof Error ? error.message : String(error));
  }
  if (response.ok || (response.status >= 300 && response.status < 400)) return response;
  throw await faultOf(response);
}

/** What passes is tried three times, each time later. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || attempt === attempts) throw error;
      const wait = error.waitMs ?? firstWaitMs * 2 ** attempt * (0.5 + Math.random());
      if (wait > mostWaitMs) throw error;
      await sleep(wait);
    }
  }
}

async function faultOf(response: Response): Promise<LibraryFault> {
  const text = await response.text().catch(() => "");
  const { message = "", status = "" } = errorIn(text);
  const said = `${response.status} ${status} ${message}`.trim();
  switch (true) {
    case response.status === 401:
      return new LibraryFault("token", said);
    case response.status === 429 || status === "RESOURCE_EXHAUSTED":
      return new LibraryFault("busy", said, waitOf(response));
    case response.status >= 500:
      return new LibraryFault("down", said, waitOf(response));
    case status === "FAILED_PRECONDITION":
      return new LibraryFault("unfinished", said);
    case response.status === 403 && /scope/i.test(message):
      return new LibraryFault("scope", said);
    case response.status === 403 || response.status === 404 || response.status === 410:
      return new LibraryFault("gone", said);
    default:
      return new LibraryFault("down", said);
  }
}

function errorIn(text: string): { message?: string; status?: string } {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string; status?: string } };
    return typeof error === "object" ? error : {};
  } catch {
    return {};
  }
}

function waitOf(response: Response): number | undefined {
  const header = response.headers.get("retry-after");
  return header !== null && /^\d{1,4}$/.test(header) ? Number(header) * 1000 : undefined;
}
