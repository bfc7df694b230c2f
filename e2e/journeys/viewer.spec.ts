import type { Page } from "@playwright/test";
import { expectAccessible, expectFitForAll } from "../accessible.ts";
import { behindTheScenes } from "../behind-the-scenes.ts";
import { expect, phone, test } from "../fixtures.ts";
import { chooseInGallery } from "../gallery-menu.ts";
import { seedTrip } from "../seed.ts";
import { fillGallery } from "../seed-gallery.ts";
import { expectToast, expectToastBeside } from "../toast.ts";

const photos = (page: Page) => page.locator("#gallery a[data-photo]");
const viewer = (page: Page) => page.getByRole("dialog", { name: "Photo viewer" });
const position = (page: Page, words: string) => expect(viewer(page).getByText(words)).toBeVisible();

async function trip(ana: Page, bo: Page, count = 4) {
  const seed = await seedTrip([ana.request, bo.request], count);
  const url = `/trips/${seed.trip}`;
  await ana.goto(url);
  await expect(photos(ana)).toHaveCount(count, { timeout: 60_000 });
  return { ...seed, url };
}

test("keys work from the moment a photo is opened", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  const { url } = await trip(ana.page, bo.page);
  const { page } = ana;
  const slow = await page.context().newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  for (let round = 0; round < 3; round += 1) {
    await photos(page).first().focus();
    // The keys arrive while the viewer still opens.
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await position(page, "3 of 4");
    await page.keyboard.press("Escape");
    await expect(viewer(page)).toBeHidden();
    await photos(page).first().focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(url);
    await expect(viewer(page)).toBeHidden();
  }

  await test.step("the address changes once the keys pause: Safari allows 100 changes in 10 s", async () => {
    await slow.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await page.evaluate(() => {
      const replace = history.replaceState.bind(history);
      const written: unknown[] = [];
      Object.assign(globalThis, { written });
      history.replaceState = (...to) => {
        written.push(to[2]);
        replace(...to);
      };
    });
    await photos(page).first().click();
    await position(page, "1 of 4");
    const last = await photos(page).last().getAttribute("data-photo");
    await page.evaluate(async () => {
      for (let i = 0; i < 60; i += 1) {
        const key = i % 6 < 3 ? "ArrowRight" : "ArrowLeft";
        document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        await new Promise(requestAnimationFrame);
      }
    });
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await position(page, "4 of 4");
    await expect(page).toHaveURL(`${url}?photo=${last}`);
    const written = await page.evaluate(() => (globalThis as unknown as { written: unknown[] }).written.length);
    expect(written).toBeLessThan(20);
  });
});

test("a photo shows owner and date, and is liked and captioned by keyboard", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  const { url } = await trip(ana.page, bo.page);
  const { page } = ana;
  const { keyboard } = page;
  // The newest photo is Bo's, the one before is Ana's.
  await photos(page).nth(1).focus();
  await keyboard.press("Enter");
  await position(page, "2 of 4");
  await expect(viewer(page).getByText(/^Ana Berg\s· \d+ \w+ \d{4}, \d\d:\d\d\s· Ericeira ’26$/)).toBeVisible();
  await expectAccessible(page, "the photo viewer");
  await viewer(page).getByRole("button", { name: /^Like/ }).focus();
  await keyboard.press("Enter");
  await expectToast(page, "Liked");
  await expect(viewer(page).getByRole("button", { name: "Like, 1 so far" })).toHaveAttribute("aria-pressed", "true");
  await keyboard.press("Enter");
  await expectToast(page, "Unliked");
  await viewer(page).getByRole("button", { name: "Add Caption" }).focus();
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Caption" });
  await expect(dialog).toBeVisible();
  await expectFitForAll(page, "the caption dialog");
  await dialog.getByRole("textbox").focus();
  await keyboard.type("First set");
  // The open dialog receives the arrow keys, so the viewer stays on its photo.
  await keyboard.press("ArrowLeft");
  await dialog.getByRole("button", { name: "Save" }).focus();
  await keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await position(page, "2 of 4");
  await expect(viewer(page).getByText("First set").last()).toBeVisible();
  await keyboard.press("Escape");
  await expect(page).toHaveURL(url);
  await expect(photos(page).nth(1)).toBeFocused();
});

test("the arrow turns to the next photo while the first still opens", async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  await trip(ana.page, bo.page, 3);
  const { page } = ana;
  await page.evaluate(() => {
    const press = () => {
      const arrow = document.querySelector<HTMLElement>(".pswp__button--arrow--next");
      if (arrow) arrow.click();
      else requestAnimationFrame(press);
    };
    press();
  });
  await photos(page).first().click();
  await position(page, "2 of 3");
  const second = await photos(page).nth(1).locator("img").getAttribute("src");
  const shown = () =>
    page.evaluate(() => {
      const here = document.elementsFromPoint(innerWidth / 2, innerHeight / 2);
      const picture = here.find((one) => one instanceof HTMLImageElement && one.naturalWidth > 0);
      return picture?.getAttribute("src")?.replace(/\?.*/, "");
    });
  await expect.poll(shown).toBe(second!.replace(/\?.*/, ""));
});

