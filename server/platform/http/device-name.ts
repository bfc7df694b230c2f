// Decision 013: why only a device name is kept of the user agent.
// Written by hand because ua-parser-js is under the AGPL, and a few patterns suffice.
const browsers: readonly (readonly [RegExp, string])[] = [
  // Most browsers also name other browsers, so the rarer names come first.
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|HeadlessChrome|Chromium|CriOS)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  // An iPad that requests desktop pages says this too.
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const find = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([sign]) => sign.test(text))?.[1];

/** A plain name for the browser that sends this header, such as "Chrome on Android". Null if the header tells nothing known. */
export function deviceNameOf(userAgent: string | undefined): string | null {
  const [browser, system] = [find(browsers, userAgent ?? ""), find(systems, userAgent ?? "")];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}
