import type { CSSProperties } from "react";
import type { NightCard } from "#contract/nights.ts";
import { renditionOf } from "../../../scenes/rendition.ts";
import { Picture } from "../../../ui/picture.tsx";
import { at } from "./timing.ts";

type Proof = NonNullable<Extract<NightCard, { kind: "place" }>["receipt"]>;

/** The proof on a winner's card: a print of the photo, or the text as a note. */
export const ReceiptPicture = ({ receipt: { photo, text }, start }: { receipt: Proof; start: number }) =>
  photo ? (
    <figure className="show-print show-stamp" style={at(start)}>
      <Picture
        src={renditionOf(photo.filePath, "medium")}
        alt={photo.caption ?? "The proof"}
        width={photo.width}
        height={photo.height}
        thumbhash={photo.placeholder}
        style={{ "--ratio": photo.width / photo.height } as CSSProperties}
        eager
      />
      {text && <figcaption>{text}</figcaption>}
    </figure>
  ) : text ? (
    <blockquote className="show-note show-stamp" style={at(start)}>
      “{text}”
    </blockquote>
  ) : null;
