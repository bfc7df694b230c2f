import type { Database } from "../../platform/db/connect.ts";
import type { ClockStore } from "./clocks.ts";

export const clockStore = ({ db }: Database): ClockStore => ({
  async unread(limit) {
    const rows = await db
      .selectFrom("media")
      .select(["id", "file_name", "file_type", "taken_at", "created_at", "squad_id", "trip_id"])
      .where("purpose", "=", "gallery")
      .where("is_clock_read", "=", false)
      // The latest first: those are looked at.
      .orderBy("id", "desc")
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      fileName: row.file_name,
      fileType: row.file_type,
      takenAt: row.taken_at,
      createdAt: row.created_at,
      squadId: row.squad_id,
      tripId: row.trip_id,
    }));
  },
  async markRead(id, { utcOffset, isLocalClock }) {
    await db
      .updateTable("media")
      .set({ utc_offset: utcOffset, is_local_clock: isLocalClock, is_clock_read: true })
      .where("id", "=", id)
      .execute();
  },
});
