import type { PushMessage } from "#contract/pushes.ts";
import { dayMs } from "../../platform/durations.ts";
import type { Ground } from "../../schema/ground.ts";
import type { Device, deviceStore } from "./devices-store.ts";
import { type Push, topicHeader } from "./messages.ts";
import type { Handling, Post, Posted } from "./post.ts";

/** Whom a push is for, and what it says beside itself. */
export interface Addressee {
  readonly id: string;
  readonly isDiscreet: boolean;
  /** How many entries of their inbox are new. */
  readonly count: number;
}

interface Parts extends Pick<Ground, "log" | "metrics"> {
  readonly devices: ReturnType<typeof deviceStore>;
  readonly post: Post;
}

/** Apple ends the subscription of a browser that gets a push and shows nothing. */
const mustShow = ({ endpoint }: Device) => /(^|\.)push\.apple\.com$/.test(new URL(endpoint).hostname);

/** Sends pushes to browsers, and does what their services answer. */
export function openDelivery({ devices, post, log, metrics }: Parts) {
  const count = metrics.counter("pushes_total", "Pushes, by what the push services answered", ["outcome"]);

  async function send(device: Device, message: PushMessage, handling: Handling): Promise<Posted> {
    const posted = await post(device, message, handling);
    count({ outcome: posted.outcome });
    if (posted.outcome === "gone") await devices.drop(device.id);
    // The path of an endpoint is a secret.
    if (posted.outcome === "refused")
      log.warn({ host: new URL(device.endpoint).host, reason: posted.reason }, "A push was refused");
    return posted;
  }

  return {
    /** Shows a push in a browser. One that its service finds too large is sent without names. */
    async show(device: Device, push: Push, to: Addressee): Promise<Posted> {
      const { ttlSeconds, urgency } = push;
      const handling = { ttlSeconds, urgency, topic: topicHeader(push.show.tag, device.id) };
      const message = (show: Push["show"]) => ({ person: to.id, show, count: to.count });
      const posted = await send(device, message(to.isDiscreet ? push.discreet : push.show), handling);
      return posted.outcome === "too_large" && !to.isDiscreet ? send(device, message(push.discreet), handling) : posted;
    },

    /** Takes back what a browser shows. Nobody misses it if that fails. */
    async takeBack(device: Device, to: Addressee): Promise<void> {
      const [latest] = device.shown;
      if (latest === undefined) return;
      if (!mustShow(device))
        await send(
          device,
          { person: to.id, read: device.shown, count: to.count },
          { ttlSeconds: dayMs / 1000, urgency: "normal", topic: topicHeader(latest, device.id) },
        );
      await devices.noteTakenBack(device.id, device.shown);
    },
  };
}
