import { Share } from "lucide-react";
import { useState } from "react";
import { addressOf } from "#contract/call.ts";
import type { NightCard } from "#contract/nights.ts";
import { type PictureShape, previewSizes } from "#contract/picture-sizes.ts";
import { send } from "../../../core/api.ts";
import { tellProblem } from "../../../core/tell-problem.ts";
import { save } from "../../../media/downloads/download.ts";
import { findSheet } from "../../../media/downloads/share-files.ts";
import { Button, Spinner } from "../../../ui/button.tsx";
import { Picture } from "../../../ui/picture.tsx";

/** What a picture shows: the medal table, or the winner of the award with this id. */
type Subject = "medals" | (string & {});

interface SharedPicture {
  readonly tripId: string;
  readonly picture: Subject;
  readonly name: string;
}

const call = "GET /api/trips/:id/night/pictures/:picture";

/**
 * The pictures of a night that is over: the medal table, and the winner of each award. A phone shares the one that is tapped, another
 * machine saves it. Members alone get them.
 */
export function ShareCards({ tripId, cards }: { tripId: string; cards: readonly NightCard[] }) {
  const [shape] = useState(shapeHere);
  const won = cards.flatMap((card) => {
    if (card.kind === "place") return card.rank === 1 ? [card.category] : [];
    if (card.kind !== "crowned") return [];
    return card.awards.filter(({ winners }) => winners.length > 0).map(({ category }) => category);
  });
  return (
    <ul className="grid w-full max-w-3xl grid-cols-3 gap-3 sm:gap-5">
      {[{ id: "medals", name: "Medal Table" }, ...won].map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <Thumbnail tripId={tripId} picture={id} name={name} shape={shape} />
        </li>
      ))}
    </ul>
  );
}

/** A small picture of the night that shares the whole one. */
function Thumbnail({ shape, ...shared }: SharedPicture & { shape: PictureShape }) {
  const { press, isDrawing, isDrawn } = useShare(shared, shape);
  const { tripId, picture, name } = shared;
  return (
    <button
      type="button"
      disabled={isDrawing}
      aria-busy={isDrawing || undefined}
      className="grid w-full grid-cols-1 gap-2 rounded-card text-sm leading-tight font-bold hover:text-soft"
      onClick={press}
    >
      <Picture
        src={addressOf(call, { params: { id: tripId, picture }, query: { shape, size: "preview" } })}
        alt="Picture to share"
        {...previewSizes[shape]}
        thumbhash={null}
        className="edge h-auto w-full rounded-card"
      />
      <span className="flex min-h-8 items-start justify-center gap-1.5 wrap-anywhere">
        {isDrawing ? <Spinner /> : <Share aria-hidden="true" size={15} className="shrink-0" />}
        {isDrawn ? `Share Now: ${name}` : name}
      </span>
    </button>
  );
}

/** A button that shares one picture of a night, or saves it where the browser shares no files. `words` stand on it in place of the name. */
export function ShareCard({ words, ...shared }: SharedPicture & { words?: string }) {
  const { press, isDrawing, isDrawn } = useShare(shared);
  const { name } = shared;
  const shown = words ?? name;
  return (
    <Button
      size="sm"
      icon={<Share aria-hidden="true" size={18} />}
      busy={isDrawing && "Drawing..."}
      aria-label={isDrawn ? `Share now: ${name}` : `Share: ${name}`}
      className="max-w-full wrap-anywhere"
      onClick={press}
    >
      {isDrawn ? `Share Now${words === undefined ? `: ${name}` : ""}` : shown}
    </Button>
  );
}

/** Shares the picture of a winner's card; nothing on other cards. */
export const ShareWinner = ({ tripId, card }: { tripId: string; card: NightCard }) =>
  card.kind === "place" && card.rank === 1 ? (
    <ShareCard
      key={card.category.id}
      tripId={tripId}
      picture={card.category.id}
      name={card.category.name}
      words="Share"
    />
  ) : null;

/** Shares or saves a picture at a press; without a `shape`, in that of the window. */
function useShare({ tripId, picture, name }: SharedPicture, shape?: PictureShape) {
  const [isDrawing, setDrawing] = useState(false);
  // A browser shares only soon after a tap. If drawing took longer, the next tap shares what is here.
  const [drawn, setDrawn] = useState<File>();
  const share = async () => {
    setDrawing(true);
    try {
      const file = drawn ?? (await fetchPicture({ tripId, picture, name }, shape ?? shapeHere()));
      setDrawn(file);
      await shareOrSave(file);
      setDrawn(undefined);
    } catch (error) {
      const isLate = error instanceof DOMException && error.name === "NotAllowedError";
      if (!isLate) tellProblem(error, "The picture did not come through", "Please try again.");
    } finally {
      setDrawing(false);
    }
  };
  return { press: () => void share(), isDrawing, isDrawn: drawn !== undefined };
}

const shapeHere = (): PictureShape => (matchMedia("(orientation: landscape)").matches ? "landscape" : "portrait");

async function fetchPicture({ tripId, picture, name }: SharedPicture, shape: PictureShape): Promise<File> {
  const answer = await send(call, { params: { id: tripId, picture }, query: { shape } });
  return new File([await answer.blob()], `${name.replaceAll(/[\\/:*?"<>|]/g, " ").trim()}.png`, { type: "image/png" });
}

/** Opens the share sheet of a phone or tablet; elsewhere the file is saved. A dismissed sheet is no fault. */
async function shareOrSave(file: File): Promise<void> {
  if (!findSheet()) {
    const url = URL.createObjectURL(file);
    save(url, file.name);
    // The browser has begun to read it by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return;
  }
  await navigator.share({ files: [file], title: file.name.replace(/\.png$/, "") }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  });
}
