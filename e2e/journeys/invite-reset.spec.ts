import { expectFitForAll } from "../accessible.ts";
import { expect, test } from "../fixtures.ts";
import { register, seedTrip } from "../seed.ts";
import { expectToast } from "../toast.ts";

test(
  "an admin replaces the invite link; members cannot, and the old one stops working",
  { tag: "@long" },
  async ({ openInTrouble, trouble }) => {
    const [ana, bo, zoe] = [await openInTrouble("Ana"), await openInTrouble("Bo"), await openInTrouble("Zoe")];
    const { squad } = await seedTrip([ana.page.request, bo.page.request], 0);
    const { page } = ana;
    const link = page.getByLabel("Invite link");
    const more = page.getByRole("dialog").getByRole("button", { name: "More for this link" });
    const reset = page.getByRole("menuitem", { name: "Reset Link" });
    const askReset = async () => {
      await more.click();
      await reset.click();
    };
    const ask = page.getByRole("alertdialog", { name: "Reset the invite link?" });
    const open = async () => {
      await page.goto(`/squads/${squad}`);
      await page.getByRole("button", { name: "Invite Members" }).click();
    };
    await open();
    const before = await link.inputValue();

    await test.step("by keyboard: the dialog asks first, and Escape changes nothing", async () => {
      await more.focus();
      await page.keyboard.press("Enter");
      await reset.focus();
      await page.keyboard.press("Enter");
      await expect(ask).toBeVisible();
      await expectFitForAll(page, "resetting the invite link");
      await page.keyboard.press("Escape");
      await expect(ask).toBeHidden();
      await expect(more).toBeFocused();
      await expect(link).toHaveValue(before);
    });

    await test.step("a failed reset says so, and the link stays", async () => {
      await trouble.noWrites("squads", async () => {
        await askReset();
        await ask.getByRole("button", { name: "Reset Link" }).click();
        await expect(ask.getByRole("alert")).toHaveText("Something went wrong on our side. Please try again.");
      });
      await ask.getByRole("button", { name: "Cancel" }).click();
      await expect(link).toHaveValue(before);
    });

    await test.step("the new link admits people, the old one nobody", async () => {
      await askReset();
      await trouble.waiting("squads", async () => {
        await ask.getByRole("button", { name: "Reset Link" }).click();
        await expect(ask.getByRole("button", { name: "Resetting..." })).toBeVisible();
      });
      await expectToast(page, "New link ready", "The old link and code let nobody in any more.");
      await expect(link).not.toHaveValue(before);
      const after = await link.inputValue();
      await register(zoe.page.request, "Zoe");
      await zoe.page.goto(before);
      await expect(zoe.page.getByText("Unable to join this squad. It may be private or not found.")).toBeVisible();
      await zoe.page.goto(after);
      await expect(zoe.page).toHaveURL(`/squads/${squad}`);
    });

    await bo.page.goto(`/squads/${squad}`);
    await bo.page.getByRole("button", { name: "Invite Members" }).click();
    await expect(bo.page.getByLabel("Invite link")).toBeVisible();
    await expect(bo.page.getByRole("button", { name: "More for this link" })).toHaveCount(0);
  },
);
