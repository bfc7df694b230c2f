/**
 * The viewer's time zone, such as "Europe/Lisbon". A cookie keeps it for as long as this year's clock has the same offsets, because the
 * first use of `Intl` takes a slow phone 70 ms. The server reads it too, for the galleries in its documents.
 */
export function hereZone(): string {
  const year = new Date().getFullYear();
  const offsets = [0, 6].map((month) => new Date(year, month, 1).getTimezoneOffset()).join(":");
  const isHttps = location.protocol === "https:";
  const name = isHttps ? "__Host-zone" : "zone";
  const kept = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
  const [known, ...rest] = kept?.slice(name.length + 1).split(":") ?? [];
  if (known && rest.join(":") === offsets) return known;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  document.cookie = `${name}=${zone}:${offsets}; path=/; max-age=31536000; samesite=lax${isHttps ? "; secure" : ""}`;
  return zone;
}
