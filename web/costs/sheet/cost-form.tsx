import { useEffect, useRef, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Books, Cost } from "#contract/costs.ts";
import type { TripCard } from "#contract/trips.ts";
import { tripQuery } from "../../core/queries.ts";
import { newKey } from "../../core/outbox/new-key.ts";
import { useMe } from "../../core/viewer.ts";
import { dayOf, today } from "../../core/calendar.ts";
import { Button } from "../../ui/button.tsx";
import { InputField } from "../../ui/input-field.tsx";
import { CheckboxField, DateField, TextareaField } from "../../ui/inputs.tsx";
import { namesIn } from "../books/book-people.ts";
import { categories } from "../books/categories.ts";
import { AmountField } from "./amount-field.tsx";
import { CategoryChips } from "./category-chips.tsx";
import { draftOf, knownIn, newDraft, rebased, withCategory } from "./draft.ts";
import { ForWhom } from "./for-whom.tsx";
import { keepDraft } from "./kept-drafts.ts";
import { RateField } from "./rate-field.tsx";
import { type Place, readDraft } from "./read-draft.ts";
import { ReceiptField } from "./receipt-field.tsx";
import { noteCurrency, recentCurrencies } from "./recent-currencies.ts";
import { useDraft } from "./use-draft.ts";
import { useReceipt } from "./use-receipt.ts";
import { useSaveCost } from "./use-save-cost.ts";
import { WhoPaid } from "./who-paid.tsx";

/** The sheet stays for this long after Save, so that the second press of two meets nothing below it. */
const doublePressMs = 300;

/** The fields of a cost, and the buttons that save or forget it. */
export function CostForm({
  books,
  tripId,
  cost: shown,
  onClose,
}: {
  books: Books;
  tripId: string;
  cost: Cost | undefined;
  onClose: () => void;
}) {
  const me = useMe();
  // Somebody may change it meanwhile. The server compares with what this person has seen.
  const [cost] = useState(shown);
  const { data: overview } = useQuery(tripQuery(tripId));
  const name = cost ? `cost ${cost.id}` : `cost of ${tripId}`;
  const { draft, base, problem, change, end } = useDraft(
    name,
    () => {
      const day = dayOn(overview?.trip);
      return cost ? draftOf(cost, books) : newDraft(books, me.id, { key: newKey(), day }, recentCurrencies()[0]);
    },
    (kept, now) => knownIn(cost ? rebased(kept.draft, kept.base, now) : kept.draft, books),
  );
  const reading = readDraft(draft, books);
  const upload = useReceipt((receipt) => change({ receipt }));
  const saving = useSaveCost(books, tripId, (sentence) => keepDraft(name, { draft, base, problem: sentence }));
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  const [isSaved, setSaved] = useState(false);

  // The dialog puts the focus on its first button.
  useEffect(() => {
    const focusing = setTimeout(() => amount.current?.focus());
    return () => clearTimeout(focusing);
  }, []);
  useEffect(() => {
    const wrong = tries > 0 ? form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-fault]") : undefined;
    wrong?.focus();
    wrong?.scrollIntoView({ block: "center" });
  }, [tries]);

  useEffect(() => {
    const closing = isSaved ? setTimeout(onClose, doublePressMs) : undefined;
    return () => clearTimeout(closing);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the page renders anew with what was saved
  }, [isSaved]);

  const told = reading.faults.filter(({ isMissing }) => tries > 0 || !isMissing);
  const faultAt = (at: Place) => told.find((one) => one.at === at)?.text;
  const save = () => {
    if (upload.progress !== undefined || isSaved) return undefined;
    if (!reading.cost) return setTries(tries + 1);
    setSaved(true);
    end();
    noteCurrency(draft.currency);
    return void (cost ? saving.edit(cost, readDraft(base, books).cost, reading.cost) : saving.add(reading.cost));
  };
  const cancel = () => {
    end();
    onClose();
  };
  const shared = { draft, books, reading, nameOf: namesIn(books.people, me.id), faultAt, onChange: change };

  return (
    <form
      ref={form}
      method="dialog"
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <AmountField ref={amount} draft={draft} books={books} error={faultAt("amount")} onChange={change} />
      {draft.currency !== reading.tripCurrency && (
        <RateField draft={draft} reading={reading} error={faultAt("rate")} onChange={change} />
      )}
      <CategoryChips
        chosen={draft.category}
        onChoose={(category) => change(withCategory(draft, category, (one) => categories[one].name))}
      />
      <InputField
        label="What"
        autoComplete="off"
        maxLength={80}
        dir="auto"
        placeholder="Dinner at the harbour"
        error={faultAt("title")}
        value={draft.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <WhoPaid {...shared} me={me.id} />
      <ForWhom {...shared} />
      <DateField
        label="Day"
        error={faultAt("day")}
        value={draft.day}
        onChange={({ target }) => change({ day: target.value })}
      />
      <ReceiptField cost={cost} receipt={draft.receipt} upload={upload} />
      <CheckboxField
        label="Money back"
        hint="A deposit or a refund that somebody got back. Everybody gets their part of it."
        checked={draft.isBack}
        onChange={({ target }) => change({ isBack: target.checked })}
      />
      <TextareaField
        label="Note (optional)"
        rows={2}
        maxLength={500}
        value={draft.note}
        onChange={({ target }) => change({ note: target.value })}
      />
      <div className="form-foot grid gap-3">
        <p role="alert" className="text-sm font-semibold text-alarm empty:hidden">
          {tries > 0 ? told[0]?.text : problem}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={cancel}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            busy={isSaved ? "Saving..." : upload.progress !== undefined && "Uploading..."}
          >
            {cost ? "Save Changes" : "Save Cost"}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Today within the trip, else its last day. */
function dayOn(trip: Pick<TripCard, "startDate" | "endDate"> | undefined): string {
  const now = today();
  if (!trip) return now;
  return now >= dayOf(trip.startDate) && now <= dayOf(trip.endDate) ? now : dayOf(trip.endDate);
}
