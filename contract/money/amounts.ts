import { locale } from "../locale.ts";
import { digitsOf } from "./currencies.ts";

/** Money as a decimal with a point, such as "-12.40", for tables that programs read. `amount` is in the smallest unit. */
export function decimalOf(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, "0");
  const sign = amount < 0 ? "-" : "";
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Money as people read it, such as "€1,012.40". `amount` is in the smallest unit. */
export function formatAmount(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  let format = formats.get(currency);
  if (!format) {
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat(locale, { style: "currency", currency, ...fraction });
    formats.set(currency, format);
  }
  // A string, because a number would round.
  return format.format(decimalOf(amount, currency) as Intl.StringNumericLiteral);
}

const tooFine = (digits: number) =>
  digits === 0 ? "This currency has no decimals." : `This currency has ${digits} decimals at most.`;
const noNumber = "Please enter a number, such as 12.40";

/**
 * Reads what somebody typed, with a comma or a point before the decimals and either, spaces or ' between thousands. Returns the amount in
 * the smallest unit, or a sentence that says why the text is no amount.
 */
export function parseAmount(typed: string, currency: string): number | string {
  const digits = digitsOf(currency);
  const text = typed.trim().replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/gu, "");
  const found = /^(\d[\d.,]*|[.,]\d+)$/.exec(text);
  if (!found) return noNumber;
  const { whole, fraction } = partsOf(text, digits);
  if (whole === undefined) return noNumber;
  if (fraction.length > digits) return currency === "JPY" ? "Yen have no decimals." : tooFine(digits);
  const amount = Number(whole + fraction.padEnd(digits, "0"));
  return Number.isSafeInteger(amount) ? amount : "This amount is too large";
}

/** Takes a text apart at the mark before its decimals. `whole` is undefined if its marks make no sense. */
function partsOf(text: string, digits: number): { readonly whole: string | undefined; readonly fraction: string } {
  const last = Math.max(text.lastIndexOf(","), text.lastIndexOf("."));
  if (last === -1) return { whole: text, fraction: "" };
  const mark = text[last]!;
  const after = text.slice(last + 1);
  const marks = text.split(mark).length - 1;
  const isGroup = after.length === 3 && last > 0 && last <= 3 && text[0] !== "0" && !/[.,]/.test(text.slice(0, last));
  // "1,234" is a thousand, unless the currency has three decimals or more.
  if (marks > 1 || (isGroup && digits < 3)) return { whole: withoutMarks(text, mark), fraction: "" };
  return { whole: withoutMarks(text.slice(0, last), mark === "," ? "." : ","), fraction: after };
}

/** Takes the marks between thousands out. Undefined if they stand elsewhere, or another mark is there. */
function withoutMarks(whole: string, mark: string): string | undefined {
  if (whole === "") return "0";
  const groups = whole.replaceAll(mark, " ");
  // India writes 12,34,567.
  const isIndian = mark === "," && /^\d{1,2}( \d\d)+ \d{3}$/.test(groups);
  return isIndian || /^\d+$|^\d{1,3}( \d{3})+$/.test(groups) ? groups.replaceAll(" ", "") : undefined;
}
