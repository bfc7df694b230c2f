import { firstCallsOf } from "#contract/first-calls.ts";
import { type PageName, pageNames, pages } from "#contract/pages.ts";
import type { Seed } from "./seed.ts";

/** The address of a page that shows the seeded trip or squad. */
export function addressOfPage(name: PageName, { trip, squad, invite }: Seed): string {
  const page = pages[name];
  const isTrip = "squadOf" in page && page.squadOf === "trip";
  const address = page.path.replace(/\/:\w+\?/, "").replace(":id", isTrip ? trip : squad);
  return name === "joinSquad" ? `${address}?invite=${invite}` : address;
}

const addressesOf = (names: readonly PageName[], seed: Seed): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, addressOfPage(name, seed)]));

/** The pages that a visitor logs in for. */
export const pagesToLogInFor = pageNames.filter((name) => pages[name].access === "user");

/** Every page that a signed-in member stays on, by name. Only site admins have the admin page. */
export const memberScreens = (seed: Seed): Record<string, string> =>
  addressesOf([...pagesToLogInFor.filter((name) => !["welcome", "vote", "admin"].includes(name)), "findSquad"], seed);

/** Every part of the admin page, by name. */
export const adminScreens: Record<string, string> = Object.fromEntries(
  ["overview", "people", "squads", "jobs", "mail", "backups", "security", "actions"].map((part) => [
    `admin-${part}`,
    `/admin?tab=${part}`,
  ]),
);

/** Every page of a member whose document brings answers, by name. */
export const screensWithAnswers = (seed: Seed): Record<string, string> =>
  addressesOf(
    (["home", ...pagesToLogInFor] as const).filter(
      (name) => firstCallsOf({ name, params: {} }, { me: "any", zone: undefined, query: {} }).length > 0,
    ),
    seed,
  );

/**
 * Every screen of a visitor, by name. The one of a TV asks first for what it showed, and the browser logs the 404. The example's show never
 * rests for long: its journey looks at it.
 */
export const visitorScreens = (seed: Seed): Record<string, string> => ({
  ...addressesOf(
    pageNames.filter((name) => pages[name].access === "visitor" && name !== "tv" && name !== "exampleNight"),
    seed,
  ),
  newPassword: "/reset-password?token=mailed",
  confirmEmail: "/confirm-email?token=mailed",
});
