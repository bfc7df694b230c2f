import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Bytes, albumFields, plain } from "./fields.ts";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "Please send SHA-256 sums in hexadecimal");

const knownFilesCall = {
  access: "seat",
  body: z.object({ sha256: z.array(Sha256).min(1).max(100) }),
  reply: z.object({ known: z.array(Sha256) }),
  status: 200,
} as const;

/** Resumable uploads. The bytes go by the core of tus 1.0 (HEAD and PATCH) to the address that the first call returns. */
export const uploads = defineCalls(() => ({
  "POST /api/uploads": {
    summary: "An address that takes one large file in pieces, until a day after the last piece",
    access: "seat",
    body: z.object({
      size: Bytes.min(1, "An empty file cannot be uploaded").describe("Bytes"),
      fileType: plain(100).optional(),
      sha256: Sha256.optional(),
      ...albumFields,
    }),
    reply: z.object({ uploadURL: z.string() }),
    status: 201,
  },
  "DELETE /api/uploads/:id": {
    summary: "Delete an upload of mine that is not registered, with the pieces that have arrived",
    access: "seat",
    reply: null,
  },
  "POST /api/trips/:id/media/known": {
    ...knownFilesCall,
    summary: "Which of the files that I add the trip already has",
  },
  "POST /api/squads/:id/media/known": {
    ...knownFilesCall,
    summary: "Which of the files that I add the squad already has outside its trips",
  },
}));
