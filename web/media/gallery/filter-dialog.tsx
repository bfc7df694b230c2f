import { Check, UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import type { GalleryFilter, Outline } from "#contract/gallery.ts";
import { formatCount } from "#contract/locale.ts";
import { Avatar, fullNameOf } from "../../ui/avatar.tsx";
import { useBackCloses } from "../../ui/back.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Dialog, type DialogState } from "../../ui/dialog.tsx";
import { useMe } from "../../core/viewer.ts";

export interface FilterProps {
  readonly outline: Outline;
  readonly filter: GalleryFilter;
  readonly onFilter: (filter: GalleryFilter) => void;
}

/** Filters a gallery by uploader and by kind. The gallery behind it follows each choice. */
export function FilterDialog({ outline, filter, onFilter, ...state }: FilterProps & DialogState) {
  useBackCloses(state.open, () => state.onOpenChange(false));
  const me = useMe();
  const { people, photoCount, videoCount } = outline;
  const { person, kind } = filter;
  const total = photoCount + videoCount;
  const mine = people.find(({ id }) => id === me.id);
  const show = (next: GalleryFilter) =>
    onFilter({ ...(next.person && { person: next.person }), ...(next.kind && { kind: next.kind }) });

  const chip = (one: "photo" | "video", label: string, count: number) => (
    <button
      type="button"
      aria-pressed={kind === one}
      onClick={() => show({ person, kind: kind === one ? undefined : one })}
      className={cx(
        "edge steady min-h-11 flex-1 rounded-full px-4 font-bold",
        kind === one ? "bg-spot text-on-spot" : "bg-card hover:bg-tint",
      )}
    >
      {label} {formatCount(count)}
    </button>
  );
  const choice = (id: string | undefined, label: string, count: number, face: ReactNode) => (
    <label
      key={id ?? "everyone"}
      className="flex min-h-13 cursor-pointer items-center gap-3 rounded-tile px-2 py-1.5 hover:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-focus"
    >
      <input
        type="radio"
        name="whose"
        checked={person === id}
        onChange={() => show({ person: id, kind })}
        className="sr-only"
      />
      {face}
      <span className="min-w-0 flex-1 truncate font-semibold">{label}</span>
      <Check aria-hidden="true" size={20} className={cx("shrink-0", person !== id && "invisible")} />
      <span className="steady min-w-8 text-right text-soft">{formatCount(count)}</span>
    </label>
  );
  return (
    <Dialog
      {...state}
      title="Filter"
      footer={
        <Button className="w-full" onClick={() => state.onOpenChange(false)}>
          Done
        </Button>
      }
    >
      <div className="flex gap-2">
        {chip("photo", "Photos", photoCount)}
        {chip("video", "Videos", videoCount)}
      </div>
      <fieldset className="mt-3 -mx-2 grid grid-cols-1">
        <legend className="sr-only">Whose</legend>
        {mine && choice(me.id, "Mine", mine.count, <Avatar person={mine} size="sm" />)}
        {choice("others", "Not mine", total - (mine?.count ?? 0), <Everybody />)}
        {choice(undefined, "Everyone", total, <Everybody />)}
        {people
          .filter(({ id }) => id !== me.id)
          .map((one) => choice(one.id, fullNameOf(one), one.count, <Avatar person={one} size="sm" />))}
      </fieldset>
    </Dialog>
  );
}

const Everybody = () => (
  <span aria-hidden="true" className="grid size-8 shrink-0 place-items-center rounded-full bg-tint">
    <UsersRound size={18} />
  </span>
);
