/** So that spreadsheets read UTF-8. */
export const byteOrderMark = "\uFEFF";

/** A text as a cell of a table (RFC 4180). A leading apostrophe keeps spreadsheets from running it as a formula. */
export function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Cells as a line of a table. */
export const lineOf = (cells: readonly string[]): string => `${cells.join(",")}\r\n`;
