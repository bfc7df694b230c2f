import { useState } from "react";
import type { Person } from "#contract/people.ts";
import { Avatar, fullNameOf } from "../ui/avatar.tsx";
import { findPeople } from "./find-people.ts";
import { FindSomeone } from "./find-someone.tsx";

/** Longer lists show a search box. */
const maxWithoutSearch = 12;

/** A list of people with checkboxes. `fixed` gives the reason why a person cannot be changed, shown beside the box. */
export function PeoplePicker({
  people,
  chosen,
  fixed,
  onToggle,
}: {
  people: readonly { readonly userId: string; readonly user: Person }[];
  chosen: ReadonlySet<string>;
  fixed: (userId: string) => string | undefined;
  onToggle: (userId: string) => void;
}) {
  const [words, setWords] = useState("");
  return (
    <div className="grid gap-2">
      {people.length > maxWithoutSearch && <FindSomeone words={words} onChange={setWords} />}
      <ul className="-mx-2 grid">
        {findPeople(people, words).map(({ userId, user }) => {
          const reason = fixed(userId);
          return (
            <li key={userId}>
              <label className="flex min-h-14 items-center gap-3 rounded-tile px-2 py-1.5 hover:bg-tint has-disabled:cursor-not-allowed">
                <input
                  type="checkbox"
                  className="size-6 shrink-0 accent-(--action)"
                  checked={chosen.has(userId)}
                  disabled={reason !== undefined}
                  onChange={() => onToggle(userId)}
                />
                <Avatar person={user} />
                <span className="grid min-w-0">
                  <span className="truncate font-semibold">{fullNameOf(user)}</span>
                  {reason !== undefined && <span className="text-sm text-soft">{reason}</span>}
                </span>
              </label>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
