// Written by hand because libraries for mentions replace the textarea by an editor; this is a textarea with a list above it.
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { maxComment } from "#contract/talk-limits.ts";
import type { Comment } from "#contract/talk.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { controlLook } from "../../ui/field.tsx";
import { findTyped, useTyped } from "../../ui/typed.ts";
import type { MediaScope } from "../queries.ts";
import { MentionList, optionId } from "./mention-list.tsx";
import { useMentions } from "./use-mentions.ts";

/** Enter sends where there is a keyboard. On a phone it begins a new line. */
const hasKeyboard = () => matchMedia("(pointer: fine)").matches;

/** From this length on the composer shows how much room is left. */
const nearlyFull = maxComment - 100;

interface Draft {
  readonly text: string;
  readonly mentions: Comment["mentions"];
}

/** What was begun on photos that are not shown now. */
const drafts = new Map<string, Draft>();

/** Writes a comment, with people offered after an @. */
export function Composer({
  scope,
  mediaId,
  name,
  label,
  action,
  initial,
  isBusy = false,
  problem = "",
  onSend,
  onCancel,
}: {
  scope: MediaScope;
  mediaId: string;
  /** Tells what is typed here from all else on the page. */
  name: string;
  label: string;
  action: string;
  initial?: Draft;
  isBusy?: boolean;
  problem?: string;
  onSend: (text: string, mentions: readonly string[]) => void;
  onCancel?: () => void;
}) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this composer kept it
  const [{ text, mentions }, setDraft] = useState(
    () => drafts.get(name) ?? (findTyped(name) as Draft | undefined) ?? initial ?? { text: "", mentions: [] },
  );
  const change = (draft: Draft) => {
    setDraft(draft);
    if (draft.text === (initial?.text ?? "")) drafts.delete(name);
    else drafts.set(name, draft);
  };
  useTyped(name, () => (text === (initial?.text ?? "") ? undefined : { text, mentions }));
  const finding = useMentions({ scope, mediaId, box, text, mentions, onChange: change });

  useEffect(() => {
    if (!onCancel) return;
    box.current?.focus();
    box.current?.setSelectionRange(text.length, text.length);
    box.current?.form?.scrollIntoView({ block: "nearest" });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the editing begins
  }, []);

  const isEmpty = text.trim() === "";
  const send = () => {
    if (isEmpty || isBusy) return;
    onSend(
      text,
      mentions.filter((one) => text.includes(`@${one.name}`)).map((one) => one.id),
    );
    if (!onCancel) change({ text: "", mentions: [] });
    drafts.delete(name);
    box.current?.focus();
  };
  const cancel = () => {
    drafts.delete(name);
    onCancel?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || finding.onKeyDown(event)) return;
    if (event.key === "Escape" && onCancel) return cancel();
    if (event.key !== "Enter" || event.shiftKey || event.altKey) return;
    if (!event.ctrlKey && !event.metaKey && !hasKeyboard()) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      method="dialog"
      className="relative grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {finding.people.length > 0 && <MentionList id={id} {...finding} />}
      <div className="flex items-end gap-2">
        <textarea
          ref={box}
          dir="auto"
          rows={1}
          value={text}
          maxLength={maxComment}
          aria-label={label}
          placeholder={onCancel ? undefined : "Say something, or @ a friend"}
          enterKeyHint={onCancel ? "done" : undefined}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={finding.people.length > 0 ? id : undefined}
          aria-activedescendant={finding.people.length > 0 ? optionId(id, finding.active) : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          data-own-escape={finding.people.length > 0 || onCancel ? "" : undefined}
          onChange={({ target }) => {
            change({ text: target.value, mentions });
            finding.look();
          }}
          onSelect={finding.look}
          onBlur={finding.close}
          onKeyDown={onKeyDown}
          className={cx(controlLook, "field-sizing-content max-h-40 min-w-0 flex-1 resize-none")}
        />
        {!onCancel && (
          <IconButton
            type="submit"
            label={action}
            look="primary"
            disabled={isEmpty}
            className="mb-0.5 disabled:shadow-none"
          >
            <SendHorizontal aria-hidden="true" size={20} />
          </IconButton>
        )}
      </div>
      {text.length > nearlyFull && (
        <p className="steady text-sm text-soft">
          {text.length}/{maxComment} characters
        </p>
      )}
      <p id={`${id}-problem`} role="alert" className="text-sm font-semibold text-alarm empty:hidden">
        {problem}
      </p>
      {onCancel && (
        <div className="flex justify-end gap-2">
          <Button size="sm" look="quiet" disabled={isBusy} onClick={cancel}>
            Cancel
          </Button>
          <Button size="sm" look="primary" type="submit" busy={isBusy && "Saving..."} disabled={isEmpty}>
            {action}
          </Button>
        </div>
      )}
    </form>
  );
}
