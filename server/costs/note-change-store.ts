import { newId } from "../platform/db/id.ts";
import type { Tx } from "../schema/database.ts";
import type { CostColumns } from "./cost-columns.ts";

/** A cost as its history keeps it. All ids of people are rows in `cost_people`, so that merges and deleted accounts need no new texts. */
export interface CostThen extends CostColumns {
  readonly payers: readonly { readonly id: string; readonly amount: number; readonly tripAmount: number }[];
  readonly shares: readonly { readonly id: string; readonly weight: number; readonly share: number }[];
  readonly key: string;
  /** The id of its receipt. */
  readonly receipt: string | null;
  /** In which the trip counted. It may count in another one once all costs are gone. */
  readonly tripCurrency: string;
  readonly writtenBy: string | null;
  readonly version: number;
}

/** A payment as its history keeps it. All ids of people are rows in `cost_people`. */
export interface PaymentThen {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
  readonly day: string;
  readonly note: string;
  readonly handedOver: { readonly amount: number; readonly currency: string } | null;
  readonly key: string;
  readonly tripCurrency: string;
  readonly enteredBy: string | null;
}

interface Noted {
  readonly tripId: string;
  /** The id of the cost or payment. */
  readonly thingId: string;
  readonly by: string;
}
type Versions<K, T> = { readonly kind: K; readonly before: T | null; readonly after: T | null };

/** Writes what changed, in the transaction of the change. `before` is null for what was made, `after` for what was deleted. */
export async function noteChange(
  tx: Tx,
  { kind, tripId, thingId, by, before, after }: Noted & (Versions<"cost", CostThen> | Versions<"payment", PaymentThen>),
): Promise<void> {
  await tx
    .insertInto("trip_changes")
    .values({
      id: newId(),
      trip_id: tripId,
      kind,
      thing_id: thingId,
      changed_by: by,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .execute();
}
