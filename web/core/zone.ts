/** The viewer's time zone, such as "Europe/Lisbon". A cookie tells the server, for the galleries in its documents. */
export function hereZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isHttps = location.protocol === "https:";
  const kept = `${isHttps ? "__Host-zone" : "zone"}=${zone}`;
  if (!document.cookie.split("; ").includes(kept))
    document.cookie = `${kept}; path=/; max-age=31536000; samesite=lax${isHttps ? "; secure" : ""}`;
  return zone;
}
