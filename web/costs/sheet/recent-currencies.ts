const place = "currencies";
const maxRecent = 5;

/** The currencies that were entered last in this browser, the latest first. */
export function recentCurrencies(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(kept) ? kept.filter((code): code is string => typeof code === "string") : [];
  } catch {
    return [];
  }
}

export function noteCurrency(currency: string): void {
  try {
    const others = recentCurrencies().filter((code) => code !== currency);
    localStorage.setItem(place, JSON.stringify([currency, ...others].slice(0, maxRecent)));
  } catch {}
}
