import type { APIRequestContext, Page } from "@playwright/test";
import { linkIn, mailTo } from "../../server/testing/outbox.ts";
import { chooseOnTrip, photo } from "../app.ts";
import { type Person, desktop, expect, phone, test } from "../fixtures.ts";
import { photosReady, register, seedTrip, send } from "../seed.ts";
import { everythingShown, expectToast } from "../toast.ts";
import { pick, sheet } from "../uploading.ts";

const turnedOver = ["Somebody else is logged in here now", "This page was loaded anew for them."] as const;
const viewer = (page: Page) => page.getByRole("dialog", { name: "Photo viewer" });
const press = (page: Page, name: string, options?: Soon) =>
  page.getByRole("button", { name, exact: true }).click(options);

interface Soon {
  readonly timeout: number;
}

type Account = Readonly<Record<string, string>>;

/** Logs in in the browser of this request, as the form in another tab does. */
const logIn = (request: APIRequestContext, { email, firstName }: Account) =>
  send(request, "POST", "/api/login", { email, password: `${firstName}-likes-waves` });

/** From now on the page hears nothing from the server, like that of a phone that slept. */
const makeDeaf = (page: Page) => page.route(/\/api\/live/, (route) => route.abort());

/** Bo's browser with a trip of him and Ana, who may do more than he. */
async function bosBrowser(open: (name: string) => Promise<Person>) {
  const [{ page }, elsewhere] = [await open("Bo"), (await open("Ana")).page.request];
  const { request } = page;
  const { trip, crew, categories } = await seedTrip([elsewhere, request], 2);
  const [ana, bo] = [crew[0]!, crew[1]!];
  const tripPage = `/trips/${trip}`;
  const [hers] = (await (await request.get(`/api${tripPage}/media`)).json()) as { id: string }[];
  /** All that his presses would change in her name. */
  const asAna = () =>
    Promise.all(
      [`/api/categories/${categories[1]}/my-vote`, `/api${tripPage}`, `/api${tripPage}/trash`, "/api/auth/user"].map(
        async (path) => (await elsewhere.get(path)).text(),
      ),
    );
  await photosReady(elsewhere, trip);
  const before = await asAna();
  await makeDeaf(page);

  /** Ana logs in in another tab after Bo has prepared his press. */
  const refused = async (act: (soon: Soon) => Promise<unknown>) => {
    await logIn(request, ana);
    // What the page asks for later than it opens may turn it over before the press.
    await act({ timeout: 3000 }).catch(() => undefined);
    await expectToast(page, ...turnedOver);
    expect(await asAna()).toEqual(before);
    await logIn(request, bo);
  };
  const openPhoto = async () => {
    await page.goto(`${tripPage}?photo=${hers!.id}`);
    await expect(viewer(page).getByRole("button", { name: /^Like/ })).toBeVisible();
  };
  return { page, tripPage, refused, openPhoto };
}

// It loads a page twice for each press, which takes some seconds; nothing else shows what happens in a browser.
test("a vote and a departure are not somebody else's who logged in meanwhile", async ({ openInTrouble }) => {
  const { page, tripPage, refused } = await bosBrowser(openInTrouble);
  await test.step("vote", async () => {
    await page.goto(`${tripPage}/awards`);
    await page.getByRole("group", { name: "Sunburn of the Week: who gets it?" }).getByText("Bo Berg").click();
    await refused((soon) => press(page, "Submit Vote", soon));
    await expect(page.getByRole("group", { name: "Sunburn of the Week: who gets it?" })).toBeVisible();
  });
  await test.step("leave", async () => {
    await page.goto(tripPage);
    await chooseOnTrip(page, "Leave Trip");
    await refused((soon) => press(page, "Leave Trip", soon));
  });
});

test("a page acts for nobody but the person whose page it is", { tag: "@long" }, async ({ openInTrouble }) => {
  const { page, tripPage, refused, openPhoto } = await bosBrowser(openInTrouble);
  await test.step("like", async () => {
    await openPhoto();
    await refused((soon) => viewer(page).getByRole("button", { name: /^Like/ }).click(soon));
  });
  await test.step("caption", async () => {
    await openPhoto();
    await viewer(page).getByRole("button", { name: "Add Caption" }).click();
    await page.getByLabel("What is going on here?").fill("Mine alone");
    await refused((soon) => press(page, "Save", soon));
  });
  await test.step("delete", async () => {
    await openPhoto();
    await refused((soon) => viewer(page).getByRole("button", { name: "Delete" }).click(soon));
  });
  await test.step("upload", async () => {
    await page.goto(tripPage);
    await pick(page, photo("mine.png", [1, 2, 3]));
    const upload = sheet(page).getByRole("button", { name: "Upload 1 File" });
    await refused((soon) => upload.click(soon));
  });
  await test.step("log out", async () => {
    await page.goto("/profile");
    await page.getByRole("banner").getByRole("button", { name: "Bo" }).click();
    await refused((soon) => page.getByRole("menuitem", { name: "Logout" }).click(soon));
  });
});

