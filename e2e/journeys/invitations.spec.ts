import type { Page } from "@playwright/test";
import { linkIn, mailTo, outboxOf } from "../../server/testing/outbox.ts";
import { expectFitForAll } from "../accessible.ts";
import { signUp } from "../app.ts";
import { confirmEveryone } from "../behind-the-scenes.ts";
import { type Person, desktop, expect, phone, test } from "../fixtures.ts";
import { register, seedTrip } from "../seed.ts";

let made = 0;
const address = (name: string) => `${name}.${process.pid}.${Date.now()}.${++made}@example.org`;

const toast = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const field = (page: Page) => page.getByLabel("Email addresses");
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Invite Members" });

/** Opens the invite dialog of a squad page. */
async function openDialog({ page }: Person, squad: string) {
  await page.goto(`/squads/${squad}`);
  await page.getByRole("button", { name: "Invite Members" }).click();
  await expect(field(page)).toBeVisible();
}

test("a friend invited by email signs up by the link and joins", async ({ open, server }) => {
  const [ana, kai, late] = [await open("Ana"), await open("Kai", phone), await open("Late")];
  const { squad, crew } = await seedTrip([ana.page.request], 0);
  await confirmEveryone(server);
  await openDialog(ana, squad);
  const send = ana.page.getByRole("button", { name: /^Send/ });
  await expect(send).toHaveText("Send Invitations");
  await expect(send).toBeDisabled();
  await expectFitForAll(ana.page, "invite dialog");

  await field(ana.page).fill(kai.email);
  await expect(send).toHaveText("Send 1 Invitation");
  await field(ana.page).fill(`Jonas ${kai.email}, ${crew[0]!["email"]};Ros`);
  await expect(send).toHaveText("Send 2 Invitations");
  await expect(ana.page.getByRole("list", { name: "Will be invited" }).getByRole("listitem")).toHaveText([
    kai.email,
    crew[0]!["email"]!,
  ]);
  // The dialog does not name `Ros`, because the last word may still become an address.
  await expect(ana.page.getByText("Left out: Jonas", { exact: true })).toBeVisible();
  await expectFitForAll(ana.page, "invite dialog with addresses");
  await expect(ana.page.getByLabel("Message (optional)")).toHaveValue(
    `You're invited to join "Dawn Patrol" on Swellmates! Sign up to vote on surf awards, share photos, and track our epic adventures.`,
  );
  await ana.page.getByLabel("Message (optional)").fill("Bring wax.");
  await send.click();
  await expect(toast(ana.page, "Invitations Sent!")).toContainText(
    `Mailed to ${kai.email}. Already a member: ${crew[0]!["email"]}.`,
  );
  await expect(dialogOf(ana.page)).toBeHidden();

  const mail = await mailTo(server.dataDir, kai.email);
  expect(mail.text).toContain("> Bring wax.");
  const link = linkIn(mail).href;
  await kai.page.goto(link);
  await expect(kai.page.getByRole("heading", { name: "Dawn Patrol" })).toBeVisible();
  await expect(kai.page.getByText("Ana invites you to join", { exact: true })).toBeVisible();
  await kai.page.getByRole("link", { name: "Log In or Register" }).click();
  await signUp(kai);
  await expect(toast(kai.page, "Squad Joined!")).toContainText("Welcome to the crew! Let's catch some waves together");
  await expect(kai.page).toHaveURL(`${server.url}/squads/${squad}`);

  // The link is used: it still works for Kai and for nobody else.
  await kai.page.goto(link);
  await expect(toast(kai.page, "Welcome Back!")).toBeVisible();
  await register(late.page.request, "Late");
  const refused = await late.page.request.post(`/api/trips/${squad}/join`, {
    data: { invite: new URL(link).searchParams.get("invite") },
  });
  expect(refused.status()).toBe(404);
});

test("an unconfirmed person is asked to confirm, and sees no form before that is known", async ({ open }) => {
  const { page } = await open("Ana", phone);
  const { squad } = await seedTrip([page.request], 0);
  let answer = () => {};
  const isHeld = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/account", async (route) => isHeld.then(() => route.continue()));
  await page.goto(`/squads/${squad}`);
  await page.getByRole("button", { name: "Invite Members" }).click();
  await expect(dialogOf(page).getByText("Loading the form...")).toBeAttached();
  await expect(field(page)).toHaveCount(0);
  answer();
  await expect(dialogOf(page).getByText("Please confirm your own address first")).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  await expect(dialogOf(page).getByRole("button", { name: "Send the Link Again" })).toBeVisible();
});

