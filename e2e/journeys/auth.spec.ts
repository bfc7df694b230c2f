import type { Page } from "@playwright/test";
import { expectFitForAll } from "../accessible.ts";
import { signUp } from "../app.ts";
import { type Person, expect, phone, test } from "../fixtures.ts";
import { recordTexts } from "../record-texts.ts";
import { register, send } from "../seed.ts";
import { type RunningServer, startServer } from "../server.ts";
import { expectToast } from "../toast.ts";

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function fillLogin(page: Page, email: string, password: string) {
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
}

test("the sign-in page shows both tabs, names missing fields, and leads back", async ({ open }) => {
  const { page } = await open("Ana", phone);
  await page.goto("/auth");
  await expect(page).toHaveTitle("Join the Crew · Swellmates");
  await expect(page.getByRole("heading", { name: "Join the Crew" })).toBeVisible();
  await expect(page.getByText("Login or create an account")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Login" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("link", { name: /^Login with/ })).toHaveCount(0);
  await press(page, "Login");
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByText("Please enter your password")).toBeVisible();
  await expect(field(page, "Email")).toHaveAttribute("aria-invalid", "true");
  await expectFitForAll(page, "login with faults");
  // Password managers and phones read these attributes.
  await expect(field(page, "Email")).toHaveAttribute("autocomplete", "username");
  await expect(field(page, "Password")).toHaveAttribute("autocomplete", "current-password");

  await page.getByRole("tab", { name: "Register" }).click();
  await press(page, "Create Account");
  for (const fault of [
    "Please enter your first name",
    "Please enter your last name",
    "Please enter a valid email address",
    "Password must be at least 6 characters",
  ])
    await expect(page.getByText(fault)).toBeVisible();
  await expect(field(page, "Password")).toHaveAttribute("autocomplete", "new-password");
  await expectFitForAll(page, "registration with faults");

  for (const [link, title] of [
    ["Terms of Service", "Terms of Service"],
    ["Privacy Policy", "Privacy Policy"],
  ] as const) {
    await page.getByRole("main").getByRole("link", { name: link }).click();
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await page.goBack();
  }
  await page.getByRole("link", { name: "← Back to landing page" }).click();
  await expect(page).toHaveURL("/");
});

test("who comes to join is offered an account; a browser that logged in, the login", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), (await open("Bo", phone)).page];
  const { invitation } = await newSquad(ana);
  const chosen = (page: Page, name: string) =>
    expect(page.getByRole("tab", { name })).toHaveAttribute("aria-selected", "true");

  await bo.goto(invitation);
  await bo.getByRole("link", { name: "Log In or Register" }).click();
  await chosen(bo, "Register");
  const squad = bo.getByRole("main").getByText(/^You are joining/);
  await expect(squad).toHaveText("You are joining Dawn Patrol");
  await expectFitForAll(bo, "registration with a squad");
  await bo.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Login" }).click();
  await chosen(bo, "Login");
  await expect(squad).toBeVisible();
  await bo.goto("/create-squad");
  await chosen(bo, "Register");
  await expect(squad).toHaveCount(0);
  await bo.goto("/auth");
  await chosen(bo, "Login");

  await ana.page.request.post("/api/logout");
  for (const url of [`/auth?return=${encodeURIComponent(invitation)}`, "/create-squad"]) {
    await ana.page.goto(url);
    await chosen(ana.page, "Login");
  }
  expect(await ana.page.context().cookies()).toContainEqual(
    expect.objectContaining({ name: "returning", value: "yes" }),
  );
});

