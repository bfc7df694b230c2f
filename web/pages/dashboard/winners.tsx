import { useQuery } from "@tanstack/react-query";
import { tripQuery } from "../../core/queries.ts";
import { Avatar } from "../../ui/avatar.tsx";

/** The first places of a trip's awards. */
export function Winners({ tripId }: { tripId: string }) {
  const { data } = useQuery(tripQuery(tripId));
  const winners = data?.winners.filter(({ rank }) => rank === 1) ?? [];
  return (
    <ul aria-label="Winners" className="grid gap-2">
      {winners.map(({ category, user }) => (
        <li key={`${category.id} ${user?.id}`} className="flex h-10 items-center gap-3">
          {user && <Avatar person={user} size="sm" />}
          <span className="min-w-0 truncate">
            <span className="font-bold">{user?.firstName ?? "Former crew member"}</span>
            <span className="text-soft"> · {category.name}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
