import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestPerson } from "../../testing/app.ts";
import { signInAtProvider } from "../../../try/stand-ins/identity-provider-pages.ts";
import { type WithProvider, openWithProvider } from "../../testing/with-provider.ts";
import { buildIdentity } from "./build.ts";
import { photosScope } from "./photos-scope.ts";

let world: WithProvider;
const logged: string[] = [];
beforeAll(async () => {
  world = await openWithProvider({ GOOGLE_PHOTOS_URL: "http://127.0.0.1:1" });
});
afterAll(() => world.close());
beforeEach(() => {
  world.provider.refusal = null;
  world.provider.accessSeconds = 3600;
  world.provider.asked.length = 0;
  logged.length = 0;
});

/** The tokens of one more server on the same database and folder. */
const openServer = async () =>
  (await buildIdentity({ ...world.swell.parts, log: (fault) => logged.push(fault.message) })).tokens!;
const refreshes = () => world.provider.asked.filter((line) => line === "POST /token refresh_token").length;
const expireSoon = (person: TestPerson) =>
  world.swell.database.db
    .updateTable("identity_tokens")
    .set({ access_expires_at: new Date(Date.now() + 30_000) })
    .where("identity_id", "in", (of) => of.selectFrom("identities").select("id").where("user_id", "=", person.id))
    .execute();

/** A person with a linked account, with access to photos unless `photos` is false. */
async function linked({ photos = true, path = "&with=photos" } = {}) {
  const bo = await world.swell.person("bo");
  const login = bo.email.split("@")[0]!;
  world.provider.people.set(login, { email: bo.email, email_verified: true, name: "Bo Berg" });
  const browser = await world.browserFor(bo);
  const { location } = await browser.open(`/api/auth/google/link?return=%2Faccount${path}`);
  const asked = new URL(location).searchParams;
  expect((await browser.open(await signInAtProvider(location, { login, photos }))).location).toBe(
    `/account?success=account_linked${path}`,
  );
  return { bo, asked };
}

const unlinked = expect.objectContaining({ code: "needs_linking", status: 401, extra: { needsLinking: true } });

test("a token for the photo library is kept, and refreshed when it expires", async () => {
  const { bo, asked } = await linked();
  expect(Object.fromEntries(asked)).toMatchObject({
    scope: `openid email profile ${photosScope}`,
    access_type: "offline",
    prompt: "consent",
  });
  const tokens = await openServer();
  const first = await tokens.tokenOf(bo.id);
  expect(first).toMatch(/^[\w-]{20,}$/);
  expect(await tokens.tokenOf(bo.id)).toBe(first);
  expect(refreshes()).toBe(0);
  await expireSoon(bo);
  const second = await tokens.tokenOf(bo.id);
  expect(second).not.toBe(first);
  expect(await (await openServer()).tokenOf(bo.id)).toBe(second);
  // The library may refuse a token before it expires.
  const third = await tokens.tokenOf(bo.id, second);
  expect([first, second]).not.toContain(third);
  expect(await tokens.tokenOf(bo.id, second)).toBe(third);
  expect(refreshes()).toBe(2);
});

test("tokens are sealed in the database and do not open in another row", async () => {
  const [{ bo }, { bo: cleo }] = [await linked(), await linked()];
  const tokens = await openServer();
  const token = await tokens.tokenOf(bo.id);
  const { db } = world.swell.database;
  const rowOf = (person: TestPerson) =>
    db
      .selectFrom("identity_tokens as t")
      .innerJoin("identities as i", "i.id", "t.identity_id")
      .selectAll("t")
      .where("i.user_id", "=", person.id)
      .executeTakeFirstOrThrow();
  const { access_token, refresh_token } = await rowOf(bo);
  for (const sealed of [access_token, refresh_token!]) expect(sealed.includes(token)).toBe(false);
  const { identity_id: theirs } = await rowOf(cleo);
  const copied = { access_token, refresh_token };
  await db.updateTable("identity_tokens").set(copied).where("identity_id", "=", theirs).execute();
  await expect(tokens.tokenOf(cleo.id)).rejects.toEqual(unlinked);
  expect(await tokens.tokenOf(bo.id)).toBe(token);
});

test("many calls on three servers refresh an expired token once", async () => {
  const { bo } = await linked();
  await expireSoon(bo);
  const servers = await Promise.all([openServer(), openServer(), openServer()]);
  const all = await Promise.all(Array.from({ length: 12 }, (_, i) => servers[i % 3]!.tokenOf(bo.id)));
  expect(new Set(all).size).toBe(1);
  expect(refreshes()).toBe(1);
});

test("without access to photos there is no token, and the refusal says to link", async () => {
  const bo = await world.swell.person("bo");
  const tokens = await openServer();
  await expect(tokens.tokenOf(bo.id)).rejects.toEqual(unlinked);
  const plain = await linked({ path: "" });
  expect(plain.asked.get("scope")).toBe("openid email profile");
  await expect(tokens.tokenOf(plain.bo.id)).rejects.toEqual(unlinked);
  const unticked = await linked({ photos: false });
  await expect(tokens.tokenOf(unticked.bo.id)).rejects.toEqual(unlinked);
  expect(
    await world.swell.database.db
      .selectFrom("identity_tokens as t")
      .innerJoin("identities as i", "i.id", "t.identity_id")
      .select("t.scope")
      .where("i.user_id", "in", [plain.bo.id, unticked.bo.id])
      .execute(),
  ).toEqual([]);
});

test("access that was revoked at the provider is deleted here", async () => {
  const { bo } = await linked();
  await expireSoon(bo);
  world.provider.refusal = "invalid_grant";
  const tokens = await openServer();
  await expect(tokens.tokenOf(bo.id)).rejects.toEqual(unlinked);
  world.provider.refusal = null;
  await expect(tokens.tokenOf(bo.id)).rejects.toEqual(unlinked);
  const { body } = await bo.get("/api/account/identities");
  expect(body["linked"]).toMatchObject([{ opensPhotos: false }]);
});

test("a provider that is down does not delete the token", async () => {
  const { bo } = await linked();
  await expireSoon(bo);
  const tokens = await openServer();
  await tokens.tokenOf(bo.id);
  await expireSoon(bo);
  const outOfReach = expect.objectContaining({
    code: "unavailable",
    message: "Google does not answer right now. Please try again in a moment.",
  });
  world.provider.refusal = "temporarily_unavailable";
  await expect(tokens.tokenOf(bo.id)).rejects.toEqual(outOfReach);
  await world.provider.stop();
  await expect(tokens.tokenOf(bo.id)).rejects.toEqual(outOfReach);
  await world.provider.start();
  world.provider.refusal = null;
  expect(await tokens.tokenOf(bo.id)).toMatch(/^[\w-]{20,}$/);
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.join("\n")).not.toMatch(/[\w-]{30,}/);
});

test("unlinking revokes the token at the provider", async () => {
  const { bo } = await linked();
  const token = await (await openServer()).tokenOf(bo.id);
  const { body } = await bo.get("/api/account/identities");
  const { id } = (body["linked"] as unknown as { id: string }[])[0]!;
  expect((await bo.delete(`/api/account/identities/${id}`)).status).toBe(204);
  expect(world.provider.asked).toContain("POST /token/revocation");
  const me = await fetch(`${world.provider.issuer}/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(me.status).toBe(401);
  await expect((await openServer()).tokenOf(bo.id)).rejects.toEqual(unlinked);
});
