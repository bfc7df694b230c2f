import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import type { Uploader } from "#contract/media-item.ts";
import type { Comment } from "#contract/talk.ts";
import { fullNameOf } from "../../ui/avatar.tsx";
import type { MediaScope } from "../queries.ts";
import { type MentionSearch, mentionAt, withMention } from "./mention-search.ts";
import { mentionQuery } from "./queries.ts";

interface Typing {
  readonly scope: MediaScope;
  readonly mediaId: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly mentions: Comment["mentions"];
  readonly onChange: (draft: { text: string; mentions: Comment["mentions"] }) => void;
}

const none: readonly Uploader[] = [];

/** Finds people for the mention that is being typed, and puts the chosen one into the text. */
export function useMentions({ scope, mediaId, box, text, mentions, onChange }: Typing) {
  const [search, setSearch] = useState<MentionSearch | null>(null);
  const [active, setActive] = useState(0);
  const found = useQuery({
    ...mentionQuery(scope, mediaId, search?.search.trim().toLowerCase() ?? ""),
    enabled: search !== null,
    placeholderData: keepPreviousData,
  });
  const people = search === null ? none : (found.data ?? none);
  const shown = Math.min(active, Math.max(0, people.length - 1));

  const look = () => {
    const { value, selectionStart, selectionEnd } = box.current!;
    const chosen = mentions.map(({ name }) => name);
    const next = selectionStart === selectionEnd ? mentionAt(value, selectionStart, chosen) : null;
    if (next?.at === search?.at && next?.search === search?.search) return;
    setSearch(next);
    setActive(0);
  };
  const close = () => setSearch(null);
  const choose = (person: Uploader) => {
    if (!search) return;
    const name = fullNameOf(person);
    const { text: written, caret } = withMention(text, search, name);
    // The next key may come at once, and goes behind the name.
    flushSync(() => {
      onChange({
        text: written,
        mentions: [...mentions.filter(({ id }) => id !== person.id), { id: person.id, name }],
      });
      close();
    });
    box.current?.focus();
    box.current?.setSelectionRange(caret, caret);
  };
  /** Whether the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const last = people.length - 1;
    if (last < 0) return false;
    const { key } = event;
    if (key === "ArrowDown") setActive(shown === last ? 0 : shown + 1);
    else if (key === "ArrowUp") setActive(shown === 0 ? last : shown - 1);
    else if (key === "Enter" || key === "Tab") choose(people[shown]!);
    else if (key === "Escape") close();
    else return false;
    event.preventDefault();
    return true;
  };
  return { people, active: shown, look, close, choose, onKeyDown };
}