test("registering opens the page that the visitor came for", async ({ openInTrouble }) => {
  const ana = await openInTrouble("Ana");
  const { page } = ana;
  const seen = await recordTexts(page, "button");
  await page.goto("/auth?return=%2Fmembers");
  // A newly loaded document does not have this mark.
  await page.evaluate(() => Object.assign(globalThis, { before: true }));
  await signUp(ana);
  await expect(page.getByRole("heading", { name: "The Crew" })).toBeVisible();
  await expect(page).toHaveURL("/members");
  expect(await page.evaluate(() => "before" in globalThis)).toBe(false);

  await page.context().clearCookies();
  await page.goto("/register?redirect=%2Fawards");
  const busy = page.getByRole("button", { name: /Creating Account|Create Account/ });
  await page.getByRole("tab", { name: "Register" }).click();
  await field(page, "First Name").fill("Ana");
  await field(page, "Last Name").fill("Berg");
  await fillLogin(page, ana.email.toUpperCase(), "another one");
  await busy.click();
  await expectToast(page, "Registration Failed", "There is an account with this email already. Try logging in.");
  expect(await seen()).toContain("Creating Account...");
  await page.getByRole("tab", { name: "Login" }).click();
  await fillLogin(page, ana.email, ana.password);
  await press(page, "Login");
  await expect(page).toHaveURL("/awards");
});

test("a wrong password is named, and the password can be shown", async ({ openInTrouble }) => {
  const { page } = await openInTrouble("Ana");
  const seen = await recordTexts(page, "button");
  const { email } = await register(page.request, "Ana");
  await page.context().clearCookies();
  await page.goto("/auth");
  await fillLogin(page, email!, "Ana-likes-wav");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field(page, "Password")).toHaveAttribute("type", "text");
  await expect(field(page, "Password")).toHaveValue("Ana-likes-wav");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field(page, "Password")).toHaveAttribute("type", "password");
  await press(page, "Login");
  await expectToast(page, "Login Failed", "Invalid email or password");
  const left = async () => (await page.getByText("Login Failed", { exact: true }).boundingBox())!.x;
  const first = await left();
  expect(await seen()).toContain("Logging in...");
  // The code of the toasts has arrived. At its first look the toast may still rise.
  await expect(page.getByRole("region", { name: /Notifications/ })).toBeAttached();
  expect(Math.abs((await left()) - first)).toBeLessThan(20);
  await expect(page.getByRole("button", { name: "Login", exact: true })).toBeEnabled();
});

test("both forms say when the network or the server fails", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const ana = await openInTrouble("Ana", phone);
  const { page } = ana;
  await page.goto("/auth");
  await fillLogin(page, ana.email, ana.password);
  // Only the code of the page can say that the login failed.
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await press(page, "Login");
  const offline = "You seem to be offline. Check your connection and try again.";
  await expectToast(page, "Login Failed", offline);
  await expect(page.getByRole("alert").filter({ hasText: offline })).toBeVisible();
  await expect(page.getByText("Invalid email or password")).toBeHidden();
  await page.getByRole("tab", { name: "Register" }).click();
  await signUp(ana);
  await expectToast(page, "Registration Failed", offline);
  await page.context().setOffline(false);
  await trouble.noWrites("accounts", async () => {
    await press(page, "Create Account");
    await expectToast(page, "Registration Failed", "Something went wrong on our side. Please try again.");
  });
  await press(page, "Create Account");
  await expect(page.getByRole("link", { name: "Profile" }).first()).toBeVisible();
});

test("a refusal without words gets the catalogue's, and the bar leads to the login", async ({ openInTrouble }) => {
  const ana = await openInTrouble("Ana");
  const { page } = ana;
  await page.route(/\/api\/(login|register)$/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/auth?return=%2Fmembers");
  await signUp(ana);
  await expectToast(page, "Registration Failed", "Registration failed");
  await expect(page.getByRole("alert").filter({ hasText: "Registration failed" })).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Login" }).click();
  await expect(page.getByRole("tab", { name: "Login" })).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL("/auth?return=%2Fmembers");
  await fillLogin(page, ana.email, ana.password);
  await press(page, "Login");
  await expectToast(page, "Login Failed", "Invalid email or password");
});

test("logging in works by keyboard alone", { tag: "@long" }, async ({ open }) => {
  const { page } = await open("Ana");
  const { email } = await register(page.request, "Ana");
  await page.context().clearCookies();
  await page.goto("/auth?return=%2Fprofile");
  // The drawn tabs take no keys before their code runs.
  await expect(async () => {
    await page.getByRole("tab", { name: "Login" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name: "Register" })).toHaveAttribute("aria-selected", "true", {
      timeout: 500,
    });
  }).toPass();
  await page.keyboard.press("ArrowLeft");
  await field(page, "Email").focus();
  await page.keyboard.type(email!);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ana-likes-waves");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show password" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Forgot your password?" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Ana Berg" })).toBeVisible();
});

