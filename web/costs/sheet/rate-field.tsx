import { formatAmount } from "#contract/money/amounts.ts";
import { InputField } from "../../ui/input-field.tsx";
import { Aside } from "./aside.tsx";
import type { Draft } from "./draft.ts";
import type { Reading } from "./read-draft.ts";

/** What an amount in another currency is in the trip's: by a rate, or as the statement of a card says. */
export function RateField({
  draft,
  reading: { parts, tripCurrency },
  error,
  onChange,
}: {
  draft: Draft;
  reading: Reading;
  error: string | undefined;
  onChange: (part: Partial<Draft>) => void;
}) {
  const isByRate = draft.converts === "by rate";
  const shared = { inputMode: "decimal", autoComplete: "off", maxLength: 24, error } as const;
  return (
    <div className="grid gap-1">
      {isByRate ? (
        <InputField
          {...shared}
          label={`1 ${draft.currency} in ${tripCurrency}`}
          hint={
            parts
              ? `= ${formatAmount(parts.tripAmount, tripCurrency)}`
              : "It stays as you save it, whatever rates do later."
          }
          value={draft.rate}
          onChange={({ target }) => onChange({ rate: target.value })}
        />
      ) : (
        <InputField
          {...shared}
          label={`Amount in ${tripCurrency}`}
          hint="As your card’s statement says."
          value={draft.tripAmount}
          onChange={({ target }) => onChange({ tripAmount: target.value })}
        />
      )}
      <Aside onClick={() => onChange({ converts: isByRate ? "by amount" : "by rate" })}>
        {isByRate ? `Enter the Amount in ${tripCurrency} Instead` : "Enter the Rate Instead"}
      </Aside>
    </div>
  );
}