// Each step waits for what ends the page before, as people do.
test("an open page turns over when somebody else logs in in another tab", async ({ openInTrouble, server }) => {
  const [{ page }, ben] = [await openInTrouble("Ana"), (await openInTrouble("Ben")).page.request];
  await register(page.request, "Ana");
  const account = await register(ben, "Ben");
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Ana Berg" })).toBeVisible();

  await test.step("by the link of a letter, which also signs in", async () => {
    await send(ben, "POST", "/api/password/forgot", { email: account["email"] }).catch(() => undefined);
    const tab = await page.context().newPage();
    await tab.goto(linkIn(await mailTo(server.dataDir, account["email"]!)).href);
    await tab.getByLabel("New password").fill("Ben-likes-waves");
    await tab.keyboard.press("Enter");
    await expectToast(page, ...turnedOver);
    await expect(page.getByRole("heading", { name: "Ben Berg" })).toBeVisible();
    await tab.close();
  });
  await test.step("without a network, once it is back", async () => {
    await page.context().setOffline(true);
    await register(page.request, "Cleo");
    await page.context().setOffline(false);
    await expect(page.getByRole("heading", { name: "Cleo Berg" })).toBeVisible();
    await expectToast(page, ...turnedOver);
  });
  await test.step("and leads to the login when its person logs out there", async () => {
    await page.request.post("/api/logout", { data: {} });
    await expect(page).toHaveURL(/\/auth\?return=%2Fprofile$/);
  });
});

for (const [name, device, tag] of [
  ["phone", phone, []],
  ["desktop", desktop, ["@long"]],
] as const) {
  test(`what was typed is there again after a login, on a ${name}`, { tag: [...tag] }, async ({ openInTrouble }) => {
    const { page } = await openInTrouble("Ana", device);
    const { request } = page;
    const words = await everythingShown(page);
    const ana = await register(request, "Ana");
    const squad = await send(request, "POST", "/api/squads", { name: "Dawn Patrol" });
    const bio = page.getByLabel("Bio");
    const relog = async (who: Account) => {
      await expect(page).toHaveURL(/\/auth\?return=/);
      await page.getByLabel("Email").fill(who["email"]!);
      await page.getByLabel("Password").fill(`${who["firstName"]}-likes-waves`);
      // A button that is pressed before the code of the page is there is pressed again; a key is not.
      await page.getByRole("tabpanel").getByRole("button", { name: "Login", exact: true }).click();
    };

    await test.step("a form whose call says that the session is over", async () => {
      await makeDeaf(page);
      await page.goto(`/squads/${squad["id"]}?open=trip`);
      await page.getByLabel("Trip Name").fill("Ericeira");
      await page.getByLabel("Location").fill("Portugal");
      await page.getByLabel("Start Date").fill("2030-07-04");
      await page.getByLabel("End Date").fill("2030-07-11");
      await page.context().clearCookies();
      await press(page, "Create Trip");
      await relog(ana);
      await expect(page.getByLabel("Trip Name")).toHaveValue("Ericeira");
      await expect(page.getByLabel("End Date")).toHaveValue("2030-07-11");
      await press(page, "Create Trip");
      await expectToast(page, "Trip created successfully!");
      const hasSaid = (text: string) => words.some((all) => all.includes(text));
      expect(hasSaid("UnauthorizedYou are logged out. Logging in again...")).toBe(true);
      expect(hasSaid("Please log in first.")).toBe(false);
    });
    await test.step("a form of a page that hears that it is over", async () => {
      await page.unroute(/\/api\/live/);
      await page.goto("/profile");
      await press(page, "Edit Profile");
      await bio.fill("Salty since 1999");
      await request.post("/api/logout", { data: {} });
      await relog(ana);
      await expect(bio).toHaveValue("Salty since 1999");
      await press(page, "Cancel");
      await press(page, "Edit Profile");
      await expect(bio).toHaveValue("");
    });
    await test.step("but not for somebody else, nor for its person after them", async () => {
      await bio.fill("Ana's own words");
      await request.post("/api/logout", { data: {} });
      await expect(page).toHaveURL(/\/auth\?return=/);
      const ben = await register(request, "Ben");
      await request.post("/api/logout", { data: {} });
      await relog(ben);
      await expect(bio).toHaveValue("");
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem("typed"))).toBeNull();
    });
  });
}
