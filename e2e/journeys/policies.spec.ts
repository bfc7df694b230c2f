import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expectFitForAll } from "../accessible.ts";
import { desktop, expect, phone, test } from "../fixtures.ts";
import { register } from "../seed.ts";

const web = path.resolve(import.meta.dirname, "../../web");
/** The packages that code and styles of the web import. */
const importedPackages = () => {
  const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.(tsx?|css)$/.test(name) && !/\.test\.|testing\//.test(name),
  );
  const texts = files.map((name) => readFileSync(path.join(web, name), "utf8"));
  const imported = /\b(?:from|import|import\()\s*"((?:@[\w-]+\/)?[\w-]+)/g;
  return new Set(texts.flatMap((text) => [...text.matchAll(imported)].map(([, name = ""]) => name)));
};
const fonts = ["@fontsource-variable/bricolage-grotesque", "@fontsource-variable/figtree"];

const policies = {
  "Privacy Policy": {
    url: "/privacy-policy",
    says: [
      /shown to its members/,
      /metadata is stripped/,
      /kept byte for byte/,
      /A new squad is private/,
      /An admin can make a squad public/,
      /Admins see no more of your account/,
      /connect a photo library/,
      /One cookie keeps you signed in/,
      /export your data/,
      /delete your account/,
      /Emails we send/,
      /under 13/,
    ],
  },
  "Terms of Service": {
    url: "/terms-of-service",
    says: [
      /at least 13 years old/,
      /Whoever creates a squad becomes its admin/,
      /public or private/,
      /Members can leave at any time/,
      /Admins can remove members/,
      /Fees are non-refundable/,
      /law of the State of California/,
      /binding arbitration/,
    ],
  },
};

for (const [title, { url, says }] of Object.entries(policies)) {
  const tag = title === "Privacy Policy" ? [] : ["@long"];
  test(`visitors and members can read the ${title} from the footer`, { tag }, async ({ open }) => {
    const [visitor, ana] = [await open("Visitor", phone), await open("Ana", desktop)];
    await register(ana.page.request, "Ana");
    for (const { page } of [visitor, ana]) {
      await page.goto("/terms-of-service");
      await page.getByRole("navigation", { name: "Foot of the page" }).getByRole("link", { name: title }).click();
      await expect(page).toHaveURL(url);
      await expect(page).toHaveTitle(`${title} · Swellmates`);
      await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
      await expect(page.getByText("Last updated December 13, 2024")).toBeVisible();
      for (const sentence of says) await expect(page.getByRole("article").getByText(sentence).first()).toBeVisible();
    }
    await expectFitForAll(visitor.page, title);
  });
}

test("the table of contents leads by keyboard to a clause, and Back returns", async ({ open }) => {
  const { page } = await open("Visitor");
  await page.goto("/privacy-policy");
  const contents = page.getByRole("navigation", { name: "On this page" });
  await expect(page.getByRole("article")).toBeVisible();
  const headings = await page.getByRole("article").getByRole("heading", { level: 2 }).allTextContents();
  expect(await contents.getByRole("link").allTextContents()).toEqual(headings.filter((name) => /^\d/.test(name)));
  await contents.getByRole("link", { name: /Votes are secret/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/privacy-policy#votes");
  const votes = page.getByRole("heading", { name: /Votes are secret/ });
  await expect(votes).toBeInViewport();
  expect((await votes.boundingBox())!.y).toBeGreaterThanOrEqual(64);
  await page.goBack();
  await expect(page).toHaveURL("/privacy-policy");
  // A link from elsewhere can open a clause.
  await page.goto("about:blank");
  await page.goto("/terms-of-service#arbitration");
  await expect(page.getByRole("heading", { name: /Arbitration/ })).toBeInViewport();
});

test("the policies lead to the licenses of all open-source parts", async ({ open }) => {
  const { page } = await open("Visitor");
  await page.goto("/terms-of-service");
  await page.getByRole("link", { name: "its licenses" }).click();
  await expect(page).toHaveURL("/licenses.txt");
  const licenses = await page.locator("body").innerText();
  const parts = new Set([...importedPackages(), ...fonts]);
  for (const seen of ["react", "@noble/hashes", "photoswipe", "tailwindcss"]) expect(parts).toContain(seen);
  for (const part of parts) expect(licenses).toMatch(new RegExp(`^## ${part}( - |$)`, "m"));
  expect(licenses).toContain("Copyright (c) Meta Platforms, Inc. and affiliates.");
  expect(licenses.match(/SIL OPEN FONT LICENSE Version 1\.1/g)).toHaveLength(fonts.length);
});

test("the footer links to the main pages and the contact address", async ({ open }) => {
  const { page } = await open("Visitor");
  await page.goto("/privacy-policy");
  const foot = page.getByRole("navigation", { name: "Foot of the page" });
  await expect(foot).toBeVisible();
  const links = await foot
    .getByRole("link")
    .evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute("href")]));
  expect(links).toEqual([
    ["Home", "/"],
    ["Create Squad", "/create-squad"],
    ["Find Squad", "/find-squad"],
    ["Privacy Policy", "/privacy-policy"],
    ["Terms of Service", "/terms-of-service"],
    ["Contact Us", expect.stringMatching(/^mailto:.+@.+/)],
  ]);
  await expect(page.getByText("© 2024")).toBeVisible();
});
