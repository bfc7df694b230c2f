import { useQueryClient } from "@tanstack/react-query";
import type { MediaItem } from "#contract/media-item.ts";
import { maxTakedownReason, takedownDays } from "#contract/takedown-limits.ts";
import { TakedownReason } from "#contract/takedowns.ts";
import { api } from "../../core/api.ts";
import { useBackCloses } from "../../ui/back.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { TextareaField } from "../../ui/inputs.tsx";
import { isFilm } from "../words.ts";
import { tellAsked } from "./tell-asked.ts";

type Props = DialogState & {
  item: MediaItem;
  /** The photo is hidden now, and leaves the page. */
  onAsked: () => void;
};

/** Asks for a photo of somebody else to be taken down, and says what happens then. */
export function AskDialog({ item, onAsked, ...state }: Props) {
  useBackCloses(state.open, () => state.onOpenChange(false));
  const word = isFilm(item) ? "video" : "photo";
  return (
    <Dialog {...state} title={`Ask to take this ${word} down?`}>
      <AskForm item={item} word={word} onAsked={onAsked} onDone={() => state.onOpenChange(false)} />
    </Dialog>
  );
}

function AskForm({
  item,
  word,
  onAsked,
  onDone,
}: Omit<Props, keyof DialogState> & { word: string; onDone: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm(TakedownReason, {
    name: `takedown ${item.id}`,
    defaultValues: { reason: "" },
    send: async ({ reason }) => {
      await api("POST /api/media/:id/takedown", { params: { id: item.id }, body: { reason: reason || null } });
      onDone();
      onAsked();
      void tellAsked(client, item);
    },
  });
  return (
    <Form form={form} onCancel={onDone} actions={<SubmitButton busyLabel="Asking...">Ask to Take Down</SubmitButton>}>
      <ul className="grid list-disc gap-1.5 pl-5 text-soft">
        <li>It is hidden at once, from everyone but you, its uploader and the organizers.</li>
        <li>The organizers keep or delete it. After {takedownDays} days without an answer it comes back.</li>
        <li>Only the organizers see that it was you. You can ask once about each {word}.</li>
      </ul>
      <TextareaField
        label="Why? (if you like)"
        hint="The organizers and the uploader read it."
        rows={3}
        maxLength={maxTakedownReason}
        {...form.bind("reason")}
      />
    </Form>
  );
}
