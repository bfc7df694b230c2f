import type { Generated } from "kysely";
import type { CostCategory, CostSplit } from "#contract/costs.ts";
import type { Day, Json, SetByDatabase } from "./columns.ts";
import { type NamedPeople, name } from "./named-people.ts";

export interface CostTables {
  /** Somebody in the books of a trip. After a merge two rows may name one person, and count together. */
  cost_people: {
    id: string;
    trip_id: string;
    person_id: string | null;
    paid: SetByDatabase<number>;
    shared: SetByDatabase<number>;
    sent: SetByDatabase<number>;
    received: SetByDatabase<number>;
    balance: SetByDatabase<number>;
  };
  costs: {
    id: string;
    trip_id: string;
    key: string;
    title: string;
    day: Day;
    category: CostCategory;
    note: Generated<string>;
    amount: number;
    currency: string;
    rate: string | null;
    trip_amount: number;
    split: CostSplit;
    written_by: string | null;
    version: Generated<number>;
    created_at: Generated<Date>;
  };
  cost_payers: { cost_id: string; payer_id: string; amount: number; trip_amount: number };
  cost_shares: { cost_id: string; sharer_id: string; weight: number; share: number };
  payments: {
    id: string;
    trip_id: string;
    key: string;
    from_id: string;
    to_id: string;
    amount: number;
    day: Day;
    note: Generated<string>;
    handed_amount: number | null;
    handed_currency: string | null;
    entered_by: string | null;
    created_at: Generated<Date>;
  };
  trip_changes: {
    id: string;
    trip_id: string;
    kind: "cost" | "payment";
    thing_id: string;
    changed_by: string | null;
    changed_at: Generated<Date>;
    before: Json;
    after: Json;
  };
  cost_receipts: {
    id: string;
    trip_id: string;
    squad_id: string | null;
    cost_id: string;
    uploader_id: string | null;
    kind: "picture" | "pdf";
    file_name: string;
    file_type: string;
    file_size: number;
    sha256: Buffer;
    crc32: number;
    created_at: SetByDatabase<Date>;
    gone_at: Generated<Date | null>;
  };
}

export const namedInCostTables: NamedPeople<CostTables> = {
  cost_people: { person_id: { exported: "costs", ...name } },
  costs: { written_by: { exported: "costs", ...name } },
  payments: { entered_by: { exported: "payments", ...name } },
  trip_changes: { changed_by: { notExported: "The costs themselves are exported.", ...name } },
  cost_receipts: { uploader_id: { exported: "costReceipts", ...name } },
};
