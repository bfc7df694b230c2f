import { type Network, internet } from "../platform/http/public-network.ts";
import { openSecrets } from "../platform/secrets/secrets.ts";
import type { Feature } from "../schema/feature.ts";
import type { Ground } from "../schema/ground.ts";
import { inboxRoutes } from "./routes.ts";
import { openDigests } from "./digest/digest.ts";
import { inboxRecordsOf } from "./own-records-store.ts";
import { openPushes } from "./push/pushes.ts";
import { pushRoutes } from "./push/routes.ts";
import { siteKeyOf } from "./push/site-key.ts";

interface Parts extends Ground {
  /** Replaces the internet, to which pushes go. */
  readonly network: Network | undefined;
}

/** Mounts the inbox, its digests and its pushes. */
export function buildInbox(parts: Parts): { readonly feature: Feature } {
  const { serve, config, database, network = internet } = parts;
  const secrets = openSecrets({ keys: config.secretKeys, dataDir: config.dataDir });
  const siteKey = siteKeyOf(database, secrets);
  const pushes = openPushes({ ...parts, network, siteKey });
  inboxRoutes(serve, { ...parts, takeBack: pushes.takeBack });
  pushRoutes(serve, { ...parts, network, siteKey });
  const digests = openDigests(parts);
  return {
    feature: {
      start() {
        digests.start();
        pushes.start();
      },
      stop: pushes.stop,
      forget: pushes.forget,
      recordsOf: inboxRecordsOf(database),
    },
  };
}
