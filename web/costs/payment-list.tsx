import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { Books, Payment } from "#contract/costs.ts";
import { formatAmount } from "#contract/money/amounts.ts";
import { formatDay } from "../core/calendar.ts";
import { useOutbox } from "../core/outbox/waiting.ts";
import { useMe } from "../core/viewer.ts";
import { IconButton, Button } from "../ui/button.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { deletePayment } from "./pay.ts";
import { laterPaymentsQuery } from "./queries.ts";
import { type NameOf, paidWords } from "./room-words.ts";

/** The payments of a trip, latest first. */
export function PaymentList({ tripId, books, nameOf }: { tripId: string; books: Books; nameOf: NameOf }) {
  const { payments, nextPayments, currency } = books;
  const [isLonger, setLonger] = useState(false);
  const later = useInfiniteQuery({
    ...laterPaymentsQuery(tripId, nextPayments ?? ""),
    enabled: isLonger && nextPayments !== null,
  });
  if (payments.length === 0 || currency === null) return null;
  const rows = [...payments, ...(nextPayments === null ? [] : (later.data?.pages ?? []).flatMap(({ rows }) => rows))];
  return (
    <section aria-labelledby="payments" className="grid gap-2">
      <h3 id="payments" className="title text-xl">
        Payments
      </h3>
      <ul className="divide-y divide-line">
        {[...new Map(rows.map((one) => [one.id, one])).values()].map((payment) => (
          <Row key={payment.key} tripId={tripId} payment={payment} nameOf={nameOf} currency={currency} />
        ))}
      </ul>
      {nextPayments !== null && !later.data && (
        <Button className="justify-self-center" busy={later.isFetching && "Loading..."} onClick={() => setLonger(true)}>
          Show More
        </Button>
      )}
      {later.hasNextPage && <ShowMore list={later} what="payments" />}
    </section>
  );
}

function Row({
  tripId,
  payment,
  nameOf,
  currency,
}: {
  tripId: string;
  payment: Payment;
  nameOf: NameOf;
  currency: string;
}) {
  const me = useMe();
  const client = useQueryClient();
  const [isGoing, setGoing] = useState(false);
  const waits = useOutbox().some(
    (entry) => entry.call === "POST /api/trips/:id/payments" && entry.body.key === payment.key && entry.isStuck,
  );
  const { day, note, handedOver, mayDelete, id } = payment;
  const words = paidWords(payment, nameOf, me.id, currency);
  const remove = async () => {
    setGoing(true);
    await deletePayment(client, tripId, id);
    setGoing(false);
  };
  return (
    <li className="flex min-h-13 items-center gap-2 py-1.5">
      <div className="grid min-w-0 flex-1">
        <p className="steady font-semibold wrap-anywhere">{words}</p>
        <p className="text-sm text-soft wrap-anywhere">
          {formatDay(day)}
          {handedOver && ` · ${formatAmount(handedOver.amount, handedOver.currency)} handed over`}
          {note && <span dir="auto"> · {note}</span>}
        </p>
        {waits && <output className="text-sm font-semibold text-soft">Waits for a connection</output>}
      </div>
      {mayDelete && (
        <IconButton label={`Delete: ${words}`} disabled={isGoing} onClick={() => void remove()}>
          <Trash2 aria-hidden="true" size={18} />
        </IconButton>
      )}
    </li>
  );
}
