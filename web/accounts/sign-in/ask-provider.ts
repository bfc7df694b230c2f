import { api } from "../../core/api.ts";

export interface ShownProvider {
  readonly name: string;
  readonly slug: string;
}

let asked: Promise<ShownProvider | null> | undefined;

/** The identity provider; null without one, or if the server does not answer. Asks once per document. */
export const askProvider = (): Promise<ShownProvider | null> =>
  (asked ??= api("GET /api/public/config").then(
    (config) => config.identityProvider,
    () => {
      asked = undefined;
      return null;
    },
  ));
