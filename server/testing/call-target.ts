import { type CallName, calls } from "#contract/calls.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Client } from "./app.ts";
import type { Cast, World } from "./world.ts";

/** The person with the most rights to a call, so that only the input can cause a refusal. */
export function callerOf(name: CallName, cast: Cast, siteAdmin: Client): Client {
  if ((calls[name] as Endpoint).access === "admin") return siteAdmin;
  return /\/(vote|me|receipts|heart)$|\/(costs|payments|changes)|\/media\/:id/.test(name) ? cast.crew : cast.admin;
}

/** The method of a call, and its address in this world. */
export function targetOf(name: CallName, world: World, cast: Cast) {
  const [method, path] = name.split(" ") as [string, string];
  return {
    verb: method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete",
    url: path.replace(":id", idFor(path, world)).replace(":userId", cast.crew.id).replace(":intoId", cast.member.id),
  };
}

/** The id for `:id` or `{id}` in a path: of the squad, award, receipt, cost, payment, change, photo or trip that the path is about. */
export function idFor(path: string, { squad, category, photo, trip, receipt, cost, payment, change }: World): string {
  if (path.includes("/squads/") || path.endsWith("/join")) return squad;
  if (path.includes("/categories/")) return category;
  if (path.startsWith("/api/receipts/")) return receipt;
  if (path.startsWith("/api/costs/")) return cost;
  if (path.startsWith("/api/payments/")) return payment;
  if (path.startsWith("/api/changes/")) return change;
  return /\/media\/[:{]id|^\/objects/.test(path) ? photo : trip;
}
