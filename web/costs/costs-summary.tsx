import { HandCoins } from "lucide-react";
import type { ReactNode } from "react";
import type { Books } from "#contract/costs.ts";
import { formatAmount } from "#contract/money/amounts.ts";
import { useMe } from "../core/viewer.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { cx } from "../ui/class-names.ts";
import type { PreloadHint } from "../ui/on-demand.tsx";
import { balanceWords } from "./room-words.ts";

/** What the viewer gets back or owes, their part of the trip, and what all of it costs. */
export function CostsSummary({
  books: { balances, currency, totals, settle },
  onSettle,
  settleHint,
  menu,
}: {
  books: Books;
  onSettle: () => void;
  settleHint: PreloadHint;
  menu: ReactNode;
}) {
  const me = useMe();
  const mine = balances.find(({ personId }) => personId === me.id);
  const balance = mine?.balance ?? 0;
  const look = balance === 0 ? "" : balance > 0 ? "text-good" : "text-alarm";
  return (
    <Card className="grid gap-4 p-5">
      <p className={cx("poster steady text-4xl wrap-anywhere", look)}>{balanceWords(balance, currency)}</p>
      {currency !== null && (
        <dl className="steady flex flex-wrap gap-x-8 gap-y-2">
          <Figure name="Your part" value={formatAmount(mine?.share ?? 0, currency)} />
          <Figure name="The whole trip" value={formatAmount(totals.trip, currency)} />
        </dl>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button icon={<HandCoins aria-hidden="true" size={20} />} onClick={onSettle} {...settleHint}>
          {settle.length === 0 ? "Payments" : "Settle Up"}
        </Button>
        {menu}
      </div>
    </Card>
  );
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div className="min-w-0">
    <dt className="text-sm text-soft">{name}</dt>
    <dd className="text-lg font-bold wrap-anywhere">{value}</dd>
  </div>
);
