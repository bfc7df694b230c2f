import { useState } from "react";
import { maxReceiptText } from "#contract/receipt-limits.ts";
import type { TripMember } from "#contract/trips.ts";
import { sentenceOf } from "../../core/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { TextareaField } from "../../ui/inputs.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { findTyped, useTyped } from "../../ui/typed.ts";
import { NomineeField, proofNote } from "./nominee-field.tsx";
import { PhotoChoice } from "./photo-choice.tsx";
import { type Sending, useAddProof } from "./queries.ts";

interface Props extends DialogState {
  readonly tripId: string;
  readonly categoryId: string;
  readonly crew: readonly TripMember[];
}

/** Attaches a photo of the trip or a line of text to a nominee. */
export function ProofDialog({ open, onOpenChange, ...rest }: Props) {
  const [isSending, setSending] = useState(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} locked={isSending} width="fixed" title="Add Proof" text={proofNote}>
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

function ProofForm({ tripId, categoryId, crew, ...sending }: Omit<Props, keyof DialogState> & Sending) {
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
  const send = useAddProof(tripId, categoryId, sending);
  return (
    <form
      method="dialog"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (content && nomineeId !== "") send.mutate({ nomineeId, ...content });
      }}
    >
      <NomineeField crew={crew} value={nomineeId} onChange={setNominee} hasTried={hasTried} />
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
