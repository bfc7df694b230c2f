import type { ReactNode } from "react";
import type { InboxEntry } from "#contract/inbox.ts";
import { Link } from "../core/link.tsx";
import { formatTime } from "../media/dates.ts";
import { renditionOf } from "../scenes/rendition.ts";
import { Avatar } from "../ui/avatar.tsx";
import { cx } from "../ui/class-names.ts";
import { Picture } from "../ui/picture.tsx";
import { entryPath } from "./entry-path.ts";
import { timeWords } from "./times.ts";
import { topicWords } from "./topics.ts";

/** A sentence of the inbox, as one link to what it tells of. `isNew` marks it with a dot. */
export function Entry({ entry, isNew, now }: { entry: InboxEntry; isNew: boolean; now: Date }) {
  const { text, at, photoIds } = entry;
  return (
    <EntryLink entry={entry}>
      <EntryFace entry={entry} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <span className="grid min-w-0 flex-1 basis-48">
          {isNew && <span className="sr-only">New: </span>}
          <span className={cx("wrap-anywhere", isNew && "font-semibold")}>{text}</span>
          <time dateTime={at} title={formatTime(new Date(at))} className="steady text-sm text-soft">
            {timeWords(at, now)}
          </time>
        </span>
        {photoIds.length > 0 && (
          <span className="flex gap-1.5">
            {photoIds.map((id) => (
              <Picture
                key={id}
                src={renditionOf(`/objects/${id}`, "thumb")}
                alt=""
                width={56}
                height={56}
                thumbhash={null}
                className="size-14 rounded-photo object-cover"
              />
            ))}
          </span>
        )}
      </span>
      <span aria-hidden="true" className={cx("mt-4 size-3 shrink-0 rounded-full", isNew && "bg-action")} />
    </EntryLink>
  );
}

const look = "flex items-start gap-3 rounded-tile px-3 py-3";

function EntryLink({ entry, children }: { entry: InboxEntry; children: ReactNode }) {
  const path = entryPath(entry);
  if (path === undefined) return <div className={look}>{children}</div>;
  return (
    <Link to={path} className={`${look} hover:bg-tint`}>
      {children}
    </Link>
  );
}

/** Who did it, or else a picture of the topic. */
function EntryFace({ entry: { who, topic } }: { entry: InboxEntry }) {
  if (who) return <Avatar person={who} />;
  const Icon = topicWords[topic].icon;
  return (
    <span className="edge grid size-11 shrink-0 place-items-center rounded-full bg-spot text-on-spot">
      <Icon aria-hidden="true" size={20} />
    </span>
  );
}
