import { z } from "zod";
// Written by hand because no client of Google's Picker API is maintained, and tokens must reach allowed hosts only.
import { LibraryFault } from "./faults.ts";
import { sendRequest, withRetries } from "./send-request.ts";

const Session = z.object({
  id: z.string().min(1).max(500),
  pickerUri: z.string().max(2000),
  expireTime: z.iso.datetime({ offset: true }).optional(),
  mediaItemsSet: z.boolean().default(false),
});
type PickerSession = z.infer<typeof Session>;

const Item = z.object({
  id: z.string().min(1).max(300),
  createTime: z.iso.datetime({ offset: true }).optional(),
  type: z.string().optional(),
  mediaFile: z.object({
    baseUrl: z.string().max(4000),
    mimeType: z.string().max(100).default("image/jpeg"),
    filename: z.string().max(1000).default("photo"),
    mediaFileMetadata: z
      .object({
        width: z.coerce.number().int().min(0).default(0),
        height: z.coerce.number().int().min(0).default(0),
        videoMetadata: z.object({ processingStatus: z.string().optional() }).optional(),
      })
      .prefault({}),
  }),
});

const Items = z.object({ mediaItems: z.array(Item).default([]), nextPageToken: z.string().optional() });

export interface PickedItem {
  readonly itemId: string;
  readonly baseUrl: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly isVideo: boolean;
  /** False while Google still prepares the video. */
  readonly isReady: boolean;
  readonly takenAt: Date;
  readonly width: number;
  readonly height: number;
}

/** Google's Picker API. Every call may reject with a `LibraryFault`. */
export interface Picker {
  /** Google's page lets a person pick at most `maxItems`. */
  begin(token: string, maxItems: number): Promise<PickerSession>;
  find(token: string, id: string): Promise<PickerSession>;
  /** Fetches all pages of the picked items. */
  items(token: string, id: string): Promise<PickedItem[]>;
  end(token: string, id: string): Promise<void>;
}

const callMs = 8000;
const pageSize = 100;
/** Google's own limit is 2000 items; there may also be empty pages. */
const maxPages = 60;

export function openPicker(base: string): Picker {
  async function call<S extends z.ZodType>(method: string, path: string, token: string, shape: S, body?: object) {
    return withRetries(async () => {
      const response = await sendRequest(`${base}${path}`, {
        method,
        redirect: "error",
        signal: AbortSignal.timeout(callMs),
        headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const reply = shape.safeParse(await response.json().catch(() => undefined));
      if (!reply.success) throw new LibraryFault("foreign", `${method} ${path.split("?")[0]}: ${reply.error.message}`);
      return reply.data;
    });
  }
  const sessionPath = (id: string) => `/v1/sessions/${encodeURIComponent(id)}`;

  return {
    begin: (token, maxItems) =>
      // Google's JSON writes an int64 as a string.
      call("POST", "/v1/sessions", token, Session, { pickingConfig: { maxItemCount: String(maxItems) } }),
    find: (token, id) => call("GET", sessionPath(id), token, Session),
    async items(token, id) {
      const found = new Map<string, PickedItem>();
      let page: string | undefined;
      for (let pages = 0; pages < maxPages; pages++) {
        const query = new URLSearchParams({
          sessionId: id,
          pageSize: String(pageSize),
          ...(page && { pageToken: page }),
        });
        const { mediaItems, nextPageToken } = await call("GET", `/v1/mediaItems?${query.toString()}`, token, Items);
        for (const item of mediaItems) found.set(item.id, toPickedItem(item));
        if (!nextPageToken || nextPageToken === page) break;
        page = nextPageToken;
      }
      return [...found.values()];
    },
    async end(token, id) {
      await call("DELETE", sessionPath(id), token, z.unknown());
    },
  };
}

function toPickedItem({ id, createTime, type, mediaFile }: z.infer<typeof Item>): PickedItem {
  const { baseUrl, filename, mimeType, mediaFileMetadata: metadata } = mediaFile;
  const isVideo = type === "VIDEO" || mimeType.startsWith("video/");
  const status = metadata.videoMetadata?.processingStatus;
  return {
    itemId: id,
    baseUrl,
    fileName: filename.replaceAll("\0", ""),
    mimeType,
    isVideo,
    isReady: !isVideo || status === undefined || status === "READY",
    takenAt: createTime === undefined ? new Date() : new Date(createTime),
    width: metadata.width,
    height: metadata.height,
  };
}
