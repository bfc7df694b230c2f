import { api } from "../../core/api.ts";

export interface ShownProvider {
  readonly name: string;
  readonly slug: string;
}

let asked: Promise<ShownProvider | null> | undefined;

/**
 * Returns the identity provider; null without one, or if the server does not answer. Keeps the answer until the page
 * reloads, and asks again after a failure.
 */
export const askProvider = (): Promise<ShownProvider | null> =>
  (asked ??= api("GET /api/public/config").then(
    (config) => config.identityProvider,
    () => {
      asked = undefined;
      return null;
    },
  ));