test("a used link refuses the next person", { tag: "@long" }, async ({ openInTrouble, server }) => {
  const [ana, kai, lou] = [await openInTrouble("Ana"), await openInTrouble("Kai"), await openInTrouble("Lou")];
  const { squad } = await seedTrip([ana.page.request], 0);
  await confirmEveryone(server);
  await ana.page.request.post("/api/squad-invites", { data: { squadId: squad, emails: [kai.email] } });
  const link = linkIn(await mailTo(server.dataDir, kai.email)).href;
  await register(kai.page.request, "Kai");
  await kai.page.goto(link);
  await expect(toast(kai.page, "Squad Joined!")).toBeVisible();
  await register(lou.page.request, "Lou");
  await lou.page.goto(link);
  await expect(lou.page.getByRole("heading", { name: "Join Failed" })).toBeVisible();
  await expect(
    lou.page.getByText("Unable to join this squad. It may be private or not found.", { exact: true }).first(),
  ).toBeVisible();
});

test("a friend is invited from a trip's card", { tag: "@long" }, async ({ open, server }) => {
  const [ana, kai] = [await open("Ana", phone), await open("Kai")];
  const { trip } = await seedTrip([ana.page.request], 0);
  await confirmEveryone(server);
  await ana.page.goto("/");
  await ana.page.getByRole("button", { name: "More for Ericeira ’26" }).click();
  await ana.page.getByRole("menuitem", { name: "Invite Members" }).click();
  await expect(dialogOf(ana.page)).toContainText("Bring your friends to Ericeira ’26.");
  const code = ana.page.getByRole("img", { name: "QR code to join Dawn Patrol" });
  await expect.poll(async () => (await code.boundingBox())?.width).toBe(200);
  await expect(ana.page.getByLabel("Message (optional)")).toHaveValue(/^You're invited to join "Ericeira ’26" on/);
  await field(ana.page).fill(kai.email);
  await ana.page.getByRole("button", { name: "Send 1 Invitation" }).click();
  await expect(toast(ana.page, "Invitations Sent!")).toBeVisible();

  await register(kai.page.request, "Kai");
  const mail = await mailTo(server.dataDir, kai.email);
  expect(mail.subject).toBe("Invitation from Ana Berg to “Ericeira ’26”");
  await kai.page.goto(linkIn(mail).href);
  await expect(toast(kai.page, "Squad Joined!")).toBeVisible();
  await kai.page.goto(`/trips/${trip}`);
  await expect(kai.page.getByText("Kai Berg (you)")).toBeVisible();
});

test("a trip without a squad invites by email only", { tag: "@long" }, async ({ open, server }) => {
  const [ana, kai] = [await open("Ana"), await open("Kai", phone)];
  await register(ana.page.request, "Ana");
  await confirmEveryone(server);
  const answer = await ana.page.request.post("/api/trips", {
    data: { name: "Peniche", location: "Portugal", startDate: "2026-08-01", endDate: "2026-08-04" },
  });
  const { id } = (await answer.json()) as { id: string };
  await ana.page.goto(`/trips/${id}`);
  await ana.page.getByRole("button", { name: "More about this trip" }).click();
  await ana.page.getByRole("menuitem", { name: "Invite Members" }).click();
  await expect(dialogOf(ana.page)).toContainText("Bring your friends to Peniche.");
  await expect(ana.page.getByLabel("Invite link")).toHaveCount(0);
  await expectFitForAll(ana.page, "invite dialog without a link");
  await field(ana.page).fill(kai.email);
  await ana.page.getByRole("button", { name: "Send 1 Invitation" }).click();
  await expect(toast(ana.page, "Invitations Sent!")).toBeVisible();

  await kai.page.goto(linkIn(await mailTo(server.dataDir, kai.email)).href);
  await expect(kai.page.getByRole("heading", { name: "Peniche" })).toBeVisible();
  await kai.page.getByRole("link", { name: "Join" }).click();
  await signUp(kai);
  await expect(kai.page).toHaveURL(`${server.url}/trips/${id}`);
  // The invitation arrived by mail, so the address counts as confirmed.
  expect(await (await kai.page.request.get("/api/account")).json()).toMatchObject({ emailConfirmed: true });
  await expect(kai.page.getByRole("heading", { name: "Peniche", level: 1 })).toBeVisible();
});

test(
  "a failed invitation says why and keeps the typed text",
  { tag: "@long" },
  async ({ openInTrouble, trouble, server }) => {
    const ana = await openInTrouble("Ana");
    const { squad, crew } = await seedTrip([ana.page.request], 0);
    await confirmEveryone(server);
    await openDialog(ana, squad);
    const { page } = ana;
    await field(page).press("Enter");
    await expect(toast(page, "Invalid Email Addresses")).toContainText("Please enter at least one email address");
    await expect(field(page)).toHaveAccessibleDescription(/Please enter at least one email address/);
    await field(page).fill("kai, @example.org");
    await field(page).press("Enter");
    await expect(toast(page, "Invalid Email Addresses")).toContainText("Please enter at least one valid email address");
    await expect(field(page)).toHaveAccessibleDescription(/Please enter at least one valid email address/);
    await expectFitForAll(page, "invite dialog with a fault");

    // These are more addresses than the server accepts.
    const send = page.getByRole("button", { name: /^Send/ });
    await field(page).fill(Array.from({ length: 51 }, (_, i) => `kai${i}@example.org`).join("\n"));
    await expect(send).toHaveText("Send 51 Invitations");
    await expect(page.getByRole("list", { name: "Will be invited" })).toContainText("and 41 more");
    await send.click();
    await expect(toast(page, "Error Sending Invitations")).toContainText("Please invite at most 50 people at a time");

    const kai = address("kai");
    await field(page).fill(kai);
    await page.getByLabel("Message (optional)").fill("See you there");
    await trouble.noWrites("invitations", async () => {
      await send.click();
      await expect(toast(page, "Error Sending Invitations")).toContainText("Something went wrong");
    });
    await page.context().setOffline(true);
    await send.click();
    await expect(toast(page, "Error Sending Invitations")).toContainText("You seem to be offline");
    await page.context().setOffline(false);
    await expect(field(page)).toHaveValue(kai);
    await expect(page.getByLabel("Message (optional)")).toHaveValue("See you there");
    expect(await outboxOf(server.dataDir, kai)).toEqual([]);

    // All are members already, so the page does not claim that it sent anything.
    await field(page).fill(crew[0]!["email"]!);
    await send.click();
    await expect(field(page)).toHaveAccessibleDescription(new RegExp(`Already a member: ${crew[0]!["email"]}`));

    await field(page).fill(kai);
    await send.click();
    await expect(toast(page, "Invitations Sent!")).toBeVisible();
    await page.getByRole("button", { name: "Invite Members" }).click();
    await expect(field(page)).toHaveValue("");
    await expect(page.getByLabel("Message (optional)")).toHaveValue(/^You're invited/);
  },
);

test(
  "the link is shared or copied, or the page says that neither worked",
  { tag: "@long" },
  async ({ open, server }) => {
    const shared = await open("Ana", phone);
    await shared.page.addInitScript(() => {
      Object.assign(navigator, { share: async (what: { url: string }) => void (document.title = what.url) });
    });
    const { squad } = await seedTrip([shared.page.request], 0);
    await confirmEveryone(server);
    await openDialog(shared, squad);
    const link = await shared.page.getByLabel("Invite link").inputValue();
    await shared.page.getByRole("button", { name: "Share Link" }).click();
    await expect(toast(shared.page, "Link Shared!")).toBeVisible();
    await expect(shared.page).toHaveTitle(link);

    const state = await shared.page.context().storageState();
    const copying = await open("Bo", {
      ...desktop,
      storageState: state,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await openDialog(copying, squad);
    await copying.page.getByRole("button", { name: "Copy Link" }).click();
    await expect(toast(copying.page, "Link Copied!")).toBeVisible();
    expect(await copying.page.evaluate(() => navigator.clipboard.readText())).toBe(link);

    // The clipboard refuses, so the page copies through a hidden field, and then says that this fails too.
    const plain = await open("Cleo", { ...desktop, storageState: state });
    await plain.page.addInitScript(() => {
      Object.defineProperty(navigator, "share", { value: undefined });
      Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } });
      document.execCommand = (command) => {
        const box = document.activeElement;
        document.title = `${command} ${box instanceof HTMLTextAreaElement ? box.value : ""}`;
        return true;
      };
    });
    await openDialog(plain, squad);
    await plain.page.getByRole("button", { name: "Copy Link" }).click();
    await expect(toast(plain.page, "Link Copied!")).toBeVisible();
    await expect(plain.page).toHaveTitle(`copy ${link}`);
    await plain.page.evaluate(() => void (document.execCommand = () => false));
    await plain.page.getByRole("button", { name: "Copy Link" }).click();
    await expect(toast(plain.page, "Copy Failed")).toContainText("Unable to copy link to clipboard");
  },
);

test("inviting works by keyboard alone", { tag: "@long" }, async ({ open, server }) => {
  const ana = await open("Ana");
  const { squad } = await seedTrip([ana.page.request], 0);
  await confirmEveryone(server);
  const { page } = ana;
  await page.goto(`/squads/${squad}`);
  const opener = page.getByRole("button", { name: "Invite Members" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(dialogOf(page)).toBeVisible();
  await expect(field(page)).toBeVisible();
  const kai = address("kai");
  for (let i = 0; i < 12 && !(await field(page).evaluate((box) => box === document.activeElement)); i++)
    await page.keyboard.press("Tab");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(kai);
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Message (optional)")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Send 1 Invitation" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Invitations Sent!")).toBeVisible();
  await expect(opener).toBeFocused();
  await mailTo(server.dataDir, kai);
});
