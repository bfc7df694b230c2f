import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { chooseOnTrip } from "../app.ts";
import { behindTheScenes } from "../behind-the-scenes.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { addTrip } from "../seed-awards.ts";
import { seedTrip, send } from "../seed.ts";
import { expectToast } from "../toast.ts";

const members = (page: Page) => page.getByRole("dialog", { name: "Manage Members" });
const removal = (page: Page) => page.getByRole("dialog", { name: /^Remove / });
const row = (page: Page, name: string) => members(page).getByRole("listitem").filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Removes a person and confirms the dialog. */
async function remove(page: Page, name: string, from: string) {
  await button(page, `Remove ${name}`).click();
  await removal(page).getByRole("radio", { name: from }).check();
  await removal(page).getByRole("button", { name: "Remove", exact: true }).click();
  await removal(page).getByRole("button", { name: "Yes, remove" }).click();
}

test("a squad admin removes people from the trip, from the squad, or from both", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [(await open("Ana", desktop)).page, (await open("Bo", phone)).page];
  const [cleo, dora] = [(await open("Cleo", phone)).page, (await open("Dora")).page];
  const seed = await seedTrip([ana.request, bo.request, cleo.request, dora.request], 0);
  await bo.goto(`/trips/${seed.trip}`);
  await expect(bo.getByRole("heading", { name: "The Crew" })).toBeVisible();
  await button(bo, "More about this trip").click();
  await expect(bo.getByRole("menuitem", { name: "Edit Crew" })).toBeVisible();
  await expect(bo.getByRole("menuitem", { name: "Manage Members" })).toHaveCount(0);
  await bo.keyboard.press("Escape");

  await ana.goto(`/trips/${seed.trip}`);
  await chooseOnTrip(ana, "Manage Members");
  await test.step("everyone is listed; nobody can remove themselves", async () => {
    await expect(members(ana).getByRole("listitem")).toHaveCount(4);
    await expect(row(ana, "Ana Berg")).toContainText("Admin");
    await expect(row(ana, "Ana Berg").getByText("You", { exact: true })).toBeVisible();
    await expect(row(ana, "Ana Berg").getByRole("button")).toHaveCount(0);
    await expect(row(ana, "Bo Berg").getByText("Admin")).toHaveCount(0);
    await expectFitForAll(ana, "manage members");
  });

  await test.step("the dialog asks for the scope and for confirmation", async () => {
    await button(ana, "Remove Bo Berg").click();
    await expect(removal(ana).getByRole("radio")).toHaveCount(3);
    await expect(removal(ana).getByRole("radio", { name: "From this trip only" })).toBeChecked();
    await expectFitForAll(ana, "removing someone");
    await removal(ana)
      .getByRole("button", { name: "Remove", exact: true })
      .evaluate(async (remove: HTMLElement) => {
        remove.click();
        await new Promise(requestAnimationFrame);
        remove.click();
      });
    await expect(removal(ana)).toContainText("Bo Berg goes from this trip only.");
    await expectFitForAll(ana, "removing someone, the question");
    await button(ana, "Back").click();
    await button(ana, "Cancel").click();
    await expect(removal(ana)).toBeHidden();
    await expect(button(ana, "Remove Bo Berg")).toBeFocused();
    await expect(members(ana).getByRole("listitem")).toHaveCount(4);
  });

  await test.step("Bo leaves the crew and stays in the squad", async () => {
    await remove(ana, "Bo Berg", "From this trip only");
    await expectToast(ana, "Bo Berg was removed");
    await expect(members(ana).getByRole("listitem")).toHaveCount(3);
    await expect(bo.getByText("3 crew members")).toBeVisible();
    await expect(bo.getByRole("link", { name: "Vote on Awards" })).toHaveCount(0);
  });

  await test.step("Cleo leaves the squad, stays on the trip and may vote", async () => {
    await remove(ana, "Cleo Berg", "From the squad only");
    await expectToast(ana, "Cleo Berg was removed");
    await expect(members(ana).getByRole("listitem")).toHaveCount(3);
    await button(ana, "Remove Cleo Berg").click();
    await expect(removal(ana).getByRole("radio")).toHaveCount(1);
    await button(ana, "Cancel").click();
    await cleo.goto(`/trips/${seed.trip}`);
    await expect(cleo.getByRole("link", { name: "Vote on Awards" })).toBeVisible();
    await expect(cleo.getByRole("link", { name: "Dawn Patrol" })).toHaveCount(0);
    await button(cleo, "More about this trip").click();
    await expect(cleo.getByRole("menuitem")).toHaveText([
      "Leaderboards",
      "Manage Awards",
      "Edit Trip",
      "Edit Crew",
      "Leave Trip",
    ]);
  });

  await test.step("Dora leaves the squad and all its trips", async () => {
    await remove(ana, "Dora Berg", "From the squad and all its trips");
    await expectToast(ana, "Dora Berg was removed");
    await expect(members(ana).getByRole("listitem")).toHaveCount(2);
    expect((await dora.request.get(`/api/trips/${seed.trip}`)).status()).toBe(404);
  });
});

