import { api } from "../../core/api.ts";

export interface ShownProvider {
  readonly name: string;
  readonly slug: string;
}

let asked: Promise<ShownProvider | null> | undefined;

/** Which identity provider one can log in with here; null for none, also when nobody answers. Asked once a page. */
export const askProvider = (): Promise<ShownProvider | null> =>
  (asked ??= api("GET /api/public/config").then(
    (config) => config.identityProvider,
    () => {
      asked = undefined;
      return null;
    },
  ));
