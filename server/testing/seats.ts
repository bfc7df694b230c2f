import { hash, randomBytes } from "node:crypto";
import { newId } from "../platform/db/id.ts";
import { type Client, type Reply, type TestApp, client } from "./app.ts";

/** A person without an account, with a session and a place in a squad and on a crew. */
export interface TestSeat extends Client {
  readonly id: string;
}

/** Inserts a person without an account into a squad, and onto the crew of a trip. */
export async function newSeat(
  { app, database: { db } }: TestApp,
  { squad, trip }: { readonly squad: string; readonly trip?: string },
): Promise<TestSeat> {
  const id = newId();
  const token = hash("sha256", id, "base64url");
  await db.insertInto("people").values({ id, first_name: "Tom", last_name: "" }).execute();
  await db.insertInto("squad_members").values({ id: newId(), squad_id: squad, user_id: id, role: "member" }).execute();
  if (trip !== undefined)
    await db.insertInto("trip_members").values({ id: newId(), trip_id: trip, user_id: id }).execute();
  await db
    .insertInto("sessions")
    .values({
      user_id: id,
      token_hash: hash("sha256", token, "buffer"),
      device: null,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  return { ...client(app, `session=${token}`), id };
}

/** Takes a seat by the code of a squad's link, as a visitor does. */
export async function takeSeat(
  { app, visitor }: Pick<TestApp, "app" | "visitor">,
  squad: string,
  invite: string,
  firstName: string,
): Promise<TestSeat> {
  const key = randomBytes(24).toString("base64url");
  const taken = await visitor.post(`/api/squads/${squad}/seats`, { firstName, invite, key });
  if (taken.status !== 201) throw new Error(`No seat: ${taken.text}`);
  return seatIn(app, taken);
}

/** The person of a reply that signs in to a seat. */
export function seatIn(app: TestApp["app"], { headers, body }: Reply): TestSeat {
  const cookies = [headers["set-cookie"]].flat().map((cookie) => String(cookie).split(";")[0]!);
  return {
    ...client(
      app,
      cookies.find((one) => one.startsWith("session="))!,
    ),
    id: String(body["user"]!["id"]),
  };
}

/** The secret of the personal link in a reply. */
export const secretOf = ({ body }: Reply) => new URL(String(body["link"])).hash.slice(1);

/** Has a seat make its personal link, and returns the secret. */
export const makeLink = async (seat: Client) => secretOf(await seat.post("/api/seat/link", {}));

/** Has an admin make a new personal link for a seat. */
export const adminsLink = (admin: Client, squad: string, { id }: { readonly id: string }) =>
  admin.post(`/api/squads/${squad}/seats/${id}/link`, {});

export const ticketOf = async (seat: Client) => String((await seat.post("/api/seat/ticket", {})).body["ticket"]);
export const mergeBy = (account: Client, ticket: string) => account.post("/api/account/seat", { ticket });
export const undoMerge = (who: Client, { id }: { readonly id: string }) => who.delete(`/api/merges/${id}`);
