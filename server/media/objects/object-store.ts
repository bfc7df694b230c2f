// Decision 031: why access checks are batched and never cached.
import { type Database, isUnreachable } from "../../platform/db/connect.ts";
import { batchCalls } from "../../platform/db/batch-calls.ts";
import type { StoredImage } from "./objects.ts";
import { sqlText } from "../../platform/db/sql-text.ts";

/** The maximum of images in one statement. A screen of a gallery requests about as many. */
const maxBatch = 64;

const visibleImages = {
  name: "objects_seen",
  text: sqlText`select asked.n, x.* from unnest($1::bytea[], $2::uuid[], $3::text[]) with ordinality as asked(session, id, invite, n)
    cross join lateral (
      select case when m.still_id is not null then 'live' when m.purpose = 'trash' then 'gallery' else m.purpose end, m.file_name, m.file_type, m.file_size, encode(m.sha256, 'hex'), m.width, m.height,
        coalesce(m.rendition_type, 'image/jpeg'), m.state, m.is_animated, r.may_have_original, r.is_open_to_all
      from media m left join viewer_of(asked.session) v on true cross join media_rights(v.user_id, m.id, asked.invite) r
      where m.id = asked.id and r.may_see offset 0) x`,
};

type Row = [
  n: number,
  StoredImage["purpose"],
  string,
  string,
  number,
  string,
  number,
  number,
  StoredImage["renditionType"],
  StoredImage["state"],
  boolean,
  boolean,
  boolean,
];

interface Asked {
  readonly session: Buffer | null;
  readonly id: string;
  readonly invite: string | null;
}

/** Looks up images for viewers. Requests that arrive during a statement share the next one, and no result is cached. */
export function objectStore({ rows }: Database) {
  const look = batchCalls(
    maxBatch,
    async (all: readonly Asked[]) => {
      const answers = Array<StoredImage | null>(all.length).fill(null);
      const values = [all.map(({ session }) => session), all.map(({ id }) => id), all.map(({ invite }) => invite)];
      for (const row of await rows<Row>(visibleImages, values)) answers[row[0] - 1] = imageOf(all[row[0] - 1]!.id, row);
      return answers;
    },
    isUnreachable,
  );
  return {
    /** The image with this viewer's rights; null when it is missing or hidden. Visitors have no session. */
    findImage: (session: Buffer | null, id: string, invite: string | null): Promise<StoredImage | null> =>
      look({ session, id, invite }),
  };
}

function imageOf(id: string, row: Row): StoredImage {
  const [, purpose, fileName, fileType, fileSize, sha256, width, height, renditionType, state, isAnimated, ...rights] =
    row;
  const [mayHave, isOpen] = rights;
  const file = { fileName, fileType, fileSize, sha256, width, height, renditionType, state, isAnimated };
  return { id, purpose, ...file, mayHaveOriginal: mayHave, isOpenToAll: isOpen };
}
