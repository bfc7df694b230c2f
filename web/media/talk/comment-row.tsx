import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2, UserX } from "lucide-react";
import { useState } from "react";
import { formerCrewMember } from "#contract/former-crew-member.ts";
import type { Comment } from "#contract/talk.ts";
import { api, sentenceOf, unlessGone } from "../../core/api.ts";
import { Link, paths } from "../../core/link.tsx";
import { Avatar, fullNameOf } from "../../ui/avatar.tsx";
import { IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { formatTime } from "../dates.ts";
import { type MediaScope, refreshPhotos } from "../queries.ts";
import { CommentText } from "./comment-text.tsx";
import { Composer } from "./composer.tsx";
import { hideDeleted, showChanged } from "./queries.ts";

interface Row {
  readonly scope: MediaScope;
  readonly mediaId: string;
  readonly comment: Comment;
}

/** The buttons stand in the line of the name, which they do not make higher. */
const quiet = "-my-3 text-soft";

/** One comment, with the ways to change and delete it. */
export function CommentRow({ scope, mediaId, comment }: Row) {
  const client = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { author } = comment;
  const whose = author ? fullNameOf(author) : formerCrewMember;
  const remove = async () => {
    await api("DELETE /api/comments/:id", { params: { id: comment.id } }).catch(unlessGone);
    hideDeleted(client, scope, mediaId, comment.id);
    void refreshPhotos(client);
  };
  return (
    <li className="flex gap-3">
      {author ? (
        <Avatar person={author} size="sm" />
      ) : (
        <span aria-hidden="true" className="grid size-8 shrink-0 place-items-center rounded-full bg-tint text-soft">
          <UserX size={16} />
        </span>
      )}
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex items-center gap-1 text-sm">
          <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
            {author ? (
              <Link to={paths.profile(author.id)} className="font-bold wrap-anywhere hover:underline">
                <bdi>{whose}</bdi>
              </Link>
            ) : (
              <span className="font-bold">{whose}</span>
            )}
            <span className="text-soft">
              <time dateTime={comment.createdAt}>{formatTime(new Date(comment.createdAt))}</time>
              {comment.editedAt !== null && <> · edited</>}
            </span>
          </p>
          {!isEditing && comment.mayEdit && (
            <IconButton label={`Edit the comment by ${whose}`} className={quiet} onClick={() => setEditing(true)}>
              <Pencil aria-hidden="true" size={16} />
            </IconButton>
          )}
          {!isEditing && comment.mayDelete && (
            <IconButton label={`Delete the comment by ${whose}`} className={quiet} onClick={() => setAsking(true)}>
              <Trash2 aria-hidden="true" size={16} />
            </IconButton>
          )}
        </div>
        {isEditing ? (
          <EditComment scope={scope} mediaId={mediaId} comment={comment} onDone={() => setEditing(false)} />
        ) : (
          <CommentText text={comment.text} mentions={comment.mentions} />
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete this comment?"
        text="It is gone for everyone. This cannot be undone."
        action="Delete"
        busyLabel="Deleting..."
        onConfirm={remove}
      />
    </li>
  );
}

function EditComment({ scope, mediaId, comment, onDone }: Row & { onDone: () => void }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const save = async (text: string, mentions: readonly string[]) => {
    setBusy(true);
    setProblem("");
    try {
      const body = { text, mentions: [...mentions] };
      showChanged(client, scope, mediaId, await api("PATCH /api/comments/:id", { params: { id: comment.id }, body }));
      onDone();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Composer
      scope={scope}
      mediaId={mediaId}
      name={`edit ${comment.id}`}
      label="Edit your comment"
      action="Save"
      initial={comment}
      isBusy={isBusy}
      problem={problem}
      onSend={(text, mentions) => void save(text, mentions)}
      onCancel={onDone}
    />
  );
}
