import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, Page, Timestamp, idWith, line, text } from "./fields.ts";
import { Uploader } from "./media-item.ts";
import { editMinutes, maxComment, maxFound, maxMentions, reactionEmojis } from "./talk-limits.ts";

/** A reaction to a photo. */
export const PhotoReaction = z.enum(reactionEmojis, "Please choose one of the reactions");
export type PhotoReaction = z.infer<typeof PhotoReaction>;

const Reactions = z.object({
  mine: PhotoReaction.nullable(),
  /** How many people gave each. Those that nobody gave are left out. */
  counts: z.array(z.object({ emoji: PhotoReaction, count: z.int() })),
  /** Who gave one, the latest first; at most 50. */
  people: z.array(Uploader.extend({ emoji: PhotoReaction })),
});
export type Reactions = z.infer<typeof Reactions>;

export const Comment = z.object({
  id: Id,
  text: z.string(),
  createdAt: Timestamp,
  editedAt: Timestamp.nullable(),
  /** Null when the account of that person is gone. */
  author: Uploader.nullable(),
  /** `name` stands in the text after an @. */
  mentions: z.array(z.object({ id: Id, name: z.string() })),
  mayEdit: z.boolean(),
  mayDelete: z.boolean(),
});
export type Comment = z.infer<typeof Comment>;

const written = "Please write a comment";
const Written = z.object({
  text: text(maxComment, written),
  /** Whom the text names after an @. Those whom it does not name are left out. */
  mentions: z
    .array(idWith("Please choose someone who can see this photo"))
    .max(maxMentions, `Please mention at most ${maxMentions} people`)
    .default([]),
});

/** A comment to be added. `key` is a UUID of the page: the same again adds nothing. */
export const NewComment = Written.extend({ key: idWith("The key of the comment is missing") });
export type NewComment = z.infer<typeof NewComment>;

/** Comments and reactions on a photo, for the members of its album. */
export const talk = defineCalls(() => ({
  "GET /api/media/:id/talk": {
    summary: "The reactions to a photo, and its latest comments, the latest first (members)",
    access: "seat",
    reply: z.object({
      reactions: Reactions,
      comments: z.array(Comment),
      /** The cursor of earlier comments; null when there are none. */
      earlier: z.string().nullable(),
      /** The uploader takes no more comments. */
      commentsOff: z.boolean(),
      /** The viewer uploaded the photo. */
      maySwitch: z.boolean(),
    }),
  },
  "GET /api/media/:id/comments": {
    summary: "The comments on a photo, the latest first (members)",
    access: "seat",
    query: Page(100, 30),
    reply: z.array(Comment),
  },
  "POST /api/media/:id/comments": {
    summary: "Comment on a photo (members)",
    access: "seat",
    body: NewComment,
    reply: Comment,
    status: 201,
    mayRepeat: true,
  },
  "PATCH /api/comments/:id": {
    summary: `Change my own comment, within ${editMinutes} minutes`,
    access: "seat",
    body: Written,
    reply: Comment,
  },
  "DELETE /api/comments/:id": {
    summary: "Delete my own comment, or any as an organizer",
    access: "seat",
    reply: null,
  },
  "PUT /api/media/:id/reaction": {
    summary: "Give a photo my reaction in place of the one before, or take it back by null (members)",
    access: "seat",
    takesKey: "open",
    body: z.object({ emoji: PhotoReaction.nullable() }),
    reply: Reactions,
  },
  "GET /api/media/:id/people": {
    summary: `Up to ${maxFound} people who can see a photo, for a mention, by the beginning of a name (members)`,
    access: "seat",
    query: z.object({ search: line(100).default("") }),
    reply: z.array(Uploader),
  },
}));

/** The refusals of comments. */
export const refusalsOfTalk = {
  comment_not_found: "This comment is not here any more.",
  comment_not_yours: "Only whoever wrote a comment can change it.",
  comment_not_yours_to_delete: "Only whoever wrote a comment and the organizers can delete it.",
  comment_edit_over: "A comment can be changed for {minutes} minutes. You can still delete it.",
  comments_off: "Comments on this photo are turned off.",
  mention_cannot_see: "Please mention only people who can see this photo",
} as const;
