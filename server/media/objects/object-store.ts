import type { Database } from "../../db/connect.ts";
import { isOpenToAll, mayHaveOriginal, mayLook, mediaTieJoins } from "../access-sql.ts";
import type { StoredImage } from "./objects.ts";

const seen = {
  name: "object_seen",
  text: `select m.purpose, m.file_name, m.file_type, m.file_size, encode(m.sha256, 'hex'), m.width, m.height,
      coalesce(m.rendition_type, 'image/jpeg'), m.state, m.is_animated, ${mayHaveOriginal}, ${isOpenToAll}
    from media m left join (select user_id from sessions where token_hash = $1 and expires_at > now()) v on true ${mediaTieJoins}
    where m.id = $2 and ${mayLook("$3::text")}`,
};

type Row = [
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

export const objectStore = ({ row }: Database) => ({
  /** An image as far as a session (or none) may see it; null when it is missing or hidden. */
  async findImage(session: Buffer | null, id: string, invite: string | null): Promise<StoredImage | null> {
    const found = await row<Row>(seen, [session, id, invite]);
    if (!found) return null;
    const [
      purpose,
      fileName,
      fileType,
      fileSize,
      sha256,
      width,
      height,
      renditionType,
      state,
      isAnimated,
      mayHave,
      isOpen,
    ] = found;
    const file = { fileName, fileType, fileSize, sha256, width, height, renditionType, state, isAnimated };
    return { id, purpose, ...file, mayHaveOriginal: mayHave, isOpenToAll: isOpen };
  },
});
