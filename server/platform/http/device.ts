import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Database } from "../db/connect.ts";
import type { Cookies, SiteCookie } from "./cookies.ts";

export const deviceCookie: SiteCookie = { name: "device", path: "/api/login", sameSite: "lax" };

/** Recognizes the browsers with which a user has signed in before. */
export interface Devices {
  /** This browser's number if this user has signed in with it before; otherwise null. */
  known(request: FastifyRequest, userId: string): Promise<string | null>;
  /** The value of a new device cookie; undefined if the browser is known already. */
  introduce(request: FastifyRequest, userId: string): Promise<string | undefined>;
}

/** The cookie holds a random number and its HMAC for one user. All servers share the key, so the database stores no browsers. */
export function openDevices({ db }: Database, cookies: Cookies): Devices {
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
    const [, number, mac] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookies.read(request, deviceCookie) ?? "") ?? [];
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
