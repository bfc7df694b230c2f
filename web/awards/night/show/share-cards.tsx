import { Share } from "lucide-react";
import { useState } from "react";
import type { NightCard } from "#contract/nights.ts";
import type { PictureShape } from "#contract/titles.ts";
import { send } from "../../../core/api.ts";
import { tellProblem } from "../../../core/tell-problem.ts";
import { save } from "../../../media/downloads/download.ts";
import { findSheet } from "../../../media/downloads/share-files.ts";
import { Button } from "../../../ui/button.tsx";

/** What a picture shows: the medal table, or the winner of the award with this id. */
type Subject = "medals" | (string & {});

/**
 * The pictures of a night that is over: the medal table, and the winner of each award. A phone shares them, another machine saves them.
 * Members alone get them.
 */
export function ShareCards({ tripId, cards }: { tripId: string; cards: readonly NightCard[] }) {
  const won = cards.flatMap((card) => (card.kind === "place" && card.rank === 1 ? [card.category] : []));
  return (
    <ul className="flex flex-wrap gap-2">
      <li>
        <ShareCard tripId={tripId} picture="medals" name="Medal Table" />
      </li>
      {won.map(({ id, name }) => (
        <li key={id} className="max-w-full">
          <ShareCard tripId={tripId} picture={id} name={name} />
        </li>
      ))}
    </ul>
  );
}

/** A button that shares one picture of a night, or saves it where the browser shares no files. */
export function ShareCard({ tripId, picture, name }: { tripId: string; picture: Subject; name: string }) {
  const [isDrawing, setDrawing] = useState(false);
  // A browser shares only soon after a tap. If drawing took longer, the next tap shares what is here.
  const [drawn, setDrawn] = useState<File>();
  const press = async () => {
    setDrawing(true);
    try {
      const file = drawn ?? (await fetchPicture(tripId, picture, name));
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
  return (
    <Button
      size="sm"
      icon={<Share aria-hidden="true" size={18} />}
      busy={isDrawing && "Drawing..."}
      aria-label={drawn ? `Share now: ${name}` : `Share: ${name}`}
      className="max-w-full wrap-anywhere"
      onClick={() => void press()}
    >
      {drawn ? `Share Now: ${name}` : name}
    </Button>
  );
}

async function fetchPicture(tripId: string, picture: Subject, name: string): Promise<File> {
  const shape: PictureShape = matchMedia("(orientation: landscape)").matches ? "landscape" : "portrait";
  const answer = await send("GET /api/trips/:id/night/pictures/:picture", {
    params: { id: tripId, picture },
    query: { shape },
  });
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
