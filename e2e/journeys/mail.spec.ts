import type { Page } from "@playwright/test";
import PostalMime from "postal-mime";
import { openMailServer } from "../../server/testing/mail-server.ts";
import { expectFitForAll } from "../accessible.ts";
import { confirmEveryone } from "../behind-the-scenes.ts";
import { test as base, expect, phone } from "../fixtures.ts";
import { seedTrip } from "../seed.ts";
import { startServer } from "../server.ts";

type MailServer = Awaited<ReturnType<typeof openMailServer>>;

let release: (() => void) | undefined;
const released = new Promise<void>((resolve) => (release = resolve));

/** Journeys on a server with SMTP. The mail server rejects addresses that begin with `nobody` and delays those with `slow`. */
const test = base.extend<object, { mails: MailServer }>({
  mails: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const mails = await openMailServer(async (to) => {
        if (to.startsWith("nobody")) return { code: 550, says: "5.1.1 No such user", at: "rcpt" };
        if (to.startsWith("slow")) await released;
        return "take";
      });
      await use(mails);
      release?.();
      await mails.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ mails }, use) => {
      const server = await startServer({
        SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
        PUBLIC_URL: "http://trips.test",
        MAIL_FROM: "Our Trips <trips@example.org>",
      });
      await use(server);
      await server.dispose();
    },
    { scope: "worker" },
  ],
});

const toast = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
/** The state that the unsubscribe page shows. */
const state = (page: Page) => page.getByRole("status").filter({ hasText: "You get" });
const sent = (page: Page) => page.getByRole("region", { name: "Invitations you sent" });
const row = (page: Page, email: string) => sent(page).getByRole("listitem").filter({ hasText: email });
let made = 0;
const address = (name: string) => `${name}.${process.pid}.${Date.now()}.${++made}@example.org`;

/** The unsubscribe link of a mail to an address, on this server's origin. */
async function noMailLink(mails: MailServer, to: string) {
  let link: string | undefined;
  const look = async () => {
    for (const { raw } of mails.to(to)) {
      const { text } = await PostalMime.parse(raw);
      link = /http:\/\/trips\.test(\/no-mail\?to=\S+)/.exec(text ?? "")?.[1] ?? link;
    }
    return link;
  };
  await expect.poll(look, { timeout: 20_000 }).toBeDefined();
  return link!;
}

test("the inviter learns that an address refuses mail", { tag: "@long" }, async ({ open, mails, server }) => {
  const ana = await open("Ana");
  const { page } = ana;
  const { squad } = await seedTrip([page.request], 0);
  await confirmEveryone(server);
  const [kai, nobody, slow] = [address("kai"), address("nobody"), address("slow")];
  await page.goto(`/squads/${squad}`);
  await page.getByRole("button", { name: "Invite Members" }).click();
  await expect(page.getByLabel("Email addresses")).toBeVisible();
  await expect(sent(page)).toHaveCount(0);
  await page.getByLabel("Email addresses").fill(`${kai} ${nobody} ${slow}`);
  await page.getByRole("button", { name: "Send 3 Invitations" }).click();
  await expect(toast(page, "Mail Not Delivered")).toContainText(
    `${nobody} could not be reached: there is no such mailbox. It said: “550 5.1.1 No such user”`,
  );

  await page.getByRole("button", { name: "Invite Members" }).click();
  await expect(row(page, nobody)).toContainText("Not Delivered");
  await expect(row(page, nobody)).toContainText("Could not be reached: there is no such mailbox.");
  await expect(row(page, kai)).toContainText("Sent");
  await expect(row(page, slow)).toContainText("On Its Way");
  await expect(sent(page).getByRole("listitem").first()).toContainText(nobody);
  await expectFitForAll(page, "invite dialog with sent invitations");
  release?.();
  await expect(row(page, slow)).toHaveText(`${slow}Sent`);

  // Mails fail while no page is open, and the next page says so once.
  await page.goto("about:blank");
  const more = Array.from({ length: 3 }, () => address("nobody"));
  const asked = await page.request.post("/api/squad-invites", { data: { squadId: squad, emails: more } });
  expect(asked.status()).toBe(200);
  const waiting = async () => ((await (await page.request.get("/api/mail-notices")).json()) as unknown[]).length;
  await expect.poll(waiting, { timeout: 20_000 }).toBe(3);
  expect(more.map((one) => mails.asked(one))).toEqual([1, 1, 1]);
  await page.goto("/awards");
  await expect(toast(page, "Mail Not Delivered")).toContainText("And 1 more.");
  await expect.poll(waiting).toBe(0);
  await page.goto(`/squads/${squad}?open=invite`);
  await expect(sent(page).getByRole("listitem")).toHaveCount(4);
  await expect(page.getByText("Mail Not Delivered")).toHaveCount(0);
  await sent(page).getByRole("button", { name: "Show All 6" }).click();
  await expect(sent(page).getByRole("listitem")).toHaveCount(6);
  await sent(page).getByRole("button", { name: "Show Less" }).click();
  await expect(sent(page).getByRole("listitem")).toHaveCount(4);
});

