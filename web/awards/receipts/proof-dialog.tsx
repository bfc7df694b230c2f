import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { maxReceiptText } from "#contract/receipt-limits.ts";
import type { TripMember } from "#contract/trips.ts";
import { api, sentenceOf } from "../../core/api.ts";
import { fullNameOf } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { SelectField, TextareaField } from "../../ui/inputs.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.ts";
import { findTyped, useTyped } from "../../ui/typed.ts";
import { PhotoChoice } from "./photo-choice.tsx";
import { receiptsQuery } from "./queries.ts";

interface Props extends DialogState {
  readonly tripId: string;
  readonly categoryId: string;
  readonly crew: readonly TripMember[];
}

/** Attaches a photo of the trip or a line of text to a nominee. */
export function ProofDialog({ open, onOpenChange, ...rest }: Props) {
  const [isSending, setSending] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      locked={isSending}
      width="fixed"
      title="Add Proof"
      text="Everybody on the ballot sees it. Nobody sees that it is yours."
    >
      {/* Each opening begins anew. */}
      {open && <ProofForm {...rest} onSending={setSending} onDone={() => onOpenChange(false)} />}
    </Dialog>
  );
}

/** What a person has chosen and typed. */
interface Proof {
  readonly kind: "photo" | "text";
  readonly nomineeId: string;
  readonly mediaId: string | undefined;
  readonly text: string;
}

function ProofForm({
  tripId,
  categoryId,
  crew,
  onSending,
  onDone,
}: Omit<Props, keyof DialogState> & { onSending: (isSending: boolean) => void; onDone: () => void }) {
  const client = useQueryClient();
  const name = `proof ${categoryId}`;
  const [typed] = useState(() => findTyped(name) as Proof | undefined);
  const [kind, setKind] = useState<Proof["kind"]>(typed?.kind ?? "photo");
  const [nomineeId, setNominee] = useState(typed?.nomineeId ?? "");
  const [mediaId, setPhoto] = useState(typed?.mediaId);
  const [text, setText] = useState(typed?.text ?? "");
  useTyped(name, (): Proof => ({ kind, nomineeId, mediaId, text }));
  const [hasTried, setTried] = useState(false);
  const line = text.trim();
  const content = kind === "text" ? line !== "" && { text: line } : mediaId !== undefined && { mediaId };
  const send = useMutation({
    mutationFn: (proof: { text: string } | { mediaId: string }) =>
      api("POST /api/categories/:id/receipts", { params: { id: categoryId }, body: { nomineeId, ...proof } }),
    onMutate: () => onSending(true),
    onSuccess: async () => {
      toast({ title: "Proof added" });
      await client.invalidateQueries(receiptsQuery(tripId));
      onDone();
    },
    onSettled: () => onSending(false),
  });
  return (
    <form
      method="dialog"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (content && nomineeId !== "") send.mutate(content);
      }}
    >
      <SelectField
        label="Who is it about?"
        value={nomineeId}
        onChange={(event) => setNominee(event.target.value)}
        error={hasTried && nomineeId === "" ? "Please choose someone from the crew" : undefined}
      >
        <option value="" disabled>
          Choose a nominee
        </option>
        {crew.map(({ userId, user }) => (
          <option key={userId} value={userId}>
            {fullNameOf(user)}
          </option>
        ))}
      </SelectField>
      <Tabs
        label="Kind of proof"
        value={kind}
        onChange={setKind}
        tabs={[
          {
            value: "photo",
            label: "A photo",
            content: <PhotoChoice tripId={tripId} chosen={mediaId} onChoose={setPhoto} />,
          },
          {
            value: "text",
            label: "A line",
            content: (
              <TextareaField
                label="What happened?"
                rows={3}
                maxLength={maxReceiptText}
                placeholder="Twice, on the same wave"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            ),
          },
        ]}
      />
      <div className="form-foot grid gap-3">
        <p role="alert" className="text-sm font-semibold text-alarm empty:hidden">
          {hasTried && !content
            ? kind === "photo"
              ? "Please choose a photo"
              : "Please write a line"
            : send.isError && sentenceOf(send.error)}
        </p>
        <Button type="submit" look="primary" className="w-full" busy={send.isPending && "Adding..."}>
          Add Proof
        </Button>
      </div>
    </form>
  );
}
