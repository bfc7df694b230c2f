import type { Page } from "@playwright/test";
import { expectAccessible, expectFitForAll, expectNoSideways } from "../accessible.ts";
import { photo } from "../app.ts";
import { behindTheScenes } from "../behind-the-scenes.ts";
import { giveDevice } from "../device.ts";
import { expect, phone, test } from "../fixtures.ts";
import { adminScreens } from "../screens.ts";
import { register, registerSiteAdmin, seedTrip, send } from "../seed.ts";
import type { RunningServer } from "../server.ts";
import { expectToast } from "../toast.ts";
import { pick, startUpload, tray } from "../uploading.ts";

// Nobody else on this server would like it to be read-only.
test.use({ alone: "site-admin" });
test.afterEach(({ server }) => behindTheScenes(server, "delete from read_only", []));

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string | RegExp) => page.getByRole("tab", { name });
const bar = (page: Page) => page.getByRole("complementary", { name: "Read-only" });
const proof = (page: Page) => page.getByRole("region", { name: "Is it still you?" });

/** The last login or proof of everybody is eleven minutes ago. */
const ageProofs = (server: RunningServer) =>
  behindTheScenes(
    server,
    "update sessions set created_at = now() - interval '11 minutes', proved_at = null, passkey_proved_at = null",
    [],
  );

/** A job of a queue has failed in its last try. */
const failJob = (server: RunningServer) =>
  behindTheScenes(
    server,
    `insert into jobs.job (name, state, data, output, completed_on)
     values ('forgetting', 'failed', '{}', '{"name": "TypeError", "code": "ESURF"}', now())`,
    [],
  );

