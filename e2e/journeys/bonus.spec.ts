import { expectFitForAll } from "../accessible.ts";
import { expect, phone, test } from "../fixtures.ts";
import { seedTrip, send } from "../seed.ts";
import { expectToast } from "../toast.ts";

test(
  "an organizer switches bonus awards off, and a person leaves themselves out",
  { tag: "@long" },
  async ({ open }) => {
    const [ana, bo] = [(await open("Ana", phone)).page, (await open("Bo", phone)).page];
    const seed = await seedTrip([ana.request, bo.request], 0);
    const startsAt = new Date(Date.now() + 86_400_000).toJSON();
    await send(ana.request, "POST", `/api/trips/${seed.trip}/night`, { startsAt, timeZone: "Europe/Lisbon" });

    await ana.goto(`/trips/${seed.trip}/night`);
    const dialog = ana.getByRole("dialog", { name: "Change the Plan" });
    const speedRun = dialog.getByRole("group", { name: "Bonus awards" }).getByLabel("Speed Run");
    const openPlan = async () => {
      await ana.getByRole("button", { name: "More about this night" }).click();
      await ana.getByRole("menuitem", { name: "Change the Plan" }).click();
    };
    await openPlan();
    await speedRun.uncheck();
    await expectFitForAll(ana, "the plan with bonus awards");
    await dialog.getByRole("button", { name: "Save the Plan" }).click();
    await expectToast(ana, "The plan is changed");
    await ana.reload();
    await openPlan();
    await expect(speedRun).not.toBeChecked();
    await expect(dialog.getByLabel("Paparazzo")).toBeChecked();

    await bo.goto(`/trips/${seed.trip}/night`);
    const leave = bo.getByLabel("Leave me out of bonus awards");
    await leave.click();
    await expect(leave).toBeChecked();
    await expectFitForAll(bo, "the page of a night");
    await bo.reload();
    await expect(leave).toBeChecked();
    await leave.click();
    await expect(leave).not.toBeChecked();
    await bo.reload();
    await expect(leave).not.toBeChecked();
  },
);
