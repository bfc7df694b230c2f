import { expectFitForAll } from "../accessible.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { register, send } from "../seed.ts";

const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toJSON();

test("a seat goes into the account that its person has, and comes back", async ({ openInTrouble: open }) => {
  const [ana, tom] = [await open("Ana", desktop), await open("Tom", phone)];
  await register(ana.page.request, "Ana");
  const squad = String((await send(ana.page.request, "POST", "/api/squads", { name: "Dawn Patrol" }))["id"]);
  const shown = (await send(ana.page.request, "GET", `/api/squads/${squad}`)) as unknown as {
    squad: { inviteUrl: string };
  };
  // Tom has an account, and has logged out of it.
  await send(tom.page.request, "POST", "/api/register", {
    firstName: "Tomas",
    lastName: "Berg",
    email: tom.email,
    password: "tomas-likes-waves",
  });
  await tom.page.context().clearCookies();
  await tom.page.goto(shown.squad.inviteUrl);
  await tom.page.getByLabel("Who are you?").fill("Tom");
  await tom.page.getByRole("button", { name: "Take a Seat" }).click();
  await expect(tom.page).toHaveURL(`/squads/${squad}`);

  await tom.page.goto("/account");
  await tom.page.getByRole("button", { name: "Keep My Seat" }).click();
  const keep = tom.page.getByRole("dialog", { name: "Keep My Seat" });
  await keep.getByLabel("Email").fill(tom.email);
  await keep.getByLabel("Password", { exact: true }).fill("tom-likes-waves");
  await keep.getByRole("button", { name: "Keep My Seat" }).click();
  await expect(keep.getByText("You have an account already.")).toBeVisible();
  await expectFitForAll(tom.page, "the account that is there already");
  await keep.getByRole("button", { name: "Log In There" }).click();
  await expect(tom.page).toHaveURL("/merge-seat");
  await expectFitForAll(tom.page, "the login of the account");
  await tom.page.getByLabel("Email").fill(tom.email);
  await tom.page.getByLabel("Password", { exact: true }).fill("tomas-likes-waves");
  await tom.page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(tom.page.getByText("Your seat is part of your account now")).toBeVisible();
  await expectFitForAll(tom.page, "the seat in the account");

  await tom.page.getByRole("link", { name: "Your account" }).click();
  await expect(tom.page.getByText("Your seat as Tom")).toBeVisible();
  await expectFitForAll(tom.page, "the account with a merge");
  await ana.page.goto(`/squads/${squad}`);
  await expect(ana.page.getByRole("link", { name: "Tomas" })).toBeVisible();
  await tom.page.getByRole("button", { name: "Undo: Tom" }).click();
  await expect(tom.page.getByText("Your seat as Tom")).toBeHidden();
  await expect(ana.page.getByRole("link", { name: "Tomas" })).toBeHidden();
  await expect(ana.page.getByRole("link", { name: "Tom", exact: false }).first()).toBeVisible();
});

test("an admin makes one of two seats, and of a name and a member", async ({ openInTrouble: open }) => {
  const [ana, tom, tim] = [await open("Ana", desktop), await open("Tom", phone), await open("Tim", phone)];
  await register(ana.page.request, "Ana");
  const squad = String((await send(ana.page.request, "POST", "/api/squads", { name: "Dawn Patrol" }))["id"]);
  const plan = { squadId: squad, name: "Peniche", location: "Portugal", startDate: day(-1), endDate: day(1) };
  await send(ana.page.request, "POST", "/api/trips", plan);
  const shown = (await send(ana.page.request, "GET", `/api/squads/${squad}`)) as unknown as {
    squad: { inviteUrl: string };
  };
  for (const [who, name] of [
    [tom, "Tom"],
    [tim, "Tommy"],
  ] as const) {
    await who.page.goto(shown.squad.inviteUrl);
    await who.page.getByLabel("Who are you?").fill(name);
    await who.page.getByRole("button", { name: "Take a Seat" }).click();
    await expect(who.page).toHaveURL(/trips/);
  }
  await send(ana.page.request, "POST", `/api/squads/${squad}/expected`, { names: ["Thomas"] });
  await ana.page.goto(`/squads/${squad}`);
  await ana.page.getByRole("button", { name: "Manage Members" }).click();
  await ana.page.getByRole("button", { name: "Manage Tommy" }).click();
  // An admin needs an account.
  await expect(ana.page.getByRole("menuitem", { name: "Confirm" })).toBeVisible();
  await expect(ana.page.getByRole("menuitem", { name: "Make Admin" })).toBeHidden();
  await ana.page.getByRole("menuitem", { name: "Sat Down Twice" }).click();
  const seats = ana.page.getByRole("dialog", { name: "Who Is Tommy?" });
  await seats.getByLabel("Tommy is").selectOption({ label: "Tom" });
  await expect(seats.getByText("Their votes in open awards become void")).toBeVisible();
  await expectFitForAll(ana.page, "two seats to merge");
  await seats.getByRole("button", { name: "Make Them One" }).click();
  await expect(ana.page.getByRole("button", { name: "Manage Tommy" })).toBeHidden();
  // The line that had the focus is gone.
  await expect(ana.page.getByRole("heading", { name: "Dawn Patrol" })).toBeFocused();

  await ana.page.getByRole("button", { name: "Manage Thomas" }).click();
  await ana.page.getByRole("menuitem", { name: "Is Here Already" }).click();
  const names = ana.page.getByRole("dialog", { name: "Who Is Thomas?" });
  await names.getByLabel("Thomas is").selectOption({ label: "Tom" });
  await names.getByRole("button", { name: "Make Them One" }).click();
  await expect(ana.page.getByText("Not here yet")).toBeHidden();
  await expect(ana.page.getByRole("heading", { name: "Dawn Patrol" })).toBeFocused();
  await ana.page.goto("/account");
  await expect(ana.page.getByText("Tommy is Tom")).toBeVisible();
  await expect(ana.page.getByText("Thomas is Tom")).toBeVisible();
});
