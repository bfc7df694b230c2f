import { describe, expect, test } from "vitest";
import { seeded } from "../../try/stand-ins/seeded.ts";
import { decimalOf, formatAmount, parseAmount } from "./amounts.ts";
import { currencies } from "./currencies.ts";

const noNumber = "Please enter a number, such as 12.40";

describe("what somebody types is read", () => {
  test.each([
    ["12.40", 1240],
    ["12,40", 1240],
    ["12,4", 1240],
    ["12", 1200],
    ["12.", 1200],
    ["12,", 1200],
    [".5", 50],
    [",05", 5],
    ["0.05", 5],
    ["007", 700],
    ["  3,20 ", 320],
    ["0", 0],
    ["0.10", 10],
    ["1.015", 101_500],
    ["9999999.99", 999_999_999],
    ["10000000", 1_000_000_000],
  ])("'%s' euros", (typed, cents) => expect(parseAmount(typed, "EUR")).toBe(cents));

  test.each([
    "1234567.5",
    "1234567,50",
    "1,234,567.50",
    "1.234.567,50",
    "1 234 567,50",
    "1 234 567.5",
    "1\u00A0234\u00A0567,50",
    "1\u202F234\u202F567,50",
    "1\u2009234\u2009567.50",
    "1'234'567.50",
    "1’234’567.50",
    "12,34,567.50",
  ])("'%s' with thousands", (typed) => expect(parseAmount(typed, "EUR")).toBe(123_456_750));

  test.each([
    ["1,234", 123_400],
    ["1.234", 123_400],
    ["12.345", 1_234_500],
    ["123,456", 12_345_600],
    ["1,234,567", 123_456_700],
    ["1 234", 123_400],
    ["1'234", 123_400],
  ])("'%s' as thousands of euros, which have 2 decimals", (typed, cents) =>
    expect(parseAmount(typed, "EUR")).toBe(cents),
  );

  test.each([
    ["1200", 1200],
    ["1,200", 1200],
    ["1.200", 1200],
    ["1 200", 1200],
    ["1,234,567", 1_234_567],
    ["12.", 12],
  ])("'%s' yen", (typed, yen) => expect(parseAmount(typed, "JPY")).toBe(yen));

  test.each([
    ["1.234", 1234],
    ["1,234", 1234],
    ["12,5", 12_500],
    ["0.005", 5],
    [".005", 5],
    ["1 234", 1_234_000],
    ["1,234.5", 1_234_500],
    ["1.234,567", 1_234_567],
    ["1,234,567", 1_234_567_000],
    ["1 234,567", 1_234_567],
  ])("'%s' dinars", (typed, fils) => expect(parseAmount(typed, "KWD")).toBe(fils));

  test.each([
    ["1.2345", 12_345],
    ["1,234", 12_340],
    ["38,123.4567", 381_234_567],
  ])("'%s' units with 4 decimals", (typed, units) => expect(parseAmount(typed, "CLF")).toBe(units));
});

describe("is refused with a sentence", () => {
  test.each([
    ["12.5", "JPY", "Yen have no decimals."],
    ["1,20", "JPY", "Yen have no decimals."],
    ["12.5", "KRW", "This currency has no decimals."],
    ["12.345,6789", "EUR", "This currency has 2 decimals at most."],
    ["0.123", "EUR", "This currency has 2 decimals at most."],
    ["1234.567", "EUR", "This currency has 2 decimals at most."],
    ["1.2345", "KWD", "This currency has 3 decimals at most."],
    ["99999999999999999", "EUR", "This amount is too large"],
  ])("'%s' in %s", (typed, currency, sentence) => expect(parseAmount(typed, currency)).toBe(sentence));

  test.each([
    ..."|.|,|abc|€12|12 €|-5|−5|+5|1e5|0x10|Infinity|NaN|1_000|12;40|1..2|1,,2|,,5|.,5|1.2.3|1,2,3".split("|"),
    ..."1.23.456|1,2345,678|1.234,567,890.1|1,234.567.890|12 34|1  234|1 23|1'23|12'345'6|12.-|1,234,56,7".split("|"),
    // Other digits and marks: a number read wrongly would be worse than a sentence.
    ..."١٢|１２|१२|12٫40|12，40|½|5²|1 ,5|12.40.|1,000.00.5".split("|"),
    "12.40\n13",
    "12\u000040",
  ])("'%s'", (typed) => expect(parseAmount(typed, "EUR")).toBe(noNumber));
});

describe("money is written", () => {
  test.each([
    [1240, "EUR", "12.40", "€12.40"],
    [-1240, "EUR", "-12.40", "-€12.40"],
    [101_240, "EUR", "1012.40", "€1,012.40"],
    [5, "EUR", "0.05", "€0.05"],
    [-5, "EUR", "-0.05", "-€0.05"],
    [0, "EUR", "0.00", "€0.00"],
    [1_000_000_000, "EUR", "10000000.00", "€10,000,000.00"],
    [1200, "JPY", "1200", "JP¥1,200"],
    [-1, "JPY", "-1", "-JP¥1"],
    [1_234_567, "KWD", "1234.567", "KWD\u00A01,234.567"],
    // Between a code and a number stands a space that does not break.
    [7, "BHD", "0.007", "BHD\u00A00.007"],
    [12, "CLF", "0.0012", "CLF\u00A00.0012"],
    // Intl of some ages shows kronur with 2 digits.
    [1500, "ISK", "1500", "ISK\u00A01,500"],
    [1500, "HUF", "15.00", "HUF\u00A015.00"],
    // A balance after 2,000 of the largest costs, where a float of euros would round.
    [2_000_000_000_001, "EUR", "20000000000.01", "€20,000,000,000.01"],
    [Number.MAX_SAFE_INTEGER, "EUR", "90071992547409.91", "€90,071,992,547,409.91"],
  ])("%i units of %s", (amount, currency, decimal, text) => {
    expect(decimalOf(amount, currency)).toBe(decimal);
    expect(formatAmount(amount, currency)).toBe(text);
  });

  test("an amount comes back from its decimal and its text in every currency", () => {
    const below = seeded(1);
    for (const currency of Object.keys(currencies))
      for (let digits = 0; digits <= 9; digits++) {
        const amount = below(10 ** digits + 1);
        const decimal = decimalOf(amount, currency);
        const text = formatAmount(amount, currency).replace(/^[^\d]+/, "");
        expect([currency, decimal, parseAmount(decimal, currency)]).toEqual([currency, decimal, amount]);
        expect([currency, text, parseAmount(text, currency)]).toEqual([currency, text, amount]);
      }
  });
});
