import { ChevronDown, ListFilter } from "lucide-react";
import type { GalleryFilter, Outline } from "#contract/gallery.ts";
import { locale } from "#contract/locale.ts";
import { fullNameOf } from "../../ui/avatar.tsx";
import { buttonLook } from "../../ui/button.tsx";
import { Menu, type MenuEntry } from "../../ui/menu.tsx";
import { useMe } from "../../core/viewer.ts";

interface FilterProps {
  readonly outline: Outline | undefined;
  readonly filter: GalleryFilter;
  readonly onFilter: (filter: GalleryFilter) => void;
}

const kinds = { photo: "Photos", video: "Videos" } as const;

/** Filters a gallery by uploader and by kind. */
export function FilterMenu({ outline, filter, onFilter }: FilterProps) {
  const me = useMe();
  if (!outline) return null;
  const { people, photoCount, videoCount } = outline;
  const others = people.filter(({ id }) => id !== me.id);
  const mine = people.find(({ id }) => id === me.id);
  const total = photoCount + videoCount;
  const nameOf = (person: string) =>
    person === "others"
      ? "Not mine"
      : person === me.id
        ? "Mine"
        : (people.find(({ id }) => id === person)?.firstName ?? "Someone");

  const entry = (id: string, label: string, count: number, next: GalleryFilter, current: boolean): MenuEntry => ({
    id,
    label,
    note: count.toLocaleString(locale),
    current,
    onSelect: () => onFilter(next),
  });
  const { person, kind } = filter;
  const ofKind = kind && { kind };
  const entries: MenuEntry[] = [
    entry("everyone", "Everyone", total, { ...ofKind }, person === undefined),
    entry("others", "Not mine", total - (mine?.count ?? 0), { ...ofKind, person: "others" }, person === "others"),
    ...(mine ? [entry("mine", "Mine", mine.count, { ...ofKind, person: me.id }, person === me.id)] : []),
    ...others.map((one) => entry(one.id, fullNameOf(one), one.count, { ...ofKind, person: one.id }, person === one.id)),
    {
      ...entry("both", "Photos and videos", total, { ...(person && { person }) }, kind === undefined),
      separated: true,
    },
    entry("photo", "Photos", photoCount, { ...(person && { person }), kind: "photo" }, kind === "photo"),
    entry("video", "Videos", videoCount, { ...(person && { person }), kind: "video" }, kind === "video"),
  ];
  const words = [person && nameOf(person), kind && kinds[kind]].filter(Boolean).join(", ");
  return (
    <Menu
      label={words ? `Filter: ${words}` : "Filter"}
      align="end"
      isTall
      triggerClass={buttonLook("plain", "sm")}
      trigger={
        <>
          <ListFilter aria-hidden="true" size={18} />
          <span className={words ? "max-w-32 truncate" : "sr-only sm:not-sr-only"}>{words || "Filter"}</span>
          <ChevronDown aria-hidden="true" size={16} className="hidden sm:block" />
        </>
      }
      entries={entries}
    />
  );
}
