// Decision 008: why the networks of an account have tries of their own.
import { createHmac } from "node:crypto";
import type { Db } from "../../schema/database.ts";
import type { DeviceUser } from "./device.ts";
import { networkOf, wideNetwork } from "../../platform/http/network.ts";

/** The networks (a /16, or a /48 of IPv6) from which somebody has signed in since they last changed their password. */
export interface KnownNetworks {
  knows(user: DeviceUser, address: string): Promise<boolean>;
  /** Remembers the network of a sign-in, in its transaction. */
  remember(tx: Db, user: DeviceUser, address: string): Promise<void>;
}

/** Beyond these, the network that was used longest ago is forgotten. */
const maxNetworks = 20;

/** Stores an HMAC of each network, so that the table tells no addresses, and a new password ends all of them. */
export function openKnownNetworks(db: Db, key: () => Promise<Buffer>): KnownNetworks {
  const seal = async ({ id, passwordHash }: DeviceUser, address: string) =>
    createHmac("sha256", await key())
      .update(`network ${id} ${networkOf(address, wideNetwork)} ${passwordHash ?? ""}`)
      .digest();
  return {
    async knows(user, address) {
      const known = db.selectFrom("known_networks").select("user_id").where("user_id", "=", user.id);
      return (await known.where("network", "=", await seal(user, address)).executeTakeFirst()) !== undefined;
    },
    async remember(tx, user, address) {
      await tx
        .insertInto("known_networks")
        .values({ user_id: user.id, network: await seal(user, address) })
        .onConflict((conflict) => conflict.columns(["user_id", "network"]).doUpdateSet({ last_used_at: new Date() }))
        .execute();
      const oldest = tx.selectFrom("known_networks").select("network").where("user_id", "=", user.id);
      await tx
        .deleteFrom("known_networks")
        .where("user_id", "=", user.id)
        .where("network", "in", oldest.orderBy("last_used_at", "desc").offset(maxNetworks))
        .execute();
    },
  };
}
