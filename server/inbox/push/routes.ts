import { deviceNameOf } from "../../platform/http/device-name.ts";
import { notFound } from "../../platform/http/problem.ts";
import type { Network } from "../../platform/http/public-network.ts";
import { type Serve, notSignedIn } from "../../platform/http/serve.ts";
import type { Ground } from "../../schema/ground.ts";
import { readSubscription } from "./devices.ts";
import { deviceStore } from "./devices-store.ts";
import type { SiteKey } from "./site-key.ts";

interface Parts extends Pick<Ground, "database" | "activity" | "sessions"> {
  readonly network: Network;
  readonly siteKey: () => Promise<SiteKey>;
}

/** Mounts the calls about the browsers in which the viewer gets pushes. */
export function pushRoutes(serve: Serve, { database, activity, sessions, network, siteKey }: Parts): void {
  const store = deviceStore(database);
  /** Tells the person's other devices. */
  const changed = (person: string) => activity.tell("inbox_changed", { person });
  const told = <D extends { readonly addedAt: Date }>(device: D) => ({ ...device, addedAt: device.addedAt.toJSON() });

  async function pushesOf(me: string) {
    const [{ publicKey }, devices, discreet] = await Promise.all([siteKey(), store.list(me), store.isDiscreet(me)]);
    return { publicKey, devices: devices.map(told), discreet };
  }

  serve.call("GET /api/push", ({ viewer }) => pushesOf(viewer.id));

  serve.call(
    "POST /api/push/devices",
    async ({ viewer, body, request }) => {
      const session = sessions.tokenHashOf(request);
      const name = deviceNameOf(request.headers["user-agent"]) ?? "Browser";
      const device = session && (await store.add(viewer.id, session, await readSubscription(network, body), name));
      if (!device) throw notSignedIn();
      changed(viewer.id);
      return told(device);
    },
    // Each one may ask DNS for a name.
    { limit: { max: 60, perMinutes: 10 } },
  );

  serve.call("DELETE /api/push/devices/:id", async ({ viewer, params }) => {
    if (!(await store.remove(viewer.id, params.id))) throw notFound();
    changed(viewer.id);
    return undefined;
  });

  serve.call("POST /api/push/devices/forget", async ({ viewer, body }) => {
    // `add` has written it this way.
    const endpoint = URL.canParse(body.endpoint) ? new URL(body.endpoint).href : body.endpoint;
    await store.forget(viewer.id, endpoint);
    changed(viewer.id);
    return undefined;
  });

  serve.call("PUT /api/push/discreet", async ({ viewer, body }) => {
    await store.setDiscreet(viewer.id, body.discreet);
    changed(viewer.id);
    return pushesOf(viewer.id);
  });
}