/** A new squad of Ana's: its page, and the path of its invite link. */
async function newSquad(ana: Person) {
  await register(ana.page.request, "Ana");
  const { id } = await send(ana.page.request, "POST", "/api/squads", { name: "Dawn Patrol" });
  const shown = await ana.page.request.get(`/api/squads/${id}`);
  const { squad } = (await shown.json()) as { squad: { inviteUrl: string } };
  const { pathname, search } = new URL(squad.inviteUrl);
  return { page: `/squads/${id}`, invitation: pathname + search };
}

/** Goes on with a server with this `REGISTRATION`, on the database of the journeys. Closes the page at the end. */
async function withRegistration(
  mode: string,
  page: Page,
  { dataDir }: RunningServer,
  go: (url: string) => Promise<void>,
) {
  const server = await startServer({ DATA_DIR: dataDir, REGISTRATION: mode });
  try {
    await go(server.url);
  } finally {
    await page.close();
    await server.dispose();
  }
}

/** Follows an invitation to the form for new accounts. */
async function registerBy(invitation: string, page: Page) {
  await page.goto(invitation);
  // A closed server gives no seats, so the one way in is to join.
  await page.getByRole("link", { name: /^(Log In or Register|Join)$/ }).click();
  await page.getByRole("tab", { name: "Register" }).click();
}

test(
  "a server for invited people says so, and an invitation shows the form",
  { tag: "@long" },
  async ({ open, server }) => {
    const kai = await open("Kai", phone);
    const { page } = kai;
    const squad = await newSquad(await open("Ana"));
    await withRegistration("invited", page, server, async (url) => {
      await page.goto(`${url}/register`);
      const byInvitation =
        "New accounts are by invitation here. Open the link of your invitation, and register from there.";
      await expect(page.getByText(byInvitation)).toBeVisible();
      await expect(page.getByRole("button", { name: "Create Account" })).toHaveCount(0);
      await expectFitForAll(page, "registration by invitation");
      await registerBy(url + squad.invitation, page);
      await expect(page.getByText("You have an invitation. Create your account, and you are in.")).toBeVisible();
      await expectFitForAll(page, "registration with an invitation");
      await signUp(kai);
      await expect(page).toHaveURL(url + squad.page);
    });
  },
);

test("a closed server says so, and an invitation leads to the login", { tag: "@long" }, async ({ open, server }) => {
  const { page } = await open("Kai", phone);
  const { email } = await register(page.request, "Kai");
  await page.context().clearCookies();
  const squad = await newSquad(await open("Ana"));
  await withRegistration("closed", page, server, async (url) => {
    await page.goto(`${url}/register`);
    await expect(page.getByText("New accounts are closed here. If you have one already, log in.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Create Account" })).toHaveCount(0);
    await expectFitForAll(page, "registration closed");
    await registerBy(url + squad.invitation, page);
    const logIn = "New accounts are closed here. To accept your invitation, log in to the account you have.";
    await expect(page.getByText(logIn)).toBeVisible();
    await page.getByRole("tab", { name: "Login" }).click();
    await fillLogin(page, email!, "Kai-likes-waves");
    await press(page, "Login");
    await expect(page).toHaveURL(url + squad.page);
  });
});
