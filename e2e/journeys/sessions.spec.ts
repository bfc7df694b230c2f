import type { Page } from "@playwright/test";
import { linkIn, mailTo } from "../../server/testing/outbox.ts";
import { expectFitForAll } from "../accessible.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { register } from "../seed.ts";
import { expectToast } from "../toast.ts";

const section = (page: Page) => page.getByRole("region", { name: "Where you are logged in" });
const button = (page: Page, name: string) => section(page).getByRole("button", { name, exact: true });
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1";

test(
  "the session list shows all browsers and ends their sessions",
  { tag: "@long" },
  async ({ openInTrouble, trouble }) => {
    const home = await openInTrouble("Home", phone);
    const work = await openInTrouble("Work", { ...desktop, userAgent: firefox });
    const pocket = await openInTrouble("Pocket", { ...phone, userAgent: iphone });
    const { page } = home;
    const { email } = await register(page.request, "Ana");
    await page.goto("/account");
    await expect(section(page).getByText("This browser")).toBeVisible();
    await expect(section(page).getByText("in use now")).toBeVisible();
    await expect(button(page, "Log Out Everywhere Else")).toHaveCount(0);
    for (const other of [work, pocket])
      await other.page.request.post("/api/login", { data: { email, password: "Ana-likes-waves" } });
    await work.page.goto("/squads");
    await expect(work.page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.reload();
    await expect(section(page).getByRole("listitem")).toHaveCount(3);
    await expect(section(page).getByText("last seen in the last hour").first()).toBeVisible();
    await expectFitForAll(page, "account with sessions");

    const theirs = button(page, "Log Out: Firefox on Windows");
    await trouble.noWrites("sessions", async () => {
      await theirs.click();
      await expectToast(page, "Not Logged Out", "Something went wrong on our side. Please try again.");
    });
    await page.context().setOffline(true);
    await theirs.click();
    await expectToast(page, "Not Logged Out", "Failed to log out there. Please try again.");
    await page.context().setOffline(false);
    await trouble.waiting("sessions", async () => {
      await theirs.click();
      await expect(theirs).toHaveText("Logging out...");
      await expect(theirs).toBeDisabled();
    });
    await expectToast(page, "Logged out", "Firefox on Windows is logged out.");
    await expect(theirs).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Where you are logged in" })).toBeFocused();
    // The open page of that browser leads to the sign-in page by itself.
    await expect(work.page).toHaveURL(/\/auth\?return=%2Fsquads$/);

    await button(page, "Log Out Everywhere Else").focus();
    await page.keyboard.press("Enter");
    await expectToast(page, "Logged out", "You are logged out everywhere else.");
    await expect(section(page).getByRole("listitem")).toHaveCount(1);
    await pocket.page.goto("/squads");
    await expect(pocket.page).toHaveURL(/\/auth\?return=%2Fsquads$/);
    expect((await page.request.get("/api/auth/user")).status()).toBe(200);

    // A page leads to the sign-in page as soon as its own session is ended.
    const [mine] = (await (await page.request.get("/api/sessions")).json()) as { id: string }[];
    await page.request.delete(`/api/sessions/${mine!.id}`);
    await expect(page).toHaveURL(/\/auth\?return=%2Faccount$/);
  },
);

test("the link of a “Was it you?” letter logs everybody out", async ({ openInTrouble, server }) => {
  const [thief, pocket] = [await openInTrouble("Thief"), await openInTrouble("Pocket", phone)];
  const { email } = await register(thief.page.request, "Ana");
  await thief.page.goto("/squads");
  const change = { current: "Ana-likes-waves", password: "tide is high" };
  await thief.page.request.post("/api/password/change", { data: change });
  const letter = await mailTo(server.dataDir, email!, 2, true);
  expect(letter.subject).toBe("Was it you? Your password was changed");
  const link = linkIn(letter).href;

  const { page } = pocket;
  const logOut = page.getByRole("button", { name: "Log Out Everywhere" });
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Was it not you?" })).toBeVisible();
  await expect(page).toHaveTitle("Was It Not You? · Swellmates");
  // The secret of the link is in no history.
  await expect(page).toHaveURL("/not-me");
  await expectFitForAll(page, "was it not you");
  await page.context().setOffline(true);
  await logOut.click();
  await expect(page.getByRole("alert").filter({ hasText: "You seem to be offline" })).toBeVisible();
  await page.context().setOffline(false);
  await logOut.click();
  await expect(page.getByRole("heading", { name: "Everyone is logged out" })).toBeVisible();
  await expect(page.getByText("Now set a new password, so that nobody comes back.")).toBeFocused();
  await expectFitForAll(page, "everyone is logged out");
  // The open page of the other browser leads to the sign-in page by itself.
  await expect(thief.page).toHaveURL(/\/auth\?return=%2Fsquads$/);

  await page.goto(link);
  await logOut.click();
  const used = "This link has expired or was used already. To lock others out, set a new password.";
  await expect(page.getByText(used)).toBeFocused();
  await expect(logOut).toHaveCount(0);
  await page.getByRole("link", { name: "Set a New Password" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.goto("/not-me");
  await expect(page.getByText("This link is not complete. Open it again from the mail that you got.")).toBeVisible();
});
