import type { Database } from "../../schema/database.ts";
import { sqlText } from "../../platform/db/sql-text.ts";

/** One statement, and so one transaction: a server that dies in it has done nothing of this part. */
const part = {
  name: "publish_part",
  text: sqlText`select publish_part(squad_id) from (select squad_id from squads_to_publish order by squad_id limit 1) next`,
};

/** Lists or unlists at most 1,000 photos of a squad that turned public or private. False if no squad is left. */
export const publishPartOf =
  ({ one }: Pick<Database, "one">) =>
  async (): Promise<boolean> =>
    (await one<boolean>(part, [])) !== null;
