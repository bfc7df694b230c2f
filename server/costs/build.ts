import type { Feature } from "../schema/feature.ts";
import type { Ground } from "../schema/ground.ts";
import type { SendFile } from "../media/objects/object-routes.ts";
import type { TakeFiles } from "../media/photos/take-files.ts";
import { costRecordsOf } from "./own-records-store.ts";
import { forgetOld } from "./forget-store.ts";
import { historyRoutes } from "./history/routes.ts";
import { receiptRoutes } from "./receipts/routes.ts";
import { csvRoutes } from "./csv/routes.ts";
import { booksRoutes } from "./page/routes.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { costRoutes } from "./routes.ts";

interface Parts extends Ground {
  readonly takeFiles: TakeFiles;
  readonly sendFile: SendFile;
}

/** Mounts costs and payments, with their receipts and history. */
export function buildCosts({ serve, ...parts }: Parts): { readonly feature: Feature } {
  costRoutes(serve, parts);
  paymentRoutes(serve, parts);
  booksRoutes(serve, parts);
  csvRoutes(serve, parts);
  receiptRoutes(serve, parts);
  historyRoutes(serve, parts);
  return { feature: { forget: () => forgetOld(parts.database), recordsOf: costRecordsOf(parts.database) } };
}
