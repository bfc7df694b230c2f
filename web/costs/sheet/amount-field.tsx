import { ChevronDown } from "lucide-react";
import { type Ref, useState } from "react";
import type { Books } from "#contract/costs.ts";
import { decimalOf } from "#contract/money/amounts.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Field, controlLook } from "../../ui/field.tsx";
import { CurrencyDialog } from "./currency-dialog.tsx";
import { currencyName } from "./currency-names.ts";
import { type Draft, inCurrency } from "./draft.ts";

/** The amount with its currency. */
export function AmountField({
  ref,
  draft,
  books,
  error,
  onChange,
}: {
  ref: Ref<HTMLInputElement>;
  draft: Draft;
  books: Books;
  error: string | undefined;
  onChange: (part: Partial<Draft>) => void;
}) {
  const [isChoosing, setChoosing] = useState(false);
  const { currency } = draft;
  const ofTrip = books.currency === null ? [currency] : [books.currency, ...books.rates.map((one) => one.currency)];
  return (
    <>
      <Field
        label="Amount"
        error={error}
        hint={books.currency === null && `This trip will count in ${currencyName(currency)}, and that stays.`}
      >
        {(ids) => (
          <div className="flex items-stretch gap-2">
            <input
              ref={ref}
              {...ids}
              inputMode="decimal"
              autoComplete="off"
              enterKeyHint="next"
              maxLength={24}
              placeholder={decimalOf(0, currency)}
              value={draft.amount}
              onChange={({ target }) => onChange({ amount: target.value })}
              className={cx(controlLook, "steady min-h-16 min-w-0 flex-1 font-display text-4xl! font-extrabold")}
            />
            <Button
              aria-haspopup="dialog"
              aria-label={`Currency: ${currency}, ${currencyName(currency)}`}
              className="shrink-0 px-4"
              onClick={() => setChoosing(true)}
            >
              {currency}
              <ChevronDown aria-hidden="true" size={18} />
            </Button>
          </div>
        )}
      </Field>
      <CurrencyDialog
        open={isChoosing}
        onOpenChange={setChoosing}
        chosen={currency}
        ofTrip={[...new Set(ofTrip)]}
        onChoose={(code) => code !== currency && onChange(inCurrency(books, code))}
      />
    </>
  );
}
