import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { ById } from "./fields.ts";
import { LiveEvent, LiveQuery } from "./live.ts";
import { PictureQuery } from "./media.ts";
import { TvEvent } from "./tv.ts";

const back = { return: z.string().optional().describe("A path on this site to go to afterwards") };
const person = z.string().optional().describe("Goes back at once if somebody else than this person is signed in");
const Provider = z.object({ provider: z.string().describe("The provider's name in addresses, `google` by default") });
const navigation = { access: "visitor", reply: null, status: 302 } as const;
const picture = {
  access: "visitor",
  reply: null,
  file: "application/octet-stream",
  isRanged: true,
  answer: "The picture or video",
} as const;
const preview = { access: "visitor", reply: null, file: "image/jpeg", answer: "A JPEG of 1200 × 630 pixels" } as const;
const upload = { access: "seat", params: ById, reply: null } as const;
const stream = {
  reply: LiveEvent,
  file: "text/event-stream",
  answer: "A stream; the data of each message is a hint",
} as const;
const text = { access: "visitor", file: "text/plain" } as const;
const operator = z.object({ Authorization: z.string().optional().describe("`Bearer` and the operator's token") });

/** Whether a server is ready for requests. Everything below `failing` is for the operator alone. */
const ReadyState = z.object({
  ok: z.boolean(),
  failing: z.array(z.string()).describe("The names of the parts that do not work"),
  parts: z
    .array(z.object({ name: z.string(), ms: z.number(), reason: z.string().nullable() }))
    .optional()
    .describe("With the operator's token: how long each part took to answer, and why it fails"),
  warnings: z
    .array(z.object({ name: z.string(), reason: z.string(), seconds: z.number() }))
    .optional()
    .describe("With the operator's token: the faults of the site, and since when. They do not make it 503"),
  lastBackupSeconds: z
    .number()
    .nullable()
    .optional()
    .describe("With the operator's token: how long ago the last whole backup ended"),
});
export type ReadyState = z.infer<typeof ReadyState>;
const pieceHeaders = { "Tus-Resumable": z.literal("1.0.0").optional() };

/**
 * The addresses that are no JSON call: navigations, files, streams, the bytes of an upload. Only the description reads them; a test
 * compares them with the routes of the app.
 */
export const addresses = {
  navigation: {
    "GET /api/login": {
      ...navigation,
      summary: "Go to the page for logging in",
      query: z.object(back),
      answer: "To /auth",
    },
    "GET /api/logout": { ...navigation, summary: "End this session, and go to the front page", answer: "To /" },
    "GET /api/auth/:provider": {
      ...navigation,
      summary: "Sign in at the identity provider",
      params: Provider,
      query: z.object(back),
      answer: "To the provider, or to /auth with the fault",
    },
    "GET /api/auth/:provider/link": {
      ...navigation,
      summary: "Link an account at the identity provider to mine",
      params: Provider,
      query: z.object({
        ...back,
        with: z.literal("photos").optional().describe("Also ask for the photo library"),
        person,
      }),
      answer: "To the provider, or back with the fault",
    },
    "GET /api/auth/:provider/keep": {
      ...navigation,
      summary: "Keep my seat by an account at the identity provider",
      params: Provider,
      query: z.object({ ...back, person }),
      answer: "To the provider, or back with the fault",
    },
    "GET /api/auth/:provider/callback": {
      ...navigation,
      summary: "Where the identity provider sends people back",
      params: Provider,
      query: z.object({ state: z.string().optional(), code: z.string().optional(), error: z.string().optional() }),
      answer: "To the page that began, with `success` or the fault",
    },
  },
  media: {
    "GET /objects/:id": {
      ...picture,
      summary: "A picture or video. It supports ranges, ETag and If-Range",
      params: ById,
      query: PictureQuery,
    },
    "HEAD /objects/:id": {
      ...picture,
      summary: "The headers of a picture or video",
      params: ById,
      query: PictureQuery,
      answer: "It is there",
    },
  },
  previews: {
    "GET /previews/:id/:proof": {
      ...preview,
      summary: "The picture that chats show with a link to a squad",
      params: ById.extend({ proof: z.string() }),
      query: z.object({ v: z.string().optional().describe("Changes when the picture does") }),
    },
    "GET /previews/swellmates": { ...preview, summary: "The picture that chats show with any other link to this site" },
  },
  demo: {
    "GET /example/:name": {
      access: "visitor",
      reply: null,
      file: "image/jpeg",
      summary: "A photo of the example's Awards Night",
      params: z.object({ name: z.string() }),
      answer: "A JPEG of at most 1200 pixels a side",
      missing: "photo_not_found",
    },
  },
  uploads: {
    "PUT /api/uploads/:id": {
      ...upload,
      summary: "The bytes of one file, to the address of `postObjectsUpload`",
      query: z.object({ expires: z.string(), signature: z.string() }),
      bodyType: "application/octet-stream",
      status: 200,
      answer: "Arrived and inspected; the ETag is its SHA-256",
    },
    "HEAD /api/uploads/:id": {
      ...upload,
      summary: "How many bytes of a file in pieces have arrived (tus 1.0)",
      headers: z.object(pieceHeaders),
      status: 200,
      answer: "Upload-Offset and Upload-Length say how much, in bytes",
    },
    "PATCH /api/uploads/:id": {
      ...upload,
      summary: "The next piece of a file, to the address of `postUploads` (tus 1.0)",
      headers: z.object({ ...pieceHeaders, "Upload-Offset": z.string().describe("Bytes before this piece") }),
      bodyType: "application/offset+octet-stream",
      answer: "Arrived; Upload-Offset says how much there is now",
    },
  },
  live: {
    "GET /api/live": {
      ...stream,
      summary: "Hints that something changed, as server-sent events",
      access: "seat",
      query: LiveQuery,
    },
    "GET /api/tv/live": {
      ...stream,
      reply: TvEvent,
      summary:
        "The cards and reactions of the night that this screen shows, and who waits for it, as server-sent events",
      access: "screen",
      missing: "screen_shows_nothing",
    },
  },
  mail: {
    "POST /no-mail": {
      ...text,
      reply: z.string(),
      summary: "Unsubscribe by one click in a mail program (RFC 8058)",
      query: z.object({ to: z.string() }),
      bodyType: "application/x-www-form-urlencoded",
      answer: "Unsubscribed",
    },
  },
  health: {
    "GET /api/openapi.json": {
      summary: "This description",
      access: "visitor",
      reply: z.looseObject({}),
      answer: "OpenAPI 3.1",
    },
    "GET /.well-known/security.txt": {
      ...text,
      reply: z.string(),
      summary: "How to report a fault in this site's security (RFC 9116). 404 where the operator names no contact",
      answer: "The contact",
    },
    "GET /healthz": {
      access: "visitor",
      reply: z.object({ status: z.literal("ok"), version: z.string() }),
      summary: "The process lives, and its version",
      answer: "It works",
    },
    "GET /metrics": {
      ...text,
      reply: z.string(),
      summary: "Figures for Prometheus. 401 without the operator's token, 404 where the operator has set none",
      headers: z.object({ Authorization: z.string().describe("`Bearer` and the token") }),
      answer: "The figures",
    },
    "GET /readyz": {
      access: "visitor",
      reply: ReadyState,
      summary: "This server is ready for requests; else 503, in the same form",
      headers: operator,
      answer: "It is ready",
    },
  },
} satisfies Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;
