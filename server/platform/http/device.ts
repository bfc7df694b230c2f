import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Database } from "../db/connect.ts";

export const deviceCookie = "device";

/** Tells browsers that somebody has signed in with before from those that never were let in. */
export interface Devices {
  /** The number of this browser, when this user has signed in with it before; else null. */
  known(request: FastifyRequest, userId: string): Promise<string | null>;
  /** What to keep in a browser's cookie so that it is known next time; undefined when it is known already. */
  introduce(request: FastifyRequest, userId: string): Promise<string | undefined>;
}

/** A random number and its HMAC for one user, under a key that all servers share: nothing is kept of a browser. */
export function openDevices({ db }: Database): Devices {
  let key: Promise<Buffer> | undefined;
  const secret = () => {
    key ??= readKey(db).catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return key;
  };
  const seal = async (userId: string, number: string) =>
    createHmac("sha256", await secret())
      .update(`${userId} ${number}`)
      .digest();
  const known = async (request: FastifyRequest, userId: string) => {
    const [, number, mac] = /^([\w-]{22})\.([\w-]{43})$/.exec(request.cookies[deviceCookie] ?? "") ?? [];
    if (!number || !mac) return null;
    return timingSafeEqual(Buffer.from(mac, "base64url"), await seal(userId, number)) ? number : null;
  };
  return {
    known,
    async introduce(request, userId) {
      if (await known(request, userId)) return undefined;
      const number = randomBytes(16).toString("base64url");
      return `${number}.${(await seal(userId, number)).toString("base64url")}`;
    },
  };
}

async function readKey(db: Database["db"]): Promise<Buffer> {
  await db
    .insertInto("secrets")
    .values({ name: "devices", value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom("secrets")
    .select("value")
    .where("name", "=", "devices")
    .executeTakeFirstOrThrow();
  return value;
}