test("a site admin proves who they are, retries a job and logs somebody out", async ({ openInTrouble, server }) => {
  const [rita, bo] = [await openInTrouble("Rita"), await openInTrouble("Bo", phone)];
  const { page } = rita;
  await registerSiteAdmin(server, page.request);
  await register(bo.page.request, "Bo");
  await failJob(server);
  await bo.page.goto("/admin");
  await expect(bo.page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  await bo.page.goto("/account");

  await page.goto("/account");
  await page.getByRole("link", { name: "Open Site Admin" }).click();
  await expect(page.getByRole("heading", { name: "Site Admin", level: 1 })).toBeVisible();
  await expect(page.getByText("People with an account")).toBeVisible();
  await ageProofs(server);
  await page.goto("/admin?tab=jobs");
  await expect(proof(page).getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.type("not it");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is not your current password")).toBeVisible();
  await expectFitForAll(page, "proof");
  await proof(page).getByLabel("Password", { exact: true }).fill("Rita-likes-waves");
  await page.keyboard.press("Enter");
  await expect(page.getByText("TypeError ESURF")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();

  // The press on the button is not lost, and counts once.
  await ageProofs(server);
  await button(page, "Retry a job of forgetting").click();
  await expect(proof(page)).toBeVisible();
  await page.keyboard.type("Rita-likes-waves");
  await page.keyboard.press("Enter");
  await expectToast(page, "Job runs again", "A job of forgetting gets another try.");
  await expect(page.getByText("Nothing failed")).toBeVisible();
  await tab(page, "Actions").click();
  await expect(page.getByText("Rita Berg ran a failed job again (forgetting)")).toHaveCount(1);
  await expect(page).toHaveURL("/admin?tab=actions");

  await page.reload();
  await expect(tab(page, "Actions")).toHaveAttribute("aria-selected", "true");
  await tab(page, "People").click();
  await page.getByLabel("Search people").fill("bo");
  await expect(page).toHaveURL("/admin?tab=people&q=bo");
  await ageProofs(server);
  await button(page, "Log Out Everywhere: Bo Berg").click();
  const asking = page.getByRole("alertdialog", { name: "Log Bo Berg out everywhere?" });
  await button(page, "Log Out Everywhere").click();
  await expect(asking).toBeHidden();
  await proof(page).getByLabel("Password", { exact: true }).fill("Rita-likes-waves");
  await page.keyboard.press("Enter");
  await expectToast(page, "Logged out", "Bo Berg is logged out everywhere.");
  await expect(asking).toBeHidden();
  await expect(bo.page).toHaveURL(/\/auth\?return=%2Faccount$/);
});

test("while the site is read-only, people read why on every page", async ({ openInTrouble, server }) => {
  const [rita, bo, visitor] = [await openInTrouble("Rita"), await openInTrouble("Bo", phone), await openInTrouble("V")];
  await registerSiteAdmin(server, rita.page.request);
  const { email } = await register(bo.page.request, "Bo");
  await rita.page.goto("/admin");
  await rita.page.getByLabel("Message to everybody").fill("New disk, back at 20:00.");
  await button(rita.page, "Make It Read-only").click();
  await expectToast(rita.page, "The site is read-only", "People see everything, and change nothing.");
  await expect(bar(rita.page)).toContainText("New disk, back at 20:00.");

  const { page } = bo;
  await page.goto("/create-squad");
  await page.getByLabel("Squad Name").fill("Dawn Patrol");
  await expect(bar(page)).toHaveCount(0);
  await button(page, "Create Squad").click();
  const because = "Nothing can be changed here at the moment: New disk, back at 20:00.";
  await expect(page.getByText(because).first()).toBeVisible();
  await expect(bar(page)).toContainText("Swellmates is read-only at the moment. You can look at everything");
  await expect(bar(page)).toContainText("New disk, back at 20:00.");
  await expectFitForAll(page, "read-only");
  await page.reload();
  await expect(bar(page), "also after a reload").toBeVisible();

  await visitor.page.goto("/register");
  await visitor.page.getByLabel("First Name").fill("Vera");
  await visitor.page.getByLabel("Last Name").fill("Berg");
  await visitor.page.getByLabel("Email").fill("vera@example.org");
  await visitor.page.getByLabel("Password").fill("Vera-likes-waves");
  await button(visitor.page, "Create Account").click();
  await expect(visitor.page.getByText(because).first()).toBeVisible();
  const login = { email, password: "Bo-likes-waves" };
  expect((await visitor.page.request.post("/api/login", { data: login })).ok(), "people may log in").toBe(true);

  await button(rita.page, "Take Changes Again").click();
  await expectToast(rita.page, "The site takes changes again");
  await expect(bar(rita.page)).toHaveCount(0);
  await page.getByLabel("Squad Name").fill("Dawn Patrol");
  await button(page, "Create Squad").click();
  await expect(page).toHaveURL(/\/squads\//);
  await expect(bar(page)).toHaveCount(0);
});

test("a passkey proves a site admin too", { tag: "@long" }, async ({ openInTrouble, server }) => {
  const { page } = await openInTrouble("Rita");
  const device = await giveDevice(page);
  await registerSiteAdmin(server, page.request);
  await page.goto("/account");
  await button(page, "Add a Passkey").click();
  await expectToast(page, "Passkey added");
  await ageProofs(server);
  await page.goto("/admin");
  await device.knowsOwner(false);
  await button(page, "Use a Passkey").click();
  await expect(page.getByText("It was cancelled, or your device took too long. Please try again.")).toBeVisible();
  await device.knowsOwner(true);
  await button(page, "Use a Passkey").click();
  await expect(page.getByText("People with an account")).toBeVisible();

  await behindTheScenes(server, "update accounts set password_hash = null", []);
  await behindTheScenes(server, "delete from passkeys", []);
  await ageProofs(server);
  await page.reload();
  await button(page, "Log In Again").click();
  await expect(page).toHaveURL(/\/auth\?return=%2Fadmin$/);
});

test("people see what a site admin did about them", { tag: "@long" }, async ({ openInTrouble, server }) => {
  const [rita, bo] = [await openInTrouble("Rita"), await openInTrouble("Bo", phone)];
  await registerSiteAdmin(server, rita.page.request);
  const { id, email } = await register(bo.page.request, "Bo");
  await bo.page.goto("/account");
  const section = bo.page.getByRole("region", { name: "What site admins did" });
  await expect(bo.page.getByRole("region", { name: "Your data" })).toBeVisible();
  await expect(section).toHaveCount(0);
  await rita.page.request.post(`/api/admin/people/${id}/end-sessions`);
  await send(bo.page.request, "POST", "/api/login", { email, password: "Bo-likes-waves" });
  await bo.page.goto("/account");
  await expect(section.getByText("A site admin logged you out everywhere")).toBeVisible();
  await expectFitForAll(bo.page, "account with actions");
});

test("an upload waits while the site is read-only", { tag: "@long" }, async ({ openInTrouble, server }) => {
  const [rita, bo] = [await openInTrouble("Rita"), await openInTrouble("Bo", phone)];
  await registerSiteAdmin(server, rita.page.request);
  const { trip } = await seedTrip([bo.page.request], 0);
  const { page } = bo;
  await page.goto(`/trips/${trip}`);
  const turn = (isOn: boolean) => send(rita.page.request, "PUT", "/api/admin/read-only", { isOn });
  await turn(true);
  await pick(page, photo("wave.png", [18, 147, 143]));
  await startUpload(page);
  await expect(tray(page).getByText("Paused at 1 of 1, goes on by itself")).toBeVisible();
  await button(page, "Show the files").click();
  await expect(tray(page).getByText("Nothing can be changed here at the moment.").first()).toBeVisible();
  await expect(bar(page)).toBeVisible();
  await page.reload();
  await expect(tray(page)).toBeVisible();
  await turn(false);
  await expect(page.getByRole("img", { name: /Photo by Ana/ })).toBeVisible({ timeout: 60_000 });
  await expect(bar(page)).toHaveCount(0);
});

for (const [look, options] of Object.entries({ "a phone": phone, "a desktop": {} })) {
  test(`every part of the admin page is accessible on ${look}`, { tag: "@long" }, async ({ openInTrouble, server }) => {
    const { page } = await openInTrouble("Rita", options);
    await registerSiteAdmin(server, page.request);
    await failJob(server);
    for (const [part, url] of Object.entries(adminScreens)) {
      await page.goto(url);
      await expect(page.getByRole("tabpanel")).toBeVisible();
      await expectAccessible(page, part);
      await expectNoSideways(page, part);
    }
  });
}
