import type { Page } from "@playwright/test";
import { linkIn, mailTo, outboxOf } from "../../server/testing/outbox.ts";
import { expectFitForAll } from "../accessible.ts";
import { confirmEveryone } from "../behind-the-scenes.ts";
import { expect, phone, test } from "../fixtures.ts";
import { seedTrip } from "../seed.ts";

const toast = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const button = (page: Page) => page.getByRole("button", { name: "Send Reminder" });

test(
  "an organizer reminds the missing voters; the mail leads to the ballot",
  { tag: "@long" },
  async ({ open, server }) => {
    const [ana, bo] = [await open("Ana"), await open("Bo", phone)];
    const seed = await seedTrip([ana.page.request, bo.page.request], 0);
    await confirmEveryone(server);
    const [, toBo] = seed.crew.map((one) => one["email"]!);
    const vote = await ana.page.request.post(`/api/categories/${seed.categories[1]}/vote`, {
      data: { nomineeId: seed.crew[1]!["id"] },
    });
    expect(vote.status()).toBe(200);

    await ana.page.goto(`/trips/${seed.trip}/awards`);
    await button(ana.page).click();
    const asking = ana.page.getByRole("alertdialog", { name: "Remind the missing voters?" });
    await expect(asking).toContainText("at most one a day");
    await expectFitForAll(ana.page, "reminder");
    await asking.getByRole("button", { name: "Cancel" }).click();
    await expect(asking).toBeHidden();
    expect(await outboxOf(server.dataDir, toBo)).toEqual([]);

    await button(ana.page).click();
    await asking.getByRole("button", { name: "Send Reminder" }).click();
    await expect(toast(ana.page, "Reminder Sent!")).toContainText("One person will get an email.");
    await expect(asking).toBeHidden();

    const mail = await mailTo(server.dataDir, toBo!);
    expect(mail.subject).toBe("Your vote is missing: one award of “Ericeira ’26”");
    expect(mail.text).toContain("- “Sunburn of the Week”");
    await bo.page.goto(linkIn(mail).href);
    await expect(bo.page.getByRole("heading", { name: "Cast your votes" })).toBeVisible();
    // Bo is no organizer, so he cannot send reminders.
    await expect(button(bo.page)).toHaveCount(0);

    await button(ana.page).click();
    await asking.getByRole("button", { name: "Send Reminder" }).click();
    await expect(toast(ana.page, "Already Reminded")).toContainText("One person had one within a day.");
    expect(await outboxOf(server.dataDir, toBo)).toHaveLength(1);
  },
);

test(
  "a reminder that fails can be tried again by keyboard",
  { tag: "@long" },
  async ({ openInTrouble, server, trouble }) => {
    const [ana, bo] = [await openInTrouble("Ana"), await openInTrouble("Bo")];
    const seed = await seedTrip([ana.page.request, bo.page.request], 0);
    await confirmEveryone(server);
    const { page } = ana;
    await page.goto(`/trips/${seed.trip}/awards`);
    await button(page).focus();
    await page.keyboard.press("Enter");
    const asking = page.getByRole("alertdialog", { name: "Remind the missing voters?" });
    await expect(asking.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Tab");
    await trouble.noWrites("vote_reminders", async () => {
      await page.keyboard.press("Enter");
      await expect(asking.getByRole("alert")).toContainText("Something went wrong");
    });
    await asking.getByRole("button", { name: "Send Reminder" }).focus();
    await page.keyboard.press("Enter");
    await expect(toast(page, "Reminders Sent!")).toContainText("2 people will get an email.");
    await expect(button(page)).toBeFocused();
  },
);

test("a reminder says when no missing voter can get mail", { tag: "@long" }, async ({ open, server }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  const { squad, trip, invite, crew, categories } = await seedTrip([ana.page.request], 0);
  await confirmEveryone(server);
  const person = { firstName: "Bo", lastName: "Berg", email: `bo.${Date.now()}@dawn.invalid`, password: bo.password };
  expect((await bo.page.request.post("/api/register", { data: person })).status()).toBe(201);
  expect((await bo.page.request.post(`/api/trips/${squad}/join`, { data: { invite } })).status()).toBe(200);
  await ana.page.request.post(`/api/categories/${categories[1]}/vote`, { data: { nomineeId: crew[0]!["id"] } });
  await ana.page.goto(`/trips/${trip}/awards`);
  await button(ana.page).click();
  await ana.page.getByRole("alertdialog").getByRole("button", { name: "Send Reminder" }).click();
  await expect(toast(ana.page, "Nobody to Remind")).toContainText("Nobody with a vote left can be reached by email.");
});