/** Notes the sizes that the open photo has from now on, as shares of its own size. */
const watchSizes = (page: Page) =>
  page.evaluate(() => {
    const sizes: number[] = [];
    Object.assign(globalThis, { sizes });
    const look = () => {
      const photo = document.querySelector(".pswp__item[aria-hidden=false] .pswp__zoom-wrap:has(img)");
      if (photo) sizes.push(new DOMMatrix(getComputedStyle(photo).transform).a);
      requestAnimationFrame(look);
    };
    look();
  });
const sizesOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { sizes: number[] }).sizes);

test("a photo grows from its tile into the viewer, and stands still on request", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo", { reducedMotion: "reduce" })];
  const { url } = await trip(ana.page, bo.page, 6);
  await bo.page.goto(url);
  for (const { page } of [ana, bo]) {
    await watchSizes(page);
    await photos(page).first().click();
    await position(page, "1 of 6");
    await expect.poll(async () => (await sizesOf(page)).length).toBeGreaterThan(40);
    const sizes = await sizesOf(page);
    const [first, last] = [sizes[0]!, sizes.at(-1)!];
    if (page === ana.page) {
      expect(first).toBeLessThan(last / 1.5);
      expect(sizes.some((size) => size > first * 1.05 && size < last / 1.05)).toBe(true);
    } else expect(sizes.filter((size) => size !== last)).toEqual([]);
  }

  await test.step("a press during the motion counts", async () => {
    const { page } = ana;
    await page.keyboard.press("Escape");
    await expect(viewer(page)).toBeHidden();
    await photos(page).first().click();
    await page.keyboard.press("Escape");
    await expect(viewer(page)).toBeHidden();
    await expect(page).toHaveURL(url);
    await expect(photos(page).first()).toBeFocused();
  });
});

