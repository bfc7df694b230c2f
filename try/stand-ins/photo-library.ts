import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "../../server/platform/db/id.ts";
import { type Selection, servePicker, textOf } from "./photo-library-pages.ts";
import type { Shot } from "./shot.ts";

/** Failures that a test can switch on. */
export interface Switches {
  /** Tokens that are refused as expired. */
  readonly expired: Set<string>;
  /** Every token lacks the scope of the photo library. */
  lacksScope: boolean;
  /** The person has no Google Photos account. */
  hasNoAccount: boolean;
  /** Number of next calls that get 429. */
  busyCalls: number;
  /** Number of next calls that get 503. */
  brokenCalls: number;
  /** Number of next files that are cut off halfway. */
  cutFiles: number;
  /** Ids of shots whose bytes are refused. */
  readonly refused: Set<string>;
  /** An empty page comes between the first page and the second. */
  emptyPage: boolean;
  /** More than `maxItemCount` can be picked. */
  ignoresMaxItems: boolean;
  /** Milliseconds between two sixteenths of a file. */
  slownessMs: number;
  /** Origin of the base URLs; null for this server. */
  bytesAt: string | null;
  /** Target of a redirect for bytes; null for none. */
  redirectsTo: string | null;
}

interface Session extends Selection {
  readonly id: string;
  readonly maxItems: number;
  readonly expireTime: string;
}

export interface PhotoLibrary {
  /** The value of `GOOGLE_PHOTOS_URL`. */
  readonly url: string;
  shots: Shot[];
  readonly switches: Switches;
  /** Ids of the open sessions. */
  sessions(): string[];
  /** Every token that was received and had not expired. */
  readonly tokens: Set<string>;
  /** Number of full downloads of each shot. */
  readonly fetched: Map<string, number>;
  /** Finishes the latest session with these shots picked. */
  pick(...shots: readonly Shot[]): void;
  /** Makes all base URLs so far invalid, as after an hour. */
  expireAddresses(): void;
  /** Deletes all sessions, as after some days. */
  forgetSessions(): void;
  close(): Promise<void>;
}

type LibraryRequest = IncomingMessage & { readonly url: string };

/**
 * A stand-in for Google's Picker API, written from its documentation: sessions, a picker page with real checkboxes,
 * pages of picked items, and bytes for requests with a token.
 */
