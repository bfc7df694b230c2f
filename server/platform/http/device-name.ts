// Decision 013: why only a device name is kept of the user agent.
// Written by hand because a session needs only a name: a few patterns replace the tables of a library under the AGPL.
const browsers: readonly (readonly [RegExp, string])[] = [
  // Most browsers claim to be others too: the rarer name comes first.
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
  // An iPad that asks for the pages of a computer says this too.
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const find = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([sign]) => sign.test(text))?.[1];

/** What somebody would call the browser that sends this: "Chrome on Android". Null when it says nothing that we know. */
export function deviceNameOf(userAgent: string | undefined): string | null {
  const [browser, system] = [find(browsers, userAgent ?? ""), find(systems, userAgent ?? "")];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}
