import type { ImageStore } from "./attach-image.ts";

/** The cover images of squads and trips. */
export const imageStore: ImageStore = {
  async findImage(tx, id) {
    const row = await tx
      .selectFrom("media")
      .select(["purpose", "uploader_id", "squad_id", "trip_id"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    return row && { purpose: row.purpose, uploaderId: row.uploader_id, squadId: row.squad_id, tripId: row.trip_id };
  },
  async assign(tx, id, { squadId, tripId }) {
    await tx.updateTable("media").set({ squad_id: squadId, trip_id: tripId }).where("id", "=", id).execute();
  },
};
