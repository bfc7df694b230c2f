import { useQuery } from "@tanstack/react-query";
import { Download, Ellipsis, Play, RotateCw, SquareCheck, Trash2, Users } from "lucide-react";
import { useState } from "react";
import type { GalleryFilter, Outline } from "#contract/gallery.ts";
import { sentenceOf } from "../../core/api.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Menu, type MenuEntry } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.ts";
import { selectButtonId } from "./gallery-selection.tsx";
import { FilterMenu } from "./filter-menu.tsx";
import { type MediaScope, configQuery, hasTrashQuery } from "../queries.ts";
import { ImportEntry } from "../uploads/import-entry.tsx";
import { hintOf } from "../uploads/file-limits.ts";
import { UploadButton } from "../uploads/upload-button.tsx";

interface HeaderProps {
  readonly scope: MediaScope;
  readonly outline: Outline | undefined;
  readonly filter: GalleryFilter;
  readonly mayJoinIn: boolean;
  readonly onFilter: (filter: GalleryFilter) => void;
  readonly onRefresh: () => Promise<{ readonly error: unknown }>;
  readonly onSelect: () => void;
  readonly onShow: () => void;
  readonly onDownload: (filter: GalleryFilter) => void;
  readonly onTrash: () => void;
}

/** The title of a gallery and the buttons for all of it. */
export function GalleryHeader(props: HeaderProps) {
  const { scope, outline, filter, mayJoinIn, onFilter, onRefresh, onSelect } = props;
  const hasPhotos = outline !== undefined && outline.photoCount + outline.videoCount > 0;
  const hasTrash = useQuery({ ...hasTrashQuery(scope), enabled: mayJoinIn }).data === true;
  const config = useQuery(configQuery).data;
  const hasLibrary = config?.photoLibrary != null;
  return (
    // On a phone a single upload button is beside the title; two buttons have a row of their own.
    <div className="flex flex-wrap items-center gap-2">
      <h2 className="title mr-auto text-3xl">Gallery</h2>
      <div
        className={cx(
          "flex flex-wrap items-center gap-1 sm:gap-2",
          !hasLibrary && "max-sm:order-last max-sm:basis-full",
        )}
      >
        <Refresh onRefresh={onRefresh} />
        {hasPhotos && <FilterMenu outline={outline} filter={filter} onFilter={onFilter} />}
        {hasPhotos && mayJoinIn && (
          <Button id={selectButtonId} size="sm" icon={<SquareCheck aria-hidden="true" size={18} />} onClick={onSelect}>
            <span className="sr-only sm:not-sr-only">Select</span>
          </Button>
        )}
        {(hasPhotos || hasTrash) && <MoreMenu {...props} hasPhotos={hasPhotos} hasTrash={hasTrash} />}
      </div>
      {mayJoinIn && (
        <div
          className={cx(
            "flex flex-wrap gap-2",
            hasLibrary && "max-sm:basis-full max-sm:[&>button]:flex-1 max-sm:[&>button]:whitespace-nowrap",
          )}
        >
          <ImportEntry />
          <UploadButton scope={scope} />
        </div>
      )}
      {/* It has its height before the limits are here, so that nothing jumps. */}
      {mayJoinIn && (
        <p className="order-last min-h-5 basis-full text-sm text-soft sm:text-right">
          {config && hintOf(config.limits)}
        </p>
      )}
    </div>
  );
}

function MoreMenu({
  mayJoinIn,
  hasPhotos,
  hasTrash,
  onShow,
  onDownload,
  onTrash,
}: HeaderProps & { hasPhotos: boolean; hasTrash: boolean }) {
  const icon = { "aria-hidden": true, size: 20, className: "shrink-0" } as const;
  const entries: MenuEntry[] = [
    ...(hasPhotos ? [{ id: "show", label: "Slideshow", icon: <Play {...icon} />, onSelect: onShow }] : []),
    ...(hasPhotos && mayJoinIn
      ? [
          {
            id: "all",
            label: "Download All",
            note: "Every original, as one zip",
            icon: <Download {...icon} />,
            separated: true,
            onSelect: () => onDownload({}),
          },
          {
            id: "others",
            label: "Everything That Isn't Mine",
            note: "What the others took, as one zip",
            icon: <Users {...icon} />,
            onSelect: () => onDownload({ person: "others" }),
          },
        ]
      : []),
    ...(hasTrash
      ? [
          {
            id: "trash",
            label: "Recently Deleted",
            icon: <Trash2 {...icon} />,
            separated: hasPhotos,
            onSelect: onTrash,
          },
        ]
      : []),
  ];
  return (
    <Menu
      label="More for this gallery"
      align="end"
      triggerClass="edge inline-grid size-11 place-items-center rounded-full bg-card hover:bg-tint"
      trigger={<Ellipsis aria-hidden="true" size={20} />}
      entries={entries}
    />
  );
}

function Refresh({ onRefresh }: Pick<HeaderProps, "onRefresh">) {
  const [isBusy, setBusy] = useState(false);
  const refresh = async () => {
    if (isBusy) return;
    setBusy(true);
    const { error } = await onRefresh();
    setBusy(false);
    if (error) toast({ title: "Refresh Failed", text: sentenceOf(error), look: "danger" });
  };
  return (
    <IconButton label="Refresh" aria-busy={isBusy} onClick={() => void refresh()}>
      <RotateCw aria-hidden="true" size={20} className={cx(isBusy && "animate-spin")} />
    </IconButton>
  );
}