test("a removal that fails says why", { tag: "@long" }, async ({ openInTrouble, server, trouble }) => {
  const [ana, bo] = [(await openInTrouble("Ana", phone)).page, (await openInTrouble("Bo")).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  const alert = removal(ana).getByRole("alert");
  await ana.goto(`/trips/${seed.trip}`);
  await expect(button(ana, "More about this trip")).toBeVisible();
  await trouble.noTable("squad_members", async () => {
    await chooseOnTrip(ana, "Manage Members");
    await expect(members(ana).getByText("The members did not load")).toBeVisible();
  });
  await members(ana).getByRole("button", { name: "Try Again" }).click();

  await trouble.noWrites("trip_members", async () => {
    await remove(ana, "Bo Berg", "From this trip only");
    await expect(alert).toHaveText("Failed to remove member from trip");
  });
  await button(ana, "Back").click();
  await button(ana, "Cancel").click();
  await trouble.noWrites("squad_members", async () => {
    await remove(ana, "Bo Berg", "From the squad only");
    await expect(alert).toHaveText("Failed to remove member from squad");
  });

  await test.step("removing a person who left the crew shows the server's sentence", async () => {
    await behindTheScenes(server, "delete from trip_members where trip_id = $1 and user_id = $2", [
      seed.trip,
      seed.crew[1]!["id"],
    ]);
    await button(ana, "Back").click();
    await removal(ana).getByRole("radio", { name: "From this trip only" }).check();
    await removal(ana).getByRole("button", { name: "Remove", exact: true }).click();
    await button(ana, "Yes, remove").click();
    await expect(alert).toHaveText("This person is not on the crew of this trip.");
  });

  await test.step("removing a person from a deleted squad says that the squad is gone", async () => {
    await behindTheScenes(server, "delete from squads where id = $1", [seed.squad]);
    await button(ana, "Back").click();
    await removal(ana).getByRole("radio", { name: "From the squad only" }).check();
    await removal(ana).getByRole("button", { name: "Remove", exact: true }).click();
    await button(ana, "Yes, remove").click();
    await expect(alert).toHaveText("Trip has no associated squad");
  });
});

test("a former admin no longer sees the members to remove", async ({ open }) => {
  const [ana, bo] = [(await open("Ana")).page, (await open("Bo")).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  const role = (of: number, name: string) => `/api/squads/${seed.squad}/members/${seed.crew[of]!["id"]}?${name}`;
  await send(ana.request, "PATCH", role(1, ""), { role: "admin" });
  await ana.goto(`/trips/${seed.trip}`);
  await chooseOnTrip(ana, "Manage Members");
  await expect(row(ana, "Bo Berg")).toContainText("Admin");
  await send(bo.request, "PATCH", role(0, ""), { role: "member" });
  await expect(members(ana).getByText("Only squad admins can remove members", { exact: true })).toBeVisible();
  await expect(members(ana).getByRole("listitem")).toHaveCount(0);
});

test("the crew of a trip is edited", async ({ openInTrouble, trouble }) => {
  const [ana, bo, cleo] = [
    (await openInTrouble("Ana", phone)).page,
    (await openInTrouble("Bo")).page,
    (await openInTrouble("Cleo")).page,
  ];
  const seed = await seedTrip([ana.request, bo.request, cleo.request], 0);
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Edit Crew" });
  const box = (page: Page, name: string) => dialog(page).getByRole("checkbox", { name });
  await ana.goto(`/trips/${seed.trip}`);
  await chooseOnTrip(ana, "Edit Crew");
  await expect(dialog(ana).getByRole("checkbox", { checked: true })).toHaveCount(3);
  await expectFitForAll(ana, "edit crew");
  for (const name of ["Ana Berg", "Bo Berg", "Cleo Berg"]) await box(ana, name).uncheck();
  await expect(dialog(ana).getByText("A trip needs at least one person.")).toBeVisible();
  await expect(button(ana, "Save Crew")).toBeDisabled();
  await box(ana, "Ana Berg").check();
  await box(ana, "Bo Berg").check();
  await expect(dialog(ana).getByText(/^One person leaves the crew/)).toBeVisible();
  await trouble.noWrites("trip_members", async () => {
    await button(ana, "Save Crew").click();
    await expect(dialog(ana).getByText("Something went wrong on our side. Please try again.")).toBeVisible();
  });
  await button(ana, "Save Crew").click();
  await expectToast(ana, "Crew updated");
  await expect(ana.getByText("2 crew members")).toBeVisible();

  await test.step("a member adds people and cannot remove others", async () => {
    await bo.goto(`/trips/${seed.trip}?open=crew`);
    await expect(box(bo, "Ana Berg")).toBeDisabled();
    await expect(dialog(bo).getByText("Only organizers can take others off")).toBeVisible();
    await box(bo, "Cleo Berg").focus();
    await bo.keyboard.press("Space");
    await button(bo, "Save Crew").focus();
    await bo.keyboard.press("Enter");
    await expectToast(bo, "Crew updated");
    await expect(ana.getByText("3 crew members")).toBeVisible();
  });
});

test("people leave trips, and organizers delete them", { tag: "@long" }, async ({ openInTrouble }) => {
  const [ana, bo] = [(await openInTrouble("Ana")).page, (await openInTrouble("Bo", phone)).page];
  const seed = await seedTrip([ana.request, bo.request], 0);
  const question = (page: Page) => page.getByRole("alertdialog");

  await bo.goto(`/trips/${seed.trip}`);
  await chooseOnTrip(bo, "Leave Trip");
  await expect(question(bo)).toContainText("In open awards your votes go, and votes for you no longer count.");
  await expectFitForAll(bo, "leaving a trip");
  await button(bo, "Leave Trip").click();
  await expectToast(bo, "You left the trip");
  await expect(bo.getByRole("heading", { name: "The Crew 1 crew member" })).toBeVisible();
  await button(bo, "More about this trip").click();
  await expect(bo.getByRole("menuitem", { name: "Delete Trip" })).toHaveCount(0);
  await bo.keyboard.press("Escape");

  await ana.goto(`/trips/${seed.trip}`);
  await chooseOnTrip(ana, "Delete Trip");
  await expectFitForAll(ana, "deleting a trip");
  await expect(button(ana, "Delete Trip")).toBeDisabled();
  await question(ana).getByRole("textbox").fill("Ericeira ’26");
  await button(ana, "Delete Trip").click();
  await expect(ana).toHaveURL(`/squads/${seed.squad}`);
  await expectToast(ana, "Trip deleted");
  await expect(bo.getByRole("heading", { name: "Trip not found" })).toBeVisible();

  await test.step("the last member of a squadless trip deletes it by leaving", async () => {
    const trip = await addTrip(ana.request, { name: "Alone" });
    await ana.goto(`/trips/${trip}`);
    await chooseOnTrip(ana, "Leave Trip");
    await expect(question(ana)).toContainText("You are the last of the crew: leaving deletes this trip");
    await question(ana).getByRole("textbox").fill("Alone");
    await button(ana, "Leave Trip").click();
    await expect(ana).toHaveURL("/");
    expect((await ana.request.get(`/api/trips/${trip}`)).status()).toBe(404);
  });
});
