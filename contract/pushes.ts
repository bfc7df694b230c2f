import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, Timestamp } from "./fields.ts";

/** At most this many browsers of a person get pushes. One more ends the oldest. */
export const maxDevices = 10;

/** A browser in which a person gets pushes. */
const PushDevice = z.object({
  id: Id,
  /** Browser and system, such as "Firefox on Windows". */
  name: z.string(),
  addedAt: Timestamp,
});

const Pushes = z.object({
  /** The site's key (VAPID), for `pushManager.subscribe`. */
  publicKey: z.string(),
  devices: z.array(PushDevice),
  /** Pushes name no person, trip, squad or award. */
  discreet: z.boolean(),
});

const badKey = "This browser sent a key that does not work";
/** Bytes in base64url, as browsers write them. */
const Key = z.string(badKey).regex(/^[\w-]{1,100}=?=?$/, badKey);

/** As `PushSubscription.toJSON()` gives it. */
const Subscription = z.object({
  endpoint: z.url("This browser named no push service").max(1000, "The address of the push service is too long"),
  /** The public key of the browser, an uncompressed point on P-256, and 16 secret bytes. */
  keys: z.object({ p256dh: Key, auth: Key }),
});

/** What a push brings to a browser, as JSON. */
export interface PushMessage {
  /** Whom it is for. A browser in which somebody else is logged in shows nothing. */
  readonly person: string;
  readonly show?: {
    /** A later push with the same tag replaces it. */
    readonly tag: string;
    readonly title: string;
    readonly text: string;
    /** The page that it opens. */
    readonly path: string;
    readonly isUrgent: boolean;
  };
  /** The tags of pushes that were read on another device. */
  readonly read?: readonly string[];
  /** How many entries of the inbox are new, for the badge. */
  readonly count: number;
}

/** Pushes to the viewer's own browsers. A browser stays subscribed until its session ends. */
export const pushes = defineCalls(() => ({
  "GET /api/push": {
    summary: "The browsers in which I get pushes, and the key to subscribe with",
    access: "seat",
    reply: Pushes,
  },
  "POST /api/push/devices": {
    summary: `Get pushes in this browser, for at most ${maxDevices} browsers; the same endpoint again replaces`,
    access: "seat",
    body: Subscription,
    reply: PushDevice,
    status: 201,
  },
  "DELETE /api/push/devices/:id": {
    summary: "Get no more pushes in one of my browsers",
    access: "seat",
    reply: null,
    worksReadOnly: true,
  },
  "POST /api/push/devices/forget": {
    summary: "This browser gave up its subscription",
    access: "seat",
    body: Subscription.pick({ endpoint: true }),
    reply: null,
    worksReadOnly: true,
  },
  "PUT /api/push/discreet": {
    summary: "Whether pushes name people, trips, squads and awards",
    access: "seat",
    body: z.object({ discreet: z.boolean() }),
    reply: Pushes,
  },
}));

/** The refusals of pushes. */
export const refusalsOfPushes = {
  push_service_unusable: "Pushes to this browser do not work, because its push service cannot be reached.",
  push_keys_unusable: "This browser sent a key that does not work.",
} as const;
