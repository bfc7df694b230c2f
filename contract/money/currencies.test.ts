import { expect, test } from "vitest";
import { currencies, digitsOf } from "./currencies.ts";

/** List one of ISO 4217 in 2026 without metals, test codes and units of banks, which have no smallest unit. */
const isoByDigits = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};
const isoOfTwo = {
  africa: `AOA BWP CDF CVE DZD EGP ERN ETB GHS GMD KES LRD LSL MAD MGA MRU MUR MWK MZN NAD NGN SCR SDG SHP SLE SOS SSP STN SZL
    TZS ZAR ZMW ZWG`,
  america: `ARS AWG BBD BMD BOB BOV BRL BSD BZD CAD COP COU CRC CUP DOP FKP GTQ GYD HNL HTG JMD KYD MXN MXV NIO PAB PEN SRD SVC TTD
    USD USN UYU VED VES XCD XCG`,
  asia: `AED AFN AMD AZN BDT BND BTN CNY GEL HKD IDR ILS INR IRR KGS KHR KPW KZT LAK LBP LKR MMK MNT MOP MVR MYR NPR PHP PKR QAR SAR
    SGD SYP THB TJS TMT TRY TWD UZS XAD YER`,
  europe: "ALL BAM BYN CHE CHF CHW CZK DKK EUR GBP GIP HUF MDL MKD NOK PLN RON RSD RUB SEK UAH",
  oceania: "AUD FJD NZD PGK SBD TOP WST",
};
/** Trips of the years before may still count in these. */
const withdrawn = "ANG BGN";

const codes = (list: string) => list.split(/\s+/).toSorted();
const codesWith = (digits: number) =>
  Object.keys(currencies)
    .filter((code) => currencies[code] === digits)
    .toSorted();

test.each([0, 3, 4] as const)("the currencies with %i digits are those of ISO 4217", (digits) => {
  expect(codesWith(digits)).toEqual(codes(isoByDigits[digits]));
});

test("all other currencies of ISO 4217 have 2 digits", () => {
  const two = codes([...Object.values(isoOfTwo), withdrawn].join(" "));
  expect(codesWith(2)).toEqual(two);
});

test("the table has every currency that a browser names and people still pay with", () => {
  const old = ["CUC", "HRK", "SLL", "ZWL"];
  const ofBanks = ["XDR", "XSU"];
  const left = Intl.supportedValuesOf("currency").filter((code) => !Object.hasOwn(currencies, code));
  expect(left.filter((code) => ![...old, ...ofBanks].includes(code))).toEqual([]);
});

test.each(["", "eur", "XXX", "toString", "__proto__", "constructor"])("'%s' has no digits", (code) => {
  expect(() => digitsOf(code)).toThrow();
});