test("a like that fails is undone, and a toast says so", async ({ openInTrouble, trouble }) => {
  const [ana, bo] = [await openInTrouble("Ana"), await openInTrouble("Bo")];
  await trip(ana.page, bo.page, 1);
  await photos(ana.page).first().click();
  await trouble.noWrites("media_likes", async () => {
    await viewer(ana.page).getByRole("button", { name: /^Like/ }).click();
    await expectToast(ana.page, "Failed to like photo", "Please try again");
  });
  await expect(viewer(ana.page).getByRole("button", { name: "Like, 0 so far" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
});

test("a photo is shared by the share sheet, or its link is copied", async ({ open }) => {
  const [ana, bo] = [await open("Ana", phone), await open("Bo")];
  await trip(ana.page, bo.page, 1);
  const { page } = ana;
  const share = viewer(page).getByRole("button", { name: "Share" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await photos(page).first().click();
  await share.click();
  await expectToastBeside(page, "Link Copied!", viewer(page).getByRole("button"));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("?photo=");

  await test.step("a browser with a share sheet opens it", async () => {
    await page.evaluate(() => Object.assign(navigator, { share: () => Promise.resolve() }));
    await share.click();
    await expectToast(page, "Shared successfully");
  });

  await test.step("a browser without share sheet and clipboard says so", async () => {
    await page.evaluate(() => {
      Object.assign(navigator, { share: () => Promise.reject(new Error("no")) });
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.execCommand = () => false;
    });
    await share.click();
    await expectToast(page, "Copy Failed", "Unable to copy link to clipboard");
  });
});

test("deleting a photo shows the next one", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [await open("Ana"), await open("Bo")];
  const { url } = await trip(ana.page, bo.page, 3);
  await bo.page.goto(url);
  await photos(bo.page).first().click();
  // The newest of three is Ana's, so Bo may not delete it.
  await position(bo.page, "1 of 3");
  await expect(viewer(bo.page).getByRole("button", { name: "Delete" })).toBeHidden();
  await bo.page.keyboard.press("ArrowRight");
  await position(bo.page, "2 of 3");
  await viewer(bo.page).getByRole("button", { name: "Delete" }).click();
  await position(bo.page, "2 of 2");
  await bo.page.keyboard.press("Escape");
  await expect(photos(bo.page)).toHaveCount(2);
  await expect(photos(ana.page)).toHaveCount(2);
});

test("a link opens any photo with its neighbours, or says that it is gone", async ({ openInTrouble, server }) => {
  const [ana, bo] = [await openInTrouble("Ana"), await openInTrouble("Bo")];
  const seed = await seedTrip([ana.page.request, bo.page.request], 1);
  await fillGallery(server, seed.trip, 2000, [seed.crew[1]!["id"]!]);
  const { page } = ana;
  const asked = new Set<string>();
  page.on("request", (request) => request.url().includes("/media?") && asked.add(request.url()));
  const far = "/media?limit=1&cursor=1783200000000_ffffffff-ffff-ffff-ffff-ffffffffffff";
  const [item] = (await (await page.request.get(`/api/trips/${seed.trip}${far}`)).json()) as { id: string }[];
  await page.goto(`/trips/${seed.trip}?photo=${item!.id}`);
  await expect(
    viewer(page)
      .getByText(/ \d+ of 2001$|^\d+ of 2001$/)
      .first(),
  ).toBeVisible();
  const before = await viewer(page).locator("p[aria-live]").textContent();
  await page.keyboard.press("ArrowRight");
  await expect(viewer(page).locator("p[aria-live]")).not.toHaveText(before!);
  await expect(page).not.toHaveURL(new RegExp(item!.id));
  // The viewer does not load all pages of photos before this one. The gallery asks again for the newest while a photo is made ready.
  expect(asked.size).toBeLessThan(8);
  await page.goto(`/trips/${seed.trip}?photo=0190a5b0-0000-7000-8000-000000000000`);
  await expectToast(page, "That photo is not here any more");
  await expect(page).toHaveURL(`/trips/${seed.trip}`);
});

test("the close button works on a phone and on a computer", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [await open("Ana", phone), await open("Bo")];
  const { url } = await trip(ana.page, bo.page, 2);
  await bo.page.goto(url);
  for (const { page } of [ana, bo]) {
    await photos(page).first().click();
    await position(page, "1 of 2");
    await viewer(page).getByRole("button", { name: "Close" }).click();
    await expect(viewer(page)).toBeHidden();
    await expect(page).toHaveURL(url);
  }
});

test("long names and captions can be read on small screens", { tag: "@long" }, async ({ open, server }) => {
  const { page } = await open("Ana", { ...phone, viewport: { width: 320, height: 568 } });
  const seed = await seedTrip([page.request], 1);
  const [ana] = seed.crew;
  await behindTheScenes(server, "update people set first_name = $1 where id = $2", ["W".repeat(60), ana!["id"]]);
  const longest = `${"موجة كبيرة! ".repeat(41)}آخر`;
  await behindTheScenes(server, "update media set caption = $1 where trip_id = $2", [longest, seed.trip]);
  await page.goto(`/trips/${seed.trip}`);
  await photos(page).first().tap({ timeout: 60_000 });
  const caption = viewer(page).locator("p[dir=auto]");
  await expect(caption).toHaveCSS("direction", "rtl");
  await expectAccessible(page, "a photo with a long caption");
  // 195 px is the width of a phone of 390 px at a page zoom of 200 %.
  for (const width of [320, 195]) {
    await page.setViewportSize({ width, height: 568 });
    for (const button of await viewer(page).getByRole("button").all()) {
      await expect(button).toBeInViewport({ ratio: 1 });
      await button.click({ trial: true });
    }
    const across = (p: Element) => p.scrollWidth - p.clientWidth;
    for (const words of await viewer(page).locator("p").all()) expect(await words.evaluate(across)).toBeLessThan(2);
    const left = () => caption.evaluate((p) => p.scrollHeight - p.clientHeight - p.scrollTop);
    await caption.evaluate((p) => p.scrollTo(0, 0));
    expect(await left()).toBeGreaterThan(20);
    await caption.focus();
    await page.keyboard.press("End");
    await expect.poll(left).toBeLessThan(2);
    await caption.evaluate((p) => p.scrollTo(0, 0));
    await caption.hover();
    await page.mouse.wheel(0, 2000);
    await expect.poll(left).toBeLessThan(2);
  }
});

test("a slideshow advances by itself and stops on request", { tag: "@long" }, async ({ open }) => {
  const [ana, bo] = [await open("Ana", phone), await open("Bo")];
  await trip(ana.page, bo.page, 3);
  const { page } = ana;
  await chooseInGallery(page, "Slideshow");
  await position(page, "1 of 3");
  await position(page, "2 of 3");
  await viewer(page).getByRole("button", { name: "Pause the slideshow" }).click();
  await page.waitForTimeout(4500);
  await position(page, "2 of 3");
});

test("photos load by themselves once the connection is back", { tag: "@long" }, async ({ openInTrouble }) => {
  const [ana, bo] = [await openInTrouble("Ana", { ...phone, deviceScaleFactor: 2 }), await openInTrouble("Bo")];
  const { page } = ana;
  await trip(page, bo.page, 6);
  const blurred = () =>
    photos(page)
      .locator("img")
      .evaluateAll((images: HTMLImageElement[]) => images.filter(({ src }) => src.startsWith("data:")).length);
  await page.locator("#gallery").scrollIntoViewIfNeeded();
  // The viewer's code loads a little after the page.
  await page.waitForTimeout(3000);
  await page.context().setOffline(true);
  await photos(page).first().tap();
  await position(page, "1 of 6");
  await page.keyboard.press("Escape");
  await expect(viewer(page)).toBeHidden();
  // In landscape the page needs larger pictures.
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect.poll(blurred).toBeGreaterThan(0);
  await page.context().setOffline(false);
  await expect.poll(blurred).toBe(0);

  await photos(page).first().click();
  await position(page, "1 of 6");
  await expect(viewer(page).locator("img.pswp__img").first()).toBeVisible();
  await page.context().setOffline(true);
  for (let i = 0; i < 4; i += 1) await page.keyboard.press("ArrowRight");
  await position(page, "5 of 6");
  await expect(viewer(page).getByText("This photo did not load.").first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(viewer(page).getByText("This photo did not load.")).toHaveCount(0);
});