export async function openPhotoLibrary(shots: Shot[] = [], port = 0): Promise<PhotoLibrary> {
  const sessions = new Map<string, Session>();
  const switches: Switches = {
    expired: new Set(),
    lacksScope: false,
    hasNoAccount: false,
    busyCalls: 0,
    brokenCalls: 0,
    cutFiles: 0,
    refused: new Set(),
    emptyPage: false,
    ignoresMaxItems: false,
    slownessMs: 0,
    bytesAt: null,
    redirectsTo: null,
  };
  const tokens = new Set<string>();
  const fetched = new Map<string, number>();
  let generation = 1;

  const server = createServer((request, response) => {
    answer(request as LibraryRequest, response).catch((error: unknown) => {
      if (error instanceof Refusal) return json(response, error.code, error.body);
      return response.destroy();
    });
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;

  async function answer(request: LibraryRequest, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url, url);
    const [, first = "", id = "", last = ""] = pathname.split("/");
    if (first === "pictures") return showPicture(decodeURIComponent(id), response);
    if (first === "picker") {
      const session = sessions.get(decodeURIComponent(id));
      const maxItems = switches.ignoresMaxItems ? 2000 : session?.maxItems;
      return servePicker(request, response, {
        session,
        shots,
        maxItems,
        closes: last === "autoclose",
        pictures: "/pictures/",
      });
    }
    demandToken(request);
    if (first === "bytes") return send(decodeURIComponent(id), response);
    if (switches.busyCalls > 0) {
      switches.busyCalls--;
      response.setHeader("retry-after", "0");
      throw new Refusal(429, "RESOURCE_EXHAUSTED", "Quota exceeded for quota metric 'All requests'.");
    }
    if (switches.brokenCalls > 0) {
      switches.brokenCalls--;
      throw new Refusal(503, "UNAVAILABLE", "The service is currently unavailable.");
    }
    const call = `${request.method} ${pathname.replace(/^\/v1\/sessions\/.+/, "/v1/sessions/{id}")}`;
    switch (call) {
      case "POST /v1/sessions":
        return json(response, 200, sessionJson(await begin(request)));
      case "GET /v1/sessions/{id}":
        return json(response, 200, sessionJson(find(last)));
      case "DELETE /v1/sessions/{id}":
        sessions.delete(find(last).id);
        return json(response, 200, {});
      case "GET /v1/mediaItems":
        return json(response, 200, page(find(searchParams.get("sessionId") ?? ""), searchParams));
      default:
        throw new Refusal(404, "NOT_FOUND", "Method not found.");
    }
  }

  /** A picture on the picker page, where the person is signed in to their library. */
  function showPicture(id: string, response: ServerResponse) {
    const shot = shots.find((one) => one.id === id);
    if (!shot) throw new Refusal(404, "NOT_FOUND", "Not found.");
    response.writeHead(200, { "content-type": shot.mimeType, "content-length": shot.bytes.length }).end(shot.bytes);
  }

  function demandToken(request: LibraryRequest) {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (token === undefined || switches.expired.has(token))
      throw new Refusal(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
    tokens.add(token);
    if (switches.lacksScope)
      throw new Refusal(403, "PERMISSION_DENIED", "Request had insufficient authentication scopes.");
  }

  async function begin(request: LibraryRequest): Promise<Session> {
    if (switches.hasNoAccount)
      throw new Refusal(400, "FAILED_PRECONDITION", "The user does not have an active Google Photos account.");
    const body = JSON.parse((await textOf(request)) || "{}") as { pickingConfig?: { maxItemCount?: unknown } };
    const maxItems = body.pickingConfig?.maxItemCount ?? "2000";
    if (typeof maxItems !== "string" || !/^\d+$/.test(maxItems))
      throw new Refusal(400, "INVALID_ARGUMENT", "Invalid value at 'session.picking_config.max_item_count'.");
    const session = {
      id: newId(),
      maxItems: Number(maxItems),
      expireTime: new Date(Date.now() + 24 * 3600_000).toISOString(),
      picked: null,
    };
    sessions.set(session.id, session);
    return session;
  }

  function find(id: string): Session {
    const session = sessions.get(id);
    if (!session) throw new Refusal(404, "NOT_FOUND", "Requested entity was not found.");
    return session;
  }

  const sessionJson = ({ id, maxItems, expireTime, picked }: Session) => ({
    id,
    pickerUri: `${url}/picker/${id}`,
    expireTime,
    pickingConfig: { maxItemCount: String(maxItems) },
    // The API may leave out `mediaItemsSet` until the person is done.
    ...(picked ? { mediaItemsSet: true } : { pollingConfig: { pollInterval: "5s", timeoutIn: "1800.500s" } }),
  });

  function page({ picked }: Session, asked: URLSearchParams) {
    if (!picked) throw new Refusal(400, "FAILED_PRECONDITION", "The user has not finished picking media items.");
    const size = Math.min(Number(asked.get("pageSize") ?? 50), 100);
    if (size < 0) throw new Refusal(400, "INVALID_ARGUMENT", "Page size must not be negative.");
    const token = asked.get("pageToken");
    if (switches.emptyPage && token === null)
      return { mediaItems: picked.slice(0, size).map(itemJson), nextPageToken: "empty" };
    if (token === "empty") return { nextPageToken: String(size) };
    const from = Number(token ?? 0);
    const more = from + size < picked.length ? { nextPageToken: String(from + size) } : {};
    const some = picked.slice(from, from + size).map(itemJson);
    return some.length > 0 ? { mediaItems: some, ...more } : more;
  }

  const itemJson = (shot: Shot) => ({
    id: shot.id,
    createTime: shot.createTime,
    type: shot.processingStatus ? "VIDEO" : "PHOTO",
    mediaFile: {
      baseUrl: `${switches.bytesAt ?? url}/bytes/${generation}.${encodeURIComponent(shot.id)}`,
      mimeType: shot.mimeType,
      filename: shot.filename,
      mediaFileMetadata: {
        width: shot.width,
        height: shot.height,
        cameraMake: "Phonemaker",
        cameraModel: "Nine",
        ...(shot.processingStatus
          ? { videoMetadata: { fps: 30, processingStatus: shot.processingStatus } }
          : { photoMetadata: { focalLength: 4.2, apertureFNumber: 1.8, isoEquivalent: 50, exposureTime: "0.002s" } }),
      },
    },
  });

  async function send(asked: string, response: ServerResponse) {
    const [, at, id = "", suffix = ""] = /^(\d+)\.(.+?)(=.*)?$/.exec(asked) ?? [];
    const shot = shots.find((one) => one.id === id);
    if (!shot || suffix === "") throw new Refusal(404, "NOT_FOUND", "Not found.");
    if (Number(at) < generation || switches.refused.has(id))
      throw new Refusal(403, "PERMISSION_DENIED", "The address has expired.");
    if (switches.redirectsTo !== null) {
      response.writeHead(302, { location: switches.redirectsTo }).end();
      return;
    }
    const isWhole = suffix === (shot.processingStatus ? "=dv" : "=d");
    if (isWhole) fetched.set(id, (fetched.get(id) ?? 0) + 1);
    // Any photo stands in for the preview of a video.
    const still = shots.find(({ processingStatus }) => !processingStatus);
    const { bytes, mimeType } = isWhole || !shot.processingStatus ? shot : (still ?? shot);
    response.writeHead(200, { "content-type": mimeType, "content-length": bytes.length });
    if (switches.cutFiles > 0 && isWhole) {
      switches.cutFiles--;
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
      return;
    }
    if (switches.slownessMs > 0 && isWhole) await slowly(bytes, response);
    response.end(switches.slownessMs > 0 && isWhole ? undefined : bytes);
  }

  async function slowly(bytes: Buffer, response: ServerResponse) {
    const step = Math.ceil(bytes.length / 16);
    for (let from = 0; from < bytes.length && !response.destroyed; from += step) {
      response.write(bytes.subarray(from, from + step));
      await sleep(switches.slownessMs);
    }
  }

  return {
    url,
    get shots() {
      return shots;
    },
    set shots(next) {
      shots = next;
    },
    switches,
    sessions: () => [...sessions.keys()],
    tokens,
    fetched,
    pick(...picked) {
      const latest = [...sessions.values()].at(-1);
      if (!latest) throw new Error("No session has begun");
      latest.picked = picked;
    },
    expireAddresses: () => void generation++,
    forgetSessions: () => sessions.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

class Refusal extends Error {
  readonly code: number;
  readonly body: object;
  constructor(code: number, status: string, message: string) {
    super(message);
    this.code = code;
    this.body = { error: { code, message, status } };
  }
}

const json = (response: ServerResponse, code: number, body: object) =>
  void response.writeHead(code, { "content-type": "application/json; charset=UTF-8" }).end(JSON.stringify(body));
