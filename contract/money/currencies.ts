/**
 * How many digits the smallest unit of each currency has, by ISO 4217 code: list one of 2026 without what has no smallest unit, such as
 * gold, and ANG and BGN, in which earlier trips count. Not taken from `Intl`, because browsers and servers of different ages must count
 * alike.
 */
export const currencies: Readonly<Record<string, 0 | 2 | 3 | 4>> = Object.fromEntries([
  ...codes(0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
  ...codes(3, "BHD IQD JOD KWD LYD OMR TND"),
  ...codes(4, "CLF UYW"),
  ...codes(
    2,
    `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP
    CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK
    LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD
    RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD
    XCG YER ZAR ZMW ZWG`,
  ),
]);

function codes<D extends 0 | 2 | 3 | 4>(digits: D, list: string): readonly (readonly [string, D])[] {
  return list.split(/\s+/).map((code) => [code, digits]);
}

/** The digits of a currency's smallest unit. Throws for a code that is not in the table. */
export function digitsOf(currency: string): number {
  if (!Object.hasOwn(currencies, currency)) throw new Error(`${currency} is no currency`);
  return currencies[currency]!;
}
