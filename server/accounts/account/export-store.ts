import type { Database } from "../../platform/db/connect.ts";
import { list, timestamp } from "../../platform/db/json.ts";
import type { OwnRecords } from "./export.ts";

const fullName = (u: string) => `${u}.first_name || ' ' || ${u}.last_name`;

/** Whether the person still belongs where media row `m` is; the names of other places are not theirs to know any more. */
const belongs = (
  name: string,
) => `case when exists (select from squad_members x where x.squad_id = m.squad_id and x.user_id = u.id)
  or exists (select from trip_members x where x.trip_id = m.trip_id and x.user_id = u.id) then ${name} end`;

const records = {
  name: "own_records",
  text: `select json_build_object(
    'profile', json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email, 'emailConfirmedAt', ${timestamp("u.email_confirmed_at")}, 'bio', u.bio,
      'profileImageUrl', u.profile_image_url, 'createdAt', ${timestamp("u.created_at")}),
    'passkeys', ${list(
      `json_build_object('name', p.name, 'createdAt', ${timestamp("p.created_at")}, 'lastUsedAt', ${timestamp("p.last_used_at")}) order by p.id`,
      "passkeys p where p.user_id = u.id",
    )},
    'sessions', ${list(
      `json_build_object('device', s.device, 'signedInAt', ${timestamp("s.created_at")}, 'lastSeenAt', ${timestamp("s.last_seen_at")}) order by s.created_at`,
      "sessions s where s.user_id = u.id and s.expires_at > now()",
    )},
    'squads', ${list(
      "json_build_object('id', s.id, 'name', s.name, 'description', s.description, 'role', m.role) order by m.id",
      "squad_members m join squads s on s.id = m.squad_id where m.user_id = u.id",
    )},
    'trips', ${list(
      `json_build_object('id', t.id, 'name', t.name, 'location', t.location, 'startDate', t.start_date, 'endDate', t.end_date,
        'squad', s.name, 'createdByMe', t.created_by is not distinct from u.id, 'mood', m.mood, 'excitementLevel', m.excitement_level) order by t.start_date, t.id`,
      "trip_members m join trips t on t.id = m.trip_id left join squads s on s.id = t.squad_id where m.user_id = u.id",
    )},
    'votes', ${list(
      `json_build_object('trip', t.name, 'award', c.name, 'votedFor', ${fullName("n")}) order by t.start_date, c.position, c.id`,
      `votes y join categories c on c.id = y.category_id join trips t on t.id = c.trip_id join users n on n.id = y.nominee_id
        where y.voter_id = u.id`,
    )},
    'likes', ${list(
      `json_build_object('mediaId', m.id, 'trip', ${belongs("t.name")}, 'squad', ${belongs("s.name")}) order by m.id`,
      "media_likes l join media m on m.id = l.media_id left join trips t on t.id = m.trip_id left join squads s on s.id = m.squad_id where l.user_id = u.id",
    )},
    'identities', ${list(
      `json_build_object('provider', i.issuer, 'subject', i.subject, 'email', i.email, 'linkedAt', ${timestamp("i.created_at")}) order by i.id`,
      "identities i where i.user_id = u.id",
    )},
    'imports', ${list(
      `json_build_object('fileName', i.file_name, 'state', i.state, 'mediaId', i.media_id, 'trip', t.name, 'squad', s.name, 'at', ${timestamp("i.updated_at")}) order by i.updated_at, i.id`,
      "library_imports i left join trips t on t.id = i.trip_id left join squads s on s.id = i.squad_id where i.user_id = u.id",
    )},
    'media', ${list(
      `json_build_object('id', m.id, 'fileName', m.file_name, 'fileType', m.file_type, 'size', m.file_size, 'crc32', m.crc32,
        'sha256', encode(m.sha256, 'hex'), 'purpose', m.purpose, 'deletedAt', ${timestamp("m.trashed_at")}, 'filmOf', m.still_id, 'caption', m.caption, 'likes', m.likes, 'width', m.width, 'height', m.height,
        'trip', ${belongs("t.name")}, 'squad', ${belongs("s.name")},
        'takenAt', ${timestamp("m.taken_at")}, 'utcOffset', m.utc_offset, 'isLocalClock', m.is_local_clock, 'tripId', m.trip_id, 'squadId', m.squad_id, 'uploadedAt', ${timestamp("m.created_at")}) order by coalesce(p.taken_at, m.taken_at), coalesce(p.id, m.id), p.id is not null`,
      "media m left join media p on p.id = m.still_id left join trips t on t.id = m.trip_id left join squads s on s.id = m.squad_id where m.uploader_id = u.id and not m.is_demo",
    )})
  from users u where u.id = $1`,
};

/** Reads everything of one person in one statement. */
export const exportStore =
  ({ one }: Database) =>
  async (userId: string) => {
    const found = await one<OwnRecords>(records, [userId]);
    if (!found) throw new Error("An account was exported that is gone");
    return found;
  };
