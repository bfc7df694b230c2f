import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, idWith, text } from "./fields.ts";
import { ShownReceipt } from "./nights.ts";
import { maxReceiptText } from "./receipt-limits.ts";

/** Proof for a nominee: a photo of the trip, or a line of text. */
export const NewReceipt = z
  .object({
    nomineeId: idWith("Please choose someone from the crew"),
    mediaId: idWith("Please choose a photo of this trip").optional(),
    text: text(maxReceiptText, "Please write a line").optional(),
  })
  .refine(({ mediaId, text: line }) => (mediaId === undefined) !== (line === undefined), {
    error: "Please choose a photo or write a line",
    path: ["text"],
  });

export type NewReceipt = z.infer<typeof NewReceipt>;

/** A receipt on a ballot. It has neither author nor time, and its id is random. */
export const Receipt = ShownReceipt.extend({
  id: Id,
  categoryId: Id,
  nomineeId: Id,
  hearts: z.int(),
  isHearted: z.boolean(),
  /** The viewer attached it. Nobody else learns that, and nobody at all once the vote is closed. */
  isMine: z.boolean(),
});
export type Receipt = z.infer<typeof Receipt>;

export const receipts = defineCalls(() => ({
  "GET /api/trips/:id/receipts": {
    summary: "The receipts of a trip's nominees, shuffled anew for each answer (members)",
    access: "seat",
    reply: z.array(Receipt),
  },
  "POST /api/categories/:id/receipts": {
    summary: "Attach a photo or a text to a nominee as proof, while the vote of an Awards Night is open (crew)",
    access: "seat",
    body: NewReceipt,
    reply: z.object({ id: Id }),
    status: 201,
    mayRepeat: true,
  },
  "DELETE /api/receipts/:id": {
    summary: "Take a receipt down (its author, its nominee, organizers)",
    access: "seat",
    reply: null,
  },
  "PUT /api/receipts/:id/heart": {
    summary: "Give a receipt my heart (crew)",
    access: "seat",
    reply: null,
  },
  "DELETE /api/receipts/:id/heart": {
    summary: "Take my heart back (crew)",
    access: "seat",
    reply: null,
  },
}));

/** The refusals of proofs. */
export const refusalsOfReceipts = {
  award_result_out_already: "The result of this award is out already.",
  proofs_of_author_full: "You have added {max} proofs to this award. Remove one first.",
  proofs_full: "A trip has room for {max} proofs.",
  proof_not_yours: "Only the nominee and the organizers of this trip can take this proof down.",
  proof_without_night: "Proof belongs to an Awards Night, and this trip has none planned.",
  proof_photo_elsewhere: "Please choose a photo of this trip",
} as const;
