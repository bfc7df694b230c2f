import { useQuery } from "@tanstack/react-query";
import {
  CloudDownload,
  Download,
  Ellipsis,
  FileArchive,
  ImageOff,
  Play,
  RotateCw,
  SquareCheck,
  Sunrise,
  Trash2,
  Users,
} from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import type { GalleryFilter, Outline } from "#contract/gallery.ts";
import { formatCount } from "#contract/locale.ts";
import { sentenceOf } from "../../core/api.ts";
import { sessionOver } from "../../core/session-over.ts";
import { Spinner } from "../../ui/button.tsx";
import { Menu, type MenuEntry } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.ts";
import { useNear } from "../../ui/near.tsx";
import { galleryMenuId } from "./selection.ts";
import { FilterButton } from "./filter-button.tsx";
import { type MediaScope, configQuery, hasTrashQuery, scopeKey } from "../queries.ts";
import { UploadButton } from "../uploads/upload-button.tsx";

interface HeaderProps {
  readonly scope: MediaScope;
  readonly outline: Outline | undefined;
  readonly filter: GalleryFilter;
  /** Set if the gallery can be shown as a story. */
  readonly story: { readonly isOn: boolean; readonly set: (isOn: boolean) => void } | undefined;
  readonly mayJoinIn: boolean;
  readonly mayModerate: boolean;
  readonly onFilter: (filter: GalleryFilter) => void;
  readonly onRefresh: () => Promise<{ readonly error: unknown }>;
  readonly onSelect: () => void;
  readonly onShow: () => void;
  readonly onDownload: (filter: GalleryFilter) => void;
  readonly open: (dialog: "upload" | "import" | "takedowns" | "trash") => void;
}

/** A gallery with fewer photos needs no filter. */
const minForFilter = 12;

/** The title of a gallery and, in one row, the buttons for all of it. */
export function GalleryHeader(props: HeaderProps) {
  const { scope, outline, filter, mayJoinIn, onFilter } = props;
  // A new filter has another outline, with the same counts of the whole gallery.
  const [known, setKnown] = useState(outline);
  if (outline && outline !== known) setKnown(outline);
  const count = known ? known.photoCount + known.videoCount : 0;
  const isFiltered = filter.person !== undefined || filter.kind !== undefined;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-1.5 gap-y-2 sm:gap-x-2">
      <h2 className="title mr-auto text-2xl sm:text-3xl">
        Gallery {count > 0 && <span className="steady text-[0.85em] text-soft sm:ml-1">{formatCount(count)}</span>}
      </h2>
      {known && (count >= minForFilter || isFiltered) && (
        <FilterButton outline={known} filter={filter} onFilter={onFilter} />
      )}
      <GalleryMenu {...props} hasPhotos={count > 0} />
      {mayJoinIn && (
        // On a phone the row has no room for its icon. It hides, and keeps its place, while the button above is in the window, unless it has
        // the focus.
        <div className="max-sm:[&_svg]:hidden in-[body:has([data-leads])]:not-focus-within:invisible">
          <UploadButton scope={scope} />
        </div>
      )}
    </div>
  );
}

function GalleryMenu({
  scope,
  story,
  mayJoinIn,
  mayModerate,
  hasPhotos,
  onRefresh,
  onSelect,
  onShow,
  onDownload,
  open,
}: HeaderProps & { hasPhotos: boolean }) {
  const [isBusy, setBusy] = useState(false);
  // Only entries of the menu depend on these.
  const [place, isNear] = useNear<HTMLDivElement>();
  const hasTrash = useQuery({ ...hasTrashQuery(scope), enabled: mayJoinIn && isNear }).data === true;
  const isAsked =
    useQuery({
      queryKey: [...scopeKey(scope), "has-takedowns"],
      queryFn: async ({ signal }) => (await import("../takedowns/queries.ts")).hasTakedowns(scope, mayModerate, signal),
      enabled: mayJoinIn && isNear,
    }).data === true;
  const library = useQuery({ ...configQuery, enabled: isNear }).data?.photoLibrary;
  const isLoggedOut = useSyncExternalStore(sessionOver.subscribe, sessionOver.current);
  const refresh = async () => {
    if (isBusy) return;
    setBusy(true);
    const { error } = await onRefresh();
    setBusy(false);
    if (error) toast({ title: "Refresh Failed", text: sentenceOf(error), look: "danger" });
  };

  const icon = { "aria-hidden": true, size: 20, className: "shrink-0" } as const;
  const entry = (isShown: boolean, one: MenuEntry): readonly MenuEntry[] => (isShown ? [one] : []);
  const entries = [
    ...entry(hasPhotos && mayJoinIn, {
      id: "select",
      label: "Select",
      icon: <SquareCheck {...icon} />,
      onSelect,
    }),
    ...entry(hasPhotos, { id: "show", label: "Slideshow", icon: <Play {...icon} />, onSelect: onShow }),
    ...entry(hasPhotos && story !== undefined, {
      id: "story",
      label: story?.isOn === true ? "Newest First" : "The Story from Day 1",
      icon: <Sunrise {...icon} />,
      onSelect: () => story?.set(!story.isOn),
    }),
    ...entry(true, { id: "refresh", label: "Refresh", icon: <RotateCw {...icon} />, onSelect: () => void refresh() }),
    ...entry(mayJoinIn && library != null, {
      id: "import",
      label: `${library?.name}${isLoggedOut ? " (Login required)" : ""}`,
      icon: <CloudDownload {...icon} />,
      disabled: isLoggedOut,
      separated: true,
      onSelect: () => open("import"),
    }),
    ...entry(mayJoinIn, {
      id: "zip",
      label: "From a Zip",
      icon: <FileArchive {...icon} />,
      onSelect: () => open("upload"),
    }),
    ...entry(hasPhotos && mayJoinIn, {
      id: "all",
      label: "Download All",
      note: "Every original, as one zip",
      icon: <Download {...icon} />,
      separated: true,
      onSelect: () => onDownload({}),
    }),
    ...entry(hasPhotos && mayJoinIn, {
      id: "others",
      label: "Everything That Isn't Mine",
      note: "What the others took, as one zip",
      icon: <Users {...icon} />,
      onSelect: () => onDownload({ person: "others" }),
    }),
    ...entry(isAsked, {
      id: "takedowns",
      label: "Asked to Be Taken Down",
      icon: <ImageOff {...icon} />,
      separated: true,
      onSelect: () => open("takedowns"),
    }),
    ...entry(hasTrash, {
      id: "trash",
      label: "Recently Deleted",
      icon: <Trash2 {...icon} />,
      separated: !isAsked,
      onSelect: () => open("trash"),
    }),
  ];
  return (
    <div ref={place} id={galleryMenuId} aria-busy={isBusy}>
      <Menu
        label="More for this gallery"
        align="end"
        isTall
        triggerClass="inline-grid size-11 place-items-center rounded-full bg-tint hover:bg-line"
        trigger={isBusy ? <Spinner /> : <Ellipsis aria-hidden="true" size={20} />}
        entries={entries}
      />
    </div>
  );
}
