import type { ColumnType } from "kysely";
import type { SetByDatabase } from "./columns.ts";

export interface ReceiptTables {
  receipts: {
    id: string;
    trip_id: string;
    category_id: string;
    nominee_id: string;
    /** Null once the vote is closed, and after the author's account was deleted. */
    author_id: ColumnType<string | null, string, never>;
    media_id: string | null;
    text: string | null;
    hearts: SetByDatabase<number>;
  };
  receipt_hearts: { receipt_id: string; user_id: string };
}
