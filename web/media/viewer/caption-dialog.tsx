import { useQueryClient } from "@tanstack/react-query";
import type { MediaItem } from "#contract/media-item.ts";
import { media } from "#contract/media.ts";
import { api } from "../../core/api.ts";
import { useBackCloses } from "../../ui/back.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { Form, SubmitButton, useSchemaForm } from "../../ui/form.tsx";
import { TextareaField } from "../../ui/inputs.tsx";
import { changePhoto } from "../queries.ts";

const Caption = media["PATCH /api/media/:id"].body;

/** Edits the caption of one of my photos. An empty text removes it. */
export function CaptionDialog({ item, ...state }: DialogState & { item: MediaItem }) {
  useBackCloses(state.open, () => state.onOpenChange(false));
  return (
    <Dialog {...state} title="Caption">
      <CaptionForm item={item} onDone={() => state.onOpenChange(false)} />
    </Dialog>
  );
}

function CaptionForm({ item, onDone }: { item: MediaItem; onDone: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm(Caption, {
    name: `caption ${item.id}`,
    defaultValues: { caption: item.caption ?? "" },
    send: async ({ caption }) => {
      const saved = await api("PATCH /api/media/:id", { params: { id: item.id }, body: { caption: caption || null } });
      changePhoto(client, item.id, (known) => ({ ...known, caption: saved.caption }));
      onDone();
    },
  });
  return (
    <Form form={form} onCancel={onDone} actions={<SubmitButton busyLabel="Saving...">Save</SubmitButton>}>
      <TextareaField
        label="What is going on here?"
        hint="It also tells those who cannot see the photo."
        rows={3}
        maxLength={500}
        {...form.bind("caption")}
      />
    </Form>
  );
}
