import sharp from "sharp";
import { photo } from "../app.ts";
import { expectFitForAll } from "../accessible.ts";
import { type Person, desktop, expect, phone, test } from "../fixtures.ts";
import { seedTrip } from "../seed.ts";
import { expectToast } from "../toast.ts";

test.use({ actionTimeout: 15_000 });

async function openEditor({ page }: Person) {
  const seed = await seedTrip([page.request], 0);
  await page.goto(`/squads/${seed.squad}`);
  await page.getByRole("button", { name: "Edit Squad" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Squad" });
  await expect(dialog).toBeVisible();
  const link = dialog.getByLabel("Or a link to a photo");
  const save = dialog.getByRole("button", { name: "Save Changes" });
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Upload Photo" }).click();
    await (await chooser).setFiles(file);
  };
  return { page, seed, dialog, link, save, choose };
}

test("an admin edits the squad; each mistake is named at its field", async ({ openInTrouble, trouble }) => {
  const { page, dialog, link, save } = await openEditor(await openInTrouble("Ana", desktop));
  await expectFitForAll(page, "edit squad");
  const name = dialog.getByLabel("Squad Name");
  await expect(name).toHaveValue("Dawn Patrol");
  await name.fill(" ");
  await link.fill("not a link");
  await save.click();
  await expect(dialog.getByText("Squad name is required")).toBeVisible();
  await expect(dialog.getByText("Please enter a valid URL or leave empty")).toBeVisible();
  await expect(name).toBeFocused();

  await name.fill("Night Shift");
  await dialog.getByLabel("Description").fill("Tea after waves.");
  // This name never resolves, so the server cannot fetch the photo.
  await link.fill("https://photos.invalid/wave.jpg");
  await dialog.getByLabel("Public squad").check();
  await dialog.getByLabel("Pictures to share with faces").uncheck();
  await save.click();
  await expect(dialog.getByText("The site of this link cannot be reached.")).toBeVisible();
  await link.fill("");
  await trouble.waiting("squads", async () => {
    await save.click();
    await expect(dialog.getByRole("button", { name: "Saving..." })).toBeDisabled();
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  });
  await expect(dialog).toBeHidden();
  await expectToast(page, "Squad updated");
  await expect(page.getByRole("heading", { name: "Night Shift", level: 1 })).toBeVisible();
  await expect(page.getByText("Tea after waves.")).toBeVisible();
  await expect(page.getByText("Public squad")).toBeVisible();
  await page.getByRole("button", { name: "Edit Squad" }).click();
  await expect(dialog.getByLabel("Pictures to share with faces")).not.toBeChecked();
});

test("a member who is no admin edits all but who may join", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo", phone)];
  const seed = await seedTrip([ana.page.request, bo.page.request], 0);
  const { page } = bo;
  await page.goto(`/squads/${seed.squad}`);
  await page.getByRole("button", { name: "Edit Squad" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Squad" });
  await expect(dialog.getByRole("button", { name: "Upload Photo" })).toBeVisible();
  await expect(dialog.getByLabel("Public squad")).toBeHidden();
  await expect(dialog.getByLabel("Pictures to share with faces")).toBeHidden();
  // Meanwhile the admin opens the squad; the member's form does not close it.
  const opened = await ana.page.request.put(`/api/squads/${seed.squad}`, { data: { name: "x", isPublic: true } });
  expect(opened.status()).toBe(200);
  await dialog.getByLabel("Squad Name").fill("Night Shift");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(page, "Squad updated");
  await expect(page.getByRole("heading", { name: "Night Shift", level: 1 })).toBeVisible();
  await expect(page.getByText("Public squad")).toBeVisible();
  await ana.page.request.delete(`/api/squads/${seed.squad}`, { data: { confirm: "Night Shift" } });
});

test("an uploaded cover replaces a typed link", async ({ open }) => {
  const { page, seed, dialog, link, save, choose } = await openEditor(await open("Bo", phone));
  await expect(dialog.getByText("Images only, up to 10 MB")).toBeVisible();
  await link.fill("https://photos.example/wave.jpg");
  await choose(photo("cover.png", [18, 147, 143]));
  await expectToast(page, "Photo uploaded!");
  await expect(link).toBeHidden();
  await save.click();
  await expect(dialog).toBeHidden();
  const answer = await page.request.get(`/api/squads/${seed.squad}`);
  const { squad } = (await answer.json()) as { squad: { photoUrl: string } };
  expect(squad.photoUrl).toMatch(/^\/objects\//);
  await expect(page.locator("header img").first()).toHaveAttribute("src", `${squad.photoUrl}?size=large`);

  await test.step("the link of the removed cover is recognised and sets it again", async () => {
    await page.getByRole("button", { name: "Edit Squad" }).click();
    await dialog.getByRole("button", { name: "Remove Photo" }).click();
    await link.fill(new URL(`${squad.photoUrl}?size=medium`, page.url()).href);
    await save.click();
    await expect(dialog).toBeHidden();
    const again = (await (await page.request.get(`/api/squads/${seed.squad}`)).json()) as typeof squad & {
      squad: typeof squad;
    };
    expect(again.squad.photoUrl).toBe(squad.photoUrl);
  });
});

test("a cover must be one picture of at most 10 MB", { tag: "@long" }, async ({ openInTrouble }) => {
  const { page, dialog, link, save, choose } = await openEditor(await openInTrouble("Cleo", desktop));
  await choose({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("waves") });
  await expectToast(page, "Invalid file type", "Please select an image file");
  await choose({ name: "huge.png", mimeType: "image/png", buffer: Buffer.alloc(10_485_761) });
  await expectToast(page, "File too large", "Please select an image under 10MB");
  await choose({ name: "torn.jpg", mimeType: "image/jpeg", buffer: (await jpeg()).subarray(0, 3000) });
  await expectToast(page, "Upload Error", "Failed to process uploaded photo.");
  await expect(dialog.getByText("This photo is damaged or incomplete.")).toBeVisible();
  await link.fill(new URL("/squads", page.url()).href);
  await save.click();
  await expectToast(page, "Error", "Failed to normalize photo URL");
  await expect(dialog).toBeVisible();
});

test("a failed save or upload says why and keeps the text", { tag: "@long" }, async ({ openInTrouble, trouble }) => {
  const { page, dialog, save, choose } = await openEditor(await openInTrouble("Dora", phone));
  await dialog.getByLabel("Squad Name").fill("Night Shift");
  await trouble.noFiles(async () => {
    await choose(photo("cover.png", [255, 111, 67]));
    await expectToast(page, "Upload Error", "Failed to process uploaded photo.");
  });
  await page.context().setOffline(true);
  await save.click();
  await expectToast(page, "Error", "Failed to update squad. Please try again.");
  await expect(dialog.getByRole("alert").filter({ hasText: "You seem to be offline." })).toBeVisible();
  await page.context().setOffline(false);
  await expect(dialog.getByLabel("Squad Name")).toHaveValue("Night Shift");
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Night Shift", level: 1 })).toBeVisible();
});

test("the editor works by keyboard alone", { tag: "@long" }, async ({ open }) => {
  const { page, dialog } = await openEditor(await open("Eve", desktop));
  const button = page.getByRole("button", { name: "Edit Squad" });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("Squad Name").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Early Birds");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Early Birds", level: 1 })).toBeVisible();
  await expect(button).toBeFocused();
});

const jpeg = () =>
  sharp({
    create: {
      width: 900,
      height: 600,
      channels: 3,
      background: "#12938f",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();
