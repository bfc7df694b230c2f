const notes: readonly [RegExp, string][] = [
  [
    /iP(hone|ad|od)/,
    "iPhones often hand out smaller copies. For the originals tap Options where you pick photos, then Current.",
  ],
  [/Android/, "Android takes the place out of photos before a web page gets them."],
];

/** What this phone does to photos before they are here, which no web page can keep it from. */
export function PhoneNote() {
  const note = notes.find(([system]) => system.test(navigator.userAgent))?.[1];
  return note && <p className="max-w-prose text-center text-sm text-soft">{note}</p>;
}
