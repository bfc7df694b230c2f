import type { Database } from "../../platform/db/connect.ts";
import type { Standing } from "./owner.ts";

const standing = {
  name: "owner_standing",
  text: `select u.password_hash, s.created_at > now() - interval '10 minutes'
    from sessions s join users u on u.id = s.user_id where s.token_hash = $1`,
};

export const ownerStore = ({ row }: Database) => ({
  /** Reads what this session proves about its owner. */
  async standing(session: Buffer | null): Promise<Standing> {
    const found = session && (await row<[string | null, boolean]>(standing, [session]));
    return { passwordHash: found?.[0] ?? null, isFresh: found?.[1] ?? false };
  },
});
