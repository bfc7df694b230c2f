import { expect, it } from "vitest";
import { findReceiptProblem } from "./receipt-problem.ts";

it.each([
  ["a photo", new File(["any"], "receipt.jpg", { type: "image/jpeg" }), undefined],
  ["a photo without a type", new File(["any"], "IMG_1.HEIC"), undefined],
  ["a PDF", new File(["%PDF-1.4"], "receipt.pdf", { type: "application/pdf" }), undefined],
  [
    "what only calls itself a PDF",
    new File(["MZ"], "receipt.pdf", { type: "application/pdf" }),
    "Please choose a photo or a PDF of the receipt",
  ],
  [
    "a text",
    new File(["Eight euros"], "notes.txt", { type: "text/plain" }),
    "Please choose a photo or a PDF of the receipt",
  ],
  [
    "a large photo",
    new File([new Uint8Array(10_000_001)], "receipt.png", { type: "image/png" }),
    "This receipt is too large: at most 10 MB, please.",
  ],
])("%s is a receipt or says why not", async (_, file, problem) => {
  expect(await findReceiptProblem(file)).toBe(problem);
});
