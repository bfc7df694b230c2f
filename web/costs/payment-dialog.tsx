import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Books, NewPayment } from "#contract/costs.ts";
import { decimalOf, formatAmount, parseAmount } from "#contract/money/amounts.ts";
import { maxAmount } from "#contract/cost-limits.ts";
import { currencies } from "#contract/money/currencies.ts";
import { today } from "../core/calendar.ts";
import { newKey } from "../core/outbox/new-key.ts";
import { useMe } from "../core/viewer.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { fullNameOf } from "../ui/avatar.tsx";
import { InputField } from "../ui/input-field.tsx";
import { CheckboxField, DateField, SelectField } from "../ui/inputs.tsx";
import { faceOf, namesIn } from "./books/book-people.ts";
import { recordPayment } from "./pay.ts";
import { currencyName } from "./sheet/currency-names.ts";

interface Props {
  readonly tripId: string;
  /** Books that have a currency. */
  readonly books: Books;
}

/** Records a payment by hand: whoever it was, and whatever they paid. */
export const PaymentDialog = ({ tripId, books, ...state }: Props & DialogState) => (
  <Dialog {...state} title="Record a Payment" text="Money that one of you has given another.">
    <PaymentForm tripId={tripId} books={books} onDone={() => state.onOpenChange(false)} />
  </Dialog>
);

type Faults = Readonly<Partial<Record<"people" | "amount" | "handed" | "day", string>>>;

function PaymentForm({ tripId, books, onDone }: Props & { onDone: () => void }) {
  const me = useMe();
  const client = useQueryClient();
  const { people, settle } = books;
  const currency = books.currency ?? "EUR";
  const mine = settle.find(({ from, to }) => from === me.id || to === me.id);
  // Stays the same while the form is open: a form that is sent twice records one payment.
  const [key] = useState(newKey);
  const [from, setFrom] = useState(mine?.from ?? me.id);
  const [to, setTo] = useState(mine?.to ?? "");
  const [typed, setTyped] = useState("");
  const [day, setDay] = useState(today());
  const [note, setNote] = useState("");
  const [isOther, setOther] = useState(false);
  const [handed, setHanded] = useState("");
  const [other, setOtherCurrency] = useState(books.rates[0]?.currency ?? "");
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);

  const amount = parseAmount(typed, currency);
  const line = settle.find((one) => one.from === from && one.to === to);
  const nameOf = namesIn(people, me.id);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const given = isOther && other !== "" ? parseAmount(handed, other) : undefined;
    const found: Faults = {
      ...((from === "" || to === "" || from === to) && { people: "Please choose two people" }),
      ...faultOf("amount", amount),
      ...(isOther && (other === "" ? { handed: "Please choose a currency" } : faultOf("handed", given ?? 0))),
      ...(day === "" && { day: "Please choose a day" }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0 || typeof amount !== "number") return;
    setBusy(true);
    const body: NewPayment = {
      key,
      from,
      to,
      amount,
      day,
      note,
      ...(typeof given === "number" && { handedOver: { amount: given, currency: other } }),
    };
    const outcome = await recordPayment(client, body, { tripId, about: `The payment to ${nameOf(to)}` });
    setBusy(false);
    if (outcome !== "refused") onDone();
  };

  const person = (label: string, value: string, set: (id: string) => void, error?: string) => (
    <SelectField label={label} value={value} error={error} onChange={({ target }) => set(target.value)}>
      <option value="">Choose somebody</option>
      {people.map((one) => (
        <option key={one.id} value={one.id}>
          {one.id === me.id ? "You" : fullNameOf(faceOf(one))}
        </option>
      ))}
    </SelectField>
  );

  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
      <div className="grid gap-4 sm:grid-cols-2">
        {person("Who paid", from, setFrom)}
        {person("Whom", to, setTo, faults.people)}
      </div>
      <InputField
        label={`Amount in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={faults.amount}
        hint={
          line && (
            <button
              type="button"
              className="min-h-11 font-semibold underline underline-offset-4"
              onClick={() => setTyped(decimalOf(line.amount, currency))}
            >
              All of it: {formatAmount(line.amount, currency)}
            </button>
          )
        }
        onChange={({ target }) => setTyped(target.value)}
      />
      <CheckboxField
        label="In another currency"
        hint="Say what was paid, beside the amount that it is worth."
        checked={isOther}
        onChange={({ target }) => setOther(target.checked)}
      />
      {isOther && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="Currency" value={other} onChange={({ target }) => setOtherCurrency(target.value)}>
            <option value="">Choose a currency</option>
            {[...new Set([...books.rates.map((one) => one.currency), ...Object.keys(currencies).toSorted()])]
              .filter((code) => code !== currency)
              .map((code) => (
                <option key={code} value={code}>
                  {code} · {currencyName(code)}
                </option>
              ))}
          </SelectField>
          <InputField
            label="Handed over"
            inputMode="decimal"
            autoComplete="off"
            value={handed}
            error={faults.handed}
            onChange={({ target }) => setHanded(target.value)}
          />
        </div>
      )}
      <DateField label="Day" value={day} error={faults.day} onChange={({ target }) => setDay(target.value)} />
      <InputField
        label="Note"
        autoComplete="off"
        maxLength={140}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className="form-foot flex flex-wrap justify-end gap-3">
        <Button onClick={onDone} disabled={busy}>
          Cancel
        </Button>
        <Button look="primary" type="submit" busy={busy && "Recording..."}>
          Record Payment
        </Button>
      </div>
    </form>
  );
}

/** The sentence about an amount that was typed, at its field. */
function faultOf(field: "amount" | "handed", amount: number | string): Faults {
  if (typeof amount === "string") return { [field]: amount };
  if (amount === 0) return { [field]: "Please enter an amount" };
  return amount > maxAmount ? { [field]: "This amount is too large" } : {};
}
