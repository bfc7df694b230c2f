// Decision 031: why access checks are batched and never cached.
import { type Database, isUnreachable } from "../../platform/db/connect.ts";
import { gather } from "../../platform/db/gather.ts";
import { isOpenToAll, mayHaveOriginal, mayLook, mediaTieJoins } from "../../access/media-access-sql.ts";
import type { StoredImage } from "./objects.ts";

/** So many are looked up by one statement; a gallery's window asks for about as many at once. */
const mostAtOnce = 64;

const seen = {
  name: "objects_seen",
  text: `select asked.n, x.* from unnest($1::bytea[], $2::uuid[], $3::text[]) with ordinality as asked(session, id, invite, n)
    cross join lateral (
      select case when m.still_id is not null then 'live' when m.purpose = 'trash' then 'gallery' else m.purpose end, m.file_name, m.file_type, m.file_size, encode(m.sha256, 'hex'), m.width, m.height,
        coalesce(m.rendition_type, 'image/jpeg'), m.state, m.is_animated, ${mayHaveOriginal}, ${isOpenToAll}
      from media m left join (select user_id from sessions where token_hash = asked.session and expires_at > now()) v on true
        ${mediaTieJoins}
      where m.id = asked.id and ${mayLook("asked.invite")} offset 0) x`,
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

/** Looks images up for whoever asks; requests that come while others are being looked up share the next statement, so nothing is ever out of date. */
export function objectStore({ rows }: Database) {
  const look = gather(
    mostAtOnce,
    async (all: readonly Asked[]) => {
      const answers = Array<StoredImage | null>(all.length).fill(null);
      const values = [all.map(({ session }) => session), all.map(({ id }) => id), all.map(({ invite }) => invite)];
      for (const row of await rows<Row>(seen, values)) answers[row[0] - 1] = imageOf(all[row[0] - 1]!.id, row);
      return answers;
    },
    isUnreachable,
  );
  return {
    /** An image as far as a session (or none) may see it; null when it is missing or hidden. */
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
