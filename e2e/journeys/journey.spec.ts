import { chooseOnTrip, createSquad, createTrip, inviteLink, photo, signUp } from "../app.ts";
import { type Person, desktop, expect, phone, test } from "../fixtures.ts";
import { startUpload } from "../uploading.ts";

test.use({ alone: "journey" });

const awards = ["Best Wipeout", "Camp Chef"];

async function vote({ page }: Person, award: string, nominee: string) {
  const card = page
    .getByRole("region", { name: award })
    .or(page.locator("section, article, div").filter({ has: page.getByRole("heading", { name: award }) }))
    .last();
  const group = page.getByRole("radiogroup", { name: award }).or(page.getByRole("group", { name: award }));
  await group.getByText(nominee).click();
  await card.getByRole("button", { name: /Submit Vote|Change Vote/ }).click();
}

test("three friends go from sign-up to a revealed award", { tag: "@long" }, async ({ open, server }) => {
  const [ana, bo, cleo] = [await open("Ana", desktop), await open("Bo", desktop), await open("Cleo", phone)];

  await test.step("Ana signs up from the landing page and creates a squad", async () => {
    await ana.page.goto("/");
    await ana.page.getByRole("link", { name: "Login here" }).click();
    await signUp(ana);
    await expect(ana.page.getByRole("heading", { name: /Ana/ }).first()).toBeVisible();
    await createSquad(ana, "Dawn Patrol");
  });

  const squadUrl = ana.page.url();
  const link = await inviteLink(ana);

  await test.step("Bo and Cleo register by the link, and Ana's open page shows them", async () => {
    expect(link).toContain("?invite=");
    for (const friend of [bo, cleo]) {
      await friend.page.goto(link);
      await expect(friend.page.getByRole("heading", { name: "Dawn Patrol" })).toBeVisible();
      await friend.page.getByRole("link", { name: "Log In or Register" }).click();
      await signUp(friend);
      await expect(friend.page).toHaveURL(squadUrl);
      await expect(friend.page.getByText("Squad Joined!").first()).toBeVisible();
      await expect(ana.page.getByText(`${friend.firstName} Berg`).first()).toBeVisible();
    }
  });

  await test.step("Ana plans a trip, and it appears on Bo's page", async () => {
    await createTrip(ana, {
      name: "Ericeira ’26",
      location: "Ericeira, Portugal",
      from: "2026-07-04",
      to: "2026-07-11",
    });
    await expect(bo.page.getByText("Ericeira ’26").first()).toBeVisible();
    for (const { page } of [bo, cleo]) {
      await page.getByRole("link", { name: "Trip Details" }).click();
      await expect(page.getByRole("heading", { name: "Ericeira ’26", level: 1 })).toBeVisible();
    }
  });
  const tripUrl = bo.page.url();
  await ana.page.goto(tripUrl);

  await test.step("everyone uploads photos, and all see them without reloading", async () => {
    const upload = async ({ page }: Person, ...files: ReturnType<typeof photo>[]) => {
      const chooser = page.waitForEvent("filechooser");
      await page
        .getByRole("button", { name: /Add Photos/i })
        .first()
        .click();
      await (await chooser).setFiles(files);
      await startUpload(page);
    };
    await upload(
      bo,
      photo("sunset.png", [255, 111, 67]),
      photo("lagoon.png", [18, 147, 143], 400, 600),
      photo("sand.png", [251, 245, 233]),
    );
    await upload(cleo, photo("night.png", [11, 37, 48], 800, 400), photo("sunset.png", [255, 111, 67]));
    for (const { page } of [ana, bo, cleo]) {
      // They upload five photos, but Cleo's sunset is a duplicate of Bo's.
      await expect(page.locator("[data-photo] img")).toHaveCount(4, { timeout: 30_000 });
      await expect
        .poll(() =>
          page
            .locator("[data-photo] img")
            .evaluateAll((all) => all.every((img) => (img as HTMLImageElement).naturalWidth > 0)),
        )
        .toBe(true);
    }
  });

  await test.step("Ana opens a photo by keyboard, likes it, and closes it again", async () => {
    const tile = ana.page.locator("a[data-photo]").first();
    await tile.focus();
    await ana.page.keyboard.press("Enter");
    await expect(ana.page).toHaveURL(/photo=/);
    await ana.page.getByRole("button", { name: /^Like/ }).click();
    await expect(ana.page.getByText("Liked", { exact: true }).first()).toBeVisible();
    await ana.page.keyboard.press("ArrowRight");
    await ana.page.keyboard.press("Escape");
    await expect(ana.page).toHaveURL(tripUrl);
  });

  await test.step("Bo downloads Cleo's photo, byte for byte", async () => {
    const original = photo("night.png", [11, 37, 48], 800, 400).buffer;
    const trip = tripUrl.split("/").at(-1);
    const gallery = (await (await bo.page.request.get(`/api/trips/${trip}/media`)).json()) as {
      fileName: string;
      filePath: string;
    }[];
    const night = gallery.find((item) => item.fileName === "night.png");
    const download = await bo.page.request.get(`${night?.filePath}?download=1`);
    expect(download.headers()["content-disposition"]).toContain("night.png");
    expect(original.equals(await download.body())).toBe(true);
  });

  await test.step("Ana sets up the awards", async () => {
    await chooseOnTrip(ana.page, "Manage Awards");
    for (const name of awards) {
      await ana.page.getByLabel("Name", { exact: true }).fill(name);
      await ana.page.getByLabel("Description").fill(`For the ${name}`);
      await ana.page.getByRole("button", { name: "Add Category" }).click();
      await expect(ana.page.getByRole("dialog").getByText(name, { exact: true }).first()).toBeVisible();
    }
    await ana.page.keyboard.press("Escape");
  });

  await test.step("all three vote, and the result waits on the ballots that are still open", async () => {
    for (const person of [ana, bo, cleo]) await person.page.goto(`${tripUrl}/awards`);
    await vote(ana, "Best Wipeout", "Bo Berg");
    await vote(bo, "Best Wipeout", "Bo Berg");
    await expect(cleo.page.getByText("2 of 3 votes received").first()).toBeVisible();
    await expect(cleo.page.getByText("Bo Berg").first()).toBeVisible();
    await vote(cleo, "Best Wipeout", "Ana Berg");
    for (const { page } of [ana, bo, cleo]) {
      await expect(page.getByText("Result is in")).toBeVisible();
      await page.getByRole("button", { name: "See the Result" }).click();
      const moment = page.getByRole("dialog", { name: "The award: Best Wipeout" });
      await expect(moment).toBeVisible();
      await expect(moment.getByText("Bo Berg").first()).toBeVisible();
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await expect(moment).toBeHidden();
    }
  });

  await test.step("the leaderboard and the profile show the winner; the open award shows none", async () => {
    await cleo.page.goto(`${tripUrl}/leaderboard`);
    await expect(cleo.page.getByRole("heading", { name: "Current Leaderboards" })).toBeVisible();
    await expect(cleo.page.getByText("Bo Berg").first()).toBeVisible();
    await cleo.page.getByRole("tab", { name: "Camp Chef" }).click();
    await expect(cleo.page.getByText("Voting in Progress")).toBeVisible();
    await bo.page.goto("/profile");
    await expect(bo.page.getByText("Best Wipeout").first()).toBeVisible();
  });

  await test.step("neither a visitor nor a person outside the squad sees anything", async () => {
    const zoe = await open("Zoe", phone);
    await zoe.page.goto("/auth");
    await signUp(zoe);
    await expect(zoe.page.getByRole("heading", { name: /Zoe/ }).first()).toBeVisible();
    const trip = tripUrl.split("/").at(-1);
    const media = (await (await bo.page.request.get(`/api/trips/${trip}/media`)).json()) as { filePath: string }[];
    expect(media).toHaveLength(4);
    for (const { filePath } of media) {
      for (const size of ["", "?size=thumb", "?size=large"]) {
        expect((await zoe.page.request.get(`${filePath}${size}`)).status()).toBe(404);
        const visitor = await fetch(`${server.url}${filePath}${size}`);
        expect([401, 404]).toContain(visitor.status);
      }
    }
    for (const call of [squadUrl, tripUrl].map((url) => url.replace(server.url, "/api"))) {
      expect((await zoe.page.request.get(call)).status()).toBe(404);
      expect((await fetch(server.url + call)).status).toBe(401);
    }
    const shown = async (call: string) => (await fetch(`${server.url}/api/public/${call}`)).text();
    for (const { filePath } of media) expect(await shown("recent-media")).not.toContain(filePath);
    expect(await shown("squads")).not.toContain(squadUrl.split("/").at(-1));
  });
});
