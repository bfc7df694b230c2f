import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** A toast with these very words stands on the page. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  await expect(page.getByText(title, { exact: true }).first()).toBeVisible();
  if (text !== undefined) await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
}
