import type { Page } from "@playwright/test";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { castVote } from "../seed-awards.ts";
import { seedTrip, send } from "../seed.ts";
import { expectToast } from "../toast.ts";

test("faces get their colour when their people open the page, on a TV too", async ({ open, openInTrouble }) => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const ana = (await open("Ana", { ...desktop, permissions })).page;
  const bo = (await open("Bo", phone)).page;
  // Without a code, the TV's first question about its night is refused.
  const tv = (await openInTrouble("TV", { viewport: { width: 1920, height: 1080 } })).page;
  const seed = await seedTrip([ana.request, bo.request], 0);
  const [night, api] = [`/trips/${seed.trip}/night`, `/api/trips/${seed.trip}/night`];
  const startsAt = new Date(Date.now() + 3_600_000).toJSON();
  await send(ana.request, "POST", api, { startsAt, timeZone: "Europe/Lisbon" });
  const { code } = await send(ana.request, "POST", `${api}/tv-code`, {});
  await tv.goto("/tv");
  await tv.getByLabel("Code").pressSequentially(code!);
  await expect(tv.getByText("0 of 2 are here")).toBeVisible();
  const face = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: `${name} is here` });

  await test.step("whoever comes is seen, and sees who is there already", async () => {
    await ana.goto(night);
    for (const page of [ana, tv]) await expect(page.getByText("1 of 2 is here")).toBeVisible();
    await expect(face(ana, "Ana")).toBeVisible();
    await expect(face(ana, "Bo")).toHaveCount(0);
    await bo.goto(night);
    for (const page of [ana, bo, tv]) await expect(page.getByText("2 of 2 are here")).toBeVisible();
    for (const name of ["Ana", "Bo"]) await expect(face(bo, name)).toBeVisible();
  });

  await test.step("a line for the chat goes to the clipboard", async () => {
    await ana.getByRole("button", { name: "Copy a Line for the Chat" }).click();
    await expectToast(ana, "Line Copied!");
    expect(await ana.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^Awards Night of Ericeira ’26, \w+day \d\d:\d\d(, Lisbon time)?\. Vote before: http:\/\/\S+\/trips\/\S+\/awards$/,
    );
  });

  await test.step("after an early close all wait on, and the TV still counts down", async () => {
    for (const { request } of [ana, bo]) await castVote(request, seed.categories[1]!, seed.crew[1]!);
    await send(ana.request, "POST", `${api}/close`, {});
    const sealed = "Voting is closed. The envelopes are sealed.";
    for (const page of [ana, bo]) await expect(page.getByRole("heading", { name: sealed })).toBeVisible();
    await expect(tv.getByText("The envelopes are sealed.")).toBeVisible();
    await expect(tv.getByRole("timer")).toHaveText(/^00:\d\d:\d\d$/);
    for (const page of [ana, bo, tv]) await expect(page.getByText("2 of 2 are here")).toBeVisible();
  });
});
