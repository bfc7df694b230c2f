import { expectCardWhole, phoneSizes, wideSizes } from "../card-fit.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { planAllCards } from "../seed-cards.ts";
import { send } from "../seed.ts";

// Three screens turn through all cards at seven sizes. The evening has the quick witness.
test(
  "every kind of card is seen whole on phones, laptops and TVs",
  { tag: "@long" },
  async ({ open, openInTrouble, server }) => {
    const ana = (await open("Ana", desktop)).page;
    const bo = (await open("Bo", phone)).page;
    // Without a code, the TV's first question about its night is refused.
    const tv = (await openInTrouble("TV", { viewport: { width: 1920, height: 1080 } })).page;
    const { address, night, count, start } = await planAllCards(server, [ana.request, bo.request]);
    const { code } = await send(ana.request, "POST", `${night}/tv-code`, {});
    await send(tv.request, "POST", "/api/tv", { code });
    await tv.goto("/tv");
    await expect(tv.getByRole("timer")).toBeVisible();
    await expectCardWhole(tv, "the TV before the show", wideSizes);
    await start();
    for (const page of [ana, bo]) await page.goto(address);
    await tv.reload();
    const cards = [ana, bo, tv].map((page) => page.locator(".show-room > [aria-live]"));
    let last = "";
    for (let position = 0; position < count; position++) {
      for (const said of cards) await expect(said).not.toHaveText(last);
      last = (await cards[0]!.textContent())!;
      for (const said of cards) await expect(said).toHaveText(last);
      await expectCardWhole(ana, `${last}, the host`, [...phoneSizes, ...wideSizes]);
      await expectCardWhole(bo, `${last}, a guest`, [...phoneSizes, ...wideSizes]);
      await expectCardWhole(tv, `${last}, a TV`, wideSizes);
      if (position < count - 1) await send(ana.request, "POST", `${night}/next`, { position });
    }
  },
);
