/** Addresses of the server that the browser goes to itself; apart from the other paths, because few pages lead there. */
export const accountAddresses = {
  exportAccount: "/api/account/export",
  provider: (slug: string, back: string) =>
    `/api/auth/${slug}${back === "/" ? "" : `?return=${encodeURIComponent(back)}`}`,
  /** Links an account elsewhere, and with `photos` asks for its photo library too; leads back to `back` with what came of it. */
  link: (slug: string, back: string, photos?: "photos") =>
    `/api/auth/${slug}/link?return=${encodeURIComponent(back)}${photos ? "&with=photos" : ""}`,
} as const;
