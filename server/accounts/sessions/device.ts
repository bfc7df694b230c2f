import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { SiteCookie } from "../../platform/http/cookies.ts";

/** Its path covers all calls, because sign-ins by passkey and provider know browsers too. */
export const deviceCookie: SiteCookie = { name: "browser", path: "/api", sameSite: "lax" };

/** A user, with the hash of their password; null for an account without one. */
export interface DeviceUser {
  readonly id: string;
  readonly passwordHash: string | null;
}

/** Recognizes the browsers with which a user has signed in since they last changed their password. */
export interface Devices {
  /** The browser's number if this user has signed in with it; otherwise null. */
  known(cookie: string | undefined, user: DeviceUser): Promise<string | null>;
  /** The value of a cookie that adds this user to the browser; undefined if the browser is known already. */
  introduce(cookie: string | undefined, user: DeviceUser): Promise<string | undefined>;
}

/** A family's browser remembers this many people. */
const maxPeople = 4;

/**
 * The cookie holds a random number and its HMACs for the latest users. All servers share the key, so the database stores no browsers. A
 * new password ends the HMACs of its account.
 */
export function openDevices(secret: () => Promise<Buffer>): Devices {
  const seal = async (user: DeviceUser, number: string) =>
    createHmac("sha256", await secret())
      .update(`${user.id} ${number} ${user.passwordHash ?? ""}`)
      .digest();
  const read = (cookie = "") => {
    const [number, ...macs] = /^[\w-]{22}(\.[\w-]{43}){1,4}$/.test(cookie) ? cookie.split(".") : [];
    return { number, macs };
  };
  const known = async (cookie: string | undefined, user: DeviceUser) => {
    const { number, macs } = read(cookie);
    if (number === undefined) return null;
    const expected = await seal(user, number);
    return macs.some((mac) => timingSafeEqual(Buffer.from(mac, "base64url"), expected)) ? number : null;
  };
  return {
    known,
    async introduce(cookie, user) {
      if (await known(cookie, user)) return undefined;
      const { number = randomBytes(16).toString("base64url"), macs } = read(cookie);
      const mac = (await seal(user, number)).toString("base64url");
      return [number, mac, ...macs.slice(0, maxPeople - 1)].join(".");
    },
  };
}
