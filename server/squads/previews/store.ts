import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";
import type { Kept, PreviewedSquad } from "./previews.ts";

export function previewStore({ db }: Database) {
  const selectSquad = (id: string) =>
    db
      .selectFrom("squads as s")
      .select(["s.id", "s.name", "s.member_count", "s.photo_url", "s.is_public", "s.invite_code"])
      .where("s.id", "=", id)
      .where("s.demo_of", "is", null);

  return {
    /** The squad, if somebody with this code may see its card. */
    async findOpened(id: string, invite: string): Promise<PreviewedSquad | undefined> {
      const row = await selectSquad(id)
        .where(sql<boolean>`(squad_opens(s, ${invite}) or is_invited_to(s, ${invite}))`)
        .executeTakeFirst();
      return row && squadOf(row);
    },
    /** Finds a squad by its id alone. The caller has checked the proof in the address of the picture. */
    async find(id: string): Promise<PreviewedSquad | undefined> {
      const row = await selectSquad(id).executeTakeFirst();
      return row && squadOf(row);
    },
    findKept: (squadId: string): Promise<Kept | undefined> =>
      db.selectFrom("link_previews").select(["id", "look"]).where("squad_id", "=", squadId).executeTakeFirst(),
    /** Notes the picture of a squad. A trigger has the file of the one before removed. */
    async keep(squadId: string, { id, look }: Kept): Promise<void> {
      await db
        .insertInto("link_previews")
        .values({ id, squad_id: squadId, look })
        .onConflict((conflict) => conflict.column("squad_id").doUpdateSet({ id, look }))
        .execute();
    },
  };
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly member_count: number;
  readonly photo_url: string | null;
  readonly is_public: boolean;
  readonly invite_code: string;
}

const squadOf = (row: Row): PreviewedSquad => ({
  id: row.id,
  name: row.name,
  friends: row.member_count,
  cover: row.is_public && row.photo_url ? row.photo_url.replace("/objects/", "") : null,
  isPublic: row.is_public,
  inviteCode: row.invite_code,
});
