const notes: readonly [RegExp, string][] = [
  [
    /iP(hone|ad|od)/,
    "iPhones often hand out smaller copies. For the originals tap Options where you pick photos, then Current.",
  ],
  [/Android/, "Android takes the place out of photos before a web page gets them."],
];

/** Says what this phone changes in photos before a web page gets them. */
export function PhoneNote() {
  const note = notes.find(([system]) => system.test(navigator.userAgent))?.[1];
  return note && <p className="max-w-prose text-center text-sm text-soft">{note}</p>;
}
