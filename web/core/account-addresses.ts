import { page } from "../ui/page.ts";

/** Server addresses that need a full page load. They are not in `paths`, because few pages need them. */
export const accountAddresses = {
  exportAccount: "/api/account/export",
  provider: (slug: string, back: string) =>
    `/api/auth/${slug}${back === "/" ? "" : `?return=${encodeURIComponent(back)}`}`,
  /** Links a provider account to the person of this page, with `photos` its photo library too. Returns to `back` with the result in the query. */
  link: (slug: string, back: string, photos?: "photos") =>
    `/api/auth/${slug}/link?person=${page.person}&return=${encodeURIComponent(back)}${photos ? "&with=photos" : ""}`,
  /** Keeps the seat of the person of this page by a login at the provider. Returns to `back`, with the reason in the query if it is not kept. */
  keep: (slug: string, back: string) =>
    `/api/auth/${slug}/keep?person=${page.person}&return=${encodeURIComponent(back)}`,
} as const;
