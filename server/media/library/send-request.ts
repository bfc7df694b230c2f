import { setTimeout as sleep } from "node:timers/promises";
import { LibraryFault, isTemporary } from "./faults.ts";

const maxAttempts = 3;
const firstWaitMs = 400;
const maxWaitMs = 3000;

/** Sends one request. Rejects with a `LibraryFault` for every reply that is no success or redirect, and for a broken connection. */
export async function sendRequest(url: URL | string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (error) {
    throw new LibraryFault("down", error instanceof Error ? error.message : String(error));
  }
  if (response.ok || (response.status >= 300 && response.status < 400)) return response;
  throw await faultOf(response);
}

/** Runs `work` up to three times, with growing delays, while it fails with a temporary fault. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || attempt === maxAttempts) throw error;
      const wait = error.waitMs ?? firstWaitMs * 2 ** attempt * (0.5 + Math.random());
      if (wait > maxWaitMs) throw error;
      await sleep(wait);
    }
  }
}

async function faultOf(response: Response): Promise<LibraryFault> {
  const text = await response.text().catch(() => "");
  const { message = "", status = "" } = errorIn(text);
  const reason = `${response.status} ${status} ${message}`.trim();
  switch (true) {
    case response.status === 401:
      return new LibraryFault("token", reason);
    case response.status === 429 || status === "RESOURCE_EXHAUSTED":
      return new LibraryFault("busy", reason, waitOf(response));
    case response.status >= 500:
      return new LibraryFault("down", reason, waitOf(response));
    case status === "FAILED_PRECONDITION":
      return new LibraryFault("unfinished", reason);
    case response.status === 403 && /scope/i.test(message):
      return new LibraryFault("scope", reason);
    case response.status === 403 || response.status === 404 || response.status === 410:
      return new LibraryFault("gone", reason);
    default:
      return new LibraryFault("down", reason);
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
