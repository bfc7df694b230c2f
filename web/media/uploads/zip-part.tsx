import { FileArchive, X } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { formatCount } from "#contract/locale.ts";
import { useMe } from "../../core/viewer.ts";
import { IconButton, Spinner } from "../../ui/button.tsx";
import { CheckboxField } from "../../ui/inputs.tsx";
import type { MediaScope } from "../queries.ts";
import { formatBytes } from "../sizes.ts";
import { photosAndVideos } from "../words.ts";
import { ChosenCard } from "./chosen-card.tsx";
import type { ChosenFile } from "./chosen-files.ts";
import type { UploadLimits } from "./file-limits.ts";
import { addZips } from "./upload-queue.ts";
import { openPhoto } from "./zip/ask-worker.ts";
import { LeftBehindList } from "./zip/left-behind.tsx";
import { useListing } from "./use-listing.ts";
import { WhoseField } from "./whose-field.tsx";
import { WindowedList } from "./windowed-list.tsx";
import { type ZipWishes, albumOf, chooseOfZips, noWishes, planOf } from "./zip-choice.ts";
import type { ZipPhoto } from "./zip/zip-photo.ts";

/** What the button of the sheet starts. */
export interface ReadyZips {
  readonly count: number;
  /** Queues the photos. Returns whether others stay in the sheet, for the next start. */
  readonly start: () => boolean;
}

/** What stands in the chosen zips: which albums go, whose photos they are, and each photo, before anything is sent. */
export function ZipPart({
  zips,
  scope,
  limits,
  onReady,
  onRemove,
}: {
  zips: readonly ChosenFile[];
  scope: MediaScope;
  limits: UploadLimits;
  onReady: (ready: ReadyZips | undefined) => void;
  onRemove: (id: string, button: HTMLElement) => void;
}) {
  const me = useMe();
  const listing = useListing(zips);
  const [wishes, setWishes] = useState(noWishes);
  const [whose, setWhose] = useState<string>();
  const wish = useCallback((change: (before: ZipWishes) => Partial<ZipWishes>) => {
    setWishes((before) => ({ ...before, ...change(before) }));
  }, []);
  const choice = useMemo(() => listing && chooseOfZips(listing, limits, wishes), [listing, limits, wishes]);

  useEffect(() => {
    if (!choice) return onReady(undefined);
    const start = () => {
      const { plan, zips: needed } = planOf(
        choice,
        zips.map(({ file }) => file.size),
        wishes.captions,
      );
      const files = needed.map((number) => zips[number]!.file);
      addZips(files, plan, { scope, personId: whose }, me.id);
      wish(({ gone }) => ({ gone: new Set([...gone, ...choice.photos]) }));
      return choice.later > 0;
    };
    return onReady({ count: choice.photos.length, start });
  }, [choice, zips, wishes.captions, scope, whose, me.id, onReady, wish]);

  return (
    <div className="mb-6 grid grid-cols-1 gap-5">
      <ul className="grid grid-cols-1 gap-2">
        {zips.map(({ id, file }, number) => (
          <ZipLine
            key={id}
            file={file}
            words={listing ? (listing.faults[number] ?? countIn(listing.photos, number)) : undefined}
            isFault={listing?.faults[number] !== undefined}
            onRemove={(button) => onRemove(id, button)}
          />
        ))}
      </ul>
      {listing && choice && (
        <>
          {choice.folders.length > 1 && (
            <Albums folders={choice.folders} chosen={choice.chosen} onChange={(folders) => wish(() => ({ folders }))} />
          )}
          {choice.photos.length > 0 && <WhoseField scope={scope} value={whose} onChange={setWhose} />}
          {choice.later > 0 && (
            <p className="font-semibold text-alarm">
              5,000 photos and videos go at a time. The other {formatCount(choice.later)} can go next.
            </p>
          )}
          {choice.photos.length > 0 && (
            <Photos zips={zips} photos={choice.photos} captions={wishes.captions} wish={wish} />
          )}
          <LeftBehindList left={choice.left} />
        </>
      )}
    </div>
  );
}

