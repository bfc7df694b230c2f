import type { Comment } from "#contract/talk.ts";
import { TextLink, paths } from "../../core/link.tsx";
import { piecesOf } from "./pieces.ts";

/** The text of a comment with its links and mentions. Links open in a new tab; nothing is fetched for them. */
export const CommentText = ({ text, mentions }: Pick<Comment, "text" | "mentions">) => (
  <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
    {piecesOf(text, mentions).map((piece, index) => {
      // The pieces of a text never change places.
      const key = index;
      if (piece.kind === "person")
        return (
          <TextLink key={key} to={paths.profile(piece.id)} className="no-underline hover:underline">
            {piece.text}
          </TextLink>
        );
      if (piece.kind === "link")
        return (
          <a
            key={key}
            href={piece.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="underline underline-offset-4 hover:decoration-2"
          >
            {piece.text}
          </a>
        );
      return <span key={key}>{piece.text}</span>;
    })}
  </p>
);
