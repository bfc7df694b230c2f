// Decision 068: why space is limited per person and per squad, and how it is counted.
import type { SpaceUse } from "#contract/fields.ts";
import { withValues } from "#contract/refusals.ts";
import type { Database, Db } from "../../schema/database.ts";
import { Problem } from "../../platform/http/problem.ts";
import { usedSpace } from "./store.ts";

/** In bytes; null: no limit. */
export interface SpaceLimits {
  readonly maxUserBytes: number | null;
  readonly maxSquadBytes: number | null;
}

export interface Storage {
  /**
   * Throws 507 unless `moreBytes` fit into the space of the person, and of the squad if there is one. The space of a person includes
   * uploads that are not registered. In the transaction `on`, it includes what that transaction has added, and nobody else registers
   * anything there until the transaction ends.
   */
  demandSpace(userId: string, squadId: string | null, moreBytes: number, on?: Db): Promise<void>;
  readonly limitsSquads: boolean;
  readonly maxUserBytes: number | null;
  /** Null when squads have no limit. */
  ofSquad(squadId: string): Promise<SpaceUse | null>;
  /** Null when people have no limit. */
  ofUser(userId: string): Promise<SpaceUse | null>;
}

/** Opens the limits of space on the database's sums. Without a limit it sends no statement. */
export function openStorage({ db }: Database, { maxUserBytes, maxSquadBytes }: SpaceLimits): Storage {
  return {
    limitsSquads: maxSquadBytes !== null,
    maxUserBytes,
    async demandSpace(userId, squadId, moreBytes, on = db) {
      if (maxUserBytes === null && (maxSquadBytes === null || squadId === null)) return;
      const { userBytes, squadBytes } = await usedSpace(on, userId, squadId);
      if (maxSquadBytes !== null && squadId !== null && squadBytes + moreBytes > maxSquadBytes)
        throw squadFull(maxSquadBytes);
      if (maxUserBytes !== null && userBytes + moreBytes > maxUserBytes) throw userFull(maxUserBytes);
    },
    async ofSquad(squadId) {
      if (maxSquadBytes === null) return null;
      return { usedBytes: (await usedSpace(db, null, squadId)).squadBytes, maxBytes: maxSquadBytes };
    },
    async ofUser(userId) {
      if (maxUserBytes === null) return null;
      return { usedBytes: (await usedSpace(db, userId, null)).userBytes, maxBytes: maxUserBytes };
    },
  };
}

const squadFull = (maxBytes: number) =>
  new Problem("squad_full", withValues("squad_full", { size: sizeName(maxBytes) }));

/** The refusal of bytes for which a person has no room. */
export const userFull = (maxBytes: number) =>
  new Problem("user_full", withValues("user_full", { size: sizeName(maxBytes) }));

/** "5 GB", "512 MB", "0.5 MB". */
function sizeName(bytes: number): string {
  const [unit, name] = bytes >= 1024 ** 3 ? [1024 ** 3, "GB"] : [1024 ** 2, "MB"];
  return `${Math.round((bytes / unit) * 10) / 10} ${name}`;
}
