import type { SendFile } from "../../media/objects/object-routes.ts";
import { notFound } from "../../platform/http/problem.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { Ground } from "../../schema/ground.ts";
import { booksRightsStore } from "../access-store.ts";
import { seeCost } from "../access.ts";
import { findReceipt } from "../receipts-store.ts";

interface Parts extends Pick<Ground, "database"> {
  readonly sendFile: SendFile;
}

/** Receipts, for people who see the books. */
export function receiptRoutes(serve: Serve, { database: { db }, sendFile }: Parts): void {
  const rights = booksRightsStore(db);

  serve.file("GET /api/costs/:id/receipt", async ({ viewer, params, request, reply }) => {
    await seeCost(rights, viewer.id, params.id);
    const receipt = await findReceipt(db, params.id);
    if (!receipt) throw notFound("cost_no_receipt");
    return sendFile(request, reply, receipt);
  });
}