const countIn = (photos: readonly ZipPhoto[], number: number) => {
  const found = photos.filter(({ place }) => place[0] === number);
  const videos = found.filter(({ type }) => type.startsWith("video/")).length;
  return found.length === 0 ? "No photos, but notes about some" : photosAndVideos(found.length - videos, videos);
};

function ZipLine({
  file,
  words,
  isFault,
  onRemove,
}: {
  file: File;
  words: string | undefined;
  isFault: boolean;
  onRemove: (button: HTMLElement) => void;
}) {
  return (
    <li className="flex items-center gap-3 rounded-tile bg-tint py-1.5 pr-1 pl-4">
      {words === undefined ? <Spinner /> : <FileArchive aria-hidden="true" size={22} className="shrink-0" />}
      <div className="grid min-w-0 flex-1 leading-tight">
        <bdi className="truncate font-semibold">{file.name}</bdi>
        <output className={isFault ? "text-sm font-semibold text-alarm" : "text-sm text-soft"}>
          {words === undefined ? "Opening..." : isFault ? words : `${words}, ${formatBytes(file.size)}`}
        </output>
      </div>
      <IconButton label={`Remove ${file.name}`} onClick={({ currentTarget }) => onRemove(currentTarget)}>
        <X aria-hidden="true" size={18} />
      </IconButton>
    </li>
  );
}

function Albums({
  folders,
  chosen,
  onChange,
}: {
  folders: readonly (readonly [folder: string, count: number])[];
  chosen: ReadonlySet<string>;
  onChange: (folders: ReadonlySet<string>) => void;
}) {
  const isAll = folders.every(([folder]) => chosen.has(folder));
  return (
    <fieldset className="grid grid-cols-1 sm:grid-cols-2 sm:gap-x-6">
      <legend className="mb-1 font-bold">Which albums?</legend>
      <CheckboxField
        label="All of them"
        checked={isAll}
        onChange={() => onChange(new Set(isAll ? [] : folders.map(([folder]) => folder)))}
      />
      {folders.map(([folder, count]) => (
        <CheckboxField
          key={folder}
          label={<bdi className="wrap-anywhere">{albumOf(folder)}</bdi>}
          hint={formatCount(count)}
          checked={chosen.has(folder)}
          onChange={({ currentTarget }) => {
            const next = new Set(chosen);
            if (currentTarget.checked) next.add(folder);
            else next.delete(folder);
            onChange(next);
          }}
        />
      ))}
    </fieldset>
  );
}

function Photos({
  zips,
  photos,
  captions,
  wish,
}: {
  zips: readonly ChosenFile[];
  photos: readonly ZipPhoto[];
  captions: ZipWishes["captions"];
  wish: (change: (before: ZipWishes) => Partial<ZipWishes>) => void;
}) {
  return (
    <WindowedList label="Photos in the zip" count={photos.length}>
      {(index) => (
        <ZipCard
          key={photos[index]!.place.join()}
          zips={zips}
          photo={photos[index]!}
          caption={captions.get(photos[index]!) ?? ""}
          wish={wish}
        />
      )}
    </WindowedList>
  );
}

function ZipCard({
  zips,
  photo,
  caption,
  wish,
}: {
  zips: readonly ChosenFile[];
  photo: ZipPhoto;
  caption: string;
  wish: (change: (before: ZipWishes) => Partial<ZipWishes>) => void;
}) {
  const { name, type, size } = photo;
  const chosen = useMemo(() => {
    const files = zips.map(({ file }) => file);
    const open = async () => (await openPhoto(files, photo)).file;
    return { id: photo.place.join(), file: { name, type, size, open } };
  }, [zips, photo, name, type, size]);
  return (
    <ChosenCard
      chosen={{ ...chosen, caption }}
      fault={undefined}
      onCaption={(_id, words) => wish(({ captions }) => ({ captions: new Map(captions).set(photo, words) }))}
      onRemove={(_id, button) => {
        focusNear(button);
        wish(({ gone }) => ({ gone: new Set(gone).add(photo) }));
      }}
    />
  );
}

/** Keeps the focus in the list when its card goes. */
function focusNear(button: HTMLElement): void {
  const card = button.closest("li");
  (card?.nextElementSibling ?? card?.previousElementSibling)?.querySelector("button")?.focus();
}
