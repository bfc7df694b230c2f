import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Uploader } from "#contract/media-item.ts";
import { api, sentenceOf } from "../../core/api.ts";
import { Avatar, fullNameOf } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { LoadMore } from "../../ui/load-more.tsx";
import { toast } from "../../ui/toast.ts";
import { refreshAll } from "../photos/delete-photos.ts";
import { bansQuery } from "./queries.ts";

/** The people from whom an admin has taken the right to ask, with the way to give it back. Nothing if there are none. */
export function BannedPeople({ squadId, isOpen }: { squadId: string; isOpen: boolean }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const bans = useInfiniteQuery({ ...bansQuery(squadId), enabled: isOpen });
  const people = bans.data?.pages.flatMap(({ rows }) => rows) ?? [];
  if (people.length === 0) return null;

  const allow = async (person: Uploader) => {
    setBusy(person.id);
    try {
      await api("DELETE /api/squads/:id/takedown-bans/:userId", { params: { id: squadId, userId: person.id } });
      toast({ title: `${person.firstName} can ask again` });
    } catch (error) {
      toast({ title: "Not allowed", text: sentenceOf(error), look: "danger" });
    }
    await refreshAll(client);
    setBusy(undefined);
  };
  return (
    <section className="mt-6 grid gap-2">
      <h3 className="font-bold">May Not Ask</h3>
      <ul className="grid gap-2">
        {people.map((person) => (
          <li key={person.id} className="flex flex-wrap items-center gap-3">
            <Avatar person={person} size="sm" />
            <span className="min-w-0 flex-1 wrap-anywhere">{fullNameOf(person)}</span>
            <Button
              size="sm"
              look="quiet"
              busy={busy === person.id && "One moment..."}
              disabled={busy !== undefined}
              aria-label={`Let ${fullNameOf(person)} Ask Again`}
              onClick={() => void allow(person)}
            >
              Let Ask Again
            </Button>
          </li>
        ))}
      </ul>
      {bans.hasNextPage && <LoadMore list={bans} what="people" />}
    </section>
  );
}
