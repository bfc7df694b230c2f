import type { Page, Route } from "@playwright/test";
import { expectAccessible, expectFitForAll } from "../accessible.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { photosReady, seedTrip } from "../seed.ts";

const viewer = (page: Page) => page.getByRole("dialog", { name: "Photo viewer" });
const panel = (page: Page) => page.getByRole("complementary", { name: "Comments and reactions" });
const box = (page: Page) => panel(page).getByRole("textbox", { name: "Your comment" });
const said = (page: Page, text: string) => panel(page).getByRole("listitem").filter({ hasText: text });
const button = (page: Page, name: string | RegExp) => viewer(page).getByRole("button", { name });

/** Ana at a desk and Bo on a phone look at the newest photo, which is Bo's, with the comments open. */
async function bothLook(ana: Page, bo: Page) {
  const seed = await seedTrip([ana.request, bo.request], 2);
  await photosReady(ana.request, seed.trip);
  const media = (await (await ana.request.get(`/api/trips/${seed.trip}/media`)).json()) as { id: string }[];
  const url = `/trips/${seed.trip}`;
  for (const page of [ana, bo]) {
    await page.goto(`${url}?photo=${media[0]!.id}`);
    await button(page, "Comments, 0 so far").click();
    await expect(panel(page)).toBeFocused();
    await expect(box(page)).toBeVisible();
  }
  return { ...seed, url };
}

test("friends talk about a photo, live on a desk and a phone", async ({ open }) => {
  const [{ page: ana }, { page: bo }] = [await open("Ana", desktop), await open("Bo", phone)];
  const { url } = await bothLook(ana, bo);

  await test.step("a comment appears on the other screen, with its link", async () => {
    await box(ana).fill("Same wave as https://surf.example/reef, no?");
    await ana.keyboard.press("Enter");
    await expect(said(ana, "Same wave")).not.toContainText("Sending");
    const link = said(bo, "Same wave").getByRole("link", { name: "https://surf.example/reef" });
    await expect(link).toHaveAttribute("href", "https://surf.example/reef");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
    await expect(button(ana, "Comments, 1 so far")).toBeVisible();
    await expect(button(bo, "Comments, 1 so far")).toBeVisible();
  });

  await test.step("a friend is mentioned by keyboard alone", async () => {
    await box(ana).focus();
    await ana.keyboard.type("Ask @bo");
    await expect(panel(ana).getByRole("option", { name: "Bo Berg" })).toHaveAttribute("aria-selected", "true");
    await ana.keyboard.press("Enter");
    await expect(box(ana)).toHaveValue("Ask @Bo Berg ");
    await ana.keyboard.type("about it");
    await ana.keyboard.press("ArrowLeft");
    await expect(viewer(ana).getByText("1 of 2")).toBeVisible();
    await ana.keyboard.press("End");
    await ana.keyboard.press("Enter");
    await expect(said(bo, "Ask @Bo Berg about it").getByRole("link", { name: "@Bo Berg" })).toBeVisible();
    await expectAccessible(ana, "the comments at a desk", "[data-viewer]");
  });

  await test.step("a reaction shows who gave it", async () => {
    await button(bo, "Fire, 0 so far").click();
    await expect(button(bo, "Fire, 1 so far")).toHaveAttribute("aria-pressed", "true");
    await expect(panel(ana).getByRole("list", { name: "Who reacted" })).toContainText("Bo Berg");
    await button(bo, "Surfing, 0 so far").click();
    await expect(button(ana, "Surfing, 1 so far")).toHaveAttribute("aria-pressed", "false");
    await expect(button(ana, "Fire, 0 so far")).toBeVisible();
  });

  await test.step("its author changes a comment, and deletes it", async () => {
    await said(ana, "Same wave").getByRole("button", { name: /^Edit/ }).click();
    const edit = panel(ana).getByRole("textbox", { name: "Edit your comment" });
    await expect(edit).toBeFocused();
    await edit.fill("Another wave");
    await ana.keyboard.press("Enter");
    await expect(said(bo, "Another wave")).toContainText("edited");
    await expect(said(bo, "Another wave").getByRole("button")).toHaveCount(0);
    await said(ana, "Another wave")
      .getByRole("button", { name: /^Delete/ })
      .click();
    await ana.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(said(bo, "Another wave")).toBeHidden();
    await expect(said(ana, "Another wave")).toBeHidden();
  });

  await test.step("the uploader turns the comments off", async () => {
    await panel(bo).getByRole("checkbox", { name: "Take comments on this photo" }).uncheck();
    await expect(panel(ana).getByText("Comments on this photo are turned off.")).toBeVisible();
    await expect(box(ana)).toBeHidden();
    await expect(said(ana, "Ask @Bo Berg")).toBeVisible();
    await panel(bo).getByRole("checkbox", { name: "Take comments on this photo" }).check();
    await expect(box(ana)).toBeVisible();
    await expectFitForAll(bo, "the comments on a phone");
  });

  await test.step("Escape closes the comments, then the viewer; the wall has the count", async () => {
    await ana.keyboard.press("Escape");
    await expect(panel(ana)).toBeHidden();
    await expect(button(ana, /^Comments/)).toBeFocused();
    await ana.keyboard.press("Escape");
    await expect(viewer(ana)).toBeHidden();
    await expect(ana).toHaveURL(url);
    await expect(ana.locator("#gallery a[data-photo]").first()).toContainText("1comment");
    await bo.goBack();
    await expect(panel(bo)).toBeHidden();
    await expect(viewer(bo)).toBeVisible();
  });
});

test("a comment without a line is kept, and sent once", async ({ openInTrouble }) => {
  const [{ page: ana }, { page: bo }] = [await openInTrouble("Ana", desktop), await openInTrouble("Bo", phone)];
  await bothLook(ana, bo);
  // The server gets it, and its answer is lost.
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await ana.route(/\/comments$/, loseAnswer, { times: 1 });
  await box(ana).fill("Only once");
  await ana.keyboard.press("Enter");
  await expect(said(ana, "Only once").last()).toContainText("Waits for a connection");
  await ana.evaluate(() => dispatchEvent(new Event("online")));
  await expect(panel(ana).getByText("Waits for a connection")).toHaveCount(0);
  await expect(said(bo, "Only once")).toHaveCount(1);
  await expect(said(ana, "Only once")).toHaveCount(1);
});
