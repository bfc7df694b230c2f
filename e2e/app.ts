import { crc32, deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import type { Person } from "./fixtures.ts";
import { expect } from "./fixtures.ts";

/** Fills and sends the registration form of the open sign-in page. */
export async function signUp({ page, firstName, lastName, email, password }: Person): Promise<void> {
  await page.getByRole("tab", { name: "Register" }).click();
  await page.getByLabel("First Name").fill(firstName);
  await page.getByLabel("Last Name").fill(lastName);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
}

/** Creates a squad, and puts off bringing people. */
export async function createSquad({ page }: Person, name: string): Promise<void> {
  await page.goto("/create-squad");
  await page.getByLabel("Squad Name").fill(name);
  await page.getByRole("button", { name: "Create Squad", exact: true }).click();
  await page.getByRole("dialog", { name: "Invite Members" }).getByRole("button", { name: "Later" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

/** The link that the invite dialog of the open squad page shows. */
export async function inviteLink({ page }: Person): Promise<string> {
  await page.getByRole("button", { name: "Invite Members" }).click();
  const link = await page.getByLabel("Invite link").inputValue();
  await expect(page.getByRole("img", { name: /QR/ })).toBeVisible();
  await page.keyboard.press("Escape");
  return link;
}

/** Creates a trip from the open squad page. Its own page opens. */
export async function createTrip(
  { page }: Person,
  trip: { name: string; location: string; from: string; to: string },
): Promise<void> {
  await page.getByRole("button", { name: "New Trip" }).first().click();
  await page.getByLabel("Trip Name").fill(trip.name);
  await page.getByLabel("Location").fill(trip.location);
  await page.getByLabel("Start Date").fill(trip.from);
  await page.getByLabel("End Date").fill(trip.to);
  await page.getByRole("button", { name: "Create Trip" }).click();
}

/** Chooses an entry of the open trip page's menu. */
export async function chooseOnTrip(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "More about this trip" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

/** A small PNG of one colour. */
export function photo(name: string, [red, green, blue]: readonly [number, number, number], width = 640, height = 427) {
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.of(red, green, blue))]);
  const pixels = Buffer.concat(Array.from({ length: height }, () => row));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const buffer = Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return { name, mimeType: "image/png", buffer };
}

function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}
