import { useQueryClient } from "@tanstack/react-query";
import { Plus, Share2 } from "lucide-react";
import { useState } from "react";
import type { Books, SettleLine } from "#contract/costs.ts";
import { formatAmount } from "#contract/money/amounts.ts";
import { TextLink, paths } from "../core/link.tsx";
import { shareText } from "../core/share-link.ts";
import { useMe } from "../core/viewer.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { scenes } from "../scenes/scenes.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Dialog, type DialogState } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/states.tsx";
import { toast } from "../ui/toast.ts";
import { namesIn } from "./books/book-people.ts";
import { PaymentList } from "./payment-list.tsx";
import { paymentAlong, recordPayment } from "./pay.ts";
import { chatText } from "./room-words.ts";
import { PlanLine } from "./plan-line.tsx";
import { keyOf, useSeenLines } from "./use-seen-lines.ts";

interface Props extends DialogState {
  readonly tripId: string;
  readonly tripName: string;
  readonly books: Books;
  /** Opens the form for a payment by hand. */
  readonly onRecord: () => void;
}

/** Who pays whom so that everybody is even, and the payments that were made. */
export function SettleDialog({ tripId, tripName, books, onRecord, ...state }: Props) {
  return (
    <Dialog {...state} title="Settle Up" text="The fewest payments that make all of you even.">
      <Settling tripId={tripId} tripName={tripName} books={books} onRecord={onRecord} />
    </Dialog>
  );
}

function Settling({ tripId, tripName, books, onRecord }: Omit<Props, keyof DialogState>) {
  const me = useMe();
  const client = useQueryClient();
  const { people, currency, settle, viewer } = books;
  const nameOf = namesIn(people, me.id);
  const lines = useSeenLines(books, me.id);
  const [gone, setGone] = useState<SettleLine>();
  const [isAsking, setAsking] = useState(false);
  if (currency === null) return <Even isNew />;
  const about = ({ from, to }: SettleLine) =>
    from === me.id ? `Your payment to ${nameOf(to)}` : `The payment of ${nameOf(from)}`;
  const pay = async (line: SettleLine, isAgain = false) => {
    const outcome = await recordPayment(client, paymentAlong(line, isAgain), { tripId, about: about(line) });
    if (outcome !== "line gone") return;
    setGone(line);
    setAsking(true);
  };
  const mayRecord = ({ from, to }: SettleLine) =>
    [from, to].includes(me.id) ||
    viewer.isOrganizer ||
    (viewer.mayAdd && people.some(({ id, isExpected }) => isExpected && [from, to].includes(id)));
  return (
    <div className="grid gap-6">
      {settle.length === 0 && <Even isNew={books.count === 0} />}
      {lines.length > 0 && (
        <ul className="grid gap-3">
          {lines.map((line) => (
            <PlanLine
              key={keyOf(line)}
              line={line}
              isPaid={!settle.some((one) => keyOf(one) === keyOf(line))}
              books={books}
              nameOf={nameOf}
              {...(mayRecord(line) && { onPaid: () => void pay(line) })}
            />
          ))}
        </ul>
      )}
      {me.payTo === null && settle.some(({ to }) => to === me.id) && (
        <p className="text-soft">
          You get money back. <TextLink to={paths.account}>Say how to pay you</TextLink>, for those who owe you.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {settle.length > 0 && (
          <Button
            icon={<Share2 aria-hidden="true" size={18} />}
            onClick={({ currentTarget }) =>
              void share(
                chatText(tripName, books, namesIn(people, ""), location.origin + paths.costs(tripId)),
                currentTarget.parentElement ?? document.body,
              )
            }
          >
            Share as Text
          </Button>
        )}
        <Button look="quiet" icon={<Plus aria-hidden="true" size={18} />} onClick={onRecord}>
          Record a Payment
        </Button>
      </div>
      <PaymentList tripId={tripId} books={books} nameOf={nameOf} />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        look="primary"
        title="This line has been paid. Record another payment?"
        text={
          gone
            ? `Somebody recorded it a moment ago, or the plan has changed. Another ${formatAmount(gone.amount, currency)} counts on top.`
            : ""
        }
        action="Record Another"
        busyLabel="Recording..."
        onConfirm={async () => gone && pay(gone, true)}
      />
    </div>
  );
}

const Even = ({ isNew }: { isNew: boolean }) => (
  <EmptyState
    art={<SceneSticker src={scenes.reef} />}
    title={isNew ? "Nothing to settle yet" : "Everybody is even"}
    text={isNew ? "Enter what somebody paid first." : "Nobody owes anybody anything. See you on the next wave."}
  />
);

async function share(text: string, near: HTMLElement): Promise<void> {
  const outcome = await shareText(text, near);
  if (outcome === "copied") toast({ title: "Text Copied!", text: "Paste it where your crew talks." });
  if (outcome === "failed") toast({ title: "Copy Failed", text: "Unable to copy text to clipboard", look: "danger" });
}
