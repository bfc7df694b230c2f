import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { Link, paths, useCurrentPath } from "../core/link.tsx";
import { countQuery } from "./count-query.ts";
import { bellNumber } from "./count-words.ts";

/** The link to the inbox, with the number of new entries once it is known. */
export function Bell() {
  const { data } = useQuery(countQuery);
  const number = data?.count ? bellNumber(data.count) : undefined;
  const isHere = useCurrentPath() === paths.inbox;
  return (
    <Link
      to={paths.inbox}
      aria-label={number ? `Inbox, ${number} new` : "Inbox"}
      aria-current={isHere ? "page" : undefined}
      data-tip="Inbox"
      className="relative grid size-11 shrink-0 place-items-center rounded-full hover:bg-tint aria-[current]:bg-tint"
    >
      <BellIcon aria-hidden="true" size={22} />
      {number && (
        <span className="edge steady absolute -top-0.5 -right-1 inline-flex h-5.5 min-w-5.5 items-center justify-center rounded-full bg-action px-1 text-xs font-bold whitespace-nowrap text-on-action">
          {number}
        </span>
      )}
    </Link>
  );
}
