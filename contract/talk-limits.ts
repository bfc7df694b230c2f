/** The reactions to a photo beside the like. */
export const reactionEmojis = ["😂", "😮", "🔥", "🏄", "👏"] as const;
/** The longest comment, in characters. */
export const maxComment = 1000;
/** How many people one comment mentions at most. */
export const maxMentions = 20;
/** How many minutes a comment can be changed by its author. */
export const editMinutes = 15;
/** How many people a search for a mention returns at most. */
export const maxFound = 8;
