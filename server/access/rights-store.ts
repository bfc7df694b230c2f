import { sql } from "kysely";
import type { Db } from "../schema/database.ts";

/** What a user may do in a squad, or on a trip and in its squad. The SQL function `rights_in` decides it (schema/functions/access.sql). */
export interface Rights {
  /** The squad, or the trip's; null for a trip without one. */
  readonly squadId: string | null;
  readonly role: "admin" | "member" | null;
  /** The squad is the user's own demo. */
  readonly isDemo: boolean;
  readonly isCrew: boolean;
  readonly isInSquad: boolean;
  readonly isSquadAdmin: boolean;
  readonly isMember: boolean;
  readonly isOrganizer: boolean;
  readonly mayInvite: boolean;
  readonly maySee: boolean;
}

/** What a user may do with a photo. The SQL function `media_rights` decides it. */
export interface MediaRights {
  readonly squadId: string | null;
  readonly tripId: string | null;
  readonly isUploader: boolean;
  readonly isMember: boolean;
  readonly isOrganizer: boolean;
  readonly maySee: boolean;
}

export type RightsStore = ReturnType<typeof rightsStore>;

/** Reads rights from the database. `db` may be a transaction. */
export function rightsStore({ db }: { readonly db: Db }) {
  const rightsIn = async (userId: string, squadId: string | null, tripId: string | null): Promise<Rights> => {
    const { rows } = await sql<Rights>`
      select squad_id as "squadId", role, is_demo as "isDemo", is_crew as "isCrew", is_in_squad as "isInSquad",
        is_squad_admin as "isSquadAdmin", is_member as "isMember", is_organizer as "isOrganizer", may_invite as "mayInvite",
        may_see as "maySee"
      from rights_in(${userId}, ${squadId}, ${tripId})`.execute(db);
    return rows[0]!;
  };
  return {
    /** Nothing is allowed in a squad that does not exist. */
    inSquad: (userId: string, squadId: string) => rightsIn(userId, squadId, null),
    /** Nothing is allowed on a trip that does not exist. */
    onTrip: (userId: string, tripId: string) => rightsIn(userId, null, tripId),
    /** Leaves out the ids that are not in a gallery. */
    async toPhotos(userId: string, ids: readonly string[]): Promise<readonly MediaRights[]> {
      const { rows } = await sql<MediaRights>`
        select r.squad_id as "squadId", r.trip_id as "tripId", r.is_uploader as "isUploader", r.is_member as "isMember",
          r.is_organizer as "isOrganizer", r.may_see as "maySee"
        from media m cross join lateral media_rights(${userId}, m.id, null) r
        where m.id = any(${ids}::uuid[]) and m.purpose = 'gallery'`.execute(db);
      return rows;
    },
  };
}
