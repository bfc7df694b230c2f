import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { api } from "../../core/api.ts";

export type Config = Answer<Calls["GET /api/public/config"]>;
export type ShownProvider = NonNullable<Config["identityProvider"]>;

let asked: Promise<Config | null> | undefined;

/**
 * Returns what this server offers; null if it does not answer. Keeps the answer until the page reloads, and asks again after a
 * failure.
 */
export const askConfig = (): Promise<Config | null> =>
  (asked ??= api("GET /api/public/config").catch(() => {
    asked = undefined;
    return null;
  }));

/** Returns the identity provider; null without one, or if the server does not answer. */
export const askProvider = async (): Promise<ShownProvider | null> => (await askConfig())?.identityProvider ?? null;
