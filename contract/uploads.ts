import { z } from "zod";
import { describe } from "./endpoint.ts";
import { ById, Id, plain } from "./fields.ts";

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "Not a SHA-256 in hexadecimal");

const Known = {
  access: "user",
  params: ById,
  body: z.object({ sha256: z.array(Sha256).min(1).max(100) }),
  reply: z.object({ known: z.array(Sha256) }),
  status: 200,
} as const;

/** Uploads that survive a broken line. Their bytes go by the core of tus 1.0 (HEAD and PATCH) to the address that the first call answers. */
export const uploads = describe({
  "POST /api/uploads": {
    summary: "An address that takes the bytes of one large file in pieces, for a day after the last of them",
    access: "user",
    body: z.object({
      size: z.int().min(1, "An empty file cannot be uploaded").describe("Bytes"),
      fileType: plain(100).optional(),
      sha256: Sha256.optional(),
      as: Id.optional().describe("Refuses unless this is who is signed in"),
    }),
    reply: z.object({ uploadURL: z.string() }),
    status: 201,
  },
  "DELETE /api/uploads/:id": {
    summary: "Forget an upload of mine that was not registered, with what has arrived of it",
    access: "user",
    params: ById,
    reply: null,
  },
  "POST /api/trips/:id/media/known": { ...Known, summary: "Which of these files the trip has already" },
  "POST /api/squads/:id/media/known": {
    ...Known,
    summary: "Which of these files the squad has already, outside of its trips",
  },
});
