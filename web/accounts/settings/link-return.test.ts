import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dismissToast, toasts } from "../../ui/toast.ts";
import { tellLinkReturn } from "./link-return.ts";

const clear = () => toasts.current().forEach(({ id }) => dismissToast(id));
let address = "";
beforeEach(() => {
  clear();
  const config = { identityProvider: { slug: "surf", name: "Surf Club" } };
  vi.stubGlobal("fetch", async () => Response.json(config));
  vi.stubGlobal("history", { replaceState: (_state: unknown, _title: string, to: string) => (address = to) });
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

async function titleAfter(query: string): Promise<string | undefined> {
  vi.stubGlobal("location", { href: `http://localhost/account?${query}`, pathname: "/account" });
  await tellLinkReturn();
  return toasts.current().at(-1)?.title;
}

test("a link for logging in is told by the provider's name", async () => {
  expect(await titleAfter("success=account_linked")).toBe("Surf Club Account Linked");
  expect(await titleAfter("error=link_failed")).toBe("Failed to link Surf Club account. Please try again.");
});

test("a link for the photo library is told by Google's name", async () => {
  expect(await titleAfter("success=account_linked&with=photos")).toBe("Google Account Linked");
  expect(await titleAfter("error=link_failed&with=photos")).toBe("Failed to link Google account. Please try again.");
  expect(address).toBe("/account");
});
