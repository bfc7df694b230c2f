import type { Config } from "../../platform/config/config.ts";
import type { Database } from "../../schema/database.ts";
import { openSecrets } from "../../platform/secrets/secrets.ts";
import { flowStore, tokenStore } from "./token-store.ts";
import type { FlowStore } from "./flows.ts";
import type { Provider } from "./provider.ts";
import { identityStore } from "./store.ts";
import { type AccessTokens, accessTokens } from "./tokens.ts";

/** The parts of signing in with an identity provider. `provider` and `tokens` are null if none is configured. */
export interface Identities {
  readonly provider: Provider | null;
  readonly tokens: AccessTokens | null;
  readonly store: ReturnType<typeof identityStore>;
  readonly flows: FlowStore;
}

/** Loads the library for the provider only if one is configured. */
export async function buildIdentity(parts: {
  readonly config: Config;
  readonly database: Database;
  readonly log: (fault: Error) => void;
}): Promise<Identities> {
  const { config, database, log } = parts;
  const provider = config.identityProvider && (await import("./provider.ts")).openProvider(config.identityProvider);
  const secrets = openSecrets({ keys: config.secretKeys, dataDir: config.dataDir });
  const tokens = provider && accessTokens({ store: tokenStore(database), secrets, provider, log });
  return { provider, tokens, store: identityStore(database), flows: flowStore(database) };
}