test(
  "invitations that did not load can be loaded again",
  { tag: "@long" },
  async ({ openInTrouble, trouble, server }) => {
    const { page } = await openInTrouble("Ana");
    const { squad } = await seedTrip([page.request], 0);
    await confirmEveryone(server);
    await page.request.post("/api/squad-invites", { data: { squadId: squad, emails: [address("kai")] } });
    await trouble.noTable("invitations", async () => {
      await page.goto(`/squads/${squad}?open=invite`);
      await expect(page.getByText("The invitations you sent did not come through.")).toBeVisible({ timeout: 30_000 });
    });
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(sent(page).getByRole("listitem")).toHaveCount(1);
  },
);

test("a person unsubscribes by keyboard alone, and undoes it", { tag: "@long" }, async ({ open, mails, server }) => {
  const [ana, kai] = [await open("Ana"), await open("Kai")];
  const { squad } = await seedTrip([ana.page.request], 0);
  await confirmEveryone(server);
  const invite = async () => {
    const answer = await ana.page.request.post("/api/squad-invites", { data: { squadId: squad, emails: [kai.email] } });
    return (await answer.json()) as { sent: string[] };
  };
  await invite();
  const { page } = kai;
  await page.goto(await noMailLink(mails, kai.email));
  await expect(page.getByRole("heading", { name: "No more mails?" })).toBeVisible();
  await expect(state(page)).toContainText("You get mails when friends send them.");
  await expectFitForAll(page, "no-mail page");
  const button = page.getByRole("main").getByRole("button");
  for (let i = 0; i < 12 && !(await button.evaluate((one) => one === document.activeElement)); i++)
    await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(state(page)).toContainText("You get no more mails.");
  await expect(button).toHaveText("Allow Mails Again");
  await expect(button).toBeFocused();
  await expectFitForAll(page, "no-mail page, off");

  // Ana reads that Kai wants no mails, and no mail goes out.
  await ana.page.goto(`/squads/${squad}?open=invite`);
  await ana.page.getByLabel("Email addresses").fill(kai.email);
  await ana.page.getByRole("button", { name: "Send 1 Invitation" }).click();
  await expect(ana.page.getByLabel("Email addresses")).toHaveAccessibleDescription(
    new RegExp(`Not sent to ${kai.email}: This address wants no mails from Swellmates. Send them the invite link`),
  );
  expect(mails.to(kai.email)).toHaveLength(1);

  await page.reload();
  await expect(state(page)).toContainText("You get no more mails.");
  await button.focus();
  await page.keyboard.press("Space");
  await expect(state(page)).toContainText("You get mails when friends send them.");
  expect((await invite()).sent).toEqual([kai.email]);
});

test(
  "the unsubscribe page says when something fails",
  { tag: "@long" },
  async ({ openInTrouble, trouble, mails, server }) => {
    const [ana, kai] = [await openInTrouble("Ana"), await openInTrouble("Kai", phone)];
    const { squad } = await seedTrip([ana.page.request], 0);
    await confirmEveryone(server);
    await ana.page.request.post("/api/squad-invites", { data: { squadId: squad, emails: [kai.email] } });
    const link = await noMailLink(mails, kai.email);
    const { page } = kai;
    for (const broken of ["/no-mail", link.slice(0, -5), `${link.slice(0, -5)}AAAAA`]) {
      await page.goto(broken);
      await expect(page.getByRole("alert").filter({ hasText: "This link is not complete." })).toBeVisible();
    }
    await expectFitForAll(page, "no-mail page with a broken link");
    await trouble.noTable("no_mail", async () => {
      await page.goto(link);
      await expect(page.getByText("Your choice did not come through")).toBeVisible();
      await expectFitForAll(page, "no-mail page in trouble");
    });
    await page.getByRole("button", { name: "Try Again" }).click();
    const button = page.getByRole("button", { name: "No More Mails" });
    await trouble.noWrites("no_mail", async () => {
      await button.click();
      await expect(page.getByRole("alert").filter({ hasText: "Something went wrong on our side." })).toBeVisible();
    });
    await trouble.waiting("no_mail", async () => {
      await button.click();
      await expect(page.getByRole("button", { name: "Saving..." })).toBeDisabled();
    });
    await expect(state(page)).toContainText("You get no more mails.");
  },
);

test(
  "an organizer learns that a person unsubscribed from reminders",
  { tag: "@long" },
  async ({ open, mails, server }) => {
    const [ana, bo] = [await open("Ana"), await open("Bo")];
    const seed = await seedTrip([ana.page.request, bo.page.request], 0);
    await confirmEveryone(server);
    const toBo = seed.crew[1]!["email"]!;
    const { page } = ana;
    const remind = async () => {
      await page.goto(`/trips/${seed.trip}/awards`);
      await page.getByRole("button", { name: "Send Reminder" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Send Reminder" }).click();
    };
    await remind();
    await expect(toast(page, "Reminders Sent!")).toContainText("2 people will get an email.");
    await bo.page.goto(await noMailLink(mails, toBo));
    await bo.page.getByRole("button", { name: "No More Mails" }).click();
    await expect(state(bo.page)).toContainText("You get no more mails.");
    await remind();
    await expect(toast(page, "Already Reminded")).toContainText(
      "One person had one within a day. One person wants no mails. Give them some time.",
    );
  },
);
