/** A name as people gave it, without what would be a folder, a line break or a direction mark in someone else's system. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!;
  const clean = last
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .trim();
  return /^\.*$/.test(clean) ? "photo" : clean;
}

/** A Content-Disposition that saves under this name (RFC 6266): ASCII for old programs, UTF-8 (RFC 8187) for the others. */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
