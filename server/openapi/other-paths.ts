import { z } from "zod";
import { ById } from "#contract/fields.ts";
import { LiveEvent, LiveQuery } from "#contract/live.ts";
import { PictureQuery } from "#contract/media.ts";

/** An address that is no call of the contract: a navigation, a file, the bytes of an upload, a stream. */
export interface OtherPath {
  readonly operationId: string;
  readonly tag: "navigation" | "media" | "uploads" | "mail" | "live" | "health";
  readonly summary: string;
  readonly access: "visitor" | "user";
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  /** The content type of the request's body. */
  readonly body?: string;
  /** What a success sends, by status. A redirect has no content. */
  readonly answers: Readonly<Record<number, { readonly description: string; readonly content?: Content }>>;
}

interface Content {
  readonly type: string;
  readonly schema: z.ZodType | "bytes";
}

const back = { return: z.string().optional().describe("A path on this site to go to afterwards") };
const redirect = (description: string) => ({ 302: { description } });
const Provider = z.object({ provider: z.string().describe("The provider's name in addresses, `google` by default") });
const bytes = (type = "application/octet-stream"): Content => ({ type, schema: "bytes" });
const health = {
  200: {
    description: "It works",
    content: { type: "application/json", schema: z.object({ status: z.literal("ok") }) },
  },
};
const picture = {
  200: { description: "The picture or video", content: bytes() },
  206: { description: "The range that was asked for", content: bytes() },
  304: { description: "The caller has it already" },
};
const pieceHeaders = { "Tus-Resumable": z.literal("1.0.0").optional() };

/** The addresses that the description adds to the calls of the contract. A test compares them with the routes of the app. */
export const otherPaths: Readonly<Record<string, OtherPath>> = {
  "GET /api/login": {
    operationId: "openLogin",
    tag: "navigation",
    summary: "Go to the page for logging in",
    access: "visitor",
    query: z.object(back),
    answers: redirect("To /auth"),
  },
  "GET /api/logout": {
    operationId: "openLogout",
    tag: "navigation",
    summary: "End this session, and go to the front page",
    access: "visitor",
    answers: redirect("To /"),
  },
  "GET /api/auth/:provider": {
    operationId: "openProvider",
    tag: "navigation",
    summary: "Sign in at the identity provider",
    access: "visitor",
    params: Provider,
    query: z.object(back),
    answers: redirect("To the provider, or to /auth with the fault"),
  },
  "GET /api/auth/:provider/link": {
    operationId: "openProviderLink",
    tag: "navigation",
    summary: "Link an account at the identity provider to mine",
    access: "visitor",
    params: Provider,
    query: z.object({
      ...back,
      with: z.literal("photos").optional().describe("Also ask for the photo library"),
      person: z.string().optional().describe("Goes back at once if somebody else than this person is signed in"),
    }),
    answers: redirect("To the provider, or back with the fault"),
  },
  "GET /api/auth/:provider/callback": {
    operationId: "openProviderCallback",
    tag: "navigation",
    summary: "Where the identity provider sends people back",
    access: "visitor",
    params: Provider,
    query: z.object({ state: z.string().optional(), code: z.string().optional(), error: z.string().optional() }),
    answers: redirect("To the page that began, with `success` or the fault"),
  },
  "GET /objects/:id": {
    operationId: "getObject",
    tag: "media",
    summary: "A picture or video. It supports ranges, ETag and If-Range",
    access: "visitor",
    params: ById,
    query: PictureQuery,
    answers: picture,
  },
  "HEAD /objects/:id": {
    operationId: "headObject",
    tag: "media",
    summary: "The headers of a picture or video",
    access: "visitor",
    params: ById,
    query: PictureQuery,
    answers: { 200: { description: "It is there" }, 304: picture[304] },
  },
  "PUT /api/uploads/:id": {
    operationId: "putUpload",
    tag: "uploads",
    summary: "The bytes of one file, to the address of `postObjectsUpload`",
    access: "user",
    params: ById,
    query: z.object({ expires: z.string(), signature: z.string() }),
    body: "application/octet-stream",
    answers: { 200: { description: "Arrived and inspected; the ETag is its SHA-256" } },
  },
  "HEAD /api/uploads/:id": {
    operationId: "headUpload",
    tag: "uploads",
    summary: "How many bytes of a file in pieces have arrived (tus 1.0)",
    access: "user",
    params: ById,
    headers: z.object(pieceHeaders),
    answers: { 200: { description: "Upload-Offset and Upload-Length say how much, in bytes" } },
  },
  "PATCH /api/uploads/:id": {
    operationId: "patchUpload",
    tag: "uploads",
    summary: "The next piece of a file, to the address of `postUploads` (tus 1.0)",
    access: "user",
    params: ById,
    headers: z.object({ ...pieceHeaders, "Upload-Offset": z.string().describe("Bytes before this piece") }),
    body: "application/offset+octet-stream",
    answers: { 204: { description: "Arrived; Upload-Offset says how much there is now" } },
  },
  "GET /api/live": {
    operationId: "getLive",
    tag: "live",
    summary: "Hints that something changed, as server-sent events",
    access: "user",
    query: LiveQuery,
    answers: {
      200: {
        description: "A stream; the data of each message is a hint",
        content: { type: "text/event-stream", schema: LiveEvent },
      },
    },
  },
  "GET /api/tv/live": {
    operationId: "getTvLive",
    tag: "live",
    summary: "The cards and reactions of the night that this screen shows, as server-sent events",
    access: "visitor",
    answers: {
      200: {
        description: "A stream; the data of each message is a hint",
        content: { type: "text/event-stream", schema: LiveEvent },
      },
    },
  },
  "GET /api/tv/pictures/:id": {
    operationId: "getTvPicture",
    tag: "media",
    summary: "A rendition of a picture on the present card of this screen",
    access: "visitor",
    params: ById,
    query: z.object({ size: z.enum(["thumb", "medium"]).optional() }),
    answers: picture,
  },
  "POST /no-mail": {
    operationId: "postUnsubscribe",
    tag: "mail",
    summary: "Unsubscribe by one click in a mail program (RFC 8058)",
    access: "visitor",
    query: z.object({ to: z.string() }),
    body: "application/x-www-form-urlencoded",
    answers: { 200: { description: "Unsubscribed", content: { type: "text/plain", schema: z.string() } } },
  },
  "GET /api/openapi.json": {
    operationId: "getOpenApi",
    tag: "health",
    summary: "This description",
    access: "visitor",
    answers: { 200: { description: "OpenAPI 3.1", content: { type: "application/json", schema: z.looseObject({}) } } },
  },
  "GET /.well-known/security.txt": {
    operationId: "getSecurityTxt",
    tag: "health",
    summary: "How to report a fault in this site's security (RFC 9116). 404 where the operator names no contact",
    access: "visitor",
    answers: { 200: { description: "The contact", content: { type: "text/plain", schema: z.string() } } },
  },
  "GET /healthz": {
    operationId: "getHealth",
    tag: "health",
    summary: "The process lives",
    access: "visitor",
    answers: health,
  },
  "GET /readyz": {
    operationId: "getReadiness",
    tag: "health",
    summary: "The database and the store of files answer too",
    access: "visitor",
    answers: health,
  },
};
